"""A place where a quote stands, described for a reader: anchor, pages, section, lines on the page."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pincite.anchors import Anchor, Ref
from pincite.model import BBox, Block, Cell, Document, Region, Span
from pincite.outline import Outline
from pincite.spans import blocks_in, pages_of, regions_in, visible_parts
from pincite.verify.cells import Headers
from pincite.verify.recognised import Recognised, recognised

_SHORT_PATH = 100  # characters


@dataclass(frozen=True, slots=True)
class Match:
    """A place where a quote stands. ``anchor`` is the tightest one; ``spans`` its characters in ``Document.text``,
    without furniture (more than one for an elided quote, or around a running head); ``page_numbers`` physical,
    ascending, with ``page_labels`` beside them (``None``: no label); ``section`` the titles of its path; ``regions``
    the lines, clipped to the quote; ``quote`` the document's own words; ``recognised`` is set where they were read off
    a picture; ``row`` and ``column`` are the headers of a table cell, outermost first."""

    anchor: Anchor
    spans: tuple[Span, ...]
    page_numbers: tuple[int, ...]
    page_labels: tuple[str | None, ...]
    section: tuple[str, ...]
    regions: tuple[Region, ...]
    quote: str
    recognised: Recognised | None = None
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()

    @property
    def short_path(self) -> str:
        """``Notes > Revenue``; of a long path only the innermost title."""
        path = " > ".join(self.section)
        if len(path) <= _SHORT_PATH:
            return path
        title = self.section[-1]
        cut = title if len(title) <= _SHORT_PATH else title[: _SHORT_PATH - 1].rstrip() + "…"
        return f"… > {cut}" if len(self.section) > 1 else cut


def match_at(doc: Document, outline: Outline, spans: Sequence[Span], *, in_furniture: bool = False) -> Match:
    """Describes the spans (ascending, each with at least one word)."""
    parts = [[span] if in_furniture else list(_without_furniture(doc, span)) for span in spans]
    flat = tuple(part for stretch in parts for part in stretch)
    blocks = [block for span in flat for block in blocks_in(doc, span)]
    regions = tuple(_clipped(blocks, flat))
    pages = pages_of(doc, flat)
    labels = {p.number: p.label for p in doc.pages if p.number in pages}
    path = outline.path(outline.section_of(blocks[0].id).id)
    ref = _tightest(doc, blocks, flat)
    row, column = _headers(doc, ref)
    return Match(
        anchor=Anchor(doc.doc_id, doc.rev, ref),
        spans=flat,
        page_numbers=pages,
        page_labels=tuple(labels.get(n) for n in pages),
        section=tuple(s.title for s in path),
        regions=regions,
        quote=" … ".join("\n\n".join(doc.text[a:b] for a, b in stretch) for stretch in parts),
        recognised=recognised(doc, flat, pages),
        row=row,
        column=column,
    )


def _headers(doc: Document, ref: Ref) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The headers of the row and of the column of a cell; none for any other place."""
    if ref.cell is None:
        return (), ()
    table = doc.tables[ref.first]
    cell = next(c for c in table.cells if (c.row, c.col) == ref.cell)
    rows, cols = Headers(table).of(cell)
    return tuple(" ".join(text.split()) for text in rows), tuple(" ".join(text.split()) for text in cols)


def cell_around(doc: Document, block: Block, span: Span) -> Cell | None:
    """The table cell that holds the whole span."""
    if block.table is None:
        return None
    cells = doc.tables[block.table].cells
    at = bisect_right(cells, span.start, key=lambda c: c.start) - 1
    return cells[at] if at >= 0 and span.end <= cells[at].end else None


def _without_furniture(doc: Document, span: Span) -> Iterator[Span]:
    """The span in stretches of neighbouring blocks, running heads between them left out."""
    parts = [(block.id, start, end) for _, block, start, end in visible_parts(doc, (span,))]
    for _, run in groupby(enumerate(parts), key=lambda item: item[1][0] - item[0]):
        stretch = [part for _, part in run]
        yield Span(stretch[0][1], stretch[-1][2])


def _tightest(doc: Document, blocks: Sequence[Block], spans: Sequence[Span]) -> Ref:
    first, last = blocks[0], blocks[-1]
    if first.id != last.id:
        return Ref("b", first.id, last.id)
    span = Span(spans[0].start, spans[-1].end)
    cell = cell_around(doc, first, span)
    if cell is not None and first.table is not None:
        return Ref("t", first.table, cell=(cell.row, cell.col))
    if span == first.span:
        return Ref("b", first.id)
    return Ref("b", first.id, chars=Span(span.start - first.start, span.end - first.start))


def _clipped(blocks: Iterable[Block], spans: Sequence[Span]) -> Iterator[Region]:
    for block in dict.fromkeys(blocks):
        for span in spans:
            for region in regions_in(block, span):
                start, end = max(region.start, span.start), min(region.end, span.end)
                yield Region(start, end, region.page, _share(region, start, end))


def _share(region: Region, start: int, end: int) -> BBox | None:
    """The part of a line that the characters take up, by their share of it. Lines that do not run from left to right
    keep their whole box."""
    box = region.bbox
    if box is None or (start, end) == (region.start, region.end) or box.y1 - box.y0 > box.x1 - box.x0:
        return box
    width = (box.x1 - box.x0) / (region.end - region.start)
    return BBox(box.x0 + (start - region.start) * width, box.y0, box.x0 + (end - region.start) * width, box.y1)
