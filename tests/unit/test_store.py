"""The store of parsed documents: what goes in comes out, the list needs no decoding, the oldest goes first."""

from __future__ import annotations

import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.cache import codec
from pincite.cache.store import DocumentKey, DocumentStore, UrlAlias
from pincite.model import Document
from tests.builders import document

ALIAS = UrlAlias('"v1"', "", "https://example.org/b", "testdoc", "html", "b", "https://example.org/b", None)
KEY = DocumentKey("testdoc", "pdf-1", "max_pages=none")
DOC = document("--- iv\n# Notes\nRevenue grew.\n--- 1\n|a|b|\n|c|d|", title="notes.pdf")


@pytest.fixture
def store(tmp_path: Path) -> DocumentStore:
    return DocumentStore(tmp_path)


def bulky(doc_id: str, size: int = 300_000) -> Document:
    """A document whose entry has about ``size`` bytes: nothing in it can be compressed."""
    doc = document("# Bulk", doc_id=doc_id, title=f"{doc_id}.pdf")
    return replace(doc, text=doc.text + os.urandom(size).hex())


def key_of(doc: Document) -> DocumentKey:
    return DocumentKey(doc.doc_id, "pdf-1", "")


def test_a_document_comes_back_also_to_another_process(store: DocumentStore, tmp_path: Path) -> None:
    assert store.put(KEY, DOC)
    assert store.get(KEY) == DOC
    assert DocumentStore(tmp_path).get(KEY) == DOC


def test_what_was_not_stored_is_a_miss(store: DocumentStore) -> None:
    assert store.get(KEY) is None
    store.put(KEY, DOC)
    assert store.get(KEY._replace(parser="pdf-2")) is None
    assert store.get(KEY._replace(options="max_pages=3")) is None
    assert store.get(KEY._replace(doc_id="other")) is None


def test_parsed_again_it_replaces_the_entry(store: DocumentStore) -> None:
    store.put(KEY, DOC)
    store.put(KEY, replace(DOC, rev="secondrv"))
    assert [e.rev for e in store.entries()] == ["secondrv"]


def test_bytes_that_are_there_already_are_stored_as_they_are(store: DocumentStore) -> None:
    store.put(KEY, DOC, encoded=codec.encode(DOC))
    assert store.get(KEY) == DOC


def test_the_list_says_what_is_stored_without_decoding(store: DocumentStore, monkeypatch: pytest.MonkeyPatch) -> None:
    before = time.time()
    store.put(KEY, DOC, tokens=1234)
    monkeypatch.setattr(codec, "decode", lambda data: pytest.fail("decoded"))
    (entry,) = store.entries()
    assert entry.key == KEY
    assert (entry.source, entry.title, entry.format, entry.rev) == ("notes.pdf", "notes.pdf", "pdf", DOC.rev)
    assert (entry.pages, entry.tokens) == (2, 1234)
    assert entry.size == len(codec.encode(DOC))
    assert before - 1 < entry.stored <= entry.used <= time.time() + 1


def test_the_list_has_the_latest_used_first(store: DocumentStore) -> None:
    keys = [KEY._replace(doc_id=name) for name in ("a", "b", "c")]
    for key in keys:
        store.put(key, replace(DOC, doc_id=key.doc_id))
    store.get(keys[0])
    assert [e.key.doc_id for e in store.entries()] == ["a", "c", "b"]
    assert [e.key.doc_id for e in store.entries()] == ["a", "c", "b"]


def test_entries_of_one_document_are_found_by_its_id(store: DocumentStore) -> None:
    for key in (KEY, KEY._replace(options="max_pages=3")):
        store.put(key, DOC)
    store.put(KEY._replace(doc_id="testdoc2"), replace(DOC, doc_id="testdoc2"))
    assert {e.key.options for e in store.find("testdoc")} == {"max_pages=none", "max_pages=3"}
    assert [e.key.doc_id for e in store.find("testdoc2")] == ["testdoc2"]
    assert store.find("test") == []


def test_forgetting_leaves_nothing_of_the_document(store: DocumentStore, tmp_path: Path) -> None:
    doc = bulky("testdoc")
    store.put(KEY, doc)
    store.put(KEY._replace(options="x"), doc)
    store.put(KEY._replace(doc_id="other"), replace(DOC, doc_id="other"))
    store.put_alias("/reports/a.pdf", 10, 20, "testdoc")
    store.put_url_alias("https://example.org/a", ALIAS)
    assert store.delete("testdoc") == 2
    assert store.get(KEY) is None
    assert store.alias("/reports/a.pdf", 10, 20) is None
    assert store.url_alias("https://example.org/a") is None
    assert [e.key.doc_id for e in store.entries()] == ["other"]
    assert not list(tmp_path.rglob("*.val"))
    assert store.delete("testdoc") == 0


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


def files_with(directory: Path, words: bytes) -> list[str]:
    return [path.name for path in directory.rglob("*") if path.is_file() and words in path.read_bytes()]


# Aliases.


def test_a_path_leads_to_its_content_until_the_file_changes(store: DocumentStore) -> None:
    store.put_alias("/reports/a.pdf", 10, 1_700_000_000_000_000_123, "testdoc")
    assert store.alias("/reports/a.pdf", 10, 1_700_000_000_000_000_123) == "testdoc"
    assert store.alias("/reports/a.pdf", 11, 1_700_000_000_000_000_123) is None
    assert store.alias("/reports/a.pdf", 10, 1_700_000_000_000_000_124) is None
    assert store.alias("/reports/b.pdf", 10, 1_700_000_000_000_000_123) is None


def test_a_changed_file_has_a_new_alias(store: DocumentStore) -> None:
    store.put_alias("/a.pdf", 10, 1, "first")
    store.put_alias("/a.pdf", 10, 2, "second")
    assert store.alias("/a.pdf", 10, 1) is None
    assert store.alias("/a.pdf", 10, 2) == "second"


def test_a_file_with_a_coarse_time_stamp_of_just_now_is_not_trusted(store: DocumentStore) -> None:
    now = int(time.time()) * 1_000_000_000
    store.put_alias("/a.pdf", 10, now, "testdoc")
    assert store.alias("/a.pdf", 10, now) is None
    earlier = now - 60_000_000_000
    store.put_alias("/a.pdf", 10, earlier, "testdoc")
    assert store.alias("/a.pdf", 10, earlier) == "testdoc"


def test_a_url_leads_to_its_content(store: DocumentStore, tmp_path: Path) -> None:
    url = "https://example.org/a?token=hidden"
    assert store.url_alias(url) is None
    store.put_url_alias(url, ALIAS)
    assert store.url_alias(url) == ALIAS
    assert store.url_alias("https://example.org/a") is None
    store.close()
    assert not any(b"hidden" in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_url_without_a_version_is_not_remembered(store: DocumentStore) -> None:
    store.put_url_alias("https://example.org/a", ALIAS)
    store.put_url_alias("https://example.org/a", ALIAS._replace(etag=""))
    assert store.url_alias("https://example.org/a") is None


def test_paths_may_hold_anything(store: DocumentStore) -> None:
    path = "/reports/größer \udcff 'a' \"b\" %.pdf"
    store.put_alias(path, 1, 1, "testdoc")
    assert store.alias(path, 1, 1) == "testdoc"


# Room.


def test_the_least_recently_used_goes_first(tmp_path: Path) -> None:
    store = DocumentStore(tmp_path, max_mb=1)
    first, second, third = (bulky(name) for name in ("first", "second", "third"))
    store.put(key_of(first), first)
    store.put(key_of(second), second)
    assert store.get(key_of(first)) == first
    store.put(key_of(third), third)
    assert [e.key.doc_id for e in store.entries()] == ["third", "first"]
    assert sum(p.stat().st_size for p in tmp_path.rglob("*.val")) < 1_000_000


def test_aliases_go_with_the_last_entry_of_their_document(tmp_path: Path) -> None:
    store = DocumentStore(tmp_path, max_mb=1)
    for name in ("first", "second", "third"):
        doc = bulky(name)
        store.put(key_of(doc), doc)
        store.put_alias(f"/{name}.pdf", 1, 1, name)
    store.put(key_of(bulky("fourth")), bulky("fourth"))
    assert store.alias("/first.pdf", 1, 1) is None
    assert store.alias("/third.pdf", 1, 1) == "third"


def test_a_document_beyond_the_limit_is_not_stored_and_pushes_nothing_out(tmp_path: Path) -> None:
    store = DocumentStore(tmp_path, max_mb=1)
    store.put(KEY, DOC)
    huge = bulky("huge", 1_200_000)
    assert not store.put(key_of(huge), huge)
    assert store.get(key_of(huge)) is None
    assert store.get(KEY) == DOC


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


def test_it_opens_again_after_closing(store: DocumentStore) -> None:
    store.put(KEY, DOC)
    store.close()
    assert store.get(KEY) == DOC


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


def test_many_entries_are_listed(store: DocumentStore) -> None:
    data = codec.encode(DOC)
    for i in range(300):
        store.put(KEY._replace(doc_id=f"doc{i}"), DOC, encoded=data)
    assert len(store.entries()) == 300


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
