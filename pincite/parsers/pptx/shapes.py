"""The shapes of a slide: their places and what they inherit, groups as trees, connectors left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.limits import GROUPS
from pincite.model import BBox
from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.drawings import alt_text
from pincite.parsers.ooxml.names import MC, A, Element, P, chosen, is_on
from pincite.parsers.pptx.geometry import Frame, own_box
from pincite.parsers.pptx.inheritance import Inherited, Layout, Placeholder

_NOTHING = Inherited(None, ())
_NON_VISUAL = {P + "sp": P + "nvSpPr", P + "pic": P + "nvPicPr", P + "graphicFrame": P + "nvGraphicFramePr"}


@dataclass(slots=True)
class Shape:
    """A shape that may say something. ``box`` is in points on the slide, ``None`` where nothing gives it a place."""

    element: Element
    box: BBox | None
    name: str = ""
    alt: str = ""
    link: str | None = None  # the id of the relationship behind a click on it
    placeholder: Placeholder | None = None
    inherited: Inherited = _NOTHING

    @property
    def body(self) -> Element | None:
        """Its ``p:txBody``."""
        return self.element.find(P + "txBody")

    @property
    def is_title(self) -> bool:
        return self.placeholder is not None and self.placeholder.is_title

    @property
    def is_furniture(self) -> bool:
        return self.placeholder is not None and self.placeholder.is_furniture


@dataclass(slots=True)
class Group:
    """Shapes that their author put together."""

    members: list[Node] = field(default_factory=list)

    @property
    def box(self) -> BBox | None:
        return hull([member.box for member in self.members])


Node = Shape | Group


@dataclass(slots=True)
class ShapeTree:
    """What a slide shows (``nodes``), and the shapes that its author has hidden."""

    nodes: list[Node]
    hidden: list[Shape]


def read_shapes(slide: Element, layout: Layout) -> ShapeTree:
    """The shapes of a ``p:sld`` in the order of the file."""
    tree = slide.find(f"{P}cSld/{P}spTree")
    out = ShapeTree([], [])
    if tree is not None:
        out.nodes = list(_nodes(tree, Frame(), layout, out.hidden, 0))
    return out


def hull(boxes: list[BBox | None]) -> BBox | None:
    """The box around boxes, ``None`` where there is none."""
    known = [box for box in boxes if box is not None]
    if not known:
        return None
    return BBox(min(b.x0 for b in known), min(b.y0 for b in known), max(b.x1 for b in known), max(b.y1 for b in known))


def _nodes(tree: Element, frame: Frame, layout: Layout, hidden: list[Shape], depth: int) -> Iterator[Node]:
    for element in tree:
        if element.tag in _NON_VISUAL:
            shape, shown = _shape(element, frame, layout)
            if shown:
                yield shape
            else:
                hidden.append(shape)
        elif element.tag == P + "grpSp" and depth < GROUPS:
            inner = frame.inner(element.find(f"{P}grpSpPr/{A}xfrm"))
            facts = element.find(f"{P}nvGrpSpPr/{P}cNvPr")
            unseen: list[Shape] = []
            group = Group(list(_nodes(element, inner, layout, unseen, depth + 1)))
            if facts is not None and _is_hidden(facts):
                hidden += [*flat(group.members), *unseen]
            elif group.members:
                hidden += unseen
                yield group
        elif element.tag == MC + "AlternateContent":
            branch = chosen(element)
            if branch is not None:
                yield from _nodes(branch, frame, layout, hidden, depth)


def flat(nodes: list[Node]) -> Iterator[Shape]:
    """The shapes of all groups, in order."""
    for node in nodes:
        if isinstance(node, Group):
            yield from flat(node.members)
        else:
            yield node


def _shape(element: Element, frame: Frame, layout: Layout) -> tuple[Shape, bool]:
    """The shape, and whether it is shown."""
    non_visual = element.find(_NON_VISUAL[element.tag])
    facts = non_visual.find(P + "cNvPr") if non_visual is not None else None
    mark = non_visual.find(f"{P}nvPr/{P}ph") if non_visual is not None else None
    own = element.find(P + "xfrm") if element.tag == P + "graphicFrame" else element.find(f"{P}spPr/{A}xfrm")
    shape = Shape(element, own_box(own, frame))
    if facts is not None:
        shape.name, shape.alt = facts.get("name") or "", alt_text(facts)
        click = facts.find(A + "hlinkClick")
        shape.link = click.get(_R_ID) if click is not None else None
    if mark is not None:
        shape.placeholder = Placeholder(mark.get("type") or "obj", _index(mark.get("idx")))
        shape.inherited = layout.inherited(shape.placeholder)
        shape.box = shape.box or shape.inherited.box
    return shape, facts is None or not _is_hidden(facts)


_R_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def _is_hidden(facts: Element) -> bool:
    return is_on(facts.get("hidden", "0"))


def _index(value: str | None) -> int:
    return int(value) if value and is_count(value) else 0
