"""Where blocks stand: on the cover, in an exhibit, among signatures, in the index at the back."""

from __future__ import annotations

import re

from pincite.model import Kind, Role
from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.titles import lists_exhibits, names_cover, names_index, names_signatures
from pincite.parsers.pdf.layout import Layout, LayoutBlock, LayoutTable

_COVER_PAGES = 3
_ANY = 99  # a level that every heading closes, and the next page
_LIST = "list of exhibits"
_BACK = 0.7  # of the pages stand before an index at the back
_ENTRY = re.compile(
    r"[*†‡+#^]*\s*\(?(?:exhibit\s+(?:no\.\s*)?)?\d{1,3}(?:\.\d{1,3}){0,2}(?:\.[A-Z]{2,3})?\)?[A-Za-z]?[*†‡+#^]*(?:[\s.:–—]|$)",
    re.IGNORECASE,
)
_WITNESS = re.compile(r"\[?(?:in witness (?:whereof|of)|signature page|zu urkund|en foi de quoi)\b", re.IGNORECASE)
_FIELD = re.compile(r"(?:^|\s)(by|per|name|title|its|date|signature|signed)\s*:|(/s/)", re.IGNORECASE)
_SIGNING = ("by", "/s/", "signature", "signed")
_FIELDS = 2  # of different names, that make a block one of signatures
_MOST = 500  # characters of such a block


def mark_roles(layout: Layout, title: Candidate | None, *, on_cover: bool) -> None:
    """Sets the roles of blocks of the running text, by the sections that they stand in and by their words. ``title``
    names the document and stands on a cover (``on_cover``)."""
    if title is not None and on_cover:
        _mark_cover(layout, title)
    late = _BACK * len(layout.pages)
    open_: list[tuple[int, Role | str]] = []  # sections that give a role, with their levels
    for i, page in enumerate(layout.pages):
        first = True
        open_ = [(level, role) for level, role in open_ if level != _ANY]
        for block in page.blocks:
            if block.kind.is_furniture or block.role is not Role.BODY:
                continue
            text = " ".join(line.text for line in block.lines[:5])
            if block.kind is Kind.HEADING:
                level = block.level or 1
                while open_ and open_[-1][0] >= level:
                    open_.pop()
                opened = _opened_by(text, first=first, late=i >= late)
                if opened:
                    open_.append((level, opened))
            elif _WITNESS.match(text) and not (open_ and open_[-1][1] is Role.SIGNATURE):
                open_.append((_ANY, Role.SIGNATURE))
            first = False
            _mark(block, text, open_[-1][1] if open_ else Role.BODY)


def _opened_by(text: str, *, first: bool, late: bool) -> Role | str | None:
    """The role of the section with this title; ``None``: that of the section around it."""
    if names_signatures(text):
        return Role.SIGNATURE
    if late and names_index(text):
        return Role.INDEX
    if lists_exhibits(text):
        return _LIST
    numbers = readings(text)
    return Role.EXHIBIT if first and numbers and numbers[0].label == "exhibit" else None


def _mark(block: LayoutBlock, text: str, section: Role | str) -> None:
    if isinstance(section, Role) and section is not Role.BODY:
        block.role = section
    elif section is _LIST:
        if _lists(block.table) if block.table is not None else _ENTRY.match(text):
            block.role = Role.EXHIBIT
            if block.table is None and block.kind is not Kind.HEADING:
                block.kind = Kind.EXHIBIT
                block.evidence.append("entry of a list of exhibits")
    elif block.kind is not Kind.HEADING and _is_signed(block, text):
        block.role = Role.SIGNATURE


def _lists(table: LayoutTable) -> bool:
    """Whether most rows of a table begin with the number of an exhibit."""
    rows: dict[int, str] = {}
    for cell in table.table.cells:
        said = "".join(piece.text for piece in cell.pieces).strip()
        if said and not cell.is_header:
            rows.setdefault(cell.row, said)
    return 2 * sum(bool(_ENTRY.match(said)) for said in rows.values()) > len(rows) > 0


def _is_signed(block: LayoutBlock, text: str) -> bool:
    """Whether somebody signs here: a signature, or the names of its fields."""
    if block.table is not None:
        text = " ".join(piece.text for cell in block.table.table.cells for piece in cell.pieces)
    if len(text) > _MOST or not _names_signing(text.lower()):
        return False
    found = {(field or mark).lower() for field, mark in _FIELD.findall(text)}
    return len(found) >= _FIELDS and not found.isdisjoint(_SIGNING)


def _names_signing(text: str) -> bool:
    """A quick look for the names of which a block of signatures has one at least."""
    return any(name in text for name in _SIGNING)


def _mark_cover(layout: Layout, title: Candidate) -> None:
    """The blocks up to the contents or the next heading, within the page of the title; the cover of a filing goes
    on."""
    last = title.page.number + (_COVER_PAGES if names_cover(title.text) else 0)
    for page in layout.pages:
        if page.number > last:
            return
        for block in page.blocks:
            if block.role is Role.TOC or (
                block.kind is Kind.HEADING
                and block is not title.block
                and not names_cover(" ".join(line.text for line in block.lines))
            ):
                return
            if not block.kind.is_furniture and block.role is Role.BODY:
                block.role = Role.COVER
