"""Captions of tables that no element marks: ``Table 3. …`` over a table or below it, a title with its units."""

from __future__ import annotations

import re

from pincite.model import Kind
from pincite.parsers.html.items import Para, TableItem
from pincite.parsers.html.pages import PageItems
from pincite.parsers.pdf.tables.captions import is_caption, is_units

_LONGEST = 250  # characters of a caption
_TITLE = 120
_LINES = 3  # of units under a title: "(in millions)", "(unaudited)"
_MARK = re.compile(r"(?:exhibit|schedule)\s+\S+", re.I)  # says where a document belongs, and not what a table shows
_PLAIN = frozenset({Kind.PARAGRAPH, Kind.CAPTION})


def mark_captions(pages: list[PageItems]) -> None:
    """Gives tables without a caption the one that stands over them or below them."""
    for page in pages:
        for at, item in enumerate(page.items):
            if isinstance(item, TableItem) and not (item.table.caption or item.entries or item.is_furniture):
                named = _over(page.items, at) or _below(page.items, at)
                item.table.caption = " ".join(" ".join(para.text for para in named).split()) or None


def _over(items: list[Para | TableItem], at: int) -> list[Para]:
    """The paragraphs right over a table that name it and tell its units, from the first to the last."""
    units: list[Para] = []
    for item in reversed(items[max(0, at - _LINES - 1) : at]):
        if not isinstance(item, Para) or item.is_furniture or item.kind not in _PLAIN:
            break
        if _names(item):
            return [item, *units]
        if not _tells_units(item):
            return [item, *units] if units and _is_title(item) else units
        units.insert(0, item)
    return units


def _below(items: list[Para | TableItem], at: int) -> list[Para]:
    """The paragraph right below a table that names it, where it does not name the next one."""
    first, second = [*items[at + 1 : at + 3], None, None][:2]
    if isinstance(second, TableItem) or not isinstance(first, Para) or not _names(first):
        return []
    return [first]


def _names(para: Para) -> bool:
    """Whether a paragraph is the caption of a table, as its words have it; then it is marked as one."""
    text = para.text.strip()
    if len(text) > _LONGEST or not is_caption(text) or _MARK.fullmatch(text):
        return False
    para.kind = Kind.CAPTION
    return True


def _tells_units(para: Para) -> bool:
    text = " ".join(para.text.split())
    return len(text) <= _LONGEST and is_units(text)


def _is_title(para: Para) -> bool:
    text = para.text.strip()
    return len(text) <= _TITLE and not text.endswith((".", ":", ";", ","))
