"""A workbook: its sheets in order, the texts that they share, how their numbers are shown."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.names import Element, R, X, is_on
from pincite.parsers.ooxml.numberformats import BUILT_IN, GENERAL
from pincite.parsers.ooxml.package import Package


class SheetRef(NamedTuple):
    """A sheet of the workbook. ``part`` is ``None`` where the file has lost it; ``is_chart``: a chart fills it."""

    number: int
    name: str
    part: str | None
    hidden: bool
    is_chart: bool


class Style(NamedTuple):
    """What counts of a cell's style."""

    format: str
    bold: bool


_PLAIN = Style(GENERAL, False)


class Workbook:
    """The workbook in a package."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.root: Element = package.main_root()

    @cached_property
    def sheets(self) -> list[SheetRef]:
        """All sheets, also hidden ones; dialogs and macro sheets of old left out."""
        relations = self.package.relations(self.package.main)
        out: list[SheetRef] = []
        for node in self.root.iterfind(f"{X}sheets/{X}sheet"):
            relation = relations.get(node.get(R + "id") or "")
            kind = relation.type if relation else "worksheet"
            if kind not in ("worksheet", "chartsheet"):
                continue
            part = self.package.target(self.package.main, node.get(R + "id"))
            name = " ".join((node.get("name") or "").split()) or f"Sheet{len(out) + 1}"
            hidden = node.get("state", "visible") != "visible"
            out.append(SheetRef(len(out) + 1, name, part, hidden, kind == "chartsheet"))
        return out

    @cached_property
    def date1904(self) -> bool:
        properties = self.root.find(X + "workbookPr")
        return properties is not None and is_on(properties.get("date1904", "0"))

    @cached_property
    def texts(self) -> list[str]:
        """The shared texts by their index."""
        root = self._part("sharedStrings")
        return [rich_text(node) for node in root.iterfind(X + "si")] if root is not None else []

    def style(self, index: int) -> Style:
        """The style with this index."""
        return self._styles[index] if 0 <= index < len(self._styles) else _PLAIN

    @cached_property
    def _styles(self) -> list[Style]:
        root = self._part("styles")
        if root is None:
            return []
        formats = dict(BUILT_IN)
        for node in root.iterfind(f"{X}numFmts/{X}numFmt"):
            formats[_index(node.get("numFmtId"))] = node.get("formatCode") or GENERAL
        bold = [_is_bold(font) for font in root.iterfind(f"{X}fonts/{X}font")]
        out = []
        for node in root.iterfind(f"{X}cellXfs/{X}xf"):
            font = _index(node.get("fontId"))
            style = Style(formats.get(_index(node.get("numFmtId")), GENERAL), font < len(bold) and bold[font])
            out.append(style)
        return out

    def _part(self, kind: str) -> Element | None:
        name = next((relation.target for relation in self.package.related(self.package.main, kind)), None)
        return self.package.xml(name) if name else None


def rich_text(node: Element) -> str:
    """The text of runs, readings of Japanese words left out."""
    out: list[str] = []
    for child in node:
        if child.tag == X + "t":
            out.append(child.text or "")
        elif child.tag == X + "r":
            out += [t.text or "" for t in child.iterfind(X + "t")]
    return "".join(out).replace("_x000D_", "")


def _is_bold(font: Element) -> bool:
    node = font.find(X + "b")
    return node is not None and is_on(node.get("val"))


def _index(value: str | None) -> int:
    return int(value) if value and is_count(value) else 0
