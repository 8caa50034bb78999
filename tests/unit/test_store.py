"""The store of parsed documents on disk: its files, and who shares them.

``tests/stores`` holds what every store does.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.cache import codec
from pincite.cache.store import DocumentKey, DocumentStore, UrlAlias
from pincite.model import Document
from tests.builders import document
from tests.stores.test_artifacts import bulky

ALIAS = UrlAlias('"v1"', "", "https://example.org/b", "testdoc", "html", "b", "https://example.org/b", None)
KEY = DocumentKey("testdoc", "pdf-1", "max_pages=none")
DOC = document("--- iv\n# Notes\nRevenue grew.\n--- 1\n|a|b|\n|c|d|", title="notes.pdf")


@pytest.fixture
def store(tmp_path: Path) -> DocumentStore:
    return DocumentStore(tmp_path)


def key_of(doc: Document) -> DocumentKey:
    return DocumentKey(doc.doc_id, "pdf-1", "")


def test_what_was_forgotten_cannot_be_read_in_the_files(store: DocumentStore, tmp_path: Path) -> None:
    """A small entry lies in the database itself, and a database only unlinks what it deletes unless told otherwise."""
    doc = replace(document("# Quiet\nNothing to see."), doc_id="secret", source="merger-plan.pdf")
    key, data = KEY._replace(doc_id="secret"), codec.encode(doc)
    marks = [b"merger-plan", b"/deals/", data[-200:-150]]
    store.put(KEY, DOC)
    store.put(key, doc, encoded=data)
    store.put_alias("/deals/merger-plan.pdf", 10, 20, "secret")
    assert all(files_with(tmp_path, mark) for mark in marks)
    store.delete("secret")
    assert [files_with(tmp_path, mark) for mark in marks] == [[], [], []]
    assert store.get(KEY) == DOC


def test_neither_files_nor_addresses_stay_or_show(store: DocumentStore, tmp_path: Path) -> None:
    doc = bulky("testdoc")
    store.put(KEY, doc)
    store.put_url_alias("https://example.org/a?token=hidden", ALIAS)
    assert list(tmp_path.rglob("*.val"))
    store.delete("testdoc")
    store.close()
    assert not list(tmp_path.rglob("*.val"))
    assert files_with(tmp_path, b"hidden") == []


def files_with(directory: Path, words: bytes) -> list[str]:
    return [path.name for path in directory.rglob("*") if path.is_file() and words in path.read_bytes()]


# The directory.


@pytest.mark.skipif(os.name == "nt", reason="modes are a matter of POSIX")
def test_only_the_user_may_look(tmp_path: Path) -> None:
    store = DocumentStore(tmp_path / "new" / "cache")
    store.put(KEY, DOC)
    for directory in (tmp_path / "new" / "cache", tmp_path / "new" / "cache" / "documents"):
        assert stat.S_IMODE(directory.stat().st_mode) == 0o700


def test_nothing_is_made_before_it_is_used(tmp_path: Path) -> None:
    DocumentStore(tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_threads_share_a_store(store: DocumentStore) -> None:
    failures: list[BaseException] = []

    def work(name: str) -> None:
        try:
            doc = replace(DOC, doc_id=name)
            for _ in range(5):
                store.put(key_of(doc), doc)
                assert store.get(key_of(doc)) == doc
        except BaseException as error:
            failures.append(error)
        finally:
            store.close_thread()

    threads = [threading.Thread(target=work, args=(f"doc{i}",)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(store.entries()) == 4


def test_looks_do_not_wait_for_those_who_write(store: DocumentStore, tmp_path: Path) -> None:
    store.put(KEY, DOC)
    store.put_url_alias("https://example.org/a", ALIAS)
    store.delete("other")
    mark = store.deleted("other")
    assert mark
    with sqlite3.connect(tmp_path / "documents" / "cache.db", isolation_level=None) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert store.deleted("other") == mark
        assert store.url_alias("https://example.org/a") == ALIAS
        assert len(store.entries()) == 1
        writer.execute("ROLLBACK")
    writer.close()


def test_another_process_may_remove_directories_while_orphans_are_looked_for(
    store: DocumentStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    doc = bulky("one")
    store.put(key_of(doc), doc)
    scandir = os.scandir

    def gone(path: str) -> Iterator[os.DirEntry[str]]:
        if re.fullmatch(r".*documents/[0-9a-f]{2}", os.fspath(path)):
            raise FileNotFoundError(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", gone)
    other = DocumentStore(tmp_path)
    assert other.put(KEY, DOC)
    assert other.get(KEY) == DOC
