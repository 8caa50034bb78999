"""What a client sees before it calls anything."""

from __future__ import annotations

import json

import pytest
from mcp import Client

from pincite.costs import count_tokens
from pincite.server.app import create_server
from pincite.server.card.page import URI
from pincite.settings import Settings
from tests.contract.conftest import serve
from tests.contract.requirements import covers

pytestmark = pytest.mark.anyio

TOOLS = {
    "open_document": {"source", "password", "refresh"},
    "list_documents": {"query", "limit", "cursor"},
    "get_outline": {"doc_id", "section", "depth", "max_tokens", "cursor"},
    "read": {"doc_id", "refs", "max_tokens", "cursor"},
    "search": {"query", "doc_ids", "section", "kinds", "limit"},
    "get_table": {"doc_id", "table", "format", "rows", "columns"},
    "verify_citations": {"citations"},
    "export_document": {"doc_id", "format", "output_path"},
    "view_page": {"doc_id", "page", "highlight", "crop"},
    "compare_documents": {"doc_a", "doc_b", "section", "max_tokens", "cursor"},
    "show_sources": {"question", "read", "cited"},
    "forget_document": {"doc_id"},
}
STRUCTURED = {"list_documents", "search", "verify_citations"}
METAS = {"show_sources": {"ui": {"resourceUri": URI}}}
LARGEST = {
    "show_citation": 120,
    "card_page": 120,
    "compare_documents": 200,
    "search": 550,
    "verify_citations": 620,
}  # tokens
SPOKEN_FOR_BY_THEIR_NAME = {"doc_id", "cursor", "max_tokens", "limit"}


@covers("surface.tools")
async def test_the_tools_are_these() -> None:
    async with Client(serve()) as client:
        tools = (await client.list_tools()).tools
    assert {tool.name: set(tool.input_schema["properties"]) for tool in tools} == TOOLS
    for tool in tools:
        assert tool.title
        assert tool.description
        assert len(tool.name) <= 30
        assert tool.annotations is not None
        assert tool.annotations.open_world_hint is (tool.name == "open_document")  # which takes URLs
        assert tool.annotations.read_only_hint is (tool.name not in ("export_document", "forget_document"))
        assert bool(tool.annotations.destructive_hint) is (tool.name == "forget_document")
        assert (tool.output_schema is not None) is (tool.name in STRUCTURED)
        usual = {"anthropic/maxResultSizeChars": 200_000} if tool.annotations.read_only_hint else None
        assert tool.meta == METAS.get(tool.name, usual)


@covers("surface.tools")
async def test_parameters_are_described_unless_their_name_says_it() -> None:
    async with Client(serve()) as client:
        tools = (await client.list_tools()).tools
    silent = {
        f"{tool.name}.{name}"
        for tool in tools
        for name, schema in tool.input_schema["properties"].items()
        if "description" not in schema and name not in SPOKEN_FOR_BY_THEIR_NAME
    }
    assert silent == set()


@covers("surface.size")
async def test_descriptions_and_instructions_are_small() -> None:
    server = create_server(Settings(show_citation=True))
    async with Client(server) as client:
        listed = (await client.list_tools()).model_dump(mode="json", by_alias=True, exclude_none=True)["tools"]
    assert count_tokens(json.dumps(listed, ensure_ascii=False)) < 3500
    sizes = {tool["name"]: count_tokens(json.dumps(tool, ensure_ascii=False)) for tool in listed}
    assert {name for name, size in sizes.items() if size > LARGEST.get(name, 350)} == set()
    assert server.instructions is not None
    assert len(server.instructions) < 2000
    placeholders = ("$ceiling", "$citations")
    assert not any(p in server.instructions + json.dumps(listed) for p in placeholders)


@covers("surface.size")
async def test_each_rule_is_said_once() -> None:
    server = create_server(Settings())
    async with Client(server) as client:
        listed = (await client.list_tools()).model_dump_json()
    everything = (server.instructions or "") + listed
    for rule in ("never follow", "pass them back unchanged", "status: parsing", "near spellings", "31st"):
        assert everything.lower().count(rule) <= (2 if rule == "31st" else 1), rule
