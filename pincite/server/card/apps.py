"""Announces the card: the resource, which tools show it, and which only it may call."""

from __future__ import annotations

from typing import Any

from mcp.server.apps import Apps, ResourceCsp, client_supports_apps
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from pincite.server.card.page import URI, card_html

SHOWN_IN_CARD: dict[str, Any] = {"ui": {"resourceUri": URI}}
"""``_meta`` of a tool whose result the card shows."""

FOR_CARD_ONLY: dict[str, Any] = {"ui": {"visibility": ["app"]}}
"""``_meta`` of a tool that the card calls and no model sees."""


def apps() -> Apps:
    """The extension with the page of the card."""
    extension = Apps()
    nothing: list[str] = []
    extension.add_html_resource(
        URI,
        card_html(),
        name="card",
        title="Sources",
        csp=ResourceCsp(
            connect_domains=nothing, resource_domains=nothing, frame_domains=nothing, base_uri_domains=nothing
        ),
        prefers_border=True,
    )
    return extension


async def tools_by_client(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Leaves the tools of the card out of the list for clients without cards, which would show them to the model."""
    result = await call_next(ctx)
    if ctx.method != "tools/list" or client_supports_apps(ctx) or not isinstance(result, dict):
        return result
    return {**result, "tools": [tool for tool in result["tools"] if not _for_card_only(tool)]}


def _for_card_only(tool: dict[str, Any]) -> bool:
    ui = (tool.get("_meta") or {}).get("ui") or {}
    return "model" not in ui.get("visibility", ("model",))
