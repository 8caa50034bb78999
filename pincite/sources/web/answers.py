"""What a server says of the document that it sends: its name, kind, charset and version."""

from __future__ import annotations

import datetime
import email.utils
import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from pincite.sources import filetypes

_EXTENSIONS = {
    "application/pdf": ".pdf",
    "application/x-pdf": ".pdf",
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "multipart/related": ".mht",
    "text/markdown": ".md",
    "text/x-markdown": ".md",
    "text/plain": ".txt",
    "text/csv": ".csv",
    "application/json": ".json",
    "application/msword": ".doc",
    "application/rtf": ".rtf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}
_PAGES = (".html", ".md", ".mht")  # where the server's word counts more than the name in the URL
_CHARSET = re.compile(r"[A-Za-z0-9_.:+-]{1,40}")
_STAR = re.compile(r"filename\*\s*=\s*(?P<charset>[\w-]*)'[^']*'(?P<value>[^;\s]+)", re.I)
_PLAIN = re.compile(r'filename\s*=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<bare>[^;\s]+))', re.I)
_LONGEST_NAME = 120


class Kind(NamedTuple):
    """The type that a server gives, in lower case and empty where it gives none, and its charset."""

    type: str
    charset: str | None


def kind_of(headers: Mapping[str, str]) -> Kind:
    """What the header Content-Type says."""
    type, _, rest = headers.get("content-type", "").partition(";")
    found = re.search(r"charset\s*=\s*[\"']?([^\"';\s]+)", rest, re.I)
    charset = found[1] if found and _CHARSET.fullmatch(found[1]) else None
    return Kind(type.strip().lower(), charset)


def name_of(url: str, headers: Mapping[str, str]) -> str:
    """The name of the document as people know it: the server's, else the end of the URL, else its host."""
    parts = urlsplit(url)
    last = unquote(parts.path.rstrip("/").rpartition("/")[2], errors="replace")
    return _clean(_announced(headers.get("content-disposition", ""))) or _clean(last) or parts.hostname or "document"


def sniffed_name(name: str, kind: Kind) -> str:
    """The name by which the format is decided where the bytes say nothing: with the ending that the type asks for."""
    extension = _EXTENSIONS.get(kind.type)
    if extension is None or filetypes.by_extension(name) == filetypes.by_extension("x" + extension):
        return name
    if extension in _PAGES or filetypes.by_extension(name) == "unknown":
        return name + extension
    return name


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server asks to wait; ``None`` where it does not say."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        when = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=datetime.UTC)
    return max(0.0, (when - datetime.datetime.now(datetime.UTC)).total_seconds())


def _announced(header: str) -> str:
    if star := _STAR.search(header):
        try:
            return unquote(star["value"], encoding=star["charset"] or "utf-8", errors="replace")
        except LookupError:
            pass
    plain = _PLAIN.search(header)
    if plain is None:
        return ""
    return re.sub(r"\\(.)", r"\1", plain["quoted"]) if plain["quoted"] is not None else plain["bare"]


def _clean(name: str) -> str:
    """A name without directories and without what cannot be printed."""
    name = name.replace("\\", "/").rpartition("/")[2]
    name = "".join(c for c in name if c.isprintable()).strip(" .")
    if len(name) > _LONGEST_NAME:
        suffix = PurePath(name).suffix[:10]
        name = name[: _LONGEST_NAME - len(suffix)] + suffix
    return name
