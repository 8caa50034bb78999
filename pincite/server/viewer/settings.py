"""The settings page: read budgets and the endpoint's switch for those who may use them, and for all what the server
publishes and how clients are told of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pincite.errors import RequestError
from pincite.server.readlimits import BUDGETS
from pincite.server.viewer.answers import HEADERS, bar, notice, whole
from pincite.server.viewer.clients import client_blocks
from pincite.server.viewer.markup import Html, join, tag
from pincite.server.viewer.visitors import form_token, may, need, posted

if TYPE_CHECKING:
    from mcp.types import Prompt, Tool

    from pincite.server.desk import Desk
    from pincite.server.http.control import Control


class SettingsPage:
    """``/settings``, and the two forms on it."""

    def __init__(self, desk: Desk, control: Control | None) -> None:
        self._desk = desk
        self._control = control

    async def show(self, request: Request) -> Response:
        need(request, "read")
        return await self._answer(request)

    async def budgets(self, request: Request) -> Response:
        """Sets the read budgets."""
        need(request, "admin")
        fields = await posted(request, self._desk)
        try:
            self._desk.limits.change(
                {name: fields[name].strip() for name in self._desk.limits.values() if name in fields}
            )
        except RequestError as error:
            return await self._answer(request, error)
        return _back("saved")

    async def endpoint(self, request: Request) -> Response:
        """Pauses or resumes the endpoint of the clients."""
        need(request, "admin")
        wish = (await posted(request, self._desk)).get("do")
        if self._control is None or wish not in ("pause", "resume"):
            raise RequestError("There is nothing to pause here.", hint="Only a server over HTTP can be paused.")
        if wish == "pause":
            self._control.pause()
        else:
            self._control.resume()
        return _back(f"{wish}d")

    async def _answer(self, request: Request, error: RequestError | None = None) -> Response:
        server = self._desk.mcp
        tools = await server.list_tools() if server else []
        prompts = await server.list_prompts() if server else []
        main = tag(
            "main",
            tag("h1", "Settings"),
            notice(error) if error else _done(request),
            self._budgets(request),
            self._endpoint(request) if self._control else None,
            _published(tools, prompts),
            self._clients(request),
            id="main",
        )
        return whole("Settings", bar(), main, here="plain", status=400 if error else 200)

    def _budgets(self, request: Request) -> Html:
        limits, admin = self._desk.limits.values(), may(request, "admin")
        fields = [
            join(
                tag("label", b.title, for_=b.name),
                tag("input", id=b.name, name=b.name, value=limits[b.name], inputmode="numeric", readonly=not admin,
                    aria_describedby=f"{b.name}-unit"),
                tag("span", b.unit, id=f"{b.name}-unit"),
            )
            for b in BUDGETS
        ]  # fmt: skip
        grid = tag("div", fields, class_="grid")
        token = tag("input", type="hidden", name="token", value=form_token(request, self._desk))
        form = tag("form", grid, token, tag("button", "Save"), action="/settings/budgets", method="post")
        return tag(
            "section",
            tag("h2", "Read budgets"),
            tag("p", "They hold from the next call on, until the server ends."),
            form if admin else grid,
        )

    def _endpoint(self, request: Request) -> Html:
        assert self._control is not None
        paused = self._control.paused
        wish = "resume" if paused else "pause"
        form = tag(
            "form",
            tag("input", type="hidden", name="token", value=form_token(request, self._desk)),
            tag("input", type="hidden", name="do", value=wish),
            tag("button", f"{wish.capitalize()} the endpoint"),
            action="/settings/endpoint",
            method="post",
        )
        state = "Paused: clients are told to come back later." if paused else "Running: clients are answered."
        return tag(
            "section",
            tag("h2", "Endpoint"),
            tag("p", state, class_="state paused" if paused else "state running"),
            form if may(request, "admin") else None,
        )

    def _clients(self, request: Request) -> Html:
        """For a server over HTTP its address; else the command with the roots, which only their owner is told."""
        settings = self._desk.settings
        address = settings.public_url or str(request.base_url)
        roots = [str(root.absolute()) for root in settings.roots] if may(request, "admin") else []
        tokens = bool(settings.tokens_file or settings.tokens or settings.jwt_issuer)
        blocks = client_blocks(f"{address.rstrip('/')}/mcp" if self._control else None, roots, tokens=tokens)
        return tag(
            "section",
            tag("h2", "Connect a client"),
            [
                tag(
                    "details",
                    tag("summary", tag("b", block.client), " ", tag("span", block.where, class_="file")),
                    tag("div", tag("pre", block.text, class_="said", tabindex="0"),
                        tag("button", "Copy", type="button", class_="copy", aria_label=f"Copy: {block.client}"),
                        class_="block"),
                )
                for block in blocks
            ],
        )  # fmt: skip


def _published(tools: Sequence[Tool], prompts: Sequence[Prompt]) -> Html:
    return tag(
        "section",
        tag("h2", f"Tools ({len(tools)})"),
        tag("ul", [_entry(t.name, t.description or "", t.input_schema) for t in tools], class_="published"),
        tag("h2", f"Prompts ({len(prompts)})"),
        tag(
            "ul",
            [_entry(p.name, p.description or "", {a.name: a for a in p.arguments or ()}) for p in prompts],
            class_="published",
        ),
    )


def _entry(name: str, words: str, schema: dict[str, object]) -> Html:
    arguments = schema.get("properties", schema)
    names = ", ".join(arguments) if isinstance(arguments, dict) else ""
    head = tag("summary", tag("code", name), tag("span", f"({names})", class_="file"))
    return tag("li", tag("details", head, tag("p", words, class_="words")))


def _done(request: Request) -> Html | None:
    said = {"saved": "The budgets are saved.", "paused": "The endpoint is paused.", "resumed": "The endpoint runs."}
    words = said.get(request.query_params.get("done", ""))
    return tag("div", tag("p", words), class_="notice good", role="status") if words else None


def _back(done: str) -> Response:
    return RedirectResponse(f"/settings?done={done}", 303, HEADERS)
