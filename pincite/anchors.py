"""Anchors: the address of a place in one revision of a document, ``pincite://doc/{doc_id}@{rev}/{ref}``."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.errors import UnknownReferenceError
from pincite.markup import shown_label
from pincite.model import Cell, Document, Page, Span, Table
from pincite.outline import Outline
from pincite.spans import page_spans

GRAMMAR = (
    "A reference is b12 (block), b12-b15 (blocks), b12:40-95 (characters of a block), s7 (section), p31 (physical "
    "page), t3 (table) or t3/r4c2 (cell); an anchor is pincite://doc/DOC_ID@REV/REF."
)
_REF = re.compile(
    r"b(?P<block>\d+)(?:-b(?P<last>\d+)|:(?P<start>\d+)-(?P<end>\d+))?"
    r"|s(?P<section>\d+)|p(?P<page>\d+)|t(?P<table>\d+)(?:/r(?P<row>\d+)c(?P<col>\d+))?",
    re.ASCII,
)
_ANCHOR = re.compile(r"pincite://doc/(?P<doc>[A-Za-z0-9_-]+)@(?P<rev>[A-Za-z0-9_-]+)/(?P<ref>\S+)", re.ASCII)
_MAX_LENGTH = 200
_PAGE_WORD = re.compile(r"^(?:pages?|pp?\.?)\s+|^pp?\.|^\[pages?\s+(?=.*\]$)", re.IGNORECASE)
_RANGE = re.compile(r"\s+to\s+|\s*[-–—]\s*")
_SHEET = re.compile(r"^(?P<label>.+?)\s*\((?:sheet|physical(?: page)?)\s+(?P<number>\d+)\)$", re.IGNORECASE)


class Ref(NamedTuple):
    """A place inside a document. ``kind`` is ``b``, ``s``, ``p`` or ``t``; ``first`` the number after it; ``last``
    the last block of a range, inclusive; ``chars`` half-open offsets from the start of the block; ``cell`` (row,
    col), from 0."""

    kind: str
    first: int
    last: int | None = None
    chars: Span | None = None
    cell: tuple[int, int] | None = None

    def __str__(self) -> str:
        if self.last is not None:
            return f"b{self.first}-b{self.last}"
        if self.chars is not None:
            return f"b{self.first}:{self.chars.start}-{self.chars.end}"
        if self.cell is not None:
            return f"t{self.first}/r{self.cell[0]}c{self.cell[1]}"
        return f"{self.kind}{self.first}"


class Anchor(NamedTuple):
    """A place in one revision of one document."""

    doc_id: str
    rev: str
    ref: Ref

    def __str__(self) -> str:
        return f"pincite://doc/{self.doc_id}@{self.rev}/{self.ref}"


def parse_ref(text: str) -> Ref:
    """Reads the short form, ``s7``. Raises ``UnknownReferenceError`` (bad_anchor)."""
    found = _REF.fullmatch(text.strip()) if len(text) <= _MAX_LENGTH else None
    if not found:
        raise _bad_anchor(text)
    n = {name: int(value) for name, value in found.groupdict().items() if value is not None}
    if "block" in n:
        chars = Span(n["start"], n["end"]) if "start" in n else None
        if n.get("last", n["block"]) < n["block"] or (chars and chars.start >= chars.end):
            raise _bad_anchor(text)
        return Ref("b", n["block"], n.get("last"), chars)
    if "table" in n:
        return Ref("t", n["table"], cell=(n["row"], n["col"]) if "row" in n else None)
    return Ref("s", n["section"]) if "section" in n else Ref("p", n["page"])


def parse_anchor(uri: str) -> Anchor:
    """Reads the full form. Raises ``UnknownReferenceError`` (bad_anchor)."""
    found = _ANCHOR.fullmatch(uri.strip()) if len(uri) <= _MAX_LENGTH else None
    if not found:
        raise _bad_anchor(uri)
    return Anchor(found["doc"], found["rev"], parse_ref(found["ref"]))


def resolve(doc: Document, outline: Outline, ref: Ref) -> tuple[Span, ...]:
    """The spans that ``ref`` names, in reading order; ``()`` for a page without text.

    Raises ``UnknownReferenceError``: unknown_section, unknown_block, unknown_page, unknown_table.
    """
    if ref.kind == "s":
        if ref.first >= len(outline.sections):
            raise _unknown("section", f"s{ref.first}", "s", len(outline.sections))
        section = outline.sections[ref.first]
        return block_span(doc, section.start, section.end)
    if ref.kind == "p":
        if all(p.number != ref.first for p in doc.pages):
            raise _unknown("page", f"p{ref.first}", "p", len(doc.pages), first=1)
        return page_spans(doc, ref.first)
    if ref.kind == "t":
        return (_table_span(doc, ref),)
    return _blocks(doc, ref)


def block_span(doc: Document, start: int, end: int) -> tuple[Span, ...]:
    """The blocks ``start:end`` as one span, or none."""
    return (Span(doc.blocks[start].start, doc.blocks[end - 1].end),) if start < end else ()


def cell_at(table: Table, row: int, col: int) -> Cell | None:
    """The cell that covers the place, spans counted; ``None`` for a hole."""
    for cell in table.cells:
        if cell.row <= row < cell.row + cell.rowspan and cell.col <= col < cell.col + cell.colspan:
            return cell
    return None


def pages_named(doc: Document, name: str) -> tuple[Page, ...]:
    """The pages that a reader may mean by ``name``: those with this label, else the one with this physical number,
    else ``()``. ``page 12``, ``p. 12``, ``[Page 3]`` and ``3 (sheet 7)`` are understood."""
    wanted = _PAGE_WORD.sub("", name.strip()[:_MAX_LENGTH]).rstrip("]").strip()
    return _named(doc, wanted) or _page_range(doc, wanted)


def _named(doc: Document, wanted: str) -> tuple[Page, ...]:
    sheet = _SHEET.match(wanted)
    if sheet:
        return tuple(p for p in doc.pages if p.number == int(sheet["number"]) and _is_called(p, sheet["label"]))
    labelled = [p for p in doc.pages if p.label]
    named = [p for p in labelled if p.label == wanted] or [p for p in labelled if _is_called(p, wanted)]
    return tuple(named) or tuple(p for p in doc.pages if wanted in (str(p.number), f"sheet {p.number}"))


def _page_range(doc: Document, wanted: str) -> tuple[Page, ...]:
    """``3 to 5``, ``iv-v``: the pages between the two, in physical order."""
    for middle in _RANGE.finditer(wanted):  # a label may hold a dash too: F-3
        first, last = _named(doc, wanted[: middle.start()]), _named(doc, wanted[middle.end() :])
        if first and last and first[0].number <= last[-1].number:
            return tuple(p for p in doc.pages if first[0].number <= p.number <= last[-1].number)
    return ()


def _is_called(page: Page, wanted: str) -> bool:
    """Whether ``wanted`` is the page's label, as printed or as page markers show it."""
    return wanted.casefold() in {page.cite.casefold(), shown_label(page).casefold()}


def _blocks(doc: Document, ref: Ref) -> tuple[Span, ...]:
    last = ref.first if ref.last is None else ref.last
    if last >= len(doc.blocks):
        raise _unknown("block", f"b{last}", "b", len(doc.blocks))
    span = block_span(doc, ref.first, last + 1)[0]
    if ref.chars is None:
        return (span,)
    if ref.chars.end > span.end - span.start:
        raise UnknownReferenceError(
            f"Block b{ref.first} has {span.end - span.start} characters; {ref} goes beyond them.",
            code="unknown_block",
            hint=f"Use b{ref.first} for the whole block.",
        )
    return (Span(span.start + ref.chars.start, span.start + ref.chars.end),)


def _table_span(doc: Document, ref: Ref) -> Span:
    if ref.first >= len(doc.tables):
        raise _unknown("table", f"t{ref.first}", "t", len(doc.tables))
    table = doc.tables[ref.first]
    if ref.cell is None:
        return doc.blocks[table.block].span
    cell = cell_at(table, *ref.cell)
    if cell is None:
        raise UnknownReferenceError(
            f"Table t{table.id} has no cell {str(ref).partition('/')[2]}; it has {table.n_rows} rows and "
            f"{table.n_cols} columns, both counted from 0.",
            code="unknown_table",
            hint=f"Read t{table.id} to see its cells.",
        )
    return cell.span


def _bad_anchor(text: str) -> UnknownReferenceError:
    shown = text if len(text) <= 80 else text[:77] + "..."
    return UnknownReferenceError(f"{shown!r} is not a reference.", code="bad_anchor", hint=GRAMMAR)


def _unknown(noun: str, name: str, letter: str, count: int, *, first: int = 0) -> UnknownReferenceError:
    have = f"no {noun}s"
    if count:
        have = f"{noun}s {letter}{first} to {letter}{first + count - 1}" if count > 1 else f"only {letter}{first}"
    return UnknownReferenceError(
        f"There is no {noun} {name} in this document.",
        code=f"unknown_{noun}",
        hint=f"It has {have}.",
    )
