from __future__ import annotations

from typing import Any

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.levels import assign_levels
from pincite.parsers.pdf.headings.toc import mark_contents
from tests.layouts import PROSE, Sheets, outline

Head = tuple[str, dict[str, Any]]
H = {"size": 14, "bold": True}
SUB = {"bold": True, "size": 11}


def levels(*heads: Head) -> list[tuple[int, str]]:
    """Headings of the given looks, each with a paragraph below it."""
    doc = Sheets().page()
    for name, how in heads:
        doc.title(name, **how).text()
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    return outline(doc.layout)


def test_no_headings() -> None:
    assert assign_levels([]) == []


def test_part_item_note() -> None:
    look = {"size": 12, "bold": True}
    names = [
        "PART I",
        "Item 1. Business",
        "Item 1A. Risk Factors",
        "PART II",
        "Item 8. Statements",
        "Note 1 – Policies",
        "Note 2 – Debt",
        "Item 9. Changes",
    ]
    found = levels(*((n, look) for n in names))
    assert found == list(zip([1, 2, 2, 1, 2, 3, 3, 2], names, strict=True))


def test_schemes_nest_in_one_look() -> None:
    look = {"size": 12, "bold": True}
    names = [
        "I. Introduction",
        "II. Interpretation",
        "A. History",
        "B. Scope",
        "1. Facts",
        "2. Law",
        "C. Guidance",
        "III. Economics",
        "A. Background",
        "B. Effects",
    ]
    found = levels(*((n, look) for n in names))
    assert found == list(zip([1, 1, 2, 2, 3, 3, 2, 1, 2, 2], names, strict=True))


def test_unnumbered_titles_in_the_look_of_chapters_stand_beside_them() -> None:
    names = [
        "Abstract",
        "1 Introduction",
        "2 Methods",
        "2.1 Samples",
        "3 Results",
        "References",
        "Appendix A. Data",
        "Appendix B. Code",
    ]
    found = levels(*((n, H if n[1:3] != ".1" else SUB) for n in names))
    assert found == list(zip([1, 1, 1, 2, 1, 1, 1, 1], names, strict=True))


def test_unnumbered_titles_nest_by_their_look_between_numbered_ones() -> None:
    heads = [("1 Scope", H), ("Aims", SUB), ("Means", SUB), ("2 Terms", H), ("Price", SUB)]
    assert [level for level, _ in levels(*heads)] == [1, 2, 2, 1, 2]


def test_a_numbered_chapter_contains_larger_titles_that_its_numbers_run_over() -> None:
    big, chapter = {"size": 16, "bold": True}, {"size": 14, "bold": True, "centred": True}
    heads = [("I. Summary", chapter), ("II. Marketing Plan", chapter), ("Economics", big), ("Customers", big),
        ("III. Operations", chapter),
             ("Production", big), ("Location", big), ("IV. Finance", chapter), ("Cash", big)]  # fmt: skip
    assert [level for level, _ in levels(*heads)] == [1, 1, 2, 2, 1, 2, 2, 1, 2]


def test_the_title_of_the_document_contains_the_rest() -> None:
    heads = [
        ("Duck", {"size": 24, "bold": True}),
        ("Etymology", H),
        ("Behaviour", H),
        ("Feeding", SUB),
        ("Breeding", SUB),
    ]
    assert [level for level, _ in levels(*heads)] == [1, 2, 2, 3, 3]


def test_colour_alone_makes_no_level() -> None:
    heads = [("Etymology", H), ("Behaviour", {**H, "color": 0x8B0000}), ("Taxonomy", H)]
    assert [level for level, _ in levels(*heads)] == [1, 1, 1]


def test_the_contents_tell_parts_from_chapters() -> None:
    doc = Sheets().page().title("Contents", size=14, bold=True)
    for name, x in (("Results", 72), ("Summary tables", 90), ("Details", 90), ("Appendix", 72), ("Acronyms", 90)):
        doc.block([f"{name} . . . . . . . . . . 5"], x=x)
    for name in ("Results", "Summary tables", "Details", "Appendix", "Acronyms"):
        doc.page().title(name, size=14, bold=True).text()
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    assert outline(doc.layout)[1:] == [
        (1, "Results"),
        (2, "Summary tables"),
        (2, "Details"),
        (1, "Appendix"),
        (2, "Acronyms"),
    ]


def test_bookmarks_give_levels_against_the_look() -> None:
    doc = Sheets()
    for name, level in (("Report", 1), ("Deposits", 2), ("Loans", 2), ("Annex", 1)):
        doc.page().title(name, size=14, bold=True).text().bookmark(name, level=level)
    mark_headings(doc.layout)
    assert [level for level, _ in outline(doc.layout)] == [1, 2, 2, 1]


def test_levels_have_no_gaps() -> None:
    doc = Sheets().page()
    for i, (name, tag) in enumerate((("Duck", "H1"), ("Sources", "H4"), ("Links", "H4"), ("Goose", "H1"))):
        doc.title(name, size=14, bold=True, mcid=2 * i).tag(2 * i, tag).text(mcid=2 * i + 1).tag(2 * i + 1, "P")
    mark_headings(doc.layout)
    assert outline(doc.layout) == [(1, "Duck"), (2, "Sources"), (2, "Links"), (1, "Goose")]
    assert all(b.level is None for p in doc.layout.pages for b in p.blocks if b.kind is not Kind.HEADING)


def test_a_title_on_a_cover_of_its_own_stands_beside_the_rest() -> None:
    doc = Sheets().page().title("Annual Report", size=28, bold=True)
    doc.page().title("Letter", size=14, bold=True).text().title("Markets", size=14, bold=True).text()
    mark_headings(doc.layout)
    assert outline(doc.layout) == [(1, "Annual Report"), (1, "Letter"), (1, "Markets")]


def test_short_titles_in_capitals_stand_with_the_longer_ones_of_their_look() -> None:
    look = {"bold": True, "size": 10}
    found = levels(
        ("Country provisions", H), *((n, look) for n in ("ARGENTINA", "CHILE", "COLOMBIA", "PERU", "PORTUGAL"))
    )
    assert [level for level, _ in found] == [1, 2, 2, 2, 2, 2]


def test_capitals_between_items_stand_below_them_although_they_look_like_parts() -> None:
    part = {"bold": True, "size": 12}
    names = [
        ("PART II", part), ("Item 7. Analysis", part), ("OVERVIEW", part), ("RESULTS", part), ("LIQUIDITY", part),
        ("Item 7A. Risk", part), ("Item 8. Statements", part), ("PART III", part), ("Item 9. Controls", part),
    ]  # fmt: skip
    found = {t: level for level, t in levels(*names)}
    assert found["PART II"] == found["PART III"] == 1
    assert found["Item 7. Analysis"] == found["Item 8. Statements"] == 2
    assert found["OVERVIEW"] == found["LIQUIDITY"] == 3


def test_exhibits_bound_in_behind_a_report_stand_beside_its_parts() -> None:
    doc = Sheets().page()
    for name in ("PART I", "Item 1. Business", "Item 2. Properties", "PART II", "Item 3. Market"):
        doc.title(name, size=12, bold=True, centred=name.startswith("PART")).text()
    for name, inner in (
        ("EXHIBIT 10.32", "ARTICLE I. AWARD"),
        ("Exhibit 21", "Subsidiaries"),
        ("EXHIBIT 23", "Consent"),
    ):
        doc.page().title(name, size=12, bold=True).title(inner, size=11, bold=True).text()
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    found = {t: level for level, t in outline(doc.layout)}
    assert {found[t] for t in ("PART I", "PART II", "EXHIBIT 10.32", "Exhibit 21", "EXHIBIT 23")} == {1}
    assert found["ARTICLE I. AWARD"] == 2


def test_a_title_over_the_contents_holds_no_more_than_they_do() -> None:
    doc = Sheets().page().title("FORM 10-K", size=20, bold=True, centred=True).block(["Acme Corporation"])
    doc.page().title("ACME FORM 10-K OF 2023", size=14, bold=True).title("TABLE OF CONTENTS", size=12, bold=True).text()
    for part, item in (("I", "1"), ("II", "2")):
        doc.page().title(f"PART {part}", size=14, bold=True).text()
        doc.title(f"Item {item}. Business", size=12, bold=True).text()
    mark_headings(doc.layout)
    found = {title: level for level, title in outline(doc.layout)}
    assert found["PART I"] == found["PART II"] == found["ACME FORM 10-K OF 2023"] == 1
    assert found["Item 1. Business"] == 2


def test_statements_behind_a_press_release_are_no_part_of_its_contacts() -> None:
    doc = Sheets().page().title("Acme reports its results", size=18, bold=True).text()
    doc.title("Sales", size=13, bold=True).text().title("Contacts", size=13, bold=True).text()
    doc.title("Press", bold=True).text()
    for name in ("CONSOLIDATED BALANCE SHEETS", "CONSOLIDATED STATEMENTS OF INCOME"):
        doc.page().title("ACME AND FRIENDS", centred=True).title(name, bold=True, centred=True)
        doc.table([[(72, "Cash"), (300, "12")], [(72, "Debt"), (300, "7")]])
    mark_headings(doc.layout)
    assert [level for level, text in outline(doc.layout) if text.startswith("CONSOL")] == [2, 2]


def test_statements_stay_in_the_part_that_holds_them() -> None:
    doc = Sheets().page().title("Acme reports its results", size=18, bold=True).text()
    doc.title("Financial statements", size=13, bold=True).text()
    doc.page().title("CONSOLIDATED BALANCE SHEETS", bold=True, centred=True)
    doc.table([[(72, "Cash"), (300, "12")], [(72, "Debt"), (300, "7")]])
    mark_headings(doc.layout)
    assert outline(doc.layout)[1:] == [(2, "Financial statements"), (3, "CONSOLIDATED BALANCE SHEETS")]


def test_looks_seen_once_hold_up_no_chapters() -> None:
    """The line with the number of a chapter is smaller than its title and stands beside it, the contents list the title
    alone, and larger things stand here and there."""
    names = ("Preface", "Installing", "Drawing", "Printing")
    doc = Sheets().page().title("Contents", size=25, bold=True)
    for name in names:
        doc.block([f"{name} . . . . . . . . . . 5"]).block([f"Words of {name} . . . . . . . . . . 5"], x=90)
    for number, name in enumerate(names, 1):
        doc.page().title(f"Chapter {number}", size=20, bold=True).title(name, size=25, bold=True).text()
        doc.title(f"Words of {name}", size=14, bold=True).text().text()
        if number == 4:
            doc.title("A picture", size=85, font="Helvetica").text().title("Some words", size=28, italic=True).text()
            doc.title("More words", size=30, font="Helvetica").text()
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    found = outline(doc.layout)
    assert [lv for lv, name in found if name.startswith("Chapter")] == [1, 1, 1, 1]
    assert [lv for lv, name in found if name in names] == [1, 1, 1, 1]
    assert [lv for lv, name in found if name.startswith("Words of")] == [2, 2, 2, 2]


def test_a_chapter_has_the_number_that_stands_over_its_title() -> None:
    """Parts and chapters open alike, by a number over a larger title; the foreword looks like a chapter."""
    number: dict[str, Any] = {"size": 14, "bold": True}
    name: dict[str, Any] = {"size": 20, "bold": True}
    doc = Sheets()
    openings = [("", "Foreword"), ("Parte I", "Weather"), ("Capitolo 1", "Rain"), ("Capitolo 2", "Snow")]
    openings += [("Parte II", "Climate"), ("Capitolo 3", "Ice"), ("Appendice A", "Tables"), ("Appendice B", "Maps")]
    for over, title in openings:
        doc.page()
        if over:
            doc.title(over, **number)
        doc.title(title, **name).text()
    mark_headings(doc.layout)
    found = {text: lv for lv, text in outline(doc.layout)}
    assert [found[title] for _, title in openings] == [1, 1, 2, 2, 1, 2, 1, 1]
    assert [found[over] for over, _ in openings[1:]] == [1, 2, 2, 1, 2, 1, 1]


def test_parts_hold_the_chapters_that_are_set_as_large() -> None:
    look: dict[str, Any] = {"size": 20, "bold": True}
    names = ["Preface", "1 Aims", "Part I Weather", "2 Rain", "3 Snow", "Part II Climate", "4 Ice", "5 Heat"]
    doc = Sheets()
    for title in names:
        doc.page().title(title, **look).text()
    mark_headings(doc.layout)
    assert outline(doc.layout) == list(zip([1, 1, 1, 2, 2, 1, 2, 2], names, strict=True))


def test_what_stands_before_the_contents_holds_nothing_that_they_list_first() -> None:
    doc = Sheets().page().title("A Study of Rain", size=30, bold=True, centred=True)
    doc.page().text(f"{PROSE} {PROSE}").title("Rights of use", size=22, bold=True).text()
    doc.page().title("Contents", size=16, bold=True)
    names = ("Rain", "Snow", "Hail")
    for n, name in enumerate(names):
        doc.block([f"{n + 1} {name} . . . . . . . . . . . . {n + 1}"])
    for n, name in enumerate(names):
        doc.page().title(f"{n + 1} {name}", size=16, bold=True).text()
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    found = {name: lv for lv, name in outline(doc.layout)}
    assert found["Rights of use"] == found["1 Rain"] == found["2 Snow"] == found["3 Hail"]


def test_the_release_in_a_title_is_no_number_of_its_parts() -> None:
    big, part = {"size": 24, "bold": True}, {"size": 14, "bold": True}
    found = levels(
        ("Grapher 4.8 Beginners Guide", big),
        ("1. Conventions", part),
        ("1.1. Type", part),
        ("1.2. Quotes", part),
        ("2. Feedback", part),
    )
    assert [lv for lv, _ in found] == [1, 2, 3, 3, 2]


def test_sections_of_chapters_whose_numbers_stand_elsewhere_are_no_parts_of_a_section_of_the_preface() -> None:
    big, part, small = {"size": 24, "bold": True}, {"size": 16, "bold": True}, {"size": 14, "bold": True}
    found = levels(
        ("Preface", big),
        ("1. Conventions", part),
        ("2. Feedback", part),
        ("Introduction", big),
        ("1.1. Goals", part),
        ("1.2. Limits", part),
        ("Using it", big),
        ("2.1. Setup", part),
        ("2.1.1. Packages", small),
        ("2.2. First steps", part),
        ("Scripts", big),
        ("3.1. Format", part),
    )
    assert [lv for lv, _ in found] == [1, 2, 2, 1, 2, 2, 1, 2, 3, 2, 1, 2]


def test_a_title_over_its_contents_is_on_no_cover_of_its_own() -> None:
    doc = Sheets().page().title("How to draw", size=28, bold=True)
    for name in ("Lines", "Circles", "Colours", "Files"):
        doc.block([f"{name} . . . . . . . . . . 2"])
    for name in ("Lines", "Circles", "Colours", "Files"):
        doc.page().title(name, size=14, bold=True).text()
    mark_contents(doc.layout)
    mark_headings(doc.layout)
    assert outline(doc.layout) == [(1, "How to draw"), (2, "Lines"), (2, "Circles"), (2, "Colours"), (2, "Files")]
