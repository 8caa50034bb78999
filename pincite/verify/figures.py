"""Numbers of a quote that stand in the document in another way: in thousands, without the currency sign, as a fraction,
with more digits.

They never make a quote stand there; they tell its writer what to write instead.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from pincite.model import Block, Cell, Document, Span
from pincite.tables.cells import lead_of, read_cells
from pincite.tables.values import Number, parse_number
from pincite.verify.cells import Headers
from pincite.verify.gaps import CURRENCY, hyphens

_SCALE = r"(?:thousand|million|billion|trillion|mn|bn|[km](?!\w))s?"
_FIGURE = re.compile(
    rf"(?<![\w.,/–-])(?:\(\s?)?[-−–+]?\s?(?:US|C|A|HK)?[{CURRENCY}]?\s?[-−]?\(?\d(?:[\d,.'’]*\d)?\s?(?:%|percent\b|per\s?cent\b)?"
    rf"\)?%?(?:\s?{_SCALE}\b)?",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"\s?per\s?cent\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD = re.compile(r"[^\W\d_]{3,}")
_NOT_DIGIT = re.compile(r"\D+")
_COMMON = frozenset("the and for was were with from that this not are our had has its year years ended total".split())
_ROUNDED = 2  # digits that may be those of a number with more
_TELLING = 4  # digits that need no word beside them
_MOST = 3
_AROUND = 120  # characters of a sentence on either side of a number
_Differs = Callable[[str, Number, str, Number], str | None]
_NAMES = {3: "thousands", 6: "millions", 9: "billions", 12: "trillions"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of a quote, as it was ``said`` and as it ``stands`` in the document at ``span``; ``how`` it differs;
    ``what`` names it (``Revenue / 2023``; empty outside of tables)."""

    said: str
    stands: str
    span: Span
    how: str
    what: str = ""


class _Place(NamedTuple):
    """A number of the document with the words that belong to it."""

    text: str
    span: Span
    number: Number
    words: frozenset[str]
    what: str


class _Told(NamedTuple):
    """A number of a quote: as it was said, its value, the words of the quote, where the quote should stand, and whether
    a place must share a word with it."""

    said: str
    number: Number
    words: frozenset[str]
    near: Sequence[Span]
    needs_words: bool


class Figures:
    """The numbers of one document by their digits; made when the first quote fails."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self._headers: dict[int, Headers] = {}
        self._numbers: dict[int, dict[int, Number | None]] = {}

    def find(self, quote: str, passage: str = "", near: Sequence[Span] = ()) -> tuple[Figure, ...]:
        """The numbers of the quote that ``passage``, what stands instead of it, does not have as they are, and the
        document has in another way. ``near``: where the quote should stand."""
        words = _words(quote)
        found = []
        for said in _figures(quote):
            bare = _squeezed(said)
            if not passage or bare not in _squeezed(passage):
                figure = self._best(said, words, near)
                found += [figure] if figure else []
        return tuple(found[:_MOST])

    def _best(self, said: str, words: frozenset[str], near: Sequence[Span]) -> Figure | None:
        number = _number(said)
        if number is None:
            return None
        key = _digits(said)
        told = _Told(said, number, words, near, needs_words=len(key) < _TELLING)
        exact = _fittest(told, self._places(key), difference)
        if exact is not None or len(key) < _ROUNDED:
            return exact
        longer = (place for other in self._longer(key) for place in self._places(other))
        return _fittest(told._replace(needs_words=True), longer, rounding)

    def _longer(self, key: str) -> Iterator[str]:
        """The digits of numbers that might round to ``key``."""
        wanted, length = int(key) * 10, len(key) + 1
        for digits in dict.fromkeys((*self._cells, *self._texts)):
            if len(digits) >= length and abs(int(digits[:length]) - wanted) <= 5:
                yield digits

    def _places(self, key: str) -> Iterator[_Place]:
        for table, cell in self._cells.get(key, ()):
            number = self._cell_number(table, cell)
            if number is not None:
                rows, cols = self._heads(table).of(cell)
                text = " ".join(cell.text.split())
                what = " / ".join(" ".join(head.split()) for head in (*rows, *cols))
                yield _Place(text, cell.span, number, _words(what), what)
        for block, span in self._texts.get(key, ()):
            text = self._doc.text[span.start : span.end]
            number = _number(text)
            if number is not None:
                around = self._doc.text[max(block.start, span.start - _AROUND) : min(block.end, span.end + _AROUND)]
                yield _Place(" ".join(text.split()), span, number, _words(around), "")

    def _heads(self, table: int) -> Headers:
        if table not in self._headers:
            self._headers[table] = Headers(self._doc.tables[table])
        return self._headers[table]

    def _cell_number(self, table: int, cell: Cell) -> Number | None:
        if table not in self._numbers:
            held = self._doc.tables[table]
            self._numbers[table] = {c.start: c.number for c in read_cells(held, lead_of(self._doc, held))}
        return self._numbers[table].get(cell.start)

    @cached_property
    def _cells(self) -> dict[str, list[tuple[int, Cell]]]:
        found: dict[str, list[tuple[int, Cell]]] = defaultdict(list)
        for table in self._doc.tables:
            for cell in table.cells:
                key = _digits(cell.text)
                if key:
                    found[key].append((table.id, cell))
        return found

    @cached_property
    def _texts(self) -> dict[str, list[tuple[Block, Span]]]:
        found: dict[str, list[tuple[Block, Span]]] = defaultdict(list)
        for block in self._doc.blocks:
            if block.table is None and not block.kind.is_furniture:
                for figure in _FIGURE.finditer(self._doc.text, block.start, block.end):
                    start, end = figure.span()
                    text = figure[0]
                    start += len(text) - len(text.lstrip())
                    found[_digits(text)].append((block, Span(start, end - len(text) + len(text.rstrip()))))
        return found


def _fittest(told: _Told, places: Iterable[_Place], differs: _Differs) -> Figure | None:
    """The place that has most in common with the quote."""
    best: tuple[tuple[int, int, int], Figure] | None = None
    for place in places:
        shared = len(told.words & place.words)
        close = any(span.start <= place.span.start < span.end for span in told.near)
        if told.needs_words and not shared and not close:
            continue
        how = differs(told.said, told.number, place.text, place.number)
        rank = (int(close), shared, -place.span.start)
        if how is not None and (best is None or rank > best[0]):
            best = (rank, Figure(told.said, place.text, place.span, how, place.what))
    return best[1] if best else None


def rounding(said: str, quoted: Number, stands: str, real: Number) -> str | None:
    """How the number that stands there says more exactly what was said; ``None`` where it does not round to that."""
    if quoted.unit != real.unit or (quoted.currency and real.currency and quoted.currency != real.currency):
        return None
    exponent = quoted.value.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) else 0) * quoted.scale
    if not -step < 2 * (abs(quoted.amount) - abs(real.amount)) <= step:
        return None
    how = [_scaled(real)] if real.scale != quoted.scale else []
    return ", ".join([*how, "which the quote rounds", *_signs(said, quoted, stands, real)])


def difference(said: str, quoted: Number, stands: str, real: Number) -> str | None:
    """How the number that stands there differs from the one that was said, in words; ``None`` where the two are the
    same as they are written, or have nothing to do with each other."""
    percent = (quoted.unit == "%", real.unit == "%")
    if percent[0] != percent[1] and abs(_fraction(quoted)) == abs(_fraction(real)):
        how = ["as a percentage" if percent[1] else "as a fraction"]
    elif percent[0] != percent[1] or (quoted.unit and real.unit and quoted.unit != real.unit):
        return None
    elif abs(quoted.amount) == abs(real.amount):
        how = [_scaled(real)] if real.scale != quoted.scale else []
    elif abs(quoted.value) == abs(real.value) and quoted.scale == 1:
        how = [f"{_scaled(real)}, which is {_plain(real.amount)}"]
    elif abs(quoted.value) == abs(real.value) and real.scale == 1:
        how = ["with no scale stated beside it"]
    elif abs(quoted.value) == abs(real.value):
        how = [f"{_scaled(real)}, not {_scaled(quoted)}"]
    else:
        return None
    how += _signs(said, quoted, stands, real)
    if not how and _squeezed(said) != _squeezed(stands):
        how = ["written otherwise"] if _digits(said) == _digits(stands) else []
    return ", ".join(how) or None


def _signs(said: str, quoted: Number, stands: str, real: Number) -> Iterator[str]:
    if (quoted.value < 0) != (real.value < 0):
        yield "with the other sign"
    elif real.value < 0 and ("(" in said) != ("(" in stands):
        yield "in parentheses" if "(" in stands else "with a minus sign"
    ours, theirs = quoted.currency, real.currency
    shown = any(sign in stands for sign in CURRENCY)
    if ours and theirs and ours != theirs:
        yield f"in another currency ({theirs})"
    elif ours and not theirs:
        yield "without a currency sign"
    elif ours and theirs and not shown and any(sign in said for sign in CURRENCY):
        yield "with its currency sign elsewhere in the table"


def _figures(quote: str) -> Iterator[str]:
    """The numbers of a quote that say something by themselves: not years, not the 3 of Note 3."""
    seen: dict[str, None] = {}
    for found in _FIGURE.finditer(quote):
        text = found[0].strip()
        if text.count("(") != text.count(")"):
            text = text.strip("()")
        plain = text.isdigit()
        if (plain and (_YEAR.fullmatch(text) or len(text) < 2)) or not _digits(text):
            continue
        seen[text] = None
    yield from seen


def _number(text: str) -> Number | None:
    bare = text.strip()
    if bare.count("(") != bare.count(")"):
        bare = bare.strip("()")
    return parse_number(_PERCENT.sub("%", hyphens(bare).replace("−", "-")))


def _fraction(number: Number) -> Decimal:
    return number.value / 100 if number.unit == "%" else number.value  # a share is in no scale


def _scaled(number: Number) -> str:
    power = Decimal(number.scale).adjusted()
    return f"in {_NAMES[power]}" if power in _NAMES else "written out"


def _plain(amount: Decimal) -> str:
    return f"{amount.normalize():,f}"


def _digits(text: str) -> str:
    return _NOT_DIGIT.sub("", text).strip("0")


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(text.casefold()) if word not in _COMMON)
