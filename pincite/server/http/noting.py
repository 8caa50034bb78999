"""What happens is counted and logged here, and only here: each request, and each call of a tool in it."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pincite.costs import count_tokens
from pincite.server.http.metrics import Metrics
from pincite.server.http.visitor import visitor

if TYPE_CHECKING:
    from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_log = logging.getLogger("pincite.http")
_KINDS = ("mcp", "documents", "uploads", "d", "login", "healthz", "readyz", "metrics")
_QUIET = ("healthz", "readyz", "metrics")
_REFUSALS = {401: "token", 403: "scope_or_origin", 421: "host", 429: "rate", 413: "size"}


class Requests:
    """Wraps the application: a line of log and a count for each request. Of a path only its kind is told."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, since = 0, time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._note(scope, status or 499, time.perf_counter() - since)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        kind = kind_of(scope["path"])
        self._metrics.count("pincite_requests_total", path=kind, status=str(status))
        if status in _REFUSALS:
            self._metrics.count("pincite_refused_total", reason=_REFUSALS[status])
        self._metrics.tell()
        if kind in _QUIET and status < 400:
            return
        who = scope.get("state", {}).get("visitor")
        facts = {"method": scope["method"], "path": f"/{kind}", "status": status, "ms": round(seconds * 1000, 1)}
        _log.info("request", extra={"facts": {**facts, "user": who.name if who is not None else None}})


class Calls:
    """A middleware of the protocol: a count and a line of log for each call of a tool."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self.tools: frozenset[str] = frozenset()

    async def __call__(self, ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        if ctx.method != "tools/call":
            return await call_next(ctx)
        name = str((ctx.params or {}).get("name"))
        tool = name if name in self.tools else "unknown"
        since, outcome, tokens = time.perf_counter(), "cancelled", 0
        try:
            result = await call_next(ctx)
            outcome, tokens = _outcome(result)
        except Exception:
            outcome = "failed"
            raise
        finally:
            self._note(tool, outcome, tokens, time.perf_counter() - since)
        return result

    def _note(self, tool: str, outcome: str, tokens: int, seconds: float) -> None:
        self._metrics.count("pincite_calls_total", tool=tool, outcome=outcome)
        self._metrics.observe("pincite_call_seconds", seconds, tool=tool)
        if tokens:
            self._metrics.count("pincite_tokens_served_total", tokens, tool=tool)
        facts = {"tool": tool, "outcome": outcome, "ms": round(seconds * 1000, 1), "tokens": tokens}
        _log.info("call", extra={"facts": {**facts, "user": visitor().name}})


def kind_of(path: str) -> str:
    """The first part of a path that is one of ours: the rest may name documents."""
    first = path.strip("/").partition("/")[0]
    return first if first in _KINDS else "" if not first else "other"


def _outcome(result: Any) -> tuple[str, int]:
    """Whether the call succeeded, and the tokens of the text that came back."""
    told: Mapping[str, Any] = result if isinstance(result, dict) else result.model_dump(by_alias=True)
    texts = [block.get("text") or "" for block in told.get("content") or () if isinstance(block, Mapping)]
    return ("error" if told.get("isError") else "ok"), sum(map(count_tokens, texts))
