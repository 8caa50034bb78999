"""Who asks: the caller of one request, and what is theirs to see.

The guard sets the visitor before anything else runs; tools, resources and routes only ask it. A server over stdio, and
one on the loopback interface without tokens, has a single user, who may do everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, Protocol, get_args

Scope = Literal["read", "upload", "admin"]
SCOPES: frozenset[Scope] = frozenset(get_args(Scope))


class Visitor(Protocol):
    """The caller of a request. ``name`` is the user's; ``scopes`` what the token of the request allows."""

    @property
    def name(self) -> str: ...

    @property
    def scopes(self) -> frozenset[Scope]: ...

    def may_see(self, doc_id: str) -> bool:
        """Whether the document is one that this user may know of. Also ``False`` where there is no such document."""
        ...


class Owner:
    """The one user of a server that is not shared: sees and may do everything."""

    name = "owner"
    scopes = SCOPES

    def may_see(self, doc_id: str) -> bool:  # noqa: ARG002 - whatever it is
        return True


OWNER: Visitor = Owner()
_visitor: ContextVar[Visitor] = ContextVar("visitor", default=OWNER)


def visitor() -> Visitor:
    """The caller of the request that is being answered, also in threads that work for it."""
    return _visitor.get()


@contextmanager
def visiting(caller: Visitor) -> Iterator[None]:
    """Within it ``visitor`` gives the caller."""
    token = _visitor.set(caller)
    try:
        yield
    finally:
        _visitor.reset(token)
