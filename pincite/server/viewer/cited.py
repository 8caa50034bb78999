"""The place that a link marks, told beside it: its words, where they stand, and how to cite them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pincite.citations import STYLES, Style, deep_link, format_citation
from pincite.model import Cell, Table
from pincite.server.pages import PageNames
from pincite.server.references import path_of
from pincite.server.viewer.markup import Html, join, tag
from pincite.server.viewer.places import Place, anchor_of, table_of, words_of
from pincite.server.viewer.texts import table_of_cells
from pincite.spans import block_at, pages_of
from pincite.tables.grid import Grid
from pincite.verify.matches import match_at

if TYPE_CHECKING:
    from pincite.registry import OpenDocument

_STYLES: dict[Style, str] = {
    "plain": "Plain",
    "apa": "APA",
    "mla": "MLA",
    "bluebook": "Bluebook",
    "bibtex": "BibTeX",
}


class Base(NamedTuple):
    """The address of the viewer: as this visitor reaches it, and as all do (``None``: others do not)."""

    here: str
    public: str | None


def cited(opened: OpenDocument, place: Place, base: Base) -> Html:
    words = words_of(opened, place)
    return join(
        tag("h2", "Marked"),
        tag("p", " · ".join(_where(opened, place)), class_="where", dir="auto"),
        tag("blockquote", words, dir="auto") if words and table_of(opened, place) is None else None,
        _table(opened, place),
        tag("h3", "Cite"),
        tag("dl", [_citation(name, text) for name, text in _citations(opened, place, base)], class_="citations"),
    )


def _where(opened: OpenDocument, place: Place) -> list[str]:
    doc, names = opened.document, PageNames(opened)
    numbers = pages_of(doc, place.spans) or ((place.page,) if place.page else ())
    parts = [names.range_name(numbers)]
    block = block_at(doc, place.char)
    section = opened.outline.section_of(block.id) if block is not None else None
    if place.refs[0].kind != "p" and section is not None and section.kind != "page":
        parts.append(path_of(opened, section))
    return [part for part in parts if part]


def _table(opened: OpenDocument, place: Place) -> Html | None:
    found = table_of(opened, place)
    if found is None:
        return None
    table, cell = found
    return join(_headers(table, cell) if cell else None, table_of_cells(opened.document, table, (), cell))


def _headers(table: Table, cell: Cell) -> Html:
    """A cell with the headers that it belongs to."""
    grid = Grid(table)
    heads = [text for text in (grid.row_header(cell.row), grid.column_header(cell.col)) if text and text != cell.text]
    return tag("p", tag("b", cell.text), " ", " · ".join(heads), class_="cellname", dir="auto")


def _citations(opened: OpenDocument, place: Place, base: Base) -> list[tuple[str, str]]:
    """The place in all styles, then its link, then its anchor for a model."""
    doc, one = opened.document, len(place.refs) == 1
    named = place.refs[0] if one or not place.spans else match_at(doc, opened.outline, place.spans)
    styles = [(_STYLES[style], format_citation(opened, named, style, base.public)) for style in STYLES]
    link = deep_link(base.here, doc, place.name) or ""
    return [*styles, ("Link", link), ("Anchor", str(anchor_of(opened, place)))]


def _citation(name: str, text: str) -> Html:
    return join(
        tag("dt", name),
        tag(
            "dd",
            tag("span", text, class_="said", dir="auto"),
            tag("button", "Copy", type="button", class_="copy", aria_label=f"Copy: {name}"),
        ),
    )
