"""Quotes proved and refused: what a careful lawyer would say of each."""

from __future__ import annotations

import pytest

from pincite.anchors import parse_anchor
from pincite.model import BBox, Document, Kind, Page, Span
from pincite.outline import build_outline
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.verify import MAX_MATCHES, Status, Verdict, Verifier, verify
from pincite.verify.fractions import cuts_fraction
from tests.builders import built, document

V, M, A, S, D, U = Status.VERIFIED, Status.MOVED, Status.AMBIGUOUS, Status.STALE, Status.DRIFT, Status.UNKNOWN


def check(doc: Document, quote: str, *, ref: str | None = None, page: str | None = None) -> Verdict:
    anchor = parse_anchor(f"pincite://doc/{doc.doc_id}@{doc.rev}/{ref}") if ref else None
    return verify(doc, build_outline(doc), quote, anchor=anchor, page=page)


def status(text: str, quote: str) -> Status:
    """The status of a quote against a document of one paragraph (or a picture)."""
    return check(document(text), quote).status


def refs(verdict: Verdict) -> list[str]:
    return [str(m.anchor.ref) for m in verdict.matches]


@pytest.fixture
def report() -> Document:
    return document("""
        --- iv
        ACME Corporation annual report.
        --- F-1
        > ACME 10-K
        # Notes
        Revenue grew by 12% to $4,512 million in 2023, and the Company did not pay | a dividend to its holders.
        < 17
        ## Revenue
        |Year|2023|2022|
        |Revenue|4,512|4,029|
        |Loss|(1,234)|-5|
        |Other|—|12 %|
        ## Risks
        The Company did not pay a dividend.
    """)


# --- what is forgiven -----------------------------------------------------------------------------------------------

FORGIVEN = [
    ("The parties agree.", "The parties agree."),
    ("The parties agree.", "  The   parties\n\nagree. "),
    ("The parties agree.", "The parties agree"),
    ("The Company “shall” pay — the Buyer’s costs.", "The Company \"shall\" pay - the Buyer's costs."),
    ("The Company “shall” pay.", "The Company 'shall' pay."),
    ("The Company shall pay.", "“The Company shall pay.”"),
    ("The Company shall pay.", '"The Company shall pay."'),
    ("the eﬃcient ﬁnal oﬀer", "the efficient final offer"),
    ("an area of 20 m² each", "an area of 20 m2 each"),
    ("emits CO₂ daily", "emits CO2 daily"),
    ("Full width ＡＢＣ（１２）％ text", "Full width ABC(12)% text"),
    ("the co\u00adoperation of parties", "the cooperation of parties"),
    ("a zero\u200bwidth space here", "a zerowidth space here"),
    ("the informa~tion given", "the information given"),
    ("the informa~tion given", "the informa-\ntion given"),
    ("the informa~tion given", "the informa- tion given"),
    ("the informa~tion given", "the informa-tion given"),
    ("the information given", "the informa-\ntion given"),
    ("the long- / term debt", "the longterm debt"),
    ("the long-term debt", "the long- term debt"),
    ("The Company shall pay.", "The **Company** shall _pay_."),
    ("The Company shall pay.", "The `Company` shall ***pay***."),
    ("# Scope\nThis applies to all.", "## Scope\n\nThis applies to all."),
    ("The Company shall pay.", "> The Company\n> shall pay."),
    ("The Company shall pay.", "- The Company shall pay."),
    ("One item of goods;\n- another item of goods.", "* One item of goods;\n* another item of goods."),
    ("One item of goods;\n- another item of goods.", "• One item of goods; • another item of goods."),
    ("One item of goods;\n- another item of goods.", "One item of goods; - another item of goods."),
    ("Pay [ * * * ] on time", "Pay [***] on time"),
    ("Odd spacing here , in the text .", "Odd spacing here, in the text."),
    ("Odd spacing here, in the text.", "Odd spacing here , in the text ."),
    ("words that areglued together", "words that are glued together"),
    ("words that are glued together", "words that areglued together"),
    ("signed by ____________ on", "signed by ____ on"),
    ("Contents ........... 5 pages", "Contents ... 5 pages"),
    ("See Section 4.2(a)(iii) below.", "See Section 4.2 (a) (iii) below."),
    ("Notice within thirty (30) days.", "Notice within thirty (30) days"),
    ("cafe\u0301 and résumé papers", "café and re\u0301sume\u0301 papers"),
    ("the user's max_tokens setting", "the user's max\\_tokens setting".replace("\\", "")),
    (r"costs \$5 or more", "costs $5 or more"),
    ("costs $5 or more", r"costs \$5 or more"),
    ("The Product™ of Maker®", "The Product of Maker"),
    ("a 日本語の文書 here", "日本語の文書"),
    ("日本語の文書である", "文書"),
    ("for the years 2019–2020 only", "for the years 2019 - 2020 only"),
    ("for the years 2019–2020 only", "for the years 2019-2020 only"),
    ("a loss of −5 points", "a loss of -5 points"),
    ("a sum of 1\u202f234\u202f567 euros", "a sum of 1 234 567 euros"),
    ("the tenant pays rent; and", "the tenant pays rent."),
    ("the tenant pays rent, fees", "the tenant pays rent,"),
    ("the tenant pays rent", "the tenant pays rent."),
    ("all of the assets are listed", "[A]ll of the assets are listed"),
    ("The tenant shallnot pay.", "The tenant shall not pay."),
    ("The tenant cannot pay.", "The tenant can not pay."),
    ("a not- / able result", "a notable result"),
    ("agreement.The next sentence runs on", "The next sentence runs on"),
    ("a rate of 1½ percent", "a rate of 1 1/2 percent"),
    ("a rate of 1 1/2 percent", "a rate of 1½ percent"),
    ("a rate of 1 ½ percent", "a rate of 1½ percent"),
    ("a rate of 1½ percent", "a rate of 1 ½ percent"),
    ("half is ½ of it", "half is 1/2 of it"),
    ("half is 1/2 of it", "half is ½ of it"),
    ("half is 1⁄2 of it", "half is 1/2 of it"),
    ("a size of 10⁶ cells", "a size of 10^6 cells"),
    ("Item 1 ........ 5", "Item 1 ..... 5"),
    ("Item 1 . . . . . . . . 5", "Item 1 ..... 5"),
    ("Item 1 5", "Item 1 ..... 5"),
    ("Item 1 Business ........ 5", "Item 1 Business 5"),
    ("Contents ........... 5 pages", "Contents … 5 pages"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "quote"), FORGIVEN)
def test_forgives_what_changes_when_text_is_copied(text: str, quote: str) -> None:
    assert status(text, quote) is V


# --- what is never forgiven -----------------------------------------------------------------------------------------

REFUSED = [
    # digits
    ("a sum of 4,512 dollars", "a sum of 4,521 dollars"),
    ("a sum of 4,512 dollars", "a sum of 4.512 dollars"),
    ("a sum of 4,512 dollars", "a sum of 4512 dollars"),
    ("a rate of 1.25 each", "a rate of 1.2 each"),
    ("a rate of 1.25 each", "a rate of 12.5 each"),
    ("items 1, 234 of them", "items 1,234 of them"),
    ("in pages 10 20 of it", "in pages 1020 of it"),
    ("in pages 12 3 of it", "in pages 1 23 of it"),
    ("revenue of 4,512² units", "revenue of 4,5122 units"),
    ("a size of 5' each", 'a size of 5" each'),
    ("at the time 5:30 today", "at the time 530 today"),
    ("Section 4.2(a) applies", "Section 42(a) applies"),
    # signs, brackets, currency, units
    ("a change of -5 points", "a change of 5 points"),
    ("a change of 5 points", "a change of -5 points"),
    ("a change of −5 points", "a change of 5 points"),
    ("a change of (1,234) dollars", "a change of 1,234 dollars"),
    ("a change of 1,234 dollars", "a change of (1,234) dollars"),
    ("a price of $5 each", "a price of €5 each"),
    ("a price of $5 each", "a price of 5 each"),
    ("a price of US$5 each", "a price of $5 each"),
    ("a rate of 15% a year", "a rate of 15 a year"),
    ("a rate of <5 a year", "a rate of >5 a year"),
    ("a rate of ±5 a year", "a rate of 5 a year"),
    ("a result of 10^6 units", "a result of 106 units"),
    ("it grew 10 -5 points", "it grew 10-5 points"),
    ("options ☑ yes ☐ no", "options ☐ yes ☑ no"),
    ("a rate of 1½ percent", "a rate of 11/2 percent"),
    ("a rate of 11/2 percent", "a rate of 1½ percent"),
    ("a rate of 1 1/2 percent", "a rate of 11/2 percent"),
    ("a rate of 1½ percent", "a rate of 1 percent"),
    ("a rate of 1½ percent", "a rate of 12 percent"),
    ("a rate of ½ percent", "a rate of 12 percent"),
    ("a rate of ½ percent", "a rate of ⅓ percent"),
    ("a rate of ½ percent", "a rate of 1/3 percent"),
    ("on 1/2/2023 it ends", "on ½/2023 it ends"),
    ("a size of 10⁶ cells", "a size of 106 cells"),
    ("Item 1 ........ 15", "Item 1 ..... 5"),
    ("Item 1 ........ 5", "Item 15"),
    ("Total revenue for the year 2,000 and costs 1,000", "Total revenue ........ 1,000"),
    # words
    ("The Company shall pay.", "The Company may pay."),
    ("The Company shall not pay.", "The Company shall pay."),
    ("The Company shall pay.", "The Company shall not pay."),
    ("The result is not able to.", "The result is notable to."),
    ("The result is notable to.", "The result is not able to."),
    ("There is no table in it.", "There is notable in it."),
    ("a not\u00adable result", "a not able result"),
    ("the resumption of talks", "the résumption of talks"),
    ("a cross-border deal", "a crossborder deal"),
    ("they re-sign the deed", "they resign the deed"),
    ("they can't do it", "they can t do it"),
    ("the snake_case name", "the snakecase name"),
    ("the word \u2014 another word", "the word another word"),
    ("Eat, Grandma, now please", "Eat Grandma, now please"),
    ("shall be (a) paid and (b) kept", "shall be paid and kept"),
    ("the tenant pays rent unless waived", "the tenant pays rent. "),
    ("x_y*z is here and there", "xy*z is here and there"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "quote"), REFUSED)
def test_refuses_what_changes_the_meaning(text: str, quote: str) -> None:
    verdict = check(document(text), quote)
    assert verdict.status is D
    assert not verdict.matches


EDGES = [
    ("the party of the first part", "art"),
    ("the party of the first part", "part"),  # stands as a word too
    ("a sum of 4,512 dollars", "12"),
    ("a sum of 4,512 dollars", "4"),
    ("a rate of 5.2 each", "5"),
    ("a rate of 5.2 each", "2"),
    ("a rate of .5 each", "5"),
    ("a rate of 15% each", "15"),
    ("a rate of 15 % each", "15"),
    ("a price of 5 €", "5"),
    ("a loss of -$5", "5"),
    ("a loss of -$5", "$5"),
    ("a loss of $(5)", "5"),
    ("a loss of ($5)", "5"),
    ("less than <$5", "5"),
    ("a price of $5", "€5"),
    ("a price of $5", "US$5"),
    ("a price of $5.20", "5"),
    ("a price of $15", "5"),
    ("a rate of 1½", "a rate of 1"),
    ("a rate of 1 ½ percent", "a rate of 1"),
    ("a rate of 1½ percent", "½ percent"),
    ("a rate of 1 ½ percent", "½ percent"),
    ("a rate of 1 1/2 percent", "1/2 percent"),
    ("a rate of 1 1/2 percent", "½ percent"),
    ("a rate of 1 1/2 percent", "a rate of 1"),
    ("a rate of 1½ percent", "2 percent"),
    ("a change of (5)", "5"),
    ("a change of ( 5 )", "5"),
    ("a change of -5 points", "5 points"),
    ("a change of − 5 points", "5 points"),
    ("more than >5 points", "5 points"),
    ("on 12/31/2023 it ends", "31"),
    ("at 5:30 it ends", "30"),
    ("a result of 10^6", "10"),
    ("a result of 10⁶", "10"),
    ("a non-compete clause", "compete clause"),
    ("a non-compete clause", "a non"),
    ("they don't agree", "don"),
    ("the Company's affiliates", "the Company"),
    ("the snake_case name", "case name"),
    ("US$5 each", "$5 each"),
    ("a 5-year term", "5"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "quote"), EDGES)
def test_a_quote_begins_and_ends_at_the_edge_of_a_word_or_number(text: str, quote: str) -> None:
    expected = V if quote == "part" else D
    assert status(text, quote) is expected


WHOLE = [
    ("a rate of 15% each", "15%"),
    ("a price of $5", "$5"),
    ("a price of $5", "5"),
    ("a price of $ 5", "5"),
    ("a price of US$5 each", "5 each"),
    ("a loss of $(5) each", "(5) each"),
    ("from 3 to $5 each", "5 each"),
    ("a rate of ½ percent", "½ percent"),
    ("a rate of 1½ percent", "percent"),
    ("a change of (5)", "(5)"),
    ("within (5) business days", "(5) business days"),
    ("thirty (30) days", "thirty (30) days"),
    ("the years 2019-2020", "2020"),
    ("revenue of 4,512¹ in all", "revenue of 4,512"),
    ("Agreement¹ means this", "means this"),
    ("an item - 5 apples", "5 apples"),
    ("the holders' rights", "rights"),
    ("the holders' rights", "the holders"),
    ("one—two of them", "two of them"),
    ("Buyer/Seller pays", "Seller pays"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "quote"), WHOLE)
def test_whole_numbers_and_words_verify(text: str, quote: str) -> None:
    assert status(text, quote) is V


# --- case -----------------------------------------------------------------------------------------------------------


def test_capitals_are_forgiven_alone_and_said() -> None:
    verdict = check(document("LIMITATION OF LIABILITY applies."), "Limitation of liability")
    assert (verdict.status, verdict.case_differs) == (V, True)
    assert "apitals differ" in verdict.message
    assert verdict.matches[0].quote == "LIMITATION OF LIABILITY"


def test_the_same_capitals_win_over_others() -> None:
    doc = document("# TERM AND TERMINATION\nThe term and termination of it.")
    verdict = check(doc, "term and termination")
    assert refs(verdict) == ["b1:4-24"]
    assert not verdict.case_differs


def test_a_changed_first_letter_in_brackets_is_said() -> None:
    verdict = check(document("However, the tenant pays."), "[T]he tenant pays")
    assert (verdict.status, verdict.case_differs) == (V, True)


# --- elisions -------------------------------------------------------------------------------------------------------

LEASE = """
    # Rent
    The Tenant shall, at the beginning of each calendar month, pay the agreed rent to the Landlord in full.
    The Landlord shall, save where the Lease provides for it, not enter the premises.
    # Repairs
    The Tenant shall keep the premises in good repair and shall insure the building.
"""


@pytest.mark.parametrize(
    "quote",
    [
        "The Tenant shall … pay the agreed rent",
        "The Tenant shall, ... pay the agreed rent",
        "The Tenant shall . . . pay the agreed rent",
        "The Tenant shall [...] pay the agreed rent",
        "The Tenant shall […] pay the agreed rent to the Landlord",
        "… pay the agreed rent to the Landlord in full.",
        "pay the agreed rent to the Landlord …",
        "The Tenant shall … pay the agreed rent … in full",
    ],
)
def test_words_may_be_left_out(quote: str) -> None:
    assert status(LEASE, quote) is V


@pytest.mark.parametrize(
    ("quote", "why"),
    [
        ("pay the agreed rent … The Tenant shall, at the beginning", "does not stand"),
        ("The Landlord shall … enter the premises", '"not"'),
        ("The … Tenant … keep … building", "too short"),
        ("The Tenant shall … pay the agreed fee", "does not stand"),
        ("$ … pay the agreed rent", "does not stand"),
    ],
)
def test_an_elision_must_keep_order_and_sense(quote: str, why: str) -> None:
    verdict = check(document(LEASE), quote)
    assert verdict.status is D
    assert why in verdict.message


def test_parts_from_far_apart_prove_nothing() -> None:
    filler = "\n".join(f"Some other paragraph with the number {n} that says nothing of it at all." for n in range(300))
    doc = document(
        f"# One\nThe first half of a sentence stands here\n# Two\n{filler}\n# Three\nand its other half stands there."
    )
    verdict = check(doc, "The first half of a sentence … and its other half stands there")
    assert verdict.status is D
    assert "apart" in verdict.message


def test_an_elided_quote_names_each_part() -> None:
    verdict = check(document(LEASE), "The Tenant shall … pay the agreed rent")
    (match,) = verdict.matches
    assert [s.end - s.start for s in match.spans] == [16, 19]
    assert match.quote == "The Tenant shall … pay the agreed rent"
    assert match.anchor.ref.first == 1


def test_dots_that_the_document_has_are_no_elision() -> None:
    assert status("He said ... nothing more to us.", "He said ... nothing more") is V


# --- pages and furniture --------------------------------------------------------------------------------------------


def test_a_quote_over_a_page_break_names_both_pages(report: Document) -> None:
    (match,) = check(report, "did not pay a dividend to its holders").matches
    assert match.page_numbers == (2, 3)
    assert match.page_labels == ("F-1", None)
    assert [r.page for r in match.regions] == [2, 3]


def test_the_second_half_of_a_broken_paragraph_cites_the_second_page(report: Document) -> None:
    (match,) = check(report, "a dividend to its holders").matches
    assert match.page_numbers == (3,)


def test_page_markers_in_a_copy_are_not_words(report: Document) -> None:
    assert check(report, "did not pay \n[Page 3]\na dividend to its holders").status is V
    assert check(report, "did not pay [Page 3] a dividend to its holders").status is V


def test_text_that_looks_like_a_marker_is_quoted_with_or_without_its_escape() -> None:
    doc = document("It says [Page 999] in the text.")
    for quote in (r"It says \[Page 999] in the text", "It says [Page 999] in the text", "[Page 999]"):
        assert check(doc, quote).status is V


def test_a_quote_runs_over_a_running_head() -> None:
    doc = document("--- 1\nThe tenant shall pay\n< 1 of 9\n--- 2\n> Lease\nthe rent in full.")
    (match,) = check(doc, "The tenant shall pay the rent in full.").matches
    assert match.quote == "The tenant shall pay\n\nthe rent in full."
    assert len(match.spans) == 2
    assert str(match.anchor.ref) == "b0-b3"
    assert match.page_numbers == (1, 2)


def test_a_running_head_is_found_where_nothing_else_says_so() -> None:
    doc = document("--- 1\n> Confidential draft\nText.\n--- 2\n> Confidential draft\nMore text.")
    verdict = check(doc, "Confidential draft")
    assert verdict.status is A
    assert refs(verdict) == ["b0", "b2"]
    assert refs(check(doc, "Confidential draft", page="2")) == ["b2"]


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("The tenant shall pay Page 1 of 9 the rent in full.", V),
        ("The tenant shall pay\nPage 1 of 9\nLease of Blackacre\nthe rent in full.", V),
        ("The tenant shall pay Lease of Blackacre the rent in full.", V),
        ("The tenant shall Page 1 of 9 pay the rent in full.", D),
        ("The tenant shall pay Page 3 of 9 the rent in full.", D),
        ("The tenant shall pay Page 2 of 8 the rent in full.", D),
        ("The tenant shall pay Page 1 of 9 the fee in full.", D),
    ],
)
def test_running_heads_picked_up_at_the_page_break_are_forgiven_there(quote: str, expected: Status) -> None:
    doc = document("""
        --- 1
        > Lease of Blackacre
        < Page 1 of 9
        The tenant shall pay
        --- 2
        > Lease of Blackacre
        < Page 2 of 9
        the rent in full.
        --- 3
        < Page 3 of 9
        End.
    """)
    assert check(doc, quote).status is expected


# --- claims ---------------------------------------------------------------------------------------------------------


def test_a_page_is_claimed_by_label_or_by_number_where_no_page_has_that_label(report: Document) -> None:
    quote = "Revenue grew by 12% to $4,512 million"
    assert check(report, quote, page="F-1").status is V
    assert check(report, quote, page="page f-1").status is V
    assert check(report, quote, page="2").status is V
    assert check(report, quote, page="iv").status is M
    assert check(report, quote, page="3").status is M


def test_a_label_is_preferred_to_a_number() -> None:
    doc = document("--- 2\nThe first sheet.\n--- 3\nThe second sheet.")
    assert check(doc, "The first sheet.", page="2").status is V
    verdict = check(doc, "The second sheet.", page="2")
    assert verdict.status is M
    assert "page 3" in verdict.message


def test_a_page_that_is_not_there_is_said(report: Document) -> None:
    verdict = check(report, "Revenue grew by 12%", page="99")
    assert verdict.status is M
    assert "no page '99'" in verdict.message
    assert check(report, "Revenue fell by 12%", page="99").status is D


def test_an_anchor_holds_or_the_right_one_comes_back(report: Document) -> None:
    assert check(report, "did not pay a dividend.", ref="b8").status is V
    verdict = check(report, "Revenue grew by 12%", ref="b8")
    assert verdict.status is M
    assert refs(verdict) == ["b3:0-19"]
    assert check(report, "Revenue grew by 12%", ref="s1").status is V
    assert check(report, "Revenue grew by 12%", ref="p2").status is V
    assert check(report, "Revenue grew by 12%", ref="p1").status is M


def test_a_claim_picks_one_of_several_places(report: Document) -> None:
    quote = "did not pay a dividend"
    assert check(report, quote).status is A
    assert refs(check(report, quote, page="F-1")) == ["b3:63-85"]
    assert refs(check(report, quote, ref="b8")) == ["b8:12-34"]


def test_an_anchor_of_another_revision_is_stale(report: Document) -> None:
    anchor = parse_anchor("pincite://doc/testdoc@oldrev/b3")
    verifier = Verifier(report, build_outline(report))
    found = verifier.verify("Revenue grew by 12%", anchor=anchor)
    assert (found.status, refs(found)) == (S, ["b3:0-19"])
    gone = verifier.verify("Revenue fell by 12%", anchor=anchor)
    assert (gone.status, gone.matches) == (S, ())
    assert gone.nearest == "Revenue [-fell-]{+grew+} by 12%"


def test_an_anchor_into_another_document_or_to_nothing_is_unknown(report: Document) -> None:
    verifier = Verifier(report, build_outline(report))
    other = parse_anchor("pincite://doc/other@rev/b3")
    assert verifier.verify("Revenue grew by 12%", anchor=other).status is U
    verdict = check(report, "Revenue grew by 12%", ref="b99")
    assert verdict.status is U
    assert refs(verdict) == ["b3:0-19"]


# --- tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "ref"),
    [("4,512", "t0/r1c1"), ("(1,234)", "t0/r2c1"), ("-5", "t0/r2c2"), ("12 %", "t0/r3c2"), ("12%", "t0/r3c2")],
)
def test_a_value_is_cited_by_its_cell(report: Document, quote: str, ref: str) -> None:
    verdict = check(report, quote, ref="t0")
    assert (verdict.status, refs(verdict)) == (V, [ref])


@pytest.mark.parametrize(
    ("quote", "ref"),
    [
        ("4,029", "t0/r1c2"),
        ("Revenue 4,029", "t0/r1c2"),
        ("Revenue: 4,029", "t0/r1c2"),
        ("2022: 4,029", "t0/r1c2"),
        ("Revenue | 2022 | 4,029", "t0/r1c2"),
        ("2022, Revenue: 4,029", "t0/r1c2"),
        ("—", "t0/r3c1"),
        ("Other —", "t0/r3c1"),
    ],
)
def test_a_claimed_cell_verifies_alone_or_with_its_headers(report: Document, quote: str, ref: str) -> None:
    verdict = check(report, quote, ref=ref)
    assert verdict.status is V, verdict
    assert verdict.matches[0].page_numbers == (3,)


def test_a_value_with_its_headers_in_other_capitals_is_said(report: Document) -> None:
    verdict = check(report, "REVENUE 2022: 4,029")
    assert (verdict.status, verdict.case_differs) == (V, True)


def test_a_value_with_its_headers_is_found_without_a_claim(report: Document) -> None:
    verdict = check(report, "Revenue 2022: 4,029")
    assert (verdict.status, refs(verdict)) == (V, ["t0/r1c2"])


@pytest.mark.parametrize(
    "quote", ["Loss 2023: 1,234", "Loss 2022: 5", "Revenue 2023: 4,029", "Loss -1,234", "Revenue -4,029"]
)
def test_a_value_under_the_wrong_header_or_sign_is_refused(report: Document, quote: str) -> None:
    assert check(report, quote).status is D


def test_a_value_of_another_cell_is_moved(report: Document) -> None:
    verdict = check(report, "4,512", ref="t0/r1c2")
    assert verdict.status is M
    assert "t0/r1c1" in refs(verdict)


@pytest.mark.parametrize(
    "quote",
    ["| Revenue | 4,512 | 4,029 |", "Revenue 4,512 4,029", "Revenue\t4,512\t4,029", "Year 2023 2022 Revenue 4,512"],
)
def test_rows_verify_with_and_without_pipes(report: Document, quote: str) -> None:
    assert check(report, quote).status is V


@pytest.mark.parametrize(
    "quote", ["Loss (1,234) 5", "Loss 1,234 -5", "Revenue 4,5124,029", "Revenue 4,029 4,512", "Other -12 %"]
)
def test_changed_rows_are_refused(report: Document, quote: str) -> None:
    assert check(report, quote).status is D


def test_a_nil_dash_is_no_minus() -> None:
    doc = document("|A|B|C|\n|x|-|5|")
    assert check(doc, "x - 5").status is V
    assert check(doc, "x -5").status is D


def test_pipes_of_a_cells_own_text() -> None:
    doc = document(r"|A|B|" + "\n" + r"|x \p y|z|")
    assert refs(check(doc, "x | y")) == ["t0/r1c0"]
    assert refs(check(doc, r"x \| y")) == ["t0/r1c0"]


# --- matches --------------------------------------------------------------------------------------------------------


def test_a_match_says_where_it_stands(report: Document) -> None:
    verdict = check(report, "$4,512 million in 2023")
    (match,) = verdict.matches
    assert str(match.anchor) == f"pincite://doc/testdoc@{report.rev}/b3:23-45"
    assert match.section == ("Notes",)
    assert report.text[match.spans[0].start : match.spans[0].end] == match.quote == "$4,512 million in 2023"
    assert verdict.message == 'It stands on page F-1, in "Notes".'


def test_regions_are_clipped_to_the_quote() -> None:
    doc = document("0123456789 / abcdefghij")
    (match,) = check(doc, "abcdefghij").matches
    assert [(r.start, r.end, r.bbox) for r in match.regions] == [(11, 21, BBox(72, 86, 122, 96))]
    doc = document("0123 5678 here")
    (match,) = check(doc, "5678").matches
    assert match.regions[0].bbox == BBox(97, 74, 117, 84)


def test_whole_blocks_and_ranges_have_short_anchors() -> None:
    doc = document("# Scope\nThis applies to all.\nSo does this.")
    assert refs(check(doc, "This applies to all.")) == ["b1"]
    assert refs(check(doc, "This applies to all. So does this.")) == ["b1-b2"]
    (match,) = check(doc, "applies to all. So does").matches
    assert str(match.anchor.ref) == "b1-b2"
    assert match.spans == (Span(12, 36),)


def test_a_document_without_pages_has_matches_without_pages() -> None:
    doc = document("# Scope\nThis applies to all.", paged=False)
    verdict = check(doc, "This applies to all.")
    assert verdict.status is V
    assert verdict.matches[0].page_numbers == ()
    assert verdict.matches[0].regions == ()
    assert verdict.message == 'It stands in "Scope".'


def test_many_places_are_listed_up_to_a_limit() -> None:
    doc = document("\n".join("The same words again." for _ in range(50)))
    verdict = check(doc, "The same words again.")
    assert verdict.status is A
    assert len(verdict.matches) == MAX_MATCHES
    assert "50 places" in verdict.message
    assert check(doc, "same", ref="b45").status is V


def test_places_beyond_the_limit_are_found_where_they_are_claimed() -> None:
    doc = document("\n".join("a a a a" for _ in range(600)))
    verdict = check(doc, "a", ref="b599:0-1")
    assert (verdict.status, refs(verdict)) == (V, ["b599:0-1"])
    assert "more than" in check(doc, "a").message


# --- drift ----------------------------------------------------------------------------------------------------------


def test_drift_shows_what_the_document_says(report: Document) -> None:
    verdict = check(report, "Revenue grew by 12% to $4,521 million in 2023")
    assert verdict.status is D
    assert verdict.nearest == "Revenue grew by 12% to [-$4,521-]{+$4,512+} million in 2023"
    assert "page F-1" in verdict.message


def test_drift_says_when_there_is_nothing_like_it(report: Document) -> None:
    verdict = check(report, "Quarks are confined within hadrons by the strong interaction")
    assert (verdict.status, verdict.nearest) == (D, None)


@pytest.mark.parametrize("quote", ["", "   ", "§§", "…", "[Page 3]"])
def test_a_quote_without_words_is_no_quote(report: Document, quote: str) -> None:
    verdict = check(report, quote)
    assert verdict.status is D
    assert verdict.matches == ()


def test_an_endless_quote_is_refused(report: Document) -> None:
    assert check(report, "word " * 10_000).status is D


def test_an_empty_document_proves_nothing() -> None:
    assert check(document("--- 1"), "anything at all").status is D


# --- messages -------------------------------------------------------------------------------------------------------


def test_a_message_names_a_long_path_by_its_last_title() -> None:
    doc = document("# " + "Long words of a title " * 8 + "\n## Rent\nThe tenant pays the rent of 900 every month.")
    verdict = check(doc, "The tenant pays the rent of 800 every month")
    assert verdict.status is D
    assert verdict.message.endswith('in "… > Rent".')
    deep = document("# " + "Long words of a title " * 20 + "\nThe tenant pays the rent of 900 every month.")
    assert len(check(deep, "The tenant pays the rent of 800 every month").message) < 220


# --- cells and currency ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("59,268", V),
        ("$59,268", V),
        ("Net sales 59,268", V),
        ("Net sales: $59,268", V),
        ("2022 Net sales 59,268", V),
        ("Net sales €59,268", D),
        ("Net sales (59,268)", D),
        ("Net sales -59,268", D),
        ("Net sales 59,286", D),
        ("(1,231)", V),
        ("Taxes (1,231)", V),
        ("Taxes 1,231", D),
        ("Taxes -(1,231)", D),
        ("12", D),
        ("Margin 12", D),
        ("Margin 12%", V),
    ],
)
def test_a_value_may_be_quoted_without_the_currency_sign_before_it(quote: str, expected: Status) -> None:
    doc = document("|Item|2022|\n|Net sales|$59,268|\n|Taxes|$(1,231)|\n|Margin|12%|")
    assert check(doc, quote).status is expected


def test_marks_of_a_read_are_no_difference() -> None:
    doc = document("# Rent\nThe tenant pays the rent of 900 every month.")
    verdict = check(doc, "[Page 1]\n\n# Rent\n\nThe tenant pays the rent of 800 every month")
    assert verdict.nearest == "Rent The tenant pays the rent of [-800-]{+900+} every month"


def test_pages_of_the_same_label_are_told_apart_in_a_message() -> None:
    twice = built([DraftBlock(Kind.PARAGRAPH, [Piece("The rent is 900 a month.", 2)])], [Page(1, "3"), Page(2, "3")])
    assert "stands on page 3 (sheet 2)," in check(twice, "The rent is 800 a month").message
    assert check(twice, "The rent is 900 a month").message.startswith("It stands on page 3 (sheet 2),")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("of 4,512 12/31 and", "4,512"),
        ("in 2023 9/10 of it", "2023"),
        ("at 3 12/11 there", "3"),
        ("due 7 1/2/2024 there", "7"),
    ],
)
def test_a_number_before_a_date_or_a_share_is_a_number_of_its_own(text: str, part: str) -> None:
    assert not cuts_fraction(text, Span(text.index(part), text.index(part) + len(part)))


@pytest.mark.parametrize(
    ("text", "part"),
    [("a rate of 1 1/2 percent", "1"), ("a rate of 12 3/4 percent", "3/4"), ("some 4,512 ½ of", "4,512")],
)
def test_parts_of_mixed_numbers(text: str, part: str) -> None:
    assert cuts_fraction(text, Span(text.index(part), text.index(part) + len(part)))
