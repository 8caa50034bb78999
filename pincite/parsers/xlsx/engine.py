"""An Excel file -> a Document: sheets are pages, their cells are tables as Excel shows them."""

from __future__ import annotations

from pincite.errors import ParseError
from pincite.limits import SHEET_CELLS
from pincite.model import Document, DocumentWarning, Kind, LabelSource, Page
from pincite.parsers.assemble import DraftBlock, Piece, assemble
from pincite.parsers.ooxml.package import Package, open_as
from pincite.parsers.ooxml.properties import read_metadata
from pincite.parsers.options import ParseTask
from pincite.parsers.xlsx.cells import read_grid
from pincite.parsers.xlsx.sheets import drawing_blocks, grid_blocks, read_remarks
from pincite.parsers.xlsx.workbook import SheetRef, Workbook

PARSER = "pincite-xlsx/1"


def parse_xlsx(task: ParseTask) -> Document:
    """Parses a workbook. Raises ``ParseError`` (corrupt, password_required, wrong_password, unsafe, too_large) and
    ``SourceError`` wrong_type."""
    return parse_workbook(open_as("xlsx", task.source, task.name, task.password), task)


def parse_workbook(package: Package, task: ParseTask) -> Document:
    """Parses an opened workbook."""
    workbook = Workbook(package)
    if not workbook.sheets:
        raise ParseError(f"{task.name} holds no sheets.", code="corrupt", hint="Open another file.")
    limit = task.options.max_pages
    refs = workbook.sheets if limit is None else workbook.sheets[:limit]
    reader = _Reader(workbook, task)
    for ref in refs:
        reader.read(ref)
        if task.progress:
            task.progress(ref.number, len(refs))
    if len(refs) < len(workbook.sheets):
        reader.warn("partial", f"Only the first {len(refs)} of {len(workbook.sheets)} sheets were read.")
    if reader.remarks and not task.options.comments:
        reader.warn("comments", f"{reader.remarks} comments of reviewers were left out.")
    return assemble(
        doc_id=task.doc_id,
        source=task.name,
        format="xlsx",
        parser=PARSER,
        pages=[Page(ref.number, ref.name, label_source=LabelSource.DECLARED) for ref in refs],
        blocks=reader.blocks,
        metadata=read_metadata(package),
        warnings=[*reader.warnings, *package.warnings],
    )


class _Reader:
    """Reads the sheets one after the other."""

    def __init__(self, workbook: Workbook, task: ParseTask) -> None:
        self.blocks: list[DraftBlock] = []
        self.warnings: list[DocumentWarning] = []
        self.remarks = 0
        self._workbook = workbook
        self._task = task
        self._room = SHEET_CELLS

    def warn(self, code: str, message: str, page: int | None = None) -> None:
        self.warnings.append(DocumentWarning(code, message, page))

    def read(self, ref: SheetRef) -> None:
        if ref.part is None:
            self.warn("partial", "The file has lost this sheet.", ref.number)
            return
        blocks: list[DraftBlock] = []
        if not ref.is_chart:
            grid = read_grid(self._workbook, ref.part, self._room)
            self._room -= len(grid.cells)
            blocks += grid_blocks(grid, ref.number)
            if grid.cut:
                self.warn("partial", f"Only the first {SHEET_CELLS:,} cells were read.", ref.number)
            if grid.hidden:
                self.warn("hidden_cells", "Rows or columns of this sheet are hidden; they are read, too.", ref.number)
        blocks += drawing_blocks(self._workbook, ref)
        remarks = read_remarks(self._workbook, ref)
        self.remarks += len(remarks)
        if self._task.options.comments:
            blocks += [DraftBlock(Kind.COMMENT, [Piece(text, ref.number)]) for text in remarks]
        if ref.hidden:
            self.warn("hidden_sheet", "This sheet is hidden in Excel.", ref.number)
        if blocks:
            self.blocks += [DraftBlock(Kind.HEADING, [Piece(ref.name, ref.number)], 1, evidence=["sheet"]), *blocks]
