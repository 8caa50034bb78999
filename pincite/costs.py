"""What it costs to read a part of the document, in tokens, known before anyone reads it.

Every rendered block ends in a blank line and the next starts with a visible character, where the tokenizer never
joins across; so counts add up, and the cost of any stretch is the difference of two prefix sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from pincite.markup import BLANK_LINE, Markup, Unit
from pincite.model import Block, Document, Span
from pincite.spans import spans_by_page, visible_parts

if TYPE_CHECKING:
    from pincite.outline import Section

ENCODING = "o200k_base"
# The one exception to the sum: punctuation, line breaks and then a slash make one token. A block that starts with a
# slash (``/s/ Jane Doe``) is counted where it nearly always stands, after punctuation.
_BEFORE_SLASH = "." + BLANK_LINE


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    import quicktok

    return quicktok.get_encoding(ENCODING)


def count_tokens(text: str) -> int:
    """Tokens of ``text`` in the o200k vocabulary, exact."""
    return int(_tokenizer().count(text))


def count_each(texts: Sequence[str]) -> list[int]:
    """``count_tokens`` of many texts, several times faster."""
    import quicktok

    return [int(n) for n in quicktok.count_batch(_tokenizer(), texts, 2).tolist()] if texts else []


def count_bodies(texts: Sequence[str]) -> list[int]:
    """Tokens that each text adds where it follows a blank line."""
    counts = count_each([_BEFORE_SLASH + t if t.startswith("/") else t for t in texts])
    before = count_tokens(_BEFORE_SLASH)
    return [n - before if t.startswith("/") else n for n, t in zip(counts, texts, strict=True)]


class Costs:
    """Token costs of one document. Furniture costs nothing; what is read on its own begins with a page marker, which
    is in its cost; so what is advertised here is what a read reports."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self.markup = Markup(doc)
        visible = [b for b in doc.blocks if not b.kind.is_furniture]
        units = self._units(visible)
        self._bodies = dict(zip((b.id for b in visible), count_bodies([u.body_text for u, _ in units]), strict=True))
        lines = sorted({u.marker for u, _ in units})
        self._markers = dict(zip(lines, count_bodies(lines), strict=True))
        n = len(doc.blocks)
        added = [0] * n  # body and the marker it needs after the block before it
        leads = [0] * n  # marker that it needs at the head of a read, less the one already in ``added``
        self._next_paged = [n] * (n + 1)
        for unit, repeated in units:
            marker = self._markers[unit.marker]
            added[unit.block] = self._bodies[unit.block] + (0 if repeated else marker)
            leads[unit.block] = marker if repeated else 0
            if unit.marker:
                self._next_paged[unit.block] = unit.block
        for i in range(n - 1, -1, -1):
            self._next_paged[i] = min(self._next_paged[i], self._next_paged[i + 1])
        self._leads = leads
        self._sums = list(accumulate(added, initial=0))
        self._pages: dict[int, tuple[Span, ...]] | None = None

    @property
    def total(self) -> int:
        """The whole document in one read."""
        return self._sums[-1]

    def block(self, block_id: int) -> int:
        return self.blocks(block_id, block_id + 1)

    def blocks(self, start: int, end: int) -> int:
        """The blocks ``start:end`` in one read."""
        if start >= end:
            return 0
        paged = self._next_paged[start]
        return self._sums[end] - self._sums[start] + (self._leads[paged] if paged < end else 0)

    def section(self, section: Section) -> int:
        """The section, its subsections included."""
        return self.blocks(section.start, section.end)

    def table(self, table_id: int) -> int:
        return self.block(self._doc.tables[table_id].block)

    def page(self, number: int) -> int:
        """What stands on the physical page (0 for a page that is not there or has no text)."""
        if self._pages is None:
            self._pages = spans_by_page(self._doc)
        total, pages = 0, None
        for _, block, start, end in visible_parts(self._doc, self._pages.get(number, ())):
            unit = self.markup.unit(block, start, end, pages)
            total += self.unit(unit)
            pages = unit.last
        return total

    def unit(self, unit: Unit) -> int:
        """A unit with its marker, as made by ``Markup``; whole blocks are known, parts are counted now."""
        block = self._doc.blocks[unit.block]
        whole = unit.start == block.start and unit.end == block.end
        body = self._bodies.get(unit.block) if whole else None
        if body is None:
            body = count_bodies([unit.body_text])[0]
        if not unit.marker:
            return body
        if unit.marker not in self._markers:
            self._markers[unit.marker] = count_bodies([unit.marker])[0]
        return body + self._markers[unit.marker]

    def _units(self, visible: Sequence[Block]) -> list[tuple[Unit, bool]]:
        """Each block as it is at the head of a read, and whether its marker repeats the one in force when all is
        read."""
        out: list[tuple[Unit, bool]] = []
        pages: tuple[int, int] | None = None
        for block in visible:
            unit = self.markup.unit(block, block.start, block.end, None)
            out.append((unit, unit.first is not None and unit.first == pages))
            pages = unit.last or pages
        return out
