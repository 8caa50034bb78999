"""What a placeholder has from its layout and master: its place and its text styles. Who inherits from whom is
python-pptx's knowledge; its package reader is not used, so that only the layouts in use are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from lxml import etree
from pptx.enum.shapes import PP_PLACEHOLDER
from pptx.exc import PythonPptxError
from pptx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from pptx.opc.packuri import PackURI
from pptx.parts.slide import SlideLayoutPart, SlideMasterPart

from pincite.model import BBox
from pincite.parsers.ooxml.names import A, Element, P
from pincite.parsers.ooxml.package import Package
from pincite.parsers.pptx.geometry import Frame, own_box

TITLES = frozenset({"title", "ctrTitle"})
FURNITURE = frozenset({"dt", "ftr", "hdr", "sldNum"})
# what stands on the master itself; all others are bodies there
_OWN = (PP_PLACEHOLDER.TITLE, PP_PLACEHOLDER.DATE, PP_PLACEHOLDER.FOOTER, PP_PLACEHOLDER.SLIDE_NUMBER)
_STYLES = {"titleStyle": TITLES, "otherStyle": FURNITURE}


class Placeholder(NamedTuple):
    """The key by which a placeholder finds what it inherits from: ``kind`` is ``"title"``, ``"body"``, ``"obj"`` …"""

    kind: str
    slot: int

    @property
    def is_title(self) -> bool:
        return self.kind in TITLES

    @property
    def is_furniture(self) -> bool:
        return self.kind in FURNITURE


class Inherited(NamedTuple):
    """``box`` is ``None`` where neither layout nor master knows a place; ``styles`` are list styles, the nearest
    first; ``anchor`` is where the text stands in its box: ``"t"``, ``"ctr"`` or ``"b"``."""

    box: BBox | None
    styles: tuple[Element, ...]
    anchor: str = "t"


class Layout:
    """A slide layout with its master."""

    def __init__(self, package: Package, part: str | None) -> None:
        self._known: dict[Placeholder, Inherited] = {}
        self._styles: Element | None = None
        self._above: list[tuple[int, Any, Any]] = []  # (index, type, placeholder) of the layout
        self._base: dict[Any, Any] = {}  # the placeholders of the master by type
        layout_part = _load(package, part, SlideLayoutPart, CONTENT_TYPE.PML_SLIDE_LAYOUT)
        master_name = next((r.target for r in package.related(part or "", "slideMaster")), None)
        master_part = _load(package, master_name, SlideMasterPart, CONTENT_TYPE.PML_SLIDE_MASTER)
        if master_part is not None:
            master = master_part.slide_master
            self._styles = master.element.find(P + "txStyles")
            for _, kind, placeholder in _placeholders(master):
                self._base.setdefault(kind, placeholder)
        if layout_part is not None and master_part is not None:
            layout_part.relate_to(master_part, RELATIONSHIP_TYPE.SLIDE_MASTER)
            self._above = list(_placeholders(layout_part.slide_layout))

    def inherited(self, key: Placeholder) -> Inherited:
        """What the placeholder of a slide takes over."""
        if key not in self._known:
            self._known[key] = self._find(key)
        return self._known[key]

    def _find(self, key: Placeholder) -> Inherited:
        kind, above = self._on_layout(key)
        base = self._on_master(kind)
        styles = [_list_style(shape) for shape in (above, base) if shape is not None]
        styles.append(self._master_style(key))
        anchors = [_anchor(shape) for shape in (above, base) if shape is not None]
        return Inherited(
            next((box for shape in (above, base) if shape is not None and (box := _box(shape))), None),
            tuple(style for style in styles if style is not None),
            next((anchor for anchor in anchors if anchor), "t"),
        )

    def _on_layout(self, key: Placeholder) -> tuple[Any, Any]:
        """Type and placeholder of the same index; where a layout was changed afterwards, the only one of its type."""
        wanted = _type(key.kind)
        found = next(((kind, p) for index, kind, p in self._above if index == key.slot), (wanted, None))
        if found[1] is not None and (key.slot or found[0] == wanted):
            return found
        alike = [(kind, p) for _, kind, p in self._above if kind == wanted]
        return alike[0] if len(alike) == 1 else found

    def _on_master(self, kind: Any) -> Any:
        kind = PP_PLACEHOLDER.TITLE if kind == PP_PLACEHOLDER.CENTER_TITLE else kind
        return self._base.get(kind) or (None if kind in _OWN else self._base.get(PP_PLACEHOLDER.BODY))

    def _master_style(self, key: Placeholder) -> Element | None:
        name = next((name for name, kinds in _STYLES.items() if key.kind in kinds), "bodyStyle")
        return None if self._styles is None else self._styles.find(P + name)


def _load(package: Package, part: str | None, kind: Any, content_type: str) -> Any:
    """The part as python-pptx has it, ``None`` where it is missing or broken."""
    data = package.text(part) if part else None
    if data is None:
        return None
    try:
        return kind.load(PackURI(f"/{part}"), content_type, None, data)
    except etree.XMLSyntaxError:
        return None


def _placeholders(owner: Any) -> Iterator[tuple[int, Any, Any]]:
    """(Index, type, placeholder) of those that are sound."""
    try:
        placeholders = list(owner.placeholders)
    except (AttributeError, TypeError, PythonPptxError):  # a part without its tree of shapes
        return
    for placeholder in placeholders:
        try:
            yield placeholder.element.ph_idx, placeholder.element.ph_type, placeholder
        except (AttributeError, ValueError, PythonPptxError):  # a type or an index that is none
            continue


def _type(kind: str) -> Any:
    try:
        return PP_PLACEHOLDER.from_xml(kind)
    except ValueError:
        return PP_PLACEHOLDER.OBJECT


def _box(shape: Any) -> BBox | None:
    return own_box(shape.element.find(f"{P}spPr/{A}xfrm"), Frame())


def _list_style(shape: Any) -> Element | None:
    found: Element | None = shape.element.find(f"{P}txBody/{A}lstStyle")
    return found if found is not None and len(found) else None


def _anchor(shape: Any) -> str | None:
    body = shape.element.find(f"{P}txBody/{A}bodyPr")
    value: str | None = None if body is None else body.get("anchor")
    return value
