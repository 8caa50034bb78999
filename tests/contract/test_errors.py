"""Errors are for the model: what is wrong, a code, the next step. Crashes are for the log."""

from __future__ import annotations

import json
import logging

import pytest
from mcp import Client

from tests.contract.conftest import serve
from tests.contract.fakes import Draft, FakeRegistry
from tests.contract.requirements import covers
from tests.contract.talk import error, text

pytestmark = pytest.mark.anyio


@covers("errors.opaque")
async def test_a_crash_shows_nothing_of_itself(caplog: pytest.LogCaptureFixture) -> None:
    registry = FakeRegistry(error=OSError(13, "Permission denied", "/secret/place/keys.db"))
    with caplog.at_level(logging.ERROR):
        async with Client(serve(registry=registry)) as client:
            for tool, arguments in (("read", {"refs": ["s1"]}), ("get_outline", {}), ("get_table", {"table": "t0"})):
                said = await error(client, tool, doc_id="boom", **arguments)
                assert (
                    said
                    == f"{tool} failed inside the server. [internal_error] Its log tells why; other calls still work."
                )
            assert (await text(client, "list_documents")).startswith("{")
    assert "/secret/place/keys.db" in caplog.text


@covers("errors.arguments")
@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("read", {}, "doc_id: field required. [bad_argument] Arguments of read: doc_id, refs, max_tokens, cursor."),
        ("read", {"doc_id": 5}, "doc_id: input should be a valid string. [bad_argument]"),
        ("read", {"doc_id": "x", "refs": "s1"}, "refs: input should be a valid list. [bad_argument]"),
        ("read", {"doc_id": "x", "max_tokens": "many"}, "max_tokens: input should be a valid integer, unable to parse"),
        ("search", {"query": None}, "query: input should be a valid string."),
        ("verify_citations", {"citations": "x"}, "citations: input should be a valid list."),
        ("open_document", {"source": "x", "refresh": "perhaps"}, "refresh: input should be a valid boolean"),
        (
            "read",
            {"doc_id": "x", "pages": ["3"]},
            "read has no argument pages. [bad_argument] Arguments of read:",
        ),
        ("get_outline", {"a": 1, "b\n": 2, "c": 3, "d": 4}, "get_outline has no argument a, b, c. [bad_argument]"),
    ],
)
async def test_arguments_of_the_wrong_type_or_name(tool: str, arguments: dict[str, object], said: str) -> None:
    async with Client(serve()) as client:
        message = await error(client, tool, **arguments)
    assert message.startswith(said)
    assert "pydantic" not in message


@covers("errors.typed")
async def test_half_a_character_does_not_break_the_answer() -> None:
    opened = Draft("Note").page("1").text("Words.").open()
    async with Client(serve(opened)) as client:
        assert await error(client, "open_document", source="\ud800.pdf") == (
            "There is no file ?.pdf. [not_found] Give the absolute path of the file."
        )
        assert 'No section "?" here.' in await error(client, "read", doc_id=opened.document.doc_id, refs=["\ud800"])


@covers("errors.arguments")
async def test_lists_sent_as_json_strings_are_understood() -> None:
    opened = Draft("Note").page("1").heading("One").text("Words.").open()
    async with Client(serve(opened)) as client:
        assert "Words." in await text(client, "read", doc_id=opened.document.doc_id, refs='["s0"]')


@covers("errors.typed")
async def test_an_unknown_document_names_what_is_near() -> None:
    opened = Draft("Note").page("1").text("Words.").open()
    async with Client(serve(opened)) as client:
        for tool, arguments in (("read", {"refs": ["s0"]}), ("get_outline", {}), ("get_table", {"table": "t0"})):
            said = await error(client, tool, doc_id="nope", **arguments)
            assert said == f"No document nope is here. [unknown_document] Near: {opened.document.doc_id}."


@covers("errors.unread")
async def test_what_may_stand_on_a_scan_is_said() -> None:
    draft = Draft("Note").page("i").text("The tenant pays every month.").page("ii").page("iii").page("iv")
    opened = draft.warn("no_text_layer", "A picture.", 2).warn("no_text_layer", "A picture.", 3).open()
    doc_id = opened.document.doc_id
    scans = "It may stand on pages ii-iii: no readable text there (needs OCR)."
    async with Client(serve(opened)) as client:
        assert f"Nothing found. {scans}" in await text(client, "search", query="landlord", doc_ids=[doc_id])
        quotes = [{"doc_id": doc_id, "quote": q} for q in ("the landlord repairs", "The tenant pays every month")]
        report = json.loads(await text(client, "verify_citations", citations=quotes))
        assert report["results"][0]["message"].endswith(scans)
        assert "message" not in report["results"][1]
        assert "needs OCR" in await error(client, "read", doc_id=doc_id, refs=["ii"])
        assert "It is blank" in await error(client, "read", doc_id=doc_id, refs=["iv"])
