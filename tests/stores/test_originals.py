"""Files that are kept: one a content, a claim for each who brought it, gone with the last."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from pincite.errors import StoreError
from pincite.settings import Settings
from pincite.stores import OriginalStore, original_store
from pincite.stores.originals import suffix_of


@pytest.fixture
def report(tmp_path: Path) -> Path:
    path = tmp_path / "upload-1"
    path.write_bytes(b"%PDF the report")
    return path


def test_a_file_comes_back_with_its_suffix_also_to_another_replica(
    originals: OriginalStore, settings: Settings, report: Path
) -> None:
    kept = originals.put("docone", report, owner="ann", name="Annual Report.pdf")
    report.unlink()
    assert (kept.doc_id, kept.name, [c.owner for c in kept.claims]) == ("docone", "Annual Report.pdf", ["ann"])
    for store in (originals, original_store(settings)):
        path = store.fetch("docone")
        assert path is not None
        assert (path.read_bytes(), path.suffix) == (b"%PDF the report", ".pdf")
        assert store.find("docone") == kept


def test_what_nobody_keeps_is_not_there(originals: OriginalStore) -> None:
    assert originals.find("nothing") is None
    assert originals.fetch("nothing") is None
    assert originals.owned("ann") == []
    assert not originals.delete("nothing")


def test_it_is_private_unless_it_is_shared(originals: OriginalStore, report: Path) -> None:
    kept = originals.put("docone", report, owner="ann", name="a.pdf")
    assert kept.may_see("ann")
    assert not kept.may_see("bob")
    shared = originals.put("docone", report, owner="ann", name="a.pdf", shared=True)
    assert shared.may_see("bob")
    assert not originals.put("docone", report, owner="ann", name="a.pdf").may_see("bob")


def test_each_owner_has_a_claim_and_the_file_goes_with_the_last(originals: OriginalStore, report: Path) -> None:
    originals.put("docone", report, owner="ann", name="a.pdf")
    both = originals.put("docone", report, owner="bob@example.org", name="b.pdf")
    assert [(c.owner, c.name) for c in both.claims] == [("ann", "a.pdf"), ("bob@example.org", "b.pdf")]
    assert originals.delete("docone", owner="ann")
    assert not originals.delete("docone", owner="ann")
    assert originals.owned("ann") == []
    assert [o.doc_id for o in originals.owned("bob@example.org")] == ["docone"]
    path = originals.fetch("docone")
    assert path is not None
    assert originals.delete("docone", owner="bob@example.org")
    assert originals.fetch("docone") is None
    assert not path.exists()


def test_without_an_owner_all_claims_end(originals: OriginalStore, report: Path) -> None:
    for owner in ("ann", "bob"):
        originals.put("docone", report, owner=owner, name="a.pdf")
    originals.put("doctwo", report, owner="ann", name="a.pdf")
    assert originals.delete("docone")
    assert originals.find("docone") is None
    assert [o.doc_id for o in originals.owned("ann")] == ["doctwo"]


def test_nothing_of_a_deleted_file_stays_on_disk(originals: OriginalStore, settings: Settings, report: Path) -> None:
    originals.put("docone", report, owner="ann", name="a.pdf")
    originals.fetch("docone")
    originals.delete("docone")
    assert not [path for path in settings.cache_dir.rglob("*") if path.is_file()]


def test_the_latest_comes_first(originals: OriginalStore, report: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n, doc_id in enumerate(("first", "second", "third")):
        monkeypatch.setattr(time, "time", lambda n=n: 1_900_000_000.0 + n)
        originals.put(doc_id, report, owner="ann", name="a.pdf")
    assert [o.doc_id for o in originals.owned("ann")] == ["third", "second", "first"]


def test_a_fetched_file_that_was_deleted_elsewhere_goes_when_it_is_old(
    originals: OriginalStore, settings: Settings, report: Path
) -> None:
    originals.put("docone", report, owner="ann", name="a.pdf")
    path = originals.fetch("docone")
    assert path is not None
    original_store(settings.model_copy(update={"cache_dir": settings.cache_dir})).find("docone")
    os.utime(path, (time.time() - 7200, time.time() - 7200))
    originals.fetch("another")
    assert not path.exists()


@pytest.mark.parametrize("name", ["../../etc/passwd.pdf", "..\\..\\secret.pdf", "a/b/../c.pdf"])
def test_a_name_never_leads_out_of_the_directory(
    originals: OriginalStore, settings: Settings, report: Path, name: str
) -> None:
    kept = originals.put("docone", report, owner="../x", name=name)
    assert "/" not in kept.name
    assert "\\" not in kept.name
    path = originals.fetch("docone")
    assert path is not None
    assert path.parent == settings.cache_dir / "fetched"


def test_only_a_plain_suffix_is_taken() -> None:
    assert [suffix_of(n) for n in ("a.pdf", "a.PDF", "a", "a.p/f", "a.verylongsuffix", "a.tar.gz", "a.é")] == [
        ".pdf", ".PDF", "", "", "", ".gz", "",
    ]  # fmt: skip


def test_a_directory_that_cannot_be_used_is_reported(tmp_path: Path, report: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    store = original_store(Settings(cache_dir=tmp_path / "cache"))
    with pytest.raises(StoreError):
        store.put("docone", report, owner="ann", name="a.pdf")
