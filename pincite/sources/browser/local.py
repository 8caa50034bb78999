"""A page that is a file, as a browser is given it: with the programs and style sheets beside it, and no network."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

_HOST = "page.invalid"  # a name that nobody can have
_BESIDE = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css"}
_LARGEST = 20_000_000


class Answer(NamedTuple):
    """What a browser gets for an address."""

    body: bytes
    type: str


class LocalPage:
    """The page in the file ``path``. Its programs see no other file but those scripts and style sheets that stand in
    its directory or below, and reach nobody whom they could tell of them."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self.address = f"http://{_HOST}/{quote(path.name)}"

    def answer(self, url: str) -> Answer | None:
        """What is behind an address; ``None`` where a page may not look."""
        parts = urlsplit(url)
        if parts.netloc != _HOST:
            return None
        if url.partition("#")[0].partition("?")[0] == self.address:
            return self._page()
        path = self._path.parent / unquote(parts.path.lstrip("/"))
        with contextlib.suppress(OSError, ValueError):
            path = path.resolve()
            kind = _BESIDE.get(path.suffix.lower())
            inside = path.is_relative_to(self._path.parent)
            if kind and inside and path.is_file() and path.stat().st_size <= _LARGEST:
                return Answer(path.read_bytes(), kind)
        return None

    def _page(self) -> Answer:
        body = self._path.read_bytes()
        try:
            body.decode("utf-8")
        except UnicodeDecodeError:
            return Answer(body, "text/html")
        return Answer(body, "text/html; charset=utf-8")
