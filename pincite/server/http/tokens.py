"""The tokens of users: what a line about one says, and the file that holds the lines.

A line has the user's name and the SHA-256 of a token, never the token itself; 32 random bytes cannot be guessed from
their hash, so that no slow hash is needed.

    alice sha256:9f86d0… scopes=read,upload groups=legal expires=2027-01-31
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import tempfile
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, cast

from pincite.errors import RequestError
from pincite.server.http.visitor import SCOPES, Scope

PREFIX = "pin_"
_NAME = re.compile(r"[A-Za-z0-9._@-]{1,64}")
_DIGEST = re.compile(r"sha256:([0-9a-f]{64})")
_ID_LENGTH = 10
_HEAD = "# Tokens of Pincite, one a line: user, hash, scopes, groups, day of expiry. Made by `pincite token new`.\n"


class Token(NamedTuple):
    """What is known of a token. ``digest``: its SHA-256 as hex; ``expires``: seconds since the epoch, ``None``:
    never."""

    user: str
    digest: str
    scopes: frozenset[Scope]
    groups: frozenset[str] = frozenset()
    expires: float | None = None

    @property
    def id(self) -> str:
        """What the token is called where it must not be shown."""
        return self.digest[:_ID_LENGTH]

    @property
    def valid(self) -> bool:
        return self.expires is None or time.time() < self.expires


def new_token(
    user: str, scopes: Iterable[str], groups: Iterable[str] = (), expires: float | None = None
) -> tuple[str, Token]:
    """A token, to be shown once, and what is kept of it. Raises ``RequestError`` (bad_argument)."""
    secret = PREFIX + secrets.token_urlsafe(32)
    return secret, Token(_name(user), digest_of(secret), _scopes(scopes), frozenset(map(_name, groups)), expires)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def token_line(token: Token) -> str:
    """The line about it."""
    parts = [token.user, f"sha256:{token.digest}", f"scopes={','.join(sorted(token.scopes))}"]
    if token.groups:
        parts.append(f"groups={','.join(sorted(token.groups))}")
    if token.expires is not None:
        parts.append(f"expires={datetime.fromtimestamp(token.expires, UTC).strftime('%Y-%m-%dT%H:%M:%SZ')}")
    return " ".join(parts)


def read_lines(lines: Iterable[str], where: str) -> list[Token]:
    """The tokens of these lines; empty ones and those that begin with # say nothing. Raises ``RequestError``
    (bad_argument) with ``where`` and the number of a line that is none."""
    tokens = []
    for number, text in enumerate(lines, 1):
        if text.strip() and not text.lstrip().startswith("#"):
            try:
                tokens.append(_read(text))
            except ValueError as error:
                raise RequestError(
                    f"{where}, line {number}: {error}.", hint="`pincite token new USER` writes such lines."
                ) from None
    return tokens


def find(secret: str, tokens: Iterable[Token]) -> Token | None:
    """The valid token whose hash is that of ``secret``. All are compared, each in constant time, so that the time it
    takes tells nothing."""
    digest, found = digest_of(secret), None
    for token in tokens:
        if hmac.compare_digest(token.digest, digest) and token.valid:
            found = token
    return found


class TokenFile:
    """The file of tokens, read again when it has changed. Safe for threads; it is replaced as a whole."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._state: tuple[int, int, int] | None = None
        self._tokens: Sequence[Token] = ()

    def tokens(self) -> Sequence[Token]:
        """All of its tokens, expired ones too; none where there is no file. Raises ``RequestError`` (bad_argument)."""
        with self._lock:
            state = self._look()
            if state != self._state or state is None:
                self._tokens = self._read() if state is not None else ()
                self._state = state
            return self._tokens

    def add(self, token: Token) -> None:
        self._write([*self.tokens(), token])

    def revoke(self, name: str) -> list[Token]:
        """Takes out the token with this id, or all of a user; returns them."""
        tokens = self.tokens()
        gone = [t for t in tokens if name in (t.id, t.user)]
        if gone:
            self._write([t for t in tokens if t not in gone])
        return gone

    def _look(self) -> tuple[int, int, int] | None:
        try:
            facts = self._path.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._trouble(error) from None
        return facts.st_mtime_ns, facts.st_size, facts.st_ino

    def _read(self) -> list[Token]:
        try:
            return read_lines(self._path.read_text(encoding="utf-8").splitlines(), self._path.name)
        except (OSError, UnicodeDecodeError) as error:
            raise self._trouble(error) from None

    def _write(self, tokens: Sequence[Token]) -> None:
        text = _HEAD + "".join(token_line(token) + "\n" for token in tokens)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".tokens-")  # nobody else may read it
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self._path)
        except OSError as error:
            raise self._trouble(error) from None

    def _trouble(self, error: Exception) -> RequestError:
        reason = getattr(error, "strerror", None) or type(error).__name__
        return RequestError(f"The file of tokens {self._path.name} cannot be used: {reason}.")


def _read(text: str) -> Token:
    user, digest, *rest = [*text.split(), ""][:2] + text.split()[2:]
    matched = _DIGEST.fullmatch(digest)
    if not _NAME.fullmatch(user) or not matched:
        raise ValueError("not USER sha256:HASH")
    fields = dict(part.partition("=")[::2] for part in rest)
    unknown = set(fields) - {"scopes", "groups", "expires"}
    if unknown:
        raise ValueError(f"unknown word {sorted(unknown)[0][:40]}")
    try:
        scopes = _scopes(fields.get("scopes", "read").split(","))
    except RequestError as error:
        raise ValueError(error.message.rstrip(".")) from None
    groups = frozenset(filter(None, fields.get("groups", "").split(",")))
    expires = read_time(fields["expires"]) if "expires" in fields else None
    return Token(user, matched[1], scopes, groups, expires)


def read_time(text: str) -> float:
    """A day (its beginning, UTC) or a moment as ISO 8601 writes it. Raises ``ValueError``."""
    moment = datetime.fromisoformat(text)
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _scopes(names: Iterable[str]) -> frozenset[Scope]:
    wanted = {name.strip() for name in names}
    if not wanted or not wanted <= SCOPES:
        raise RequestError(
            f"No scope {sorted(wanted - SCOPES)[0] if wanted else '(none)'}.",
            hint=f"Scopes: {', '.join(sorted(SCOPES))}.",
        )
    return frozenset(cast("Iterable[Scope]", wanted))


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise RequestError(f"{text[:80]!r} is no name.", hint="Letters, digits and . _ @ - make one.")
    return text
