"""Files and packed documents in an object storage, as moto's server speaks S3."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.cache.entries import DocumentKey
from pincite.errors import RequestError, StoreError
from pincite.settings import Settings
from pincite.stores.blobs import Blobs, DiskBlobs
from pincite.stores.objects import ObjectBlobs
from pincite.stores.postgres.artifacts import PostgresArtifacts
from pincite.stores.postgres.claims import PostgresBlobs
from pincite.stores.postgres.database import Database
from tests.builders import document

KEY = DocumentKey("testdoc", "pdf-1", "")
DOC = document("--- iv\n# Notes\nRevenue grew.", title="notes.pdf")


@pytest.fixture(params=("disk", "objects", "postgres"))
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Blobs:
    if request.param == "disk":
        return DiskBlobs(tmp_path / "blobs")
    if request.param == "objects":
        return ObjectBlobs(request.getfixturevalue("bucket"))
    database: Database = request.getfixturevalue("database")
    return PostgresBlobs(database)


def test_bytes_come_back_under_their_name(blobs: Blobs, tmp_path: Path) -> None:
    blobs.put("a/one", b"first")
    blobs.put("a/one", b"second")
    assert blobs.get("a/one") == b"second"
    assert blobs.save("a/one", tmp_path / "here")
    assert (tmp_path / "here").read_bytes() == b"second"


def test_a_large_file_comes_back_whole(blobs: Blobs, tmp_path: Path) -> None:
    data = bytes(range(256)) * 10_000  # more than a piece
    (tmp_path / "large").write_bytes(data)
    blobs.put("large", tmp_path / "large")
    assert blobs.get("large") == data
    assert blobs.save("large", tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == data


def test_nothing_is_told_from_empty(blobs: Blobs, tmp_path: Path) -> None:
    blobs.put("empty", b"")
    assert blobs.get("empty") == b""
    assert blobs.get("missing") is None
    assert not blobs.save("missing", tmp_path / "here")
    assert not (tmp_path / "here").exists()


def test_names_are_listed_by_folder_and_deleted_one_by_one(blobs: Blobs) -> None:
    for name in ("a/one", "a/b/two", "ab/three"):
        blobs.put(name, b"x")
    assert blobs.names("a/") == ["a/b/two", "a/one"]
    blobs.delete("a/one")
    blobs.delete("a/one")
    assert blobs.names("a/") == ["a/b/two"]
    assert blobs.get("ab/three") == b"x"


def test_packed_documents_lie_in_the_storage_and_leave_it(database: Database, bucket: str) -> None:
    blobs = ObjectBlobs(bucket)
    store = PostgresArtifacts(database, 10, blobs)
    store.put(KEY, DOC)
    store.put(KEY._replace(doc_id="other"), replace(DOC, doc_id="other"))
    assert len(blobs.names("artifacts/")) == 2
    assert database.rows("select count(data) from pincite.artifacts") == [(0,)]
    assert store.get(KEY) == DOC
    store.delete("testdoc")
    assert len(blobs.names("artifacts/")) == 1


@pytest.mark.parametrize("damaged", [b"", b"not a document"])
def test_what_cannot_be_read_back_is_a_miss(database: Database, bucket: str, damaged: bytes) -> None:
    blobs = ObjectBlobs(bucket)
    store = PostgresArtifacts(database, 10, blobs)
    store.put(KEY, DOC)
    blobs.put(blobs.names("artifacts/")[0], damaged)
    assert store.get(KEY) is None
    assert store.entries() == []
    store.put(KEY, DOC)
    blobs.delete(blobs.names("artifacts/")[0])
    assert store.get(KEY) is None


def test_a_bucket_that_is_not_there_is_told_of(bucket: str) -> None:
    with pytest.raises(StoreError) as caught:
        ObjectBlobs("s3://nowhere/x").put("a", b"x")
    assert caught.value.code == "objects_unavailable"
    assert "PINCITE_OBJECT_STORE" in caught.value.hint


def test_a_storage_that_does_not_answer_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{closed.getsockname()[1]}")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        with pytest.raises(StoreError) as caught:
            ObjectBlobs("s3://shelf").get("a")
    assert caught.value.code == "objects_unavailable"
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("url", ["shelf", "http://shelf/x", "s3://", "s3:///x"])
def test_another_address_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(RequestError, match="PINCITE_OBJECT_STORE"):
        Settings.from_env({"PINCITE_OBJECT_STORE": url})
