"""Where a person signs in with their token: a form that gives a cookie, which no script can read."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import anyio.to_thread
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from pincite.errors import StoreError
from pincite.server.http.identity import COOKIE, Identities, Identity

if TYPE_CHECKING:
    from starlette.types import Scope

LOGIN_PATH = "/login"
_LARGEST_FORM = 20_000
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Pincite</title>
<meta name="viewport" content="width=device-width">{head}
<style>body{{font:16px system-ui,sans-serif;max-width:26rem;margin:15vh auto;padding:0 1rem}}
input,button{{font:inherit;padding:.5rem;width:100%;box-sizing:border-box;margin-top:.5rem}}</style></head>
<body><h1>Pincite</h1>{body}</body></html>
"""
_FORM = """<form method="post" action="{path}"><input type="hidden" name="next" value="{next}">
<label>Your token<input type="password" name="token" autocomplete="current-password" required autofocus></label>
<button>Sign in</button></form><p role="alert">{trouble}</p>"""
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"


class Login:
    """``GET`` shows the form, ``POST`` signs in."""

    def __init__(self, identities: Identities) -> None:
        self._identities = identities

    async def show(self, request: Request) -> Response:
        """The form. Who comes by a link from elsewhere may be signed in already, which the browser told only now that
        the page is ours: they are sent on once more first."""
        place = own_place(request.query_params.get("next"))
        if request.headers.get("sec-fetch-site") == "cross-site":
            address = escape(place, quote=True)
            head = f'<meta http-equiv="refresh" content="0;url={address}">'
            return _page(f'<p><a href="{address}">Go on</a></p>', head=head)
        return _page(_form(place))

    async def sign_in(self, request: Request) -> Response:
        if int(request.headers.get("content-length", _LARGEST_FORM + 1)) > _LARGEST_FORM:
            return _page(_form("/", "That is too long."), 413)
        async with request.form(max_files=0, max_fields=4, max_part_size=_LARGEST_FORM) as form:
            place, secret = own_place(str(form.get("next", ""))), str(form.get("token", "")).strip()
        try:
            who = await anyio.to_thread.run_sync(self._identities.of_token, secret)
        except StoreError as error:
            return _page(_form(place, f"{error.message} {error.hint}"), 503)
        if who is None:
            return _page(_form(place, "That token is not known, or no longer good."), 401)
        return signed_in(self._identities, who, place, request.scope)


def signed_in(identities: Identities, who: Identity, place: str, scope: Scope) -> Response:
    """Leads to ``place`` with the cookie of the identity."""
    value, seconds = identities.cookie(who)
    answer = RedirectResponse(own_place(place), 303)
    secure = scope.get("scheme") == "https"
    answer.set_cookie(COOKIE, value, max_age=int(seconds), httponly=True, samesite="strict", secure=secure)
    return answer


def own_place(text: str | None) -> str:
    """A path of this server; the start page for anything else, above all other sites."""
    plain = text or "/"
    own = plain.startswith("/") and not plain.startswith(("//", "/\\")) and plain.isprintable() and "\\" not in plain
    return plain if own else "/"


def _form(place: str, trouble: str = "") -> str:
    return _FORM.format(path=LOGIN_PATH, next=escape(place, quote=True), trouble=escape(trouble))


def _page(body: str, status: int = 200, head: str = "") -> Response:
    headers = {"content-security-policy": _POLICY, "cache-control": "no-store"}
    return HTMLResponse(_PAGE.format(head=head, body=body), status, headers)
