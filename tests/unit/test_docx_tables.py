"""Tables of Word files."""

from __future__ import annotations

from pincite.model import Document, Kind
from tests.docxs import docx, level, num, numbering, p, parsed, r, style, tbl, tc, texts, tr

SPAN2 = '<w:gridSpan w:val="2"/>'
DOWN, ON = '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
HEAD = "<w:tblHeader/>"


def cells(document: Document, table: int = 0) -> list[tuple[int, int, int, int, str]]:
    return [(c.row, c.col, c.rowspan, c.colspan, c.text) for c in document.tables[table].cells]


def heads(document: Document) -> list[str]:
    return [c.text for c in document.tables[0].cells if c.is_header]


def test_merged_cells_are_written_once_and_hold_their_columns() -> None:
    body = tbl(
        tr(tc("Region", DOWN), tc("Forecast", SPAN2), properties=HEAD),
        tr(tc("", ON), "Low", "High", properties=HEAD),
        tr("North", "12", "14"),
    )
    document = parsed(docx(body))
    assert cells(document) == [
        (0, 0, 2, 1, "Region"), (0, 1, 1, 2, "Forecast"), (1, 1, 1, 1, "Low"), (1, 2, 1, 1, "High"),
        (2, 0, 1, 1, "North"), (2, 1, 1, 1, "12"), (2, 2, 1, 1, "14"),
    ]  # fmt: skip
    assert heads(document) == ["Region", "Forecast", "Low", "High"]


def test_missing_cells_leave_their_columns_empty() -> None:
    body = tbl(
        tr("a", "b", "c"),
        tr("x", properties='<w:gridBefore w:val="1"/><w:gridAfter w:val="1"/>'),
        tr(tc("y", SPAN2), "z"),
    )
    document = parsed(docx(body))
    assert cells(document)[3:] == [(1, 1, 1, 1, "x"), (2, 0, 1, 2, "y"), (2, 2, 1, 1, "z")]
    assert document.tables[0].n_cols == 3


def test_the_older_merge_over_columns() -> None:
    body = tbl(tr(tc("a", '<w:hMerge w:val="restart"/>'), tc("", "<w:hMerge/>"), "b"), tr("1", "2", "3"))
    assert cells(parsed(docx(body)))[:2] == [(0, 0, 1, 2, "a"), (0, 2, 1, 1, "b")]


def test_a_table_in_a_cell_stays_between_its_paragraphs() -> None:
    inner = tbl(tr("Step", "Hours"), tr("Primer", "6"))
    body = tbl(tr("Task", "Plan"), tr("Fence", tc(p("Before.") + inner + p("After."))))
    document = parsed(docx(body))
    assert len(document.tables) == 1
    assert cells(document)[-1][-1] == "Before. Step | Hours Primer | 6 After."


def test_head_rows_by_their_looks() -> None:
    bold = tuple(tc(p(r(text, "<w:b/>"))) for text in ("Year", "Sum"))
    shaded = tuple(tc(text, '<w:shd w:val="clear" w:fill="DDDDDD"/>') for text in ("Year", "Sum"))
    assert heads(parsed(docx(tbl(tr(*bold), tr("2024", "5"))))) == ["Year", "Sum"]
    assert heads(parsed(docx(tbl(tr(*shaded), tr("2024", "5"))))) == ["Year", "Sum"]
    assert heads(parsed(docx(tbl(tr("Year", "Sum"), tr("2024", "5"))))) == []
    assert heads(parsed(docx(tbl(tr(*bold), tr(*bold))))) == []


def test_a_head_row_by_the_table_s_style() -> None:
    grid = style("Grid", kind="table").replace(
        "</w:style>", '<w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>'
    )
    look = '<w:tblStyle w:val="Grid"/><w:tblLook w:val="{}"/>'
    rows = tr("Year", "Sum"), tr("2024", "5")
    assert heads(parsed(docx(tbl(*rows, properties=look.format("04A0")), styles=grid))) == ["Year", "Sum"]
    assert heads(parsed(docx(tbl(*rows, properties=look.format("0480")), styles=grid))) == []


def test_a_frame_of_one_cell_is_text() -> None:
    document = parsed(docx(tbl(tr(tc(p("Boxed.") + tbl(tr("a", "b"), tr("1", "2")) + p("End."))))))
    assert [b.kind for b in document.blocks] == [Kind.PARAGRAPH, Kind.TABLE, Kind.PARAGRAPH]


def test_lists_and_line_breaks_in_cells() -> None:
    body = tbl(tr("k", "v"), tr("x", tc(p("one", num(0)) + p("two", num(0)))))
    document = parsed(docx(body, numbering=numbering(level(0, "%1."))))
    assert cells(document)[-1][-1] == "1. one 2. two"


def test_the_caption_before_a_table() -> None:
    body = p("Table 3: Prices") + tbl(tr("a", "b"), tr("1", "2")) + p("Some text.") + tbl(tr("c", "d"), tr("1", "2"))
    document = parsed(docx(body))
    assert [t.caption for t in document.tables] == ["Table 3: Prices", None]
    below = parsed(docx(tbl(tr("a", "b"), tr("1", "2")) + p("Table 4: Below") + p("Table 5 shows the sums.")))
    assert (below.tables[0].caption, texts(below, Kind.CAPTION)) == ("Table 4: Below", ["Table 4: Below"])
    assert texts(document, Kind.CAPTION) == ["Table 3: Prices"]


def test_absurd_spans_are_bounded() -> None:
    document = parsed(docx(tbl(tr(tc("a", '<w:gridSpan w:val="99999999"/>'), "b"), tr("1", "2"))))
    assert document.tables[0].n_cols <= 1001
