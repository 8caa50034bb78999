"""What the cache says of documents: keys, aliases, the names under which they are kept and the tags that lists are made
of."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pincite.model import Document

DOCUMENTS = "document "
_PATH, _URL, _GRAVE = "path ", "url ", "deleted "
_COARSE_CLOCK_S = 2.0  # the coarsest time stamps of file systems in use (FAT)


class DocumentKey(NamedTuple):
    """What an entry depends on: the bytes of the source, the parser with its version, and the options of the parse."""

    doc_id: str
    parser: str
    options: str


class UrlAlias(NamedTuple):
    """What a URL led to: ``etag`` and ``modified`` are its server's words for the version (one may be empty),
    ``served_by`` is the address at the end of its redirects. ``format``, ``name``, ``base`` and ``charset`` are what
    the parse of the document ``doc_id`` needs to know."""

    etag: str
    modified: str
    served_by: str
    doc_id: str
    format: str
    name: str
    base: str | None
    charset: str | None


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known of a stored document without decoding it. ``size`` is in bytes on disk, ``stored`` and ``used``
    in seconds since the epoch; ``tokens`` is ``None`` where they were not counted when it was stored."""

    key: DocumentKey
    rev: str
    source: str
    title: str
    format: str
    pages: int
    tokens: int | None
    size: int
    stored: float
    used: float


class Row(NamedTuple):
    """A row of the cache without its value: ``tag`` is what was stored beside it; times in seconds since the epoch."""

    key: str
    tag: str
    size: int
    stored: float
    used: float


def document_prefix(doc_id: str) -> str:
    return f"{DOCUMENTS}[{json.dumps(doc_id)},"


def document_name(key: DocumentKey) -> str:
    return DOCUMENTS + json.dumps(key, separators=(",", ":"))


def path_name(path: str) -> str:
    """A path may hold bytes that are no text, as lone surrogates: the name is ASCII."""
    return _PATH + json.dumps(path)


def is_settled(mtime_ns: int) -> bool:
    """Whether a file with this time may be remembered: one changed just now on a file system that counts time in whole
    seconds may change again without a trace."""
    return bool(mtime_ns % 1_000_000_000) or time.time() - mtime_ns / 1e9 > _COARSE_CLOCK_S


def url_name(url: str) -> str:
    """The URL itself is not kept: it may hold a secret."""
    return _URL + hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()


def grave_name(doc_id: str) -> str:
    """The id itself is not kept: it tells of the document's content."""
    return _GRAVE + hashlib.sha256(doc_id.encode()).hexdigest()


def tag_of(key: DocumentKey, doc: Document, tokens: int | None) -> str:
    return json.dumps([*key, doc.rev, doc.source, doc.title, doc.format, len(doc.pages), tokens])


@lru_cache(maxsize=8192)  # lists are made again and again of the same rows
def entry_of(row: Row) -> Entry | None:
    """The entry of a row, or ``None`` where its tag is not ours."""
    try:
        doc_id, parser, options, rev, source, title, format, pages, tokens = json.loads(row.tag)
    except ValueError:
        return None
    key = DocumentKey(doc_id, parser, options)
    return Entry(key, rev, source, title, format, pages, tokens, row.size, row.stored, row.used)
