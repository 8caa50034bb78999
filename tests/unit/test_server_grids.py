"""Tables by row and column."""

from __future__ import annotations

import pytest

from pincite.errors import RequestError
from pincite.model import Cell, Table
from pincite.server.grids import Grid, ranges
from pincite.server.table_forms import Rows


def cell(row: int, col: int, text: str, *, head: bool = False, rows: int = 1, cols: int = 1) -> Cell:
    return Cell(row, col, rows, cols, head, 0, 0, text)


@pytest.fixture
def grid() -> Grid:
    """Two header rows, the upper one spanning; a stub of two columns whose first spans rows."""
    cells = (
        cell(0, 0, "Region", head=True, rows=2, cols=2),
        cell(0, 2, "2024", head=True, cols=2),
        cell(1, 2, "Q1", head=True),
        cell(1, 3, "Q2", head=True),
        cell(2, 0, "North", head=True, rows=2),
        cell(2, 1, "Shoes", head=True),
        cell(2, 2, "1"),
        cell(2, 3, "2"),
        cell(3, 1, "Boots", head=True),
        cell(3, 2, "3"),
    )
    return Grid(Table(0, 0, 4, 4, cells))


def test_headers_count_for_all_they_span(grid: Grid) -> None:
    assert grid.head == 2
    assert [grid.column_header(c) for c in range(4)] == ["Region", "Region", "2024 / Q1", "2024 / Q2"]
    assert grid.row_header(3) == "North / Boots"
    assert (grid.text(3, 0), grid.text(3, 3)) == ("", "")


def test_melted_lines_know_their_headers(grid: Grid) -> None:
    rows = Rows(grid, [2, 3], "melted")
    assert rows.text([rows.row(2), rows.row(3)]).splitlines() == [
        "cell,row,column,value",
        "r2c2,North / Shoes,2024 / Q1,1",
        "r2c3,North / Shoes,2024 / Q2,2",
        "r3c2,North / Boots,2024 / Q1,3",
    ]


def test_markdown_keeps_the_header_rows(grid: Grid) -> None:
    rows = Rows(grid, range(4), "markdown")
    assert rows.text([rows.row(3)]).splitlines() == [
        "| Region |  | 2024 |  |",
        "|  |  | Q1 | Q2 |",
        "| --- | --- | --- | --- |",
        "|  | Boots | 3 |  |",
    ]


def test_a_stub_without_marks_names_the_row_by_its_first_cell() -> None:
    plain = Grid(Table(0, 0, 2, 2, (cell(0, 0, "a"), cell(0, 1, "b"), cell(1, 0, "c"), cell(1, 1, "d"))))
    assert (plain.head, plain.row_header(1), plain.column_header(1)) == (0, "c", "")


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        (None, [2, 3]),
        ("", [2, 3]),
        ("3", [3]),
        ("0-2", [2]),
        ("2-", [2, 3]),
        ("north / shoes", [2]),
        ("boots", [3]),
        ("3,2", [2, 3]),
    ],
)
def test_rows_by_number_and_name(grid: Grid, asked: str | None, rows: list[int]) -> None:
    assert grid.rows(asked) == rows


@pytest.mark.parametrize(
    ("asked", "columns"), [("2024", [2, 3]), ("2024 / Q2", [3]), ("q1", [2]), ("1-2", [1, 2]), ("Region,3", [0, 1, 3])]
)
def test_columns_by_number_and_header(grid: Grid, asked: str, columns: list[int]) -> None:
    assert grid.columns(asked) == columns


@pytest.mark.parametrize("asked", ["9", "7-9", "3-2", "West", "2,West", ",", "-1"])
def test_what_is_not_there_is_an_error(grid: Grid, asked: str) -> None:
    with pytest.raises(RequestError) as raised:
        grid.rows(asked)
    assert raised.value.code == "bad_argument"
    assert "It has rows 0-3: North / Shoes, North / Boots." in raised.value.hint


@pytest.mark.parametrize(
    ("numbers", "text"), [([], ""), ([4], "4"), ([1, 2, 3, 7, 9, 10], "1-3,7,9-10"), (list(range(0, 100, 2)), None)]
)
def test_ranges(numbers: list[int], text: str | None) -> None:
    assert ranges(numbers).count(",") < 40
    if text is not None:
        assert ranges(numbers) == text
