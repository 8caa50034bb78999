"""Pages in several styles, made from a seed: what a benchmark may ship, with headings and tables that are known."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

_NOUNS = (
    "company year cost price market pump valve order steel water plan risk sale board report line city law term loan "
    "rate share staff plant test group area trade product service supply growth method result value measure energy "
    "effect change level rule claim party period payment"
).split()
_ADJECTIVES = "large small new early late high low open closed annual local foreign public private general".split()
_VERBS = "makes holds gives takes shows keeps lowers raises follows includes requires needs".split()
_TITLES = ("{adjective} {noun}s", "{noun}s and {noun}s", "{noun} of the {noun}", "{adjective} {noun} {noun}s", "{noun}")
_CLAUSES = (
    "the {adjective} {noun} of the {noun} {verb} a {noun}", "in the {noun}, each {noun} {verb} the {adjective} {noun}",
    "{noun}s and {noun}s that the {noun} {verb} are {adjective}", "no {noun} {verb} more than the {noun} of the {noun}",
)  # fmt: skip
_ROMAN = "I II III IV V VI VII VIII IX X".split()


class Style(NamedTuple):
    """``numbers`` gives the number in front of a heading from the numbers of the levels above it and its own."""

    name: str
    css: str
    numbers: Callable[[tuple[int, ...]], str]
    accounts: bool = False


def _none(_: tuple[int, ...]) -> str:
    return ""


def _decimal(path: tuple[int, ...]) -> str:
    return ".".join(map(str, path[1:])) + " " if len(path) > 1 else ""


def _filing(path: tuple[int, ...]) -> str:
    return {1: "", 2: f"PART {_ROMAN[path[-1] - 1]} ", 3: f"Item {path[-1]}. "}.get(len(path), "")


def _law(path: tuple[int, ...]) -> str:
    names = {2: f"Chapter {path[-1]} ", 3: f"Article {path[-1]} ", 4: f"({'abcdefghij'[path[-1] - 1]}) "}
    return names.get(len(path), "")


_LINES = "td, th { border: 1px solid #444; padding: 3px 6px }"
_HEAD_LINE = "th { border-bottom: 1px solid #000 } td, th { padding: 2px 10px } td + td { text-align: right }"
STYLES = (
    Style("report", f"body {{ font: 11pt serif }} {_LINES}", _none),
    Style(
        "manual",
        f"body {{ font: 10pt sans-serif }} h1, h2, h3, h4 {{ color: #024 }} h4 {{ font-style: italic }} {_LINES}",
        _decimal,
    ),
    Style(
        "paper",
        "body { font: 9pt serif; column-count: 2 } h1 { column-span: all; text-align: center } h2 { font-size: 11pt } "
        f"h3, h4 {{ font-size: 9.5pt }} h4 {{ font-style: italic }} {_HEAD_LINE}",
        _decimal,
    ),
    Style(
        "filing",
        "body { font: 10pt serif } h2, h3, h4 { font-size: 10pt } h1, h2 { text-align: center } "
        f"h4 {{ font-style: italic; font-weight: normal }} {_HEAD_LINE}",
        _filing,
        accounts=True,
    ),
    Style(
        "law",
        "body { font: 11pt serif } h1, h2 { text-align: center; font-variant: small-caps } h3, h4 { font-size: 11pt } "
        f"h4 {{ font-weight: normal; text-decoration: underline }} {_LINES}",
        _law,
    ),
    Style(
        "statement",
        "body { font: 9pt sans-serif } h3, h4 { font-size: 9pt } h4 { font-style: italic; font-weight: normal } "
        f"{_HEAD_LINE}",
        _none,
        accounts=True,
    ),
)


def pages(seed: int = 1) -> Iterator[tuple[str, str]]:
    """Name and HTML of one page in each style."""
    for style in STYLES:
        yield style.name, _Maker(style, random.Random(f"{style.name} {seed}")).page()


class _Maker:
    def __init__(self, style: Style, chance: random.Random) -> None:
        self._style = style
        self._chance = chance

    def page(self) -> str:
        css = f"table {{ border-collapse: collapse; margin: 8pt 0 }} {self._style.css}"
        body = "\n".join(self._section((1,), 4))
        return f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{css}</style><body>{body}</body></html>'

    def _section(self, path: tuple[int, ...], depth: int) -> Iterator[str]:
        level = len(path)
        yield f"<h{level}>{self._style.numbers(path)}{self._title()}</h{level}>"
        for _ in range(self._chance.randint(1, 3)):
            yield f"<p>{self._prose(self._chance.randint(2, 6))}</p>"
        if self._chance.random() < 0.35:
            yield self._accounts() if self._style.accounts else self._table()
        if self._chance.random() < 0.2:
            yield f"<ul>{''.join(f'<li>{self._sentence()}</li>' for _ in range(self._chance.randint(2, 5)))}</ul>"
        if level < depth:
            for number in range(1, self._chance.randint(2, 4) + 1):
                yield from self._section((*path, number), depth)

    def _title(self) -> str:
        words = self._filled(self._chance.choice(_TITLES)).split()
        return " ".join(word if word in ("and", "of", "the") else word.capitalize() for word in words)

    def _sentence(self) -> str:
        clauses = (self._filled(self._chance.choice(_CLAUSES)) for _ in range(self._chance.randint(1, 3)))
        text = ", and ".join(clauses)
        return text[0].upper() + text[1:] + "."

    def _filled(self, form: str) -> str:
        """The form with a word of its own in each gap."""
        kinds = {"{noun}": _NOUNS, "{adjective}": _ADJECTIVES, "{verb}": _VERBS}
        return re.sub(r"\{\w+\}", lambda gap: self._chance.choice(kinds[gap[0]]), form)

    def _prose(self, sentences: int) -> str:
        return " ".join(self._sentence() for _ in range(sentences))

    def _table(self) -> str:
        columns = self._chance.randint(3, 5)
        names = "".join(f"<th>{word.title()}</th>" for word in self._chance.sample(_NOUNS, columns))
        rows = (
            f"<td>{self._filled('{adjective} {noun}')}</td>"
            + "".join(f"<td>{self._chance.randint(1, 9999):,}</td>" for _ in range(columns - 1))
            for _ in range(self._chance.randint(3, 8))
        )
        return _as_table(f"<tr>{names}</tr>", rows)

    def _accounts(self) -> str:
        """Two years with a heading over both."""
        head = (
            '<tr><th rowspan="2">In thousands</th><th colspan="2">Year ended 31 December</th></tr>'
            "<tr><th>2025</th><th>2024</th></tr>"
        )
        rows = (
            f"<td>{self._filled('{adjective} {noun} {noun}').capitalize()}</td><td>{self._amount()}</td>"
            f"<td>{self._amount()}</td>"
            for _ in range(self._chance.randint(4, 9))
        )
        return _as_table(head, rows)

    def _amount(self) -> str:
        amount = f"{self._chance.randint(10, 99999):,}"
        return f"({amount})" if self._chance.random() < 0.25 else amount


def _as_table(head: str, rows: Iterator[str]) -> str:
    return f"<table>{head}{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
