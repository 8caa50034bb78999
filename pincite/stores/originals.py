"""The files that documents were made of, kept where no path leads to them on every replica: uploads above all.

One file a content, however many bring it: each of them has a claim on it, with the name that it gave the file. The file
goes with the last claim.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol

from pincite.stores.blobs import Blobs

_LONGEST_SUFFIX = 8
_KEPT_S = 3600.0


@dataclass(frozen=True, slots=True)
class Claim:
    """Who keeps a file, and as what: ``name`` is the file's name without a directory; ``shared``: others may see it;
    ``stored`` is in seconds since the epoch."""

    owner: str
    name: str
    shared: bool
    stored: float


@dataclass(frozen=True, slots=True)
class Original:
    """A file that is kept, with all claims on it, the oldest first; at least one."""

    doc_id: str
    claims: tuple[Claim, ...]

    @property
    def name(self) -> str:
        return self.claims[0].name

    def may_see(self, owner: str) -> bool:
        """Whether the file is this owner's, or shared with all."""
        return any(claim.shared or claim.owner == owner for claim in self.claims)


class OriginalStore(Protocol):
    """Files by the id of their content. All methods raise ``StoreError``; safe for threads and processes."""

    def put(self, doc_id: str, file: Path, *, owner: str, name: str, shared: bool = False) -> Original:
        """Keeps a copy of the file for ``owner``. Put again, it has the new name and is shared or not as said now."""

    def find(self, doc_id: str) -> Original | None:
        """Who keeps the file; ``None`` where nobody does."""

    def fetch(self, doc_id: str) -> Path | None:
        """A file on this machine with the content, to be read only; ``None`` where it is not kept. Its suffix is that
        of the first name."""

    def owned(self, owner: str) -> list[Original]:
        """All files on which ``owner`` has a claim, the latest first."""

    def delete(self, doc_id: str, *, owner: str | None = None) -> bool:
        """Ends the claim of ``owner`` (``None``: all claims), and removes the file with the last. ``False`` where
        there was none."""


class Claims(Protocol):
    """The claims alone: what ``OriginalStore`` needs to know beside the bytes."""

    def put(self, doc_id: str, claim: Claim) -> None: ...

    def find(self, doc_id: str) -> list[Claim]: ...

    def owned(self, owner: str) -> list[str]: ...

    def delete(self, doc_id: str, owner: str | None) -> int: ...


class KeptOriginals:
    """Originals in ``blobs``. Files that were asked for lie in ``directory`` for an hour after their last use."""

    def __init__(self, blobs: Blobs, claims: Claims, directory: Path) -> None:
        self._blobs = blobs
        self._claims = claims
        self._directory = directory

    def put(self, doc_id: str, file: Path, *, owner: str, name: str, shared: bool = False) -> Original:
        claim = Claim(owner, PurePosixPath(name.replace("\\", "/")).name or doc_id, shared, time.time())
        self._claims.put(doc_id, claim)  # first: a file without a claim would never go
        self._blobs.put(_content(doc_id), file)
        return self.find(doc_id) or Original(doc_id, (claim,))

    def find(self, doc_id: str) -> Original | None:
        claims = sorted(self._claims.find(doc_id), key=lambda claim: claim.stored)
        return Original(doc_id, tuple(claims)) if claims else None

    def fetch(self, doc_id: str) -> Path | None:
        self._sweep()
        found = self.find(doc_id)
        if found is None:
            return None
        path = self._directory / f"{doc_id}{suffix_of(found.name)}"
        if not path.exists() and not self._blobs.save(_content(doc_id), path):
            return None
        os.utime(path)
        return path

    def owned(self, owner: str) -> list[Original]:
        found = [self.find(doc_id) for doc_id in self._claims.owned(owner)]
        kept = [one for one in found if one is not None]
        return sorted(kept, key=lambda one: -max(claim.stored for claim in one.claims if claim.owner == owner))

    def delete(self, doc_id: str, *, owner: str | None = None) -> bool:
        ended = self._claims.delete(doc_id, owner)
        if not self._claims.find(doc_id):
            for path in self._directory.glob(f"{doc_id}*"):
                path.unlink(missing_ok=True)
            self._blobs.delete(_content(doc_id))
        return bool(ended)

    def _sweep(self) -> None:
        """Removes what nobody asked for lately: another replica may have deleted the original since."""
        oldest = time.time() - _KEPT_S
        for path in self._directory.glob("[!.]*"):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()


class BlobClaims:
    """Claims as small blobs beside the bytes: one for the document, and one that finds it by its owner."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def put(self, doc_id: str, claim: Claim) -> None:
        self._blobs.put(_owned(claim.owner) + doc_id, b"{}")
        self._blobs.put(_claims(doc_id) + _digest(claim.owner), json.dumps(asdict(claim)).encode())

    def find(self, doc_id: str) -> list[Claim]:
        found = map(self._blobs.get, self._blobs.names(_claims(doc_id)))
        return [Claim(**json.loads(data)) for data in found if data is not None]

    def owned(self, owner: str) -> list[str]:
        return [name.rpartition("/")[2] for name in self._blobs.names(_owned(owner))]

    def delete(self, doc_id: str, owner: str | None) -> int:
        ended = [claim for claim in self.find(doc_id) if owner in (None, claim.owner)]
        for claim in ended:
            self._blobs.delete(_claims(doc_id) + _digest(claim.owner))
            self._blobs.delete(_owned(claim.owner) + doc_id)
        return len(ended)


def suffix_of(name: str) -> str:
    """The suffix of a file's name if it is a plain one, else nothing."""
    suffix = PurePosixPath(name).suffix
    return suffix if suffix[1:].isascii() and suffix[1:].isalnum() and len(suffix) <= _LONGEST_SUFFIX else ""


def _content(doc_id: str) -> str:
    return f"originals/{doc_id}/content"


def _claims(doc_id: str) -> str:
    return f"originals/{doc_id}/claims/"


def _owned(owner: str) -> str:
    return f"owners/{_digest(owner)}/"


def _digest(owner: str) -> str:
    """A plain name for whatever a user is called."""
    return hashlib.sha256(owner.encode()).hexdigest()[:32]
