"""Searching: what an agent asks and what a careful reader would point at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pincite.index import SearchResult
from pincite.index.engine import Phrase
from pincite.model import Kind
from pincite.outline import build_outline
from pincite.stores.postgres import records
from pincite.stores.protocols import SearchIndex
from tests.builders import document
from tests.stores.shelves import REPORT, Shelf, annual

NewShelf = Callable[..., Shelf]


@pytest.fixture(scope="module")
def acme(new_index: Callable[[], SearchIndex]) -> Shelf:
    return Shelf(REPORT, index=new_index())


@pytest.fixture
def new_shelf(acme: Shelf, new_index: Callable[[], SearchIndex]) -> NewShelf:
    return lambda *docs: Shelf(*docs, index=new_index())


# What is found.


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("What is the FY2018 capital expenditure amount (in USD millions) for ACME?", 3),
        ("capex? no: capital expenditures", 3),
        ("revenue recognition policy", 3),
        ("recognizing revenues", 3),
        ("goodwill in 2017", 4),
        ("balance sheet", 4),
        ("long term debt", 4),
        ("1577", 3),
        ("$1,577 million", 3),
        ("13,411", 4),
        ("SHA-1", 6),
        ("sha1", 6),
        ("resume names", 3),
        ("NAIVE users", 3),
        ("cooperation", 2),
        ("co-operation", 2),
        ("coyotes' cooperation", 2),
        ("explode", 2),
    ],
)
def test_the_place_is_found(acme: Shelf, query: str, page: int) -> None:
    assert acme.pages(query)[0] == page


def test_a_date_does_not_outweigh_what_is_asked_for(new_shelf: NewShelf) -> None:
    """Every page of a report names the day on which its year ended."""
    dated = "Results for the fiscal year ending January 28, 2023 and other matters are told here."
    pages = "\n".join(
        f"--- {n}\n{dated} Chapter {n} goes on with {word}." for n, word in enumerate(["red", "green", "blue"], 1)
    )
    shelf = new_shelf(document(f"{pages}\n--- 4\n|Item|2023|2022|\n|Goodwill|1,383|1,384|\n|Cash|20|30|"))
    assert shelf.pages("what goodwill is there for the fiscal year ending January 28, 2023?")[0] == 4


def test_a_hit_says_where_it_is(acme: Shelf) -> None:
    hit = acme.search("goodwill").hits[0]
    doc, outline = acme.docs["testdoc"]
    assert (hit.doc_id, hit.rev) == ("testdoc", REPORT.rev)
    assert (hit.page_number, hit.page_end, hit.page_label) == (4, 4, "3")
    assert outline.sections[hit.section].title == "Balance sheet"
    assert doc.blocks[hit.block].kind is Kind.TABLE
    assert hit.snippet.startswith("| Goodwill | 1,383 | 1,384 |")
    assert doc.text[hit.snippet_span.start : hit.snippet_span.end] == hit.snippet
    assert hit.span.start <= hit.snippet_span.start < hit.snippet_span.end <= hit.span.end
    assert hit.score > 0


def test_the_page_is_that_of_the_words_not_of_the_block(acme: Shelf) -> None:
    assert acme.search("winter comes").hits[0].page_number == 6
    assert acme.search('"then build"').hits[0].page_number == 5


@pytest.mark.parametrize(
    "query", ['"then build the shed"', "“Then build the shed”", '"BUILD THE  SHED before the winter"']
)
def test_a_phrase_is_found_over_a_page_break(acme: Shelf, query: str) -> None:
    hit = acme.search(query).hits[0]
    assert "build the shed" in hit.snippet
    assert (hit.page_number, hit.page_end) == (5, 6)


def test_a_phrase_has_to_stand_as_it_is(acme: Shelf) -> None:
    assert acme.pages('"revenue is recognized"') == [3]
    result = acme.search('"recognized revenue"')
    assert result.hits == ()
    assert dict(result.missing) == {'"recognized revenue"': ()}
    assert acme.search('"revenue are recognized"').hits == ()


def test_pairs_of_a_phrase_that_stand_apart_are_no_phrase(new_shelf: NewShelf) -> None:
    """Nor are other pairs that an index takes for the same: of many words, two have the digest of "net income"."""
    words = [f"word{n}" for n in range(200)]
    alike = next((a, b) for a in words for b in words if _digest(a, b) == _digest("net", "income"))
    apart = "Income rose, and net debt fell to the net cost of goods and income."
    shelf = new_shelf(document(f"--- 1\n# One\n{apart} {' '.join(alike)}.\n--- 2\n# Two\nThe net income rose."))
    assert shelf.pages('"net income"') == [2]
    assert shelf.pages('"the net income rose"') == [2]
    assert shelf.pages('"net debt fell" "goods and income"') == [1]
    assert shelf.search('"debt fell to the income"').hits == ()


def _digest(first: str, second: str) -> str:
    return records.query(Phrase("exact", (first, second))).partition(" & ")[0]


def test_a_phrase_among_other_words_decides(acme: Shelf) -> None:
    assert acme.pages('"test range" goodwill revenue') == [3]


def test_a_phrase_that_stands_nowhere_does_not_hide_the_rest(acme: Shelf) -> None:
    result = acme.search('goodwill according to "our esteemed auditors"')
    assert result.hits[0].page_number == 4
    assert '"our esteemed auditors"' in dict(result.missing)


def test_several_phrases_stand_together_or_else_alone(acme: Shelf) -> None:
    assert acme.pages('"capital expenditures" "test range"') == [3]
    assert set(acme.pages('"capital expenditures" "rocket is handed over" "long-term debt"')) == {3, 4}


def test_better_places_come_first_and_places_differ(new_shelf: NewShelf) -> None:
    shelf = new_shelf(
        document(
            "--- 1\n# One\n"
            + "Goodwill goodwill impairment.\n" * 9
            + "--- 2\n# Two\nGoodwill elsewhere.\n--- 3\n# Three\nNo."
        )
    )
    hits = shelf.search("goodwill impairment", limit=2).hits
    assert [hit.page_number for hit in hits] == [1, 2]
    assert hits[0].score >= hits[1].score


def test_one_page_may_give_several_hits_where_no_other_matches(new_shelf: NewShelf) -> None:
    filler = "Nothing of interest is said in this sentence, which is here for its length alone. " * 14
    shelf = new_shelf(
        document(f"--- 1\n# One\nGoodwill. {filler}\n# Two\nGoodwill. {filler}\n--- 2\n# Three\n{filler}")
    )
    hits = shelf.search("goodwill").hits
    assert [hit.page_number for hit in hits] == [1, 1]
    assert len({hit.section for hit in hits}) == 2


def test_running_heads_are_found_but_rank_low(acme: Shelf) -> None:
    assert acme.pages("ACME corporation annual report")[0] == 1
    assert acme.pages('"annual report"') == [1]
    hits = acme.search("corporation").hits
    assert REPORT.blocks[hits[0].block].kind is not Kind.HEADER


def test_contents_pages_rank_low(new_shelf: NewShelf) -> None:
    doc = document(
        "--- 1\n# Contents\nRevenue recognition 12\n--- 2\n# Revenue recognition\nRevenue is recognized late."
    )
    toc = replace(doc.blocks[1], kind=Kind.TOC_ENTRY)
    doc = replace(doc, blocks=(doc.blocks[0], toc, *doc.blocks[2:]))
    assert new_shelf(doc).pages("revenue recognition") == [2, 1]


def test_titles_and_captions_count_for_what_stands_below(new_shelf: NewShelf) -> None:
    long = "This sentence is about something else entirely and says nothing of the matter. " * 12
    shelf = new_shelf(
        document(
            f"--- 1\n# Pensions\n{long}\n--- 2\nThe discount rate was 4%.\n--- 3\n# Leases\nThe discount rate was 5%."
        )
    )
    assert shelf.pages("discount rate for pensions")[0] == 2


# Scripts.


def test_japanese_is_found_by_any_part(new_shelf: NewShelf) -> None:
    shelf = new_shelf(
        document("--- 1\n# 概要\n当社の資本支出は2018年度に増加した。\n--- 2\n# 売上\n売上高は減少した。")
    )
    assert shelf.pages("資本支出")[0] == 1
    assert shelf.pages("売上高はいくらですか")[0] == 2
    assert shelf.pages('"売上高は減少"') == [2]
    assert shelf.pages("株") == []
    assert shelf.pages("高") == [2]
    assert shelf.missing("株式市場") == {"株式市場": ()}


def test_arabic_and_hebrew_are_found(new_shelf: NewShelf) -> None:
    shelf = new_shelf(document("--- 1\n# التقرير\nبلغت الإيرادات ١٢٣ مليون.\n--- 2\n# דוח\nההכנסות גדלו מאוד."))
    assert shelf.pages("الايرادات")[0] == 1
    assert shelf.pages("123") == [1]
    assert shelf.pages("ההכנסות") == [2]


# Words that are not there.


def test_missing_words_are_named(acme: Shelf) -> None:
    assert acme.missing("goodwill of the zeppelin subsidiary") == {"zeppelin": (), "subsidiary": ()}
    assert acme.pages("goodwill of the zeppelin subsidiary")[0] == 4


def test_a_typing_error_is_searched_as_what_is_near(acme: Shelf) -> None:
    result = acme.search("revenu recogniton")
    assert result.hits[0].page_number == 3
    assert dict(result.missing) == {"recogniton": ("recognition",)}


def test_an_unknown_year_form_names_the_year_that_is_there(acme: Shelf) -> None:
    assert acme.missing("FY2018 goodwill") == {"fy2018": ("2018",)}
    assert acme.missing("FY2031 goodwill") == {"fy2031": ()}


def test_another_number_is_never_near(acme: Shelf) -> None:
    assert acme.missing("1,578 million") == {"1578": ()}


def test_a_stem_is_not_missing(acme: Shelf) -> None:
    assert acme.missing("exploding product") == {}


def test_nothing_at_all_is_said_of_a_question_without_words(acme: Shelf) -> None:
    for query in ("", "   ", "?!", '""', "…"):
        assert acme.search(query) == SearchResult(())


@pytest.mark.parametrize(
    "query",
    [
        'goodwill" AND (', "title:goodwill~2^3", "a:b OR NOT [1 TO *]", "goodwill\\", "{goodwill}", "+-!&&||",
        "'goodwill",
        "*", "goodwill\x00", "\ud800 goodwill",
    ],
)  # fmt: skip
def test_no_syntax_can_go_wrong(acme: Shelf, query: str) -> None:
    result = acme.search(query)
    assert not result.hits or "goodwill" not in query or 4 in [hit.page_number for hit in result.hits]


# Scope.


def test_a_section_narrows_the_search(acme: Shelf) -> None:
    outline = acme.docs["testdoc"][1]
    (section,) = outline.find("Liquidity")
    blocks = range(section.start, section.end)
    hits = acme.search("2018 recognized", doc_ids=["testdoc"], blocks=blocks).hits
    assert [outline.sections[hit.section].title for hit in hits] == ["Liquidity"]
    assert all(hit.block in blocks for hit in hits)
    assert acme.search("goodwill", doc_ids=["testdoc"], blocks=blocks).hits == ()
    assert dict(acme.search("goodwill", doc_ids=["testdoc"], blocks=blocks).missing) == {"goodwill": ()}


def test_kinds_narrow_the_search(acme: Shelf) -> None:
    hits = acme.search("2018", kinds=[Kind.TABLE]).hits
    assert [REPORT.blocks[hit.block].kind for hit in hits] == [Kind.TABLE]
    assert hits[0].snippet.startswith("|")
    assert acme.search("2018", kinds=[Kind.CODE]).hits == ()


def test_limit_is_kept(acme: Shelf) -> None:
    assert len(acme.search("the", limit=2).hits) == 2
    assert acme.search("the", limit=0).hits == ()


def test_all_documents_or_some(new_shelf: NewShelf) -> None:
    shelf = new_shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"), annual("Initech", "i", "9,999"))
    assert {hit.doc_id for hit in shelf.search("total debt").hits} == {"a", "g", "i"}
    assert {hit.doc_id for hit in shelf.search("total debt", doc_ids=["a", "i"]).hits} == {"a", "i"}
    assert shelf.search("total debt", doc_ids=[]).hits == ()
    assert shelf.search("total debt", doc_ids=["unknown"]).hits == ()
    assert shelf.search("5,678", doc_ids=["a"]).missing == (("5678", ()),)


def test_the_name_of_a_document_leads_to_it(new_shelf: NewShelf) -> None:
    shelf = new_shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"))
    assert shelf.search("Globex total debt").hits[0].doc_id == "g"
    assert shelf.search("acme-2018.pdf").hits[0].doc_id == "a"


def test_other_documents_do_not_change_what_is_found_in_one(new_shelf: NewShelf) -> None:
    alone = new_shelf(REPORT)
    others = [annual(f"Company{i}", f"c{i}", str(i)) for i in range(30)]
    crowded = new_shelf(REPORT, *others)
    for query in ("ACME capital expenditures 2018", "total debt of the firm", "rockets"):
        wanted = [hit.span for hit in alone.search(query, doc_ids=["testdoc"]).hits]
        assert [hit.span for hit in crowded.search(query, doc_ids=["testdoc"]).hits] == wanted


# Filling.


def test_a_new_revision_takes_the_place_of_the_old(new_shelf: NewShelf) -> None:
    shelf = new_shelf(annual("Acme", "a", "1,234"))
    old = shelf.docs["a"][0].rev
    shelf.add(annual("Acme", "a", "4,321"))
    new = shelf.docs["a"][0].rev
    assert not shelf.index.has("a", old)
    assert shelf.index.has("a", new)
    assert shelf.pages("1,234") == []
    assert shelf.pages("4,321") == [2]


def test_a_document_that_is_indexed_otherwise_than_it_is_now_is_indexed_again(new_shelf: NewShelf) -> None:
    shelf = new_shelf(annual("Acme", "a", "1,234"))
    doc = annual("Acme", "a", "4,321")
    shelf.docs["a"] = (doc, build_outline(doc))
    assert shelf.search("total debt", doc_ids=["a"]).hits[0].rev == doc.rev
    assert shelf.pages("4,321") == [2]


def test_a_document_that_is_not_indexed_yet_is_indexed_when_it_is_searched(new_shelf: NewShelf) -> None:
    shelf = new_shelf()
    doc = annual("Acme", "a", "1,234")
    shelf.docs["a"] = (doc, build_outline(doc))
    assert [hit.doc_id for hit in shelf.search("total debt", doc_ids=["a"]).hits] == ["a"]
    assert shelf.index.has("a", doc.rev)


def test_a_document_that_is_gone_is_no_hit(new_shelf: NewShelf) -> None:
    shelf = new_shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"))
    del shelf.docs["a"]
    assert [hit.doc_id for hit in shelf.search("total debt").hits] == ["g"]
    assert list(shelf.index.revisions()) == ["g"]


def test_a_removed_document_is_not_found(new_shelf: NewShelf) -> None:
    shelf = new_shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"))
    shelf.index.remove("a")
    assert list(shelf.index.revisions()) == ["g"]
    assert {hit.doc_id for hit in shelf.search("total debt").hits} == {"g"}
    shelf.index.remove("never there")
    assert shelf.missing("Acme debt") == {"acme": ()}


def test_a_document_without_text_is_indexed_too(new_shelf: NewShelf) -> None:
    doc = document("", doc_id="empty")
    shelf = new_shelf(doc)
    assert shelf.index.has("empty", doc.rev)
    assert shelf.search("anything").hits == ()
