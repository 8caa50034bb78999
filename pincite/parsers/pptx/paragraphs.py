"""The paragraphs of a text body: runs, fields, line breaks, links and equations, with their bullets and numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pincite.model import BBox
from pincite.parsers.assemble import Piece
from pincite.parsers.ooxml.names import MC, A, Element, M, R, chosen
from pincite.parsers.ooxml.omml import latex
from pincite.parsers.pptx.bullets import Numbering
from pincite.parsers.pptx.geometry import number
from pincite.parsers.pptx.styles import LEVELS, TextStyle, run_size

_MATH = "{http://schemas.microsoft.com/office/drawing/2010/main}m"
_ESCAPE = re.compile(r"_x00([01][0-9A-Fa-f])_")  # control characters as PowerPoint writes them
_LEAST_SIZE = 2.5  # points: smaller letters are for nobody to read


class Target(NamedTuple):
    """Where a link leads: an address, or a physical page."""

    uri: str | None = None
    page: int | None = None


NO_TARGET = Target()
Resolve = Callable[[str | None], Target]


@dataclass(slots=True)
class Paragraph:
    """``label`` is the bullet or number that is printed before it; ``level`` its depth from 1; ``size`` that of its
    largest letters in points; ``hidden`` are those of them that are too small to read, left out."""

    pieces: list[Piece]
    label: str
    level: int
    size: float
    is_equation: bool = False
    rtl: bool = False
    hidden: str = ""

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces).strip()

    def labelled(self) -> list[Piece]:
        """The pieces with the label in front."""
        if not self.label:
            return self.pieces
        return [self.pieces[0]._replace(text=self.label + " ", uri=None, target_page=None), *self.pieces]


class Body(NamedTuple):
    """What the paragraphs of a text body need to know: the page and its label, the box of their shape, their styles,
    where links lead."""

    page: int
    label: str
    box: BBox | None
    style: TextStyle
    resolve: Resolve
    link: Target = NO_TARGET


def read_paragraphs(body: Element | None, about: Body) -> list[Paragraph]:
    """The paragraphs that say something."""
    out: list[Paragraph] = []
    numbering = Numbering()
    scale = _shrunk(body)
    for node in body.iterfind(A + "p") if body is not None else ():
        properties = node.find(A + "pPr")
        level = _level(properties)
        runs = _Runs(about, about.style.size(level))
        runs.read(node)
        if not runs.says_something:
            if runs.hidden:
                out.append(Paragraph([], "", level + 1, 0, hidden=runs.hidden))
            continue
        label = numbering.label(about.style.bullet(properties, level), level)
        rtl = properties is not None and properties.get("rtl") == "1"
        out.append(Paragraph(runs.pieces, label, level + 1, runs.size * scale, runs.only_equations, rtl, runs.hidden))
    return out


class _Runs:
    """Collects what stands in a paragraph."""

    def __init__(self, about: Body, size: float) -> None:
        self.pieces: list[Piece] = []
        self.size = 0.0
        self.hidden = ""
        self._about = about
        self._default = size
        self._equations = 0
        self._words = 0

    @property
    def says_something(self) -> bool:
        return self._words + self._equations > 0

    @property
    def only_equations(self) -> bool:
        return bool(self._equations) and not self._words

    def read(self, node: Element) -> None:
        for child in node:
            tag = child.tag
            if tag == A + "r":
                self._run(child, _text(child.find(A + "t")))
            elif tag == A + "br":
                self._add("\n", self._about.link)
            elif tag == A + "fld":
                self._field(child)
            elif tag == MC + "AlternateContent":
                branch = chosen(child)
                if branch is not None:
                    self.read(branch)
            elif tag in (_MATH, M + "oMath", M + "oMathPara"):
                self._equation(child)

    def _field(self, node: Element) -> None:
        text = _text(node.find(A + "t"))
        self._run(node, self._about.label if node.get("type") == "slidenum" else text)

    def _run(self, node: Element, text: str) -> None:
        properties = node.find(A + "rPr")
        size = run_size(properties) or self._default
        if size < _LEAST_SIZE:
            self.hidden = (self.hidden + text).lstrip()
            return
        click = properties.find(A + "hlinkClick") if properties is not None else None
        link = self._about.resolve(click.get(R + "id")) if click is not None else NO_TARGET
        if text.strip():
            self._words += 1
            self.size = max(self.size, size)
        self._add(text, link if link != NO_TARGET else self._about.link)

    def _equation(self, node: Element) -> None:
        maths = [node] if node.tag.startswith(M) else list(node)
        for text in filter(None, map(latex, maths)):
            self._equations += 1
            self._add(f"${text}$", NO_TARGET)

    def _add(self, text: str, link: Target) -> None:
        if not text:
            return
        last = self.pieces[-1] if self.pieces else None
        if last is not None and (last.uri, last.target_page) == link:
            self.pieces[-1] = last._replace(text=last.text + text)
        else:
            self.pieces.append(Piece(text, self._about.page, self._about.box, link.uri, link.page))


def plain_text(body: Element | None) -> str:
    """All text of a body on one line, without bullets."""
    return " ".join(" ".join(_lines(body)).split()) if body is not None else ""


def _lines(body: Element) -> Iterator[str]:
    for node in body.iter(A + "p"):
        yield "".join("\n" if child.tag == A + "br" else _text(child) for child in node.iter(A + "t", A + "br"))


def _text(node: Element | None) -> str:
    text = (node.text or "") if node is not None else ""
    return _ESCAPE.sub(_control, text).replace("\v", "\n") if "_x00" in text or "\v" in text else text


def _control(found: re.Match[str]) -> str:
    char = chr(int(found[1], 16))
    return char if char in "\t\n\v" else ""


def _level(properties: Element | None) -> int:
    level = int(number(properties.get("lvl"))) if properties is not None else 0
    return min(max(level, 0), LEVELS - 1)


def _shrunk(body: Element | None) -> float:
    """By how much PowerPoint has shrunk the text to fit."""
    fit = body.find(f"{A}bodyPr/{A}normAutofit") if body is not None else None
    scale = number((fit.get("fontScale") or "").removesuffix("%")) if fit is not None else 0
    return scale / 100_000 if scale > 1000 else scale / 100 if scale else 1.0
