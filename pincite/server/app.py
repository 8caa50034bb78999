"""Builds the server out of its tools, resources and prompts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any

from mcp import MCPError
from mcp.server import MCPServer
from mcp.server.caching import CacheHint
from mcp.server.request_state import RequestStateSecurity
from mcp.types import INVALID_PARAMS, Completion, CompletionArgument, GetPromptResult, InputRequiredResult, Resource

from pincite import __version__, prompts
from pincite.errors import PinciteError
from pincite.server.card.apps import apps, tools_by_client
from pincite.server.desk import OPEN_WAIT_S, Desk
from pincite.server.http.visitor import visitor
from pincite.server.prompting import Names, make_prompts
from pincite.server.resources import ANCHOR_TEMPLATE, DOCUMENT_TEMPLATE, DOCUMENTS_URI, Resources
from pincite.server.tools import make_tools

if TYPE_CHECKING:
    from mcp.server.context import ServerMiddleware
    from mcp.server.mcpserver.context import Context

    from pincite.registry import Registry
    from pincite.server.sight import Sharing
    from pincite.server.viewer.loopback import Loopback
    from pincite.settings import Settings

_WARM_UP_AFTER_S = 0.3
_TEXTS_KEPT_MS = 3_600_000  # lists of tools and prompts do not change while a server runs


class DocumentServer(MCPServer[None]):
    """An MCP server whose list of resources is that of the documents at hand."""

    desk: Desk
    documents: Resources

    def instruct(self, instructions: str) -> None:
        """Changes what clients are told when they connect from now on."""
        self._lowlevel_server.instructions = instructions

    async def list_resources(self) -> list[Resource]:
        """The list of documents itself, then the documents used last. Parts of a document are read by their anchors;
        the page of the card is named by the tools that it belongs to, and is nothing for a model."""
        own = [resource for resource in await super().list_resources() if not resource.uri.startswith("ui:")]
        return [*own, *await self.documents.listed()]

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[None, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """A prompt with its arguments filled in. Raises ``MCPError`` (invalid params) for what the client got wrong."""
        wanted = next((prompt for prompt in await self.list_prompts() if prompt.name == name), None)
        if wanted is None:
            raise MCPError(INVALID_PARAMS, f"Unknown prompt: {name}")
        lacking = [a.name for a in wanted.arguments or () if a.required and a.name not in (arguments or {})]
        if lacking:
            raise MCPError(INVALID_PARAMS, f"The prompt {name} needs: {', '.join(lacking)}")
        return await super().get_prompt(name, arguments, context)


def create_server(
    settings: Settings,
    registry: Registry | None = None,
    *,
    open_wait_s: float = OPEN_WAIT_S,
    viewer: bool = False,
    sharing: Sharing | None = None,
    secret: bytes | None = None,
    observer: ServerMiddleware[Any] | None = None,
) -> DocumentServer:
    """The server, ready for any transport. It makes a ``Registry`` of its own when it first needs one, unless one is
    given; ``open_wait_s`` is how long ``open_document`` waits for a parse; with ``viewer`` people may see its documents
    on a port of this machine. ``sharing`` is what a server of several users needs, ``secret`` what its processes have
    in common; ``observer`` sees each request of the protocol. At the end of its lifespan the registry is closed."""
    desk = Desk(settings, registry, open_wait_s, sharing)
    server = DocumentServer(
        "pincite",
        title="Pincite",
        version=__version__,
        instructions=_instructions(desk),
        tools=list(make_tools(desk)),
        lifespan=_lifespan(desk, viewer=viewer),
        request_state_security=_request_states(secret),
        extensions=[apps()],
        middleware=[tools_by_client] if observer is None else [observer, tools_by_client],
        cache_hints={
            "tools/list": CacheHint(ttl_ms=_TEXTS_KEPT_MS, scope="private"),  # depends on what the client can show
            "prompts/list": CacheHint(ttl_ms=_TEXTS_KEPT_MS, scope="public"),
        },
        log_level="WARNING",
    )
    server.desk, desk.mcp = desk, server
    desk.secret = secret or desk.secret
    desk.limits.on_change = lambda: server.instruct(_instructions(desk))
    _add_resources(server, Resources(desk))
    _add_prompts(server, desk)
    return server


def _request_states(secret: bytes | None) -> RequestStateSecurity | None:
    """How the state of a call is sealed that a client takes from one process to another; bound to its user."""
    if secret is None:
        return None
    return RequestStateSecurity(keys=[secret], bind_principal=lambda _: visitor().name)


def _instructions(desk: Desk) -> str:
    return prompts.load("instructions.md", ceiling=f"{desk.limits.max_read_tokens:,}")


def _lifespan(desk: Desk, *, viewer: bool) -> Callable[[MCPServer[None]], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        warming = asyncio.create_task(_warm_up(desk))
        try:
            async with _viewer(desk) if viewer else nullcontext():
                yield
        finally:
            warming.cancel()
            desk.close()

    return lifespan


@asynccontextmanager
async def _viewer(desk: Desk) -> AsyncIterator[None]:
    """The viewer on a port of this machine. Its links are good at once; its pages are loaded when the client has been
    greeted."""
    from pincite.server.viewer.loopback import Loopback

    loopback = Loopback(desk)
    task = asyncio.create_task(_serve(loopback))
    try:
        yield
    finally:
        await loopback.close(task)


async def _serve(loopback: Loopback) -> None:
    await asyncio.sleep(_WARM_UP_AFTER_S)
    await loopback.serve()


async def _warm_up(desk: Desk) -> None:
    """Loads what the first document will need, once the client has been greeted."""
    await asyncio.sleep(_WARM_UP_AFTER_S)
    with suppress(PinciteError, OSError):  # the first call will meet the trouble again, and tell its client
        await desk.work(desk.prewarm)


def _add_resources(server: DocumentServer, resources: Resources) -> None:
    server.documents = resources
    add: Any = server.resource
    add(DOCUMENTS_URI, name="documents", title="Documents", mime_type="application/json")(resources.documents)
    add(DOCUMENT_TEMPLATE, name="document", title="Outline of a document")(resources.document)
    add(ANCHOR_TEMPLATE, name="anchor", title="A place in a document")(resources.anchor)


def _add_prompts(server: DocumentServer, desk: Desk) -> None:
    for prompt in make_prompts(desk):
        server.add_prompt(prompt)
    names = Names(desk)

    async def complete(ref: Any, argument: CompletionArgument, _: Any) -> Completion | None:
        return await names.complete(ref, argument)

    completion: Any = server.completion  # which its library leaves without types
    completion()(complete)
