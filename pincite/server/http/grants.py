"""Who may see which document.

A document belongs to whoever brought it: a *reader* is ``user:NAME``, ``group:NAME``, ``root:DIRECTORY`` (all who may
read that directory) or ``everyone``. A document without a reader is nobody's: only an administrator sees it.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Protocol, TypeVar

from pincite.errors import StoreError

EVERYONE = "everyone"
_BUSY_S = 10.0
_SCHEMA = """
create table if not exists grants (
    doc_id text not null, reader text not null, giver text not null, since real not null,
    primary key (doc_id, reader, giver)
) without rowid;
create index if not exists grants_by_reader on grants (reader, doc_id);
"""

T = TypeVar("T")


class Grants(Protocol):
    """Readers by document. ``giver`` is the reader whose document it is and who let the other see it: the same for
    one's own. All methods raise ``StoreError``; safe for threads and processes."""

    def give(self, doc_id: str, reader: str, giver: str) -> None: ...

    def take(self, doc_id: str, *, giver: str | None = None, reader: str | None = None) -> int:
        """Ends what ``giver`` gave (``None``: anybody) to ``reader`` (``None``: to all); returns how many it were."""
        ...

    def readers(self, doc_id: str) -> list[tuple[str, str]]:
        """All readers of the document, each with its giver."""
        ...

    def visible(self, readers: Collection[str]) -> set[str]:
        """The documents that any of these readers may see."""
        ...

    def may_see(self, doc_id: str, readers: Collection[str]) -> bool: ...

    def close(self) -> None: ...


class SqliteGrants:
    """Grants in a file that the processes of one machine share. Nothing is touched before the first use."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._open: sqlite3.Connection | None = None

    def give(self, doc_id: str, reader: str, giver: str) -> None:
        row = (doc_id, reader, giver, time.time())
        if not self._run(
            lambda db: db.execute(
                "select 1 from grants where doc_id = ? and reader = ? and giver = ?", row[:3]
            ).fetchone()
        ):
            self._run(lambda db: db.execute("insert or ignore into grants values (?, ?, ?, ?)", row))

    def take(self, doc_id: str, *, giver: str | None = None, reader: str | None = None) -> int:
        return self._run(
            lambda db: (
                db.execute(
                    "delete from grants where doc_id = :doc and (:giver is null or giver = :giver)"
                    " and (:reader is null or reader = :reader)",
                    {"doc": doc_id, "giver": giver, "reader": reader},
                ).rowcount
            )
        )

    def readers(self, doc_id: str) -> list[tuple[str, str]]:
        return self._run(
            lambda db: db.execute(
                "select reader, giver from grants where doc_id = ? order by since", (doc_id,)
            ).fetchall()
        )

    def visible(self, readers: Collection[str]) -> set[str]:
        query = f"select distinct doc_id from grants where reader in ({_marks(readers)})"  # noqa: S608 - question marks
        return {row[0] for row in self._run(lambda db: db.execute(query, tuple(readers)).fetchall())}

    def may_see(self, doc_id: str, readers: Collection[str]) -> bool:
        query = f"select 1 from grants where doc_id = ? and reader in ({_marks(readers)}) limit 1"  # noqa: S608
        return self._run(lambda db: db.execute(query, (doc_id, *readers)).fetchone()) is not None

    def close(self) -> None:
        with self._lock:
            if self._open is not None:
                self._open.close()
                self._open = None

    def _run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        try:
            with self._lock:
                return work(self._connection())
        except (OSError, sqlite3.Error) as error:
            raise StoreError("The list of who may see what cannot be used.") from error

    def _connection(self) -> sqlite3.Connection:
        if self._open is None:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            db = sqlite3.connect(self._path, timeout=_BUSY_S, check_same_thread=False, isolation_level=None)
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = normal")
            db.executescript(_SCHEMA)
            self._path.chmod(0o600)
            self._open = db
        return self._open


def _marks(values: Iterable[str]) -> str:
    return ",".join("?" for _ in values)
