"""Tags of a page out of a structure tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.parsers.pdf.layout import Tag
from pincite.parsers.pdf.reader.taginfo import read_groups, read_tags


@dataclass
class Element:
    role: str
    kids: list[Element | int] = field(default_factory=list)
    attributes: dict[str, int] = field(default_factory=dict)
    actual: str | None = None
    alt: str | None = None


class FakeTree:
    def __init__(self, *roots: Element) -> None:
        self._roots = roots

    def roots(self) -> Iterator[Element]:
        return iter(self._roots)

    def kids(self, element: Element) -> tuple[list[Element], list[int]]:
        below = [kid for kid in element.kids if not isinstance(kid, int)]
        return below, [kid for kid in element.kids if isinstance(kid, int)]

    def role(self, element: Element) -> str:
        return element.role

    def span(self, element: Element, name: str) -> int:
        return element.attributes.get(name, 1)

    def actual_text(self, element: Element) -> str | None:
        return element.actual

    def alt(self, element: Element) -> str | None:
        return element.alt


def test_elements_come_before_their_children_and_in_order() -> None:
    tree = FakeTree(
        Element("Sect", [Element("H1", [0]), Element("P", [1, Element("Link", [2]), 3])]), Element("P", [4])
    )
    tags, owners = read_tags(tree)
    assert [(t.role, t.parent) for t in tags] == [("Sect", -1), ("H1", 0), ("P", 0), ("Link", 2), ("P", -1)]
    assert owners == {0: 1, 1: 2, 3: 2, 2: 3, 4: 4}


def test_spans_and_descriptions() -> None:
    cell = Element("TD", attributes={"RowSpan": 2, "ColSpan": 3}, alt="not asked for")
    figure = Element("Figure", alt="A ship", actual="ship")
    tags, _ = read_tags(FakeTree(cell, figure))
    assert tags == [Tag("TD", -1, 2, 3), Tag("Figure", -1, actual_text="ship", alt="A ship")]


def test_an_id_that_an_element_has_twice_gives_way_to_one_that_is_clear() -> None:
    _, owners = read_tags(FakeTree(Element("Note", [0, 0, 7, 7]), Element("H1", [0])))
    assert owners == {0: 1, 7: 0}


def test_content_of_other_pages_is_nothing() -> None:
    assert read_tags(FakeTree(Element("P", [-1]))) == ([Tag("P", -1)], {})


def test_a_tree_that_contains_itself_ends() -> None:
    loop = Element("Sect", [5])
    loop.kids += [loop]
    tags, owners = read_tags(FakeTree(loop))
    assert len(tags) < 100
    assert owners == {5: 0}


def test_groups_are_paragraphs_and_cells() -> None:
    tree = FakeTree(
        Element("P", [1, Element("Span", [2, Element("Link", [3])])]),
        Element("TR", [Element("TD", [Element("NonStruct", [4])]), Element("TD", [5])]),
        Element("NonStruct", [6]),
    )
    tags, owners = read_tags(tree)
    groups = read_groups(tags, owners)
    assert groups[1] == groups[2] == groups[3] == 0
    assert tags[groups[4]].role == tags[groups[5]].role == "TD"
    assert groups[4] != groups[5]
    assert tags[groups[6]].role == "NonStruct"
