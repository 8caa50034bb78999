"""One slide -> its blocks: title, what stands on it in reading order, furniture, speaker notes, comments."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from pincite.model import BBox, HiddenText, Hiding, Kind
from pincite.parsers.assemble import DraftBlock, Piece, plain_text
from pincite.parsers.ooxml.names import A, Element, P, is_on
from pincite.parsers.pptx.contents import Content, furniture_blocks, heading_block, text_blocks
from pincite.parsers.pptx.deck import Deck, SlideRef
from pincite.parsers.pptx.objects import frame_blocks, picture_blocks
from pincite.parsers.pptx.order import reading_order
from pincite.parsers.pptx.paragraphs import NO_TARGET, Body, read_paragraphs
from pincite.parsers.pptx.shapes import Group, Node, Shape, flat, read_shapes
from pincite.parsers.pptx.styles import TextStyle
from pincite.parsers.pptx.titles import Title, choose_title


@dataclass(slots=True)
class Slide:
    """A slide taken apart. ``title`` is ``None`` where nothing on it can be one; ``hidden`` slides are left out of a
    show; ``unseen`` are words on it that nobody sees; ``lost``, that the file does not hold it;
    ``pictured``, that pictures are all that it shows."""

    ref: SlideRef
    title: Title | None = None
    contents: list[Content] = field(default_factory=list)
    furniture: list[Content] = field(default_factory=list)
    hidden: bool = False
    unseen: list[HiddenText] = field(default_factory=list)
    lost: bool = False
    pictured: bool = False

    def blocks(self, level: int) -> list[DraftBlock]:
        """Its blocks; the title is a heading of this level."""
        out: list[DraftBlock] = []
        if self.title is not None:
            out.append(heading_block(self.title.paragraphs, level, self.title.evidence))
        for content in self.contents:
            out += text_blocks(content)
        for content in self.furniture:
            out += furniture_blocks(content)
        return out


def read_slide(deck: Deck, ref: SlideRef) -> Slide:
    """Reads the slide; one that the file has lost, or whose XML is beyond repair, is empty."""
    root = deck.package.xml(ref.part) if ref.part else None
    slide = Slide(ref)
    if root is None or ref.part is None:
        slide.lost = True
        return slide
    slide.hidden = not is_on(root.get("show", "1"))
    _Reader(deck, slide, ref.part).read(root)
    return slide


class _Reader:
    """Reads the shapes of one slide."""

    def __init__(self, deck: Deck, slide: Slide, part: str) -> None:
        self._deck = deck
        self._slide = slide
        self._part = part
        self._contents: dict[int, Content] = {}
        self._resolve = partial(deck.link_target, part)

    def read(self, root: Element) -> None:
        tree = read_shapes(root, self._deck.layout_of(self._part))
        nodes = self._seen(tree.nodes)
        for shape in flat(nodes):
            self._contents[id(shape)] = self._content(shape)
        slide = self._slide
        for shape in tree.hidden:
            self._hide(shape, Hiding.MARKED)
        speaking = self._speaking(nodes)
        contents = [self._contents[id(shape)] for shape in self._ordered(speaking)]
        slide.furniture = [c for c in contents if c.shape.is_furniture]
        slide.pictured = _only_pictures(tree.nodes, contents)
        slide.title, slide.contents = choose_title([c for c in contents if not c.shape.is_furniture])

    def _seen(self, nodes: list[Node]) -> list[Node]:
        """What stands on the slide, at least in part."""
        width, height = self._deck.size
        out: list[Node] = []
        for node in nodes:
            if isinstance(node, Group):
                node.members = self._seen(node.members)
                if node.members:
                    out.append(node)
            elif node.box is None or width is None or height is None or _on_slide(node.box, width, height):
                out.append(node)
            else:
                self._hide(node, Hiding.OFF_PAGE)
        return out

    def _speaking(self, nodes: list[Node]) -> list[Node]:
        out: list[Node] = []
        for node in nodes:
            if isinstance(node, Group):
                members = self._speaking(node.members)
                if members:
                    out.append(Group(members))
            elif self._contents[id(node)].says_something:
                out.append(node)
        return out

    def _ordered(self, nodes: list[Node]) -> list[Shape]:
        paragraphs = [p for content in self._contents.values() for p in content.paragraphs]
        rtl = 2 * sum(p.rtl for p in paragraphs) > len(paragraphs)
        return reading_order(nodes, lambda shape: self._contents[id(shape)].text_box(), rtl=rtl)

    def _content(self, shape: Shape) -> Content:
        about = self._about(shape)
        if shape.element.tag == P + "graphicFrame":
            return Content(shape, blocks=frame_blocks(shape, self._part, self._deck.package, about))
        if shape.element.tag == P + "pic":
            return Content(shape, blocks=picture_blocks(shape, self._part, self._deck.package, about))
        paragraphs = read_paragraphs(shape.body, about)
        if tiny := "\n".join(p.hidden.rstrip() for p in paragraphs if p.hidden):
            self._keep(tiny, shape, Hiding.TINY)
            paragraphs = [p for p in paragraphs if p.pieces]
        if not paragraphs and shape.alt:
            piece = Piece(shape.alt, about.page, shape.box, about.link.uri, about.link.page)
            return Content(shape, blocks=[DraftBlock(Kind.FIGURE, [piece])])
        return Content(shape, paragraphs)

    def _hide(self, shape: Shape, why: Hiding) -> None:
        """Keeps apart what a shape says that nobody sees; a picture says nothing."""
        content = self._content(shape)
        if content.says_words:
            self._keep("\n".join(filter(None, map(plain_text, text_blocks(content)))), shape, why)

    def _keep(self, text: str, shape: Shape, why: Hiding) -> None:
        boxes = () if shape.box is None else (shape.box,)
        self._slide.unseen.append(HiddenText(text, self._slide.ref.number, why, boxes))

    def _about(self, shape: Shape) -> Body:
        ref = self._slide.ref
        link = self._resolve(shape.link) if shape.link else NO_TARGET
        return Body(ref.number, ref.label, shape.box, self._style(shape), self._resolve, link)

    def _style(self, shape: Shape) -> TextStyle:
        if shape.element.tag == P + "graphicFrame":  # a table takes only its place from a placeholder
            return self._deck.free_style
        body = shape.body
        own = body.find(A + "lstStyle") if body is not None else None
        styles = [own] if own is not None and len(own) else []
        if not styles and shape.placeholder is None:
            return self._deck.free_style
        default = self._deck.default_style
        return TextStyle([*styles, *shape.inherited.styles, *([default] if default is not None else [])])


def _only_pictures(nodes: list[Node], contents: list[Content]) -> bool:
    said = (block.kind for content in contents for block in text_blocks(content) if not content.shape.is_furniture)
    return any(s.element.tag == P + "pic" for s in flat(nodes)) and all(kind is Kind.FIGURE for kind in said)


def _on_slide(box: BBox, width: float, height: float) -> bool:
    return box.x0 < width and box.y0 < height and box.x1 > 0 and box.y1 > 0
