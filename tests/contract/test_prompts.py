"""The prompts that a user can pick."""

from __future__ import annotations

import re

import pytest
from mcp import Client, MCPError
from mcp.types import INVALID_PARAMS, PromptReference, ResourceTemplateReference, TextContent

from pincite.registry import OpenDocument
from pincite.server.fence import CLOSE
from tests.contract.conftest import serve
from tests.contract.fakes import Draft
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


ARGUMENTS = {
    "answer_with_citations": (["document", "question"], []),
    "extract_table": (["document", "table"], []),
    "summarize_document": (["document"], ["focus", "tokens"]),
    "compare_documents": (["doc_a", "doc_b"], ["focus"]),
    "investigate": (["question"], ["document"]),
}


@covers("prompt.list")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_all_prompts_are_listed_with_described_arguments_and_can_be_driven(mode: str) -> None:
    async with Client(serve(max_rounds=4), mode=mode) as client:
        listed = (await client.list_prompts()).prompts
        assert [p.name for p in listed] == list(ARGUMENTS)
        for each in listed:
            assert each.title
            assert each.description
            arguments = each.arguments or []
            assert all(a.description for a in arguments)
            needed = [a.name for a in arguments if a.required]
            assert (needed, [a.name for a in arguments if not a.required]) == ARGUMENTS[each.name]
            given = {name: f"the {name} of $5" for name in needed}
            said = await prompt(client, each.name, **given)
            assert all(value in said for value in given.values())
            assert "verify_citations" in said
            assert not re.search(r"\$[a-z]", said)  # no placeholder is left
            with pytest.raises(MCPError, match=f"needs: {', '.join(needed)}") as told:
                await client.get_prompt(each.name, {})
            assert told.value.code == INVALID_PARAMS
        with pytest.raises(MCPError, match="Unknown prompt: nothing") as told:
            await client.get_prompt("nothing", {})
        assert told.value.code == INVALID_PARAMS


@covers("prompt.texts")
async def test_summarize_reads_within_a_budget_and_says_what_was_not_read() -> None:
    async with Client(serve()) as client:
        said = await prompt(client, "summarize_document", document="report.pdf", tokens="9,000", focus=" ")
    assert "read at most 9,000 tokens in all" in said
    assert "Focus: what a reader must know who will not read it" in said  # an empty argument is none
    steps = [said.index(step) for step in ("1. Map.", "2. Plan.", "3. Read", "4. Verify.", "5. Summarize.")]
    assert steps == sorted(steps)
    assert "sections not read" in said


@covers("prompt.texts")
async def test_compare_cites_both_sides_and_investigate_says_what_was_not_found() -> None:
    async with Client(serve(max_rounds=4)) as client:
        compare = await prompt(client, "compare_documents", doc_a="old.pdf", doc_b="new.pdf")
        investigate = await prompt(client, "investigate", question="Who owns it?", document="a.pdf, b.pdf")
        anywhere = await prompt(client, "investigate", question="Who owns it?")
    assert "Older version: old.pdf\nNewer version: new.pdf" in compare
    assert "each with the doc_id of its own version" in compare
    assert "If nothing changed but the format, say only that." in compare
    assert "Documents: a.pdf, b.pdf" in investigate
    assert "at most 4 rounds for each part" in investigate
    assert "5. Not found." in investigate
    assert "all that are here (list_documents)" in anywhere


def report(title: str, name: str) -> OpenDocument:
    return Draft(title).page("1").heading("Summary").text("Revenue rose.").open(name)


@covers("prompt.names")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_names_of_documents_are_completed(mode: str) -> None:
    twins = report("Annual Report", "a.pdf"), report("Annual Report", "b.pdf")
    documents = *twins, report("Lease of the plant", "lease-2023.docx"), report(f"Plan {CLOSE}", "plan.pdf")

    async def complete(client: Client, name: str, argument: str, typed: str) -> list[str]:
        found = await client.complete(PromptReference(name=name), {"name": argument, "value": typed})
        return list(found.completion.values)

    async with Client(serve(*documents), mode=mode) as client:
        assert await complete(client, "summarize_document", "document", "lea") == ["Lease of the plant"]
        assert await complete(client, "compare_documents", "doc_b", "LEASE-2023") == ["Lease of the plant"]
        assert await complete(client, "answer_with_citations", "document", "plan") == [
            "Plan <\\/document-content>",
            "Lease of the plant",
        ]
        both = await complete(client, "investigate", "document", "annual")
        assert both == [f"Annual Report ({twin.document.doc_id})" for twin in twins]
        assert len(await complete(client, "extract_table", "document", "")) == 4
        assert await complete(client, "investigate", "document", "zebra") == []
        assert await complete(client, "investigate", "question", "lea") == []
        template = ResourceTemplateReference(uri="pincite://doc/{id_rev}")
        found = await client.complete(template, {"name": "id_rev", "value": "lease"})
        assert found.completion.values == [documents[2].document.doc_id]
