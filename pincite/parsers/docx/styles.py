"""The style sheet: what a paragraph or run looks like once its styles are followed to their bases."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from pincite.parsers.counts import is_count
from pincite.parsers.docx.content import PLAIN, Look
from pincite.parsers.ooxml.names import Element, W, is_on

BODY_TEXT = 9  # the outline level that is none
_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|nadpis|nagłówek|rubrik|overskrift|otsikko|címsor|başlık|заголовок|标题|"
    r"標題|見出し|제목)\s*([1-9])",
    re.I,
)
_TITLES = frozenset({"title", "doc title", "document title", "titel", "titre", "título", "titolo"})
_CONTENTS = "toc heading"
_MAX_CHAIN = 40
TINY = 4  # half points: nobody reads text of this size


class NumberRef(NamedTuple):
    """Which list a paragraph belongs to; ``level`` is ``None`` where the style decides it."""

    num_id: str | None
    level: int | None


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """A paragraph style with all that it inherits. ``outline`` counts from 0, ``None`` for text; ``number`` is the list
    that it brings along, and ``chain`` the ids of the style and its bases."""

    name: str = ""
    chain: tuple[str, ...] = ()
    outline: int | None = None
    number: NumberRef | None = None
    centred: bool = False
    kept_with_next: bool = False
    page_break_before: bool = False
    shaded: bool = False
    look: Look = PLAIN

    @property
    def is_title(self) -> bool:
        return self.name in _TITLES


class StyleSheet:
    """The styles of a document; a missing or broken sheet has none. ``default`` is the paragraph style of paragraphs
    that name none."""

    def __init__(self, root: Element | None) -> None:
        self._nodes: dict[str, Element] = {}
        self._paragraphs: dict[str, ParagraphStyle] = {}
        self._looks: dict[tuple[str, Look], Look] = {}
        self.default = ""
        self._base = Look()
        if root is None:
            return
        for node in root.iterchildren(W + "style"):
            identifier = node.get(W + "styleId")
            if not identifier:
                continue
            self._nodes[identifier] = node
            if node.get(W + "type") == "paragraph" and is_on(node.get(W + "default", "0")):
                self.default = identifier
        self._base = run_look(root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr"), Look(size=20))

    def paragraph(self, style_id: str | None) -> ParagraphStyle:
        """The style with this id, the default style where there is none."""
        key = style_id if style_id in self._nodes else self.default
        if key not in self._paragraphs:
            self._paragraphs[key or ""] = self._resolved(key or "")
        return self._paragraphs[key or ""]

    def run(self, style_id: str | None, look: Look) -> Look:
        """A paragraph's look changed by a character style."""
        if not style_id or style_id not in self._nodes:
            return look
        key = (style_id, look)
        if key not in self._looks:
            changed = look
            for node in reversed(self._chain(style_id)):
                changed = run_look(node.find(W + "rPr"), changed)
            self._looks[key] = changed
        return self._looks[key]

    def name(self, style_id: str | None) -> str:
        """The style's name in lower case, empty where there is none."""
        node = self._nodes.get(style_id or "")
        return _value(node, "name").lower() if node is not None else ""

    def number_of(self, style_id: str) -> NumberRef | None:
        """The list of a (list or paragraph) style."""
        return self.paragraph(style_id).number if style_id in self._nodes else None

    def heads_first_row(self, style_id: str | None) -> bool:
        """Whether a table style sets off the first row: bold, or on a ground."""
        for node in self._chain(style_id or ""):
            for part in node.iterchildren(W + "tblStylePr"):
                if part.get(W + "type") == "firstRow":
                    bold = switch(part.find(W + "rPr"), "b", inherited=False)
                    return bold or is_shaded(part.find(W + "tcPr")) or is_shaded(part.find(W + "tblPr"))
        return False

    def _chain(self, style_id: str) -> list[Element]:
        """The style and its bases, nearest first."""
        out: list[Element] = []
        at: str | None = style_id
        while at in self._nodes and len(out) < _MAX_CHAIN and self._nodes[at] not in out:
            node = self._nodes[at]
            out.append(node)
            at = _value(node, "basedOn") or None
        return out

    def _resolved(self, style_id: str) -> ParagraphStyle:
        chain = self._chain(style_id)
        names = tuple(node.get(W + "styleId") for node in chain)
        style = ParagraphStyle(self.name(style_id), names, look=self._base)
        for node in reversed(chain):
            style = _changed(style, node)
        return style


def _changed(style: ParagraphStyle, node: Element) -> ParagraphStyle:
    """The style of the base with what ``node`` says on top."""
    ppr = node.find(W + "pPr")
    named = _HEADING.fullmatch(_value(node, "name"))
    outline = int(named[1]) - 1 if named else style.outline
    # the title of the contents says to be text, so that the contents do not list themselves
    outline = (outline or 0) if _value(node, "name").lower() == _CONTENTS else outline_of(ppr, outline)
    return replace(
        style,
        outline=outline,
        number=number_ref(ppr, style.number),
        centred=_centred(ppr, style.centred),
        kept_with_next=switch(ppr, "keepNext", style.kept_with_next),
        page_break_before=switch(ppr, "pageBreakBefore", style.page_break_before),
        shaded=is_shaded(ppr) or style.shaded,
        look=run_look(node.find(W + "rPr"), style.look),
    )


def outline_of(ppr: Element | None, inherited: int | None) -> int | None:
    """The outline level that paragraph properties give, from 0."""
    text = _value(ppr, "outlineLvl")
    if not is_count(text):
        return inherited
    return int(text) if int(text) < BODY_TEXT else None


def number_ref(ppr: Element | None, inherited: NumberRef | None) -> NumberRef | None:
    """The list that paragraph properties name; a property that they do not give is inherited."""
    node = ppr.find(W + "numPr") if ppr is not None else None
    if node is None:
        return inherited
    num_id, level = _value(node, "numId"), _value(node, "ilvl")
    return NumberRef(
        num_id or (inherited.num_id if inherited else None),
        int(level) if is_count(level) else (inherited.level if inherited and not num_id else None),
    )


def run_look(rpr: Element | None, base: Look) -> Look:
    """``base`` with what run properties say on top."""
    if rpr is None or not len(rpr):
        return base
    bold, italic, underlined, caps, size, hidden, white = base
    shaded = False
    for node in rpr:
        tag = node.tag
        if tag == _B:
            bold = is_on(node.get(_VAL))
        elif tag == _I:
            italic = is_on(node.get(_VAL))
        elif tag == _CAPS:
            caps = is_on(node.get(_VAL))
        elif tag == _U:
            underlined = node.get(_VAL) not in (None, "none")
        elif tag == _SZ:
            size = half_points(node.get(_VAL), size)
        elif tag == _VANISH:
            hidden = is_on(node.get(_VAL))
        elif tag == _COLOR:
            white = (node.get(_VAL) or "").upper() == "FFFFFF"
        elif tag in (_SHD, _HIGHLIGHT):
            shaded = shaded or tag == _HIGHLIGHT or _fills(node)
    hidden = hidden or 0 < size <= TINY
    return Look(bold, italic, underlined, caps, size, hidden, white and not shaded)


_VAL = W + "val"
_B, _I, _CAPS, _U = W + "b", W + "i", W + "caps", W + "u"
_SZ, _VANISH, _COLOR, _SHD, _HIGHLIGHT = W + "sz", W + "vanish", W + "color", W + "shd", W + "highlight"


def half_points(text: str | None, default: int) -> int:
    """A size in half points; strict files give it in points with their unit."""
    number = re.match(r"(\d+(?:\.\d+)?)(pt)?", text or "")
    return default if number is None else round(float(number[1]) * (2 if number[2] else 1))


def switch(properties: Element | None, name: str, inherited: bool) -> bool:
    """A property that is on or off."""
    node = properties.find(W + name) if properties is not None else None
    return inherited if node is None else is_on(node.get(_VAL))


def is_shaded(properties: Element | None) -> bool:
    """Whether paragraph, cell or table properties paint a ground behind the text."""
    node = properties.find(_SHD) if properties is not None else None
    return node is not None and _fills(node)


def _fills(shading: Element) -> bool:
    fill = (shading.get(W + "fill") or "auto").lower()
    pattern = shading.get(_VAL) or "clear"
    return fill not in ("auto", "ffffff") or pattern not in ("clear", "nil") or bool(shading.get(W + "themeFill"))


def _centred(ppr: Element | None, inherited: bool) -> bool:
    found = _value(ppr, "jc")
    return inherited if not found else found == "center"


def _value(node: Element | None, name: str) -> str:
    child = node.find(W + name) if node is not None else None
    return str(child.get(_VAL) or "") if child is not None else ""
