"""Where the pages of an HTML document end, how they are numbered, and which lines at their edges run over all."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from pincite.model import Kind, Role
from pincite.parsers.html.items import Break, Item, Para, TableItem

_LABEL = re.compile(
    r"(?:page\s*)?[-\u2013\u2014\s]*((?:[A-Z]{1,3}\s?[-\u2013]\s?)?(?:\d{1,4}|[ivxlc]{1,7}))[-\u2013\u2014\s]*"
    r"(?:of\s*\d{1,4})?",
    re.IGNORECASE,
)
_LAST_NUMBER = re.compile(r"(?:^|[\s|\u2022\u00b7])((?:[A-Z]{1,3}-)?\d{1,4}|[ivxlc]{1,7})\s*$")
_DIGITS = re.compile(r"\d+")
_EDGE = 3  # paragraphs at each edge of a page that may be running heads and feet
_LONGEST = 150
_FEW = 3
_PAGE = 8000  # characters that a printed page holds at most
_ENTRIES = 4  # links in a row that make a list of contents
_LINES = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM})
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(slots=True, eq=False)
class PageItems:
    """The items of a page; ``label`` is what is printed on it."""

    items: list[Para | TableItem] = field(default_factory=list)
    label: str | None = None


def split_pages(items: list[Item]) -> list[PageItems]:
    """The items by page, running heads and feet marked as furniture. One page where the document has no breaks."""
    breaks = Counter(item for item in items if isinstance(item, Break))
    _mark_masthead(items)
    _mark_contents(items)
    if Break() in breaks:
        pages = _cut(items, {Break()})
    else:
        pages = _cut(items, {rule for rule, count in breaks.items() if count >= _FEW and _ends_pages(rule, items)})
    if len(pages) > 1:
        _read_labels(pages)
        _mark_running(pages)
        if not _are_printed(pages):
            return [PageItems([item for page in pages for item in page.items])]
    return pages


def _ends_pages(rule: Break, items: list[Item]) -> bool:
    """Whether numbers stand over most rules that are drawn like this one."""
    pages = _cut(items, {rule})
    return sum(_foot_label(page) is not None for page in pages) >= 0.6 * len(pages)


def _are_printed(pages: list[PageItems]) -> bool:
    """Whether the stretches between breaks are the pages of a print: most have their number, or none is longer than a
    page. Breaks before chapters alone give no numbers to cite."""
    if 2 * sum(page.label is not None for page in pages) >= len(pages):
        return True
    return all(sum(len(item.text) for item in page.items) <= _PAGE for page in pages)


def _mark_masthead(items: list[Item]) -> None:
    """The rows over everything, date and number and name of a journal beside each other, are its head."""
    for item in items:
        if isinstance(item, Break):
            continue
        if not isinstance(item, Para) or not item.is_row or len(item.text) > _LONGEST or item.heading is not None:
            return
        item.is_furniture = True


def _mark_contents(items: list[Item]) -> None:
    """Paragraphs in a row that do nothing but lead to places within the page are a list of contents."""
    found: list[Para] = []
    for item in [*items, None]:
        if isinstance(item, Para) and item.heading is None and item.kind in _LINES and item.is_linked:
            found.append(item)
            continue
        if len(found) >= _ENTRIES:
            left = min(para.indent for para in found)
            for para in found:
                para.level = para.level or 1 + round((para.indent - left) / 18)
                para.kind, para.role, para.is_furniture = Kind.TOC_ENTRY, Role.TOC, False
        found = []


def _cut(items: list[Item], at: set[Break]) -> list[PageItems]:
    pages = [PageItems()]
    for item in items:
        if isinstance(item, Break):
            if item in at and pages[-1].items:
                pages.append(PageItems())
        else:
            pages[-1].items.append(item)
    if len(pages) > 1 and not pages[-1].items:
        del pages[-1]
    return pages


def _edge(page: PageItems, *, top: bool) -> list[Para]:
    """The short paragraphs at the top or the foot of a page, from its edge inwards."""
    out: list[Para] = []
    for item in page.items if top else reversed(page.items):
        if not isinstance(item, Para) or len(item.text) > _LONGEST or len(out) == _EDGE:
            break
        out.append(item)
    return out


def _foot_label(page: PageItems) -> str | None:
    """The number that stands alone at the foot of a page, or else at its top."""
    for edge in (_edge(page, top=False)[:2], _edge(page, top=True)[:1]):
        for para in edge:
            if found := _LABEL.fullmatch(para.text.strip()):
                return found[1]
    return None


def _read_labels(pages: list[PageItems]) -> None:
    """Gives pages the numbers that are printed at their edges: alone, or at the end of a line that runs over them. A
    number is believed where it goes on from a neighbour's."""
    alone = [_foot_label(page) for page in pages]
    ends = _running_numbers(pages)
    for found in (alone, ends):
        believed = [i for i, label in enumerate(found) if label and _goes_on(found, i)]
        for i in believed:
            pages[i].label = pages[i].label or _tight(found[i] or "")


def _tight(label: str) -> str:
    return re.sub(r"\s*[-\u2013]\s*", "-", label)


def _running_numbers(pages: list[PageItems]) -> list[str | None]:
    shapes: Counter[str] = Counter()
    for page in pages:
        shapes.update({_shape(para) for para in _edge(page, top=False)[:2]})
    out: list[str | None] = []
    for page in pages:
        label = None
        for para in _edge(page, top=False)[:2]:
            found = _LAST_NUMBER.search(para.text.strip())
            if found and shapes[_shape(para)] >= _FEW:
                label = found[1]
                break
        out.append(label)
    return out


def _shape(para: Para) -> str:
    """The words of a line without its numbers."""
    return _DIGITS.sub("#", " ".join(para.text.split())).casefold()


def _goes_on(labels: list[str | None], i: int) -> bool:
    here = _split(labels[i] or "")
    for step in (-1, 1, -2, 2):
        if 0 <= i + step < len(labels) and (other := labels[i + step]):
            prefix, number = _split(other)
            if prefix == here[0] and number == here[1] + step:
                return True
    return here[1] == 1 and bool(here[0])


def _split(label: str) -> tuple[str, int]:
    """Prefix and value of a label; Roman numbers have one of their own."""
    found = re.fullmatch(r"(.*?)(\d+)", _tight(label))
    if found:
        return found[1].upper(), int(found[2])
    total = 0
    values = [_ROMAN.get(c, 0) for c in label.lower()]
    for value, after in zip(values, [*values[1:], 0], strict=True):
        total += -value if value < after else value
    return "roman", total


def _mark_running(pages: list[PageItems]) -> None:
    """Marks the lines at the edges of pages that repeat, but for their numbers, and the page labels. Of a line that
    stands twice at the top of its page the second is the title that the first repeats."""
    needed = max(_FEW, 0.2 * len(pages))
    for top in (True, False):
        edges = [_edge(page, top=top) for page in pages]
        shapes = Counter(shape for edge in edges for shape in {_shape(para) for para in edge})
        same = Counter(text for edge in edges for text in {para.text for para in edge})
        for page, edge in zip(pages, edges, strict=True):
            seen: set[str] = set()
            for para in (para for para in edge if not para.is_furniture):
                shape = _shape(para)
                counts = page.label is not None and page.label not in para.text  # its own parts, not the pages
                if not _is_label(para, page) and (
                    shapes[shape] < needed or shape in seen or (counts and same[para.text] < _FEW)
                ):
                    break
                seen.add(shape)
                para.is_furniture = True


def _is_label(para: Para, page: PageItems) -> bool:
    found = _LABEL.fullmatch(para.text.strip())
    return found is not None and page.label is not None and _tight(found[1]) == page.label
