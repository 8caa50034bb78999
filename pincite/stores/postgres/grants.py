"""Who may see which document, for all replicas: the same as the file that a single server keeps of it."""

from __future__ import annotations

import time
from collections.abc import Collection

from pincite.stores.postgres.database import Database


class PostgresGrants:
    """Readers by document. ``giver`` is the reader whose document it is. All methods raise ``StoreError``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def give(self, doc_id: str, reader: str, giver: str) -> None:
        self._database.change(
            "insert into pincite.grants (doc_id, reader, giver, since) values (%s, %s, %s, %s) on conflict do nothing",
            (doc_id, reader, giver, time.time()),
        )

    def take(self, doc_id: str, *, giver: str | None = None, reader: str | None = None) -> int:
        return self._database.change(
            "delete from pincite.grants where doc_id = %(doc_id)s and (%(giver)s::text is null or giver = %(giver)s) "
            "and (%(reader)s::text is null or reader = %(reader)s)",
            {"doc_id": doc_id, "giver": giver, "reader": reader},
        )

    def readers(self, doc_id: str) -> list[tuple[str, str]]:
        rows = self._database.rows(
            "select reader, giver from pincite.grants where doc_id = %s order by since", (doc_id,)
        )
        return [(reader, giver) for reader, giver in rows]

    def visible(self, readers: Collection[str]) -> set[str]:
        rows = self._database.rows(
            "select distinct doc_id from pincite.grants where reader = any(%s)", (list(readers),)
        )
        return {doc_id for (doc_id,) in rows}

    def may_see(self, doc_id: str, readers: Collection[str]) -> bool:
        row = self._database.row(
            "select true from pincite.grants where doc_id = %s and reader = any(%s) limit 1", (doc_id, list(readers))
        )
        return row is not None

    def close(self) -> None:
        self._database.close()
