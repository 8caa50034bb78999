"""A clock that is set back, as machines do that have slept or travelled: what counts is what happened, not when."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pincite.errors import UnknownReferenceError
from pincite.registry import Registry
from pincite.settings import Settings
from tests.faults.test_registry import MakeRegistry, Write, document, make_registry, parses, write

__all__ = ["make_registry", "write"]
DAY_S = 86_400.0

SetBack = Callable[[float], None]


@pytest.fixture
def set_back(monkeypatch: pytest.MonkeyPatch) -> SetBack:
    """Sets the clock back by so many seconds."""
    real = time.time

    def change(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() - seconds)

    return change


def test_what_is_forgotten_and_opened_again_is_there(
    make_registry: MakeRegistry, write: Write, tmp_path: Path, set_back: SetBack
) -> None:
    one, other, tally = make_registry(), make_registry(), tmp_path / "tally"
    path = write(f"tally {tally}\nabout rivers")
    doc_id = document(one, path).doc_id
    document(other, path)
    one.forget(doc_id)
    set_back(DAY_S)
    for registry in (one, other):
        assert document(registry, path).doc_id == doc_id
        assert registry.get(doc_id).document.source == "a.pdf"
        assert [hit.doc_id for hit in registry.search("rivers").hits] == [doc_id]
    assert parses(tally) == 2


def test_what_is_forgotten_stays_so(make_registry: MakeRegistry, write: Write, set_back: SetBack) -> None:
    one, other = make_registry(), make_registry()
    path = write("about rivers")
    doc_id = document(one, path).doc_id
    document(other, path)
    set_back(DAY_S)
    one.forget(doc_id)
    for registry in (one, other):
        with pytest.raises(UnknownReferenceError):
            registry.get(doc_id)
        assert registry.search("rivers").hits == ()


def test_a_changed_file_is_seen(make_registry: MakeRegistry, write: Write, set_back: SetBack) -> None:
    registry = make_registry()
    assert "before" in document(registry, write("words of before")).text
    set_back(DAY_S)
    path = write("other words of now")
    assert "now" in document(registry, path).text
    assert "now" in document(registry, path).text


def test_the_cache_keeps_below_its_ceiling(tmp_path: Path, set_back: SetBack) -> None:
    from pincite.cache.store import DocumentStore
    from tests.faults.test_store import KEY, large

    store = DocumentStore(tmp_path, max_mb=1)
    for n in range(20):
        set_back(n * DAY_S)
        doc = large(f"doc{n}")
        assert store.put(KEY._replace(doc_id=doc.doc_id), doc)
        assert store.get(KEY._replace(doc_id=doc.doc_id)) == doc
    assert sum(path.stat().st_size for path in tmp_path.rglob("*.val")) <= 1_000_000


def test_a_parse_keeps_its_limit(write: Write, tmp_path: Path, set_back: SetBack) -> None:
    from pincite.errors import ParseError
    from pincite.parsers.pool import WorkerPool
    from tests.faults.fakes import PARSER

    pool = WorkerPool(1, parser=PARSER, timeout_s=1)
    registry = Registry(Settings(cache_dir=tmp_path / "cache"), pool=pool)
    opening = registry.begin(write("hang"))
    set_back(DAY_S)
    with pytest.raises(ParseError) as caught:
        opening.wait(20)
    assert caught.value.code == "timeout"
    registry.close()
