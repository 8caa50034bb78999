"""No result is larger than was asked for, whatever the document is like."""

from __future__ import annotations

import re

import pytest
from mcp import Client

from pincite.registry import OpenDocument
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, sentences
from tests.contract.requirements import covers
from tests.contract.talk import content, error, text, text_of, tokens

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def giant() -> OpenDocument:
    """One section of 30,000 words in a single paragraph, a table of long cells and one of many rows."""
    draft = Draft("Giant").page("1").heading("Everything").text(sentences(30_000))
    draft.table([["Item", "Text"], ["A", sentences(3000)], ["B", "short"]], "Long cells")
    return draft.table([["Item", "Value"], *[[f"Row {i}", str(i)] for i in range(3000)]], "Many rows").open("giant.pdf")


@pytest.fixture(scope="module")
def flat() -> OpenDocument:
    """Three thousand headings on one level."""
    draft = Draft("Flat").page("1")
    for i in range(3000):
        draft.heading(f"Clause {i} of the agreement").text(f"Words of clause {i}.")
    return draft.open("flat.pdf")


BUDGETS = (300, 777, 2000, 4000)


@covers("bounds.whole", "bounds.giants")
@pytest.mark.parametrize("budget", BUDGETS)
async def test_reads_and_outlines_keep_to_max_tokens(giant: OpenDocument, flat: OpenDocument, budget: int) -> None:
    async with Client(serve(giant, flat)) as client:
        for opened in (giant, flat):
            doc_id = opened.document.doc_id
            for refs in (["all"], ["s0", "s1"], ["p1"], [f"b{i}" for i in range(8)]):
                result = await text(client, "read", doc_id=doc_id, refs=refs, max_tokens=budget)
                assert budget * 0.3 < tokens(result) <= budget or "Cut" not in result
            outline = await text(client, "get_outline", doc_id=doc_id, max_tokens=budget)
            assert tokens(outline) <= budget


@covers("bounds.ceiling", "bounds.giants")
async def test_the_ceiling_holds_for_every_tool(giant: OpenDocument, flat: OpenDocument) -> None:
    doc_ids = [giant.document.doc_id, flat.document.doc_id]
    async with Client(serve(giant, flat, max_read_tokens=900, full_text_tokens=6000)) as client:
        results = [
            await text(client, "open_document", source="giant.pdf"),
            await text(client, "open_document", source="flat.pdf"),
            await text(client, "read", doc_id=doc_ids[0], refs=["all"], max_tokens=1_000_000),
            await text(client, "get_outline", doc_id=doc_ids[1], max_tokens=50_000),
            await text(client, "list_documents"),
            await text(client, "search", query="revenue unit clause", limit=30),
        ]
        for table in ("t0", "t1"):
            for form in ("markdown", "csv", "json", "melted"):
                results.append(await text(client, "get_table", doc_id=doc_ids[0], table=table, format=form))
        quotes = [{"quote": f"Words of clause {i} and more.", "doc_id": doc_ids[1]} for i in range(50)]
        results.append(await text(client, "verify_citations", citations=quotes))
    assert [tokens(r) for r in results if tokens(r) > 900] == []


@covers("bounds.zero")
@pytest.mark.parametrize("budget", [0, -5])
async def test_a_budget_of_nothing_is_an_error(flat: OpenDocument, budget: int) -> None:
    async with Client(serve(flat)) as client:
        for tool, extra in (("read", {"refs": ["s1"]}), ("get_outline", {})):
            said = await error(client, tool, doc_id=flat.document.doc_id, max_tokens=budget, **extra)
            assert said.startswith(f"max_tokens={budget} leaves no room for an answer. [bad_budget]")


@covers("bounds.tiny")
@pytest.mark.parametrize("refs", [["all"], ["s0", "nothing here", "no such thing either"], ["p1"]])
async def test_a_tiny_budget_names_the_smallest_useful_one(giant: OpenDocument, refs: list[str]) -> None:
    async with Client(serve(giant)) as client:
        for budget in (1, 20, 60, 90):
            result = await client.call_tool(
                "read", {"doc_id": giant.document.doc_id, "refs": refs, "max_tokens": budget}
            )
            if not result.is_error:
                assert tokens(text_of(result)) <= budget
                continue
            said = text_of(result)
            assert "[bad_budget]" in said
            smallest = int(re.search(r"smallest useful size here is (\d+)", said)[1])  # type: ignore[index]
            again = await text(client, "read", doc_id=giant.document.doc_id, refs=refs, max_tokens=smallest)
            assert tokens(again) <= smallest
            assert content(again)


@covers("bounds.tiny")
async def test_a_tiny_outline_names_the_smallest_useful_one(flat: OpenDocument) -> None:
    async with Client(serve(flat)) as client:
        said = await error(client, "get_outline", doc_id=flat.document.doc_id, max_tokens=10)
        smallest = int(re.search(r"smallest useful size here is (\d+)", said)[1])  # type: ignore[index]
        again = await text(client, "get_outline", doc_id=flat.document.doc_id, max_tokens=smallest)
        assert tokens(again) <= smallest
        assert content(again).startswith("s0 Clause 0")


@covers("bounds.frame")
async def test_the_frame_of_a_read_is_short(giant: OpenDocument, flat: OpenDocument) -> None:
    async with Client(serve(giant, flat)) as client:
        for opened, refs in ((flat, ["s7"]), (flat, ["Clause 12 of the agreement"]), (giant, ["t0/r2c1"])):
            result = await text(client, "read", doc_id=opened.document.doc_id, refs=refs)
            assert tokens(result) - tokens(content(result)) < 60
        cut = await text(client, "read", doc_id=giant.document.doc_id, refs=["s0"])
        assert tokens(cut) - tokens(content(cut)) < 90


@covers("bounds.giants")
async def test_a_row_too_long_for_a_result_is_shortened_and_says_where_it_stands_whole(giant: OpenDocument) -> None:
    async with Client(serve(giant)) as client:
        for form in ("markdown", "csv", "json", "melted"):
            result = await text(client, "get_table", doc_id=giant.document.doc_id, table="t0", format=form)
            assert "…" in content(result)
            assert f'Long cells are cut (…): read("{giant.document.doc_id}", ["t0"])' in result
            assert "short" in content(result)
