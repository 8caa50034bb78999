"""Parsed documents and aliases in the database; the packed documents themselves there too, or in an object storage."""

from __future__ import annotations

import hashlib
import json
import platform
import uuid
from pathlib import PurePosixPath

from pincite.cache import codec
from pincite.cache.entries import (
    DocumentKey,
    Entry,
    Row,
    UrlAlias,
    document_name,
    entry_of,
    grave_name,
    is_settled,
    path_name,
    tag_of,
    url_name,
)
from pincite.model import Document
from pincite.stores.blobs import Blobs
from pincite.stores.postgres.database import Database, Session

_LISTED = (
    "select '', tag, size, extract(epoch from stored)::float8, extract(epoch from used)::float8 from pincite.artifacts"
)
_REMEMBERED_DAYS = 30  # how long a deletion is known


class PostgresArtifacts:
    """An ``ArtifactStore`` of at most ``max_mb`` megabytes of packed documents, which lie in ``blobs`` if there are
    any. Each form of packing has names of its own: replicas of two versions don't take each other's for damaged."""

    def __init__(self, database: Database, max_mb: int, blobs: Blobs | None = None) -> None:
        self._database = database
        self._max_bytes = max_mb * 1_000_000
        self._blobs = blobs

    def get(self, key: DocumentKey) -> Document | None:
        name = artifact_name(key)
        row = self._database.row(
            "update pincite.artifacts set used = clock_timestamp() where name = %s returning data", (name,)
        )
        if row is None:
            return None
        data = row[0] if row[0] is not None else self._body(name)
        try:
            doc = codec.decode(data or b"")
            if doc.doc_id == key.doc_id:
                return doc
        except codec.CorruptEntry:
            pass
        self._database.change("delete from pincite.artifacts where name = %s", (name,))
        return None

    def put(self, key: DocumentKey, doc: Document, *, tokens: int | None = None, encoded: bytes | None = None) -> bool:
        data = codec.encode(doc) if encoded is None else encoded
        if len(data) > self._max_bytes:
            return False
        name = artifact_name(key)
        if self._blobs is not None:
            self._blobs.put(_blob(name), data)
        values = {
            "name": name,
            "doc_id": key.doc_id,
            "tag": tag_of(key, doc, tokens),
            "size": len(data),
            "data": data if self._blobs is None else None,
        }

        def write(session: Session) -> list[bytes]:
            with session.transaction():
                session.change(
                    "insert into pincite.artifacts (name, doc_id, tag, size, data) values "
                    "(%(name)s, %(doc_id)s, %(tag)s, %(size)s, %(data)s) on conflict (name) do update set "
                    "tag = excluded.tag, size = excluded.size, data = excluded.data, stored = clock_timestamp(), "
                    "used = clock_timestamp()",
                    values,
                )
                return self._make_room(session, name)

        self._drop_bodies(self._database.run(write))
        return True

    def find(self, doc_id: str) -> list[Entry]:
        return _entries(self._database.rows(_LISTED + " where doc_id = %s order by used desc", (doc_id,)))

    def entries(self) -> list[Entry]:
        return _entries(self._database.rows(_LISTED + " order by used desc"))

    def delete(self, doc_id: str) -> int:
        def remove(session: Session) -> list[bytes]:
            with session.transaction():
                gone = session.rows("delete from pincite.artifacts where doc_id = %s returning name", (doc_id,))
                session.change("delete from pincite.aliases where doc_id = %s", (doc_id,))
                session.change(
                    "delete from pincite.graves where made < clock_timestamp() - make_interval(days => %s)",
                    (_REMEMBERED_DAYS,),
                )
                session.change(
                    "insert into pincite.graves (name, mark) values (%s, %s) on conflict (name) do update set "
                    "mark = excluded.mark, made = clock_timestamp()",
                    (_digest(grave_name(doc_id)), uuid.uuid4().hex),
                )
                return [name for (name,) in gone]

        gone = self._database.run(remove)
        self._drop_bodies(gone)
        return len(gone)

    def deleted(self, doc_id: str) -> str | None:
        row = self._database.row(
            "select mark from pincite.graves where name = %s and made > clock_timestamp() - make_interval(days => %s)",
            (_digest(grave_name(doc_id)), _REMEMBERED_DAYS),
        )
        return None if row is None else str(row[0])

    # Aliases. A path means the same file on one machine only.

    def alias(self, path: str, size: int, mtime_ns: int) -> str | None:
        row = self._database.row(
            "select doc_id from pincite.aliases where name = %s and state = %s",
            (_digest(platform.node() + path_name(path)), json.dumps([size, mtime_ns])),
        )
        return None if row is None else str(row[0])

    def put_alias(self, path: str, size: int, mtime_ns: int, doc_id: str) -> None:
        if is_settled(mtime_ns):
            self._put_alias(platform.node() + path_name(path), doc_id, json.dumps([size, mtime_ns]))

    def url_alias(self, url: str) -> UrlAlias | None:
        row = self._database.row("select state from pincite.aliases where name = %s", (_digest(url_name(url)),))
        try:
            return None if row is None else UrlAlias(*json.loads(row[0]))
        except (TypeError, ValueError):
            return None

    def put_url_alias(self, url: str, alias: UrlAlias) -> None:
        if alias.etag or alias.modified:
            self._put_alias(url_name(url), alias.doc_id, json.dumps(alias))
        else:
            self._database.change("delete from pincite.aliases where name = %s", (_digest(url_name(url)),))

    def close(self) -> None:
        self._database.close()

    # Inside.

    def _put_alias(self, name: str, doc_id: str, state: str) -> None:
        self._database.change(
            "insert into pincite.aliases (name, doc_id, state) values (%s, %s, %s) on conflict (name) do update set "
            "doc_id = excluded.doc_id, state = excluded.state, made = clock_timestamp()",
            (_digest(name), doc_id, state),
        )

    def _make_room(self, session: Session, keep: bytes) -> list[bytes]:
        """Removes the least recently used until the rest is small enough, and the aliases of what is gone."""
        gone = session.rows(
            "with kept as (select name, sum(size) over (order by name <> %(keep)s, used desc, name) as total "
            "from pincite.artifacts) delete from pincite.artifacts a using kept "
            "where (select sum(size) from pincite.artifacts) > %(most)s and a.name = kept.name "
            "and kept.total > %(most)s and a.name <> %(keep)s returning a.name, a.doc_id",
            {"keep": keep, "most": self._max_bytes},
        )
        if gone:
            session.change(
                "delete from pincite.aliases where doc_id = any(%s) and not exists "
                "(select from pincite.artifacts a where a.doc_id = aliases.doc_id)",
                ([doc_id for _, doc_id in gone],),
            )
        return [name for name, _ in gone]

    def _body(self, name: bytes) -> bytes | None:
        return None if self._blobs is None else self._blobs.get(_blob(name))

    def _drop_bodies(self, names: list[bytes]) -> None:
        if self._blobs is not None:
            for name in names:
                self._blobs.delete(_blob(name))


def artifact_name(key: DocumentKey) -> bytes:
    """The name of what the document of this key is packed as by this version."""
    return _digest(f"{codec.FORMAT_VERSION} {document_name(key)}")


def _blob(name: bytes) -> str:
    return str(PurePosixPath("artifacts", name.hex()[:2], name.hex()))


def _digest(name: str) -> bytes:
    """Neither paths nor URLs are kept: they may hold what is secret, or no text."""
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()


def _entries(rows: list[tuple[object, ...]]) -> list[Entry]:
    found = (entry_of(Row(*row)) for row in rows)  # type: ignore[arg-type]  # as the query selects them
    return [entry for entry in found if entry is not None]
