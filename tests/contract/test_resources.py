"""Documents and their parts as resources."""

from __future__ import annotations

import json

import pytest
from mcp import Client, MCPError
from mcp.types import TextResourceContents

from pincite.registry import OpenDocument
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, sentences
from tests.contract.requirements import covers
from tests.contract.talk import content, cursor_of, text, tokens

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def opened() -> OpenDocument:
    draft = Draft("Report").page("i").heading("Summary").text("The year was good.").page("1").heading("Details")
    return draft.table([["Item", "2024"], ["Cash", "51,362"]], "Balance").text(sentences(6000)).open("report.pdf")


async def resource(client: Client, uri: str) -> str:
    (part,) = (await client.read_resource(uri)).contents
    assert isinstance(part, TextResourceContents)
    return part.text


@covers("resource.anchors")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_what_an_anchor_names_can_be_read(opened: OpenDocument, mode: str) -> None:
    doc = opened.document
    base = f"pincite://doc/{doc.doc_id}@{doc.rev}"
    async with Client(serve(opened), mode=mode) as client:
        for ref in ("s0", "b1", "b0-b1", "b1:4-8", "p1", "t0", "t0/r1c1"):
            short = await text(client, "read", doc_id=doc.doc_id, refs=[ref])
            assert await resource(client, f"{base}/{ref}") == short
            assert await resource(client, f"pincite://doc/{doc.doc_id}/{ref}") == short
        outline = await text(client, "get_outline", doc_id=doc.doc_id)
        assert await resource(client, base) == outline
        assert await resource(client, f"pincite://doc/{doc.doc_id}") == outline
        listed = json.loads(await resource(client, "pincite://documents"))
        assert [d["doc_id"] for d in listed["documents"]] == [doc.doc_id]


@covers("resource.anchors")
async def test_the_list_has_documents_not_pages(opened: OpenDocument) -> None:
    async with Client(serve(opened)) as client:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
    assert [(r.uri, r.title) for r in listed] == [
        ("pincite://documents", "Documents"),
        (f"pincite://doc/{opened.document.doc_id}", "Report"),
    ]
    assert {t.uri_template for t in templates} == {"pincite://doc/{id_rev}", "pincite://doc/{id_rev}/{+ref}"}


@covers("resource.bounded")
async def test_a_resource_is_bounded_and_goes_on_by_read(opened: OpenDocument) -> None:
    doc = opened.document
    async with Client(serve(opened)) as client:
        part = await resource(client, f"pincite://doc/{doc.doc_id}@{doc.rev}/s1")
        assert tokens(part) <= 4000
        cursor = cursor_of(part)
        rest = await text(client, "read", doc_id=doc.doc_id, cursor=cursor)
    assert content(rest).startswith("[Page 1]")


@covers("resource.bounded")
async def test_what_does_not_exist_is_not_found(opened: OpenDocument) -> None:
    doc = opened.document
    async with Client(serve(opened)) as client:
        for uri, said in (
            (f"pincite://doc/{doc.doc_id}@aaaaaaaa/s0", "names an older parse"),
            (f"pincite://doc/{doc.doc_id}@{doc.rev}/s99", "There is no section s99"),
            (f"pincite://doc/{doc.doc_id}@{doc.rev}/../x", "Unknown resource"),
            ("pincite://doc/nope", "No document nope is here."),
            ("pincite://other", "Unknown resource"),
        ):
            with pytest.raises(MCPError, match=said) as raised:
                await client.read_resource(uri)
            assert raised.value.code == -32602
