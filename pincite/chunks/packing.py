"""Atoms to packs: each becomes a chunk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Self

from pincite.chunks.atoms import Atom
from pincite.chunks.sizes import ChunkSizes
from pincite.model import Kind, Role

_SHOWN = frozenset({Kind.TABLE, Kind.FIGURE, Kind.CHART})
_INTRODUCED = frozenset({Kind.LIST_ITEM, Kind.TABLE, Kind.CODE, Kind.QUOTE, Kind.EQUATION, Kind.CHART})
_SHORT = 60  # tokens of a paragraph that says what the table below it is


@dataclass(slots=True)
class Pack:
    """Atoms of one chunk, in order, and their tokens. ``is_lonely``: it is headings and nothing below them; ``role``:
    where its text stands in the document, a heading goes with what is below it."""

    atoms: list[Atom]
    tokens: int
    is_lonely: bool
    role: Role

    @classmethod
    def of(cls, atom: Atom) -> Self:
        """A pack of one atom."""
        return cls([atom], atom.tokens, atom.block.kind is Kind.HEADING, atom.block.role)


def joined(first: Pack, second: Pack) -> Pack:
    """The one after the other."""
    role = second.role if first.is_lonely and not second.is_lonely else first.role
    lonely = first.is_lonely and second.is_lonely
    return Pack(first.atoms + second.atoms, first.tokens + second.tokens, lonely, role)


class Packer:
    """Packs by size. Atoms that belong together (a heading and its text, a caption and its table) stay together as far
    as the largest size allows."""

    def __init__(self, sizes: ChunkSizes) -> None:
        self._sizes = sizes

    def section(self, atoms: Sequence[Atom]) -> list[Pack]:
        """The text directly below one heading."""
        out: list[Pack] = []
        for cluster in self._clusters(atoms):
            if out and self._goes_on(out[-1], cluster):
                out[-1] = joined(out[-1], cluster)
            else:
                out.append(cluster)
        return self._without_rest(out)

    def siblings(self, units: Iterable[list[Pack]]) -> list[Pack]:
        """What stands under one heading: its own text, then its sections. Those that are one small pack are joined
        with their neighbours until they reach the minimum."""
        out: list[Pack] = []
        wholes: list[bool] = []  # which of them are whole sections
        for unit in units:
            for i, pack in enumerate(unit):
                whole = len(unit) == 1
                small = out and wholes[-1] and out[-1].tokens < self._sizes.minimum
                if small and i == 0 and self._may_join(out[-1], pack, whole=whole):
                    pack = joined(out.pop(), pack)
                    wholes.pop()
                out.append(pack)
                wholes.append(whole)
        return self._without_rest(out) if all(wholes[-2:]) else out

    def _clusters(self, atoms: Sequence[Atom]) -> list[Pack]:
        out: list[Pack] = []
        for before, atom in zip([None, *atoms], atoms, strict=False):
            pack = Pack.of(atom)
            if out and before is not None and _holds(before, atom) and self._fits(out[-1], pack):
                out[-1] = joined(out[-1], pack)
            else:
                out.append(pack)
        return out

    def _goes_on(self, pack: Pack, cluster: Pack) -> bool:
        if not self._fits(pack, cluster):
            return False
        return pack.tokens < self._sizes.minimum or pack.tokens + cluster.tokens <= self._sizes.optimal

    def _may_join(self, pack: Pack, following: Pack, *, whole: bool) -> bool:
        """Whether a small pack takes the next: whole sections only, but a heading goes with whatever is below it."""
        if pack.is_lonely:
            return self._fits(pack, following)
        return whole and self._fits(pack, following) and pack.tokens + following.tokens <= self._sizes.optimal

    def _without_rest(self, packs: list[Pack]) -> list[Pack]:
        """The last pack, if it is small, goes with the one before it."""
        if len(packs) > 1 and packs[-1].tokens < self._sizes.minimum and self._fits(packs[-2], packs[-1]):
            return [*packs[:-2], joined(packs[-2], packs[-1])]
        return packs

    def _fits(self, first: Pack, second: Pack) -> bool:
        if first.tokens + second.tokens > self._sizes.maximum:
            return False
        return first.role is second.role or first.is_lonely or second.is_lonely


def _holds(before: Atom, atom: Atom) -> bool:
    """Whether the two are read together."""
    kind, following = before.block.kind, atom.block.kind
    if before.block is atom.block:
        return False
    if kind is Kind.HEADING or (kind is Kind.CAPTION and following in _SHOWN):
        return True
    if kind in _SHOWN and following is Kind.CAPTION:
        return True
    if kind is not Kind.PARAGRAPH:
        return False
    introduces = before.text.rstrip().endswith(":") and following in _INTRODUCED
    return introduces or (following is Kind.TABLE and before.tokens <= _SHORT)
