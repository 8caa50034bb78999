"""The small parts of the Word parser by themselves."""

from __future__ import annotations

import pytest
from lxml import etree

from pincite.model import Kind
from pincite.parsers.assemble import DraftCell, DraftTable
from pincite.parsers.docx.content import PLAIN, Look, Paragraph, Ready, Run, TableNode, pieces_of
from pincite.parsers.docx.drafting import drafts
from pincite.parsers.docx.fields import Fields, link_of
from pincite.parsers.docx.looks import body_look, is_set_off, mark_by_looks
from pincite.parsers.docx.pages import Numbered, PageCounter, made_pages, points, prefix_of, read_section, value_of
from pincite.parsers.docx.runins import number_end, run_in, set_off_end, split
from pincite.parsers.docx.styles import StyleSheet, half_points, run_look
from pincite.parsers.docx.symbols import symbol
from pincite.parsers.ooxml.names import Element
from tests.docxs import NAMESPACES, style

BOLD, BIG = Look(bold=True), Look(bold=True, size=32)
TEXT = "The tank holds 400 litres of water and stands behind the house, where it is filled once a day by hand."


def xml(inner: str, tag: str = "w:rPr") -> Element:
    return etree.fromstring(f"<{tag} {NAMESPACES}>{inner}</{tag}>")


def sheet(styles: str) -> StyleSheet:
    return StyleSheet(xml(styles, "w:styles"))


def paragraph(*runs: tuple[str, Look] | str, **facts: object) -> Paragraph:
    made = [Run(run, 1) if isinstance(run, str) else Run(run[0], 1, run[1]) for run in runs]
    return Paragraph(made, **facts)  # type: ignore[arg-type]


# --- styles


@pytest.mark.parametrize(
    ("properties", "look"),
    [
        ("<w:b/><w:i/><w:caps/>", Look(bold=True, italic=True, caps=True)),
        ('<w:b w:val="0"/>', PLAIN),
        ('<w:u w:val="single"/>', Look(underlined=True)),
        ('<w:u w:val="none"/>', PLAIN),
        ('<w:sz w:val="28"/>', Look(size=28)),
        ('<w:sz w:val="12pt"/>', Look(size=24)),
        ('<w:sz w:val="2"/>', Look(size=2, hidden=True)),
        ("<w:vanish/>", Look(hidden=True)),
        ('<w:color w:val="FFFFFF"/>', Look(white=True)),
        ('<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>', PLAIN),
        ("", PLAIN),
    ],
)
def test_the_look_that_run_properties_give(properties: str, look: Look) -> None:
    assert run_look(xml(properties), PLAIN) == look


def test_properties_override_what_they_name_only() -> None:
    base = Look(bold=True, size=28, white=True)
    assert run_look(xml('<w:color w:val="000000"/>'), base) == Look(bold=True, size=28)
    assert run_look(None, base) == base


def test_styles_inherit_through_their_bases() -> None:
    styles = sheet(
        style("Base", '<w:jc w:val="center"/>', "<w:b/>") + style("Child", "<w:keepNext/>", "<w:i/>", base="Base")
        + style("Emphasis", run="<w:u w:val='single'/>", kind="character")
    )  # fmt: skip
    child = styles.paragraph("Child")
    assert (child.centred, child.kept_with_next, child.look.bold, child.look.italic) == (True, True, True, True)
    assert child.chain == ("Child", "Base")
    assert styles.run("Emphasis", child.look).underlined
    assert styles.run("missing", child.look) == child.look


def test_the_default_style_and_a_missing_sheet() -> None:
    default = style("Normal", '<w:jc w:val="center"/>').replace("<w:style ", '<w:style w:default="1" ')
    assert sheet(default).paragraph(None).centred
    assert sheet(default).paragraph("missing").name == "normal"
    assert StyleSheet(None).paragraph("any").name == ""


@pytest.mark.parametrize(("text", "size"), [("24", 24), ("12pt", 24), ("10.5pt", 21), ("x", 7), (None, 7)])
def test_sizes(text: str | None, size: int) -> None:
    assert half_points(text, 7) == size


# --- symbols and fields


@pytest.mark.parametrize(
    ("text", "font", "shown"),
    [
        ("\uf0b7", "Symbol", "•"),
        ("ab", "Symbol", "αβ"),
        ("\uf0fc", "Wingdings", "✓"),
        ("\uf0a3", "Wingdings 2", "☐"),
        ("plain", "Arial", "plain"),
        ("\uf0b7", "", "•"),
        ("\uf001", "Wingdings", "•"),
    ],
)
def test_symbols(text: str, font: str, shown: str) -> None:
    assert symbol(text, font) == shown


@pytest.mark.parametrize(
    ("instruction", "link"),
    [
        ('HYPERLINK "http://a.example/x"', ("http://a.example/x", None)),
        ('HYPERLINK "http://a.example/" \\l "part"', ("http://a.example/", "part")),
        ('HYPERLINK \\l "_Toc1"', (None, "_Toc1")),
        (" REF _Ref5 \\h ", (None, "_Ref5")),
        ("PAGEREF _Toc9 \\h", (None, "_Toc9")),
        ("DATE", (None, None)),
    ],
)
def test_links_of_fields(instruction: str, link: tuple[str | None, str | None]) -> None:
    assert link_of(instruction) == link


def test_fields_print_their_results_only() -> None:
    def char(kind: str) -> Element:
        return etree.fromstring(f"<w:fldChar {NAMESPACES} w:fldCharType='{kind}'/>")

    fields = Fields()
    assert fields.printing
    fields.mark(char("begin"))
    fields.instruct("TOC \\o")
    assert not fields.printing
    fields.mark(char("separate"))
    assert (fields.printing, fields.in_contents, fields.holds("TOC")) == (True, True, True)
    fields.mark(char("end"))
    fields.mark(char("end"))  # one too many does no harm
    assert fields.printing
    assert not fields.in_contents


# --- pages


@pytest.mark.parametrize(
    ("label", "form", "value"),
    [
        ("7", "decimal", 7),
        ("A-12", "decimal", 12),
        ("iv", "lowerRoman", 4),
        ("XII", "upperRoman", 12),
        ("iv", "decimal", None),
        ("7", "lowerRoman", None),
        ("…", "decimal", None),
        ("c", "lowerLetter", None),
    ],
)
def test_the_value_of_a_label(label: str, form: str, value: int | None) -> None:
    assert value_of(label, form) == value


@pytest.mark.parametrize(
    ("before", "prefix"), [("F-", "F-"), ("Page ", ""), ("Annex A-", "A-"), ("", ""), ("well-", "")]
)
def test_what_is_printed_before_a_page_number(before: str, prefix: str) -> None:
    assert prefix_of(before) == prefix


@pytest.mark.parametrize(
    ("text", "size"), [("12240", 612), ("612pt", 612), ("8.5in", 612), ("21cm", 595.3), ("x", None), (None, None)]
)
def test_measures(text: str | None, size: float | None) -> None:
    assert points(text) == (None if size is None else pytest.approx(size, abs=0.1))


def test_a_section_s_page_numbers() -> None:
    numbers = '<w:pgNumType w:fmt="upperRoman" w:start="3" w:chapStyle="1" w:chapSep="colon"/>'
    section = read_section(xml('<w:type w:val="oddPage"/>' + numbers, "w:sectPr"))
    assert (section.kind, section.form, section.start, section.chapter, section.separator) == (
        "oddPage", "upperRoman", 3, 0, ":",
    )  # fmt: skip
    assert section.declares
    assert not read_section(xml("", "w:sectPr")).declares


def test_chapter_numbers_stand_before_page_numbers() -> None:
    counter = PageCounter([Numbered(chapter=0)])
    counter.chapter(0, "Chapter 1.")
    counter.saved_break()
    counter.chapter(0, "Chapter 2.")
    pages, _ = made_pages(counter, None)
    assert [page.label for page in pages] == ["1-1", "2-2"]


def test_too_many_breaks_are_passed_over_where_the_contents_say_so() -> None:
    counter = PageCounter([Numbered(start=1)])
    for _ in range(3):
        counter.text()
        counter.saved_break()
    counter.expect("3")
    counter.text()
    counter.saved_break()
    assert counter.number == 4
    counter.expect("6")
    assert (counter.number, counter.lost) == (6, 2)


# --- titles


def test_the_number_that_was_typed() -> None:
    assert number_end(paragraph("(a)\tFees")) == 4
    assert number_end(paragraph("Fees")) == 0
    assert number_end(paragraph("2. Fees", label="(a)")) == 0


@pytest.mark.parametrize(
    ("runs", "title"),
    [
        ((("Access and Use.", BOLD), " " + TEXT), "Access and Use."),
        ((("Access", BOLD), ". " + TEXT), "Access."),
        (("(a)\t", ("Fees.", BOLD), " " + TEXT), "(a)\tFees."),
        ((("Provider", BOLD), " will pay. " + TEXT), None),
        ((("provider.", BOLD), " " + TEXT), None),
        ((TEXT, ("bold end", BOLD)), None),
        ((("All of it is bold.", BOLD),), None),
    ],
)
def test_a_title_that_is_set_off(runs: tuple[tuple[str, Look] | str, ...], title: str | None) -> None:
    made = paragraph(*runs)
    end = set_off_end(made)
    assert (None if end is None else made.text[:end]) == title


def test_a_title_before_the_first_full_stop() -> None:
    assert run_in(paragraph("Governing Law. " + TEXT)) == len("Governing Law.")
    assert run_in(paragraph("This agreement and all that belongs to it now ends. " + TEXT)) is None
    assert run_in(paragraph("see e.g. the tank")) is None


def test_a_paragraph_is_split_between_and_inside_runs() -> None:
    head, body = split(paragraph("Governing ", ("Law. The", BOLD), " rest.", label="2."), len("Governing Law."))
    assert (head.printed, body.text) == ("2. Governing Law.", " The rest.")
    assert [run.look for run in body.runs] == [BOLD, PLAIN]


def test_the_look_of_the_text() -> None:
    nodes = [paragraph((TEXT, Look(size=22))), paragraph(("Head", Look(bold=True, size=30)))]
    assert body_look(nodes) == (22, False)
    assert is_set_off(nodes[1], 22)
    assert not is_set_off(nodes[0], 22)
    assert not is_set_off(paragraph(), 22)


@pytest.mark.parametrize("text", ["Name:\tAnn", "mail@a.example", "Date ____", "2024", "• x"])
def test_what_is_never_a_title(text: str) -> None:
    made = paragraph((text, BIG), bullet=text.startswith("•"))
    mark_by_looks([made, *(paragraph(TEXT) for _ in range(3))])
    assert made.kind is Kind.PARAGRAPH


# --- drafts


def test_pieces_join_what_stands_on_one_page_under_one_link() -> None:
    runs = [Run("a", 1), Run("b", 1, BOLD), Run("c", 2), Run("d", 2, uri="u"), Run("e", 2, anchor="x")]
    assert [(p.text, p.page, p.uri) for p in pieces_of(runs, "1.")] == [
        ("1. ab", 1, None), ("c", 2, None), ("d", 2, "u"), ("e", 2, "#x"),
    ]  # fmt: skip


def test_nodes_become_blocks() -> None:
    table = TableNode(DraftTable(1, 1, [DraftCell(0, 0)]), 1)
    blocks = drafts(
        [paragraph("Table 2 Prices"), table, Ready([]), paragraph("$x$"), paragraph("one", label="•", depth=1)]
    )
    assert [b.kind for b in blocks] == [Kind.CAPTION, Kind.TABLE, Kind.EQUATION, Kind.LIST_ITEM]
    assert table.table.caption == "Table 2 Prices"
    assert (blocks[-1].level, blocks[2].pieces[0].text) == (2, "$$x$$")
