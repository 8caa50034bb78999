"""The prompts that a user can pick."""

from __future__ import annotations

import pytest
from mcp import Client
from mcp.types import TextContent

from tests.contract.conftest import serve
from tests.contract.requirements import covers

pytestmark = pytest.mark.anyio


async def prompt(client: Client, name: str, **arguments: str) -> str:
    (message,) = (await client.get_prompt(name, arguments)).messages
    assert message.role == "user"
    assert isinstance(message.content, TextContent)
    return message.content.text


@covers("prompt.rounds")
async def test_answer_with_citations_maps_reads_verifies_and_admits() -> None:
    async with Client(serve(max_rounds=3)) as client:
        said = await prompt(client, "answer_with_citations", document="report.pdf", question="How much $ in cash?")
    assert "Document: report.pdf" in said
    assert "Question: How much $ in cash?" in said
    assert "at most 3 rounds" in said
    assert said.index("1. Map.") < said.index("2. Read") < said.index("3. Verify.") < said.index("4. Answer.")
    assert "verify_citations" in said
    assert "say plainly what is missing" in said


@covers("prompt.table")
async def test_extract_table_names_document_and_table() -> None:
    async with Client(serve()) as client:
        said = await prompt(client, "extract_table", document="report.pdf", table="the balance sheet")
    assert "Document: report.pdf" in said
    assert "Table: the balance sheet" in said
    assert said.index("1. Find it.") < said.index("3. Fetch it") < said.index("4. Verify.")


@covers("prompt.rounds", "prompt.table")
async def test_both_prompts_are_listed_with_described_arguments() -> None:
    async with Client(serve()) as client:
        listed = (await client.list_prompts()).prompts
    assert {p.name: [a.name for a in p.arguments or ()] for p in listed} == {
        "answer_with_citations": ["document", "question"],
        "extract_table": ["document", "table"],
    }
    assert all(
        p.title and p.description and all(a.description and a.required for a in p.arguments or ()) for p in listed
    )
