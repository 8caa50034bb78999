from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.toc import mark_contents
from pincite.parsers.pdf.layout import Layout, Rule, Style, hull
from pincite.parsers.pdf.reader.pdfium import read_layout
from tests.layouts import PROSE, Sheets, outline


def headings(doc: Sheets) -> list[tuple[int, str]]:
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    return outline(doc.layout)


def test_size_and_weight_over_the_body() -> None:
    doc = Sheets().page().title("Safety rules", size=18, bold=True).text().title("Ladders", size=13, bold=True).text()
    doc.page().title("Electric tools", size=13, bold=True).text().text()
    assert headings(doc) == [(1, "Safety rules"), (2, "Ladders"), (2, "Electric tools")]


def test_evidence_says_why() -> None:
    doc = Sheets().page().title("1 Scope", size=14, bold=True).text().title("2 Terms", size=14, bold=True).text()
    headings(doc)
    evidence = doc.layout.pages[0].blocks[0].evidence
    assert "size 14 over body 10" in evidence
    assert "bold 14 over body 10" in evidence
    assert "numbered 1 in sequence" in evidence


def test_numbered_chapters_and_numbered_list() -> None:
    doc = Sheets().page().title("1. Management summary", size=20, bold=True, kind=Kind.LIST_ITEM).text()
    for item in ("1. Hire two fitters", "2. Renew the lease", "3. Close the old depot"):
        doc.block([item], kind=Kind.LIST_ITEM)
    doc.title("2. Leads per channel", size=20, bold=True, kind=Kind.LIST_ITEM).text()
    assert headings(doc) == [(1, "1. Management summary"), (1, "2. Leads per channel")]


def test_numbers_give_levels_where_all_look_the_same() -> None:
    doc = Sheets().page()
    names = [
        "1 INTRODUCTION",
        "1.1 Background",
        "1.1.1 Earlier work",
        "1.2 Aims",
        "2 METHODS",
        "2.1 Samples",
        "10 CLOSING REMARKS",
    ]
    for name in names:
        doc.title(name, size=12, bold=True).text()
    assert headings(doc) == list(zip([1, 2, 3, 2, 1, 2, 1], names, strict=True))


def test_what_is_no_heading() -> None:
    doc = Sheets().page()
    for line in (
        "Figure 3. Sales by region",
        "March 31, 2022",
        "info@example.org",
        "and the rest of the sum,",
        "12 345 678",
    ):
        doc.text().title(line, bold=True)
    doc.text().title("Yours sincerely").text().title("select * from words", bold=True, mono=True)
    assert headings(doc) == []


def test_a_bold_sentence_in_running_text_is_no_heading() -> None:
    doc = (
        Sheets()
        .page()
        .text()
        .title("You must not open the lid before the light is off.", bold=True, above=2)
        .text()
        .text()
    )
    assert headings(doc) == []


def test_bold_sentences_that_stand_over_plain_paragraphs_are() -> None:
    doc = Sheets().page().title("Item 1A. Risk Factors", size=12, bold=True).text()
    risks = [
        f"We may {what} and that could harm our results."
        for what in ("lose customers", "lack staff", "be sued", "run out of cash")
    ]
    for risk in risks:
        doc.title(risk, bold=True).text(f"{PROSE} {PROSE} {PROSE}")
    assert headings(doc) == [(1, "Item 1A. Risk Factors"), *((2, r) for r in risks)]


SECTIONS = ("Foreign Currencies", "Interest Rates", "Credit Risk", "Prices of Steel")


def test_words_in_italics_that_stand_over_plain_paragraphs_are() -> None:
    doc = Sheets().page().title("Item 7A. Market Risk", size=12, bold=True).text()
    for section in SECTIONS:
        doc.title(section, italic=True).text(f"{PROSE} {PROSE} {PROSE}")
    assert headings(doc) == [(1, "Item 7A. Market Risk"), *((2, section) for section in SECTIONS)]


def test_sentences_in_italics_are_none() -> None:
    doc = Sheets().page().title("Voices of members", size=12, bold=True).text()
    for what in ("the work", "our house", "the accounts", "the board"):
        doc.title(f"I was glad to hear of {what}.", italic=True).text(f"{PROSE} {PROSE} {PROSE}")
    assert headings(doc) == [(1, "Voices of members")]


def test_words_with_a_line_below_them_are() -> None:
    doc = Sheets().page().title("Supply Agreement", size=14, bold=True).text()
    for section in SECTIONS:
        doc.title(section)
        line = doc.sheet.blocks[-1].lines[0]
        doc.sheet.rules.append(Rule(line.x0, line.y1 - 1, line.x1, line.y1 - 1, 0.5))
        doc.text(f"{PROSE} {PROSE} {PROSE}")
    assert headings(doc) == [(1, "Supply Agreement"), *((2, section) for section in SECTIONS)]


def test_a_rule_over_the_page_below_a_line_underlines_nothing() -> None:
    doc = Sheets().page().title("Supply Agreement", size=14, bold=True).text()
    for section in SECTIONS:
        doc.title(section)
        line = doc.sheet.blocks[-1].lines[0]
        doc.sheet.rules.append(Rule(line.x0, line.y1 - 1, 540, line.y1 - 1, 0.5))
        doc.text(f"{PROSE} {PROSE} {PROSE}")
    assert headings(doc) == [(1, "Supply Agreement")]


def test_a_title_over_two_lines_is_one_heading() -> None:
    doc = (
        Sheets()
        .page()
        .title("Report of the Independent", size=14, bold=True)
        .block(["auditors of the year"], size=14, bold=True)
        .text()
    )
    doc.title("Notes", size=14, bold=True).text()
    for line in doc.layout.pages[0].blocks[1].lines:
        shift = 6  # blocks are set 6 points apart; lines of one title are not
        line.y0, line.y1 = line.y0 - shift, line.y1 - shift
    assert headings(doc) == [(1, "Report of the Independent auditors of the year"), (1, "Notes")]


def test_a_title_whose_lines_stand_as_far_apart_as_those_of_the_text() -> None:
    """Everything is set with double spacing: a filled line of a title goes on on the next one, a short one does not."""
    doc = Sheets().page()
    long = "Methods and Sources of the Study of the Rain and the Snow"
    for title in ((long, "and the Hail"), ("Rain", "Snow")):
        for words in title:
            doc.gap(8).block([words], size=14, bold=True, centred=True, after=0)
        doc.gap(8).text(f"{PROSE} {PROSE} {PROSE}")
    for block in doc.layout.pages[0].blocks:
        first = block.lines[0]
        for n, line in enumerate(block.lines):
            line.y0, line.y1 = first.y0 + 24 * n, first.y1 + 24 * n
    assert [name for _, name in headings(doc)] == [f"{long} and the Hail", "Rain", "Snow"]


def test_a_part_and_its_title_on_the_next_line() -> None:
    doc = Sheets().page()
    for number, name in (("ARTICLE I", "DEFINITIONS"), ("ARTICLE II", "LICENSE")):
        doc.title(number, bold=True, centred=True, after=2).block([name], bold=True, centred=True).text()
    assert headings(doc) == [(1, "ARTICLE I DEFINITIONS"), (1, "ARTICLE II LICENSE")]


def test_title_lines_that_were_taken_into_the_paragraph() -> None:
    doc = Sheets().page()
    line = doc.line("3.4 Evidence for the advice", size=14, bold=True)
    doc.gap(16).text()
    block = doc.layout.pages[0].blocks[0]
    block.lines.insert(0, line)
    doc.title("3.5 Roles", size=14, bold=True).text()
    assert headings(doc) == [(1, "3.4 Evidence for the advice"), (1, "3.5 Roles")]
    assert doc.layout.pages[0].blocks[1].kind is Kind.PARAGRAPH
    assert " ".join(n.text for n in doc.layout.pages[0].blocks[1].lines) == PROSE


def test_contents_entries_are_no_headings_and_vouch_for_titles() -> None:
    doc = Sheets().page().title("Contents", size=16, bold=True)
    doc.text("Scope............ 1").text("Results.......... 3")
    doc.page().title("Scope").text().title("Other words").text()
    doc.page().title("Results").text()
    assert headings(doc) == [(1, "Contents"), (1, "Scope"), (1, "Results")]


def test_continued_titles_are_not_new() -> None:
    doc = Sheets().page().title("2. Leases", size=13, bold=True).text()
    doc.page().title("2. Leases (continued)", size=13, bold=True).text().title("3. Debt", size=13, bold=True).text()
    doc.page().title("3. Debt", size=13, bold=True, above=0).text()
    assert headings(doc) == [(1, "2. Leases"), (1, "3. Debt")]


def test_titles_that_recur_under_other_sections_stay() -> None:
    doc = Sheets()
    for i in range(1, 4):
        doc.page().title(f"Challenge #{i}: Scaling", size=16, bold=True).text().title(
            "Mitigations", size=13, bold=True
        ).text()
    assert [t for _, t in headings(doc)].count("Mitigations") == 3


def test_tags_decide_where_they_are_sane() -> None:
    doc = Sheets().page()
    doc.title("Safety", mcid=0).tag(0, "Document", "H1").text(mcid=1).tag(1, "Document", "P")
    doc.title("BIG WORDS", mcid=2, size=16, bold=True).tag(2, "Document", "P").text(mcid=3).tag(3, "Document", "P")
    doc.title("Ladders", mcid=4).tag(4, "Document", "H2").text(mcid=5).tag(5, "Document", "P")
    assert tuple(t for _, t in headings(doc) if t in ("Safety", "Ladders")) == ("Safety", "Ladders")
    assert [level for level, t in outline(doc.layout) if t in ("Safety", "Ladders")] == [1, 2]


def test_tags_over_long_paragraphs_are_sane_whatever_their_share_of_the_short_blocks() -> None:
    doc = Sheets().page().title("Safety", size=18, bold=True, mcid=0).tag(0, "H1").text(PROSE * 4, mcid=1).tag(1, "P")
    places = ("ladders", "electric tools", "work at night", "work alone", "cold rooms", "the old depot")
    for i, place in enumerate(places, 1):
        doc.title(place, mcid=2 * i).tag(2 * i, "H2").text(PROSE * 4, mcid=2 * i + 1).tag(2 * i + 1, "P")
    assert headings(doc) == [(1, "Safety"), *((2, place) for place in places)]


def test_tags_that_call_everything_a_heading_are_not_believed() -> None:
    doc = Sheets().page()
    for i in range(0, 12, 2):
        doc.title(f"Point {chr(65 + i)}", size=14, bold=True, mcid=i).tag(i, "H1").text(mcid=i + 1).tag(i + 1, "H1")
    assert [t for _, t in headings(doc)] == [f"Point {chr(65 + i)}" for i in range(0, 12, 2)]


def test_lines_of_a_cover_are_no_headings_beside_the_title() -> None:
    doc = (
        Sheets()
        .page()
        .title("Commonwealth of Example", size=12, bold=True)
        .title("Security Policy", size=24, bold=True)
    )
    doc.title("Version Two", size=12, bold=True)
    doc.page().title("Scope", size=14, bold=True).text().title("Terms", size=14, bold=True).text()
    assert headings(doc) == [(1, "Security Policy"), (1, "Scope"), (1, "Terms")]


def test_entries_of_an_index_are_no_headings() -> None:
    doc = Sheets()
    for i in range(1, 7):
        doc.page().title(f"{i} Part", size=14, bold=True).text()
    doc.page().title("Index", size=14, bold=True)
    for word in ("Apples", "Bread", "Cheese", "Dates"):
        doc.title(word, bold=True, above=2)
    assert [t for _, t in headings(doc)] == [*(f"{i} Part" for i in range(1, 7)), "Index"]


def test_notices_are_no_headings() -> None:
    doc = Sheets().page()
    for part in ("Cleaning the machine", "Filling the tank"):
        doc.title(part, size=14, bold=True).text().title("Caution", size=12, bold=True).text()
    assert [t for _, t in headings(doc)] == ["Cleaning the machine", "Filling the tank"]


def test_labels_beside_their_values_are_no_headings() -> None:
    doc = Sheets().page().title("Profile", size=14, bold=True)
    for name, value in (("Founders", "Two friends of old"), ("Products", "Software for all"), ("Seat", "Springfield")):
        doc.row((72, name), (160, value), bold=False)
        doc.layout.pages[0].blocks[-2].lines[0].bold = True
        doc.layout.pages[0].blocks[-2].lines[0].style = doc.line("x", bold=True).style
    doc.page().text().text()
    assert headings(doc) == [(1, "Profile")]


def test_nothing_at_all() -> None:
    layout = Layout([], [])
    mark_headings(layout)
    assert outline(layout) == []
    empty = Sheets().page()
    assert headings(empty) == []


def test_a_real_file() -> None:
    from tests.pdfs import Pdf

    pdf = Pdf().page().text(72, 80, "1 Scope", bold=True, size=14).paragraph(72, 110, 400, PROSE * 3)
    pdf.text(72, 250, "2 Terms", bold=True, size=14).paragraph(72, 280, 400, PROSE * 3)
    from pincite.parsers.pdf.text.blocks import make_blocks
    from pincite.parsers.pdf.text.lines import make_lines

    layout = read_layout(pdf.bytes())
    make_lines(layout)
    make_blocks(layout)
    mark_headings(layout)
    assert outline(layout) == [(1, "1 Scope"), (1, "2 Terms")]


def test_names_of_a_directory_are_no_headings() -> None:
    doc = Sheets().page().title("Officers", size=14, bold=True).text()
    for name in ("Ann Archer", "Ben Baker", "Cleo Carter", "Dan Draper", "Eve Ember"):
        doc.title(name, bold=True, after=1).block(["Deputy Director"])
    doc.title("Rules", size=14, bold=True).text()
    assert headings(doc) == [(1, "Officers"), (1, "Rules")]


def test_short_sections_that_say_something_are_headings() -> None:
    doc = Sheets().page().title("Criteria", size=14, bold=True).text()
    for name in ("Reflow", "Parsing", "Focus Order", "Timing"):
        doc.title(name, bold=True, after=1).block(["Section yet to be written."])
    assert len(headings(doc)) == 5


def test_authors_between_title_and_abstract_are_no_heading() -> None:
    doc = Sheets().page().title("Bidirectional Transformers", size=18, bold=True, centred=True)
    doc.title("Jacob Doe  Ann Roe", size=12, bold=True, centred=True).block(
        ["Acme Research", "doe@example.org"], centred=True
    )
    doc.title("Abstract", size=12, bold=True).text().title("1 Introduction", size=12, bold=True).text()
    doc.title("2 Methods", size=12, bold=True).text()
    assert [t for _, t in headings(doc)] == ["Bidirectional Transformers", "Abstract", "1 Introduction", "2 Methods"]


def test_a_part_and_the_item_under_it_in_one_block_are_two_headings() -> None:
    doc = Sheets().page().title("PART I", size=12, bold=True).title("Item 1. Business", size=12, bold=True).text()
    doc.title("PART II", "Item 5. Market", size=12, bold=True).text().title(
        "Item 6. Reserved", size=12, bold=True
    ).text()
    assert headings(doc) == [
        (1, "PART I"),
        (2, "Item 1. Business"),
        (1, "PART II"),
        (2, "Item 5. Market"),
        (2, "Item 6. Reserved"),
    ]


def test_plain_clause_titles_stand_over_their_numbered_parts() -> None:
    doc = Sheets().page().title("RESELLER AGREEMENT", bold=True, centred=True)
    for i, name in enumerate(("Grant of Rights", "Exclusivity", "Term"), 1):
        doc.title(f"{i}. {name}", kind=Kind.LIST_ITEM)
        doc.text(f"{i}.1 The Reseller shall do this. {PROSE}", kind=Kind.LIST_ITEM)
        doc.text(f"{i}.2 The Reseller shall do that. {PROSE}", kind=Kind.LIST_ITEM)
    assert headings(doc) == [
        (1, "RESELLER AGREEMENT"),
        (2, "1. Grant of Rights"),
        (2, "2. Exclusivity"),
        (2, "3. Term"),
    ]


def test_works_cited_are_no_headings_and_an_appendix_after_them_is() -> None:
    doc = Sheets()
    for i, name in enumerate(("Introduction", "Methods", "Results"), 1):
        doc.page().title(f"{i} {name}", size=14, bold=True).text()
    doc.page().title("References", size=14, bold=True)
    for name in ("The Nature of Things", "A Theory of Games", "On Growth and Form"):
        doc.title(name, bold=True, above=4)
    doc.page().title("Appendix A. Data", size=13, bold=True).text()
    assert [t for _, t in headings(doc)] == [
        "1 Introduction",
        "2 Methods",
        "3 Results",
        "References",
        "Appendix A. Data",
    ]


def test_a_section_named_references_is_over_where_numbers_go_on() -> None:
    doc = Sheets().page()
    for name in ("1 Introduction", "2 Style", "3 References", "3.1 Reference format", "4 Closing"):
        bold = "." not in name
        doc.title(name, bold=bold, italic=not bold, size=13 if bold else 10).text()
    assert (2, "3.1 Reference format") in headings(doc)


def test_numbered_titles_one_right_under_the_other() -> None:
    doc = Sheets().page().title("Goals", size=14, bold=True).text()
    doc.title("Goal 1: Healthy children: none", "Goal 2: Long lives", size=12, bold=True).text()
    doc.title("Goal 3: Ready for danger", size=12, bold=True).text()
    assert [t for _, t in headings(doc)][1:] == [
        "Goal 1: Healthy children: none", "Goal 2: Long lives", "Goal 3: Ready for danger",
    ]  # fmt: skip


def test_a_bold_title_with_a_name_of_code_is_parted_from_its_paragraph() -> None:
    doc = Sheets().page().title("4.1 Names with code", "It says what it does.", PROSE[:90], PROSE[:50])
    bold, mono = (doc.style(Style("Times", 10, strong, False, not strong, 0)) for strong in (True, False))
    line = doc.sheet.blocks[0].lines[0]
    line.words[:] = [w._replace(style=mono if w.text == "code" else bold) for w in line.words]
    line.style = bold
    assert headings(doc.text().text()) == [(1, "4.1 Names with code")]


def test_a_numbered_title_right_under_the_one_that_it_is_part_of_or_follows() -> None:
    doc = Sheets().page().title("7 Summary", size=17, bold=True).text()
    doc.title("8 Weak sides", "9 Strong sides and what", "2 of us saw", size=17, bold=True).text()
    doc.title("A METHODS", "A.1 Samples", size=11, bold=True).text().title("B SOURCES", size=11, bold=True).text()
    titles = ["7 Summary", "8 Weak sides", "9 Strong sides and what 2 of us saw", "A METHODS", "A.1 Samples"]
    assert [t for _, t in headings(doc)] == [*titles, "B SOURCES"]


def test_the_number_of_a_part_at_the_end_of_a_page_with_its_title_on_the_next() -> None:
    names = ["Scope", "Duties", "Costs", "Terms"]
    doc = Sheets().page()
    for i, name in enumerate(names, 1):
        doc.title(f"CHAPTER {i}", bold=True, centred=True, after=2)
        if i == 3:
            doc.title("A note in the margin", kind=Kind.FOOTER).page().title("Acts of the year", kind=Kind.HEADER)
        doc.block([name], bold=True, centred=True).text().text()
    assert headings(doc) == [(1, f"CHAPTER {i} {name}") for i, name in enumerate(names, 1)]


def test_text_at_the_top_of_a_page_is_no_title_of_the_number_before_it() -> None:
    doc = Sheets().page()
    for i, name in enumerate(("Scope", "Duties", "Costs"), 1):
        doc.title(f"CHAPTER {i}", bold=True, centred=True, after=2).block([name], bold=True, centred=True).text()
    doc.title("CHAPTER 4", bold=True, centred=True).page().text("The board meets once a year.").text()
    assert headings(doc)[-1] == (1, "CHAPTER 4")


def test_titles_in_a_typewriter_face() -> None:
    doc = Sheets().page().title("Unit tests", size=22, mono=True, font="Mono").text()
    doc.title("1.1 Scope", size=16, mono=True, font="Mono").text()
    doc.title("1.2 Running tests", size=16, mono=True, font="Mono").text()
    doc.title("An example", size=13, mono=True, font="Mono").text()
    doc.block(["test"], mono=True, font="Mono").text()
    assert headings(doc) == [(1, "Unit tests"), (2, "1.1 Scope"), (2, "1.2 Running tests"), (3, "An example")]


def test_two_titles_far_apart_of_which_one_is_in_capitals() -> None:
    doc = Sheets().page()
    doc.block(["wxDraw", "DESCRIPTION"], size=18, bold=True)
    for line in doc.sheet.blocks[0].lines[1:]:
        line.y0, line.y1 = line.y0 + 15, line.y1 + 15
    doc.gap(20).text().title("SEE ALSO", size=18, bold=True).text()
    assert [name for _, name in headings(doc)] == ["wxDraw", "DESCRIPTION", "SEE ALSO"]


def test_a_number_without_a_full_stop_set_off_from_its_title() -> None:
    doc = Sheets().page()
    for number, name in enumerate(("GRANT OF RIGHTS.", "DELIVERY.", "FEES."), 1):
        doc.gap(14).block([str(number), name])
        first, second = doc.sheet.blocks[-1].lines
        second.words = [
            w._replace(x0=w.x0 + 60, x1=w.x1 + 60, y0=first.y0, y1=first.y1) for w in second.words
        ]  # fmt: skip
        second.x0, second.x1, second.y0, second.y1 = second.x0 + 60, second.x1 + 60, first.y0, first.y1
        doc.sheet.blocks[-1].box = hull([first, second])
        doc.block([f"{number}.1 PLACE."]).text().block([f"{number}.2 TIME."]).text()
    assert [n for _, n in headings(doc) if n[1] == " "] == ["1 GRANT OF RIGHTS.", "2 DELIVERY.", "3 FEES."]


def test_the_few_names_of_a_directory_that_stand_freer_are_no_headings_either() -> None:
    doc = Sheets().page().title("Officers", size=16, bold=True).text().text().text().text()
    names = ("Mary A. Smith", "John B. Brown", "Stephen Curren", "Ann C. White", "Fang Du", "Tom D. Black")
    for i, name in enumerate(names):
        doc.title(name, bold=True, font="Helvetica", above=14 if i in (2, 4) else 0, after=2).block(
            ["Associate Director"], after=4
        )
    assert headings(doc) == [(1, "Officers")]
