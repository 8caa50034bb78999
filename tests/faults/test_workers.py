"""What happens to a parse, its worker and everybody else when a parser misbehaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pincite.cache.codec import decode
from pincite.errors import ParseError, PinciteError, SourceError
from pincite.identity import bytes_id
from pincite.parsers.formats import ParseOptions
from pincite.parsers.jobs import Job, ParseRequest
from pincite.parsers.pool import WorkerPool
from tests.faults.fakes import PARSER
from tests.faults.living import alive

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc, or limits address space")
ROOT = Path(__file__).parents[2]

Request = Callable[[str], ParseRequest]
MakePool = Callable[..., WorkerPool]


@pytest.fixture
def request_for(tmp_path: Path) -> Request:
    """A request for a file that holds one command for the fake parser."""
    count = iter(range(1000))

    def make(command: str) -> ParseRequest:
        path = tmp_path / f"{next(count)}.pdf"
        path.write_text(command)
        return ParseRequest(path, "pdf", bytes_id(command.encode()), path.name)

    return make


@pytest.fixture
def make_pool() -> Iterator[MakePool]:
    pools: list[WorkerPool] = []

    def make(workers: int = 1, **options: object) -> WorkerPool:
        pools.append(WorkerPool(workers, parser=PARSER, **{"timeout_s": 20.0, **options}))  # type: ignore[arg-type]
        return pools[-1]

    yield make
    for pool in pools:
        pool.close()


def error_of(job: Job) -> PinciteError:
    with pytest.raises(PinciteError) as caught:
        job.result(20)
    return caught.value


def text_of(job: Job) -> str:
    return decode(job.result(20)).text


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def hanging(pool: WorkerPool, request_for: Request, tmp_path: Path) -> tuple[Job, list[int]]:
    """A job that hangs, and the ids of its worker and of that one's child."""
    file = tmp_path / "pids"
    job = pool.submit(request_for(f"hang {file}"))
    until(file.exists)
    return job, [int(pid) for pid in file.read_text().split()]


class TestFailures:
    """A bad job fails alone, with the right words, and the next one works."""

    @pytest.mark.parametrize(
        ("command", "how"), [("segfault", "SIGSEGV"), ("kill", "SIGKILL"), ("exit 3", "exit code 3")]
    )
    def test_a_crash(self, make_pool: MakePool, request_for: Request, command: str, how: str) -> None:
        pool = make_pool()
        job = pool.submit(request_for(command))
        error = error_of(job)
        assert isinstance(error, ParseError)
        assert error.code == "worker_crashed"
        assert str(error) == f"The process that read {job.request.name} died ({'signal ' * ('SIG' in how)}{how})."
        assert "open it again" in error.hint
        assert text_of(pool.submit(request_for("fine"))) == "fine"

    def test_a_hang_ends_at_the_time_limit(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(timeout_s=0.5)
        begin = time.monotonic()
        error = error_of(pool.submit(request_for("hang")))
        assert error.code == "timeout"
        assert "0.5 seconds" in str(error)
        assert 0.4 < time.monotonic() - begin < 5
        assert text_of(pool.submit(request_for("fine"))) == "fine"

    @linux_only
    def test_memory_is_limited(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(2, memory_mb=700)
        slow = pool.submit(request_for("slow 0.5"))
        error = error_of(pool.submit(request_for("eat")))
        assert error.code == "too_large"
        assert "memory" in str(error)
        assert text_of(slow) == "slow 0.5"

    @linux_only
    def test_a_worker_leaves_no_core_and_keeps_its_limit(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(memory_mb=700)
        pool.submit(request_for("fine")).result(20)
        limits = Path(f"/proc/{pool.pids()[0]}/limits").read_text()
        assert "Max core file size        0                    0" in limits
        assert "Max address space         700000000" in limits

    @linux_only
    @pytest.mark.parametrize("steps", [0, 7])
    def test_a_worker_lets_others_go_first_if_it_is_told_to(
        self, steps: int, make_pool: MakePool, request_for: Request
    ) -> None:
        pool = make_pool(niceness=steps)
        pool.submit(request_for("fine")).result(20)
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pool.pids()[0]) == min(19, own + steps)
        sessions = Path(f"/proc/{pool.pids()[0]}/autogroup")
        if steps and sessions.exists() and (told := sessions.read_text()):
            assert told.endswith(f"nice {steps}\n")

    def test_our_own_errors_come_through(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool()
        error = error_of(pool.submit(request_for("refuse corrupt")))
        assert isinstance(error, ParseError)
        assert (error.message, error.code, error.hint) == ("the file is refused", "corrupt", "try another")

    def test_a_foreign_error_says_its_name_only(
        self, make_pool: MakePool, request_for: Request, capfd: pytest.CaptureFixture[str]
    ) -> None:
        pool = make_pool()
        error = error_of(pool.submit(request_for("raise")))
        assert error.code == "parser_error"
        assert "KeyError" in str(error)
        assert "private" not in error.for_model()
        pid = pool.pids()
        assert text_of(pool.submit(request_for("fine"))) == "fine"
        assert pool.pids() == pid
        pool.close()
        assert "private/path" in capfd.readouterr().err  # the log has the trace

    def test_printing_parsers_do_no_harm(
        self, make_pool: MakePool, request_for: Request, capfd: pytest.CaptureFixture[str]
    ) -> None:
        pool = make_pool()
        assert text_of(pool.submit(request_for("pollute"))) == "pollute"
        pool.close()
        out, err = capfd.readouterr()
        assert out == ""
        assert "must not reach" in err
        assert "neither must this" in err
        assert "nor this" in err

    def test_a_file_that_changed_is_not_parsed_under_its_old_id(
        self, make_pool: MakePool, request_for: Request
    ) -> None:
        pool = make_pool()
        request = request_for("before")
        request.path.write_text("after!")
        error = error_of(pool.submit(request))
        assert error.code == "source_changed"
        assert error.hint == "Open it again."

    def test_a_file_that_is_gone(self, make_pool: MakePool, request_for: Request) -> None:
        request = request_for("before")
        request.path.unlink()
        error = error_of(make_pool().submit(request))
        assert isinstance(error, SourceError)
        assert error.code == "unreadable"
        assert str(request.path) not in error.for_model()

    def test_a_parser_that_cannot_be_loaded(self, request_for: Request, caplog: pytest.LogCaptureFixture) -> None:
        pool = WorkerPool(1, parser="tests.faults.absent:parse")
        error = error_of(pool.submit(request_for("fine")))
        pool.close()
        assert error.code == "worker_crashed"
        assert "could be started" in str(error)

    def test_no_process_to_be_had(
        self,
        make_pool: MakePool,
        request_for: Request,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
        error = error_of(make_pool().submit(request_for("fine")))
        assert error.code == "worker_crashed"
        assert "No such file" in str(error)


class TestCancelling:
    """A job that nobody wants any more frees its worker."""

    @linux_only
    def test_a_running_job(self, make_pool: MakePool, request_for: Request, tmp_path: Path) -> None:
        pool = make_pool()
        job, pids = hanging(pool, request_for, tmp_path)
        begin = time.monotonic()
        job.cancel()
        assert error_of(job).code == "cancelled"
        assert text_of(pool.submit(request_for("fine"))) == "fine"
        assert time.monotonic() - begin < 5
        until(lambda: not any(map(alive, pids)))

    def test_a_waiting_job(self, make_pool: MakePool, request_for: Request, tmp_path: Path) -> None:
        pool = make_pool()
        tally = tmp_path / "tally"
        first = pool.submit(request_for("slow 0.5"))
        waiting = pool.submit(request_for(f"tally {tally}"))
        last = pool.submit(request_for("fine"))
        waiting.cancel()
        assert error_of(waiting).code == "cancelled"
        assert not first.done
        assert text_of(first) == "slow 0.5"
        assert text_of(last) == "fine"
        assert not tally.exists()

    def test_a_finished_job_stays_finished(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool()
        job = pool.submit(request_for("fine"))
        assert text_of(job) == "fine"
        pids = pool.pids()
        job.cancel()
        assert text_of(job) == "fine"
        assert text_of(pool.submit(request_for("too"))) == "too"
        assert pool.pids() == pids

    def test_cancelling_at_any_moment_hurts_nobody_else(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(2)
        kept = []
        for i in range(30):
            doomed = pool.submit(request_for(f"doomed {i}"))
            kept.append(pool.submit(request_for(f"kept {i}")))
            time.sleep(i % 7 * 0.003)
            doomed.cancel()
        assert [text_of(job) for job in kept] == [f"kept {i}" for i in range(30)]


class TestQueue:
    """Warm processes, in order, no more than allowed."""

    def test_a_process_is_kept_warm(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(3)
        assert pool.pids() == []
        pids = set()
        for i in range(5):
            pool.submit(request_for(f"job {i}")).result(20)
            pids.update(pool.pids())
        assert len(pids) == 1

    def test_twenty_jobs_on_two_workers(self, make_pool: MakePool, request_for: Request, tmp_path: Path) -> None:
        pool = make_pool(2)
        tally = tmp_path / "tally"
        jobs = [pool.submit(request_for(f"tally {tally}" + "\n" * i)) for i in range(20)]
        seen = set()
        while not all(job.done for job in jobs):
            seen.update(pool.pids())
            time.sleep(0.02)
        assert [text_of(job).strip() for job in jobs] == [f"tally {tally}"] * 20
        assert len(seen) <= 2
        assert len(tally.read_text().split()) == 20
        assert set(map(int, tally.read_text().split())) == seen

    def test_first_come_first_served(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool()
        order: list[str] = []
        jobs = [pool.submit(request_for(str(i))) for i in range(8)]
        for job in jobs:
            job.add_done_callback(lambda job: order.append(job.request.name))
        for job in jobs:
            job.result(20)
        assert order == [job.request.name for job in jobs]

    def test_waiting_in_the_queue_does_not_count_as_parsing(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(timeout_s=1.2)
        jobs = [pool.submit(request_for("slow 0.8" + " " * i)) for i in range(3)]
        assert [text_of(job).strip() for job in jobs] == ["slow 0.8"] * 3

    def test_progress(self, make_pool: MakePool, request_for: Request) -> None:
        seen: list[tuple[int, int]] = []
        job = make_pool().submit(request_for("slow 1"), lambda done, total: seen.append((done, total)))
        assert job.progress == (0, 0)
        job.result(20)
        assert job.progress == (10, 10)
        assert seen == [(i, 10) for i in range(1, 11)]

    def test_a_callback_that_fails_does_not_stop_the_parse(
        self, make_pool: MakePool, request_for: Request, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(done: int, total: int) -> None:
            raise RuntimeError("no")

        assert text_of(make_pool().submit(request_for("slow 0.1"), fail)) == "slow 0.1"
        assert "progress callback failed" in caplog.text

    def test_waiting_with_a_limit(self, make_pool: MakePool, request_for: Request) -> None:
        job = make_pool().submit(request_for("slow 0.6"))
        with pytest.raises(TimeoutError):
            job.result(0.05)
        assert text_of(job) == "slow 0.6"

    def test_a_process_retires_after_its_share(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(max_jobs=2)
        tally: list[list[int]] = []
        for i in range(6):
            pool.submit(request_for(f"job {i}")).result(20)
            until(lambda: bool(pool.pids()))
            tally.append(pool.pids())
        assert len({pid for pids in tally for pid in pids}) >= 3

    @linux_only
    def test_a_process_that_has_grown_is_replaced(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(max_rss_mb=1)
        pool.submit(request_for("one")).result(20)
        until(lambda: len(pool.pids()) == 1)
        first = pool.pids()
        pool.submit(request_for("two")).result(20)
        until(lambda: pool.pids() != first and len(pool.pids()) == 1)

    @linux_only
    def test_a_process_killed_while_it_waits_costs_nobody_a_job(
        self, make_pool: MakePool, request_for: Request
    ) -> None:
        pool = make_pool()
        pool.submit(request_for("one")).result(20)
        pid = pool.pids()[0]
        os.kill(pid, signal.SIGKILL)
        until(lambda: not alive(pid))
        assert text_of(pool.submit(request_for("two"))) == "two"

    def test_an_idle_process_ends_and_comes_back(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(idle_s=0.2)
        pool.submit(request_for("one")).result(20)
        until(lambda: pool.pids() == [])
        assert text_of(pool.submit(request_for("two"))) == "two"

    def test_prewarm(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool(4)
        pool.prewarm(2)
        until(lambda: len(pool.pids()) == 2)
        pids = pool.pids()
        jobs = [pool.submit(request_for(str(i))) for i in range(2)]
        assert [text_of(job) for job in jobs] == ["0", "1"]
        assert pool.pids() == pids

    def test_options_and_password_reach_the_parser(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool()
        plain = request_for("secret tulip")
        assert error_of(pool.submit(plain)).code == "password_required"
        given = ParseRequest(plain.path, "pdf", plain.doc_id, plain.name, "tulip", ParseOptions(max_pages=3))
        assert text_of(pool.submit(given)) == "secret tulip"

    def test_a_pool_has_at_least_one_worker(self) -> None:
        with pytest.raises(ValueError, match="at least 1"):
            WorkerPool(0)


class TestEnd:
    """Nothing is left behind."""

    @linux_only
    def test_close_leaves_no_process_no_pipe_and_no_thread(
        self, make_pool: MakePool, request_for: Request, tmp_path: Path
    ) -> None:
        files, threads = open_files(), threading.active_count()
        pool = make_pool(3)
        busy, pids = hanging(pool, request_for, tmp_path)
        text_of(pool.submit(request_for("one")))
        pids += pool.pids()
        begin = time.monotonic()
        pool.close()
        assert time.monotonic() - begin < 8
        assert error_of(busy).code == "cancelled"
        until(lambda: not any(map(alive, pids)))
        assert not any(Path(f"/proc/{pid}").exists() for pid in pids[:1] + pids[2:]), "a zombie"
        until(lambda: threading.active_count() <= threads)
        assert open_files() == files

    def test_after_close(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool()
        running = pool.submit(request_for("hang"))
        waiting = pool.submit(request_for("fine"))
        pool.close()
        pool.close()
        for job in (running, waiting, pool.submit(request_for("late"))):
            error = error_of(job)
            assert (error.code, str(error)) == ("cancelled", "The server is shutting down.")
        pool.prewarm()
        assert pool.pids() == []

    def test_closing_from_a_callback(self, make_pool: MakePool, request_for: Request) -> None:
        pool = make_pool()
        closed = threading.Event()
        job = pool.submit(request_for("fine"))

        def close(_: Job) -> None:
            pool.close()
            closed.set()

        job.add_done_callback(close)
        assert closed.wait(10)

    @linux_only
    @pytest.mark.parametrize("command", ["fine", "hang {pids}"])
    def test_the_end_of_the_parent_ends_the_workers(self, tmp_path: Path, command: str) -> None:
        """Also a parent that is killed without a word, and a worker in the middle of a parse."""
        pids = tmp_path / "pids"
        text = command.format(pids=pids)
        (tmp_path / "a.pdf").write_text(text)
        script = f"""
import sys, time
from pathlib import Path
from pincite.identity import bytes_id
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.pool import WorkerPool
pool = WorkerPool(1, parser={PARSER!r})
job = pool.submit(ParseRequest(Path({str(tmp_path / "a.pdf")!r}), "pdf", bytes_id({text.encode()!r}), "a.pdf"))
if {text!r} == "fine":
    job.result(20)
while not pool.pids():
    time.sleep(0.01)
print(pool.pids()[0], flush=True)
time.sleep(60)
"""
        parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert parent.stdout
        worker = int(parent.stdout.readline())
        if "hang" in command:
            until(pids.exists)
        assert alive(worker)
        parent.kill()
        parent.wait()
        parent.stdout.close()
        until(lambda: not alive(worker))
        if pids.exists():
            until(lambda: not alive(int(pids.read_text().split()[1])))

    def test_the_protocols_own_pipes_are_left_alone(self, tmp_path: Path) -> None:
        """In a server whose standard input and output carry messages, workers neither read nor write there."""
        (tmp_path / "a.pdf").write_text("pollute")
        script = f"""
import sys
from pathlib import Path
from pincite.cache.codec import decode
from pincite.identity import bytes_id
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.pool import WorkerPool
pool = WorkerPool(2, parser={PARSER!r})
pool.prewarm(2)
for line in sys.stdin:
    job = pool.submit(ParseRequest(Path(line.strip()), "pdf", bytes_id(b"pollute"), "a.pdf"))
    print(decode(job.result(20)).text, flush=True)
pool.close()
"""
        asked = f"{tmp_path / 'a.pdf'}\n" * 3
        done = subprocess.run(
            [sys.executable, "-c", script],
            input=asked,
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=60,
            check=True,
        )
        assert done.stdout == "pollute\n" * 3


@pytest.mark.parametrize("nonsense", ["chatter", "PROGRESS", "ERROR", "READY", "JOB"])
def test_a_broken_worker_is_noticed(
    request_for: Request, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, nonsense: str
) -> None:
    """Bytes that are no frames, or frames out of place, end the worker and the job, not the pool."""
    monkeypatch.setattr("pincite.parsers.pool._WORKER", "tests.faults.babbler")
    pool = WorkerPool(1, parser=nonsense)
    for _ in range(2):
        assert error_of(pool.submit(request_for("fine"))).code == "worker_crashed"
    assert "broken frame" in caplog.text
    pool.close()
