"""Opening, remembering, searching and forgetting, with parsers that misbehave on command."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pincite.errors import ParseError, PinciteError, RequestError, SourceError, UnknownReferenceError
from pincite.model import Document
from pincite.parsers.pool import WorkerPool
from pincite.registry import OpenDocument, Pending, Registry
from pincite.settings import Settings
from tests.faults.fakes import PARSER

HEADER = "%PDF-1.7\n"

Write = Callable[..., str]
MakeRegistry = Callable[..., Registry]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file that the fake parser understands, and returns its path."""
    docs = tmp_path / "docs"
    docs.mkdir()

    def make(command: str, name: str = "a.pdf") -> str:
        path = docs / name
        path.write_text(HEADER + command)
        old = time.time() - 60  # a file as it usually is: not written this very moment
        os.utime(path, (old, old))
        return str(path)

    return make


@pytest.fixture
def make_registry(tmp_path: Path) -> Iterator[MakeRegistry]:
    """Registries that share one cache directory, as the servers of one user do."""
    made: list[Registry] = []

    def make(*, workers: int = 2, timeout_s: float = 20.0, **settings: object) -> Registry:
        values = {"cache_dir": tmp_path / "cache", "roots": (tmp_path / "docs",), **settings}
        pool = WorkerPool(workers, parser=PARSER, timeout_s=timeout_s)
        made.append(Registry(Settings.model_validate(values), pool=pool))
        return made[-1]

    yield make
    for registry in made:
        registry.close()


def test_a_cache_that_another_process_holds_costs_time_only(
    make_registry: MakeRegistry, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write("about the heron")
    before = document(make_registry(), path)
    with contextlib.closing(sqlite3.connect(tmp_path / "cache" / "documents" / "cache.db")) as older:
        older.execute("UPDATE Cache SET value = x'00' WHERE key GLOB 'document *'")  # as of another version
        older.commit()
    monkeypatch.setattr("pincite.cache.store._BUSY_S", 0.3)
    blocker = sqlite3.connect(tmp_path / "cache" / "documents" / "cache.db", isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    try:
        registry = make_registry()
        assert document(registry, path) == before
        assert registry.get(before.doc_id).document == before
        assert document(registry, write("about the otter", "b.pdf")).text
    finally:
        blocker.close()
    assert document(make_registry(), path) == before


def opened(registry: Registry, source: str, **options: object) -> OpenDocument:
    found = registry.open(source, **options)  # type: ignore[arg-type]
    assert isinstance(found, OpenDocument)
    return found


def document(registry: Registry, source: str, **options: object) -> Document:
    return opened(registry, source, **options).document


def refused(registry: Registry, source: str, **options: object) -> PinciteError:
    with pytest.raises(PinciteError) as caught:
        registry.open(source, **options)  # type: ignore[arg-type]
    return caught.value


def parses(tally: Path) -> int:
    return len(tally.read_text().split()) if tally.exists() else 0


def words(text: str) -> str:
    return text.removeprefix(HEADER).strip()


class TestOpening:
    """One parse, whoever asks, and from then on none."""

    def test_a_document_is_opened_once_and_kept(
        self, make_registry: MakeRegistry, write: Write, tmp_path: Path
    ) -> None:
        registry, tally = make_registry(), tmp_path / "tally"
        path = write(f"tally {tally}")
        first = opened(registry, path)
        assert first.document.source == "a.pdf"
        assert first.outline.sections
        assert first.costs.total > 0
        assert opened(registry, path) is first
        assert registry.get(first.document.doc_id) is first
        assert parses(tally) == 1

    def test_a_restart_finds_it_in_the_cache(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        tally = tmp_path / "tally"
        path = write(f"tally {tally}")
        before = make_registry()
        expected = document(before, path)
        before.close()
        after = make_registry()
        assert after.get(expected.doc_id).document == expected
        assert document(after, path) == expected
        assert parses(tally) == 1
        assert [entry.source for entry in after.entries()] == ["a.pdf"]

    def test_another_process_s_work_is_found(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        tally = tmp_path / "tally"
        one, other = make_registry(), make_registry()
        path = write(f"tally {tally}")
        expected = document(one, path)
        assert document(other, path) == expected
        assert parses(tally) == 1

    def test_the_same_bytes_are_one_document(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        registry, tally = make_registry(), tmp_path / "tally"
        paths = [write(f"tally {tally}", f"{name}.pdf") for name in "abc"]
        with ThreadPoolExecutor(6) as threads:
            found = list(threads.map(lambda path: opened(registry, path), paths * 2))
        assert len({o.document.doc_id for o in found}) == 1
        assert parses(tally) == 1

    def test_it_goes_by_the_name_under_which_it_was_opened_last(
        self, make_registry: MakeRegistry, write: Write
    ) -> None:
        registry = make_registry()
        first = document(registry, write("words", "old.pdf"))
        second = document(registry, write("words", "new.pdf"))
        assert (first.source, second.source) == ("old.pdf", "new.pdf")
        assert second.rev == first.rev
        assert [entry.source for entry in registry.entries()] == ["new.pdf"]

    def test_twenty_files_at_once(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        paths = [write(f"words of file {i}", f"{i}.pdf") for i in range(20)]
        with ThreadPoolExecutor(20) as threads:
            found = list(threads.map(lambda path: document(registry, path), paths))
        assert [words(doc.text) for doc in found] == [f"words of file {i}" for i in range(20)]
        assert len(registry.entries()) == 20
        for doc in found:
            assert registry.get(doc.doc_id).document == doc

    def test_more_documents_than_fit_in_memory(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        found = [document(registry, write(f"number {i}", f"{i}.pdf")) for i in range(20)]
        assert registry.get(found[0].doc_id).document == found[0]

    def test_a_changed_file_is_another_document(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        before = document(registry, write("old words"))
        after = document(registry, write("new words"))
        assert before.doc_id != after.doc_id
        assert words(after.text) == "new words"

    def test_a_change_that_keeps_size_and_time_within_a_moment_is_seen(
        self, make_registry: MakeRegistry, write: Write
    ) -> None:
        registry = make_registry()
        path = Path(write("old words"))
        stamp = time.time_ns() + 10**9  # so that a slow machine, too, opens it within the moment
        os.utime(path, ns=(stamp, stamp))
        document(registry, str(path))
        path.write_text(HEADER + "new words")
        os.utime(path, ns=(stamp, stamp))
        assert words(document(registry, str(path)).text) == "new words"

    def test_a_file_swapped_between_hash_and_parse_is_opened_as_it_is_now(
        self, make_registry: MakeRegistry, write: Write
    ) -> None:
        registry = make_registry(workers=1)
        blocker = registry.begin(write("slow 0.5", "blocker.pdf"))
        path = write("old words")
        with ThreadPoolExecutor(1) as thread:
            opening = thread.submit(document, registry, path)
            time.sleep(0.2)  # hashed by now, and waiting for the worker
            write("new words")
            found = opening.result(20)
        blocker.wait()
        assert words(found.text) == "new words"
        assert found.doc_id == document(registry, path).doc_id

    def test_refresh_parses_again(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        registry, tally = make_registry(), tmp_path / "tally"
        path = write(f"tally {tally}")
        first = opened(registry, path)
        again = opened(registry, path, refresh=True)
        assert again is not first
        assert again.document == first.document
        assert registry.get(first.document.doc_id) is again
        assert parses(tally) == 2

    def test_an_id_opens_what_is_here(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        doc = document(registry, write("words"))
        assert document(registry, f" {doc.doc_id} ") == doc
        assert refused(registry, "a" * 12).code == "not_found"
        assert refused(registry, doc.doc_id, refresh=True).code == "not_found"

    def test_only_inside_the_roots(self, make_registry: MakeRegistry, tmp_path: Path) -> None:
        (tmp_path / "b.pdf").write_text(HEADER)
        error = refused(make_registry(), str(tmp_path / "b.pdf"))
        assert isinstance(error, SourceError)
        assert error.code == "outside_roots"

    def test_a_file_above_the_limit(self, make_registry: MakeRegistry, write: Write) -> None:
        path = write("x" * 1_000_001)
        assert refused(make_registry(max_file_mb=1), path).code == "too_large"


class TestWaiting:
    """A long parse: progress, a handle, another call that waits for the rest."""

    def test_pending_and_then_the_document(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        registry = make_registry()
        path = write("slow 1.5")
        pending = registry.open(path, wait_s=0.5)
        assert isinstance(pending, Pending)
        assert pending.source == "a.pdf"
        again = opened(registry, path)
        assert again.document.doc_id == pending.doc_id
        assert words(again.document.text) == "slow 1.5"

    def test_pending_says_how_far_it_is(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        path = write("slow 3")
        registry.open(write("warm", "w.pdf"))
        pending = registry.open(path, wait_s=1)
        assert isinstance(pending, Pending)
        assert 1 <= pending.pages_done <= 6
        assert pending.pages_total == 10

    def test_what_is_pending_finishes_by_itself(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        pending = registry.open(write("slow 0.6"), wait_s=0)
        assert isinstance(pending, Pending)
        end = time.monotonic() + 10
        while pending.doc_id not in [entry.key.doc_id for entry in registry.entries()]:
            assert time.monotonic() < end
            time.sleep(0.02)
        assert words(registry.get(pending.doc_id).document.text) == "slow 0.6"

    def test_progress_reaches_everyone_who_waits(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        path = write("slow 1")
        seen: list[list[tuple[int, int]]] = [[], []]

        def watch(i: int) -> None:
            registry.open(path, on_progress=lambda done, total: seen[i].append((done, total)))

        with ThreadPoolExecutor(2) as threads:
            list(threads.map(watch, (0, 1)))
        for calls in seen:
            assert calls[-1] == (10, 10)
            assert calls == sorted(calls)

    def test_event_loops_may_be_told(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        told = threading.Event()
        opening = registry.begin(write("slow 0.3"))
        opening.add_done_callback(told.set)
        assert not opening.done
        assert told.wait(10)
        assert opening.done
        assert isinstance(opening.wait(0), OpenDocument)


class TestCancelling:
    """A parse stops when nobody wants it any more, and not before."""

    def test_the_last_one_to_leave_stops_it(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry(workers=1)
        path = write("hang")
        one, other = registry.begin(path), registry.begin(path)
        one.cancel()
        time.sleep(0.1)
        assert not other.done
        other.cancel()
        begin = time.monotonic()
        assert words(document(registry, write("free", "free.pdf")).text) == "free"
        assert time.monotonic() - begin < 5
        with pytest.raises(ParseError) as caught:
            other.wait()
        assert caught.value.code == "cancelled"

    def test_one_who_leaves_does_not_disturb_the_other(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        path = write("slow 0.5")
        one, other = registry.begin(path), registry.begin(path)
        one.cancel()
        one.cancel()
        found = other.wait(10)
        assert isinstance(found, OpenDocument)

    def test_a_promise_is_kept(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        registry, tally = make_registry(), tmp_path / "tally"
        path = write(f"tally {tally}")
        assert isinstance(registry.open(path, wait_s=0.05), Pending)
        assert isinstance(registry.open(path, wait_s=0.05), Pending)
        registry.begin(path).wait()
        assert parses(tally) == 1

    def test_coming_back_and_leaving_stops_it(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry(workers=1)
        path = write("hang")
        assert isinstance(registry.open(path, wait_s=0.1), Pending)
        registry.begin(path).cancel()
        assert words(document(registry, write("free", "free.pdf")).text) == "free"

    def test_opening_again_after_a_cancel(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        path = write("slow 0.3")
        for _ in range(5):
            registry.begin(path).cancel()
        assert words(document(registry, path).text) == "slow 0.3"

    def test_an_interrupted_caller_leaves(
        self, make_registry: MakeRegistry, write: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        registry = make_registry(workers=1)
        opening = registry.begin(write("hang"))

        def interrupt(_: float | None) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(opening._flight.outcome, "result", interrupt)
        with pytest.raises(KeyboardInterrupt):
            opening.wait()
        assert words(document(registry, write("free", "free.pdf")).text) == "free"

    def test_closing_ends_all_waits(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        opening = registry.begin(write("hang"))
        begin = time.monotonic()
        registry.close()
        assert time.monotonic() - begin < 3
        with pytest.raises(ParseError, match="shutting down"):
            opening.wait(5)


class TestFailures:
    """Errors come through, are not kept, and spoil nothing."""

    def test_a_worker_killed_in_the_middle(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        path = Path(write("kill"))
        error = refused(registry, str(path))
        assert isinstance(error, ParseError)
        assert error.code == "worker_crashed"
        assert "open it again" in error.hint
        assert words(document(registry, write("fine", "b.pdf")).text) == "fine"

    def test_errors_are_not_remembered(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        """The same file, whose worker is killed once and then left alone."""
        registry = make_registry()
        tally = tmp_path / "tally"
        path = write(f"tally {tally}")
        killer = threading.Thread(target=_kill_first, args=(tally,))
        killer.start()
        error = refused(registry, path)
        killer.join()
        assert error.code == "worker_crashed"
        assert document(registry, path).source == "a.pdf"
        assert parses(tally) == 2

    def test_everyone_who_waits_gets_the_error(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        path = write("refuse corrupt")
        with ThreadPoolExecutor(4) as threads:
            codes = list(threads.map(lambda _: refused(registry, path).code, range(4)))
        assert codes == ["corrupt"] * 4

    def test_a_hang(self, make_registry: MakeRegistry, write: Write) -> None:
        assert refused(make_registry(timeout_s=0.4), write("hang")).code == "timeout"

    @pytest.mark.parametrize("damage", ["cut", "empty", "foreign", "gone"])
    def test_a_damaged_cache_entry_is_a_miss(
        self, make_registry: MakeRegistry, write: Write, tmp_path: Path, damage: str
    ) -> None:
        tally = tmp_path / "tally"
        path = write(f"tally {tally}\n" + "".join(f"{i * i} words " for i in range(30_000)))
        first = make_registry()
        expected = document(first, path)
        first.close()
        values = list((tmp_path / "cache" / "documents").rglob("*.val"))
        assert values
        for value in values:
            data = value.read_bytes()
            if damage == "gone":
                value.unlink()
            else:
                value.write_bytes({"cut": data[: len(data) // 2], "empty": b"", "foreign": b"x" * len(data)}[damage])
        assert document(make_registry(), path) == expected
        assert parses(tally) == 2

    def test_a_cache_directory_that_cannot_be_used_costs_time_only(
        self, make_registry: MakeRegistry, write: Write, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        (tmp_path / "file").write_text("not a directory")
        registry = make_registry(cache_dir=tmp_path / "file")
        doc = document(registry, write("words"))
        assert registry.get(doc.doc_id).document == doc
        assert [(e.source, e.size) for e in registry.entries()] == [("a.pdf", 0)]
        assert "kept in memory only" in caplog.text

    def test_an_emptied_cache_directory(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        registry = make_registry()
        path = write("words about rivers")
        doc = document(registry, path)
        registry.search("rivers")
        shutil.rmtree(tmp_path / "cache")
        assert document(registry, path) == doc
        assert [hit.doc_id for hit in registry.search("rivers").hits] == [doc.doc_id]
        other = document(registry, write("more words about rivers", "b.pdf"))
        assert {hit.doc_id for hit in registry.search("rivers").hits} == {doc.doc_id, other.doc_id}

    def test_a_parser_that_returns_another_document(self, make_registry: MakeRegistry, write: Write) -> None:
        error = refused(make_registry(), write("impostor"))
        assert error.code == "parser_error"


def _kill_first(tally: Path) -> None:
    while not parses(tally):
        time.sleep(0.005)
    os.kill(int(tally.read_text().split()[0]), 9)


class TestPasswords:
    """What is behind a password stays behind it, in the cache too."""

    def test_right_wrong_and_none(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        path = write("secret tulip")
        assert refused(registry, path).code == "password_required"
        assert refused(registry, path, password="rose").code == "wrong_password"
        doc = document(registry, path, password="tulip")
        assert refused(registry, path).code == "password_required"
        assert refused(registry, path, password="").code == "password_required"
        assert refused(registry, path, password="rose").code == "wrong_password"
        assert document(registry, path, password="tulip") == doc
        assert registry.get(doc.doc_id).document == doc

    def test_after_a_restart_the_password_is_asked_again(self, make_registry: MakeRegistry, write: Write) -> None:
        path = write("secret tulip")
        first = make_registry()
        doc = document(first, path, password="tulip")
        assert first.search("tulip").hits
        assert [entry.source for entry in first.entries()] == ["a.pdf"]
        first.close()
        second = make_registry()
        assert second.entries() == []
        for attempt in (lambda: second.get(doc.doc_id), lambda: second.search("tulip", doc_ids=[doc.doc_id])):
            with pytest.raises(UnknownReferenceError):
                attempt()
        assert second.search("tulip").hits == ()
        assert refused(second, path).code == "password_required"
        assert document(second, path, password="tulip") == doc
        assert second.search("tulip").hits

    def test_nothing_on_disk_tells_of_the_document_or_its_password(
        self, make_registry: MakeRegistry, write: Write, tmp_path: Path
    ) -> None:
        registry = make_registry()
        document(registry, write("secret swordfish\nheronry by the weir"), password="swordfish")
        document(registry, write("plain words", "b.pdf"))
        assert len(registry.search("heronry").hits) == 1
        registry.close()
        stored = b"".join(path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file())
        for word in (b"swordfish", b"heronry", b"password="):
            assert word not in stored
        with contextlib.closing(sqlite3.connect(tmp_path / "cache" / "documents" / "cache.db")) as db:
            keys = [row[0] for row in db.execute("SELECT key FROM Cache")]
        assert sum(key.startswith("document ") for key in keys) == 1

    def test_one_search_finds_open_and_unlocked_documents(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        locked = document(registry, write("secret tulip\nthe heron is grey"), password="tulip")
        plain = document(registry, write("the heron and the crane are grey", "b.pdf"))
        assert {hit.doc_id for hit in registry.search("heron").hits} == {locked.doc_id, plain.doc_id}
        assert [hit.doc_id for hit in registry.search("heron", doc_ids=[locked.doc_id]).hits] == [locked.doc_id]
        assert len(registry.search("heron", limit=1).hits) == 1
        assert registry.search("crane").missing == ()
        assert [missing.word for missing in registry.search("heron unicorns").missing] == ["unicorns"]
        registry.forget(locked.doc_id)
        assert [hit.doc_id for hit in registry.search("heron").hits] == [plain.doc_id]

    def test_the_setting_lets_it_be_cached(self, make_registry: MakeRegistry, write: Write) -> None:
        path = write("secret tulip")
        first = make_registry(cache_decrypted=True)
        assert refused(first, path, password="rose").code == "wrong_password"
        doc = document(first, path, password="tulip")
        assert document(first, path) == doc
        first.close()
        second = make_registry(cache_decrypted=True)
        assert second.search("tulip").hits
        assert document(second, path) == doc

    def test_one_that_has_left_the_memory_needs_its_password(
        self, make_registry: MakeRegistry, write: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pincite.registry.shelf._IN_MEMORY", (1, 1, 0))
        registry = make_registry()
        doc = document(registry, write("secret tulip"), password="tulip")
        document(registry, write("plain words", "b.pdf"))
        assert registry.get(doc.doc_id).document == doc
        document(registry, write("secret rose", "c.pdf"), password="rose")
        with pytest.raises(ParseError, match=r"a\.pdf needs its password again") as caught:
            registry.get(doc.doc_id)
        assert (caught.value.code, caught.value.hint) == ("password_required", "Open it again with its password.")

    def test_a_needless_password_finds_the_open_entry(
        self, make_registry: MakeRegistry, write: Write, tmp_path: Path
    ) -> None:
        registry, tally = make_registry(), tmp_path / "tally"
        path = write(f"tally {tally}")
        first = opened(registry, path)
        assert opened(registry, path, password="needless") is first
        assert parses(tally) == 1


class TestReferences:
    """Documents by id: known, unknown, forgotten."""

    def test_an_unknown_document_names_what_is_near(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        doc = document(registry, write("words", "annual-report-2023.pdf"))
        for asked in (doc.doc_id[:-1] + "7", "annual-report-2023.pdf", "annual report"):
            with pytest.raises(UnknownReferenceError) as caught:
                registry.get(asked)
            assert caught.value.code == "unknown_document"
            assert caught.value.hint == f"Did you mean {doc.doc_id} (annual-report-2023.pdf)?"

    def test_an_unknown_document_with_nothing_near(self, make_registry: MakeRegistry) -> None:
        with pytest.raises(UnknownReferenceError) as caught:
            make_registry().get("../../etc/passwd\x1b[0m")
        assert "list the documents" in caught.value.hint
        assert caught.value.message.isprintable()

    def test_an_entry_of_an_older_parser_is_not_shown(
        self, make_registry: MakeRegistry, write: Write, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        registry = make_registry()
        path = write("words")
        doc = document(registry, path)
        monkeypatch.setattr("pincite.registry.shelf.PARSERS", {"pdf": "pincite-pdf/next"})
        later = make_registry()
        assert later.entries() == []
        with pytest.raises(UnknownReferenceError):
            later.get(doc.doc_id)
        assert document(later, path) == doc

    def test_other_options_are_another_entry(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        tally = tmp_path / "tally"
        path = write(f"tally {tally}")
        doc = document(make_registry(max_pages=10), path)
        other = make_registry(max_pages=20)
        assert other.get(doc.doc_id).document == doc  # better than none
        document(other, path)
        assert parses(tally) == 2
        assert len(other.entries()) == 1

    def test_forgetting_leaves_nothing(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        registry, tally = make_registry(), tmp_path / "tally"
        path = write(f"tally {tally}\nabout hippopotamuses " + " ".join(str(i * i) for i in range(30_000)))
        doc_id = document(registry, path).doc_id
        assert registry.search("hippopotamuses").hits
        registry.forget(doc_id)
        for again in (registry, make_registry()):
            assert again.entries() == []
            assert again.search("hippopotamuses").hits == ()
            with pytest.raises(UnknownReferenceError):
                again.get(doc_id)
        assert not list((tmp_path / "cache" / "documents").rglob("*.val"))
        with contextlib.closing(sqlite3.connect(tmp_path / "cache" / "documents" / "cache.db")) as db:
            ((left,),) = db.execute("SELECT key FROM Cache")  # that something was forgotten, not what
            assert left.startswith("deleted ")
            assert doc_id not in left
        document(registry, path)
        assert parses(tally) == 2

    def test_forgetting_what_is_not_here(self, make_registry: MakeRegistry) -> None:
        with pytest.raises(UnknownReferenceError) as caught:
            make_registry().forget("a" * 12)
        assert caught.value.code == "unknown_document"

    def test_forgetting_one_keeps_the_others(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        gone = document(registry, write("gone river", "gone.pdf"))
        kept = document(registry, write("kept river", "kept.pdf"))
        registry.forget(gone.doc_id)
        assert [hit.doc_id for hit in registry.search("river").hits] == [kept.doc_id]

    def test_another_process_that_holds_it_forgets_it_too(self, make_registry: MakeRegistry, write: Write) -> None:
        one, other = make_registry(), make_registry()
        path, kept = write("about hippopotamuses"), write("about rivers", "kept.pdf")
        doc_id = document(one, path).doc_id
        document(one, kept)
        assert document(other, path).doc_id == doc_id
        one.forget(doc_id)
        assert other.search("hippopotamuses").hits == ()
        assert [entry.source for entry in other.entries()] == ["kept.pdf"]
        with pytest.raises(UnknownReferenceError):
            other.get(doc_id)
        for registry in (one, other):  # what one adds that moment, it takes out again
            registry._indexer.settle()
        assert doc_id not in one._indexer.index.revisions()
        assert document(other, path).doc_id == doc_id  # opened again, it is there for all
        assert one.get(doc_id).document.source == "a.pdf"
        assert other.search("hippopotamuses").hits

    def test_what_shared_its_files_is_indexed_again(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        docs = [document(registry, write(f"river number{i}", f"{i}.pdf")) for i in range(10)]
        registry.search("river")
        registry.forget(docs[0].doc_id)
        registry._indexer.settle()
        assert registry._indexer.index.revisions() == {doc.doc_id: doc.rev for doc in docs[1:]}
        assert {hit.doc_id for hit in registry.search("number7").hits} == {docs[7].doc_id}


class TestSearching:
    """Found at once, in what is here and allowed."""

    def test_right_after_opening(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        for i, animal in enumerate(["aardvark", "badger", "capybara"]):
            doc = document(registry, write(f"about the {animal}", f"{i}.pdf"))
            assert [hit.doc_id for hit in registry.search(animal).hits] == [doc.doc_id]

    def test_in_the_documents_named(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        docs = [document(registry, write(f"river number {i}", f"{i}.pdf")) for i in range(3)]
        ids = [docs[2].doc_id, docs[0].doc_id, docs[2].doc_id]
        assert {hit.doc_id for hit in registry.search("river", doc_ids=ids).hits} == set(ids)
        with pytest.raises(UnknownReferenceError):
            registry.search("river", doc_ids=["nonsense"])

    def test_in_a_section(self, make_registry: MakeRegistry, write: Write) -> None:
        registry = make_registry()
        found = opened(registry, write("about rivers"))
        section = found.outline.sections[0]
        hits = registry.search("rivers", doc_ids=[found.document.doc_id], section=section).hits
        assert [hit.block for hit in hits] == [0]
        with pytest.raises(RequestError):
            registry.search("rivers", section=section)

    def test_with_nothing_here(self, make_registry: MakeRegistry) -> None:
        assert make_registry().search("anything").hits == ()

    def test_a_lost_index_is_made_again(self, make_registry: MakeRegistry, write: Write, tmp_path: Path) -> None:
        first = make_registry()
        docs = [document(first, write(f"river number {i}", f"{i}.pdf")) for i in range(3)]
        assert len(first.search("river").hits) == 3
        first.close()
        shutil.rmtree(tmp_path / "cache" / "index")
        second = make_registry()
        assert {hit.doc_id for hit in second.search("river").hits} == {doc.doc_id for doc in docs}

    def test_what_another_process_opened(self, make_registry: MakeRegistry, write: Write) -> None:
        one, other = make_registry(), make_registry()
        assert other.search("river").hits == ()
        doc = document(one, write("a river"))
        assert [hit.doc_id for hit in other.search("river").hits] == [doc.doc_id]


def test_nothing_starts_before_it_is_needed(make_registry: MakeRegistry, tmp_path: Path) -> None:
    threads = threading.active_count()
    make_registry()
    assert threading.active_count() == threads
    assert not (tmp_path / "cache").exists()


def test_prewarm(make_registry: MakeRegistry, write: Write) -> None:
    registry = make_registry()
    registry.prewarm()
    assert words(document(registry, write("words")).text) == "words"
