"""``list_documents`` and ``forget_document``."""

from __future__ import annotations

import pytest
from mcp import Client

from pincite.registry import OpenDocument
from tests.contract.conftest import serve
from tests.contract.fakes import Draft
from tests.contract.requirements import covers
from tests.contract.talk import error, facts, text, tokens

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def shelf() -> list[OpenDocument]:
    titles = [f"Report of {2000 + i}" for i in range(30)]
    return [Draft(title).page("1").text(f"Words of {title}.").open(f"{i}.pdf") for i, title in enumerate(titles)]


@covers("list.page")
async def test_the_list_goes_on_page_by_page(shelf: list[OpenDocument]) -> None:
    seen: list[str] = []
    cursor: str | None = None
    async with Client(serve(*shelf)) as client:
        while True:
            page = await facts(client, "list_documents", limit=7, **({"cursor": cursor} if cursor else {}))
            seen += [d["doc_id"] for d in page["documents"]]
            assert page["total"] == 30
            if "next" not in page:
                break
            cursor = page["next"].split('cursor="')[1].split('"')[0]
            assert page["next"].startswith(f"{30 - len(seen)} more: list_documents(cursor=")
    assert seen == [opened.document.doc_id for opened in shelf]


@covers("list.page")
async def test_an_entry_says_what_the_document_is(shelf: list[OpenDocument]) -> None:
    async with Client(serve(*shelf)) as client:
        page = await facts(client, "list_documents", query="OF 2007")
    assert page == {
        "documents": [
            {
                "doc_id": shelf[7].document.doc_id,
                "title": "Report of 2007",
                "file": "7.pdf",
                "format": "pdf",
                "pages": 1,
                "tokens": shelf[7].costs.total,
            }
        ],
        "total": 1,
    }


@covers("list.page", "bounds.whole")
async def test_a_small_ceiling_shortens_the_list_not_its_truth(shelf: list[OpenDocument]) -> None:
    async with Client(serve(*shelf, max_read_tokens=300)) as client:
        result = await text(client, "list_documents", limit=30)
        page = await facts(client, "list_documents", limit=30)
    assert tokens(result) <= 300
    assert 2 < len(page["documents"]) < 10
    assert page["next"].startswith(f"{30 - len(page['documents'])} more:")


@covers("list.page", "errors.typed")
async def test_bad_limits_and_cursors(shelf: list[OpenDocument]) -> None:
    async with Client(serve(*shelf)) as client:
        assert await error(client, "list_documents", limit=0) == "limit=0. [bad_argument] Give a number from 1 to 50."
        assert "[bad_argument]" in await error(client, "list_documents", limit=51)
        page = await facts(client, "list_documents", limit=2)
        cursor = page["next"].split('cursor="')[1].split('"')[0]
        assert "[bad_cursor]" in await error(client, "list_documents", query="2005", cursor=cursor)
        assert "[bad_cursor]" in await error(client, "list_documents", cursor=f"{cursor}a")
        await text(client, "forget_document", doc_id=page["documents"][1]["doc_id"])
        assert "[bad_cursor]" in await error(client, "list_documents", cursor=cursor)


@covers("forget.gone")
async def test_a_forgotten_document_is_gone(shelf: list[OpenDocument]) -> None:
    doc_id = shelf[3].document.doc_id
    async with Client(serve(*shelf)) as client:
        said = await text(client, "forget_document", doc_id=f" {doc_id} ")
        assert said == f"Forgotten: {doc_id}. Its file was not touched."
        assert (await facts(client, "list_documents"))["total"] == 29
        for tool, arguments in (("read", {"refs": ["s0"]}), ("get_outline", {}), ("forget_document", {})):
            assert "[unknown_document]" in await error(client, tool, doc_id=doc_id, **arguments)
