"""The embedded index: its files, and who shares them. ``tests/stores`` holds what every index finds."""

from __future__ import annotations

import json
import os
from pathlib import Path

import tantivy

from pincite.index import DocumentIndex
from pincite.model import Document
from pincite.outline import build_outline
from tests.builders import document
from tests.stores.shelves import REPORT, Shelf, annual


def words_on_disk(directory: Path, words: list[str]) -> list[str]:
    """Those of the words that stand in a dictionary of the files, deleted records included. The dictionaries are
    compressed, so that searching their bytes proves nothing. Holds that no file lies outside the index."""
    (files,) = directory.iterdir()
    index = tantivy.Index.open(str(files))
    used = {
        segment["segment_id"].replace("-", "") for segment in json.loads((files / "meta.json").read_text())["segments"]
    }
    assert {path.stem for path in files.glob("*.term")} == used
    return [word for word in words if index.searcher().doc_freq("exact", word)]


def numbered(n: int) -> Document:
    return document(f"# Part {n}\nCommon words and the rareword{n} of it.", doc_id=f"doc{n}")


def take_out(shelf: Shelf, doc_id: str) -> frozenset[str]:
    """Removes the document and writes anew what shares files with it; what that was."""
    shared = again = shelf.index.remove(doc_id)
    while again:
        shelf.index.add_all(shelf.docs[other] for other in sorted(again))
        shared |= (again := shelf.index.remove(doc_id))
    return shared


def test_no_word_of_a_removed_document_stays_in_the_files(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(20)), directory=tmp_path)  # the engine merges the first of them
    rare = [f"rareword{n}" for n in range(20)]
    assert words_on_disk(tmp_path, rare) == rare
    shared = take_out(shelf, "doc3")
    assert "doc4" in shared
    assert "doc19" not in shared
    assert words_on_disk(tmp_path, rare) == [word for word in rare if word != "rareword3"]
    assert shelf.index.remove("doc19") == frozenset()
    assert words_on_disk(tmp_path, ["rareword3", "rareword19"]) == []


def test_what_shares_a_file_with_a_removed_document_is_found_all_along(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(8)), directory=tmp_path)  # in one file
    assert shelf.index.remove("doc3") == {f"doc{n}" for n in range(8) if n != 3}
    assert {hit.doc_id for hit in shelf.search("common words", limit=20).hits} == {f"doc{n}" for n in range(8)} - {
        "doc3"
    }
    assert shelf.missing("rareword3") == {"rareword3": ()}


def test_earlier_revisions_go_with_a_removed_document(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(8)), directory=tmp_path)
    shelf.add(document("# Part 3\nNow it is otherword.", doc_id="doc3"))
    assert words_on_disk(tmp_path, ["rareword3", "otherword"]) == ["rareword3", "otherword"]
    assert take_out(shelf, "doc3") == {f"doc{n}" for n in range(8) if n != 3}
    assert words_on_disk(tmp_path, ["rareword3", "otherword", "rareword4"]) == ["rareword4"]


def test_files_that_a_process_left_with_words_of_a_removed_document_go(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(8)), directory=tmp_path)
    assert shelf.index.remove("doc3")  # and there that process ended
    assert DocumentIndex(tmp_path).revisions().keys() == shelf.docs.keys() - {"doc3"}  # another is at it still
    (note,) = tmp_path.glob("*/leaving-*")
    os.utime(note, (0, 0))
    again = DocumentIndex(tmp_path)
    assert again.revisions() == {}
    assert words_on_disk(tmp_path, ["rareword3", "rareword4"]) == []
    assert not list(tmp_path.glob("*/leaving-*"))


def test_a_search_that_meets_a_document_that_is_gone_still_finds_all_that_shared_its_file(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(8)), directory=tmp_path)  # in one file
    del shelf.docs["doc3"]
    found = {hit.doc_id for hit in shelf.search("common words", limit=20).hits}
    assert found == shelf.index.revisions().keys() == {f"doc{n}" for n in range(8) if n != 3}
    assert words_on_disk(tmp_path, ["rareword3", "rareword4"]) == ["rareword4"]


def test_removing_what_is_not_there_touches_nothing(tmp_path: Path) -> None:
    shelf = Shelf(*map(numbered, range(2)), directory=tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")}
    assert shelf.index.remove("doc9") == frozenset()
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*")} == before


def test_what_is_on_disk_is_there_for_the_next_process(tmp_path: Path) -> None:
    Shelf(REPORT, directory=tmp_path)
    again = DocumentIndex(tmp_path)
    assert again.has("testdoc", REPORT.rev)
    found = again.search("goodwill", documents=lambda _: (REPORT, build_outline(REPORT)))
    assert found.hits[0].page_number == 4


def test_a_commit_of_another_index_object_is_seen(tmp_path: Path) -> None:
    first, second = DocumentIndex(tmp_path), DocumentIndex(tmp_path)
    assert first.revisions() == {}
    second.add(REPORT, build_outline(REPORT))
    assert first.has("testdoc", REPORT.rev)
    first.remove("testdoc")
    assert second.revisions() == {}


def test_many_commits_do_not_leave_many_segments(tmp_path: Path) -> None:
    index = DocumentIndex(tmp_path)
    for i in range(25):
        doc = annual(f"Company{i}", f"c{i}", str(i))
        index.add(doc, build_outline(doc))
    view = index._files.view()
    assert len(view.revisions) == 25
    assert view.searcher.num_segments < 12


def test_an_index_of_another_version_goes(tmp_path: Path) -> None:
    (tmp_path / "index-0").mkdir()
    (tmp_path / "index-0" / "words").write_text("forgotten")
    DocumentIndex(tmp_path).add(REPORT, build_outline(REPORT))
    assert len(list(tmp_path.iterdir())) == 1
