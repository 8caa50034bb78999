"""What searching and verifying give."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.model import BBox

if TYPE_CHECKING:
    from pincite.verify import Recognised, Status


@dataclass(frozen=True, slots=True)
class Hit:
    """A place found by ``search``. ``page_end`` is the last page of the passage; ``page_label`` what to cite its
    first page by; ``section`` the titles that lead to it."""

    page_number: int | None
    page_end: int | None
    page_label: str | None
    section: tuple[str, ...]
    snippet: str
    score: float
    uri: str


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a quote stands. ``page_label`` is what to cite its first page by; ``boxes`` are (physical page, box in
    points from the top left), line by line, cut to the letter where this process parsed a PDF that is still there, else
    by how wide letters are as a rule; ``recognised`` is set where the words were read off a picture, with how
    sure that is."""

    uri: str
    page_number: int | None
    page_label: str | None
    page_numbers: tuple[int, ...]
    section: tuple[str, ...]
    quote: str
    boxes: tuple[tuple[int, BBox], ...]
    recognised: Recognised | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """What ``verify`` found out; ``nearest`` is the closest passage of a quote that does not stand in the document."""

    status: Status
    message: str
    anchors: tuple[Citation, ...]
    nearest: str | None
