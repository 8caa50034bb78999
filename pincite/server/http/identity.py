"""Whom a request comes from: the token it carries, checked, or the cookie that a token was exchanged for."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, NamedTuple, cast

from pincite.server.http.tokens import PREFIX, Token, TokenFile, find, read_lines
from pincite.server.http.visitor import SCOPES, Scope

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.server.http.issuer import Issuer
    from pincite.settings import Settings

COOKIE = "pincite"
COOKIE_S = 12 * 3600.0


class Identity(NamedTuple):
    """A user as a token shows them. ``key`` names the token, for limits, logs and cookies; ``expires`` in seconds
    since the epoch."""

    user: str
    scopes: frozenset[Scope]
    groups: frozenset[str]
    key: str
    expires: float | None = None


OWNER = Identity("owner", SCOPES, frozenset(), "owner")
"""The one user of a server that asks for no tokens."""


class Identities:
    """All whom this server knows: by the tokens of file and settings, by an issuer's. ``secret`` signs cookies."""

    def __init__(self, settings: Settings, issuer: Issuer | None, secret: bytes) -> None:
        self._file = TokenFile(settings.tokens_file) if settings.tokens_file else None
        self._fixed = read_lines(settings.tokens.replace(";", "\n").splitlines(), "PINCITE_TOKENS")
        self._issuer = issuer
        self._secret = hashlib.sha256(b"cookie\0" + secret).digest()

    @property
    def known(self) -> bool:
        """Whether there are tokens at all; without, nobody is asked for one."""
        return self._file is not None or bool(self._fixed) or self._issuer is not None

    def of_token(self, secret: str) -> Identity | None:
        """Whose token it is; ``None`` where it is unknown, expired or revoked. May wait for the issuer's keys, and
        raises ``StoreError`` where they cannot be had."""
        token = find(secret, self._tokens())
        if token is not None:
            return _identity(token)
        if self._issuer is not None and not secret.startswith(PREFIX):
            return self._issuer.verify(secret)
        return None

    def cookie(self, who: Identity) -> tuple[str, float]:
        """The value of a cookie that stands for the identity, and how many seconds it is good for."""
        until = min(time.time() + COOKIE_S, who.expires or float("inf"))
        claims = [who.key, who.user, sorted(who.scopes), sorted(who.groups), until]
        body = base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")
        return f"{body}.{self._sign(body)}", max(0.0, until - time.time())

    def of_cookie(self, value: str) -> Identity | None:
        """Whom a cookie stands for; ``None`` where it is not ours or no longer good, or its token was revoked."""
        body, _, signature = value.partition(".")
        if not hmac.compare_digest(self._sign(body).encode(), signature.encode()):
            return None
        key, user, scopes, groups, until = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        if time.time() >= until:
            return None
        if not key.startswith("jwt:"):
            token = next((t for t in self._tokens() if t.id == key and t.valid), None)
            return _identity(token) if token is not None else None
        granted = frozenset(cast("Iterable[Scope]", SCOPES & set(scopes)))
        return Identity(user, granted, frozenset(groups), key, until) if self._issuer is not None else None

    def _tokens(self) -> list[Token]:
        return [*(self._file.tokens() if self._file else ()), *self._fixed]

    def _sign(self, body: str) -> str:
        return hmac.new(self._secret, body.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def _identity(token: Token) -> Identity:
    return Identity(token.user, token.scopes, token.groups, token.id, token.expires)
