"""URLs: what a caller may name, how they are shown, and what they refer to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from pincite.errors import SourceError
from pincite.sources import pathforms
from pincite.sources.web.addresses import Guard, private

if TYPE_CHECKING:
    from httpx2 import URL

_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")  # read differently by different programs
_NUMERIC = re.compile(r"(?:0[xX][0-9a-fA-F]*|\d+)(?:\.(?:0[xX][0-9a-fA-F]*|\d+)){0,3}\.?")
_DOTTED = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)")
_HOST = re.compile(r"[A-Za-z0-9_.-]+|[0-9a-fA-F:.]+")
_SHOWN = 160
_MAX_LENGTH = 8000


def web_url(text: str) -> URL:
    """The URL in the form in which it is asked for, without its fragment. Raises ``SourceError`` url_not_allowed (not
    http or https, a user name in it), bad_url, private_address (a host in figures that hide such a one)."""
    import httpx2

    text = pathforms.pasted(text)
    if len(text) > _MAX_LENGTH or _UNSAFE.search(text):
        raise _bad(text, "it holds characters that no URL has" if len(text) <= _MAX_LENGTH else "it is too long")
    try:
        _refuse_disguise(urlsplit(text).hostname or "")
        url = httpx2.URL(text)
        port = url.port
    except (httpx2.InvalidURL, ValueError):
        raise _bad(text, "its host or port is malformed") from None
    if url.scheme not in pathforms.WEB_SCHEMES:
        raise SourceError(
            f"{url.scheme or 'Relative'}: addresses are not opened.",
            code="url_not_allowed",
            hint="Give an http or https URL.",
        )
    if url.userinfo:
        raise SourceError(
            f"The address {shown(text)} carries a user name, which is how links hide where they lead.",
            code="url_not_allowed",
            hint="Give the URL without it; pages behind a log-in are saved to a file first.",
        )
    host = url.raw_host.decode("ascii")
    if not _HOST.fullmatch(host) or (port is not None and not 0 < port < 65536):
        raise _bad(text, "its host or port is malformed")
    return url.copy_with(fragment=None)


def shown(url: str) -> str:
    """The URL as messages may show it: without user name, query and fragment, which may hold secrets."""
    try:
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
    except ValueError:
        return "the address"
    text = f"{parts.scheme}://{host}{parts.path}" + ("?…" if parts.query else "")
    text = "".join(c if c.isprintable() else "\ufffd" for c in text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def base_of(url: str) -> str:
    """What the links of a page are relative to. The query is no part of that, and may hold secrets or a session."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path or "/", "", ""))


def _refuse_disguise(host: str) -> None:
    """Refuses IPv4 addresses that are written as no person writes them: ``2130706433``, ``0x7f.1``, ``0177.0.0.1``."""
    if _NUMERIC.fullmatch(host) and not _DOTTED.fullmatch(host):
        import socket

        try:
            address = socket.inet_ntoa(socket.inet_aton(host.rstrip(".")))
        except OSError:
            address = ""
        if not Guard().allows(address):
            raise private(host)
        raise SourceError(
            f"{host} is an address in disguise.", code="url_not_allowed", hint="Give the host by its name."
        )


def _bad(text: str, why: str) -> SourceError:
    return SourceError(f"{shown(text)} is no URL that can be opened: {why}.", code="bad_url", hint="Check the address.")
