"""What can happen to a cache directory: none of it may give a wrong document, and the store goes on."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.cache import codec
from pincite.cache.store import DocumentKey, DocumentStore
from pincite.errors import StoreError
from pincite.model import Document
from tests.builders import document

ROOT = Path(__file__).parents[2]
KEY = DocumentKey("testdoc", "pdf-1", "")


def large(doc_id: str = "testdoc") -> Document:
    """Large enough to stand in a file of its own; nothing in it can be compressed."""
    doc = document("# Large\nA paragraph.", doc_id=doc_id)
    return replace(doc, text=doc.text + random.Random(doc_id).randbytes(60_000).hex())


@pytest.fixture
def store(tmp_path: Path) -> DocumentStore:
    store = DocumentStore(tmp_path)
    store.put(KEY, large())
    return store


def value_file(directory: Path) -> Path:
    (path,) = directory.rglob("*.val")
    return path


def database(directory: Path) -> Path:
    return directory / "documents" / "cache.db"


def is_gone(store: DocumentStore) -> bool:
    """The entry is a miss, and removed."""
    return store.get(KEY) is None and store.entries() == []


# Entries.


def test_a_truncated_entry_is_a_miss_and_removed(store: DocumentStore, tmp_path: Path) -> None:
    path = value_file(tmp_path)
    os.truncate(path, path.stat().st_size // 2)
    assert is_gone(store)
    assert not path.exists()
    store.put(KEY, large())
    assert store.get(KEY) == large()


def test_an_empty_entry_is_a_miss_and_removed(store: DocumentStore, tmp_path: Path) -> None:
    os.truncate(value_file(tmp_path), 0)
    assert is_gone(store)


def test_a_flipped_bit_is_a_miss_and_removed(store: DocumentStore, tmp_path: Path) -> None:
    path = value_file(tmp_path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    assert is_gone(store)


def test_a_deleted_file_is_a_miss_and_removed(store: DocumentStore, tmp_path: Path) -> None:
    value_file(tmp_path).unlink()
    assert is_gone(store)


def test_a_foreign_file_in_its_place_is_a_miss(store: DocumentStore, tmp_path: Path) -> None:
    value_file(tmp_path).write_bytes(b"%PDF-1.7\n" * 100)
    assert is_gone(store)


def test_an_entry_of_another_format_version_is_a_miss(
    store: DocumentStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(codec, "FORMAT_VERSION", codec.FORMAT_VERSION + 1)
    assert is_gone(store)


def test_an_entry_under_the_key_of_another_document_is_a_miss(store: DocumentStore) -> None:
    store.put(KEY, large(), encoded=codec.encode(large("other")))
    assert is_gone(store)


def test_a_pickle_in_the_cache_does_not_run(store: DocumentStore, tmp_path: Path) -> None:
    marker = tmp_path / "ran"

    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (marker,)

    value_file(tmp_path).write_bytes(pickle.dumps(Evil()))
    with sqlite3.connect(database(tmp_path)) as connection:
        connection.execute("UPDATE Cache SET mode = 4")
    connection.close()
    assert is_gone(store)
    assert not marker.exists()


def test_a_row_cannot_point_out_of_the_directory(store: DocumentStore, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(codec.encode(large()))
    with sqlite3.connect(database(tmp_path)) as connection:
        connection.execute("UPDATE Cache SET filename = ?", (str(secret),))
    connection.close()
    assert is_gone(store)
    assert secret.exists()


def test_foreign_files_in_the_directory_do_no_harm(store: DocumentStore, tmp_path: Path) -> None:
    (tmp_path / "documents" / "notes.txt").write_text("mine")
    (tmp_path / "README").write_text("mine")
    assert DocumentStore(tmp_path).get(KEY) == large()
    store.delete("testdoc")
    assert (tmp_path / "documents" / "notes.txt").read_text() == "mine"


def test_a_foreign_tag_is_not_listed(store: DocumentStore, tmp_path: Path) -> None:
    with sqlite3.connect(database(tmp_path)) as connection:
        connection.execute("UPDATE Cache SET tag = '{'")
    connection.close()
    assert store.entries() == []


# The database.


@pytest.mark.parametrize("content", [b"", b"not a database" * 1000])
def test_a_damaged_database_is_made_again(tmp_path: Path, content: bytes) -> None:
    store = DocumentStore(tmp_path)
    store.put(KEY, large())
    store.close()
    for leftover in (tmp_path / "documents").glob("cache.db-*"):
        leftover.unlink()
    database(tmp_path).write_bytes(content)
    fresh = DocumentStore(tmp_path)
    assert fresh.get(KEY) is None
    fresh.put(KEY, large())
    assert fresh.get(KEY) == large()
    assert [p.name for p in tmp_path.iterdir()] == ["documents"]


def test_a_directory_that_somebody_emptied_is_filled_again(store: DocumentStore, tmp_path: Path) -> None:
    import shutil

    shutil.rmtree(tmp_path / "documents")
    assert store.get(KEY) is None
    store.put(KEY, large())
    assert DocumentStore(tmp_path).get(KEY) == large()


# Directories that cannot be used.


def test_a_file_where_the_directory_should_be_is_reported(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    store = DocumentStore(tmp_path / "cache")
    with pytest.raises(StoreError) as error:
        store.get(KEY)
    assert error.value.code == "cache_unavailable"
    assert "PINCITE_CACHE_DIR" in error.value.hint
    assert str(tmp_path) not in error.value.for_model()


def test_a_read_only_cache_is_reported(store: DocumentStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    store.get(KEY)
    monkeypatch.setattr("pincite.cache.disk.PlainCache.set", refuse)
    with pytest.raises(StoreError) as error:
        store.put(KEY, large())
    assert error.value.code == "cache_unavailable"


@pytest.mark.skipif(sys.platform == "win32", reason="limits are a matter of POSIX")
def test_a_full_disk_is_reported_and_what_was_there_stays(tmp_path: Path) -> None:
    script = f"""
import resource, signal
from pathlib import Path
from pincite.cache.store import DocumentStore
from pincite.errors import StoreError
from tests.faults.test_store import KEY, large
store = DocumentStore(Path({str(tmp_path)!r}))
store.put(KEY, large())
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
try:
    store.put(KEY._replace(doc_id="other"), large("other"))
except StoreError as error:
    print(error.code)
"""
    assert run(script).stdout.split() == ["cache_full"]
    store = DocumentStore(tmp_path)
    assert [e.key.doc_id for e in store.entries()] == ["testdoc"]
    assert store.get(KEY) == large()
    assert len(list(tmp_path.rglob("*.val"))) == 1


# Processes.


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )


WRITER = """
import sys
from pathlib import Path
from pincite.cache.store import DocumentStore
from tests.faults.test_store import KEY, large
store, doc = DocumentStore(Path(sys.argv[1])), large()
print("ready", flush=True)
while True:
    store.put(KEY, doc)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a matter of POSIX")
def test_killed_in_the_middle_of_a_write_the_entry_is_whole_or_absent(tmp_path: Path) -> None:
    for i in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.readline() == "ready\n"
            time.sleep(0.05 + 0.013 * i)
            writer.send_signal(signal.SIGKILL)
            writer.wait()
        store = DocumentStore(tmp_path)
        assert store.get(KEY) in (None, large())
        store.put(KEY, large())
        assert store.get(KEY) == large()
        store.close()


def test_what_a_killed_writer_left_is_swept_when_it_is_old(store: DocumentStore, tmp_path: Path) -> None:
    known = value_file(tmp_path)
    old, young = (known.parent / f"{letter * 28}.val" for letter in "ab")
    for path in (old, young):
        path.write_bytes(b"half an entry")
    os.utime(old, (time.time() - 7200, time.time() - 7200))
    store.delete("another document")
    assert not old.exists()
    assert young.exists()
    assert store.get(KEY) == large()


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    script = """
import sys
from pathlib import Path
from pincite.cache.store import DocumentStore
from tests.faults.test_store import KEY, large
store = DocumentStore(Path(sys.argv[1]))
for i in range(15):
    for doc_id in ("shared", f"own{sys.argv[2]}-{i}"):
        doc = large(doc_id)
        store.put(KEY._replace(doc_id=doc_id), doc)
        assert store.get(KEY._replace(doc_id=doc_id)) == doc
    store.put_alias(f"/{sys.argv[2]}-{i}", i, 1, "shared")
"""
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(tmp_path), str(n)], cwd=ROOT, stderr=subprocess.PIPE, text=True
        )
        for n in range(3)
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=60)
        assert writer.returncode == 0, errors
    store = DocumentStore(tmp_path)
    assert len(store.entries()) == 46
    assert all(store.get(entry.key) == large(entry.key.doc_id) for entry in store.entries())
    assert store.alias("/2-14", 14, 1) == "shared"


def test_a_database_that_is_locked_when_it_is_opened_is_reported(
    store: DocumentStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(KEY, large())
    store.close()
    monkeypatch.setattr("pincite.cache.store._BUSY_S", 0.2)
    blocker = sqlite3.connect(database(tmp_path), isolation_level=None)
    blocker.execute("PRAGMA locking_mode = EXCLUSIVE")
    blocker.execute("BEGIN EXCLUSIVE")
    for _ in range(3):
        with pytest.raises(StoreError) as error:
            store.get(KEY)
        assert error.value.code == "cache_busy"
    blocker.close()
    store = DocumentStore(tmp_path)
    assert store.get(KEY) == large()


def test_a_process_that_holds_the_database_for_too_long_is_reported(
    store: DocumentStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pincite.cache.store._BUSY_S", 0.1)
    other = DocumentStore(tmp_path)
    other.entries()
    blocker = sqlite3.connect(database(tmp_path), isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    try:
        with pytest.raises(StoreError) as error:
            other.put(KEY, large())
        assert error.value.code == "cache_busy"
    finally:
        blocker.execute("ROLLBACK")
        blocker.close()
    assert store.get(KEY) == large()
