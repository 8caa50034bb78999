"""Searching: what an agent asks and what a careful reader would point at."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import tantivy

from pincite.index import DocumentIndex, SearchResult
from pincite.model import Document, Kind
from pincite.outline import Outline, build_outline
from tests.builders import document

REPORT = document("""
    --- i
    > ACME Corporation annual report
    # ACME Corporation
    The ACME Corporation makes rockets, anvils and portable holes for discerning customers.
    --- 1
    > ACME Corporation annual report
    # Risk factors
    Our products may explode. The co-operation of coyotes is required in all cases.
    --- 2
    # Management discussion
    ## Liquidity
    Capital expenditures were $1,577 million in 2018, mostly for the new test range.
    Résumé names are kept by naïve users.
    ## Revenue recognition
    Revenue is recognized when the rocket is handed over. The deposit is recognised earlier.
    --- 3
    ## Balance sheet
    $ in millions
    |Item|2018|2017|
    |Goodwill|1,383|1,384|
    |Long-term debt|13,411|12,096|
    --- 4
    ## Other matters
    Then build the | shed before the winter comes. SHA‐1 sums of all plans are kept.
""", title="acme-2018-10k.pdf")  # fmt: skip


class Shelf:
    """An index in memory and the documents that are in it."""

    def __init__(self, *docs: Document, directory: Path | None = None) -> None:
        self.index = DocumentIndex(directory)
        self.docs: dict[str, tuple[Document, Outline]] = {}
        for doc in docs:
            self.add(doc)

    def add(self, doc: Document) -> None:
        self.docs[doc.doc_id] = (doc, build_outline(doc))
        self.index.add(*self.docs[doc.doc_id])

    def search(
        self, query: str, *, doc_ids: list[str] | None = None, blocks: range | None = None,
        kinds: list[Kind] | None = None, limit: int = 8,
    ) -> SearchResult:  # fmt: skip
        return self.index.search(
            query, documents=self.docs.get, doc_ids=doc_ids, blocks=blocks, kinds=kinds, limit=limit
        )

    def pages(self, query: str) -> list[int | None]:
        return [hit.page_number for hit in self.search(query).hits]

    def missing(self, query: str) -> dict[str, tuple[str, ...]]:
        return dict(self.search(query).missing)


@pytest.fixture(scope="module")
def acme() -> Shelf:
    return Shelf(REPORT)


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


def test_a_date_does_not_outweigh_what_is_asked_for() -> None:
    """Every page of a report names the day on which its year ended."""
    dated = "Results for the fiscal year ending January 28, 2023 and other matters are told here."
    pages = "\n".join(
        f"--- {n}\n{dated} Chapter {n} goes on with {word}." for n, word in enumerate(["red", "green", "blue"], 1)
    )
    shelf = Shelf(document(f"{pages}\n--- 4\n|Item|2023|2022|\n|Goodwill|1,383|1,384|\n|Cash|20|30|"))
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


def test_a_phrase_among_other_words_decides(acme: Shelf) -> None:
    assert acme.pages('"test range" goodwill revenue') == [3]


def test_a_phrase_that_stands_nowhere_does_not_hide_the_rest(acme: Shelf) -> None:
    result = acme.search('goodwill according to "our esteemed auditors"')
    assert result.hits[0].page_number == 4
    assert '"our esteemed auditors"' in dict(result.missing)


def test_several_phrases_stand_together_or_else_alone(acme: Shelf) -> None:
    assert acme.pages('"capital expenditures" "test range"') == [3]
    assert set(acme.pages('"capital expenditures" "rocket is handed over" "long-term debt"')) == {3, 4}


def test_better_places_come_first_and_places_differ() -> None:
    shelf = Shelf(
        document(
            "--- 1\n# One\n"
            + "Goodwill goodwill impairment.\n" * 9
            + "--- 2\n# Two\nGoodwill elsewhere.\n--- 3\n# Three\nNo."
        )
    )
    hits = shelf.search("goodwill impairment", limit=2).hits
    assert [hit.page_number for hit in hits] == [1, 2]
    assert hits[0].score >= hits[1].score


def test_one_page_may_give_several_hits_where_no_other_matches() -> None:
    filler = "Nothing of interest is said in this sentence, which is here for its length alone. " * 14
    shelf = Shelf(document(f"--- 1\n# One\nGoodwill. {filler}\n# Two\nGoodwill. {filler}\n--- 2\n# Three\n{filler}"))
    hits = shelf.search("goodwill").hits
    assert [hit.page_number for hit in hits] == [1, 1]
    assert len({hit.section for hit in hits}) == 2


def test_running_heads_are_found_but_rank_low(acme: Shelf) -> None:
    assert acme.pages("ACME corporation annual report")[0] == 1
    assert acme.pages('"annual report"') == [1]
    hits = acme.search("corporation").hits
    assert REPORT.blocks[hits[0].block].kind is not Kind.HEADER


def test_contents_pages_rank_low() -> None:
    doc = document(
        "--- 1\n# Contents\nRevenue recognition 12\n--- 2\n# Revenue recognition\nRevenue is recognized late."
    )
    toc = replace(doc.blocks[1], kind=Kind.TOC_ENTRY)
    doc = replace(doc, blocks=(doc.blocks[0], toc, *doc.blocks[2:]))
    assert Shelf(doc).pages("revenue recognition") == [2, 1]


def test_titles_and_captions_count_for_what_stands_below() -> None:
    long = "This sentence is about something else entirely and says nothing of the matter. " * 12
    shelf = Shelf(
        document(
            f"--- 1\n# Pensions\n{long}\n--- 2\nThe discount rate was 4%.\n--- 3\n# Leases\nThe discount rate was 5%."
        )
    )
    assert shelf.pages("discount rate for pensions")[0] == 2


# Scripts.


def test_japanese_is_found_by_any_part() -> None:
    shelf = Shelf(document("--- 1\n# 概要\n当社の資本支出は2018年度に増加した。\n--- 2\n# 売上\n売上高は減少した。"))
    assert shelf.pages("資本支出")[0] == 1
    assert shelf.pages("売上高はいくらですか")[0] == 2
    assert shelf.pages('"売上高は減少"') == [2]
    assert shelf.pages("株") == []
    assert shelf.pages("高") == [2]
    assert shelf.missing("株式市場") == {"株式市場": ()}


def test_arabic_and_hebrew_are_found() -> None:
    shelf = Shelf(document("--- 1\n# التقرير\nبلغت الإيرادات ١٢٣ مليون.\n--- 2\n# דוח\nההכנסות גדלו מאוד."))
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


def annual(company: str, doc_id: str, debt: str) -> Document:
    return document(
        f"--- 1\n# Annual report\n{company} makes things.\n--- 2\n# Debt\nTotal debt of the firm was {debt} million.",
        doc_id=doc_id,
        title=f"{company.lower()}-2018.pdf",
    )


def test_all_documents_or_some() -> None:
    shelf = Shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"), annual("Initech", "i", "9,999"))
    assert {hit.doc_id for hit in shelf.search("total debt").hits} == {"a", "g", "i"}
    assert {hit.doc_id for hit in shelf.search("total debt", doc_ids=["a", "i"]).hits} == {"a", "i"}
    assert shelf.search("total debt", doc_ids=[]).hits == ()
    assert shelf.search("total debt", doc_ids=["unknown"]).hits == ()
    assert shelf.search("5,678", doc_ids=["a"]).missing == (("5678", ()),)


def test_the_name_of_a_document_leads_to_it() -> None:
    shelf = Shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"))
    assert shelf.search("Globex total debt").hits[0].doc_id == "g"
    assert shelf.search("acme-2018.pdf").hits[0].doc_id == "a"


def test_other_documents_do_not_change_what_is_found_in_one() -> None:
    alone = Shelf(REPORT)
    others = [annual(f"Company{i}", f"c{i}", str(i)) for i in range(30)]
    crowded = Shelf(REPORT, *others)
    for query in ("ACME capital expenditures 2018", "total debt of the firm", "rockets"):
        wanted = [hit.span for hit in alone.search(query, doc_ids=["testdoc"]).hits]
        assert [hit.span for hit in crowded.search(query, doc_ids=["testdoc"]).hits] == wanted


# Filling.


def test_a_new_revision_takes_the_place_of_the_old() -> None:
    shelf = Shelf(annual("Acme", "a", "1,234"))
    old = shelf.docs["a"][0].rev
    shelf.add(annual("Acme", "a", "4,321"))
    new = shelf.docs["a"][0].rev
    assert not shelf.index.has("a", old)
    assert shelf.index.has("a", new)
    assert shelf.pages("1,234") == []
    assert shelf.pages("4,321") == [2]


def test_a_document_that_is_indexed_otherwise_than_it_is_now_is_indexed_again() -> None:
    shelf = Shelf(annual("Acme", "a", "1,234"))
    doc = annual("Acme", "a", "4,321")
    shelf.docs["a"] = (doc, build_outline(doc))
    assert shelf.search("total debt", doc_ids=["a"]).hits[0].rev == doc.rev
    assert shelf.pages("4,321") == [2]


def test_a_document_that_is_not_indexed_yet_is_indexed_when_it_is_searched() -> None:
    shelf = Shelf()
    doc = annual("Acme", "a", "1,234")
    shelf.docs["a"] = (doc, build_outline(doc))
    assert [hit.doc_id for hit in shelf.search("total debt", doc_ids=["a"]).hits] == ["a"]
    assert shelf.index.has("a", doc.rev)


def test_a_document_that_is_gone_is_no_hit() -> None:
    shelf = Shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"))
    del shelf.docs["a"]
    assert [hit.doc_id for hit in shelf.search("total debt").hits] == ["g"]
    assert list(shelf.index.revisions()) == ["g"]


def test_a_removed_document_is_not_found() -> None:
    shelf = Shelf(annual("Acme", "a", "1,234"), annual("Globex", "g", "5,678"))
    shelf.index.remove("a")
    assert list(shelf.index.revisions()) == ["g"]
    assert {hit.doc_id for hit in shelf.search("total debt").hits} == {"g"}
    shelf.index.remove("never there")
    assert shelf.missing("Acme debt") == {"acme": ()}


def words_on_disk(directory: Path, words: list[str]) -> list[str]:
    """Those of the words that stand in a dictionary of the files, deleted records included. The dictionaries are
    compressed, so that searching their bytes proves nothing. Holds that no file lies outside the index."""
    (files,) = directory.iterdir()
    index = tantivy.Index.open(str(files))
    used = {
        segment["segment_id"].replace("-", "") for segment in json.loads((files / "meta.json").read_text())["segments"]
    }
    assert {path.stem for path in files.glob("*.term")} == used
    return [word for word in words if index.searcher().doc_freq("exact", word)]


def numbered(n: int) -> Document:
    return document(f"# Part {n}\nCommon words and the rareword{n} of it.", doc_id=f"doc{n}")


def test_no_word_of_a_removed_document_stays_in_the_files(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(20)), directory=tmp_path)  # the engine merges the first of them
    rare = [f"rareword{n}" for n in range(20)]
    assert words_on_disk(tmp_path, rare) == rare
    dropped = shelf.index.remove("doc3")
    assert "doc4" in dropped
    assert "doc19" not in dropped
    assert set(words_on_disk(tmp_path, rare)) == set(rare) - {"rareword3"} - {
        d.replace("doc", "rareword") for d in dropped
    }
    assert shelf.search("rareword4", doc_ids=["doc4"]).hits  # added again where it is asked for
    assert shelf.index.remove("doc19") == frozenset()
    assert words_on_disk(tmp_path, ["rareword3", "rareword19"]) == []


def test_earlier_revisions_go_with_a_removed_document(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(8)), directory=tmp_path)
    shelf.add(document("# Part 3\nNow it is otherword.", doc_id="doc3"))
    assert words_on_disk(tmp_path, ["rareword3", "otherword"]) == ["rareword3", "otherword"]
    assert shelf.index.remove("doc3") == {f"doc{n}" for n in range(8) if n != 3}
    assert words_on_disk(tmp_path, ["rareword3", "otherword", "rareword4"]) == []


def test_removing_what_is_not_there_touches_nothing(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(2)), directory=tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    assert shelf.index.remove("doc9") == frozenset()
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")} == before


def test_a_document_without_text_is_indexed_too() -> None:
    doc = document("", doc_id="empty")
    shelf = Shelf(doc)
    assert shelf.index.has("empty", doc.rev)
    assert shelf.search("anything").hits == ()


def test_what_is_on_disk_is_there_for_the_next_process(tmp_path: Path) -> None:
    Shelf(REPORT, directory=tmp_path)
    again = DocumentIndex(tmp_path)
    assert again.has("testdoc", REPORT.rev)
    found = again.search("goodwill", documents=lambda _: (REPORT, build_outline(REPORT)))
    assert found.hits[0].page_number == 4


def test_a_commit_of_another_index_object_is_seen(tmp_path: Path) -> None:
    first, second = DocumentIndex(tmp_path), DocumentIndex(tmp_path)
    assert first.revisions() == {}
    second.add(REPORT, build_outline(REPORT))
    assert first.has("testdoc", REPORT.rev)
    first.remove("testdoc")
    assert second.revisions() == {}


def test_many_commits_do_not_leave_many_segments(tmp_path: Path) -> None:
    index = DocumentIndex(tmp_path)
    for i in range(25):
        doc = annual(f"Company{i}", f"c{i}", str(i))
        index.add(doc, build_outline(doc))
    view = index._files.view()
    assert len(view.revisions) == 25
    assert view.searcher.num_segments < 12


def test_an_index_of_another_version_goes(tmp_path: Path) -> None:
    (tmp_path / "index-0").mkdir()
    (tmp_path / "index-0" / "words").write_text("forgotten")
    DocumentIndex(tmp_path).add(REPORT, build_outline(REPORT))
    assert len(list(tmp_path.iterdir())) == 1
