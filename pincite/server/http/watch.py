"""Directories that are watched: what comes or changes in them is read ahead, what goes is forgotten.

They are looked through every few seconds: that also works where no system tells of changes, on network drives and on
directories mounted into a container; and it needs no further package. Of several processes one watches; where it dies,
another goes on with what it knew.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import anyio
import anyio.to_thread

from pincite.errors import PinciteError
from pincite.server.http.identity import OWNER
from pincite.server.http.locks import locked
from pincite.server.http.user import User, root_reader
from pincite.server.http.visitor import visiting
from pincite.sources import filetypes

if TYPE_CHECKING:
    from pincite.server.desk import Desk

_log = logging.getLogger(__name__)
EVERY_S = 3.0


class Seen(NamedTuple):
    """A file as it was last read: size in bytes, time of change in ns, and its document (``None``: it gave none)."""

    size: int
    mtime_ns: int
    doc_id: str | None


class Watch:
    """Watches the directories of the settings; ``desk`` is where their documents go."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._roots = [Path(os.path.realpath(root)) for root in desk.settings.watch]
        self._state = desk.settings.cache_dir / "watched.json"
        self._known: dict[str, Seen] = {}
        self._before: dict[str, tuple[int, int]] = {}

    async def run(self, every_s: float = EVERY_S) -> None:
        """Until it is cancelled."""
        self._state.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        while True:
            with locked(self._state) as held:
                if held:
                    self._known = self._load()
                    while True:
                        await anyio.to_thread.run_sync(self.look, abandon_on_cancel=True)
                        await anyio.sleep(every_s)
            await anyio.sleep(every_s)

    def look(self) -> None:
        """Goes through the directories once. A file is read when it is as it was at the look before: until then
        somebody may be writing it."""
        there = [root for root in self._roots if root.is_dir()]  # one that is not mounted has not lost its files
        now = {path: facts for root in there for path, facts in _files(root)}
        for path, facts in now.items():
            known = self._known.get(path)
            if (known is None or known[:2] != facts) and self._before.get(path) == facts:
                self._read(path, facts, known)
        for path in [p for p in self._known if p not in now and self._root(p) in there]:
            self._leave(path, self._known.pop(path))
            self._save()
        self._before = now

    def _read(self, path: str, facts: tuple[int, int], before: Seen | None) -> None:
        doc_id = None
        root = self._root(path)
        assert root is not None and self._desk.sharing is not None  # noqa: PT018 - what is watched is of a shared server
        try:
            with visiting(User(OWNER, lambda: [root], self._desk.sharing.grants)):
                opened = self._desk.registry.begin(path).wait()
            doc_id = opened.key.doc_id if hasattr(opened, "key") else None
        except PinciteError as error:
            if error.code == "cancelled":
                return
            _log.warning("a watched file gives no document: %s", error)
        self._known[path] = Seen(*facts, doc_id)
        if before is not None and before.doc_id != doc_id:
            self._leave(path, before)
        self._save()

    def _leave(self, path: str, seen: Seen) -> None:
        """The document is not here any more, unless another file has it or somebody keeps it."""
        if seen.doc_id is None or any(other.doc_id == seen.doc_id for other in self._known.values()):
            return
        root = self._root(path)
        with suppress(PinciteError):
            if root is not None:
                self._desk.registry.leave(seen.doc_id, root_reader(root))

    def _root(self, path: str) -> Path | None:
        return next((root for root in self._roots if Path(path).is_relative_to(root)), None)

    def _load(self) -> dict[str, Seen]:
        with suppress(OSError, ValueError, TypeError):
            return {path: Seen(*facts) for path, facts in json.loads(self._state.read_text()).items()}
        return {}

    def _save(self) -> None:
        part = self._state.with_suffix(".part")
        part.write_text(json.dumps(self._known))
        part.replace(self._state)


def _files(root: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """The documents below a directory, with their size and time. Hidden files and those of open programs are none."""
    for directory, names, files in os.walk(root):
        names[:] = [name for name in names if not name.startswith(".")]
        for name in files:
            if name.startswith((".", "~$")) or not filetypes.supported(filetypes.by_extension(name)):
                continue
            path = os.path.realpath(Path(directory) / name)
            with suppress(OSError):
                facts = Path(path).stat()
                if Path(path).is_relative_to(root):
                    yield path, (facts.st_size, facts.st_mtime_ns)
