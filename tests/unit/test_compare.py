"""Two versions of a document, told as a lawyer would tell a client what is new in the draft."""

from __future__ import annotations

import pytest

from pincite.compare import Change, ChangeKind, Comparison, compare, lines, summary, versions_of
from pincite.compare.sequences import heaviest_increasing, in_order
from pincite.compare.units import numbered
from pincite.compare.words import marked, same_words
from pincite.derived import Derived
from pincite.model import Document
from tests.builders import document
from tests.docxs import HEADINGS, docx, level, num, numbering, p, parsed, tbl, tc, tr
from tests.pdfs import Pdf
from tests.unit.test_docx_headings import TEXT

CHANGED, MOVED, RENUMBERED = ChangeKind.CHANGED, ChangeKind.MOVED, ChangeKind.RENUMBERED
ADDED, REMOVED, CELL, COLUMNS = ChangeKind.ADDED, ChangeKind.REMOVED, ChangeKind.CELL, ChangeKind.COLUMNS

RENT = "The tenant pays the rent on the first working day of each month to the account of the landlord."
NOTICE = "Either party may end this lease in writing with a notice of 30 days to the end of a quarter."
PETS = "The tenant keeps no animals in the flat unless the landlord has agreed to it in writing before."
KEYS = "On the last day the tenant hands back all keys, also those that were made at the tenant's own cost."
REPAIR = "Small repairs up to 100 dollars are paid by the tenant, all others by the landlord within a month."


def doc(picture: str, doc_id: str = "new") -> Document:
    return document(picture, doc_id=doc_id)


def told(old: Document | str, new: Document | str) -> Comparison:
    a = doc(old, "old") if isinstance(old, str) else old
    b = doc(new) if isinstance(new, str) else new
    return compare(versions_of(Derived(a), Derived(b)))


def only(comparison: Comparison) -> Change:
    assert len(comparison.changes) == 1, [(c.kind, c.text) for c in comparison.changes]
    return comparison.changes[0]


def kinds(comparison: Comparison) -> list[ChangeKind]:
    return [change.kind for change in comparison.changes]


LEASE = f"--- 1\n# 1. Rent\n{RENT}\n{PETS}\n--- 2\n# 2. Term\n{NOTICE}\n# 3. Repairs\n{REPAIR}\n{KEYS}"


# --- clauses --------------------------------------------------------------------------------------------------------


def test_a_copy_is_the_same() -> None:
    found = told(LEASE, LEASE)
    assert found.is_same
    assert (found.unchanged, found.unchanged_rows) == (8, 0)
    assert summary(found) == "nothing changed; 8 clauses unchanged"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("30 days", "60 days", "[-30-]{+60+} days"),
        ("may end", "may not end", "may {+not+} end"),
        ("Either party", "The landlord", "[-Either party-]{+The landlord+} may end"),
        ("in writing with", "with", "[-in writing-] with"),
        ("lease", "Lease", "this [-lease-]{+Lease+} in"),
    ],
)
def test_changed_words_are_marked(old: str, new: str, text: str) -> None:
    change = only(told(LEASE, LEASE.replace(NOTICE, NOTICE.replace(old, new))))
    assert change.kind is CHANGED
    assert text in change.text
    assert change.old is not None
    assert change.new is not None
    assert (change.old.ref, change.old.pages, change.new.ref) == ("b4", (2,), "b4")


@pytest.mark.parametrize(
    "new",
    [
        LEASE.replace("tenant's", "tenant’s"),
        LEASE.replace("all others", "all  others"),
        LEASE.replace("working day", "work~ing day"),
        LEASE.replace("--- 1", "--- i").replace("\n--- 2", ""),
        LEASE.replace("# 1. Rent", "## 1. RENT"),
        LEASE.replace("# 3. Repairs", "3. Repairs"),
        LEASE.replace(RENT, RENT.replace("of each", "| of each")),
        LEASE.replace("a quarter.", "a quarter"),
        "> Lease of 2024\n" + LEASE,
    ],
)
def test_typography_line_ends_pages_and_looks_are_no_change(new: str) -> None:
    assert told(LEASE, new).is_same


def test_a_clause_divided_or_joined_is_the_same_and_a_change_in_it_is_found() -> None:
    joined = LEASE.replace(f"{REPAIR}\n{KEYS}", f"{REPAIR} {KEYS}")
    assert told(LEASE, joined).is_same
    assert told(joined, LEASE).is_same
    change = only(told(LEASE, joined.replace("100 dollars", "200 dollars")))
    assert change.kind is CHANGED
    assert "[-100-]{+200+} dollars" in change.text
    assert change.old is not None
    assert change.old.ref == "b6-b7"


def test_a_moved_clause_is_told_from_a_new_one() -> None:
    moved = only(told(LEASE, LEASE.replace(f"{PETS}\n", "").replace(KEYS, f"{KEYS}\n{PETS}")))
    assert moved.kind is MOVED
    assert moved.old is not None
    assert moved.new is not None
    assert (moved.old.ref, moved.old.section, moved.new.ref, moved.new.section) == ("b2", 0, "b7", 2)
    new = only(told(LEASE.replace(f"{PETS}\n", ""), LEASE))
    assert (new.kind, new.text, new.old) == (ADDED, PETS, None)
    gone = only(told(LEASE, LEASE.replace(f"{PETS}\n", "")))
    assert (gone.kind, gone.text, gone.new) == (REMOVED, PETS, None)


def test_a_clause_that_was_moved_and_changed_is_both() -> None:
    change = only(
        told(LEASE, LEASE.replace(f"{PETS}\n", "").replace(KEYS, f"{KEYS}\n{PETS.replace('no animals', 'no dogs')}"))
    )
    assert change.kind is MOVED
    assert "[-animals-]{+dogs+}" in change.text


def test_a_clause_that_changed_its_heading_without_changing_its_order_has_moved() -> None:
    after = LEASE.replace(f"# 3. Repairs\n{REPAIR}", f"{REPAIR}\n# 3. Repairs")
    change = only(told(LEASE, after))
    assert change.kind is MOVED
    assert change.old is not None
    assert change.new is not None
    assert (change.old.section, change.new.section) == (2, 1)


def test_renumbered_clauses_are_no_changed_ones() -> None:
    new = LEASE.replace("# 2. Term", "# 2. Deposit\nThere is a deposit of two months of rent.\n# 3. Term").replace(
        "# 3. Repairs", "# 4. Repairs"
    )
    found = told(LEASE, new)
    assert kinds(found) == [ADDED, RENUMBERED, RENUMBERED]
    assert [c.number for c in found.changes] == [None, ("2", "3"), ("3", "4")]
    assert found.changes[0].what == "section, 1 clause"


def test_a_whole_section_that_was_moved_is_told_once() -> None:
    one, two, three = LEASE.split("# ")[1:]
    new = (
        f"--- 1\n# {three.replace('3.', '1.')}\n# {one.replace('1.', '2.').split('---')[0]}# {two.replace('2.', '3.')}"
    )
    found = told(LEASE, new)
    assert (found.changes[0].kind, found.changes[0].what, found.changes[0].text) == (MOVED, "section", "1. Repairs")
    assert set(kinds(found)[1:]) == {RENUMBERED}


def test_a_number_in_a_clause_is_not_its_number() -> None:
    assert numbered("4.2 million dollars are paid.", heading=False) == ("", "4.2 million dollars are paid.")
    assert numbered("30 days after", heading=False) == ("", "30 days after")
    assert numbered("4.2 The tenant pays.", heading=False) == ("4.2", "The tenant pays.")
    assert numbered("(a) the tenant;", heading=False) == ("a", "the tenant;")
    assert numbered("12. Fees", heading=False) == ("12", "Fees")
    assert numbered("Article IV. Fees", heading=True)[1] == "Fees"
    assert numbered("Note 5 – Debt", heading=True)[1] == "Debt"
    assert numbered("Appendix A", heading=True) == ("", "Appendix A")
    assert numbered("A tenant pays", heading=True) == ("", "A tenant pays")
    assert numbered("• the keys", heading=False) == ("", "the keys")


# --- tables ---------------------------------------------------------------------------------------------------------

SALES = "# Sales\n|Segment|2022|2023|\n|Shoes|$1,000|1,050|\n|Boots|(90)|95|\n|Laces|—|12%|"


def test_a_changed_number_is_told_with_its_headers() -> None:
    change = only(told(SALES, SALES.replace("1,050", "1,055")))
    assert (change.kind, change.what, change.text) == (CELL, "Shoes / 2023", "1,050 -> 1,055")
    assert change.old is not None
    assert change.old.ref == "t0/r1c2"


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [("(90)", "90", "(90) -> 90"), ("12%", "12", "12% -> 12"), ("$1,000", "€1,000", "$1,000 -> €1,000")],
)
def test_signs_units_and_currency_are_changes(old: str, new: str, text: str) -> None:
    assert only(told(SALES, SALES.replace(old, new))).text == text


@pytest.mark.parametrize(("old", "new"), [("$1,000", "1,000"), ("(90)", "-90"), ("—", "-")])
def test_another_way_to_print_a_number_is_no_change(old: str, new: str) -> None:
    assert told(SALES, SALES.replace(old, new)).is_same


def test_columns_belong_together_by_their_headers() -> None:
    new = "# Sales\n|Segment|2023|2024|\n|Shoes|1,055|1,100|\n|Boots|95|99|\n|Laces|12%|13%|"
    found = told(SALES, new)
    assert kinds(found) == [COLUMNS, CELL]
    assert found.changes[0].text == "added “2024”; removed “2022”"
    assert (found.changes[1].what, found.changes[1].text) == ("Shoes / 2023", "1,050 -> 1,055")
    assert found.changes[1].new is not None
    assert (found.changes[1].old and found.changes[1].old.ref, found.changes[1].new.ref) == ("t0/r1c2", "t0/r1c1")


def test_other_years_are_not_held_against_each_other_silently() -> None:
    found = told(SALES, SALES.replace("2022", "2024").replace("2023", "2025").replace("1,050", "7"))
    assert kinds(found) == [COLUMNS, CELL]
    assert found.changes[0].text == "“2022” is now “2024”; “2023” is now “2025”"
    assert found.changes[1].what == "Shoes / 2023 -> 2025"


def test_tables_without_a_column_in_common_say_so_and_count_as_nothing() -> None:
    new = "# Sales\n|Segment|2024|2025|2026|\n|Shoes|7|8|9|\n|Boots|1|2|3|\n|Laces|4|5|6|"
    found = told(SALES, new)
    assert kinds(found) == [COLUMNS]
    assert found.changes[0].text.endswith("removed “2023”; no column in common, so that values are not compared")
    assert found.unchanged_rows == 0


def test_rows_added_removed_and_renamed() -> None:
    new = SALES.replace("|Laces|—|12%|", "|Hats|5|6|\n|Laces (1)|—|12%|")
    found = told(SALES, new)
    assert [(c.kind, c.what, c.text) for c in found.changes] == [
        (ADDED, "row", "Hats | 5 | 6"),
        (CHANGED, "row", "Laces {+(1)+}"),
    ]
    assert kinds(told(new, SALES)) == [REMOVED, CHANGED]


def test_a_table_on_one_side_only_is_told_once() -> None:
    change = only(told(f"{SALES}\n{RENT}\n|Item|Price|\n|Door|77|\n|Window|88|", f"{SALES}\n{RENT}"))
    assert (change.kind, change.what) == (REMOVED, "table, 3 rows")


def test_a_table_cut_by_a_page_is_the_same() -> None:
    one = document(SALES.replace("\n|Boots", "\n---\n|Boots"), doc_id="old")
    assert told(one, SALES).is_same


# --- formats --------------------------------------------------------------------------------------------------------


def word_and_pdf() -> tuple[Document, Document]:
    """The same agreement as a Word file with computed numbers and as a PDF."""
    clauses = ["The supplier delivers the pumps at its own cost.", "The buyer pays within thirty days of the invoice."]
    rows = [["Pump", "Price"], ["Small", "1,200"], ["Large", "2,400"]]
    body = p("Supply Agreement", style="heading1") + p(TEXT)
    body += "".join(p(text, num(0)) for text in clauses)
    body += tbl(*(tr(*(tc(p(cell)) for cell in row)) for row in rows)) + p(TEXT.replace("400", "500"))
    word = parsed(docx(body, styles=HEADINGS, numbering=numbering(level(0, "%1."))))
    pdf = Pdf().page().text(72, 80, "Supply Agreement", size=18, bold=True).paragraph(72, 120, 460, TEXT, size=11)
    pdf.text(72, 180, f"1. {clauses[0]}", size=11).text(72, 210, f"2. {clauses[1]}", size=11)
    pdf.grid([72, 200, 300], [240, 260, 280, 300], rows)
    pdf.paragraph(72, 340, 460, TEXT.replace("400", "500"), size=11)
    from pincite.library import parse_pdf

    return word, parse_pdf(pdf.bytes()).document


def test_word_and_pdf_of_one_text_differ_in_format_only() -> None:
    word, pdf = word_and_pdf()
    assert told(word, pdf).is_same, [(c.kind, c.text) for c in told(word, pdf).changes]
    assert told(pdf, word).is_same


# --- words and sequences --------------------------------------------------------------------------------------------


def test_long_stretches_that_are_the_same_are_shortened() -> None:
    old = " ".join(f"word{n}" for n in range(60))
    assert " ".join(marked(old, old.replace("word30", "other"))) == (
        "… word24 word25 word26 word27 word28 word29 [-word30-]{+other+} word31 word32 word33 word34 word35 word36 …"
    )


def test_differences_with_few_words_between_are_one() -> None:
    assert " ".join(marked("the rent of March is due", "the price of April is due")) == (
        "the [-rent of March-]{+price of April+} is due"
    )


def test_same_words() -> None:
    assert same_words("the “rent”", 'the "rent"')
    assert not same_words("The rent", "the rent")
    assert same_words("The rent", "the rent", any_case=True)
    assert not same_words("-5", "5")
    assert not same_words("not able", "notable")


def test_heaviest_increasing_and_in_order() -> None:
    assert heaviest_increasing([], []) == set()
    assert heaviest_increasing([3, 1, 2], [1, 1, 1]) == {1, 2}
    assert heaviest_increasing([3, 1, 2], [9, 1, 1]) == {0}
    assert in_order(list("abcd"), list("xbcy"), [1] * 4) == [(1, 1), (2, 2)]
    assert in_order(list("aaab"), list("aab"), [1] * 4) == [(0, 0), (1, 1), (3, 2)]
    assert in_order([], ["a"], []) == []


def test_lines_are_bounded_and_lose_nothing() -> None:
    old = " ".join(f"alpha{n}" for n in range(400))
    new = " ".join(f"beta{n}" for n in range(400))
    frame = "The parties agree on the following list and on nothing else at all, whatever was said before: "
    a, b = (doc(f"# List\n{frame * 30}{words}", name) for name, words in (("old", old), ("new", new)))
    versions = versions_of(Derived(a), Derived(b))
    made = lines(versions, compare(versions))
    assert all(len(line.text) <= 920 for line in made)
    everything = " ".join(line.text.removeprefix("  … ") for line in made)
    assert all(f"beta{n}" in everything for n in range(400))
