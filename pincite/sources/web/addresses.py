"""Which addresses of the Internet a URL may lead to.

The question is asked of the address that a connection is made to, never of a name: a name may mean another address a
moment later.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from pincite.errors import SourceError

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host name (and port). Raises ``OSError``."""

_METADATA = frozenset(
    map(ip_address, ("169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200", "fd00:ec2::254"))
)
# what ``ipaddress`` counts as public in one version of Python or another, and is not
_NOT_PUBLIC_4 = tuple(
    map(ip_network, ("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4"))
)
_NOT_PUBLIC_6 = tuple(map(ip_network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))  # Teredo and 6to4, too
_UNICAST_6 = ip_network("2000::/3")  # all that is given out to the public
_LOOKUP_S = 15.0
_NAT64 = ip_network("64:ff9b::/96")


@dataclass(frozen=True, slots=True)
class Guard:
    """Finds the addresses of a host and refuses it where one of them is not to be reached."""

    allow_private: bool = False
    resolve: Resolve | None = None

    def addresses(self, host: str, port: int, seconds: float) -> list[str]:
        """The addresses to connect to, as they are written in figures. Raises ``SourceError``: private_address,
        dns_failure, timeout."""
        found = [host] if _literal(host) else _resolved(self.resolve or system_addresses, host, port, seconds)
        for address in found:
            if not self.allows(address):
                raise private(host)
        return found

    def check(self, host: str, port: int, seconds: float) -> None:
        """Refuses a host as ``addresses`` does, for a proxy that connects by itself: a name that this machine cannot
        look up may be one that the proxy can."""
        try:
            self.addresses(host, port, seconds)
        except SourceError as error:
            if error.code != "dns_failure":
                raise

    def allows(self, address: str) -> bool:
        """Whether a connection may go to this address."""
        literal = _literal(address)
        if literal is None:
            return False
        inner = _inner(literal)
        if inner in _METADATA:
            return False
        return self.allow_private or is_public(inner)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether the address belongs to the public Internet: not private, shared, loopback, link-local, multicast,
    reserved or unspecified, and no tunnel into such."""
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv4Address):
        return not any(address in net for net in _NOT_PUBLIC_4)
    return address in _UNICAST_6 and not any(address in net for net in _NOT_PUBLIC_6) and not _is_isatap(address)


def private(host: str) -> SourceError:
    return SourceError(
        f"{host[:200]} is an address of this machine or of a private network.",
        code="private_address",
        hint="Only public addresses are opened, unless PINCITE_ALLOW_PRIVATE_URLS=1 is set; files are opened by path.",
    )


def system_addresses(host: str, port: int) -> list[str]:
    """What the system's resolver says."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def _inner(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address that is meant where an IPv6 address only carries it."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return address.ipv4_mapped
        if address in _NAT64:
            return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _is_isatap(address: IPv6Address) -> bool:
    return (int(address) >> 32) & 0xFCFFFFFF == 0x5EFE


def _resolved(resolve: Resolve, host: str, port: int, seconds: float) -> list[str]:
    """The resolver's answer; it is asked in a thread, as it keeps to no time limit of its own."""
    answer: list[str] = []
    failure: list[OSError | UnicodeError] = []

    def ask() -> None:
        try:
            answer.extend(resolve(host, port))
        except (OSError, UnicodeError) as error:
            failure.append(error)

    thread = threading.Thread(target=ask, daemon=True, name="pincite-dns")
    thread.start()
    thread.join(min(seconds, _LOOKUP_S))
    if thread.is_alive():
        raise SourceError(f"The name {host[:200]} could not be looked up in time.", code="timeout", hint="Try again.")
    if failure or not answer:
        raise SourceError(
            f"There is no host {host[:200]}.",
            code="dns_failure",
            hint="Check the address for typing errors, and whether this machine is connected to the Internet.",
        )
    return answer
