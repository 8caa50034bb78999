"""What stands on each page: the blocks, and the parts of blocks that run over several pages."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.model import BBox
from pincite.parsers.pdf.engine import numbered
from pincite.parsers.pdf.layout import Layout, LayoutBlock, LayoutTable, Line


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a block on one page. ``id`` is the block's in the document (``b12``), ``None`` for a block without
    text, which is left out there. ``lines`` are empty for a table; ``goes_on`` says that a later page has more of it,
    ``began`` that an earlier one has."""

    id: int | None
    block: LayoutBlock
    box: BBox
    lines: tuple[Line, ...] = ()
    table: LayoutTable | None = None
    began: bool = False
    goes_on: bool = False


def parts_by_page(layout: Layout) -> dict[int, list[Part]]:
    """The parts of every page that has some, in reading order."""
    found: dict[int, list[Part]] = {}
    for block, id in numbered(layout):
        if block.table is None:
            _add_lines(found, block, id)
        else:
            found.setdefault(block.page, []).append(Part(id, block, block.table.box, table=block.table))
    _add_continued(found, layout)
    return found


def _add_lines(found: dict[int, list[Part]], block: LayoutBlock, id: int | None) -> None:
    pages: dict[int, list[Line]] = {}
    for line in block.lines:
        pages.setdefault(line.page, []).append(line)
    numbers = list(pages)
    for number, lines in pages.items():
        part = Part(id, block, _around(lines), tuple(lines), began=number != numbers[0], goes_on=number != numbers[-1])
        found.setdefault(number, []).append(part)


def _add_continued(found: dict[int, list[Part]], layout: Layout) -> None:
    """Tables that go on from the page before have no block of their own: they belong to the last table before them."""
    owner: Part | None = None
    for page in layout.pages:
        own = {id(part.table): part for part in found.get(page.number, ()) if part.table is not None}
        for table in sorted(page.tables, key=lambda t: t.box.y0):
            if id(table) in own:
                owner = own[id(table)]
            elif owner is not None and table.continues:
                part = Part(owner.id, owner.block, table.box, table=table, began=True)
                found.setdefault(page.number, []).insert(0, part)


def _around(lines: list[Line]) -> BBox:
    return BBox(min(n.x0 for n in lines), min(n.y0 for n in lines), max(n.x1 for n in lines), max(n.y1 for n in lines))
