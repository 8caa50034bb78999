"""Pages as pictures, through a real process."""

from __future__ import annotations

import base64
import io
import re

import pytest
from mcp import Client
from mcp.types import CallToolResult, ImageContent, TextContent
from PIL import Image

from tests.contract.conftest import Connect
from tests.contract.requirements import covers
from tests.contract.talk import call, error, text

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
