"""Running heads and page numbers that a copy picks up at a page break, as copies from a viewer do."""

from __future__ import annotations

from typing import NamedTuple

from pincite.model import Document, Span
from pincite.spans import block_at, page_number, pages_of
from pincite.verify.letters import Letters
from pincite.verify.searcher import Hit, Searcher, wanted

_MIN_LETTERS = 6  # a bare page number is not told from a number of the text


class Pickup(NamedTuple):
    """A running head in a quote: ``at`` letters stand before it; ``pages`` are those that carry it."""

    at: int
    pages: frozenset[int]


class Heads:
    """The running heads of one document, by their letters."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self._texts: dict[str, str] = {}
        self._pages: dict[str, set[int]] = {}
        for block in doc.blocks:
            text = doc.text[block.start : block.end] if block.kind.is_furniture else ""
            key = Letters(text).text
            if len(key) >= _MIN_LETTERS:
                self._texts[key] = text
                self._pages.setdefault(key, set()).update(pages_of(doc, (block.span,)))

    def taken_out(self, quote: str) -> tuple[str, list[Pickup]]:
        """The quote without the running heads in it, and where they were."""
        letters = Letters(quote)
        places: list[tuple[Hit, str]] = []
        for key, text in self._texts.items():
            want = wanted(text) if key in letters.text else None
            if want is not None:
                places += [(hit, key) for hit in Searcher(letters).find(want)]
        rest, done, pickups = "", 0, []
        for hit, key in sorted(places, key=lambda place: (place[0].start, -place[0].end)):
            if hit.start < done:
                continue
            rest += quote[done : hit.start] + " "
            pickups.append(Pickup(len(Letters(rest).text), frozenset(self._pages[key])))
            done = hit.end
        return rest + quote[done:], pickups

    def stand_there(self, pickups: list[Pickup], letters: Letters, hit: Hit) -> bool:
        """Whether each running head was picked up where a page that carries it begins or ends."""
        first, end = letters.key_at(hit.start), letters.key_at(hit.end)
        for pickup in pickups:
            at = first + pickup.at
            before = self._page(letters, at - 1) if pickup.at else None
            after = self._page(letters, at) if at < end else None
            if before == after or pickup.pages.isdisjoint({before, after}):
                return False
        return True

    def _page(self, letters: Letters, key: int) -> int | None:
        char: Span = letters.place(key, letters.run_at(key))
        block = block_at(self._doc, char.start)
        return page_number(block, char.start) if block else None
