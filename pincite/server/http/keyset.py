"""The public keys of an identity provider: found where it says that they are, kept, and fetched anew when they change.

Whoever comes with a token may name a key that is nowhere, and a provider may be down: neither makes us ask it again and
again, and what was signed with a key that we know goes on being taken.
"""

from __future__ import annotations

import json
import logging
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from http.client import HTTPException
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pincite.errors import StoreError

if TYPE_CHECKING:
    from jwt import PyJWK

_log = logging.getLogger(__name__)
_TIMEOUT_S = 5
_LARGEST = 1_000_000
_FRESH_S = 300.0  # then they are fetched again when one is needed
_KEPT_S = 24 * 3600.0  # how long they are good where the provider does not answer
_PAUSE_S = 10.0  # between two tries to fetch
_AFTER_HOST, _AFTER_ALL = "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"


class KeySet:
    """The keys of the issuer at ``issuer``; ``address`` is where they are, empty: as its discovery document says. Safe
    for threads. ``clock`` gives seconds."""

    def __init__(self, issuer: str, address: str = "", clock: Callable[[], float] = time.monotonic) -> None:
        self._issuer = issuer
        self._address = address
        self._clock = clock
        self._fetching = threading.Lock()
        self._keys: dict[str, PyJWK] = {}
        self._fetched = self._tried = float("-inf")

    def key(self, name: str) -> PyJWK | None:
        """The key of this name; ``None`` where the issuer has none. Blocks while keys are fetched. Raises
        ``StoreError`` (issuer_unavailable) where it cannot be known."""
        known = self._keys.get(name)
        if known is None or self._age() > _FRESH_S:
            self._fetch(wait=known is None)
            known = self._keys.get(name)
        if self._age() > _KEPT_S or (known is None and self._fetched < self._tried):
            raise StoreError(
                "The keys of the issuer of this token cannot be fetched.",
                code="issuer_unavailable",
                hint="Try again in a minute; if it lasts, its administrator should look at PINCITE_JWT_ISSUER.",
            )
        return known

    def _age(self) -> float:
        return self._clock() - self._fetched

    def _fetch(self, *, wait: bool) -> None:
        """Fetches the keys unless that was tried just now. One thread does; the others ``wait`` for it, or not."""
        if not self._fetching.acquire(timeout=_TIMEOUT_S if wait else 0):
            return
        try:
            if self._clock() - self._tried < _PAUSE_S:
                return
            self._tried = self._clock()
            try:
                self._keys = _signing_keys(_json(self._address or self._found()))
                self._fetched = self._tried
            except (OSError, HTTPException, ValueError, LookupError) as error:
                _log.warning("the issuer's keys cannot be fetched: %s: %s", type(error).__name__, error)
        finally:
            self._fetching.release()

    def _found(self) -> str:
        """Where the issuer says that its keys are. Raises ``LookupError`` where it does not say so."""
        for address in discovery_urls(self._issuer):
            try:
                told = _json(address)
            except urllib.error.HTTPError as error:
                error.close()
                continue  # the next place
            if told.get("issuer") != self._issuer:
                raise LookupError(f"{address} speaks of another issuer")
            keys = str(told["jwks_uri"])
            if urlsplit(self._issuer).scheme == "https" != urlsplit(keys).scheme:
                raise LookupError(f"{address} names keys without https")
            return keys
        raise LookupError(f"{self._issuer} has no discovery document")


def discovery_urls(issuer: str) -> Iterator[str]:
    """Where the document of an issuer may be: as OpenID Connect says, then as RFC 8414 does."""
    parts = urlsplit(issuer.rstrip("/"))
    yield parts.geturl() + _AFTER_ALL
    yield parts._replace(path=_AFTER_HOST + parts.path).geturl()
    if parts.path:
        yield parts._replace(path=_AFTER_ALL + parts.path).geturl()


def _json(address: str) -> dict[str, Any]:
    """What lies there. Raises ``OSError``, ``ValueError`` or ``HTTPException``."""
    if urlsplit(address).scheme not in ("http", "https"):
        raise ValueError(f"{address} is no http(s) address")
    with urllib.request.urlopen(address, timeout=_TIMEOUT_S) as answer:  # noqa: S310 - as was checked
        told = json.loads(answer.read(_LARGEST))
    if not isinstance(told, dict):
        raise ValueError(f"{address} holds no JSON object")
    return told


def _signing_keys(told: dict[str, Any]) -> dict[str, PyJWK]:
    """The keys by name. Raises ``ValueError`` where there is none to be used."""
    import jwt

    try:
        keys = jwt.PyJWKSet.from_dict(told).keys
    except jwt.PyJWTError as error:
        raise ValueError(str(error)) from error
    return {key.key_id: key for key in keys if key.key_id and key.public_key_use in ("sig", None)}
