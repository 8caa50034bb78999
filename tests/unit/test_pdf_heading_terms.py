"""Lines that look like titles and are none: terms over definitions, lists of links, ways back, examples, figures."""

from __future__ import annotations

import pytest

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.toc import mark_contents
from tests.layouts import Sheets, outline


def headings(doc: Sheets) -> list[tuple[int, str]]:
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    return outline(doc.layout)


TERMS = ("Account", "Balance", "Commodity", "Directive")


def glossary(size: float = 10, x: float = 72) -> Sheets:
    """Bold terms, each over an indented paragraph, after running text."""
    doc = Sheets().page().title("Names of things", size=16, bold=True).text().text().text()
    for term in TERMS:
        doc.title(term, bold=True, size=size, x=x).text(x=x + 24)
    return doc


def test_terms_over_their_definitions_are_no_headings() -> None:
    assert headings(glossary()) == [(1, "Names of things")]


def test_terms_of_an_indented_list_are_none_either() -> None:
    assert headings(glossary(x=84)) == [(1, "Names of things")]


def test_larger_titles_over_indented_text_are_headings() -> None:
    assert headings(glossary(size=13)) == [(1, "Names of things"), *[(2, term) for term in TERMS]]


def test_titles_that_hang_out_from_all_text_are_headings() -> None:
    doc = Sheets().page().title("Names of things", size=16, bold=True).text(x=96).text(x=96)
    for term in TERMS:
        doc.title(term, bold=True).text(x=96)
    assert headings(doc) == [(1, "Names of things"), *[(2, term) for term in TERMS]]


def test_a_list_of_links_to_the_parts_is_no_row_of_headings() -> None:
    doc = Sheets().page().title("8 Setting up", size=18, bold=True)
    for n in range(1, 6):
        doc.title(f"8.{n} Part of the work", bold=True, above=2).link(uri=f"part{n}.html")
    doc.text().text()
    assert headings(doc) == [(1, "8 Setting up")]


def test_linked_titles_with_text_under_them_are_headings() -> None:
    doc = Sheets().page()
    names = [f"{n} Part of the work" for n in range(1, 6)]
    for n, name in enumerate(names):
        doc.title(name, bold=True, size=13).link(uri=f"#part{n}").text()
    assert headings(doc) == [(1, name) for name in names]


@pytest.mark.parametrize("line", ["Prev The Keeper's Handbook", "Zurück Das Handbuch", "<-previous Contents"])
def test_the_way_to_the_page_before_is_no_heading(line: str) -> None:
    doc = Sheets().page().title(line, size=14, bold=True)
    word = doc.sheet.blocks[-1].lines[0].words[0]
    doc.link(uri="before.html")
    area = doc.sheet.links[-1]
    doc.sheet.links[-1] = area._replace(box=area.box._replace(x1=word.x1))
    doc.title("Keeping bees", size=18, bold=True).text().text()
    assert headings(doc) == [(1, "Keeping bees")]


def test_examples_have_captions() -> None:
    doc = Sheets().page().title("Files", size=14, bold=True).text()
    doc.title("Example 14.2. A file of rules", bold=True).text().title("Beispiel 3: Regeln", bold=True).text()
    assert headings(doc) == [(1, "Files")]


def test_large_signs_of_a_figure_are_no_headings() -> None:
    doc = Sheets().page().title("Notes", size=14, bold=True).text().title("0 j 0 S U", size=24).text()
    assert headings(doc) == [(1, "Notes")]


def test_words_over_a_warning_in_other_languages() -> None:
    doc = Sheets().page().title("Montage", size=14, bold=True).text()
    for word in ("WICHTIG", "Tipp", "重要項目", "Consejo"):
        doc.title(word, size=12, bold=True).text()
    assert headings(doc) == [(1, "Montage")]


def test_a_large_title_behind_a_mark_is_a_heading() -> None:
    doc = Sheets().page().title("Member functions", size=16, bold=True).text()
    doc.title("◆ open()", size=14, bold=True, kind=Kind.LIST_ITEM).text()
    doc.title("• closes the lid", bold=True, kind=Kind.LIST_ITEM).text()
    assert headings(doc) == [(1, "Member functions"), (2, "◆ open()")]


def test_a_linked_banner_is_not_the_title_before_one_as_large() -> None:
    doc = Sheets().page().title("Acme and Friends", size=18).link(uri="https://acme.example")
    doc.title("House rules", size=18, bold=True).text().title("Noise", size=13, bold=True).text()
    assert headings(doc) == [(1, "House rules"), (2, "Noise")]


def test_short_sections_at_the_beginning_of_a_page_with_more_of_them() -> None:
    doc = Sheets().page().title("frobnicate(1) Manual Page", size=22, bold=True)
    doc.title("NAME", size=16, bold=True).text("frobnicate - turns the lid")
    doc.title("SYNOPSIS", size=16, bold=True).text("frobnicate [--slow] lid")
    doc.title("DESCRIPTION", size=16, bold=True).text().title("OPTIONS", size=16, bold=True).text()
    assert [text for _, text in headings(doc)][1:] == ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS"]


def test_a_number_in_smaller_letters_over_its_title_is_a_heading_beside_it() -> None:
    doc = Sheets()
    for n, name in enumerate(("Preface", "Lists", "Groups"), 1):
        doc.page().title(f"Chapter {n}", size=20, bold=True).gap(4).title(name, size=24, bold=True).text()
    assert headings(doc) == [
        heading
        for n, name in enumerate(("Preface", "Lists", "Groups"), 1)
        for heading in ((1, f"Chapter {n}"), (1, name))
    ]


def test_the_company_on_the_cover_of_a_filing_does_not_hold_the_filing() -> None:
    doc = Sheets().page().title("FORM 10-K", size=11, bold=True, centred=True)
    doc.title("ACME AND FRIENDS", size=16, bold=True, centred=True).block(["(Exact name of registrant)"], centred=True)
    doc.text().page()
    names = ["PART I", "Item 1. Business", "Item 2. Properties", "PART II", "Item 3. Risks"]
    for name in names:
        doc.title(name, size=11, bold=True).text()
    assert headings(doc) == [(1, "ACME AND FRIENDS"), *[(1 if name.startswith("PART") else 2, name) for name in names]]


def test_a_line_that_points_to_another_article_is_no_heading() -> None:
    doc = Sheets().page().title("Bees", size=16, bold=True).text()
    for name in ("Honey", "Wax", "Queens"):
        doc.title(name, size=13, bold=True).title(f"Main article: {name} in history", italic=True).text()
    doc.title("See also", size=13, bold=True).text()
    assert [text for _, text in headings(doc)] == ["Bees", "Honey", "Wax", "Queens", "See also"]


def test_where_authors_work_is_no_heading() -> None:
    doc = Sheets().page().title("How bees count", size=18, bold=True, centred=True)
    doc.title("1 University of Acme 2 Institute of Bees", size=12, centred=True)
    line = doc.sheet.blocks[-1].lines[0]
    small = doc.style(doc.layout.styles[line.style]._replace(size=7))
    line.words = [w._replace(style=small) if w.text.isdecimal() else w for w in line.words]
    for n, name in enumerate(("Introduction", "Methods"), 1):
        doc.title(f"{n} {name}", size=12, bold=True).text()
    assert headings(doc) == [(1, "How bees count"), (2, "1 Introduction"), (2, "2 Methods")]


def test_a_title_below_the_number_of_another_comes_apart() -> None:
    doc = Sheets().page().title("1 Safety", size=18, bold=True).text()
    doc.title("1.1 General rules", "Hazards to the keeper", size=14, bold=True)
    first = doc.sheet.blocks[-1].lines[0]
    first.words[1:] = [w._replace(x0=w.x0 + 24, x1=w.x1 + 24) for w in first.words[1:]]
    doc.text().title("1.2 Use", size=14, bold=True).text()
    assert [text for _, text in headings(doc)] == ["1 Safety", "1.1 General rules", "Hazards to the keeper", "1.2 Use"]


def test_a_name_apart_from_the_directories_that_look_so_is_none_either() -> None:
    doc = Sheets().page().title("Who keeps the bees", size=18, bold=True).text()
    for name in ("Ann Lee", "Bo Chen", "Cy Day", "Di Fox", "Ed Hill", "Flo Kerr", "Gus Lamb", "Hal Moon"):
        doc.title(name, bold=True, above=4, after=0).block(["Keeper"], size=8)
    doc.title("History", size=13, bold=True).text().text()
    doc.title("Ida North", bold=True, after=0).block(
        ["Keeper of the keepers of the honey", "and of all the lids"], size=8
    ).text()
    assert headings(doc) == [(1, "Who keeps the bees"), (2, "History")]


def test_a_title_far_below_another_in_its_look_comes_apart() -> None:
    doc = Sheets().page().title("1 Safety", size=18, bold=True).text()
    doc.title("1.1 General rules of the house and of all its lids", "Hazards to the keeper", size=14, bold=True)
    last = doc.sheet.blocks[-1].lines[1]
    last.y0, last.y1 = last.y0 + 12, last.y1 + 12
    doc.gap(12).text().title("1.2 Use", size=14, bold=True).text()
    assert [text for _, text in headings(doc)][2] == "Hazards to the keeper"


def test_a_title_page_behind_the_cover_says_nothing_new() -> None:
    doc = Sheets()
    for _ in range(2):
        doc.page().title("The keeping of bees", size=28, bold=True).title("For beginners", size=18, italic=True)
    doc.page().title("1 Hives", size=14, bold=True).text().title("2 Honey", size=14, bold=True).text()
    assert [text for _, text in headings(doc)].count("The keeping of bees") == 1


def test_bold_lines_with_nothing_between_them_are_no_headings() -> None:
    doc = Sheets().page().title("Symbols", size=16, bold=True).text().title("Of the sheet", bold=True).text()
    for item in ("%K = version", "%Z = paper format name", "%Y = company name", "%D = date"):
        doc.title(item, bold=True)
    doc.text().title("Of the frame", bold=True).text()
    assert headings(doc) == [(1, "Symbols"), (2, "Of the sheet"), (2, "Of the frame")]


def test_numbered_titles_with_nothing_between_them_are_headings() -> None:
    names = ["1. Scope", "2. Duties", "3. Costs", "4. Terms"]
    doc = Sheets().page().text().text()
    for name in names:
        doc.title(name, bold=True)
    assert headings(doc.text()) == [(1, name) for name in names]


def test_a_word_of_notices_is_a_heading_where_the_file_says_so() -> None:
    doc = Sheets().page()
    for i, name in enumerate(("Lists", "Example", "Tables", "Example")):
        doc.title(name, bold=True, size=14, mcid=2 * i).tag(2 * i, "Document", "H1" if name != "Example" else "H2")
        doc.text(mcid=2 * i + 1).tag(2 * i + 1, "Document", "P")
    assert headings(doc) == [(1, "Lists"), (2, "Example"), (1, "Tables"), (2, "Example")]
