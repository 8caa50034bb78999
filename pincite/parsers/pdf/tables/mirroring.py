"""Tables of right-to-left text: their first column is the one on the right."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.layout import Line
from pincite.parsers.pdf.scripts import has_rtl, is_rtl
from pincite.parsers.pdf.tables.grid import Grid


def mirror(grids: Sequence[Grid], lines: Sequence[Line]) -> None:
    """Counts the columns of right-to-left tables from the right. A table without letters runs as the ``lines`` around
    it do."""
    if not grids or not has_rtl(
        [w for grid in grids for cell in grid.cells for w in cell.words] + [w for line in lines for w in line.words]
    ):
        return
    for grid in grids:
        text = " ".join(cell.text for cell in grid.cells)
        if not any(map(str.isalpha, text)):
            text = " ".join(line.text for line in lines)
        if is_rtl(text):
            for cell in grid.cells:
                cell.col = grid.n_cols - cell.end
