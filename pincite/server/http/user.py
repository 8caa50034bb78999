"""A user of a shared server: a visitor with the directories that they may read and all readers that they are."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.server.http.grants import EVERYONE, Grants
from pincite.server.http.identity import Identity
from pincite.server.http.visitor import Scope

if TYPE_CHECKING:
    from pincite.settings import Settings


class User:
    """The visitor of one request: ``reader`` stands for the user alone, ``readers`` for all that they are; ``roots``
    are the directories that they may read, resolved: found by ``find_roots`` when a request first needs them."""

    def __init__(self, identity: Identity, find_roots: Callable[[], Sequence[Path]], grants: Grants) -> None:
        self.identity = identity
        self.reader = f"user:{identity.user}"
        self._find_roots = find_roots
        self._grants = grants

    @cached_property
    def roots(self) -> tuple[Path, ...]:
        return tuple(self._find_roots())

    @cached_property
    def readers(self) -> frozenset[str]:
        groups = {f"group:{group}" for group in self.identity.groups}
        return frozenset({self.reader, EVERYONE} | groups | {root_reader(root) for root in self.roots})

    @property
    def name(self) -> str:
        return self.identity.user

    @property
    def scopes(self) -> frozenset[Scope]:
        return self.identity.scopes

    @property
    def is_admin(self) -> bool:
        return "admin" in self.identity.scopes

    def may_see(self, doc_id: str) -> bool:
        return self.is_admin or self._grants.may_see(doc_id, self.readers)


def root_reader(root: Path) -> str:
    """The reader that stands for all who may read a directory."""
    return f"root:{root}"


def roots_of(identity: Identity, settings: Settings) -> list[Path]:
    """The directories that a user may read: those of everybody, those of their groups; an administrator's are all."""
    everybody = [*settings.roots, *settings.watch]
    theirs = [d for group, d in settings.group_roots if group in identity.groups or "admin" in identity.scopes]
    return list(dict.fromkeys(Path(os.path.realpath(root)) for root in [*everybody, *theirs]))
