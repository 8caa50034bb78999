"""Claims on originals, and files in pieces, in the database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pincite.errors import StoreError
from pincite.stores.blobs import whole
from pincite.stores.originals import Claim
from pincite.stores.postgres.database import Database, Session

_PIECE = 1_000_000  # bytes of a row


class PostgresClaims:
    """``Claims`` of all replicas."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, doc_id: str, claim: Claim) -> None:
        self._database.change(
            "insert into pincite.claims (doc_id, owner, name, shared, stored) values (%s, %s, %s, %s, %s) "
            "on conflict (doc_id, owner) do update set name = excluded.name, shared = excluded.shared, "
            "stored = excluded.stored",
            (doc_id, claim.owner, claim.name, claim.shared, claim.stored),
        )

    def find(self, doc_id: str) -> list[Claim]:
        rows = self._database.rows(
            "select owner, name, shared, stored from pincite.claims where doc_id = %s", (doc_id,)
        )
        return [Claim(*row) for row in rows]

    def owned(self, owner: str) -> list[str]:
        return [doc_id for (doc_id,) in self._database.rows(
            "select doc_id from pincite.claims where owner = %s", (owner,)
        )]  # fmt: skip

    def delete(self, doc_id: str, owner: str | None) -> int:
        return self._database.change(
            "delete from pincite.claims where doc_id = %s and (%s::text is null or owner = %s)", (doc_id, owner, owner)
        )


class PostgresBlobs:
    """``Blobs`` in pieces: for a database without an object storage beside it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, name: str, content: bytes | Path) -> None:
        def write(session: Session) -> None:
            with session.transaction():
                session.change("delete from pincite.blobs where name = %s", (name,))
                for part, piece in enumerate(_pieces(content)):
                    session.change(
                        "insert into pincite.blobs (name, part, data) values (%s, %s, %s) "
                        "on conflict (name, part) do update set data = excluded.data",
                        (name, part, piece),
                    )

        self._database.run(write)

    def get(self, name: str) -> bytes | None:
        rows = self._database.rows("select data from pincite.blobs where name = %s order by part", (name,))
        return b"".join(bytes(data) for (data,) in rows) if rows else None

    def save(self, name: str, path: Path) -> bool:
        def parts(session: Session) -> bool:
            row = session.row("select count(*) from pincite.blobs where name = %s", (name,))
            if row is None or not row[0]:
                return False
            with whole(path) as made, made.open("wb") as file:
                for part in range(row[0]):
                    piece = session.row("select data from pincite.blobs where name = %s and part = %s", (name, part))
                    if piece is None:
                        raise FileNotFoundError(name)
                    file.write(piece[0])
            return True

        try:
            return self._database.run(parts)
        except FileNotFoundError:  # deleted meanwhile
            return False
        except OSError as error:
            raise StoreError("A file cannot be kept in the cache directory.") from error

    def delete(self, name: str) -> None:
        self._database.change("delete from pincite.blobs where name = %s", (name,))

    def names(self, prefix: str) -> list[str]:
        rows = self._database.rows(
            "select distinct name from pincite.blobs where starts_with(name, %s) order by name", (prefix,)
        )
        return [name for (name,) in rows]


def _pieces(content: bytes | Path) -> Iterator[bytes]:
    """At least one, also of nothing."""
    if isinstance(content, bytes):
        yield content[:_PIECE]
        for start in range(_PIECE, len(content), _PIECE):
            yield content[start : start + _PIECE]
        return
    with content.open("rb") as file:
        yield file.read(_PIECE)
        while piece := file.read(_PIECE):
            yield piece
