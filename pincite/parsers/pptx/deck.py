"""A presentation: its slides in order, its sections, its defaults. Each slide's parts are read when they are needed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from pincite.parsers.ooxml.names import Element, P, R
from pincite.parsers.ooxml.package import Package
from pincite.parsers.pptx.geometry import EMU, number
from pincite.parsers.pptx.inheritance import Layout
from pincite.parsers.pptx.paragraphs import NO_TARGET, Target
from pincite.parsers.pptx.styles import TextStyle

_P14 = "{http://schemas.microsoft.com/office/powerpoint/2010/main}"


class SlideRef(NamedTuple):
    """A slide of the deck: ``number`` counts from 1, ``label`` is the number that PowerPoint shows; ``part`` is
    ``None`` where the file has lost it; ``section`` is the name of the section that begins with it."""

    number: int
    label: str
    part: str | None
    section: str | None


class Deck:
    """The presentation in a package."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.root: Element = package.main_root()
        self._layouts: dict[str | None, Layout] = {}

    @cached_property
    def slides(self) -> list[SlideRef]:
        """All slides, also hidden ones."""
        first = int(number(self.root.get("firstSlideNum", "1")))
        sections = self._sections()
        out = []
        for n, node in enumerate(self.root.iterfind(f"{P}sldIdLst/{P}sldId")):
            part = self.package.target(self.package.main, node.get(R + "id"))
            out.append(SlideRef(n + 1, str(first + n), part, sections.get(node.get("id") or "")))
        return out

    @cached_property
    def has_sections(self) -> bool:
        return any(slide.section for slide in self.slides)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each slide by the name of its part."""
        return {slide.part: slide.number for slide in self.slides if slide.part}

    @cached_property
    def size(self) -> tuple[float | None, float | None]:
        """Width and height of the slides in points."""
        node = self.root.find(P + "sldSz")
        if node is None:
            return None, None
        width, height = number(node.get("cx")) / EMU, number(node.get("cy")) / EMU
        return (round(width, 2), round(height, 2)) if width > 0 and height > 0 else (None, None)

    @cached_property
    def default_style(self) -> Element | None:
        return self.root.find(P + "defaultTextStyle")

    @cached_property
    def free_style(self) -> TextStyle:
        """The style of text outside placeholders that sets none itself."""
        return TextStyle([] if self.default_style is None else [self.default_style])

    def layout_of(self, part: str) -> Layout:
        """The layout of the slide in this part."""
        name = next((relation.target for relation in self.package.related(part, "slideLayout")), None)
        if name not in self._layouts:
            self._layouts[name] = Layout(self.package, name)
        return self._layouts[name]

    def link_target(self, part: str, relation_id: str | None) -> Target:
        """Where a click leads: the relationship of ``part`` with this id."""
        relation = self.package.relations(part).get(relation_id or "")
        if relation is None:
            return NO_TARGET
        return Target(uri=relation.target) if relation.external else Target(page=self.numbers.get(relation.target))

    def _sections(self) -> dict[str, str]:
        """The names of sections by the id of their first slide; a single section divides nothing."""
        found = [(node.get("name") or "", list(_ids(node))) for node in self.root.iter(_P14 + "section")]
        named = {ids[0]: name.strip() for name, ids in found if ids and name.strip()}
        return named if len(named) > 1 else {}


def _ids(section: Element) -> Iterator[str]:
    for node in section.iter(_P14 + "sldId"):
        if node.get("id"):
            yield node.get("id")
