"""Results as files, and back."""

from __future__ import annotations

import csv
import io
import json
import sys
from pathlib import Path

import pytest

import pincite
from pincite.exports import frames
from pincite.library import ParseResult
from pincite.library.rows import COLUMNS
from tests.builders import document

PICTURE = """
    --- i
    # Notes > all
    Revenue [Page 3] grew, see "there".
    |Part|2023|
    |Pumps|(4,512)|
    |a \\p b|n/a|
"""


@pytest.fixture
def result() -> ParseResult:
    return ParseResult(document(PICTURE), pincite.ParseConfig(extra_fields=("kinds",), max_chunk_tokens=700))


def test_a_saved_result_comes_back_the_same_in_all_its_parts(result: ParseResult, tmp_path: Path) -> None:
    for path in (tmp_path / "result.json", tmp_path / "deep" / "folder"):
        result.save(path)
        back = ParseResult.load(path)
        assert back.document == result.document
        assert back.config == result.config
        assert back.chunks == result.chunks
        assert back.verify("Revenue grew").status == result.verify("Revenue grew").status


def test_the_sample_comes_back_the_same(sample: ParseResult, tmp_path: Path) -> None:
    assert ParseResult.load(sample.save(tmp_path / "sample.json")).document == sample.document


def test_the_name_says_what_is_written(result: ParseResult, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(result.save(tmp_path / "chunks.csv").read_text())))
    assert [r["text"] for r in rows] == [c.text for c in result.chunks]
    assert json.loads(rows[0]["path"]) == ["# Notes > all"]
    lines = (result.save(tmp_path / "report.blocks.jsonl")).read_text().splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["heading", "paragraph", "table"]
    (facts,) = json.loads(result.save(tmp_path / "metadata.json").read_text())
    assert facts["pages"] == 1
    assert result.save(tmp_path / "a.md").read_text().startswith("[Page i]\n\n# Notes")
    assert "Part\t2023" in result.save(tmp_path / "a.txt").read_text()
    assert result.save(tmp_path / "a.html").read_text().startswith("<!doctype html>")


def test_a_directory_holds_all(result: ParseResult, tmp_path: Path) -> None:
    result.save(tmp_path / "out")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["blocks.jsonl", "chunks.jsonl", "document.md", "hierarchy.jsonl", "metadata.jsonl", "pages.jsonl",
                     "result.json", "tables.jsonl"]  # fmt: skip


def test_cells_as_rows_have_roles_and_values(result: ParseResult) -> None:
    rows = {r["text"]: r for r in result.rows("tables")}
    assert (rows["(4,512)"]["value"], rows["(4,512)"]["role"], rows["(4,512)"]["row"]) == (-4512.0, "number", "Pumps")
    assert (rows["n/a"]["value"], rows["n/a"]["role"]) == (None, "text")
    assert rows["2023"]["role"] == "header"


def test_parquet_holds_lists(result: ParseResult, tmp_path: Path) -> None:
    import pyarrow.parquet as parquet

    table = parquet.read_table(result.save(tmp_path / "chunks.parquet"))
    assert table.column_names == list(COLUMNS["chunks"])
    assert table.to_pylist()[0]["page_labels"] == ["i"]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames(result: ParseResult, library: str) -> None:
    chunks = result.chunks_df(library)
    assert type(chunks).__module__.startswith(library)
    assert list(chunks.columns) == list(COLUMNS["chunks"])
    assert list(chunks["tokens"]) == [c.tokens for c in result.chunks]
    for frame, collection in (
        (result.blocks_df(library), "blocks"),
        (result.tables_df(library), "tables"),
        (result.charts_df(library), "charts"),
        (result.pages_df(library), "pages"),
        (result.hierarchy_df(library), "hierarchy"),
    ):
        assert list(frame.columns) == list(COLUMNS[collection])
        assert len(frame) == len(result.rows(collection))


def test_without_a_library_of_data_frames_the_error_says_what_to_install(
    result: ParseResult, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(pincite.MissingPackageError) as caught:
        result.chunks_df()
    assert (caught.value.code, caught.value.hint) == ("missing_package", "pip install pandas")
    with pytest.raises(pincite.RequestError):
        result.chunks_df("excel")


def test_without_pyarrow_the_error_says_what_to_install(
    result: ParseResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["pincite.exports.files"], "find_spec", lambda name: None)
    with pytest.raises(pincite.MissingPackageError):
        result.save(tmp_path / "chunks.parquet")
    assert list(tmp_path.iterdir()) == []


def test_names_that_say_nothing_are_refused(result: ParseResult, tmp_path: Path) -> None:
    for name in ("report.csv", "chunks.xml", "report.docx"):
        with pytest.raises(pincite.RequestError) as caught:
            result.save(tmp_path / name)
        assert "chunks.csv" in caught.value.hint
    with pytest.raises(pincite.RequestError):
        result.rows("words")


def test_what_is_no_saved_result_is_refused(tmp_path: Path) -> None:
    with pytest.raises(pincite.SourceError):
        ParseResult.load(tmp_path / "none.json")
    for text in ("", "{}", "[1]", '{"schema": "pincite-result/9", "config": {}, "document": {}}', '{"schema": 1'):
        (tmp_path / "bad.json").write_text(text)
        with pytest.raises(pincite.ParseError) as caught:
            ParseResult.load(tmp_path / "bad.json")
        assert caught.value.code == "corrupt"
