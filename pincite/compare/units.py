"""A document as a row of units that are compared: paragraphs, list items, headings, rows of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from pincite.fold import fold_text
from pincite.model import Block, Document, Kind, Role, Span, Table
from pincite.outline import Outline
from pincite.tables import Grid
from pincite.verify.letters import Letters

_BULLET = re.compile(r"^[•◦▪‣▫●○■□·*–—-]\s+")
_NUMBER = re.compile(
    r"(?:(?:\d{1,3}\.)+\d{1,3}\.?(?=\s+[^\W\d_a-z]|\s+[“\"(])|(?:\d{1,3}\.)+(?=\s)|\d{1,3}\)(?=\s)"
    r"|\((?:\d{1,3}|[a-zA-Z]{1,2}|[ivx]{1,6})\)(?=\s)|(?:[a-zA-Z]|[ivx]{1,5}|[IVXLC]{1,6})[.)](?=\s))\s*"
)
_HEADING_NUMBER = re.compile(
    r"(?:(?:section|article|note|item|clause|schedule|exhibit|part|chapter|appendix|annex|§+)\s+(?=[\dA-Z]))?"
    r"(?:\d{1,3}(?:\.\d{1,3})*[a-z]?|[IVXLC]{1,6}|[A-Z](?=[.):–—-]|\s*$)|\d{1,3}[A-Z])\b[.):–—-]*(?:\s+|$)(?:[-–—]\s+)?",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[\s{}\[\]().,;…]+")
_NOTE = re.compile(r"\[\^(\w{1,8})\]:?")
_NOTE_MARKS = re.compile(r"(?:\s*(?:\((?:\d{1,2}|[a-z])\)|[*†‡®™]))+$")
_NOT_COMPARED = frozenset({Kind.TOC_ENTRY})


@dataclass(frozen=True)
class Unit:
    """A clause. ``text`` is its words as they stand, ``number`` the number before it (empty: none), ``body`` the rest;
    ``key`` are the letters and digits of the body, ``full`` those of all; ``section`` the deepest section around it;
    ``row`` (table, row) for a row of a table, whose ``cells`` are joined by pipes, and ``label`` what names that row
    (folded); ``heads`` is true for a header row."""

    block: int
    span: Span
    text: str
    number: str
    body: str
    key: str
    full: str
    section: int
    is_heading: bool = False
    row: tuple[int, int] | None = None
    label: str = ""
    heads: bool = False
    kind: Kind = field(default=Kind.PARAGRAPH)

    @cached_property
    def words(self) -> list[str]:
        """The words of the body in one spelling, without the stops around them."""
        return [word for token in self.body.split() if (word := fold_text(token).strip(".,;:()[]“”\"'|"))]

    @property
    def weight(self) -> int:
        return 1 + len(self.body.split())


def units_of(doc: Document, outline: Outline) -> list[Unit]:
    """The units in reading order. Furniture, contents pages and what holds no letter or digit are left out."""
    out: list[Unit] = []
    lead = ""
    for block in doc.blocks:
        if block.kind.is_furniture or block.kind in _NOT_COMPARED or block.role in (Role.TOC, Role.INDEX):
            continue
        section = outline.section_of(block.id).id
        if block.table is not None:
            out.extend(_rows(block, doc.tables[block.table], section))
            continue
        unit = _unit(doc, block, section)
        if unit.full:
            out.append(_joined(unit, lead + unit.text, lead + unit.body) if lead else unit)
            lead = ""
        elif _BRACKETS.fullmatch(unit.text):  # a line of its own in a listing, no unit to be paired
            last = out[-1] if out and out[-1].section == section and not out[-1].is_heading and not lead else None
            if last is not None and last.row is None:
                out[-1] = _joined(last, f"{last.text} {unit.text}", f"{last.body} {unit.text}")
            else:
                lead += f"{unit.text} "
    return out


def _joined(unit: Unit, text: str, body: str) -> Unit:
    return replace(unit, text=text, body=body)


def numbered(text: str, *, heading: bool) -> tuple[str, str]:
    """The number that stands before a clause or heading (without its stops), and the rest. A heading that is nothing
    but its number has none."""
    bare = _BULLET.sub("", text.strip(), count=1)
    found = (_HEADING_NUMBER if heading else _NUMBER).match(bare)
    rest = bare[found.end() :].strip() if found else bare
    if not found or not any(char.isalnum() for char in rest):
        return "", bare
    return re.sub(r"[^\w.§ ]|\.$", "", found[0].strip().rstrip(".):–—- ")), rest


def _unit(doc: Document, block: Block, section: int) -> Unit:
    text = _NOTE.sub(r"[\1]", doc.text[block.start : block.end])
    number, body = numbered(text, heading=block.kind.is_heading)
    full = Letters(text).text
    key = Letters(body).text if number else full
    return Unit(
        block.id, block.span, text, number, body, key, full, section, is_heading=block.kind.is_heading, kind=block.kind
    )


def _rows(block: Block, table: Table, section: int) -> Iterator[Unit]:
    grid = Grid(table)
    for row in range(table.n_rows):
        cells = [cell for cell in grid.row(row) if cell.text.strip()]
        text = " | ".join(cell.text.strip() for cell in cells)
        key = Letters(text).text
        if not key:
            continue
        span = Span(min(c.start for c in cells), max(c.end for c in cells))
        label = _NOTE_MARKS.sub("", fold_text(grid.row_header(row, " "))).strip()
        yield Unit(
            block.id, span, text, "", text, key, key, section,
            row=(table.id, row), label=label, heads=row < grid.head, kind=Kind.TABLE,
        )  # fmt: skip
