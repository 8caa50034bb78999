"""What to know of a quote whose words were read off a picture of the page."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.model import Confidence, Document, Span

_DOUBTFUL = 70  # per cent
_MOST_DOUBTFUL = 5


@dataclass(frozen=True, slots=True)
class Recognised:
    """How sure OCR was of a quote: ``confidence``, the mean of its words in per cent (``None``: the words are the
    invisible layer of a scan, of whose making nothing is known), and the words that it doubted, at most five."""

    confidence: int | None
    doubtful: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The same in a sentence."""
        if self.confidence is None:
            return "The words are the invisible layer of a scan and may be wrong."
        doubts = f"; it doubted {', '.join(self.doubtful)}" if self.doubtful else ""
        return f"Read by OCR, {self.confidence} % sure{doubts}."


def recognised(doc: Document, spans: Sequence[Span], pages: Sequence[int]) -> Recognised | None:
    """What OCR has to do with the characters of the spans, which stand on these physical pages; ``None``: nothing."""
    sources = [doc.pages[number - 1] for number in pages]
    if all(page.source != "ocr" for page in sources):
        return None
    words = [word for span in spans for word in _within(doc, span)]
    if words:
        length = sum(word.end - word.start for word in words)
        mean = sum(word.percent * (word.end - word.start) for word in words) / length
        doubtful = dict.fromkeys(doc.text[word.start : word.end] for word in words if word.percent < _DOUBTFUL)
        return Recognised(round(mean), tuple(doubtful)[:_MOST_DOUBTFUL])
    is_layer = any(page.source == "ocr" and page.confidence is None for page in sources)
    return Recognised(None) if is_layer else None


def _within(doc: Document, span: Span) -> list[Confidence]:
    """The words that OCR read among the characters of a span."""
    first = bisect_left(doc.confidences, span.start + 1, key=lambda c: c.end)
    last = bisect_left(doc.confidences, span.end, key=lambda c: c.start)
    return list(doc.confidences[first:last])
