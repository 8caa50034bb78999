"""Who parses what, in the database: leases that their holders renew, and that others take over where they do not."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pincite.cache.entries import DocumentKey
from pincite.stores.leases import LEASE_S, Progress
from pincite.stores.postgres.artifacts import artifact_name
from pincite.stores.postgres.database import Database


class PostgresLeases:
    """``Leases`` for all replicas. Time is the database's, so that clocks need not agree."""

    def __init__(self, database: Database, holder: str) -> None:
        self._database = database
        self._holder = holder

    def claim(self, key: DocumentKey) -> bool:
        row = self._database.row(
            "insert into pincite.leases as held (name, holder, until) "
            "values (%(name)s, %(holder)s, clock_timestamp() + make_interval(secs => %(lease)s)) "
            "on conflict (name) do update set holder = excluded.holder, until = excluded.until, done = 0, total = 0 "
            "where held.until < clock_timestamp() or held.holder = excluded.holder returning true",
            {"name": artifact_name(key), "holder": self._holder, "lease": LEASE_S},
        )
        return row is not None

    def renew(self, progress: Mapping[DocumentKey, Progress]) -> None:
        done, total = zip(*progress.values(), strict=True)
        self._database.change(
            "update pincite.leases l set until = clock_timestamp() + make_interval(secs => %s), "
            "done = now.done, total = now.total "
            "from unnest(%s::bytea[], %s::integer[], %s::integer[]) now (name, done, total) "
            "where l.name = now.name and l.holder = %s",
            (LEASE_S, [artifact_name(key) for key in progress], list(done), list(total), self._holder),
        )

    def release(self, key: DocumentKey) -> None:
        self._database.change(
            "delete from pincite.leases where name = %s and holder = %s", (artifact_name(key), self._holder)
        )

    def held(self, keys: Collection[DocumentKey]) -> dict[DocumentKey, Progress]:
        names = {artifact_name(key): key for key in keys}
        rows = self._database.rows(
            "select name, done, total from pincite.leases where name = any(%s) and until >= clock_timestamp()",
            (list(names),),
        )
        return {names[bytes(name)]: Progress(done, total) for name, done, total in rows}
