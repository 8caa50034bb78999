"""Temporary files of processes that were killed: who comes next removes them, and no others."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from pincite.parsers import process
from pincite.parsers.pool import WorkerPool

pytestmark = pytest.mark.skipif(os.name != "posix", reason="directories are locked on POSIX systems alone")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def left_behind(place: Path, name: str) -> Path:
    directory = place / name
    directory.mkdir()
    (directory / "document.doc").write_bytes(b"decrypted")
    return directory


@pytest.fixture
def dead() -> int:
    """The id of a process that has ended."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    return child.pid


def test_a_new_pool_removes_what_the_dead_left(place: Path, dead: int) -> None:
    directory = left_behind(place, f"pincite-{dead}-abc_1")
    WorkerPool(1).close()
    assert not directory.exists()


def test_what_the_living_hold_or_others_made_stays(place: Path, dead: int) -> None:
    held = left_behind(place, f"pincite-{dead}-held")
    handle = process._hold(held)
    assert handle is not None
    others = [left_behind(place, name) for name in (f"pincite-{os.getpid()}-own", "pincite-abc", f"pincite-{dead}")]
    target = left_behind(place, "elsewhere")
    (place / f"pincite-{dead}-link").symlink_to(target)
    process.clear_dead_scratch()
    assert held.exists()
    assert all(other.exists() for other in others)
    assert (target / "document.doc").exists()
    os.close(handle)
    process.clear_dead_scratch()
    assert not held.exists()


def test_a_directory_is_held_by_one(place: Path) -> None:
    directory = left_behind(place, "one")
    first = process._hold(directory)
    assert first is not None
    assert process._hold(directory) is None
    os.close(first)
    assert process._hold(place / "none") is None
