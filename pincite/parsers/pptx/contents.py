"""What a shape says, as blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pincite.model import BBox, Kind
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.pptx.paragraphs import Paragraph
from pincite.parsers.pptx.shapes import Shape

_INSET_X, _INSET_Y = 7.2, 3.6  # between the edge of a box and its text, in points
_LINE = 1.2  # of the size
_LETTER = 0.5  # of the size, a letter's width on average
_FURNITURE = {"sldNum": Kind.PAGE_LABEL, "hdr": Kind.HEADER}


@dataclass(slots=True)
class Content:
    """A shape with what it says: ``paragraphs`` of text, or finished ``blocks``."""

    shape: Shape
    paragraphs: list[Paragraph] = field(default_factory=list)
    blocks: list[DraftBlock] = field(default_factory=list)

    @property
    def says_something(self) -> bool:
        return bool(self.paragraphs or self.blocks)

    @property
    def says_words(self) -> bool:
        """Whether it shows words of its own, not only a picture with words about it."""
        return bool(self.paragraphs) or any(block.kind is not Kind.FIGURE for block in self.blocks)

    def text_box(self) -> BBox | None:
        """About where the words stand within the shape: a large box may hold a single line."""
        box = self.shape.box
        if box is None or not self.paragraphs:
            return box
        x0, x1 = box.x0 + _INSET_X, box.x1 - _INSET_X
        y0, y1 = box.y0 + _INSET_Y, box.y1 - _INSET_Y
        if x1 <= x0 or y1 <= y0:
            return box
        height = min(sum(_height(p, x1 - x0) for p in self.paragraphs), y1 - y0)
        if height <= 0:
            return box
        free = (y1 - y0) - height
        y0 += {"ctr": free / 2, "b": free}.get(self._anchor(), 0)
        return BBox(x0, y0, x1, y0 + height)

    def _anchor(self) -> str:
        body = self.shape.body
        own = body[0].get("anchor") if body is not None and len(body) else None
        return own or self.shape.inherited.anchor


def text_blocks(content: Content, wrap: Callable[[Paragraph], DraftBlock] | None = None) -> list[DraftBlock]:
    """The blocks of a content, in order."""
    return [*map(wrap or paragraph_block, content.paragraphs), *content.blocks]


def paragraph_block(paragraph: Paragraph) -> DraftBlock:
    if paragraph.label:
        return DraftBlock(Kind.LIST_ITEM, paragraph.labelled(), paragraph.level)
    return DraftBlock(Kind.EQUATION if paragraph.is_equation else Kind.PARAGRAPH, paragraph.pieces)


def furniture_blocks(content: Content) -> list[DraftBlock]:
    """Footers, dates and slide numbers."""
    assert content.shape.placeholder is not None
    kind = _FURNITURE.get(content.shape.placeholder.kind, Kind.FOOTER)
    return [DraftBlock(kind, p.pieces) for p in content.paragraphs]


def heading_block(paragraphs: list[Paragraph], level: int, evidence: str) -> DraftBlock:
    """A heading on one line."""
    pieces: list[Piece] = []
    for paragraph in paragraphs:
        if pieces:
            pieces[-1] = pieces[-1]._replace(text=pieces[-1].text + " ")
        counted = any(char.isalnum() for char in paragraph.label)  # a bullet is no part of a heading, a number is
        words = paragraph.labelled() if counted else paragraph.pieces
        pieces += [piece._replace(text=piece.text.replace("\n", " ")) for piece in words]
    return DraftBlock(Kind.HEADING, pieces, level, evidence=[evidence])


def _height(paragraph: Paragraph, width: float) -> float:
    lines = sum(max(1, -(-len(line) * _LETTER * paragraph.size // width)) for line in paragraph.text.split("\n"))
    return lines * _LINE * paragraph.size
