"""Tokens that an identity provider signed (JWT): whether this one is meant for us, and whom it names."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, cast

from pincite.server.http.keyset import KeySet
from pincite.server.http.visitor import SCOPES, Scope

if TYPE_CHECKING:
    from pincite.server.http.identity import Identity

_log = logging.getLogger(__name__)
_ALGORITHMS = ["RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "EdDSA", "PS256"]  # those with public keys only
_CLOCKS_APART_S = 5
_SCOPE_PREFIX = "pincite:"
_LONGEST = 16_384


class Issuer:
    """The issuer at ``url``. ``audience`` is what its tokens must be made for; ``keys`` the URL of its keys, empty:
    as its discovery document says. Safe for threads."""

    def __init__(self, url: str, audience: str, keys: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self.url = url
        self.audience = audience
        self._keys = KeySet(url, keys, clock)

    def verify(self, token: str) -> Identity | None:
        """Whom a token names that this issuer signed for us and that has not expired; else ``None``. Blocks while keys
        are fetched, which happens when one is unknown. Raises ``StoreError`` where they cannot be."""
        import jwt

        if len(token) > _LONGEST or token.count(".") != 2:
            return None
        try:
            header = jwt.get_unverified_header(token)
            key = self._keys.key(str(header["kid"])) if header.get("alg") in _ALGORITHMS else None
            if key is None:
                return None
            claims = jwt.decode(
                token,
                key.key,
                algorithms=_ALGORITHMS,
                audience=self.audience,
                issuer=self.url,
                leeway=_CLOCKS_APART_S,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except (jwt.PyJWTError, TypeError, ValueError, KeyError) as error:
            _log.info("a token of the issuer is refused: %s", type(error).__name__)
            return None
        return _identity(claims)


def _identity(claims: Mapping[str, Any]) -> Identity:
    from pincite.server.http.identity import Identity

    user = str(claims["sub"])
    key = "jwt:" + hashlib.sha256(f"{claims['iss']}\0{user}".encode()).hexdigest()[:16]
    groups = claims.get("groups")
    named = frozenset(map(str, groups)) if isinstance(groups, list) else frozenset[str]()
    return Identity(user, _scopes(claims), named, key, float(claims["exp"]))


def _scopes(claims: Mapping[str, Any]) -> frozenset[Scope]:
    """Our scopes among those of the token, written ``read`` or ``pincite:read``."""
    given = claims.get("scope", claims.get("scp", ""))
    names = given.split() if isinstance(given, str) else [str(name) for name in given]
    ours = SCOPES & {name.removeprefix(_SCOPE_PREFIX) for name in names}
    return frozenset(cast("Iterable[Scope]", ours))
