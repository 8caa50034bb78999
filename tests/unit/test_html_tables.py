"""Tables of pages: data told from layout, signs joined to numbers, headers found."""

from __future__ import annotations

from pincite.model import Document, Kind, Role, Table
from tests.pages import blocks, html, rows, texts


def table(body: str) -> Table:
    doc = html(body)
    assert len(doc.tables) == 1
    return doc.tables[0]


def tr(*cells: str) -> str:
    return "<tr>" + "".join(cell if cell.startswith("<t") else f"<td>{cell}</td>" for cell in cells) + "</tr>"


STATEMENT = (
    "<table>"
    + tr("", "", '<td colspan="3"><b>2025</b></td>', "", '<td colspan="3"><b>2024</b></td>')
    + tr("Current assets:")
    + tr("Phones", "", "$", "85,269", "", "", "$", "69,138", "")
    + tr("Tablets", "", '<td colspan="2">8,595</td>', "", "", '<td colspan="2">8,088</td>', "")
    + tr("")
    + tr("Exchange", "", "", "(65", ")", "", "", "(977", ")")
    + tr("Margin", "", "", "46.9", "%", "", "", "45.2", "%")
    + "</table>"
)


class TestStatements:
    def test_signs_and_spacers_make_no_columns(self) -> None:
        found = table(STATEMENT)
        assert found.n_cols == 3
        assert rows(found) == [
            ["2025", "2024"],
            ["Current assets:"],
            ["Phones", "$85,269", "$69,138"],
            ["Tablets", "8,595", "8,088"],
            ["Exchange", "(65)", "(977)"],
            ["Margin", "46.9%", "45.2%"],
        ]

    def test_headers_stand_over_their_numbers(self) -> None:
        found = table(STATEMENT)
        assert [(c.text, c.col, c.colspan) for c in found.cells if c.row == 0] == [("2025", 1, 1), ("2024", 2, 1)]
        assert [c.text for c in found.cells if c.is_header] == ["2025", "2024"]

    def test_the_first_labels_of_the_stub_are_no_headers(self) -> None:
        assert not any(c.is_header for c in table(STATEMENT).cells if c.text == "Current assets:")

    def test_small_negative_numbers_are_no_note_marks(self) -> None:
        found = table("<table>" + tr("Taxes", "(43)", "(5)") + tr("Other", "(21)", "(7)") + "</table>")
        assert rows(found) == [["Taxes", "(43)", "(5)"], ["Other", "(21)", "(7)"]]

    def test_small_marks_of_notes_go_to_their_number(self) -> None:
        mark = '<td style="font-size:6pt">(1)</td>'
        found = table("<table>" + tr("Sales", "500", mark, "400") + tr("Costs", "300", "", "200") + "</table>")
        assert rows(found)[0] == ["Sales", "500 (1)", "400"]

    def test_dashes_are_values(self) -> None:
        found = table("<table>" + tr("Paper", "\u2014", "297") + tr("Debt", "$", "5") + "</table>")
        assert rows(found)[0] == ["Paper", "\u2014", "297"]


class TestStructure:
    def test_spans(self) -> None:
        found = table(
            "<table><thead>"
            + tr('<th rowspan="2">Region</th>', '<th colspan="2">Sales</th>')
            + tr("<th>2025</th>", "<th>2024</th>")
            + "</thead>"
            + tr("North", "1", "2")
            + "</table>"
        )
        assert [(c.text, c.row, c.col, c.rowspan, c.colspan, c.is_header) for c in found.cells] == [
            ("Region", 0, 0, 2, 1, True),
            ("Sales", 0, 1, 1, 2, True),
            ("2025", 1, 1, 1, 1, True),
            ("2024", 1, 2, 1, 1, True),
            ("North", 2, 0, 1, 1, False),
            ("1", 2, 1, 1, 1, False),
            ("2", 2, 2, 1, 1, False),
        ]

    def test_spans_of_an_absurd_size(self) -> None:
        found = table(
            '<table border=1><tr><td rowspan="99999999">a</td><td colspan="9999999">b</td></tr>'
            "<tr><td>c</td></tr></table>"
        )
        assert [(c.text, c.rowspan) for c in found.cells] == [("a", 2), ("b", 1), ("c", 1)]
        assert found.n_cols == 2

    def test_captions(self) -> None:
        doc = html(
            "<table><caption>Table 1: Fees</caption>" + tr("<th>A</th>", "<th>B</th>") + tr("1", "2") + "</table>"
        )
        assert doc.tables[0].caption == "Table 1: Fees"
        assert texts(doc, Kind.CAPTION) == ["Table 1: Fees"]

    def test_lists_in_cells_lose_their_bullets(self) -> None:
        found = table(
            "<table>"
            + tr("<th>Kind</th>", "<th>Names</th>")
            + tr("Fruit", "<td><ul><li>fig<li>date</ul></td>")
            + "</table>"
        )
        assert rows(found)[1] == ["Fruit", "fig date"]

    def test_links_in_cells(self) -> None:
        doc = html(
            "<table border=1>"
            + tr("Form", "Where")
            + tr("10.1", '<td><a href="https://a.org/x">here</a></td>')
            + "</table>"
        )
        assert [k.uri for b in doc.blocks for k in b.links] == ["https://a.org/x"]


class TestLayout:
    def test_a_table_around_a_page_is_unwrapped(self) -> None:
        prose = "".join(f"<p>{'Words of the page that run on. ' * 8}</p>" for _ in range(5))
        doc = html(f"<table><tr><td>Menu</td><td><h1>Title</h1>{prose}</td></tr></table>")
        assert doc.tables == ()
        assert blocks(doc)[:2] == [("paragraph", "Menu"), ("heading", "Title")]

    def test_marks_in_cells_of_their_own_are_list_items(self) -> None:
        inner = "<table>" + tr("(i)", "first point;") + tr("(ii)", "second point;") + "</table>"
        doc = html("<table>" + tr("(a)", "to advise:" + inner) + tr("(b)", "to keep a register.") + "</table>")
        assert doc.tables == ()
        assert texts(doc) == ["(a) to advise:", "(i) first point;", "(ii) second point;", "(b) to keep a register."]

    def test_a_title_beside_its_number(self) -> None:
        doc = html("<table>" + tr("<b>Item 1A.</b>", "<b>Risk Factors</b>") + "</table><p>Many risks.</p>")
        assert texts(doc)[0] == "Item 1A. Risk Factors"

    def test_a_table_called_presentation(self) -> None:
        doc = html('<table role="presentation">' + tr("One", "Two") + tr("Three", "Four") + "</table>")
        assert doc.tables == ()
        assert texts(doc) == ["One", "Two", "Three", "Four"]

    def test_contents_in_a_table_have_their_role(self) -> None:
        entries = "".join(tr(f'<a href="#p{i}">Chapter {name}</a>', str(i)) for i, name in enumerate("ABCDE", 1))
        doc: Document = html(f"<table>{entries}</table><h2 id='p1'>Chapter A</h2><p>Text.</p>")
        assert [b.role for b in doc.blocks][:1] == [Role.TOC]
        assert texts(doc, Kind.HEADING) == ["Chapter A"]

    def test_tables_in_tables_in_tables(self) -> None:
        doc = html("<table><tr><td>" * 200 + "core" + "</td></tr></table>" * 200)
        assert texts(doc) == ["core"]
