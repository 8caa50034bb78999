"""Many documents: found, parsed in order or as they come, written and resumed."""

from __future__ import annotations

import pickle
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

import pincite
from pincite.batch.forms import MakeFiles
from pincite.batch.schema import kind_of
from pincite.batch.sources import expand
from pincite.batch.writing import file_name
from pincite.cache.codec import encode
from pincite.library import ParseConfig
from pincite.library.rows import COLUMNS

NAMES = ("apples", "pears", "plums")


class HereExecutor(Executor):
    """Runs work at once, in a thread pool's manner but without threads, and keeps what it was given."""

    def __init__(self) -> None:
        self.given: list[tuple[Any, ...]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.given.append(args)
        future: Future[Any] = Future()
        try:
            fn = pickle.loads(pickle.dumps(fn))
            future.set_result(pickle.loads(pickle.dumps(fn(*args))))
        except pincite.PinciteError as error:
            future.set_exception(pickle.loads(pickle.dumps(error)))
        return future


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three notes, one of them in a directory below, and a broken PDF between them."""
    place = tmp_path / "notes"
    (place / "more").mkdir(parents=True)
    for name, where in zip(NAMES, (place, place, place / "more"), strict=True):
        (where / f"{name}.md").write_text(
            f"# About {name}\n\nThe {name} of this year weigh 12 kg.\n\n| a | b |\n| - | - |\n| {name} | 7 |\n"
        )
    (place / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing else")
    return place


def test_a_folder_is_searched_by_name_without_what_is_hidden(folder: Path) -> None:
    (folder / ".hidden.md").write_text("# no")
    (folder / "~$pears.docx").write_bytes(b"lock")
    (folder / "program.exe").write_bytes(b"MZ")
    (folder / ".git").mkdir()
    (folder / ".git" / "note.md").write_text("# no")
    (folder / "old.doc").write_bytes(b"x")
    (folder / "loop").symlink_to(folder)

    def names(**options: Any) -> list[str]:
        return [Path(source).relative_to(folder).as_posix() for source in expand(folder, **options)]

    assert names() == ["apples.md", "broken.pdf", "pears.md", "more/plums.md"]
    assert names(recursive=False) == ["apples.md", "broken.pdf", "pears.md"]
    assert "old.doc" in names(legacy=True)
    assert "more/plums.md" not in [*expand(folder, without=folder / "more")]


def test_sources_are_paths_urls_and_folders_in_any_iterable(folder: Path) -> None:
    named: Iterator[str | Path] = iter([folder / "more", "https://example.org/a.pdf", "none.pdf"])
    assert list(expand(named)) == [
        str(folder / "more" / "plums.md"),
        "https://example.org/a.pdf",
        "none.pdf",
    ]
    assert list(expand(str(folder / "pears.md"))) == [str(folder / "pears.md")]


def test_results_come_in_order_with_their_errors(folder: Path) -> None:
    found = list(pincite.parse_all(folder, executor=HereExecutor()))
    assert [Path(source).name for source, _ in found] == ["apples.md", "broken.pdf", "pears.md", "plums.md"]
    assert [one.error.code if one.error else "" for one in found] == ["", "corrupt", "", ""]
    assert found[0].result.hierarchy.roots[0].text == "About apples"
    with pytest.raises(pincite.ParseError):
        _ = found[1].result


def test_errors_are_left_out_or_raised(folder: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        skipped = list(pincite.parse_all(folder, executor=executor, ordered=False, on_error="skip"))
        assert {Path(source).stem for source, _ in skipped} == set(NAMES)
        with pytest.raises(pincite.ParseError, match="broken") as caught:
            list(pincite.parse_all(folder, executor=executor, on_error="raise"))
        assert caught.value.__notes__ == [str(folder / "broken.pdf")]


def test_processes_of_our_own_take_options_and_passwords(tmp_path: Path, folder: Path) -> None:
    from tests.pdfs import Pdf

    locked = tmp_path / "locked.pdf"
    locked.write_bytes(Pdf().page().text(72, 100, "The code word is heron.").bytes(password="pw"))
    sources = [str(locked), str(folder / "pears.md")]
    found = dict(pincite.parse_all(sources, workers=1, password={sources[0]: "pw"}, chunking=False))
    assert list(found) == sources
    result = found[sources[0]]
    assert isinstance(result, pincite.ParseResult)
    assert result.verify("The code word is heron.").status == "verified"
    assert result.chunks == []


def test_only_a_window_of_documents_is_under_way() -> None:
    """A hundred thousand documents are read from the iterable as the work comes along."""
    seen = 0

    def sources() -> Iterator[str]:
        nonlocal seen
        for n in range(100_000):
            seen += 1
            yield f"none-{n}.pdf"

    batch = pincite.parse_all(sources(), executor=HereExecutor(), workers=3)
    for n, (source, outcome) in enumerate(batch, 1):
        assert source == f"none-{n - 1}.pdf"
        assert isinstance(outcome, pincite.SourceError)
        assert seen - n < 12
        if n == 50:
            break


def test_what_is_left_of_a_batch_is_cancelled(folder: Path) -> None:
    class Waiting(Executor):
        def __init__(self) -> None:
            self.futures: list[Future[Any]] = []

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            self.futures.append(Future())
            if len(self.futures) == 1:
                self.futures[0].set_result(None)
            return self.futures[-1]

    executor = Waiting()
    batch = pincite.parse_all([str(folder / "pears.md")] * 9, executor=executor, workers=1)
    next(batch)
    batch.close()  # type: ignore[attr-defined]  # a generator
    assert len(executor.futures) == 4
    assert all(future.cancelled() for future in executor.futures[1:])


def test_a_broken_executor_is_reported_for_each_document(folder: Path) -> None:
    class Broken(Executor):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            raise BrokenProcessPool("a process ended")

    found = list(pincite.parse_all(folder, executor=Broken()))
    assert [one.error.code for one in found if one.error] == ["worker_crashed"] * 4
    assert "BrokenProcessPool" in str(found[0].error)


def test_paths_travel_absolute_and_are_reported_as_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    executor = HereExecutor()
    ((source, _),) = pincite.parse_all("pears.md", executor=executor)
    assert source == "pears.md"
    assert executor.given[0][1] == str(folder / "pears.md")


@pytest.mark.parametrize("wrong", [{"on_error": "ignore"}, {"workers": 0}, {"max_pages": 0}, {"colour": "red"}])
def test_arguments_are_checked_before_anything_is_read(wrong: dict[str, Any]) -> None:
    with pytest.raises(pincite.RequestError):
        pincite.parse_all("nowhere", **wrong)


def test_a_result_travels_small_and_exact(sample: pincite.ParseResult) -> None:
    shown = sample.with_options(max_chunk_tokens=900)
    _ = shown.search("revenue"), shown.chunks  # what was derived stays here
    data = pickle.dumps(shown)
    there = pickle.loads(data)
    assert there.document == sample.document
    assert there.config == shown.config
    assert there.chunks == shown.chunks
    assert len(data) < len(encode(sample.document)) + 2000


# Files.


@pytest.mark.parametrize(("form", "suffix"), [("json", "json"), ("markdown", "md"), ("html", "html"), ("text", "txt")])
def test_whole_documents_are_a_file_each(folder: Path, tmp_path: Path, form: Any, suffix: str) -> None:
    summary = pincite.write_all(folder, tmp_path / "out", form=form, executor=HereExecutor())
    assert summary.written == 3
    assert [(Path(source).name, error.code) for source, error in summary.failed] == [("broken.pdf", "corrupt")]
    files = {path.name.rsplit("-", 1)[0]: path for path in (tmp_path / "out").glob(f"*.{suffix}")}
    assert set(files) == set(NAMES)
    assert "weigh 12 kg" in files["pears"].read_text()
    if form == "json":
        assert pincite.ParseResult.load(files["pears"]).hierarchy.roots[0].text == "About pears"


def test_rows_are_written_in_parts_that_are_one_data_set(folder: Path, tmp_path: Path) -> None:
    import pyarrow.parquet

    out = tmp_path / "out"
    pincite.write_all(
        folder, out, collections=["chunks", "tables", "charts"], documents_per_part=2, executor=HereExecutor()
    )
    assert [p.name for p in sorted((out / "tables").iterdir())] == ["part-00001.parquet", "part-00002.parquet"]
    rows = pyarrow.parquet.read_table(out / "tables").to_pylist()
    assert {(Path(row["document"]).stem, row["text"], row["value"]) for row in rows if row["row_index"] == 1} >= {
        (name, "7", 7.0) for name in NAMES
    }
    chunks = pyarrow.parquet.read_table(out / "chunks").to_pylist()
    assert [Path(row["document"]).stem for row in chunks] == list(NAMES)
    assert chunks[0]["path"] == ["# About apples"] or chunks[0]["path"] == ["About apples"]
    assert pyarrow.parquet.read_table(out / "charts").num_rows == 0


@pytest.mark.parametrize("form", ["jsonl", "csv"])
def test_rows_as_text_have_one_header_a_part(folder: Path, tmp_path: Path, form: Any) -> None:
    pincite.write_all(folder, tmp_path / "out", form=form, collections=["hierarchy"], executor=HereExecutor())
    lines = (tmp_path / "out" / "hierarchy" / f"part-00001.{form}").read_text().splitlines()
    assert len(lines) == (4 if form == "csv" else 3)
    assert sum("About" in line for line in lines) == 3
    assert sum(line.startswith("document,") for line in lines) == (form == "csv")


def test_every_column_has_a_type_in_parquet() -> None:
    for columns in COLUMNS.values():
        assert all(kind_of(column) for column in columns)


def test_a_batch_that_was_stopped_goes_on_where_it_was(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    def write(stop: str = "") -> list[str]:
        """The documents that were parsed and written."""

        def note(source: str, error: pincite.PinciteError | None) -> None:
            done.extend([] if error else [Path(source).stem])
            if Path(source).stem == stop:
                raise KeyboardInterrupt

        done: list[str] = []
        try:
            pincite.write_all(
                folder, out, form="jsonl", documents_per_part=1, executor=HereExecutor(), on_document=note
            )
        except KeyboardInterrupt:
            done.append("stopped")
        return done

    assert write(stop="broken") == ["apples", "stopped"]
    # the process ends when a part was written that is not noted yet
    (out / "chunks" / "part-00002.jsonl").write_text("left over")
    with (out / "batch.jsonl").open("a") as journal:
        journal.write('{"part": 2, "docum')
    assert write() == ["pears", "plums"]
    assert write() == []
    parts = sorted((out / "chunks").iterdir())
    assert [name for part in parts for name in NAMES if f"The {name} of" in part.read_text()] == list(NAMES)
    assert len(parts) == 3


def test_a_changed_file_is_parsed_again_with_its_part(folder: Path, tmp_path: Path) -> None:
    def write() -> list[str]:
        executor = HereExecutor()
        pincite.write_all(folder / "more", tmp_path / "out", form="jsonl", executor=executor)
        return [given[0] for given in executor.given]

    assert len(write()) == 1
    assert write() == []
    (folder / "more" / "plums.md").write_text("# About prunes\n\nThey are dry plums.\n")
    assert len(write()) == 1
    (part,) = (tmp_path / "out" / "chunks").iterdir()
    assert "prunes" in part.read_text()
    assert "12 kg" not in part.read_text()


def test_a_directory_holds_one_kind_of_batch(folder: Path, tmp_path: Path) -> None:
    pincite.write_all(folder, tmp_path / "out", form="text", executor=HereExecutor())
    with pytest.raises(pincite.RequestError, match="form 'text'"):
        pincite.write_all(folder, tmp_path / "out", form="json", executor=HereExecutor())
    (tmp_path / "out" / "batch.jsonl").write_text("not ours\n")
    with pytest.raises(pincite.RequestError, match="no journal"):
        pincite.write_all(folder, tmp_path / "out", form="text", executor=HereExecutor())


@pytest.mark.parametrize("wrong", [{"form": "xml"}, {"collections": ["words"]}, {"documents_per_part": 0}])
def test_what_cannot_be_written_is_refused(folder: Path, tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(pincite.RequestError):
        pincite.write_all(folder, tmp_path / "out", **wrong)
    assert not (tmp_path / "out").exists()


def test_names_of_files_are_plain_and_tell_sources_apart() -> None:
    one, other = file_name("a/Annual report (2025).pdf"), file_name("b/Annual report (2025).pdf")
    assert one != other
    assert one.startswith("Annual-report-2025-")
    assert file_name("https://example.org/?q=1/").startswith("q-1-")


def test_the_package_says_what_is_public() -> None:
    from pincite import batch

    for name in batch.__all__:
        assert getattr(pincite, name) is getattr(batch, name)
        assert getattr(batch, name).__doc__


def test_making_files_can_travel() -> None:
    made = MakeFiles("csv", ("chunks",))
    assert pickle.loads(pickle.dumps(made)) == made
    assert pickle.loads(pickle.dumps(ParseConfig(max_pages=3))) == ParseConfig(max_pages=3)


def test_threads_share_the_processes_of_their_process() -> None:
    from pincite.batch.tasks import Limits, shared_parser

    found = []
    threads = [
        threading.Thread(target=lambda: found.append(shared_parser(ParseConfig(), Limits())._pool)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(pool) for pool in found}) == 1
