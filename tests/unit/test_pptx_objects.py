"""What stands on slides besides text: tables, charts, diagrams, embedded objects, films, pictures."""

from __future__ import annotations

import pytest

from pincite.model import Kind
from tests.decks import Deck, body, box, cell, frame, numbers, para, picture, table, title
from tests.unit.test_pptx import codes, parsed, told

C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
D = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'


class TestTables:
    def test_cells_with_their_boxes_and_header(self) -> None:
        grid = table([["Size", "Price"], ["Large", "119"]], [100, 50])
        doc = parsed(Deck().slide(title("T"), frame(40, 150, 150, 40, grid)))
        found = doc.tables[0]
        assert [(c.row, c.col, c.is_header, c.text) for c in found.cells] == [
            (0, 0, True, "Size"), (0, 1, True, "Price"), (1, 0, False, "Large"), (1, 1, False, "119"),
        ]  # fmt: skip
        assert doc.blocks[1].regions[3].bbox == (140, 170, 190, 190)

    def test_merged_cells_are_told_once(self) -> None:
        rows = [
            [cell("Size", marks='rowSpan="2"'), cell("Price", marks='gridSpan="2"'), cell("old", marks='hMerge="1"')],
            [cell("old", marks='vMerge="1"'), "Net", "Gross"],
            ["Large", "100", "119"],
        ]
        doc = parsed(Deck().slide(title("T"), frame(40, 150, 150, 60, table(rows, [50, 50, 50]))))
        assert "old" not in doc.text
        spans = {c.text: (c.row, c.col, c.rowspan, c.colspan) for c in doc.tables[0].cells}
        assert spans["Size"] == (0, 0, 2, 1)
        assert spans["Price"] == (0, 1, 1, 2)
        assert spans["Gross"] == (1, 2, 1, 1)
        assert [c.text for c in doc.tables[0].cells if c.is_header] == ["Size", "Price", "Net", "Gross"]

    def test_figures_below_a_merged_header_are_no_header(self) -> None:
        rows = [[cell("Price", marks='gridSpan="2"'), cell("", marks='hMerge="1"')], ["$\t100", "(119)"]]
        doc = parsed(Deck().slide(title("T"), frame(40, 150, 150, 60, table(rows, [50, 50]))))
        assert [(c.text, c.is_header) for c in doc.tables[0].cells] == [
            ("Price", True), ("$ 100", False), ("(119)", False),
        ]  # fmt: skip

    def test_a_span_beyond_the_table_ends_with_it(self) -> None:
        rows = [[cell("A", marks='gridSpan="9" rowSpan="99999999999"'), "B"]]
        doc = parsed(Deck().slide(title("T"), frame(40, 150, 100, 20, table(rows, [50, 50]))))
        assert (doc.tables[0].n_rows, doc.tables[0].n_cols) == (1, 2)

    def test_lists_and_links_in_cells(self) -> None:
        items = cell(para("one", bullet=numbers()), para("two", bullet=numbers()))
        doc = parsed(Deck().slide(title("T"), frame(40, 150, 100, 20, table([["Head", "x"], [items, "y"]], [50, 50]))))
        assert doc.tables[0].cells[2].text == "1. one 2. two"

    def test_a_table_in_a_placeholder_has_not_its_bullets(self) -> None:
        grid = table([["Head", "x"], ["a", "b"]], [50, 50])
        doc = parsed(Deck().slide(title("T"), frame(40, 150, 100, 40, grid, mark='<p:ph idx="1"/>')))
        assert [c.text for c in doc.tables[0].cells] == ["Head", "x", "a", "b"]

    def test_an_empty_table_says_nothing(self) -> None:
        empty = table([["", ""], ["", ""]], [50, 50])
        assert parsed(Deck().slide(title("T"), frame(40, 150, 100, 40, empty))).tables == ()


def points(tag: str, values: list[str], code: str = "", numeric: bool = True) -> str:
    form = f"<c:formatCode>{code}</c:formatCode>" if code else ""
    body = "".join(f'<c:pt idx="{i}"><c:v>{v}</c:v></c:pt>' for i, v in enumerate(values))
    kind = "num" if numeric else "str"
    return f"<c:{tag}><c:{kind}Ref><c:{kind}Cache>{form}{body}</c:{kind}Cache></c:{kind}Ref></c:{tag}>"


def series(name: str, categories: str, values: str, labels: str = "") -> str:
    return f"<c:ser><c:tx><c:v>{name}</c:v></c:tx>{labels}{categories}{values}</c:ser>"


def chart(plot: str, *all_series: str, title: str = "") -> str:
    named = (
        f"<c:title><c:tx><c:rich><a:p><a:r><a:t>{title}</a:t></a:r></a:p></c:rich></c:tx></c:title>" if title else ""
    )
    plots = f"<c:plotArea><c:{plot}>{''.join(all_series)}</c:{plot}></c:plotArea>"
    return f"<c:chartSpace {C} {A}><c:chart>{named}{plots}</c:chart></c:chartSpace>"


def with_chart(xml: str, *more: str) -> Deck:
    shown = frame(40, 150, 300, 200, f'<c:chart {C} r:id="rIdC"/>')
    return Deck().slide(
        *more, shown, rels=(("rIdC", "chart", "../charts/chart1.xml"),), parts={"charts/chart1.xml": xml}
    )


LABELS = '<c:dLbls><c:showVal val="1"/></c:dLbls>'
YEARS = points("cat", ["2023", "2024"], numeric=False)


class TestCharts:
    def test_a_chart_is_a_table_and_a_chart(self) -> None:
        made = chart("barChart", series("Solar", YEARS, points("val", ["12", "19.5"])), title="GWh by source")
        doc = parsed(with_chart(made, title("Energy")))
        assert [kind for kind, _ in told(doc)] == [Kind.HEADING, Kind.CAPTION, Kind.CHART]
        assert doc.charts[0].series == (("Solar", (("2023", 12.0), ("2024", 19.5))),)
        assert "| 2024 | 19.5 |" in doc.text
        assert {r.bbox for r in doc.blocks[2].regions} == {(40, 150, 340, 350)}

    def test_labels_are_told_as_they_are_printed_and_the_chart_keeps_the_values(self) -> None:
        made = chart("barChart", series("Change", YEARS, points("val", ["-0.1837", "1234.5"], "0%"), LABELS))
        doc = parsed(with_chart(made, title("T")))
        assert "| 2023 | -18% |" in doc.text
        assert doc.charts[0].series[0][1][0] == ("2023", -0.1837)

    def test_a_label_may_have_a_format_of_its_own(self) -> None:
        own = '<c:dLbls><c:numFmt formatCode="0.0&quot; t&quot;" sourceLinked="0"/><c:showVal val="1"/></c:dLbls>'
        made = chart("barChart", series("Coal", YEARS, points("val", ["2", "3"]), own))
        assert "| 2023 | 2.0 t |" in parsed(with_chart(made, title("T"))).text

    def test_without_labels_the_values_are_told_in_full(self) -> None:
        made = chart("lineChart", series("Share", YEARS, points("val", ["0.1837", "0.2"], "0%")))
        assert "| 2023 | 0.1837 |" in parsed(with_chart(made, title("T"))).text

    def test_dates_under_the_axis(self) -> None:
        months = points("cat", ["45292", "45323"], "mmm yyyy")
        made = chart("lineChart", series("Sold", months, points("val", ["1", "2"])))
        assert "| Jan 2024 | 1 |" in parsed(with_chart(made, title("T"))).text

    def test_scattered_points_of_several_series_keep_their_own_places(self) -> None:
        first = series("A", points("xVal", ["1", "2"]), points("yVal", ["10", "20"]))
        second = series("B", points("xVal", ["5", "6"]), points("yVal", ["50", "60"]))
        doc = parsed(with_chart(chart("scatterChart", first, second), title("T")))
        assert [[c.text for c in doc.tables[0].cells if c.row == r] for r in range(1, 5)] == [
            ["1", "10", ""], ["2", "20", ""], ["5", "", "50"], ["6", "", "60"],
        ]  # fmt: skip

    def test_a_slide_with_a_chart_alone_goes_by_its_name(self) -> None:
        made = chart("pieChart", series("Share", YEARS, points("val", ["1", "2"])), title="Market shares")
        assert told(parsed(with_chart(made)))[0] == (Kind.HEADING, "Market shares")

    def test_a_chart_that_the_file_has_lost(self) -> None:
        deck = with_chart("<broken", title("T"), box(40, 400, 100, 20, "x"))
        assert [text for _, text in told(parsed(deck))] == ["T", "x"]


def diagram(*items: tuple[str, str, str]) -> str:
    """(id, id of the point above, text)"""
    points = "".join(
        f'<dgm:pt modelId="{i}"><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>' for i, _, text in items
    )
    links = "".join(f'<dgm:cxn srcId="{above}" destId="{i}" srcOrd="{n}"/>' for n, (i, above, _) in enumerate(items))
    doc = '<dgm:pt modelId="0" type="doc"/>'
    return (
        f"<dgm:dataModel {D} {A}><dgm:ptLst>{doc}{points}</dgm:ptLst><dgm:cxnLst>{links}</dgm:cxnLst></dgm:dataModel>"
    )


def with_diagram(xml: str, *more: str) -> Deck:
    shown = frame(40, 150, 300, 200, f'<dgm:relIds {D} r:dm="rIdD"/>')
    return Deck().slide(
        *more, shown, rels=(("rIdD", "diagramData", "../diagrams/data1.xml"),), parts={"diagrams/data1.xml": xml}
    )


class TestDiagrams:
    def test_points_with_those_under_them(self) -> None:
        made = diagram(("1", "0", "Plan"), ("2", "1", "Ask"), ("3", "0", "Do"))
        assert told(parsed(with_diagram(made, title("Cycle"))))[1:] == [
            (Kind.PARAGRAPH, "Plan"), (Kind.LIST_ITEM, "• Ask"), (Kind.PARAGRAPH, "Do"),
        ]  # fmt: skip

    def test_the_root_of_a_tree_names_a_slide_without_a_title(self) -> None:
        made = diagram(("1", "0", "The board"), ("2", "1", "Sales"), ("3", "1", "Works"))
        assert told(parsed(with_diagram(made)))[0] == (Kind.HEADING, "The board")

    def test_peers_name_no_slide(self) -> None:
        made = diagram(("1", "0", "Plan"), ("2", "0", "Do"))
        assert told(parsed(with_diagram(made)))[0] == (Kind.HEADING, "Slide 1")


class TestObjects:
    @pytest.mark.parametrize(
        ("data", "name", "alt", "expected"),
        [
            (
                '<p:oleObj progId="Excel.Sheet.12"><p:embed/></p:oleObj>',
                "Object 3",
                "",
                "Embedded object: Excel worksheet",
            ),
            (
                '<p:oleObj progId="Word.Document.8"><p:link/></p:oleObj>',
                "Terms",
                "",
                "Linked object: Word document (Terms)",
            ),
            (
                '<p:oleObj progId="Foo.Bar"/>',
                "Object 3",
                "The sums of May",
                "Embedded object: Foo.Bar (The sums of May)",
            ),
        ],
    )
    def test_embedded_objects_are_listed(self, data: str, name: str, alt: str, expected: str) -> None:
        doc = parsed(Deck().slide(title("T"), body("x"), frame(40, 460, 100, 50, data, alt, name)))
        assert told(doc)[-1] == (Kind.FIGURE, expected)

    def test_films_and_sounds_are_listed(self) -> None:
        film = picture(40, 460, 100, 50, name="tour.mp4", media='<a:videoFile r:link="rIdV"/>')
        sound = picture(240, 460, 100, 50, "The anthem of the club", media='<a:audioFile r:link="rIdV"/>')
        doc = parsed(Deck().slide(title("T"), film, sound))
        assert told(doc)[1:] == [(Kind.FIGURE, "Video: tour.mp4"), (Kind.FIGURE, "Audio: The anthem of the club")]

    @pytest.mark.parametrize("alt", ["Picture 4", "C:\\Documents\\My files\\MC900438451[1].jpg", "image1.png", ""])
    def test_names_of_files_are_no_words_about_a_picture(self, alt: str) -> None:
        assert told(parsed(Deck().slide(title("T"), body("x"), picture(40, 460, 100, 50, alt))))[2:] == []

    def test_a_drawing_may_have_words_about_it(self) -> None:
        doc = parsed(Deck().slide(title("T"), box(40, 460, 100, 50, alt="An arrow from Oslo to Lund")))
        assert told(doc)[1:] == [(Kind.FIGURE, "An arrow from Oslo to Lund")]

    def test_slides_of_pictures_only_are_marked(self) -> None:
        deck = Deck().slide(picture(0, 0, 720, 540)).slide(title("T"), picture(0, 0, 720, 540)).slide()
        assert codes(parsed(deck)) == [("picture_only", 1)]
