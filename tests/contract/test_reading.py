"""``read``: what can be named, what comes back, and how a cut read goes on."""

from __future__ import annotations

import re

import pytest
from mcp import Client

from pincite.registry import OpenDocument
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, sentences
from tests.contract.requirements import covers
from tests.contract.talk import content, cursor_of, error, facts, text, tokens

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def filing() -> OpenDocument:
    """Roman front matter, restarted numbers (two pages labelled 3), a label with a dash, twin headings, a table."""
    draft = Draft("Filing").page("i").heading("Letter").text("Dear shareholders, the year was good.")
    draft.page("ii").text("More of the letter follows on this page.")
    draft.page("1").heading("Business").heading("Revenue", 2).text("Revenue of the business rose in 2024.")
    draft.page("2").heading("Notes").heading("Revenue", 2).text("Note on revenue: rebates are deducted.")
    draft.page("3").table([["Item", "2024"], ["Cash", "51,362"]], "Balance sheet")
    draft.page("F-1").heading("Auditors").text("The auditors found nothing amiss.")
    draft.page("F-2").text("Signed in Oslo.")
    return draft.page("3").heading("Annex").text("The annex counts from three again.").open("filing.pdf")


@pytest.fixture(scope="module")
def novel() -> OpenDocument:
    draft = Draft("Novel")
    for i in range(12):
        draft.page(str(i + 1)).heading(f"Chapter {i}").text(sentences(400, f"chapter {i}")).text(
            sentences(150, f"end {i}")
        )
    return draft.open("novel.pdf")


CASES = [
    ("s0", "s0 Letter | pages i-ii", "Dear shareholders"),
    ("Letter", "s0 Letter", "Dear shareholders"),
    ("LETTER", "s0 Letter", "Dear shareholders"),
    ("# Letter", "s0 Letter", "Dear shareholders"),
    ("Notes > Revenue", "s4 Notes > Revenue", "rebates are deducted"),
    ("p1", "p1 | page i", "Dear shareholders"),
    ("page ii", "p2 | page ii", "More of the letter"),
    ("ii", "p2 | page ii", "More of the letter"),
    ("p. 2", "p4 | page 2", "Note on revenue"),
    ("page 1", "p3 | page 1", "Revenue of the business"),
    ("pages i-ii", "p1-p2 | pages i-ii", "More of the letter"),
    ("pages ii to 2", "p2-p4 | pages ii-2", "rebates are deducted"),
    ("pages F-1-F-2", "p6-p7 | pages F-1-F-2", "Signed in Oslo"),
    ("pages F-1 – F-2", "p6-p7 | pages F-1-F-2", "Signed in Oslo"),
    ("page F-1", "p6 | page F-1", "nothing amiss"),
    ("p3-p4", "p3-p4 | pages 1-2", "rebates are deducted"),
    ("p3-4", "p3-p4 | pages 1-2", "rebates are deducted"),
    ("page 3 (sheet 8)", "p8 | page 3 (sheet 8)", "annex counts"),
    ("[Page 3 (sheet 8)]", "p8 | page 3 (sheet 8)", "annex counts"),
    ("b1", "b1 in Letter | page i", "Dear shareholders"),
    ("b1-b2", "b1-b2 in Letter | pages i-ii", "More of the letter"),
    ("b1:0-17", "b1:0-17 in Letter | page i", "Dear shareholders"),
    ("t0", "t0 in Notes > Revenue | page 3 (sheet 5)", "51,362"),
    ("t0/r1c1", "t0/r1c1 in Notes > Revenue", "51,362"),
    ("all", "whole document | pages i-3 (sheet 8)", "annex counts"),
]


@covers("read.refs", "read.labels")
@pytest.mark.parametrize(("ref", "title", "words"), CASES)
async def test_every_kind_of_reference(filing: OpenDocument, ref: str, title: str, words: str) -> None:
    async with Client(serve(filing)) as client:
        result = await text(client, "read", doc_id=filing.document.doc_id, refs=[ref])
    assert result.startswith(f"Filing | {title}")
    assert words in content(result)
    assert content(result).startswith("[Page ")


@covers("read.refs")
async def test_an_anchor_reads_as_its_short_form_does(filing: OpenDocument) -> None:
    doc = filing.document
    async with Client(serve(filing)) as client:
        for ref in ("s4", "b1-b2", "p3", "t0/r1c1"):
            short = await text(client, "read", doc_id=doc.doc_id, refs=[ref])
            uri = f"pincite://doc/{doc.doc_id}@{doc.rev}/{ref}"
            assert await text(client, "read", doc_id=doc.doc_id, refs=[uri]) == short


@covers("read.refs")
async def test_several_refs_come_in_their_order_and_nothing_twice(filing: OpenDocument) -> None:
    async with Client(serve(filing)) as client:
        result = await text(client, "read", doc_id=filing.document.doc_id, refs=["Annex", "Letter", "b1", "Letter"])
    assert result.splitlines()[0] == (
        f"Filing | s6 Annex, page 3 (sheet 8), {filing.costs.section(filing.outline.sections[6])} tokens; "
        f"s0 Letter, pages i-ii, {filing.costs.section(filing.outline.sections[0])} tokens"
    )
    assert re.findall(r"^\[Page .*\]$", content(result), re.MULTILINE) == [
        "[Page 3 (sheet 8)]",
        "[Page i]",
        "[Page ii]",
    ]
    assert content(result).count("Dear shareholders") == 1


@covers("read.labels", "errors.typed")
@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("page 3", 'Label "3" stands on 2 pages. [ambiguous_page] Name one of them: p5, p8.'),
        ("Revenue", '2 sections are called "Revenue". [ambiguous_section] Name one of them: '
                    "s2 Business > Revenue (p. 1); s4 Notes > Revenue (p. 2)."),
        ("page 7", 'No page "7" here. [unknown_page] Sheet 7 is p7, labelled F-2. '
                   "Its pages are p1 (labelled i) to p8 (labelled 3 (sheet 8))."),
        ("p99", 'No page "p99" here. [unknown_page]'),
        ("page 0", 'No page "0" here. [unknown_page]'),
        ("pages 2-1", 'No page "2-1" here. [unknown_page]'),
        ("Anex", 'No section "Anex" here. [unknown_section] Near: s6 Annex (p. 3 (sheet 8))'),
        ("", 'No section "" here. [unknown_section]'),
        ("s99", "There is no section s99 in this document. [unknown_section] It has sections s0 to s6."),
        ("b999", "There is no block b999 in this document. [unknown_block]"),
        ("t7", "There is no table t7 in this document. [unknown_table] It has only t0."),
        ("t0/r9c9", "Table t0 has no cell r9c9"),
        ("b5-b2", "'b5-b2' is not a reference. [bad_anchor] A reference is b12"),
        ("pincite://doc/x", "'pincite://doc/x' is not a reference. [bad_anchor] A reference is b12"),
        ("pincite://doc/aaaa@bbbb/s1", "belongs to another document. [unknown_document] Pass it with doc_id=aaaa."),
    ],
)  # fmt: skip
async def test_what_cannot_be_read_says_why(filing: OpenDocument, ref: str, said: str) -> None:
    async with Client(serve(filing)) as client:
        assert said in await error(client, "read", doc_id=filing.document.doc_id, refs=[ref])


@covers("read.refs")
async def test_an_anchor_of_an_older_parse_is_stale(filing: OpenDocument) -> None:
    doc = filing.document
    async with Client(serve(filing)) as client:
        said = await error(client, "read", doc_id=doc.doc_id, refs=[f"pincite://doc/{doc.doc_id}@aaaaaaaa/s1"])
    assert "names an older parse of this document. [stale_revision] verify_citations with the quote" in said


@covers("read.unknown")
async def test_an_unknown_ref_among_known_ones_is_named_and_the_rest_is_read(filing: OpenDocument) -> None:
    async with Client(serve(filing)) as client:
        result = await text(client, "read", doc_id=filing.document.doc_id, refs=["Leter", "Annex", "page 3"])
        said = await error(client, "read", doc_id=filing.document.doc_id, refs=["Leter", "page 77"])
    assert "annex counts" in content(result)
    assert result.splitlines()[-2:] == [
        'Not read: No section "Leter" here. Near: s0 Letter (p. i).',
        'Not read: Label "3" stands on 2 pages. Name one of them: p5, p8.',
    ]
    assert said.startswith('None of the 2 refs is here. No section "Leter" here. Near: s0 Letter (p. i). No page "77"')


@covers("read.unknown", "errors.typed")
async def test_nothing_to_read_is_an_error(filing: OpenDocument) -> None:
    async with Client(serve(filing)) as client:
        nothing: list[dict[str, list[str]]] = [{"refs": []}, {}]
        for arguments in nothing:
            said = await error(client, "read", doc_id=filing.document.doc_id, **arguments)
            assert said.startswith("Nothing to read: refs is empty. [bad_argument]")
        said = await error(client, "read", doc_id=filing.document.doc_id, refs=[f"s{i}" for i in range(51)])
        assert said == '51 refs. [bad_argument] Give 1 to 50, as refs=["s1"].'


@covers("read.unknown")
async def test_a_page_without_text_is_no_error_of_the_label(filing: OpenDocument) -> None:
    blank = Draft("Blank").page("1").text("Words.").page("2").open("blank.pdf")
    async with Client(serve(blank)) as client:
        said = await error(client, "read", doc_id=blank.document.doc_id, refs=["page 2"])
    assert said.startswith("There is no text on page 2. [empty_page]")


def words_of(result: str) -> list[str]:
    """The document's own words in a result: without page marks and heading marks."""
    lines = [line for line in content(result).splitlines() if not re.fullmatch(r"\[Page .*\]", line)]
    return " ".join(line.lstrip("# ") for line in lines).split()


@covers("read.continue")
@pytest.mark.parametrize("budget", [250, 1000, 3000])
@pytest.mark.parametrize("refs", [["all"], ["Chapter 3", "Chapter 1", "p9-p11"]])
async def test_a_cut_read_loses_and_repeats_nothing(novel: OpenDocument, refs: list[str], budget: int) -> None:
    doc_id = novel.document.doc_id
    async with Client(serve(novel, max_read_tokens=100_000)) as client:
        whole = words_of(await text(client, "read", doc_id=doc_id, refs=refs))
        result = await text(client, "read", doc_id=doc_id, refs=refs, max_tokens=budget)
        got = words_of(result)
        while cursor := cursor_of(result):
            result = await text(client, "read", doc_id=doc_id, cursor=cursor, max_tokens=budget)
            assert tokens(result) <= budget
            got += words_of(result)
    assert got == whole


@covers("read.continue")
async def test_a_cursor_may_come_with_the_refs_it_was_made_for(novel: OpenDocument) -> None:
    doc_id, refs = novel.document.doc_id, ["Chapter 3", "Chapter 1"]
    async with Client(serve(novel)) as client:
        cut = await text(client, "read", doc_id=doc_id, refs=refs, max_tokens=300)
        cursor = cursor_of(cut)
        alone = await text(client, "read", doc_id=doc_id, cursor=cursor, max_tokens=300)
        assert await text(client, "read", doc_id=doc_id, refs=refs, cursor=cursor, max_tokens=300) == alone


@covers("read.cursor")
async def test_a_cursor_from_elsewhere_is_refused(novel: OpenDocument, filing: OpenDocument) -> None:
    doc_id = novel.document.doc_id
    async with Client(serve(novel, filing)) as client:
        cursor = cursor_of(await text(client, "read", doc_id=doc_id, refs=["s3"], max_tokens=300))
        assert cursor is not None
        outline = await text(client, "get_outline", doc_id=doc_id)
        assert cursor_of(outline) is None
        for arguments in (
            {"doc_id": filing.document.doc_id, "cursor": cursor},
            {"doc_id": doc_id, "refs": ["s4"], "cursor": cursor},
            {"doc_id": doc_id, "cursor": cursor.replace("s3", "s4")},
            {"doc_id": doc_id, "cursor": cursor[:-1]},
            {"doc_id": doc_id, "cursor": "~"},
        ):
            assert "[bad_cursor] Pass a cursor exactly as" in await error(client, "read", **arguments)


@covers("read.verifies")
async def test_any_quote_copied_out_of_a_read_verifies_on_the_page_above_it(
    novel: OpenDocument, filing: OpenDocument
) -> None:
    async with Client(serve(novel, filing)) as client:
        for opened in (novel, filing):
            result = await text(client, "read", doc_id=opened.document.doc_id, refs=["all"])
            page, quotes = "", []
            for line in content(result).splitlines():
                mark = re.fullmatch(r"\[Page (.*)\]", line)
                if mark:
                    page = mark[1]
                elif len(line) > 30:
                    quotes.append((line[:400], page))
            assert len(quotes) > 5
            citations = [{"quote": q, "doc_id": opened.document.doc_id, "page": p} for q, p in quotes[:20]]
            report = await facts(client, "verify_citations", citations=citations)
            assert [r["status"] for r in report["results"]] == ["verified"] * len(citations)
            assert [r["places"][0]["page"] for r in report["results"]] == [p for _, p in quotes[:20]]
