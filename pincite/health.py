"""The health of each page, and what is wrong with a document in a few lines.

Parsers leave warnings with stable codes, one a page; here they are read as states of the page and put together, so
that nobody takes silence for completeness.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import NamedTuple

from pincite.model import Document, DocumentWarning

_MOST_RANGES = 8


class State(StrEnum):
    """What is true of a page; several may be."""

    TEXT = "text"  # text that can be relied on
    SCAN = "scan"  # a picture of text
    JUNK_LAYER = "junk_layer"  # a scan whose text layer reads like bad recognition
    GARBLED = "garbled"  # characters that the file gives no meaning
    HIDDEN_TEXT = "hidden_text"  # text in the file that a reader does not see, left out
    DRAWING = "drawing"  # pictures or drawings without text
    UNREADABLE = "unreadable"  # damaged
    BLANK = "blank"
    OCR = "ocr"  # read by our OCR
    OCR_DOUBTFUL = "ocr_doubtful"  # the same, with little confidence
    NEEDS_OCR = "needs_ocr"


_STATES = {
    "no_text_layer": (State.SCAN, State.NEEDS_OCR),
    "scanned_page": (State.SCAN,),
    "junk_text_layer": (State.JUNK_LAYER, State.NEEDS_OCR),
    "garbled_text": (State.GARBLED, State.NEEDS_OCR),
    "hidden_text": (State.HIDDEN_TEXT,),
    "picture_only": (State.DRAWING,),
    "page_unreadable": (State.UNREADABLE,),
    "ocr": (State.OCR,),
    "ocr_doubtful": (State.OCR, State.OCR_DOUBTFUL),
    "ocr_empty": (State.DRAWING,),
    "ocr_failed": (State.NEEDS_OCR,),
    "ocr_time": (State.NEEDS_OCR,),
    "ocr_language": (State.NEEDS_OCR,),
}
_NOT_TEXT = frozenset({State.JUNK_LAYER, State.GARBLED})
_SHORT = {
    "no_text_layer": "scan without text (needs OCR)",
    "scanned_page": "scan with an invisible text layer, whose words may be wrong",
    "junk_text_layer": "the text layer of the scan reads like bad recognition (needs OCR)",
    "garbled_text": "many characters have no meaning in the file (needs OCR)",
    "hidden_text": "text that a reader of the page does not see was left out",
    "picture_only": "pictures or drawings without text",
    "page_unreadable": "damaged, could not be read",
    "ocr": "read by OCR",
    "ocr_doubtful": "read by OCR with little confidence, words may be wrong",
    "ocr_empty": "pictures in which OCR found no words",
}
_OCR = frozenset({"ocr", "ocr_doubtful"})
_FAR_OFF = 5.0  # per cent


class PageHealth(NamedTuple):
    """A physical page and its states, never none."""

    page: int
    states: tuple[State, ...]


class Trouble(NamedTuple):
    """One kind of trouble. ``code`` is that of the warnings; ``pages`` are physical and ascend, ``()`` where the whole
    document is meant."""

    code: str
    pages: tuple[int, ...]
    text: str


def page_health(doc: Document) -> tuple[PageHealth, ...]:
    """The health of every page, in order; ``()`` for a format without pages."""
    said: dict[int | None, list[State]] = {}
    for warning in doc.warnings:
        said.setdefault(warning.page, []).extend(_STATES.get(warning.code, ()))
    with_text = {r.page for b in doc.blocks if not b.kind.is_furniture for r in b.regions}
    return tuple(PageHealth(p.number, _states(said.get(p.number, []), p.number in with_text)) for p in doc.pages)


def _states(said: Sequence[State], has_text: bool) -> tuple[State, ...]:
    found = set(said)
    if has_text and not found & _NOT_TEXT:
        found.add(State.TEXT)
    return tuple(state for state in State if state in found) or (State.BLANK,)


def troubles(doc: Document) -> tuple[Trouble, ...]:
    """What is wrong with the document, one entry for each kind; ``()`` where nothing is."""
    kinds: dict[str, list[DocumentWarning]] = {}
    for warning in doc.warnings:
        kinds.setdefault(warning.code, []).append(warning)
    return tuple(_trouble(doc, code, same) for code, same in kinds.items())


def _trouble(doc: Document, code: str, same: Sequence[DocumentWarning]) -> Trouble:
    pages = tuple(sorted({w.page for w in same if w.page is not None}))
    text = _SHORT.get(code, same[0].message) if pages else same[0].message
    return Trouble(code, pages, text + (_how_sure(doc, pages) if code in _OCR else ""))


def _how_sure(doc: Document, pages: Sequence[int]) -> str:
    """How sure OCR was of these pages on the mean, and of the worst where that one differs much."""
    sure = {p.number: p.confidence for p in doc.pages if p.number in pages and p.confidence is not None}
    if not sure:
        return ""
    mean, worst = sum(sure.values()) / len(sure), min(sure, key=lambda number: (sure[number], number))
    told = f"; mean confidence {mean:.0f} %"
    return told + (f", the least on page {worst}: {sure[worst]:.0f} %" if sure[worst] < mean - _FAR_OFF else "")


def page_ranges(pages: Sequence[int], name: Callable[[int], str]) -> str:
    """``page 3``, ``pages 3-9, 14``: ascending physical pages by the ``name`` of each. Many ranges are cut off with the
    number of pages left out."""
    runs: list[list[int]] = []
    for number in pages:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = ", ".join(name(r[0]) if len(r) == 1 else f"{name(r[0])}-{name(r[-1])}" for r in runs[:_MOST_RANGES])
    rest = sum(map(len, runs[_MOST_RANGES:]))
    return f"{'page' if len(pages) == 1 else 'pages'} {shown}" + (f" and {rest} more" if rest else "")
