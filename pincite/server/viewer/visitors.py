"""What the visitor of a request may see and do, and the proof that a form was sent from a page of ours."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.requests import Request

from pincite.errors import RequestError, UnknownReferenceError

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.server.desk import Desk
    from pincite.server.http.visitor import Scope, Visitor

MAX_FORM = 64_000  # bytes


def visitor_of(request: Request) -> Visitor:
    """Who asks; set by what stands before the routes."""
    found: Visitor = request.state.visitor
    return found


def may(request: Request, scope: Scope) -> bool:
    return scope in visitor_of(request).scopes


def need(request: Request, scope: Scope) -> None:
    """Raises ``RequestError`` (forbidden) for a visitor without the scope."""
    if not may(request, scope):
        raise RequestError(
            "Your token does not allow this.", code="forbidden", hint=f"It takes a token with the scope {scope}."
        )


async def document_of(request: Request, desk: Desk) -> OpenDocument:
    """The document that the path names. Raises ``UnknownReferenceError`` (unknown_document) where there is none that
    the visitor may see; which of the two is not said."""
    need(request, "read")
    doc_id = request.path_params["doc_id"]
    if not visitor_of(request).may_see(doc_id):
        raise _unknown()
    try:
        return await desk.work(lambda: desk.get(doc_id))
    except UnknownReferenceError as error:
        if error.code != "unknown_document":
            raise
        raise _unknown() from None  # its hint names what is near, which may be others' documents


def form_token(request: Request, desk: Desk) -> str:
    """What a form of this visitor carries."""
    return hmac.new(desk.secret, b"form of " + visitor_of(request).name.encode(), "sha256").hexdigest()


async def posted(request: Request, desk: Desk) -> dict[str, str]:
    """The fields of a form. Raises ``RequestError`` (forbidden) unless a page of ours sent it."""
    if not _from_here(request):
        raise RequestError("This form was sent from elsewhere.", code="forbidden", hint="Open the page and try again.")
    length = request.headers.get("content-length", "")
    if not length.isdecimal() or int(length) > MAX_FORM:
        raise RequestError("This form is too long.", hint=f"Send at most {MAX_FORM:,} bytes.")
    async with request.form(max_files=0, max_fields=20) as form:
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
    if not hmac.compare_digest(fields.pop("token", "").encode(), form_token(request, desk).encode()):
        raise RequestError("This form is too old.", code="forbidden", hint="Reload the page and try again.")
    return fields


def _from_here(request: Request) -> bool:
    """Whether the browser says that a page of this very address sends the request. A browser that says nothing of it
    is not believed."""
    site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
    if site is not None and site != "same-origin":
        return False
    if origin is None:
        return site == "same-origin"
    return urlsplit(origin).netloc == request.headers.get("host")


def _unknown() -> UnknownReferenceError:
    return UnknownReferenceError(
        "There is no such document here.", code="unknown_document", hint="The list shows those that can be seen."
    )
