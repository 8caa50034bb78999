"""What a shared server must be told before it starts, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.errors import RequestError
from pincite.server.http.guard import MCP_PATH, METADATA_PATH
from pincite.server.http.identity import Identities
from pincite.server.http.issuer import Issuer
from pincite.server.http.keys import shared_secret
from pincite.server.http.origins import is_loopback

if TYPE_CHECKING:
    from pincite.settings import Settings


def check(settings: Settings) -> None:
    """Raises ``RequestError`` (unsafe, bad_argument) for a server that would be open to strangers, or of no use."""
    if not (settings.roots or settings.group_roots or settings.watch or settings.uploads):
        raise RequestError(
            "A server over HTTP must be told which documents it may show.",
            code="unsafe",
            hint="Name directories (--root DIR, --watch DIR) or take uploads (--uploads true).",
        )
    if settings.jwt_issuer and not (settings.jwt_audience or settings.public_url):
        raise RequestError(
            "Tokens of an issuer need an audience.",
            hint="Set PINCITE_PUBLIC_URL, or PINCITE_JWT_AUDIENCE to what the issuer writes into them.",
        )
    known = identities_of(settings).known  # also finds lines that cannot be read
    if not known and not is_loopback(settings.host):
        raise RequestError(
            f"{settings.host} can be reached from other machines, and nobody would be asked for a token.",
            code="unsafe",
            hint="Make tokens (pincite token new USER) and set PINCITE_TOKENS_FILE, or name an issuer "
            "(PINCITE_JWT_ISSUER); or listen on 127.0.0.1.",
        )


def identities_of(settings: Settings) -> Identities:
    """All whom the settings know. Raises ``RequestError`` for tokens that cannot be read."""
    issuer = None
    if settings.jwt_issuer:
        issuer = Issuer(settings.jwt_issuer, resource_of(settings), settings.jwt_keys)
    return Identities(settings, issuer, shared_secret(settings))


def resource_of(settings: Settings) -> str:
    """What an issuer's tokens must be made for."""
    return settings.jwt_audience or settings.public_url + MCP_PATH


def metadata_url(settings: Settings) -> str | None:
    """Where an issuer's clients learn of it; ``None`` without an issuer: some clients ask for nothing but OAuth as soon
    as they see such a document."""
    return f"{settings.public_url}{METADATA_PATH}{MCP_PATH}" if settings.jwt_issuer and settings.public_url else None


def address_of(settings: Settings, port: int | None = None) -> str:
    """Where people reach the server."""
    if settings.public_url:
        return settings.public_url
    host = settings.host if settings.host not in ("0.0.0.0", "::") else "127.0.0.1"  # noqa: S104 - nothing is bound
    return f"http://{f'[{host}]' if ':' in host else host}:{port or settings.port}"
