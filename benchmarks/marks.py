"""Whether the boxes of a quote cover its words and nothing else, against pdfium's own boxes of the same characters.

    python benchmarks/marks.py FILES... [--quotes 200] [--seed 1] [--worst 10]

Quotes are drawn by chance from the parsed documents, in equal shares: a part of a line, a passage of several lines, a
passage over a column or page break, a table cell. Each is verified as a client would do it, and the boxes of the match
are compared with the truth: the letters of the quote are looked for in pdfium's text of the page, white space apart,
and pdfium's ``FPDFText_GetLooseCharBox`` of each is a true box (as wide as the letter advances, as high as its font).
Letters of one line that follow each other are one true stretch, the blank between words included.

The overlap of a quote is the area in both, boxes and truth, over the area in either (intersection over union), on all
of its pages together. ``covered`` is the share of the truth that is in the boxes, ``beside`` the share of the boxes
that is not in the truth. A quote whose letters stand on the page several times is measured at the place nearest to the
boxes; one whose letters pdfium's text does not hold in a row (a column between, a ligature that it cannot spell) is not
counted, and their number is told.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from pincite.errors import PinciteError
from pincite.model import BBox, Block, Document, Kind, Span
from pincite.registry import OpenDocument, Registry
from pincite.settings import Settings

KINDS = ("line", "passage", "break", "cell")
_GRID = 4.0  # of a point: areas are counted in squares of a quarter


class Truth(NamedTuple):
    """The letters of a page by pdfium, without white space."""

    text: str
    boxes: list[BBox]


class Measured(NamedTuple):
    kind: str
    source: str
    quote: str
    overlap: float
    covered: float
    beside: float


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--quotes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worst", type=int, default=10, help="how many of the worst quotes are shown")
    parser.add_argument("--max-pages", type=int, default=20, help="of each file")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        registry = Registry(Settings(cache_dir=Path(folder), max_pages=asked.max_pages, ocr="never"))
        try:
            found, lost = _measure(registry, asked.files, asked.quotes, random.Random(asked.seed))
        finally:
            registry.close()
    _report(found, lost, asked.worst)


def _measure(registry: Registry, files: Sequence[Path], wanted: int, rng: random.Random) -> tuple[list[Measured], int]:
    """Quotes of all kinds from all files in turn, until there are as many as wanted."""
    opened = list(_opened(registry, files))
    found: list[Measured] = []
    lost = 0
    share = {kind: wanted // len(KINDS) + (i < wanted % len(KINDS)) for i, kind in enumerate(KINDS)}
    for _ in range(50):
        for path, doc in rng.sample(opened, len(opened)):
            kind = rng.choice([k for k in KINDS if share[k]])
            span = _drawn(doc.document, kind, rng)
            if span is None:
                continue
            measured = _one(registry, path, doc, kind, span)
            if measured is None:
                lost += 1
                continue
            found.append(measured)
            share[kind] -= 1
            if not any(share.values()):
                return found, lost
    return found, lost


def _opened(registry: Registry, files: Sequence[Path]) -> Iterator[tuple[Path, OpenDocument]]:
    for path in files:
        try:
            found = registry.open(str(path))
        except PinciteError as error:
            print(f"{path.name}: {error}")
            continue
        if isinstance(found, OpenDocument) and any(page.source == "text" for page in found.document.pages):
            yield path, found


def _drawn(doc: Document, kind: str, rng: random.Random) -> Span | None:
    """A quote of the kind that begins and ends at words; ``None`` where the document has none."""
    read = {page.number for page in doc.pages if page.source == "text"}
    blocks = [b for b in doc.blocks if not b.kind.is_furniture and b.regions and all(r.page in read for r in b.regions)]
    if kind == "cell":
        cells = [c for t in doc.tables if doc.blocks[t.block] in blocks for c in t.cells if c.end - c.start > 1]
        return rng.choice(cells).span if cells else None
    prose = [b for b in blocks if b.kind in (Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.FOOTNOTE, Kind.HEADING)]
    if kind == "line":
        lines = [r for b in prose for r in b.regions if r.end - r.start > 20]
        return _words(doc, rng.choice(lines).span, rng) if lines else None
    if kind == "passage":
        long = [b for b in prose if len(b.regions) > 2]
        return _words(doc, rng.choice(long).span, rng) if long else None
    broken = [(b, i) for b in prose for i in range(1, len(b.regions)) if _is_break(b, i)]
    if not broken:
        return None
    block, at = rng.choice(broken)
    first, last = block.regions[max(0, at - 3)], block.regions[min(len(block.regions) - 1, at + 2)]
    return _words(doc, Span(first.start, last.end), rng, keep=(block.regions[at - 1].end, block.regions[at].start))


def _is_break(block: Block, i: int) -> bool:
    """Whether line ``i`` begins a new column or page."""
    before, after = block.regions[i - 1], block.regions[i]
    if before.page != after.page:
        return True
    return bool(before.bbox and after.bbox and after.bbox.y1 < before.bbox.y0)


def _words(doc: Document, span: Span, rng: random.Random, keep: tuple[int, int] | None = None) -> Span | None:
    """Some of the words of a span, at least three, or all that are around ``keep``."""
    text = doc.text
    starts = [i for i in range(*span) if not text[i].isspace() and (i == span.start or text[i - 1].isspace())]
    ends = [i + 1 for i in range(*span) if not text[i].isspace() and (i + 1 == span.end or text[i + 1].isspace())]
    if keep:
        starts = [i for i in starts if i < keep[0]] or starts[:1]
        ends = [i for i in ends if i > keep[1]] or ends[-1:]
    if not starts:
        return None
    start = rng.choice(starts)
    after = [end for end in ends if end > start]
    return Span(start, rng.choice(after[2:] or after))


def _one(registry: Registry, path: Path, opened: OpenDocument, kind: str, span: Span) -> Measured | None:
    doc = opened.document
    quote = doc.text[span.start : span.end]
    matches = opened.verifier.verify(quote).matches
    match = next((m for m in matches if m.spans[0].start <= span.start and m.spans[-1].end >= span.end), None)
    if match is None and kind != "cell":
        return None
    spans = match.spans if match and kind != "cell" else (span,)
    ours: dict[int, list[BBox]] = {}
    for part in spans:
        for page, boxes in registry.marked_boxes(opened, part).items():
            ours.setdefault(page, []).extend(boxes)
    true = _true_boxes(path, doc, spans, ours)
    if true is None:
        return None
    areas = [_areas(ours.get(page, []), true.get(page, [])) for page in true.keys() | ours.keys()]
    both, in_ours, in_truth = (sum(part) for part in zip(*areas, strict=True))
    overlap = both / (in_ours + in_truth - both)
    return Measured(kind, path.name, quote, overlap, both / in_truth, 1 - both / in_ours if in_ours else 0.0)


def _areas(ours: Sequence[BBox], true: Sequence[BBox]) -> tuple[int, int, int]:
    """Squares in both, in ours and in the truth."""
    edge = max((side for box in (*ours, *true) for side in box), default=0.0)
    size = round(edge * _GRID) + 1
    a, b = np.zeros((size, size), bool), np.zeros((size, size), bool)
    for grid, boxes in ((a, ours), (b, true)):
        for box in boxes:
            x0, y0, x1, y1 = (max(0, round(side * _GRID)) for side in box)
            grid[y0:y1, x0:x1] = True
    return int((a & b).sum()), int(a.sum()), int(b.sum())


_pages: dict[tuple[Path, int], Truth] = {}


def _truth(path: Path, page: int) -> Truth:
    if (path, page) not in _pages:
        _pages[path, page] = _read(path, page)
    return _pages[path, page]


def _read(path: Path, number: int) -> Truth:
    """By pypdfium2's plain helpers, not by our reader."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    document.init_forms()
    page = document[number - 1]
    edges, turn = page.get_bbox(), page.get_rotation()
    text = page.get_textpage()
    chars: list[str] = []
    boxes: list[BBox] = []
    for i in range(text.count_chars()):
        char = text.get_text_range(i, 1)
        if len(char) != 1 or char.isspace():
            continue
        left, bottom, right, top = text.get_charbox(i, loose=True)
        (ax, ay), (bx, by) = (_displayed(x, y, edges, turn) for x, y in ((left, bottom), (right, top)))
        chars.append(char)
        boxes.append(BBox(min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)))
    document.close()
    return Truth("".join(chars), boxes)


def _displayed(x: float, y: float, edges: tuple[float, ...], turn: int) -> tuple[float, float]:
    x0, y0, x1, y1 = edges
    if turn == 90:
        return y - y0, x - x0
    if turn == 180:
        return x1 - x, y - y0
    return (y1 - y, x1 - x) if turn == 270 else (x - x0, y1 - y)


def _true_boxes(
    path: Path, doc: Document, spans: Sequence[Span], ours: dict[int, list[BBox]]
) -> dict[int, list[BBox]] | None:
    """The true stretches of lines by page; ``None`` where pdfium's text does not hold the letters in a row."""
    found: dict[int, list[BBox]] = {}
    for page, quote in _by_page(doc, spans):
        truth = _truth(path, page)
        places = list(_occurrences(truth.text, quote))
        if not places:
            return None
        start = min(places, key=lambda at: _distance(truth.boxes[at], ours.get(page, [])))
        found.setdefault(page, []).extend(_stretches(truth.boxes[start : start + len(quote)]))
    return found


def _by_page(doc: Document, spans: Sequence[Span]) -> Iterator[tuple[int, str]]:
    """The letters of the spans column by column, page by page: pdfium's text may have other things between."""
    for span in spans:
        for block in doc.blocks:
            if block.end <= span.start or block.start >= span.end:
                continue
            letters, page = "", 0
            for i, region in enumerate(block.regions):
                part = doc.text[max(region.start, span.start) : min(region.end, span.end)]
                if i and _is_break(block, i) and letters:
                    yield page, letters
                    letters = ""
                page = region.page
                if region.start < span.end and region.end > span.start:
                    letters += "".join(part.replace("\\|", "|").split())
            if letters:
                yield page, letters


def _occurrences(text: str, quote: str) -> Iterator[int]:
    at = text.find(quote)
    while at >= 0:
        yield at
        at = text.find(quote, at + 1)


def _distance(box: BBox, boxes: Sequence[BBox]) -> float:
    return min((abs(box.x0 - b.x0) + abs(box.y0 - b.y0) for b in boxes), default=0.0)


def _stretches(boxes: Sequence[BBox]) -> list[BBox]:
    """Letters that follow each other on a line, as one box. Lines run as most letters follow each other."""
    level = sum(_overlap(a.y0, a.y1, b.y0, b.y1) > 0.4 for a, b in pairwise(boxes))
    axis = 0 if 2 * level >= len(boxes) - 1 else 1
    out: list[BBox] = []
    for box in boxes:
        last = out[-1] if out else None
        if last and _goes_on(last, box, axis):
            out[-1] = BBox(min(last.x0, box.x0), min(last.y0, box.y0), max(last.x1, box.x1), max(last.y1, box.y1))
        else:
            out.append(box)
    return out


def _goes_on(last: BBox, box: BBox, axis: int) -> bool:
    across, along = (1, 3), (0, 2)
    if axis == 1:
        across, along = along, across
    gap = max(box[along[0]] - last[along[1]], last[along[0]] - box[along[1]])
    high = box[across[1]] - box[across[0]]
    return gap < 3 * high and _overlap(last[across[0]], last[across[1]], box[across[0]], box[across[1]]) > 0.4


def _overlap(a0: float, a1: float, b0: float, b1: float) -> float:
    return (min(a1, b1) - max(a0, b0)) / max(1e-6, min(a1 - a0, b1 - b0))


def _report(found: Sequence[Measured], lost: int, worst: int) -> None:
    print(f"{'':8} quotes  overlap  covered  beside  below 0.95")
    for kind in (*KINDS, "all"):
        part = [m for m in found if kind in (m.kind, "all")]
        if part:
            mean = [statistics.fmean(v) for v in zip(*((m.overlap, m.covered, m.beside) for m in part), strict=True)]
            low = sum(m.overlap < 0.95 for m in part)
            print(f"{kind:8} {len(part):6}  {mean[0]:7.3f}  {mean[1]:7.3f}  {mean[2]:6.3f}  {low:10}")
    print(f"{lost} more are not in pdfium's text in a row, or are not found there")
    for m in sorted(found, key=lambda m: m.overlap)[:worst]:
        print(f"{m.overlap:.3f} {m.covered:.3f} {m.beside:.3f} {m.kind:8} {m.source}: {' '.join(m.quote.split())[:90]}")


if __name__ == "__main__":
    main()
