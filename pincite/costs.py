"""What it costs to read a part of the document, in tokens, known before anyone reads it.

Every rendered block ends in a blank line and the next starts with a visible character. The tokenizer joins nothing
across that, so counts add up, and the cost of any stretch is the difference of two prefix sums. The one exception is
a block that starts with a slash (``/s/ Jane Doe``): punctuation, line breaks and slashes make one token. It is
counted where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from pincite.markup import Markup, Unit
from pincite.model import Document, Span
from pincite.spans import spans_by_page, visible_parts

if TYPE_CHECKING:
    from pincite.outline import Section

ENCODING = "o200k_base"
_FEW = 8  # texts that are not worth starting threads for
_LAST_WORD = re.compile(r"\s?\S*\s*\Z")


@lru_cache(maxsize=1)
def _tokenizer() -> Any:
    import quicktok

    return quicktok.get_encoding(ENCODING)


def count_tokens(text: str) -> int:
    """Tokens of ``text`` in the o200k vocabulary, exact."""
    return int(_tokenizer().count(text))


def count_each(texts: Sequence[str]) -> list[int]:
    """``count_tokens`` of many texts, several times faster."""
    if len(texts) < _FEW:
        return [count_tokens(text) for text in texts]
    import quicktok

    return [int(n) for n in quicktok.count_batch(_tokenizer(), texts, 2).tolist()] if texts else []


def count_after(before: str, text: str) -> int:
    """Tokens that ``text`` adds to a read that ends in ``before`` (a blank line, or nothing)."""
    if not text.startswith("/"):
        return count_tokens(text)
    found = _LAST_WORD.search(before)
    tail = found[0] if found else ""
    return count_tokens(tail + text) - count_tokens(tail)


class Costs:
    """Token costs of one document. Furniture costs nothing; what is read on its own begins with a page marker, which
    is in its cost; so what is advertised here is what a read reports."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self.markup = Markup(doc)
        units = [self.markup.unit(b, b.start, b.end, None) for b in doc.blocks if not b.kind.is_furniture]
        self._bodies = self._count_bodies(units)
        lines = sorted({unit.marker for unit in units})
        self._markers = dict(zip(lines, count_each(lines), strict=True))
        n = len(doc.blocks)
        added = [0] * n  # what a block adds after the one before it
        self._head = [0] * n  # how much more it costs at the head of a read, where it always needs its page marker
        self._visible, self._paged = [n] * (n + 1), [n] * (n + 1)  # the next block that is read, that has a page
        before: Unit | None = None
        pages: tuple[int, int] | None = None
        for unit in units:
            i = unit.block
            repeated = unit.first is not None and unit.first == pages
            added[i] = self.unit(unit._replace(marker="") if repeated else unit, before)
            self._head[i] = self.unit(unit) - added[i]
            self._visible[i] = i
            self._paged[i] = i if unit.marker else n
            before, pages = unit, unit.last or pages
        for nearest in (self._visible, self._paged):
            for i in range(n - 1, -1, -1):
                nearest[i] = min(nearest[i], nearest[i + 1])
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
        heads = {self._visible[start], self._paged[start]}
        return self._sums[end] - self._sums[start] + sum(self._head[i] for i in heads if i < end)

    def section(self, section: Section) -> int:
        """The section, its subsections included."""
        return self.blocks(section.start, section.end)

    def table(self, table_id: int) -> int:
        return self.block(self._doc.tables[table_id].block)

    def page(self, number: int) -> int:
        """What stands on the physical page (0 for a page that is not there or has no text)."""
        if self._pages is None:
            self._pages = spans_by_page(self._doc)
        total, before = 0, None
        for _, block, start, end in visible_parts(self._doc, self._pages.get(number, ())):
            unit = self.markup.unit(block, start, end, before.last if before else None)
            total += self.unit(unit, before)
            before = unit
        return total

    def unit(self, unit: Unit, before: Unit | None = None) -> int:
        """A unit with its marker, read after the unit ``before`` (``None``: at the head). Whole blocks are known, parts
        are counted now."""
        marker = self._marker(unit.marker)
        block = self._doc.blocks[unit.block]
        if (unit.start, unit.end) == (block.start, block.end) and unit.block in self._bodies:
            return marker + self._bodies[unit.block]
        return marker + count_after(unit.marker or (before.body_text if before else ""), unit.body_text)

    def _marker(self, line: str) -> int:
        if line not in self._markers:
            self._markers[line] = count_tokens(line)
        return self._markers[line]

    def _count_bodies(self, units: Sequence[Unit]) -> dict[int, int]:
        """The tokens of each block whose count does not depend on what stands before it."""
        texts = {unit.block: unit.body_text for unit in units}
        free = {block: text for block, text in texts.items() if not text.startswith("/")}
        return dict(zip(free, count_each(list(free.values())), strict=True))
