"""A batch whose documents kill their processes, whose workers die, and which runs on a cluster."""

from __future__ import annotations

import functools
import logging
import os
import signal
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import pincite
from tests.faults.fakes import PARSER


@pytest.fixture
def notes(tmp_path: Path) -> list[str]:
    paths = [tmp_path / f"note-{n}.md" for n in range(6)]
    for n, path in enumerate(paths):
        path.write_text(f"# Note {n}\n\nThe pump number {n} weighs {n + 10} kg.\n")
    return [str(path) for path in paths]


def test_a_document_that_kills_its_parser_costs_itself_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pincite.parsers import pool

    monkeypatch.setattr(pool, "WorkerPool", functools.partial(pool.WorkerPool, parser=PARSER))
    verbs = ("fine", "segfault", "kill", "raise", "hang", "fine")
    for n, verb in enumerate(verbs):
        (tmp_path / f"{n}.pdf").write_text(f"%PDF-1.7\n{verb}\n")
    found = list(pincite.parse_all(tmp_path, workers=2, timeout=3.0))
    assert [one.error.code if one.error else "" for one in found] == [
        "", "worker_crashed", "worker_crashed", "parser_error", "timeout", "",
    ]  # fmt: skip


class DyingExecutor(ProcessPoolExecutor):
    """Kills one of its processes before it is given the third document."""

    count = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        self.count += 1
        future = super().submit(fn, *args, **kwargs)
        if self.count == 3:
            os.kill(next(iter(self._processes)), signal.SIGKILL)
        return future


def test_a_process_pool_that_breaks_is_reported_for_each_document(notes: list[str]) -> None:
    import multiprocessing

    with DyingExecutor(1, mp_context=multiprocessing.get_context("spawn")) as executor:
        found = list(pincite.parse_all(notes, executor=executor))
    assert [source for source, _ in found] == notes
    assert {one.error.code for one in found if one.error} == {"worker_crashed"}
    assert found[-1].error is not None
    assert "BrokenProcessPool" in str(found[-1].error)


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A Dask cluster of two worker processes on this machine."""
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    logging.getLogger("distributed").setLevel(logging.ERROR)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own, of the machine's memory and ports
        with (
            distributed.LocalCluster(
                n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, memory_limit=0
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client


def test_a_dask_cluster_parses_and_outlives_a_worker(notes: list[str], tmp_path: Path, cluster: Any) -> None:
    batch = pincite.parse_all([*notes, "nowhere.pdf"], executor=cluster.get_executor(), workers=1)
    first = next(batch)
    assert first.result.verify("The pump number 0 weighs 10 kg.").status == "verified"
    victim = next(iter(cluster.run(os.getpid).values()))
    assert victim != os.getpid()
    os.kill(victim, signal.SIGKILL)
    rest = list(batch)
    assert [source for source, _ in rest] == [*notes[1:], "nowhere.pdf"]
    assert [one.error.code if one.error else "" for one in rest] == [*[""] * 5, "not_found"]
    here = pincite.parse_document(notes[4])
    assert rest[3].result.document == here.document

    summary = pincite.write_all(notes, tmp_path / "out", form="jsonl", executor=cluster.get_executor())
    assert (summary.written, summary.failed) == (6, ())
