"""The documents that are in memory: few large ones, or many small ones."""

from __future__ import annotations

from pincite.cache.store import DocumentKey
from pincite.registry.opened import Memory, OpenDocument
from tests.builders import document


def opened(doc_id: str, words: int) -> OpenDocument:
    return OpenDocument(document("word " * words, doc_id=doc_id), DocumentKey(doc_id, "pdf-1", ""), None)


def held(memory: Memory) -> list[str]:
    return [o.key.doc_id for o in memory.documents()]


def test_the_one_used_last_stays() -> None:
    memory = Memory(2, 3, 1000)
    for name in "abc":
        memory.put(opened(name, 1))
    assert memory.get("a") is not None
    memory.put(opened("d", 1))
    assert held(memory) == ["d", "a", "c"]


def test_large_ones_are_few() -> None:
    memory = Memory(2, 9, 1000)
    for name in "abc":
        memory.put(opened(name, 150))
    assert held(memory) == ["c", "b"]
    memory.put(opened("c", 1))
    memory.remove("b")
    for name in "defg":
        memory.put(opened(name, 10))
    assert held(memory) == ["g", "f", "e", "d", "c"]
