"""What can happen to the files of the index: it is made again, without a word to the one who searches."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pincite.errors import IndexUnavailableError
from pincite.index import DocumentIndex
from pincite.model import Document
from pincite.outline import Outline, build_outline
from tests.builders import document

ROOT = Path(__file__).parents[2]


def numbered(n: int) -> Document:
    words = " ".join(f"word{n * i % 997}" for i in range(300))
    return document(f"--- 1\n# Report {n}\nThe unique{n} debt grew. {words}", doc_id=f"doc{n}")


def opened(doc_id: str) -> tuple[Document, Outline] | None:
    doc = numbered(int(doc_id.removeprefix("doc")))
    return doc, build_outline(doc)


def filled(directory: Path, count: int = 3) -> DocumentIndex:
    index = DocumentIndex(directory)
    for n in range(count):
        index.add(numbered(n), build_outline(numbered(n)))
    return index


def is_found(index: DocumentIndex, n: int) -> bool:
    result = index.search(f"unique{n}", doc_ids=[f"doc{i}" for i in range(3)], documents=opened)
    return [hit.doc_id for hit in result.hits] == [f"doc{n}"]


def files(directory: Path) -> list[Path]:
    (home,) = directory.glob("index-*")
    return sorted(home.iterdir())


# Damage.


def test_a_truncated_file_is_made_again(tmp_path: Path) -> None:
    filled(tmp_path)
    for path in files(tmp_path):
        if path.suffix:
            os.truncate(path, path.stat().st_size // 2)
    index = DocumentIndex(tmp_path)
    assert is_found(index, 1)
    assert [p.name for p in tmp_path.iterdir()] == [files(tmp_path)[0].parent.name]


def test_each_file_may_be_missing(tmp_path: Path) -> None:
    filled(tmp_path)
    for name in [p.name for p in files(tmp_path) if p.suffix in (".json", ".term", ".idx", ".store", ".fast", ".pos")]:
        path = files(tmp_path)[0].parent / name
        if path.exists():
            path.unlink()
            assert is_found(DocumentIndex(tmp_path), 2), name


def test_a_list_of_files_that_is_no_list_is_made_again(tmp_path: Path) -> None:
    filled(tmp_path)
    (tmp_path / files(tmp_path)[0].parent.name / "meta.json").write_text("{")
    assert is_found(DocumentIndex(tmp_path), 0)


def test_damage_while_the_index_is_open_is_noticed_at_the_next_commit(tmp_path: Path) -> None:
    index = filled(tmp_path)
    (files(tmp_path)[0].parent / "meta.json").write_text("{}")
    assert index.revisions() == {}
    assert is_found(index, 0)


def test_damage_is_no_obstacle_to_adding(tmp_path: Path) -> None:
    filled(tmp_path)
    (files(tmp_path)[0].parent / "meta.json").write_text("{}")
    index = DocumentIndex(tmp_path)
    index.add(numbered(7), build_outline(numbered(7)))
    assert list(index.revisions()) == ["doc7"]


def test_a_deleted_directory_is_made_again_under_an_open_index(tmp_path: Path) -> None:
    import shutil

    index = filled(tmp_path)
    shutil.rmtree(tmp_path)
    assert is_found(index, 1)


def test_a_schema_of_another_making_is_replaced(tmp_path: Path) -> None:
    import tantivy

    filled(tmp_path, 0).revisions()
    home = files(tmp_path)[0].parent
    for path in home.iterdir():
        path.unlink()
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body")
    tantivy.Index(builder.build(), str(home))
    assert is_found(DocumentIndex(tmp_path), 1)


# Directories that cannot be used.


def test_a_file_where_the_directory_should_be_is_reported(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")
    index = DocumentIndex(tmp_path / "cache")
    with pytest.raises(IndexUnavailableError) as error:
        index.add(numbered(1), build_outline(numbered(1)))
    assert error.value.code == "index_unavailable"
    assert str(tmp_path) not in error.value.for_model()
    with pytest.raises(IndexUnavailableError):
        index.search("debt", documents=opened)


@pytest.mark.skipif(sys.platform == "win32", reason="limits are a matter of POSIX")
def test_a_full_disk_is_reported_and_the_next_process_goes_on(tmp_path: Path) -> None:
    filled(tmp_path)
    script = f"""
import resource, signal
from pathlib import Path
from pincite.index import DocumentIndex
from pincite.errors import PinciteError
from tests.faults.test_index import numbered
from pincite.outline import build_outline
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))
try:
    DocumentIndex(Path({str(tmp_path)!r})).add(numbered(7), build_outline(numbered(7)))
except PinciteError as error:
    print(error.code)
"""
    out = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert out.stdout.split() == ["index_unavailable"], out.stderr
    assert is_found(DocumentIndex(tmp_path), 1)


def test_a_process_that_writes_for_too_long_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.index.files._LOCK_WAIT_S", 0.1)
    index = filled(tmp_path)
    with DocumentIndex(tmp_path)._files.writer():
        with pytest.raises(IndexUnavailableError) as error:
            index.add(numbered(7), build_outline(numbered(7)))
        assert error.value.code == "index_busy"
        assert is_found(index, 1)
    index.add(numbered(7), build_outline(numbered(7)))


def test_a_document_that_cannot_be_indexed_leaves_the_index_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = filled(tmp_path)

    def broken(doc: Document, outline: Outline) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("pincite.index.schema.records", broken)
    with pytest.raises(RuntimeError):
        index.add(numbered(1), build_outline(numbered(1)))
    monkeypatch.undo()
    assert set(index.revisions()) == {"doc0", "doc1", "doc2"}
    index.add(numbered(7), build_outline(numbered(7)))


# Processes.

ADDER = """
import sys
from pathlib import Path
from pincite.index import DocumentIndex
from pincite.outline import build_outline
from tests.faults.test_index import numbered
index, first, count = DocumentIndex(Path(sys.argv[1])), int(sys.argv[2]), int(sys.argv[3])
for n in range(first, first + count):
    index.add(numbered(n), build_outline(numbered(n)))
    print(n, flush=True)
"""


def adder(directory: Path, first: int, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", ADDER, str(directory), str(first), str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_processes_that_add_at_once_all_get_in(tmp_path: Path) -> None:
    index = DocumentIndex(tmp_path)
    adders = [adder(tmp_path, 100 * n, 12) for n in range(2)]
    while any(process.poll() is None for process in adders):
        index.search("unique3 debt", documents=opened)
        time.sleep(0.01)
    for process in adders:
        _, errors = process.communicate()
        assert process.returncode == 0, errors
    assert set(index.revisions()) == {f"doc{n}" for n in (*range(12), *range(100, 112))}
    found = index.search("unique105", documents=opened)
    assert [hit.doc_id for hit in found.hits] == ["doc105"]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is a matter of POSIX")
def test_killed_in_the_middle_of_a_commit_the_index_stays_whole(tmp_path: Path) -> None:
    for round_ in range(3):
        with adder(tmp_path, 1000 * round_, 500) as process:
            assert process.stdout is not None
            for _ in range(3):
                process.stdout.readline()
            time.sleep(0.007 * round_)
            process.send_signal(signal.SIGKILL)
            process.wait()
        index = DocumentIndex(tmp_path)
        known = index.revisions()
        assert {f"doc{1000 * round_ + n}" for n in range(3)} <= set(known)
        index.add(numbered(5), build_outline(numbered(5)))
        assert index.has("doc5", numbered(5).rev)
