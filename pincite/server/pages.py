"""Pages as people name them: by the label that is printed on them, or as the n-th sheet (``p31``)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pincite.errors import UnknownReferenceError
from pincite.health import State, page_health, page_ranges
from pincite.markup import page_cites
from pincite.server.fence import line

if TYPE_CHECKING:
    from pincite.registry import OpenDocument

PAGE_WORD = re.compile(r"^\[?(?:pages?\s+|pp?\.\s*)(?=\S)", re.IGNORECASE)
_SHEETS = re.compile(r"p(\d{1,9})(?:\s*[-–—]\s*p?(\d{1,9}))?", re.ASCII)
_DASH = re.compile(r"\s*(?:[-–—]|\.\.|…|\bto\b)\s*")
_NAME_LENGTH = 40


def sheet_range(text: str) -> tuple[int, int] | None:
    """``p31``, ``p12-p14`` and ``p12-14`` as first and last physical number; ``None`` for anything else."""
    match = _SHEETS.fullmatch(text.strip())
    if match is None:
        return None
    first = int(match[1])
    return first, int(match[2] or first)


def unread(opened: OpenDocument) -> str | None:
    """A sentence on the pages whose words are not known; ``None`` where there are none. What is not found may stand
    there."""
    doc = opened.document
    numbers = [h.page for h in page_health(doc) if State.NEEDS_OCR in h.states] if doc.warnings else []
    if not numbers:
        return None
    return f"It may stand on {page_ranges(numbers, PageNames(opened).name)}: no readable text there (needs OCR)."


class PageNames:
    """The pages of one document by name, as the page marks in its text say it."""

    def __init__(self, opened: OpenDocument) -> None:
        self._doc = opened.document
        self._markup = opened.costs.markup

    @cached_property
    def _cites(self) -> dict[int, str]:
        return page_cites(self._doc)

    def name(self, number: int) -> str:
        """The label, or the physical number where there is none; ``3 (sheet 7)`` where ``3`` stands on several
        pages."""
        return line(self._markup.page_name(number), _NAME_LENGTH)

    def range_name(self, numbers: Sequence[int]) -> str:
        """``page iv`` or ``pages 61-64`` for ascending physical numbers; empty for none."""
        if not numbers:
            return ""
        first, last = self.name(numbers[0]), self.name(numbers[-1])
        return f"page {first}" if numbers[0] == numbers[-1] else f"pages {first}-{last}"

    def labelled(self, text: str) -> str:
        """The label of a sheet that is named as ``p31`` or ``p12-p14``; anything else as it is. A label that reads like
        that wins."""
        sheets = sheet_range(text)
        if sheets is None or self.has_label(text) or not 1 <= sheets[0] <= sheets[1] <= len(self._doc.pages):
            return text
        first, last = self.name(sheets[0]), self.name(sheets[1])
        return first if sheets[0] == sheets[1] else f"{first} to {last}"

    def has_label(self, text: str) -> bool:
        """Does a page carry this label (or this number, where it has no label)?"""
        return bool(self._labelled(text))

    def find(self, text: str) -> tuple[int, int]:
        """First and last physical page of ``iv``, ``12-14``, ``F-3 to F-5``, ``page 12`` or ``p31``.

        Labels decide; a bare number means a physical page only if that page has no label. Raises
        ``UnknownReferenceError`` (unknown_page, or ambiguous_page where several pages carry the label).
        """
        asked = PAGE_WORD.sub("", text.strip()).rstrip("]")
        sheets = sheet_range(asked)
        if sheets is None:
            whole = self._one(asked)
            sheets = (whole, whole) if whole else self._between_labels(asked)
        if sheets is None or not 1 <= sheets[0] <= sheets[1] <= len(self._doc.pages):
            raise self._unknown(asked)
        return sheets

    def _between_labels(self, text: str) -> tuple[int, int] | None:
        """A range of two labels, which may hold dashes themselves."""
        for dash in _DASH.finditer(text):
            first, last = self._one(text[: dash.start()]), self._one(text[dash.end() :])
            if first and last:
                return first, last
        return None

    def _one(self, text: str) -> int | None:
        found = self._labelled(text)
        if len(found) > 1:
            sheets = ", ".join(f"p{number}" for number in found[:10])
            raise UnknownReferenceError(
                f'Label "{line(text, 24)}" stands on {len(found)} pages.',
                code="ambiguous_page",
                hint=f"Name one of them: {sheets}.",
            )
        return found[0] if found else None

    def _labelled(self, text: str) -> list[int]:
        """The pages with this label, as printed or as a page mark shows it; an unlabelled page goes by its number."""
        asked = text.strip()
        exact = [number for number, cite in self._cites.items() if cite == asked]
        if exact or not asked:
            return exact
        folded = asked.casefold()
        return [n for n, cite in self._cites.items() if folded in (cite.casefold(), self.name(n).casefold())]

    def _unknown(self, asked: str) -> UnknownReferenceError:
        last = len(self._doc.pages)
        if not last:
            return UnknownReferenceError(
                "This document has no pages.", code="unknown_page", hint="Read sections (s7) or blocks (b12) instead."
            )
        hint = f"Its pages are p1 (labelled {self.name(1)}) to p{last} (labelled {self.name(last)})."
        if asked.isdecimal() and len(asked) < 9 and 1 <= int(asked) <= last:
            hint = f"Sheet {int(asked)} is p{int(asked)}, labelled {self.name(int(asked))}. {hint}"
        return UnknownReferenceError(f'No page "{line(asked, 40)}" here.', code="unknown_page", hint=hint)
