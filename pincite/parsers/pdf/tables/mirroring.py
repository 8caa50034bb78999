"""Tables of right-to-left text: their first column is the one on the right."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.layout import Line
from pincite.parsers.pdf.scripts import has_rtl, is_rtl
from pincite.parsers.pdf.tables.grid import Grid


def mirror(grids: Sequence[Grid], lines: Sequence[Line]) -> None:
    """Counts the columns of right-to-left tables from the right. A table without letters runs as the ``lines`` around
    it do."""
    if not any(has_rtl(cell.words) for grid in grids for cell in grid.cells) and not any(
        has_rtl(line.words) for line in lines
    ):
        return
    for grid in grids:
        text = " ".join(cell.text for cell in grid.cells)
        if not any(map(str.isalpha, text)):
            text = " ".join(line.text for line in lines)
        if is_rtl(text):
            for cell in grid.cells:
                cell.col = grid.n_cols - cell.end
