"""Which hosts a request may name, and which web pages it may come from.

A browser sends what a foreign page makes it send, also to servers on its own machine. So a request must name a host of
ours, a page that sends one must be of ours, and pages elsewhere may lead people here, but load nothing from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from pincite.settings import Settings

_LOOPBACK = ("localhost", "127.0.0.1", "::1")
ANY_ADDRESS = ("0.0.0.0", "::", "")  # noqa: S104 - names of an address, nothing is bound here
_OURS = ("same-origin", "none")


class Hosts:
    """The hosts that this server is called by, each with a port or, for any port, without."""

    def __init__(self, hosts: Iterable[str]) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)

    @classmethod
    def of(cls, settings: Settings) -> Hosts:
        """This machine's own names, the address that is listened on, that of the public URL, and those allowed."""
        public = urlsplit(settings.public_url).netloc if settings.public_url else ""
        bound = () if settings.host in ANY_ADDRESS else (settings.host.strip("[]"),)
        return cls([*_LOOPBACK, *bound, *([public] if public else []), *settings.allowed_hosts])

    def allows(self, netloc: str) -> bool:
        """Whether a ``Host`` header, or the host and port of an origin, is one of ours."""
        try:
            parts = urlsplit(f"//{netloc.lower()}")
            host, port = parts.hostname, parts.port
        except ValueError:
            return False
        if not host or parts.username is not None or parts.path or parts.query or parts.fragment:
            return False
        return host in self._hosts or netloc.lower() in self._hosts or f"{host}:{port or 80}" in self._hosts


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches what listens on ``host``."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def origin_allowed(headers: Mapping[str, str], hosts: Hosts) -> bool:
    """Whether the page that a request comes from is ours; programs send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return True
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and hosts.allows(parts.netloc)


def fetch_allowed(method: str, headers: Mapping[str, str]) -> bool:
    """Whether it is not a page elsewhere that loads this into itself or sends something here: it may only lead a person
    here. Programs and old browsers say nothing of it; an origin that is told was checked already."""
    if headers.get("sec-fetch-site", "none") in _OURS or "origin" in headers:
        return True
    led = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest", "document") == "document"
    return led and method in ("GET", "HEAD")


def proves_own_page(headers: Mapping[str, str]) -> bool:
    """Whether the request says that a page of ours, checked already, sends it: what a cookie needs to change things."""
    return "origin" in headers or headers.get("sec-fetch-site") == "same-origin"
