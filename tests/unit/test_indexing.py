"""What the index is given in the background: together, and first what somebody waits for."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pincite.cache.entries import DocumentKey
from pincite.errors import IndexUnavailableError
from pincite.index import DocumentIndex
from pincite.model import Document
from pincite.outline import Outline
from pincite.registry.indexing import Indexer
from pincite.registry.opened import OpenDocument
from tests.builders import document


class Slow(DocumentIndex):
    """An index in memory that tells what each commit held, and makes none while ``gate`` is closed."""

    def __init__(self) -> None:
        super().__init__(None)
        self.commits: list[list[str]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.is_broken = False

    def add_all(self, documents: Iterable[tuple[Document, Outline]]) -> None:
        filled = list(documents)
        if not filled:
            return
        self.commits.append([doc.doc_id for doc, _ in filled])
        self.gate.wait(10)
        if self.is_broken:
            raise IndexUnavailableError("The disk is full.")
        super().add_all(filled)


class Room:
    """An indexer, its index, and the documents that can be had."""

    def __init__(self) -> None:
        self.index = Slow()
        self.documents: dict[str, OpenDocument] = {}
        self.indexer = Indexer(lambda: self.index, lambda _: False, self.documents.get)

    def open(self, *numbers: int) -> None:
        for n in numbers:
            doc = document(f"# Part {n}\nCommon words.", doc_id=f"doc{n}")
            self.documents[doc.doc_id] = OpenDocument(doc, DocumentKey(doc.doc_id, "parser", ""))
            self.indexer.add_soon(self.documents[doc.doc_id])

    def fill(self, count: int) -> None:
        """Opens ``count`` documents, of which the first is in the index alone, the others with one commit."""
        self.index.gate.clear()
        self.open(0)
        while not self.index.commits:
            pass
        self.open(*range(1, count))
        self.index.gate.set()
        self.indexer.settle()
        assert list(map(len, self.index.commits)) == [1, count - 1]
        self.index.commits.clear()


@pytest.fixture
def room() -> Iterator[Room]:
    room = Room()
    yield room
    room.index.gate.set()
    room.indexer.close()


def test_what_waits_goes_in_with_one_commit(room: Room) -> None:
    room.fill(20)
    assert room.index.revisions().keys() == room.documents.keys()


def test_what_shares_files_with_a_removed_document_is_written_anew_together(room: Room) -> None:
    room.fill(20)
    room.indexer.remove("doc3")
    assert len(room.index.commits) == 1
    assert room.index.revisions().keys() == room.documents.keys() - {"doc3"}
    assert room.index.remove("doc3") == frozenset()  # no word is left


def test_all_others_are_found_while_a_document_leaves(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.registry.indexing._PATIENCE_S", 0.0)
    room.fill(20)
    room.index.gate.clear()
    room.indexer.remove("doc3")
    room.indexer.settle()  # nobody waits for what is in the index
    assert room.index.revisions().keys() == room.documents.keys() - {"doc3"}
    assert room.index.remove("doc3")


def test_a_document_that_is_opened_again_while_it_leaves_stays(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.registry.indexing._PATIENCE_S", 0.0)
    room.fill(5)
    room.index.gate.clear()
    room.indexer.remove("doc3")
    room.open(3)
    room.index.gate.set()
    room.indexer.settle()
    room.indexer.remove("doc0")
    assert room.index.revisions().keys() == room.documents.keys() - {"doc0"}


def test_what_is_waited_for_goes_first(room: Room) -> None:
    room.index.gate.clear()
    room.open(*range(100))
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(room.indexer.settle, ["doc99"])
        while next(iter(room.indexer._waiting)) != "doc99":
            assert not waiting.done()
        room.index.gate.set()
        waiting.result(10)
    assert room.index.has("doc99", room.documents["doc99"].document.rev)
    room.indexer.settle()
    assert room.index.revisions().keys() == room.documents.keys()


def test_what_cannot_be_had_any_more_goes_out_too(room: Room) -> None:
    room.fill(5)
    del room.documents["doc1"], room.documents["doc2"]
    room.indexer.remove("doc3")
    assert room.index.revisions().keys() == {"doc0", "doc4"}
    assert not any(map(room.index.remove, ("doc1", "doc2", "doc3")))


def test_a_document_is_taken_out_of_what_waits(room: Room) -> None:
    room.index.gate.clear()
    room.open(0, 1, 2)
    with ThreadPoolExecutor(1) as pool:
        removing = pool.submit(room.indexer.remove, "doc2")
        room.index.gate.set()
        removing.result(10)
    room.indexer.settle()
    assert room.index.revisions().keys() == {"doc0", "doc1"}


def test_an_index_that_fails_is_tried_again_with_the_next(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.index.is_broken = True
    room.open(0)
    room.indexer.settle()
    assert "not up to date yet: The disk is full." in caplog.text
    room.index.is_broken = False
    room.open(0)
    room.indexer.settle()
    assert room.index.revisions().keys() == {"doc0"}


def test_nobody_waits_for_an_indexer_that_is_closed(room: Room) -> None:
    room.open(*range(3))
    room.indexer.close()
    room.open(7)
    room.indexer.settle()
    assert "doc7" not in room.index.revisions()
