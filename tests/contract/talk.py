"""Short words for talking to a server."""

from __future__ import annotations

from typing import Any

from mcp import Client
from mcp.types import CallToolResult, TextContent

from pincite.costs import count_tokens
from pincite.server.fence import CLOSE, OPEN


async def call(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    """The result of a call that must succeed."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, text_of(result)
    return result


async def text(client: Client, tool: str, **arguments: Any) -> str:
    """The text of a call that must succeed."""
    return text_of(await call(client, tool, **arguments))


async def facts(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """The record of a call that must succeed."""
    result = await call(client, tool, **arguments)
    assert result.structured_content is not None
    return dict(result.structured_content)


async def error(client: Client, tool: str, **arguments: Any) -> str:
    """The text of a call that must fail."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, text_of(result)
    return text_of(result)


def text_of(result: CallToolResult) -> str:
    assert len(result.content) == 1
    block = result.content[0]
    assert isinstance(block, TextContent)
    return block.text


def content(result: str) -> str:
    """What stands between the delimiters of a result."""
    assert result.count(OPEN) == result.count(CLOSE) == 1
    return result.split(OPEN + "\n", 1)[1].split("\n" + CLOSE, 1)[0]


def tokens(result: str) -> int:
    return count_tokens(result)


def cursor_of(result: str) -> str | None:
    """The cursor that a result ends with, if it was cut."""
    last = result.rsplit(CLOSE, 1)[-1]
    return last.split('cursor="', 1)[1].split('"', 1)[0] if 'cursor="' in last else None
