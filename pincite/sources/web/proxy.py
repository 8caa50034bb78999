"""The proxy that all requests go through, where the settings name one."""

from __future__ import annotations

import base64
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from pincite.errors import RequestError


class Proxy(NamedTuple):
    """An HTTP proxy: its host and port, and the ``user:password`` that it asks for (empty: none)."""

    host: str
    port: int
    secret: str

    @property
    def url(self) -> str:
        """Its address without the password."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def authorization(self) -> str:
        """The value of the header Proxy-Authorization; empty where it asks for nothing."""
        return f"Basic {base64.b64encode(self.secret.encode()).decode()}" if self.secret else ""


def read_proxy(setting: str) -> Proxy | None:
    """The proxy that a setting names (``http://user:password@host:port``); ``None`` for an empty one. Raises
    ``RequestError`` (bad_argument)."""
    if not setting:
        return None
    try:
        parts = urlsplit(setting)
        port = parts.port or 80
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme != "http" or not parts.hostname or parts.path not in ("", "/"):
        raise RequestError("PINCITE_PROXY names no proxy.", hint="Set it to http://host:port, or leave it empty.")
    secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}" if parts.username else ""
    return Proxy(parts.hostname, port, secret)
