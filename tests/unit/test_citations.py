"""Citations as a lawyer, a scholar and a reference manager would write them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from pincite.anchors import Anchor, Ref
from pincite.citations import STYLES, Style, cited, deep_link, format_citation, missing
from pincite.citations.bibtex import escaped
from pincite.citations.people import Author, Date, authors, date
from pincite.derived import Derived
from pincite.errors import RequestError, UnknownReferenceError
from pincite.model import Document, Metadata
from pincite.verify import Match
from tests.builders import document

ACME = Metadata(title="Annual Report", author="Acme, Inc.", created="2026-03-03T10:00:00Z")


@pytest.fixture
def report() -> Document:
    return document("""
        ---
        A report by Acme, Inc.
        February 3, 2025
        --- 31
        # Notes
        ## 4.2 Revenue
        The Company did not pay
        --- 32
        a dividend to anyone in that year.
        --- F-3
        |Year|2023|2022|
        |Revenue|4,512|4,029|
        --- F-4
        Taxes rose.
    """)


def told(doc: Document, **changes: str | None) -> Document:
    return replace(doc, metadata=replace(ACME, **changes))


def match(doc: Document, quote: str) -> Match:
    (found,) = Derived(doc).verifier.verify(quote).matches
    return found


EXPECTED: dict[Style, str] = {
    "plain": "Annual Report (Acme, Inc., 2025), pp. 31–32, Notes > 4.2 Revenue",
    "apa": "Acme, Inc. (2025, February 3). Annual Report (pp. 31–32, Notes > 4.2 Revenue) [PDF].",
    "mla": "Acme, Inc. Annual Report. 3 Feb. 2025, pp. 31–32, sec. “Notes > 4.2 Revenue”. PDF.",
    "bluebook": "Acme, Inc., Annual Report § 4.2, at 31–32 (Feb. 3, 2025).",
    "bibtex": """@misc{annual2025-b4-b5,
  title = {{Annual Report}},
  author = {{Acme, Inc.}},
  year = {2025},
  month = feb,
  pages = {31--32},
  howpublished = {PDF},
  note = {section Notes \\textgreater{} 4.2 Revenue}
}""",
}


@pytest.mark.parametrize("style", STYLES)
def test_a_quote_over_two_pages_in_every_style(report: Document, style: Style) -> None:
    doc = told(report)
    assert format_citation(doc, match(doc, "did not pay a dividend"), style) == EXPECTED[style]


def test_every_style_ends_with_the_link_as_it_can_be_clicked(report: Document) -> None:
    doc = told(report)
    for style in STYLES:
        made = format_citation(Derived(doc), match(doc, "Taxes rose."), style, "https://docs.example/")
        assert made.removesuffix("}\n}").endswith(f"https://docs.example/d/testdoc?a=b7&r={doc.rev}"), style


def test_what_the_file_does_not_say_is_left_out_or_named_as_missing(report: Document) -> None:
    assert missing(report) == ("title", "author")
    assert missing(told(report)) == ()
    report, place = document("--- F-4\n# Notes\n## 4.2 Revenue\nTaxes rose."), "b2"
    assert missing(report) == ("title", "author", "date")
    assert format_citation(report, place) == "test.pdf, p. F-4, Notes > 4.2 Revenue"
    assert format_citation(report, place, "apa") == "[test.pdf] (p. F-4, Notes > 4.2 Revenue). (n.d.)."
    assert format_citation(report, place, "mla") == "test.pdf. p. F-4, sec. “Notes > 4.2 Revenue”. PDF."
    assert format_citation(report, place, "bluebook") == "test.pdf § 4.2, at F-4 (n.d.)."
    bib = format_citation(report, place, "bibtex")
    assert "author" not in bib.split("note")[0]
    assert "the document states no title and no author and no date" in bib
    dated = told(report, author=None)
    assert format_citation(dated, place, "apa").startswith("Annual Report (p. F-4, Notes > 4.2 Revenue) [PDF]. (2026).")
    assert format_citation(dated, place) == "Annual Report (2026), p. F-4, Notes > 4.2 Revenue"


def test_labels_with_dashes_and_pages_out_of_count_are_no_dashed_range(report: Document) -> None:
    assert cited(report, "b6-b7").locator == "pp. F-3 to F-4"
    assert "pages = {{F-3}--{F-4}}" in format_citation(report, "b6-b7", "bibtex")
    odd = document("--- 31\nThe tenant pays | the rent to the landlord.")  # the second page is not numbered
    assert cited(odd, match(odd, "pays the rent")).locator == "pp. 31 to 2"  # 31–2 would be read as 31–32
    roman = document("--- iv\nThe tenant pays\n--- v\nthe rent.")
    assert cited(roman, "b0-b1").locator == "pp. iv–v"


def test_an_elided_quote_names_each_of_its_pages(report: Document) -> None:
    assert cited(report, match(report, "The Company did not pay … Taxes rose.")).locator == "pp. 31, F-4"


def test_a_cell_comes_with_what_names_its_row_and_column(report: Document) -> None:
    assert format_citation(told(report), "t0/r1c1") == (
        "Annual Report (Acme, Inc., 2025), p. F-3, Notes > 4.2 Revenue, row “Revenue”, column “2023”"
    )


def test_slides_sheets_and_pages_of_the_web() -> None:
    deck = replace(document("--- 4\n# Plan\nWe grow."), format="pptx")
    assert format_citation(deck, "b1") == "test.pdf, slide 4, Plan"
    assert format_citation(deck, "b1", "bluebook") == "test.pdf, slide 4 (n.d.)."
    assert "note = {slide 4; section Plan; the document" in format_citation(deck, "b1", "bibtex")
    book = replace(document("--- Income\n|Year|2023|\n|Sales|5|"), format="xlsx")
    assert format_citation(book, "t0/r1c1") == "test.pdf, sheet Income, row “Sales”, column “2023”"
    page = replace(document("# Terms\n## Article IV Fees\nYou pay.", paged=False), format="html")
    assert format_citation(page, "b2") == "test.pdf, Terms > Article IV Fees"
    assert format_citation(page, "b2", "bluebook") == "test.pdf art. IV (n.d.)."
    bare = replace(document("# Terms\nYou pay.", paged=False), format="html")
    assert format_citation(bare, "b1", "bluebook") == "test.pdf, Terms (n.d.)."


def test_an_unnumbered_cover_is_not_page_one() -> None:
    doc = document("---\nThe cover.\n--- 1\nThe tenant pays.")
    assert cited(doc, "b0").locator == "sheet 1"
    assert cited(doc, "b0-b1").locator == "sheet 1 to p. 1"


def test_sections_made_of_pages_are_no_sections_and_the_title_is_not_said_twice() -> None:
    assert cited(document("--- 4\nNo headings here."), "b0").path == ""
    doc = replace(document("--- 4\n# Annual Report\n## Notes\nText."), metadata=ACME)
    assert cited(doc, "b2").path == "Notes"


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("Jane Doe", (Author("Jane Doe"),)),
        ("Doe, Jane M.", (Author("Doe, Jane M.", "Doe", "Jane M."),)),
        ("Doe, Jane; Smith, John", (Author("Doe, Jane", "Doe", "Jane"), Author("Smith, John", "Smith", "John"))),
        ("U.S. Securities and Exchange Commission", (Author("U.S. Securities and Exchange Commission"),)),
        ("Jane Doe and John Smith", (Author("Jane Doe"), Author("John Smith"))),
        ("Procter and Gamble", (Author("Procter and Gamble"),)),
        ("Centers for Medicare & Medicaid Services", (Author("Centers for Medicare & Medicaid Services"),)),
        ("Acme, Inc.", (Author("Acme, Inc."),)),
        ("Smith, L.L.C.", (Author("Smith, L.L.C."),)),
        (" \n ", ()),
        (None, ()),
    ],
)
def test_authors_are_told_apart_only_where_the_file_does(field: str | None, expected: tuple[Author, ...]) -> None:
    assert authors(field) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025-02-03T10:00:00Z", Date(2025, 2, 3)),
        ("2025-02", Date(2025, 2)),
        ("2025", Date(2025)),
        ("2025-00-00", Date(2025)),
        ("2025-02-00", Date(2025, 2)),
        ("0000-01-01", None),
        ("yesterday", None),
        (None, None),
    ],
)
def test_dates_as_exact_as_they_are_given(text: str | None, expected: Date | None) -> None:
    assert date(text) == expected


def test_bibtex_survives_any_title() -> None:
    nasty = r"100% of {R&D}_costs \ $5 #1 ~ ^ } < >"
    made = escaped(nasty)
    assert made.count("{") == made.count("}")
    for char in "%&_$#":
        assert re.search(rf"(?<!\\){re.escape(char)}", made) is None
    doc = told(document("--- 1\nText by Doe & {Sons}, and others."), title=nasty, author="Doe & {Sons}, and others")
    entry = format_citation(doc, "b0", "bibtex", "https://x.example/{a} b")
    depth = 0
    for char in entry:
        depth += (char == "{") - (char == "}")
        assert depth >= 0
    assert depth == 0
    assert "author = {{Doe \\& \\textbraceleft{}Sons\\textbraceright{}, and others}}" in entry
    assert "https://x.example/%7Ba%7D%20b/d/" in entry


def test_links() -> None:
    anchor = Anchor("abc", "r1", Ref("b", 12))
    assert deep_link(None, anchor, "b1") is None
    assert deep_link("", anchor, "b1") is None
    assert deep_link("http://127.0.0.1:9/", anchor, "b12:40-95") == "http://127.0.0.1:9/d/abc?a=b12:40-95&r=r1"
    assert deep_link("https://x", anchor, "t3/r4c2") == "https://x/d/abc?a=t3/r4c2&r=r1"


def test_a_place_that_is_not_there_is_an_error(report: Document) -> None:
    for place, code in (
        ("b99", "unknown_block"),
        ("nonsense", "bad_anchor"),
        (f"pincite://doc/other@{report.rev}/b1", "unknown_document"),
        ("pincite://doc/testdoc@aaaa/b1", "stale_revision"),
    ):
        with pytest.raises(UnknownReferenceError) as caught:
            format_citation(report, place)
        assert caught.value.code == code
    with pytest.raises(RequestError):
        format_citation(report, "b1", "chicago")  # type: ignore[arg-type]
