"""Links that make Cursor and VS Code offer to install a server."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote


def cursor_link(name: str, entry: Mapping[str, Any]) -> str:
    """``cursor://`` with the entry as JSON in base64."""
    config = base64.b64encode(json.dumps(dict(entry), separators=(",", ":")).encode()).decode()
    return f"cursor://anysphere.cursor-deeplink/mcp/install?name={quote(name, safe='')}&config={quote(config, safe='')}"


def vscode_link(name: str, entry: Mapping[str, Any]) -> str:
    """A web address that hands ``vscode:mcp/install`` to the program, since many pages keep such links out."""
    config = json.dumps({"name": name, **entry}, separators=(",", ":"))
    inner = f"vscode:mcp/install?{quote(config, safe='')}"
    return f"https://insiders.vscode.dev/redirect?url={quote(inner, safe='')}"
