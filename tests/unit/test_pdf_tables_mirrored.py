"""Tables of right-to-left text begin on the right."""

from __future__ import annotations

import pytest

from pincite.model import BBox
from pincite.parsers.pdf.layout import Line, Word
from pincite.parsers.pdf.tables.grid import Grid, GridCell
from pincite.parsers.pdf.tables.mirroring import mirror


def grid(*rows: str) -> Grid:
    """A grid of words, from left to right as they are printed; ``·`` is a place that the cell before it spans."""
    cells: list[GridCell] = []
    table = [row.split() for row in rows]
    for r, row in enumerate(table):
        for c, text in enumerate(row):
            if text == "·":
                cells[-1].colspan += 1
            else:
                cells.append(GridCell(r, c, 1, 1, [Word(text, 80 * c, 20 * r, 80 * c + 40, 20 * r + 10, 0)]))
    return Grid(len(table), len(table[0]), cells, BBox(0, 0, 400, 200))


def line(text: str) -> Line:
    word = Word(text, 0, 0, 50, 10, 0)
    return Line([word], 0, 0, 50, 10, 1, 10, 0, text)


def places(found: Grid) -> dict[str, tuple[int, int, int]]:
    return {cell.text: (cell.row, cell.col, cell.colspan) for cell in found.cells}


@pytest.mark.parametrize("label", ["שנה", "السنة"])
def test_the_first_column_is_the_one_on_the_right(label: str) -> None:
    found = grid(f"הכנסות רווח {label}", "134 37 2004")
    mirror([found], [])
    assert places(found)[label] == (0, 0, 1)
    assert places(found)["2004"] == (1, 0, 1)
    assert places(found)["134"] == (1, 2, 1)


def test_spans_keep_what_they_cover() -> None:
    found = grid("מכירות · שנה", "צפון דרום 2004")
    mirror([found], [])
    assert places(found)["מכירות"] == (0, 1, 2)
    assert places(found)["שנה"] == (0, 0, 1)


def test_a_table_of_numbers_runs_as_the_text_around_it() -> None:
    numbers, around = grid("134 37 2004", "164 40 2005"), [line("עדיין"), line("דוח")]
    mirror([numbers], around)
    assert places(numbers)["2004"] == (0, 0, 1)


def test_tables_of_other_scripts_stay() -> None:
    found, latin = grid("Year Cases שנה", "2004 134 37"), grid("Year Cases", "2004 134")
    mirror([found, latin], [line("Annual report")])
    assert places(found)["Year"] == (0, 0, 1)
    assert places(latin)["134"] == (1, 1, 1)
