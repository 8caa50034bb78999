"""Records as results: compact JSON as text for clients that show text, the same as structure for those that drop it."""

from __future__ import annotations

import json
from typing import Any

from mcp.types import CallToolResult, TextContent

from pincite.server.budget import fits
from pincite.server.wire import Wire


def record_json(record: Wire) -> str:
    """The JSON that a client sees: without spaces and without fields that are ``None``."""
    return _json(plain(record))


def record_fits(record: Wire, limit: int) -> bool:
    """Whether the record, as the client sees it, has at most ``limit`` tokens."""
    return fits(record_json(record), limit)


def as_result(record: Wire) -> CallToolResult:
    """The record as the result of a tool."""
    told = plain(record)
    return CallToolResult(content=[TextContent(type="text", text=_json(told))], structured_content=told)


def _json(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def plain(record: Wire) -> dict[str, Any]:
    """The record as JSON values, without fields that are ``None``."""
    return record.model_dump(mode="json", exclude_none=True)
