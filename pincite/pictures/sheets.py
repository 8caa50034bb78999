"""Finds passages of a document on the sheets of a rendering, which another program broke into lines and pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from pincite.fold import fold
from pincite.model import BBox, Document, Span
from pincite.pictures.marking import PageLetters
from pincite.spans import page_spans, visible_parts

# characters before and after a passage that tell it from others that read the same
_CONTEXTS = ((120, 120), (40, 40), (12, 12), (40, 0), (0, 40), (0, 0))
_LEAST = 12  # letters; what is shorter and stands in several places is not told apart
_PIECE = 60  # characters of a page that are looked for at a time
_TRIED = 8  # such pieces, before its place is guessed
_LEVEL = 0.4  # of the height: letters that share so much of it are on one line


class Stretch(NamedTuple):
    """Letters ``start:end`` of sheet ``sheet`` (from 0)."""

    sheet: int
    start: int
    end: int


class Sheets:
    """The texts of all sheets: their letters in order, without white space."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        folded = [_letters(text) for text in texts]
        self._text = "".join(text for text, _ in folded)
        self._starts = list(accumulate((len(text) for text, _ in folded), initial=0))
        self._at = [at for _, at in folded]

    def find(self, doc: Document, spans: Sequence[Span]) -> list[Stretch]:
        """Where the spans stand, in their order; what is not found is left out."""
        found: list[Stretch] = []
        for _, _, start, end in visible_parts(doc, spans):
            found += self._find(doc.text, Span(start, end))
        return found

    def sheet_of(self, doc: Document, page: int) -> int:
        """The sheet (from 0) on which a physical page of the document begins, as far as can be told."""
        if self._count == len(doc.pages) and doc.format in ("pptx", "ppt"):
            return page - 1
        spans = page_spans(doc, page)
        for piece in list(_pieces(doc.text, spans))[:_TRIED]:
            if found := self._find(doc.text, piece):
                return found[0].sheet
        share = spans[0].start / max(1, len(doc.text)) if spans else (page - 1) / max(1, len(doc.pages))
        return min(self._count - 1, int(share * self._count))

    def _find(self, text: str, span: Span) -> list[Stretch]:
        near = span.start / max(1, len(text)) * len(self._text)
        found: list[Stretch] = []
        todo = [span]
        while todo:
            part = todo.pop()
            place = self._place(text, part, near)
            if place is not None:
                near = place[1]
                found += self._stretches(*place)
            elif part.end - part.start > _LEAST:  # it may run over the end of a sheet
                middle = text.find(" ", (part.start + part.end) // 2, part.end)
                middle = middle if middle > 0 else (part.start + part.end) // 2
                todo += [Span(middle, part.end), Span(part.start, middle)]
        return found

    def _place(self, text: str, span: Span, near: float) -> tuple[int, int] | None:
        """From where to where in the text of all sheets, the nearest place that fits, best with what is around it."""
        wanted = _letters(text[span.start : span.end])[0]
        for back, on in _CONTEXTS if wanted else ():
            before = _letters(text[max(0, span.start - back) : span.start])[0]
            after = _letters(text[span.end : span.end + on])[0]
            places = _all(self._text, before + wanted + after)
            if places and (back or on or len(places) == 1 or len(wanted) > _LEAST):
                start = min(places, key=lambda at: abs(at - near)) + len(before)
                return start, start + len(wanted)
        return None

    def _stretches(self, start: int, end: int) -> Iterator[Stretch]:
        for sheet, first in enumerate(self._starts[:-1]):
            a, b = max(start, first) - first, min(end, self._starts[sheet + 1]) - first
            if a < b:
                yield Stretch(sheet, self._at[sheet][a], self._at[sheet][b - 1] + 1)


def boxes_of(letters: PageLetters, stretches: Sequence[Stretch]) -> tuple[BBox, ...]:
    """A box for each line of the stretches."""
    out: list[BBox] = []
    for stretch in stretches:
        begun = True
        for box in letters.boxes[stretch.start : stretch.end]:
            last = None if begun else out[-1]
            begun = False
            if last and _on_line(last, box):
                out[-1] = BBox(min(last.x0, box.x0), min(last.y0, box.y0), max(last.x1, box.x1), max(last.y1, box.y1))
            else:
                out.append(box)
    return tuple(out)


def _on_line(last: BBox, box: BBox) -> bool:
    shared = min(last.y1, box.y1) - max(last.y0, box.y0)
    high = min(last.y1 - last.y0, box.y1 - box.y0)
    return shared > _LEVEL * high and box.x0 - last.x1 < 3 * high


def _letters(text: str) -> tuple[str, list[int]]:
    folded = fold(text, case=True)
    kept = [(char, at) for char, at in zip(folded.text, folded.offsets, strict=False) if char.isalnum()]
    return "".join(char for char, _ in kept), [at for _, at in kept]


def _pieces(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """The spans in pieces of whole words."""
    for span in spans:
        start = span.start
        while start < span.end:
            end = min(start + _PIECE, span.end)
            while end < span.end and not text[end].isspace():
                end += 1
            yield Span(start, end)
            start = end


def _all(text: str, wanted: str) -> list[int]:
    found: list[int] = []
    at = text.find(wanted)
    while at >= 0 and len(found) < 1000:
        found.append(at)
        at = text.find(wanted, at + 1)
    return found
