"""Headings of Word files."""

from __future__ import annotations

from pincite.model import Kind, Role
from tests.docxs import HEADINGS, docx, level, num, numbering, p, parsed, r, style, texts, titles

BOLD = "<w:b/>"
TEXT = "The tank holds 400 litres of water and stands behind the pump house, where it is filled once a day by hand."


def test_levels_by_style_by_outline_level_and_through_the_chain() -> None:
    styles = (
        HEADINGS + style("Nadpis", '<w:outlineLvl w:val="1"/>') + style("Mine", base="heading2")
        + style("Quiet", '<w:outlineLvl w:val="9"/>', base="heading1") + style("Loop", base="Loop")
    )  # fmt: skip
    body = (
        p("A", style="heading1") + p("B", style="Nadpis") + p("C", style="Mine") + p("D", '<w:outlineLvl w:val="2"/>')
        + p("E", style="Quiet") + p("F", style="Loop") + p("", style="heading1") + p("G", style="NoSuchStyle")
    )  # fmt: skip
    assert titles(parsed(docx(body, styles=styles))) == [(1, "A"), (2, "B"), (2, "C"), (3, "D")]


def test_names_of_other_languages_and_the_title() -> None:
    styles = style("Title") + style("Überschrift 2") + style("Заголовок 1")
    body = p("Report", style="Title") + p("Eins", style="Заголовок1") + p("Zwei", style="Überschrift2")
    assert titles(parsed(docx(body, styles=styles))) == [(1, "Report"), (1, "Eins"), (2, "Zwei")]


def test_a_clause_gives_its_title_to_the_outline_and_its_text_to_the_body() -> None:
    clause = "Access and Use. During the Term, Customer may access the Service and make copies of the Documentation."
    body = p(r("Access and Use.", BOLD) + r(" " + TEXT + TEXT), num(0), style="heading2")
    body += p(clause + TEXT, num(0), style="heading2") + p(TEXT + TEXT, num(0), style="heading2")
    document = parsed(docx(body, styles=HEADINGS, numbering=numbering(level(0, "%1."))))
    assert titles(document) == [(2, "1. Access and Use."), (2, "2. Access and Use.")]
    assert texts(document)[1] == TEXT + TEXT
    assert texts(document)[-1] == "3. " + TEXT + TEXT


def test_short_sentences_in_heading_styles_stay_headings() -> None:
    body = p("What is it?", style="heading1") + p("Scope.", style="heading2")
    assert titles(parsed(docx(body, styles=HEADINGS))) == [(1, "What is it?"), (2, "Scope.")]


def test_headings_by_look_where_there_are_no_styles() -> None:
    body = p(r("Water Report", '<w:b/><w:sz w:val="40"/>'), '<w:jc w:val="center"/>')
    for title in ("The Tank", "The Pump"):
        body += p(r(title, '<w:b/><w:sz w:val="28"/>')) + p(TEXT)
        for part in ("Parts", "Care"):
            body += p(r(part, BOLD)) + p(TEXT) + p(TEXT)
    found = titles(parsed(docx(body)))
    parts = [(3, "Parts"), (3, "Care")]
    assert found == [(1, "Water Report"), (2, "The Tank"), *parts, (2, "The Pump"), *parts]


def test_bold_words_that_are_no_headings() -> None:
    body = p(TEXT) + p(r("Name:", BOLD)) + p(r("Note", BOLD) + r(" that the tank is full.")) + p(TEXT)
    body += p(r("The tank must never be opened while it is under pressure, whoever asks for it.", BOLD)) + p(TEXT)
    assert titles(parsed(docx(body))) == []


def test_a_table_of_contents_is_no_outline() -> None:
    begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC \\o "1-3"</w:instrText></w:r>'
    begin += '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    body = (
        p(begin + r("Summary") + "<w:r><w:tab/></w:r>" + r("2")) + p("Method\t5")
        + p(end + r("Summary"), style="heading1") + p(TEXT)
    )  # fmt: skip
    document = parsed(docx(body, styles=HEADINGS))
    assert texts(document, Kind.TOC_ENTRY) == ["Summary\t2", "Method\t5"]
    assert titles(document) == [(1, "Summary")]
    assert document.blocks[0].role is Role.TOC


def test_the_title_of_the_contents_is_a_heading_though_its_style_denies_it() -> None:
    styles = HEADINGS + style("TOC Heading", '<w:outlineLvl w:val="9"/>', base="heading1")
    body = p("Contents", style="TOCHeading") + p("One", style="heading1")
    assert titles(parsed(docx(body, styles=styles))) == [(1, "Contents"), (1, "One")]


def test_kinds_by_style() -> None:
    styles = style("caption") + style("Quote") + style("HTML Preformatted")
    body = p("Figure 1", style="caption") + p("Wise words", style="Quote")
    body += p("a = 1", style="HTMLPreformatted") + p("b = 2", style="HTMLPreformatted")
    document = parsed(docx(body, styles=styles))
    assert [b.kind for b in document.blocks] == [Kind.CAPTION, Kind.QUOTE, Kind.CODE]
    assert texts(document)[-1] == "a = 1\nb = 2"


def test_headings_whose_style_was_forgotten_go_on_with_the_numbers() -> None:
    bold = [p(r(f"{n}.\t{title}", BOLD)) for n, title in (("III", "Roles"), ("V", "Annexes"))]
    body = (
        p(r("I. Introduction", BOLD), style="heading1") + p(TEXT) + p(r("II. Terms", BOLD), style="heading1") + p(TEXT)
    )
    body += p(r("Place of work", BOLD), style="heading2") + p(TEXT)
    body += bold[0] + p(TEXT) + p("IV. of the Act applies") + bold[1] + p(TEXT)
    found = titles(parsed(docx(body, styles=HEADINGS)))
    assert found == [(1, "I. Introduction"), (1, "II. Terms"), (2, "Place of work"), (1, "III. Roles")]


def test_clauses_whose_style_was_forgotten_give_their_titles_too() -> None:
    lead = r("Uptime.", "<w:u w:val='single'/>") + r(" " + TEXT + TEXT)
    body = p(lead, num(0), style="heading2") + p(lead.replace("Uptime", "Support"), num(0))
    body += p(r("Neither") + r(" " + TEXT), num(0)) + p(lead.replace("Uptime", "Taxes"), num(0), style="heading2")
    document = parsed(docx(body, styles=HEADINGS, numbering=numbering(level(0, "%1."))))
    assert titles(document) == [(2, "1. Uptime."), (2, "2. Support."), (2, "4. Taxes.")]
    assert texts(document)[3] == TEXT + TEXT


def test_a_few_stray_outline_levels_are_no_outline() -> None:
    stray = '<w:outlineLvl w:val="0"/>'
    body = p(r("Land Policy", '<w:b/><w:sz w:val="36"/>'), stray) + p(
        r("December 2014", '<w:b/><w:sz w:val="36"/>'), stray
    )
    for n in range(1, 9):
        body += p(r(f"{n}. Measure of kind {'ABCDEFGH'[n - 1]}", BOLD), stray if n == 3 else "") + p(TEXT) * 7
    found = titles(parsed(docx(body)))
    assert [title for level, title in found if level == 2] == [
        f"{n}. Measure of kind {'ABCDEFGH'[n - 1]}" for n in range(1, 9)
    ]


def test_numbered_titles_that_end_with_a_full_stop() -> None:
    body = (
        "".join(p(r(f"18.33.0{n}0 Purpose {n}.", BOLD)) + p(TEXT) for n in range(1, 4))
        + p(r("Pay now.", BOLD))
        + p(TEXT)
    )
    assert [title for _, title in titles(parsed(docx(body)))] == [f"18.33.0{n}0 Purpose {n}." for n in range(1, 4)]


def test_the_title_of_a_document_that_names_none() -> None:
    data = docx(
        p(r("Data Processing Agreement"), style="heading1") + p("The parties agree on what follows."), styles=HEADINGS
    )
    assert parsed(data).title == "Data Processing Agreement"


def test_a_number_or_the_contents_are_no_title() -> None:
    body = p(r("Table of Contents"), style="heading1") + p(r("1. Scope"), style="heading1") + p("It covers all.")
    assert parsed(docx(body, styles=HEADINGS)).metadata.title is None
