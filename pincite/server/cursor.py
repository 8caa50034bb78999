"""Where a cut result goes on: short strings that check themselves and belong to one revision of one document."""

from __future__ import annotations

import base64
import hashlib

from pincite.errors import RequestError

_CHECK_LENGTH = 6


def encode(call: str, scope: str, place: str) -> str:
    """A cursor of the tool ``call`` for ``place``; ``scope`` is what it is bound to (document, revision)."""
    return f"{place}~{_check(call, scope, place)}"


def decode(call: str, scope: str, cursor: str) -> str:
    """The place that ``encode`` was given.

    Raises ``RequestError`` (bad_cursor) where the cursor was made for another tool, document or revision, or was
    changed.
    """
    place, _, check = cursor.strip().rpartition("~")
    if not place or check != _check(call, scope, place):
        raise bad_cursor(call)
    return place


def bad_cursor(call: str) -> RequestError:
    return RequestError(
        "This cursor does not belong to this call: made for another document, revision or request, or changed.",
        code="bad_cursor",
        hint=f"Pass a cursor exactly as the last result gave it, or call {call} without one to begin again.",
    )


def _check(call: str, scope: str, place: str) -> str:
    digest = hashlib.sha256(f"{call}\n{scope}\n{place}".encode(errors="surrogatepass")).digest()
    return base64.b32encode(digest)[:_CHECK_LENGTH].decode().lower()
