"""How sure OCR was of each word, on the text of the document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from pincite.model import BBox, Confidence, Document, Region
from pincite.parsers.pdf.layout import Layout, Recognition

_WORD = re.compile(r"\S+")


def confidences_of(document: Document, layout: Layout) -> Document:
    """The document with the confidences of the words that OCR read. A word of the text is one that OCR read in the
    same line or cell; where passes changed it (a hyphen at the end of a line), it has the mean of those."""
    pages = {page.number: _Page(page.recognition) for page in layout.pages if page.recognition}
    if not pages:
        return document
    regions = (r for block in document.blocks for r in block.regions if r.page in pages and r.bbox is not None)
    found = tuple(c for region in regions for c in pages[region.page].of(document.text, region))
    means = {page.number: page.recognition.confidence for page in layout.pages if page.recognition}
    numbered = tuple(
        replace(page, confidence=round(means[page.number], 1)) if page.number in means else page
        for page in document.pages
    )
    return replace(document, pages=numbered, confidences=found)


class _Page:
    """The words that OCR read on a page, by where they stand."""

    def __init__(self, recognition: Recognition) -> None:
        self._words = recognition.words
        self._percents = recognition.percents
        self._xs = np.array([(w.x0 + w.x1) / 2 for w in recognition.words])
        self._ys = np.array([(w.y0 + w.y1) / 2 for w in recognition.words])

    def of(self, text: str, region: Region) -> Iterator[Confidence]:
        """The confidence of each word of a region; none where nothing of it was read by OCR."""
        assert region.bbox is not None
        near = self._within(region.bbox)
        if not near:
            return
        mean = round(sum(self._percents[i] for i in near) / len(near))
        for match in _WORD.finditer(text, region.start, region.end):
            same = next((i for i in near if self._words[i].text == match[0]), None)
            if same is not None:
                near.remove(same)
            percent = mean if same is None else self._percents[same]
            yield Confidence(match.start(), match.end(), percent)

    def _within(self, box: BBox) -> list[int]:
        inside = (self._xs >= box.x0) & (self._xs <= box.x1) & (self._ys >= box.y0) & (self._ys <= box.y1)
        found: list[int] = np.flatnonzero(inside).tolist()
        return found
