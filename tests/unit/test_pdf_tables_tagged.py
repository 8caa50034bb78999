"""Tables of the tag tree: rows, cells and spans as tagged, where they agree with the page."""

from __future__ import annotations

from typing import NamedTuple

from pincite.parsers.pdf.layout import Layout, Tag
from pincite.parsers.pdf.tables.tables import find_tables
from pincite.parsers.pdf.text.lines import make_lines
from tests.unit.test_pdf_tables import headers, rows_of, spans
from tests.words import Sheet, lay_out


class Cell(NamedTuple):
    """A cell to be drawn and tagged: its texts one below the other."""

    text: tuple[str, ...]
    x: float
    role: str = "TD"
    rowspan: int = 1
    colspan: int = 1


def tagged(rows: list[list[Cell]], *, top: float = 100, step: float = 14) -> Layout:
    """A page with one tagged table; an empty text leaves the cell without content."""
    sheet = Sheet()
    page = sheet.page
    page.tags += [Tag("Document", -1), Tag("Table", 0)]
    y = top
    for row in rows:
        page.tags.append(Tag("TR", 1))
        parent = len(page.tags) - 1
        for cell in row:
            page.tags.append(Tag(cell.role, parent, cell.rowspan, cell.colspan))
            mcid = len(page.mcids)
            page.mcids[mcid] = len(page.tags) - 1
            for i, text in enumerate(cell.text):
                sheet.line(cell.x, y + 12 * i, text, mcid=mcid)
        y += step + 12 * (max(len(c.text) for c in row) - 1)
    layout = lay_out(sheet, tagged=True)
    make_lines(layout)
    find_tables(layout)
    return layout


def row(*texts: str, role: str = "TD") -> list[Cell]:
    return [Cell((text,) if text else (), 72 + 130 * i, role) for i, text in enumerate(texts)]


def test_rows_and_header_cells_are_those_of_the_tags() -> None:
    layout = tagged(
        [row("Name", "Duty", role="TH"), row("Ada", "Chair"), [Cell(("Grace", "Hopper"), 72), Cell(("Member",), 202)]]
    )
    (table,) = layout.pages[0].tables
    assert rows_of(table.table) == [["Name", "Duty"], ["Ada", "Chair"], ["Grace Hopper", "Member"]]
    assert headers(table.table) == {"Name", "Duty"}
    assert all(line.table == 0 for line in layout.pages[0].lines)


def test_spans_are_those_of_the_tags() -> None:
    layout = tagged(
        [
            [Cell(("Group",), 72, "TH", 2), Cell(("Members in all years",), 202, "TH", 1, 2)],
            [Cell(("2023",), 202, "TH"), Cell(("2024",), 332, "TH")],
            row("First", "12", "14"),
            row("Second", "7", "9"),
        ]
    )
    (table,) = layout.pages[0].tables
    assert spans(table.table) == {"Group": (2, 1), "Members in all years": (1, 2)}
    assert rows_of(table.table)[2:] == [["First", "12", "14"], ["Second", "7", "9"]]


def test_rows_without_their_empty_cells_go_by_place() -> None:
    head = [Cell(("2024",), 202), Cell(("2023",), 332)]  # the empty cell of the stub was left out
    layout = tagged([head, row("Net sales", "391", "383"), row("Net income", "93", "96")])
    (table,) = layout.pages[0].tables
    assert rows_of(table.table) == [["", "2024", "2023"], ["Net sales", "391", "383"], ["Net income", "93", "96"]]


def test_a_page_laid_out_by_a_table_is_text() -> None:
    left = tuple(["A long line of running text in the left part of the page"] * 12)
    right = tuple(["and another one in the right part"] * 12)
    layout = tagged([[Cell(left, 72), Cell(right, 380)], [Cell(left, 72), Cell(right, 380)]])
    assert layout.pages[0].tables == []


def test_tags_that_contradict_the_page_are_not_believed() -> None:
    upside_down = [row("Name", "Duty"), row("Ada", "Chair"), row("Grace", "Member")]
    layout = tagged(upside_down, top=200, step=-30)
    assert not any("tags" in e for t in layout.pages[0].tables for e in t.evidence)


def test_words_without_tags_in_the_frame_of_a_tagged_table_are_no_table() -> None:
    rows = [
        row("State", "Address", role="TH"),
        row("Alabama", "Columbia"),
        row("Alaska", "Fargo"),
        row("Idaho", "Boise"),
    ]
    sheet = Sheet()
    page = sheet.page
    page.tags += [Tag("Document", -1), Tag("Table", 0)]
    for r, cells in enumerate(rows):
        page.tags.append(Tag("TR", 1))
        parent = len(page.tags) - 1
        sheet.rule(66, 90 + 20 * r, 250, 90 + 20 * r)
        for cell in cells:
            page.tags.append(Tag(cell.role, parent))
            page.mcids[len(page.mcids)] = len(page.tags) - 1
            sheet.line(cell.x, 104 + 20 * r, cell.text[0], mcid=len(page.mcids) - 1)
        sheet.line(140, 104 + 20 * r, "DRAFT").line(90, 96 + 20 * r, "COPY")  # a watermark
    sheet.rule(66, 170, 250, 170)
    for x in (66, 135, 200, 250):
        sheet.rule(x, 90, x, 170)
    layout = lay_out(sheet, tagged=True)
    make_lines(layout)
    find_tables(layout)
    (table,) = layout.pages[0].tables
    assert rows_of(table.table)[0] == ["State", "Address"]
    assert "tags: 4 x 2" in table.evidence
