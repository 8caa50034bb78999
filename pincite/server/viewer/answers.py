"""Answers of the viewer: pages, fragments and files, each with the headers that keep it harmless."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import lru_cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pincite.errors import PinciteError
from pincite.server.viewer.markup import Html, join, page, tag

Endpoint = Callable[[Request], Awaitable[Response]]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types pincite"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_FRESH = {"Cache-Control": "private, no-store"}
_KEPT = {"Cache-Control": "private, max-age=86400, immutable"}
_STATIC = Path(__file__).parent / "static"
_TYPES = {
    "viewer.css": "text/css; charset=utf-8",
    "viewer.js": "text/javascript; charset=utf-8",
    "icon.svg": "image/svg+xml",
}
_STATUS = {
    "unknown_document": 404, "unknown_page": 404, "unknown_section": 404, "unknown_block": 404, "unknown_table": 404,
    "forbidden": 403, "password_required": 423,
}  # fmt: skip


def whole(title: str, *body: Html, here: str = "", status: int = 200) -> Response:
    """A page under the bar that all pages have."""
    text = page(
        "en",
        tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", f"{title} · Pincite"),
            tag("link", rel="icon", href=static("icon.svg")),
            tag("link", rel="stylesheet", href=static("viewer.css")),
            tag("script", src=static("viewer.js"), defer=True),
        ),
        tag("body", *body, class_=here or None),
    )
    return Response(text, status, {**HEADERS, **_FRESH}, "text/html; charset=utf-8")


def fragment(*parts: Html, status: int = 200) -> Response:
    """A part of a page."""
    return Response(join(*parts), status, {**HEADERS, **_FRESH}, "text/html; charset=utf-8")


def record(values: dict[str, Any]) -> Response:
    return JSONResponse(values, headers={**HEADERS, **_FRESH})


def picture(data: bytes, mime: str, *, kept: bool) -> Response:
    """A picture; ``kept`` by the browser where its address names all that it depends on."""
    return Response(data, 200, {**HEADERS, **(_KEPT if kept else _FRESH)}, mime)


def stand_in(drawn: Html) -> Response:
    """A picture that is drawn anew each time, since the real one may be had the next time."""
    return Response(drawn, 200, {**HEADERS, **_FRESH}, "image/svg+xml")


def bar(*parts: Html | None) -> Html:
    """The head of a page: the way to the list and to the settings, and between them what the page adds."""
    return join(
        tag("a", "Skip to the content", href="#main", class_="skip"),
        tag(
            "header",
            tag("a", tag("b", "Pin"), "cite", href="/", class_="brand", aria_label="Pincite: all documents"),
            *parts,
            tag("a", "Settings", href="/settings", class_="quiet"),
            class_="bar",
        ),
    )


def trouble(error: PinciteError, *, alone: bool) -> Response:
    """What went wrong and what helps, as a page of its own or as a note in one."""
    status = _STATUS.get(error.code, 400)
    note = notice(error)
    if not alone:
        return fragment(note, status=status)
    main = tag("main", tag("h1", "That did not work"), note, tag("p", tag("a", "All documents", href="/")), id="main")
    return whole("Trouble", bar(), main, here="plain", status=status)


def notice(error: PinciteError) -> Html:
    return tag("div", tag("p", tag("b", error.message)), tag("p", error.hint), class_="notice bad", role="alert")


def guarded(endpoint: Endpoint) -> Endpoint:
    """The endpoint; our errors become answers."""

    @wraps(endpoint)
    async def answer(request: Request) -> Response:
        try:
            return await endpoint(request)
        except PinciteError as error:
            return trouble(error, alone=request.headers.get("x-pincite") != "part")

    return answer


@lru_cache
def static(name: str) -> str:
    """The address of a file of ours; it changes with what is in the file."""
    return f"/static/{name}?v={sha256((_STATIC / name).read_bytes()).hexdigest()[:12]}"


async def static_file(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _TYPES:
        return fragment(tag("p", "There is no such file."), status=404)
    return Response((_STATIC / name).read_bytes(), 200, {**HEADERS, **_KEPT}, _TYPES[name])
