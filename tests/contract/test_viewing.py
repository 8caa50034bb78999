"""Pages as pictures, through a real process."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from mcp import Client
from mcp.types import CallToolResult, ImageContent, TextContent
from PIL import Image

from tests.contract.conftest import Connect
from tests.contract.requirements import covers
from tests.contract.talk import call, error, text
from tests.pdfs import Pdf

pytestmark = pytest.mark.anyio


def picture_of(result: CallToolResult) -> Image.Image:
    (content,) = [part for part in result.content if isinstance(part, ImageContent)]
    data = base64.b64decode(content.data)
    assert len(data) <= 700_000
    assert content.mime_type in ("image/png", "image/jpeg")
    return Image.open(io.BytesIO(data))


def text_of(result: CallToolResult) -> str:
    (content,) = [part for part in result.content if isinstance(part, TextContent)]
    return content.text


async def opened(client: Client, source: str = "report.pdf", **arguments: str) -> str:
    found = re.search(r"doc_id (\w+)", await text(client, "open_document", source=source, **arguments))
    assert found
    return found[1]


@covers("view.page", "view.highlight")
async def test_pages_are_shown_with_their_quotes(connect: Connect) -> None:
    async with connect() as client:
        doc_id = await opened(client)
        result = await call(client, "view_page", doc_id=doc_id, page="i")
        assert picture_of(result).size == (943, 1220)
        assert text_of(result) == "Page i (sheet 1 of 3) of Annual Report: the page itself."

        quote = "Total revenue rose by 4 percent to 52,576 million dollars, while the number of shops fell"
        marked = await call(client, "view_page", doc_id=doc_id, highlight=quote, crop=True)
        assert picture_of(marked).height < 700
        assert text_of(marked).startswith("Part of page 1 (sheet 2 of 3)")
        assert "The highlight is marked (2 lines)." in text_of(marked)

        cell = await call(client, "view_page", doc_id=doc_id, page="p2", highlight="t0/r1c1")
        assert "The highlight is marked (1 line)." in text_of(cell)

        elsewhere = await call(client, "view_page", doc_id=doc_id, page="2", highlight=quote)
        assert "The highlight stands on page 1, not here." in text_of(elsewhere)
        nowhere = await call(client, "view_page", doc_id=doc_id, page="2", highlight="Revenue fell by half in a year")
        assert "Nothing is marked:" in text_of(nowhere)

        assert "[unknown_page]" in await error(client, "view_page", doc_id=doc_id, page="99")
        assert "Ask for one page" in await error(client, "view_page", doc_id=doc_id, page="i to 2")
        assert "[bad_argument]" in await error(client, "view_page", doc_id=doc_id)

        locked = await opened(client, "locked.pdf", password="sesame")
        picture_of(await call(client, "view_page", doc_id=locked, page="i"))


@covers("view.page")
async def test_of_a_document_with_one_page_none_need_be_named(connect: Connect, library: Path) -> None:
    (library / "note.md").write_text("# Note\n\nThe lease of the warehouse ends in 2027.\n")
    (library / "leaf.pdf").write_bytes(Pdf().page().text(72, 80, "The lease of the warehouse ends.", size=11).bytes())
    async with connect() as client:
        leaf = await opened(client, "leaf.pdf")
        assert text_of(await call(client, "view_page", doc_id=leaf)).startswith("Page 1 (sheet 1 of 1)")
        note = await opened(client, "note.md")
        assert "has no pages" in await error(client, "view_page", doc_id=note, highlight="The lease of the warehouse")
