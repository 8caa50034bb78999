"""``open_document``: what it says at once, while it waits, and when the caller gives up."""

from __future__ import annotations

from functools import partial

import anyio
import pytest
from mcp import Client

from pincite.errors import ParseError
from pincite.registry import OpenDocument
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, FakeOpening, FakeRegistry, sentences, settled
from tests.contract.requirements import covers
from tests.contract.talk import content, cursor_of, error, text, tokens

pytestmark = pytest.mark.anyio


def book(words: int) -> OpenDocument:
    draft = Draft("A Book").page("i").heading("Preface").text(sentences(60)).page("1").heading("Chapter one")
    return draft.text(sentences(words)).warn("scanned_page", "A page is a picture.", 1).open("book.pdf")


@covers("open.facts", "outline.costs")
async def test_a_large_document_shows_facts_warnings_and_outline() -> None:
    opened = book(9000)
    async with Client(serve(opened)) as client:
        result = await text(client, "open_document", source="book.pdf")
        read = await text(client, "read", doc_id=opened.document.doc_id, refs=["s0"])
    total = f"{opened.costs.total:,}"
    lines = result.splitlines()
    assert lines[0] == f"doc_id {opened.document.doc_id} | A Book (book.pdf) | PDF, 2 pages, {total} tokens"
    assert lines[1] == "Warning scanned_page, page i: scan with an invisible text layer, whose words may be wrong"
    chapter = opened.costs.section(opened.outline.sections[1])
    preface = opened.costs.section(opened.outline.sections[0])
    assert content(result).splitlines() == [
        f"s0 Preface (p. i, {preface:,} tokens)",
        f"s1 Chapter one (p. 1, {chapter:,} tokens)",
    ]
    assert f'read("{opened.document.doc_id}", ["s0"])' in lines[-1]
    assert read.splitlines()[0] == f"A Book | s0 Preface | page i | {preface:,} tokens"


@covers("open.example")
async def test_the_example_of_what_to_read_is_small() -> None:
    draft = Draft("A Book").page("1").heading("Everything").heading("Short", 2).text("A line.")
    opened = draft.heading("Middle", 2).text(sentences(300)).heading("Long", 2).text(sentences(9000)).open("book.pdf")
    async with Client(serve(opened)) as client:
        result = await text(client, "open_document", source="book.pdf")
    assert f'Read an entry: read("{opened.document.doc_id}", ["s2"])' in result.splitlines()[-1]


@covers("open.short")
async def test_a_short_document_comes_back_whole() -> None:
    opened = book(300)
    async with Client(serve(opened)) as client:
        result = await text(client, "open_document", source="book.pdf")
    whole = content(result)
    assert whole.startswith("[Page i]\n\n# Preface\n\nIn year 1900")
    assert whole.endswith(sentences(300)[-40:])
    assert cursor_of(result) is None


@covers("open.short")
async def test_a_document_between_ceiling_and_full_text_begins_and_says_how_to_go_on() -> None:
    opened = book(2700)
    assert 4000 < opened.costs.total < 6000
    async with Client(serve(opened)) as client:
        result = await text(client, "open_document", source="book.pdf")
        assert tokens(result) <= 4000
        cursor = cursor_of(result)
        assert cursor is not None
        rest = await text(client, "read", doc_id=opened.document.doc_id, cursor=cursor)
    body = (content(result) + content(rest)).replace("\n", " ").split()
    assert [w for w in sentences(2700).split() if w not in body] == []
    assert cursor_of(rest) is None


@covers("open.facts")
async def test_a_document_without_text_says_so() -> None:
    opened = (
        Draft("Scan").page().page().warn("no_text_layer", "No text.", 1).warn("no_text_layer", "No text.", 2).open()
    )
    async with Client(serve(opened)) as client:
        result = await text(client, "open_document", source="sample.pdf")
    facts, warning, end = result.splitlines()
    assert facts.endswith("2 pages, 0 tokens")
    assert warning == "Warning no_text_layer, pages 1-2: scan without text (needs OCR)"
    assert end == "No text was found in this document."


@covers("open.pending", "open.again")
async def test_a_long_parse_is_reported_and_waited_for_again() -> None:
    opened = book(300)
    registry = FakeRegistry()
    opening = FakeOpening()
    opening.progress = (7, 90)
    registry.openings["long.pdf"] = opening
    seen: list[tuple[float, float | None]] = []

    async def on_progress(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total))

    async with Client(serve(registry=registry, wait_s=0.3)) as client:
        result = await client.call_tool("open_document", {"source": "long.pdf"}, progress_callback=on_progress)
        first = result.content[0].text  # type: ignore[union-attr]
        assert first.splitlines()[0] == "status: parsing | doc_id aaaaaaaaaaaa, 7 of 90 pages after 0 s"
        assert 'Call open_document("long.pdf") again' in first
        assert seen == [(7, 90)]
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(finish_soon, opening, opened)
            assert content(await text(client, "open_document", source="long.pdf")).startswith("[Page i]")


async def finish_soon(opening: FakeOpening, opened: OpenDocument) -> None:
    await anyio.sleep(0.05)
    opening.outcome.set_result(opened)


@covers("open.cancel")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_cancelled_call_gives_its_parse_up(mode: str) -> None:
    registry = FakeRegistry()
    opening = registry.openings["long.pdf"] = FakeOpening()
    async with Client(serve(registry=registry, wait_s=30), mode=mode) as client:
        with anyio.move_on_after(0.2):
            await client.call_tool("open_document", {"source": "long.pdf"})
        await settled(0.2)
        assert opening.cancelled
        assert (await text(client, "list_documents")).startswith("{")


@covers("open.parallel")
async def test_waiting_calls_do_not_keep_others_out() -> None:
    opened = book(300)
    registry = FakeRegistry(opened)
    waiting = [FakeOpening() for _ in range(60)]
    registry.openings |= {f"{i}.pdf": opening for i, opening in enumerate(waiting)}
    async with Client(serve(registry=registry, wait_s=30)) as client, anyio.create_task_group() as tasks:
        for i in range(60):
            tasks.start_soon(partial(text, client, "open_document", source=f"{i}.pdf"))
        await anyio.sleep(0.1)
        with anyio.fail_after(5):
            await text(client, "read", doc_id=opened.document.doc_id, refs=["s0"])
        for opening in waiting:
            opening.outcome.set_result(opened)


@covers("open.again")
async def test_a_file_replaced_during_its_parse_is_opened_once_more() -> None:
    class Replaced(FakeRegistry):
        begun = 0

        def begin(self, source: str, *, password: str | None = None, refresh: bool = False) -> FakeOpening:
            self.begun += 1
            opening = FakeOpening(book(300) if self.begun > 1 else None)
            if self.begun == 1:
                opening.outcome.set_exception(ParseError("The file changed.", code="source_changed"))
            return opening

    registry = Replaced()
    async with Client(serve(registry=registry)) as client:
        assert "A Book" in await text(client, "open_document", source="book.pdf")
    assert registry.begun == 2


@covers("errors.typed")
async def test_a_failed_parse_says_what_to_do() -> None:
    registry = FakeRegistry()
    opening = registry.openings["locked.pdf"] = FakeOpening()
    opening.outcome.set_exception(
        ParseError("locked.pdf is encrypted.", code="password_required", hint="Call again with its password.")
    )
    async with Client(serve(registry=registry)) as client:
        said = await error(client, "open_document", source="locked.pdf")
    assert said == "locked.pdf is encrypted. [password_required] Call again with its password."
