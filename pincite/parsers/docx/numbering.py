"""The numbers and bullets that Word prints before paragraphs, counted as Word counts."""

from __future__ import annotations

import re
from typing import NamedTuple

from pincite.parsers.counts import is_count
from pincite.parsers.docx.numberforms import printed
from pincite.parsers.docx.styles import NumberRef, ParagraphStyle, StyleSheet
from pincite.parsers.docx.symbols import symbol
from pincite.parsers.ooxml.names import MC, Element, W, is_on

_VAL = W + "val"
_LEVELS = 9
_PLACE = re.compile(r"%([1-9])")
_NO_LIST = "0"


class Label(NamedTuple):
    """What stands before a paragraph: ``text`` as printed (empty where the list shows nothing), its ``level`` from 0,
    and whether it is a ``bullet``."""

    text: str
    level: int
    bullet: bool


class _Level:
    """One level of a list definition."""

    def __init__(self, node: Element) -> None:
        self.start = _int(node, "start", 0)
        self.form, self.custom = _form(node)
        self.text = _value(node, "lvlText")
        self.legal = _switch(node, "isLgl")
        self.restart = _int(node, "lvlRestart", -1)
        self.style = _value(node, "pStyle")
        fonts = node.find(f"{W}rPr/{W}rFonts")
        self.font = (fonts.get(W + "ascii") or fonts.get(W + "hAnsi") or "") if fonts is not None else ""
        self.hidden = node.find(f"{W}rPr/{W}vanish") is not None and _switch(node.find(W + "rPr"), "vanish")

    def restarts_after(self, level: int, own: int) -> bool:
        """Whether a paragraph of ``level`` lets this one (at ``own``) begin anew."""
        if level >= own:
            return False
        return True if self.restart < 0 else self.restart > 0 and level < self.restart


class _List:
    """A list instance (``w:num``): the definition that it counts on, and what it changes of it."""

    def __init__(self, abstract: str, levels: dict[int, _Level], starts: dict[int, int]) -> None:
        self.abstract = abstract
        self.levels = levels
        self.starts = starts


class Numbering:
    """The lists of a document, and how far each has counted. Call ``label`` once for each numbered paragraph, in
    order."""

    def __init__(self, root: Element | None, styles: StyleSheet) -> None:
        self._styles = styles
        self._abstracts: dict[str, Element] = {}
        self._nums: dict[str, Element] = {}
        self._lists: dict[str, _List | None] = {}
        self._counts: dict[str, list[int | None]] = {}
        self._started: set[tuple[str, int]] = set()
        for node in root if root is not None else ():
            if node.tag == W + "abstractNum":
                self._abstracts[node.get(W + "abstractNumId") or ""] = node
            elif node.tag == W + "num":
                self._nums[node.get(W + "numId") or ""] = node

    def label(self, number: NumberRef | None, style: ParagraphStyle) -> Label | None:
        """The label of the next paragraph; ``None`` where it belongs to no list."""
        if number is None or not number.num_id or number.num_id == _NO_LIST:
            return None
        found = self._list(number.num_id)
        if found is None:
            return None
        level = self._level_of(number, style, found)
        counts = self._count(number.num_id, found, level)
        definition = found.levels.get(level)
        if definition is None or definition.hidden:
            return Label("", level, bullet=False)
        if definition.form == "bullet":
            return Label(symbol(definition.text, definition.font) or "•", level, bullet=True)
        return Label(self._text(definition, found, counts), level, bullet=False)

    def _text(self, definition: _Level, found: _List, counts: list[int | None]) -> str:
        def place(match: re.Match[str]) -> str:
            index = int(match[1]) - 1
            level = found.levels.get(index)
            if level is None:
                return ""
            value = counts[index]
            value = level.start if value is None else value
            if definition.legal and level.form not in ("none", "bullet"):
                return str(value)
            return printed(value, level.form, level.custom)

        return " ".join(_PLACE.sub(place, definition.text).split())

    def _level_of(self, number: NumberRef, style: ParagraphStyle, found: _List) -> int:
        if number.level is not None:
            return min(number.level, _LEVELS - 1)
        for style_id in style.chain:
            for index, level in found.levels.items():
                if level.style == style_id:
                    return index
        return 0

    def _count(self, num_id: str, found: _List, level: int) -> list[int | None]:
        counts = self._counts.setdefault(found.abstract, [None] * _LEVELS)
        definition = found.levels.get(level)
        current = counts[level]
        if level in found.starts and (num_id, level) not in self._started:
            self._started.add((num_id, level))
            counts[level] = found.starts[level]
        elif current is None:
            counts[level] = found.starts.get(level, definition.start if definition else 1)
        else:
            counts[level] = current + 1
        for lower in range(level + 1, _LEVELS):
            below = found.levels.get(lower)
            if below is None or below.restarts_after(level, lower):
                counts[lower] = None
        return counts

    def _list(self, num_id: str) -> _List | None:
        if num_id not in self._lists:
            self._lists[num_id] = self._read(num_id)
        return self._lists[num_id]

    def _read(self, num_id: str) -> _List | None:
        node = self._nums.get(num_id)
        if node is None:
            return None
        abstract_id = self._followed(_value(node, "abstractNumId"))
        abstract = self._abstracts.get(abstract_id)
        levels = _levels(abstract) if abstract is not None else {}
        starts: dict[int, int] = {}
        for change in node.iterchildren(W + "lvlOverride"):
            index = change.get(W + "ilvl") or ""
            if not is_count(index) or int(index) >= _LEVELS:
                continue
            replaced = change.find(W + "lvl")
            if replaced is not None:
                levels[int(index)] = _Level(replaced)
            if change.find(W + "startOverride") is not None:
                starts[int(index)] = _int(change, "startOverride", 1)
        return _List(abstract_id, levels, starts) if levels else None

    def _followed(self, abstract_id: str) -> str:
        """A definition may only name a list style, whose list holds the levels."""
        for _ in range(_LEVELS):
            node = self._abstracts.get(abstract_id)
            link = _value(node, "numStyleLink")
            number = self._styles.number_of(link) if link else None
            target = self._nums.get(number.num_id or "") if number else None
            if target is None or _value(target, "abstractNumId") == abstract_id:
                return abstract_id
            abstract_id = _value(target, "abstractNumId")
        return abstract_id


def _levels(abstract: Element) -> dict[int, _Level]:
    out = {}
    for node in abstract.iterchildren(W + "lvl"):
        index = node.get(W + "ilvl") or ""
        if is_count(index) and int(index) < _LEVELS:
            out[int(index)] = _Level(node)
    return out


def _form(level: Element) -> tuple[str, str | None]:
    """The number format and, for a custom one, its pattern; Word writes that beside a fallback."""
    node = level.find(f"{MC}AlternateContent/{MC}Choice/{W}numFmt")
    if node is None:
        node = level.find(W + "numFmt")
    if node is None:
        return "decimal", None
    return node.get(_VAL) or "decimal", node.get(W + "format")


def _value(node: Element | None, name: str) -> str:
    child = node.find(W + name) if node is not None else None
    return str(child.get(_VAL) or "") if child is not None else ""


def _int(node: Element, name: str, default: int) -> int:
    text = _value(node, name)
    return int(text) if is_count(text) else default


def _switch(node: Element | None, name: str) -> bool:
    child = node.find(W + name) if node is not None else None
    return child is not None and is_on(child.get(_VAL))
