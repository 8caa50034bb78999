"""Tables and charts of a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pincite.exports import tables
from pincite.model import Chart, Document, Table
from pincite.tables.cells import TableCell, lead_of, read_cells


@dataclass(frozen=True)
class TableView:
    """A table of a result. ``markdown`` is its text in the document; ``page_number`` the physical page on which it
    begins, ``page_label`` what to cite that by, both ``None`` without pages; ``pages`` are all that it runs over."""

    document: Document
    table: Table
    markdown: str
    page_number: int | None
    page_label: str | None

    @property
    def id(self) -> int:
        """Its index in ``tables``; ``t3`` in references."""
        return self.table.id

    @property
    def cells(self) -> tuple[TableCell, ...]:
        """The cells with their roles and numbers, in the table's order."""
        return read_cells(self.table, lead_of(self.document, self.table))

    @property
    def caption(self) -> str | None:
        return self.table.caption

    @property
    def pages(self) -> tuple[int, ...]:
        return self.table.pages

    def to_markdown(self) -> str:
        """The table as it stands in the document: a spanning cell has its text at its top left corner."""
        return self.markdown

    def to_csv(self) -> str:
        """Comma-separated, one line for all header rows (joined by `` > ``)."""
        return tables.to_csv(self.table)

    def to_jsonl(self) -> str:
        """A JSON object a row, by column; every object has every column."""
        return tables.to_jsonl(self.table)

    def to_melted(self) -> str:
        """``row | column | value``, a line for each value."""
        return tables.to_melted(self.table)

    def to_html(self) -> str:
        """An HTML table with its spans and header cells; texts are escaped."""
        return tables.to_html(self.table)

    def to_rows(self) -> list[dict[str, str]]:
        """A mapping of column to text for each row below the header."""
        return tables.to_rows(self.table)

    def to_dataframe(self, library: str | None = None) -> Any:
        """The rows as a data frame of texts. Raises as ``ParseResult.chunks_df``."""
        from pincite.exports.frames import frame

        return frame(self.to_rows(), library, tables.names(self.table))

    def values_df(self, library: str | None = None) -> Any:
        """A row for each number: row, column, text, value, unit, currency, scale, amount. Raises as
        ``ParseResult.chunks_df``."""
        from pincite.exports.frames import frame

        return frame(tables.values(self.table, self.cells), library, tables.VALUE_COLUMNS)


class ChartPoint(NamedTuple):
    """A point of a chart; ``value`` is ``None`` where the file has none."""

    series: str
    category: str
    value: float | None


@dataclass(frozen=True)
class ChartView:
    """A chart of a result, as points. ``page_number`` is physical, ``page_label`` what to cite it by, both ``None``
    without pages."""

    chart: Chart
    page_number: int | None
    page_label: str | None

    @property
    def id(self) -> int:
        """Its index in ``charts``."""
        return self.chart.id

    @property
    def kind(self) -> str:
        """``bar``, ``line``, ``pie``, …"""
        return self.chart.kind

    @property
    def title(self) -> str | None:
        return self.chart.title

    @property
    def axes(self) -> tuple[str, ...]:
        """The titles of its axes."""
        return self.chart.axes

    @property
    def points(self) -> list[ChartPoint]:
        """All points, series by series."""
        return [ChartPoint(name, category, value) for name, values in self.chart.series for category, value in values]

    def to_dataframe(self, library: str | None = None) -> Any:
        """A row for each point: series, category, value. Raises as ``ParseResult.chunks_df``."""
        from pincite.exports.frames import frame

        return frame([point._asdict() for point in self.points], library, ChartPoint._fields)
