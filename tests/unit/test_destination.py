"""Where files may be written."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from pincite.errors import PinciteError
from pincite.sources import SourcePolicy
from pincite.sources.destination import destination, write_new

MD = (".md", ".markdown")


def first(named: str | None, directory: Path, *roots: Path) -> Path:
    return next(destination(named, "report.md", MD, SourcePolicy(roots), directory))


def code(named: str | None, directory: Path, *roots: Path) -> str:
    with pytest.raises(PinciteError) as caught:
        first(named, directory, *roots)
    assert caught.value.hint
    return caught.value.code


def test_without_a_name_it_goes_into_the_directory_which_is_made(tmp_path: Path) -> None:
    home = tmp_path / "a" / "b"
    assert first(None, home) == first("  ", home) == home / "report.md"
    assert home.is_dir()


def test_names_are_relative_to_it_and_get_their_ending(tmp_path: Path) -> None:
    assert first("x.MD", tmp_path) == tmp_path / "x.MD"
    assert first("x", tmp_path / "new") == tmp_path / "new" / "x.md"
    (tmp_path / "sub").mkdir()
    assert first("sub", tmp_path) == tmp_path / "sub" / "report.md"
    assert first("sub/y.markdown", tmp_path) == tmp_path / "sub" / "y.markdown"


def test_a_default_that_is_taken_has_a_number(tmp_path: Path) -> None:
    paths = destination(None, "report.md", MD, SourcePolicy(), tmp_path)
    assert [path.name for path in islice(paths, 3)] == ["report.md", "report (2).md", "report (3).md"]


def test_without_roots_anything_that_is_not_hidden(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / ".ssh").mkdir()
    home = tmp_path / "home"
    assert first(str(tmp_path / "other" / "x.md"), home) == tmp_path / "other" / "x.md"
    for named in (".ssh/x.md", ".x.md", "other/../.ssh/x.md"):
        assert code(str(tmp_path / named), home) == "outside_roots"
    assert code("x.md\0", home) == "bad_argument"
    assert code("/", home, tmp_path) == "outside_roots"


def test_the_directory_may_be_hidden_itself(tmp_path: Path) -> None:
    assert first("x.md", tmp_path / ".exports", tmp_path) == tmp_path / ".exports" / "x.md"


def test_nothing_is_overwritten_and_nothing_stays_of_what_fails(tmp_path: Path) -> None:
    there = tmp_path / "x.md"
    assert write_new(iter([there]), b"one") == there
    with pytest.raises(PinciteError, match="is there already"):
        write_new(iter([there]), b"two")
    assert there.read_bytes() == b"one"
    with pytest.raises(PinciteError, match="cannot be written"):
        write_new(iter([there / "y.md"]), b"two")
    with pytest.raises(TypeError):
        write_new(iter([tmp_path / "z.md"]), "no bytes")  # type: ignore[arg-type]
    assert not (tmp_path / "z.md").exists()


def test_a_directory_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert code(None, tmp_path / "file" / "sub") == "not_writable"
