"""Further facts about chunks and blocks, handed out in ``extra`` to who names them in ``extra_fields``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pincite.model import Block, Document, Region, Span
from pincite.spans import regions_in

Pieces = Sequence[tuple[Block, Span]]  # blocks, or parts of them, in order


def _lines(_: Document, pieces: Pieces) -> list[Region]:
    return [region for block, span in pieces for region in regions_in(block, span)]


def _sources(doc: Document, pieces: Pieces) -> list[str]:
    pages = {page.number: page.source for page in doc.pages}
    return _distinct(pages.get(r.page, "text") for block, span in pieces for r in regions_in(block, span))


def _facts(doc: Document, pieces: Pieces) -> list[dict[str, str]]:
    return [
        {name: value for name, value in cell.fact._asdict().items() if value is not None}
        for block, span in pieces
        if block.table is not None
        for cell in doc.tables[block.table].cells
        if cell.fact is not None and span.start <= cell.start < span.end
    ]


def _distinct(values: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys(values))


_MAKERS: Mapping[str, Callable[[Document, Pieces], Any]] = MappingProxyType(
    {
        "block_ids": lambda _, pieces: [block.id for block, _ in pieces],
        "kinds": lambda _, pieces: _distinct(block.kind.value for block, _ in pieces),
        "levels": lambda _, pieces: [block.level for block, _ in pieces],
        "spans": lambda _, pieces: [tuple(span) for _, span in pieces],
        "lines": _lines,
        "page_sources": _sources,
        "facts": _facts,
    }
)
EXTRA_FIELDS = tuple(_MAKERS)
"""``block_ids``; ``kinds``: of its blocks, each once; ``levels``: of headings and list items, ``None`` elsewhere;
``spans``: places in ``Document.text``; ``lines``: a ``Region`` for each printed line, with its page and box;
``page_sources``: ``text`` or ``ocr``, of its pages; ``facts``: what inline XBRL says of its numbers."""


def extra(doc: Document, pieces: Pieces, names: Sequence[str]) -> Mapping[str, Any]:
    """The facts of these names."""
    return MappingProxyType({name: _MAKERS[name](doc, pieces) for name in names})
