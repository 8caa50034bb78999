"""The collections of a result as flat rows for data frames and files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pincite.errors import RequestError
from pincite.exports.tables import VALUE_COLUMNS
from pincite.library.views import DocumentMetadata
from pincite.markup import page_cites

if TYPE_CHECKING:
    from pincite.library.contents import Contents

Row = dict[str, Any]

_PLACE = ("page_number", "page_label")
COLUMNS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "chunks": (
            "id", "text", "path", "heading", "role", *_PLACE, "page_numbers", "page_labels", "table_ids", "chart_ids",
            "links", "boxes", "tokens", "anchor", "extra",
        ),
        "blocks": (
            "id", "kind", "text", "level", "role", "path", *_PLACE, "table_id", "chart_id", "links", "boxes", "anchor",
            "extra",
        ),
        "tables": (
            "table_id", "caption", *_PLACE, "row_index", "column_index", "rowspan", "colspan", "role", *VALUE_COLUMNS,
        ),
        "charts": ("chart_id", "kind", "title", *_PLACE, "series", "category", "value"),
        "pages": ("number", "label", "text", "source", "width", "height"),
        "hidden": (*_PLACE, "why", "text", "boxes"),
        "hierarchy": ("id", "level", "text", *_PLACE, "parent"),
        "metadata": tuple(field.name for field in fields(DocumentMetadata)),
    }
)  # fmt: skip


def rows_of(result: Contents, collection: str) -> list[Row]:
    """The rows of a collection, with ``COLUMNS`` of it. Raises ``RequestError`` (bad_argument)."""
    if collection not in COLUMNS:
        raise RequestError(f"There is no collection {collection!r}.", hint=f"Say one of: {', '.join(COLUMNS)}.")
    return [_plain(row) for row in _MAKERS[collection](result)]


def _plain(row: Row) -> Row:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in row.items()}


def _chunks(result: Contents) -> Iterator[Row]:
    for chunk in result.chunks:
        row = {name: getattr(chunk, name) for name in COLUMNS["chunks"]}
        yield row | {"role": chunk.role.value, "boxes": _boxes(chunk.boxes), "extra": dict(chunk.extra)}


def _blocks(result: Contents) -> Iterator[Row]:
    for block in result.blocks:
        row = {name: getattr(block, name) for name in COLUMNS["blocks"]}
        told = {"kind": block.kind.value, "role": block.role.value, "extra": dict(block.extra)}
        yield row | told | {"boxes": _boxes(block.boxes)}


def _boxes(boxes: tuple[tuple[int, tuple[float, float, float, float]], ...]) -> list[list[float]]:
    """Page, then left, top, right, bottom."""
    return [[page, *box] for page, box in boxes]


def _tables(result: Contents) -> Iterator[Row]:
    from pincite.tables.forms import STEP
    from pincite.tables.grid import Grid

    for table in result.tables:
        grid = Grid(table.table)
        for cell in table.cells:
            number = cell.number
            yield {
                "table_id": table.id,
                "caption": table.caption,
                "page_number": table.page_number,
                "page_label": table.page_label,
                "row_index": cell.row,
                "column_index": cell.col,
                "rowspan": cell.rowspan,
                "colspan": cell.colspan,
                "role": cell.role.value,
                "row": grid.row_header(cell.row, STEP) if cell.row >= grid.head else "",
                "column": grid.column_header(cell.col, STEP),
                "text": cell.text,
                "value": float(number.value) if number else None,
                "unit": number.unit if number else None,
                "currency": number.currency if number else None,
                "scale": number.scale if number else None,
                "amount": float(number.amount) if number else None,
            }


def _charts(result: Contents) -> Iterator[Row]:
    for chart in result.charts:
        of = {"chart_id": chart.id, "kind": chart.kind, "title": chart.title}
        place = {"page_number": chart.page_number, "page_label": chart.page_label}
        for point in chart.points:
            yield of | place | point._asdict()


def _pages(result: Contents) -> Iterator[Row]:
    for view in result.pages:
        page = view.page
        yield {
            "number": view.number,
            "label": view.label,
            "text": view.text,
            "source": page.source,
            "width": page.width,
            "height": page.height,
        }


def _hidden(result: Contents) -> Iterator[Row]:
    cites = page_cites(result.document)
    for text, page, why, boxes in result.document.hidden:
        place = {"page_number": page, "page_label": None if page is None else cites[page]}
        yield place | {"why": why.value, "text": text, "boxes": [] if page is None else [[page, *box] for box in boxes]}


def _hierarchy(result: Contents) -> Iterator[Row]:
    for node in result.hierarchy:
        yield {name: getattr(node, name) for name in COLUMNS["hierarchy"]}


def _metadata(result: Contents) -> Iterator[Row]:
    yield {name: getattr(result.metadata, name) for name in COLUMNS["metadata"]}


_MAKERS: Mapping[str, Callable[[Contents], Iterator[Row]]] = MappingProxyType(
    {
        "chunks": _chunks,
        "blocks": _blocks,
        "tables": _tables,
        "charts": _charts,
        "pages": _pages,
        "hidden": _hidden,
        "hierarchy": _hierarchy,
        "metadata": _metadata,
    }
)
