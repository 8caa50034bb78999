"""The store of parsed documents: what goes in comes out, the list needs no decoding, the oldest goes first."""

from __future__ import annotations

import os
import time
from dataclasses import replace

import pytest

from pincite.cache import codec
from pincite.cache.entries import DocumentKey, UrlAlias
from pincite.model import Document
from pincite.stores.protocols import ArtifactStore
from tests.builders import document
from tests.stores.conftest import MakeStore

ALIAS = UrlAlias('"v1"', "", "https://example.org/b", "testdoc", "html", "b", "https://example.org/b", None)
KEY = DocumentKey("testdoc", "pdf-1", "max_pages=none")
DOC = document("--- iv\n# Notes\nRevenue grew.\n--- 1\n|a|b|\n|c|d|", title="notes.pdf")


def bulky(doc_id: str, size: int = 300_000) -> Document:
    """A document whose entry has about ``size`` bytes: nothing in it can be compressed."""
    doc = document("# Bulk", doc_id=doc_id, title=f"{doc_id}.pdf")
    return replace(doc, text=doc.text + os.urandom(size).hex())


def key_of(doc: Document) -> DocumentKey:
    return DocumentKey(doc.doc_id, "pdf-1", "")


def test_a_document_comes_back_also_to_another_process(store: ArtifactStore, make_store: MakeStore) -> None:
    assert store.put(KEY, DOC)
    assert store.get(KEY) == DOC
    assert make_store().get(KEY) == DOC


def test_what_was_not_stored_is_a_miss(store: ArtifactStore) -> None:
    assert store.get(KEY) is None
    store.put(KEY, DOC)
    assert store.get(KEY._replace(parser="pdf-2")) is None
    assert store.get(KEY._replace(options="max_pages=3")) is None
    assert store.get(KEY._replace(doc_id="other")) is None


def test_parsed_again_it_replaces_the_entry(store: ArtifactStore) -> None:
    store.put(KEY, DOC)
    store.put(KEY, replace(DOC, rev="secondrv"))
    assert [e.rev for e in store.entries()] == ["secondrv"]


def test_bytes_that_are_there_already_are_stored_as_they_are(store: ArtifactStore) -> None:
    store.put(KEY, DOC, encoded=codec.encode(DOC))
    assert store.get(KEY) == DOC


def test_the_list_says_what_is_stored_without_decoding(store: ArtifactStore, monkeypatch: pytest.MonkeyPatch) -> None:
    before = time.time()
    store.put(KEY, DOC, tokens=1234)
    monkeypatch.setattr(codec, "decode", lambda data: pytest.fail("decoded"))
    (entry,) = store.entries()
    assert entry.key == KEY
    assert (entry.source, entry.title, entry.format, entry.rev) == ("notes.pdf", "notes.pdf", "pdf", DOC.rev)
    assert (entry.pages, entry.tokens) == (2, 1234)
    assert entry.size == len(codec.encode(DOC))
    assert before - 1 < entry.stored <= entry.used <= time.time() + 1


def test_the_list_has_the_latest_used_first(store: ArtifactStore) -> None:
    keys = [KEY._replace(doc_id=name) for name in ("a", "b", "c")]
    for key in keys:
        store.put(key, replace(DOC, doc_id=key.doc_id))
    store.get(keys[0])
    assert [e.key.doc_id for e in store.entries()] == ["a", "c", "b"]
    assert [e.key.doc_id for e in store.entries()] == ["a", "c", "b"]


def test_entries_of_one_document_are_found_by_its_id(store: ArtifactStore) -> None:
    for key in (KEY, KEY._replace(options="max_pages=3")):
        store.put(key, DOC)
    store.put(KEY._replace(doc_id="testdoc2"), replace(DOC, doc_id="testdoc2"))
    assert {e.key.options for e in store.find("testdoc")} == {"max_pages=none", "max_pages=3"}
    assert [e.key.doc_id for e in store.find("testdoc2")] == ["testdoc2"]
    assert store.find("test") == []


def test_forgetting_leaves_nothing_of_the_document(store: ArtifactStore, make_store: MakeStore) -> None:
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
    assert store.delete("testdoc") == 0


# Aliases.


def test_a_path_leads_to_its_content_until_the_file_changes(store: ArtifactStore) -> None:
    store.put_alias("/reports/a.pdf", 10, 1_700_000_000_000_000_123, "testdoc")
    assert store.alias("/reports/a.pdf", 10, 1_700_000_000_000_000_123) == "testdoc"
    assert store.alias("/reports/a.pdf", 11, 1_700_000_000_000_000_123) is None
    assert store.alias("/reports/a.pdf", 10, 1_700_000_000_000_000_124) is None
    assert store.alias("/reports/b.pdf", 10, 1_700_000_000_000_000_123) is None


def test_a_changed_file_has_a_new_alias(store: ArtifactStore) -> None:
    store.put_alias("/a.pdf", 10, 1, "first")
    store.put_alias("/a.pdf", 10, 2, "second")
    assert store.alias("/a.pdf", 10, 1) is None
    assert store.alias("/a.pdf", 10, 2) == "second"


def test_a_file_with_a_coarse_time_stamp_of_just_now_is_not_trusted(store: ArtifactStore) -> None:
    now = int(time.time()) * 1_000_000_000
    store.put_alias("/a.pdf", 10, now, "testdoc")
    assert store.alias("/a.pdf", 10, now) is None
    earlier = now - 60_000_000_000
    store.put_alias("/a.pdf", 10, earlier, "testdoc")
    assert store.alias("/a.pdf", 10, earlier) == "testdoc"


def test_a_url_leads_to_its_content(store: ArtifactStore, make_store: MakeStore) -> None:
    url = "https://example.org/a?token=hidden"
    assert store.url_alias(url) is None
    store.put_url_alias(url, ALIAS)
    assert store.url_alias(url) == ALIAS
    assert store.url_alias("https://example.org/a") is None


def test_a_url_without_a_version_is_not_remembered(store: ArtifactStore) -> None:
    store.put_url_alias("https://example.org/a", ALIAS)
    store.put_url_alias("https://example.org/a", ALIAS._replace(etag=""))
    assert store.url_alias("https://example.org/a") is None


def test_paths_may_hold_anything(store: ArtifactStore) -> None:
    path = "/reports/größer \udcff 'a' \"b\" %.pdf"
    store.put_alias(path, 1, 1, "testdoc")
    assert store.alias(path, 1, 1) == "testdoc"


# Room.


def test_the_least_recently_used_goes_first(make_store: MakeStore) -> None:
    store = make_store(max_mb=1)
    first, second, third = (bulky(name) for name in ("first", "second", "third"))
    store.put(key_of(first), first)
    store.put(key_of(second), second)
    assert store.get(key_of(first)) == first
    store.put(key_of(third), third)
    assert [e.key.doc_id for e in store.entries()] == ["third", "first"]
    assert sum(e.size for e in store.entries()) < 1_000_000


def test_aliases_go_with_the_last_entry_of_their_document(make_store: MakeStore) -> None:
    store = make_store(max_mb=1)
    for name in ("first", "second", "third"):
        doc = bulky(name)
        store.put(key_of(doc), doc)
        store.put_alias(f"/{name}.pdf", 1, 1, name)
    store.put(key_of(bulky("fourth")), bulky("fourth"))
    assert store.alias("/first.pdf", 1, 1) is None
    assert store.alias("/third.pdf", 1, 1) == "third"


def test_a_document_beyond_the_limit_is_not_stored_and_pushes_nothing_out(make_store: MakeStore) -> None:
    store = make_store(max_mb=1)
    store.put(KEY, DOC)
    huge = bulky("huge", 1_200_000)
    assert not store.put(key_of(huge), huge)
    assert store.get(key_of(huge)) is None
    assert store.get(KEY) == DOC


def test_it_opens_again_after_closing(store: ArtifactStore) -> None:
    store.put(KEY, DOC)
    store.close()
    assert store.get(KEY) == DOC


def test_many_entries_are_listed(store: ArtifactStore) -> None:
    data = codec.encode(DOC)
    for i in range(300):
        store.put(KEY._replace(doc_id=f"doc{i}"), DOC, encoded=data)
    assert len(store.entries()) == 300
