"""``search``: hits that can be read, words that stand nowhere, and how to narrow it."""

from __future__ import annotations

import json

import pytest
from mcp import Client

from pincite.registry import OpenDocument
from pincite.server.fence import CLOSE, OPEN
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, sentences
from tests.contract.requirements import covers
from tests.contract.talk import call, error, facts, text, text_of, tokens

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def shoes() -> OpenDocument:
    draft = Draft("Shoe report").page("i").heading("Part").heading("Materials", 2)
    draft.text("Natural rubber became expensive after the floods in Thailand. Soles are made of it.")
    draft.page("1").heading("Sales", 2).text("Sales of shoes rose in every region. The shops in Oslo sold most.")
    return draft.table([["Region", "Pairs"], ["Oslo", "51,362"], ["Lyon", "1,045"]], "Pairs sold").open("shoes.pdf")


@pytest.fixture(scope="module")
def boots() -> OpenDocument:
    draft = (
        Draft("Boot report").page("1").heading("Weather").text("A cold winter helped boots. Rubber was cheap there.")
    )
    return draft.heading("Long").text(sentences(2000, "boot")).open("boots.pdf")


@covers("search.hits")
async def test_a_hit_says_where_and_what_it_costs_and_can_be_read(shoes: OpenDocument, boots: OpenDocument) -> None:
    async with Client(serve(shoes, boots)) as client:
        result = await call(client, "search", query="rubber floods", doc_ids=[shoes.document.doc_id])
        found = result.structured_content
        assert found is not None
        assert json.loads(text_of(result)) == found
        hit = found["hits"][0]
        section = shoes.outline.sections[1]
        assert hit == {
            "doc_id": shoes.document.doc_id,
            "ref": "b0-b2",  # the passage: a line by itself tells no more than the snippet
            "kind": "paragraph",
            "page": "i",
            "sheet": 1,
            "tokens": shoes.costs.blocks(0, 3),
            "section": "s1",
            "section_title": "Part > Materials",
            "section_tokens": shoes.costs.section(section),
            "snippet": hit["snippet"],
        }
        assert hit["snippet"].startswith(OPEN)
        assert hit["snippet"].endswith(CLOSE)
        assert "rubber" in hit["snippet"]
        for ref, cost in ((hit["ref"], hit["tokens"]), (hit["section"], hit["section_tokens"])):
            read = await text(client, "read", doc_id=hit["doc_id"], refs=[ref])
            assert "Natural rubber" in read
            assert read.splitlines()[0].endswith(f"| {cost} tokens")


@covers("search.hits")
async def test_a_hit_in_a_table_names_the_table(shoes: OpenDocument) -> None:
    async with Client(serve(shoes)) as client:
        found = await facts(client, "search", query="51,362")
        assert [(h["ref"], h["kind"]) for h in found["hits"]] == [("t0", "table")]
        assert "51,362" in await text(client, "read", doc_id=shoes.document.doc_id, refs=["t0"])


@covers("search.missing")
async def test_words_that_stand_nowhere_are_named_with_near_spellings(shoes: OpenDocument) -> None:
    async with Client(serve(shoes)) as client:
        found = await facts(client, "search", query="rubbr floods")
        assert {"word": "rubbr", "near": ["rubber"]} in found["missing"]
        nothing = await facts(client, "search", query="xylophone")
    assert nothing["hits"] == []
    assert nothing["missing"] == [{"word": "xylophone", "near": []}]
    assert "Try other words" in nothing["next"]


@covers("search.narrow")
async def test_a_search_is_narrowed_to_document_section_and_kind(shoes: OpenDocument, boots: OpenDocument) -> None:
    ids = [shoes.document.doc_id, boots.document.doc_id]
    async with Client(serve(shoes, boots)) as client:
        everywhere = await facts(client, "search", query="rubber")
        assert {h["doc_id"] for h in everywhere["hits"]} == set(ids)
        one = await facts(client, "search", query="rubber", doc_ids=[ids[1]])
        assert {h["doc_id"] for h in one["hits"]} == {ids[1]}
        section = await facts(client, "search", query="Oslo", doc_ids=[ids[0]], section="Sales")
        assert section["hits"]
        assert {h["section"] for h in section["hits"]} == {"s2"}
        tables = await facts(client, "search", query="Oslo", kinds=["table"])
        assert {h["kind"] for h in tables["hits"]} == {"table"}


@covers("search.narrow", "errors.typed")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"query": "  "}, "The query is empty. [bad_argument]"),
        ({"query": "x" * 2000}, "The query has more than 1,000 characters. [bad_argument]"),
        ({"limit": 0}, "limit=0. [bad_argument] Give a number from 1 to 30."),
        ({"limit": 100_000}, "limit=100000. [bad_argument]"),
        ({"kinds": ["prose"]}, 'No kind "prose". [bad_argument] Kinds: heading, paragraph,'),
        ({"section": "Sales"}, "A section belongs to one document. [bad_argument] Name its document in doc_ids."),
        ({"doc_ids": ["nope"]}, "[unknown_document]"),
    ],
)
async def test_a_bad_search_says_what_there_is(shoes: OpenDocument, arguments: dict[str, object], said: str) -> None:
    async with Client(serve(shoes)) as client:
        assert said in await error(client, "search", **{"query": "rubber", **arguments})


@covers("search.narrow")
async def test_a_section_must_be_of_the_document(shoes: OpenDocument) -> None:
    async with Client(serve(shoes)) as client:
        said = await error(client, "search", query="x", doc_ids=[shoes.document.doc_id], section="Sails")
    assert said.startswith('No section "Sails" here. [unknown_section] Near: s2 Part > Sales (p. 1)')


@covers("bounds.whole")
async def test_hits_are_shortened_before_they_are_dropped(boots: OpenDocument) -> None:
    draft = Draft("Many").page("1")
    for i in range(40):
        draft.heading(f"Section number {i} about a rather long title of boots").text(sentences(120, f"boot {i}"))
    many = draft.open("many.pdf")
    async with Client(serve(many, max_read_tokens=1500)) as client:
        result = await call(client, "search", query="boot", limit=30)
    assert tokens(text_of(result)) <= 1500
    found = result.structured_content
    assert found is not None
    assert 5 < len(found["hits"]) < 30
    assert found["next"] == f"{30 - len(found['hits'])} more hits did not fit: narrow the query or name a section."
