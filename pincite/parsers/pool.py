"""Warm worker processes that parse files, one job each at a time.

A thread for each worker waits on its pipe, so callers may be threads or event loops. A parser that crashes, hangs or is
cancelled costs its worker process and its job; the next job gets a new process.
"""

from __future__ import annotations

import logging
import threading
from collections import deque

from pincite.errors import ParseError, PinciteError
from pincite.parsers import jobs
from pincite.parsers.child import Child, exit_words
from pincite.parsers.cores import available_cores
from pincite.parsers.formats import ProgressFn
from pincite.parsers.frames import Frame, FrameError, FrameKind, decode_error, decode_progress
from pincite.parsers.jobs import Job, ParseRequest
from pincite.parsers.process import clear_dead_scratch, clear_scratch
from pincite.parsers.worker import WorkerConfig

_log = logging.getLogger(__name__)
_WORKER = "pincite.parsers.worker"
_START_TIMEOUT_S = 60.0
_MAX_PROCESSES = 8  # of one job; more gain nothing, since what follows the reading is done by one


class WorkerPool:
    """At most ``workers`` processes, started when first needed and kept. Jobs wait in order of arrival.

    ``memory_mb`` limits each process (``None``: no limit), ``timeout_s`` each job once it runs. A process is replaced
    after ``max_jobs`` jobs, or when it keeps more than ``max_rss_mb``; it ends when nothing was asked of it for
    ``idle_s`` seconds. ``parser`` and ``encoder`` are the functions that they call, as ``module:function``; a
    ``drawer`` answers jobs in their place. By ``niceness`` steps they let other processes of the machine go first.
    """

    def __init__(
        self,
        workers: int,
        *,
        memory_mb: int | None = None,
        timeout_s: float = 600.0,
        max_jobs: int = 100,
        max_rss_mb: int = 600,
        idle_s: float = 900.0,
        parser: str = "pincite.parsers.formats:parse_file",
        encoder: str = "pincite.cache.codec:encode",
        drawer: str | None = None,
        niceness: int = 0,
    ) -> None:
        if workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}")
        self.config = WorkerConfig(parser, encoder, memory_mb, timeout_s, max_jobs, max_rss_mb, drawer, niceness)
        self._size = workers
        self._idle_s = idle_s
        self._waiting: deque[Job] = deque()
        self._change = threading.Condition()
        self._slots: list[_Slot] = []
        self._closed = False
        clear_dead_scratch()

    def submit(self, request: ParseRequest, on_progress: ProgressFn | None = None) -> Job:
        """Queues a parse. ``on_progress(pages done, pages in all)`` is called from a thread of the pool."""
        job = Job(request, on_progress, self._stop)
        with self._change:
            closed = self._closed
            if not closed:
                self._waiting.append(job)
                self._grow(len(self._waiting))
                self._change.notify()
        if closed:
            job.fail(jobs.closed())
        return job

    def prewarm(self, workers: int = 1) -> None:
        """Starts processes ahead of the first job. Returns at once."""
        with self._change:
            if not self._closed:
                self._grow(workers)

    def pids(self) -> list[int]:
        """Process ids of the workers that are alive."""
        with self._change:
            slots = list(self._slots)
        return [pid for slot in slots if (pid := slot.pid) is not None]

    def close(self) -> None:
        """Ends all jobs (``ParseError`` cancelled) and processes. Returns when they are gone; may be called twice."""
        with self._change:
            self._closed = True
            left, slots = list(self._waiting), list(self._slots)
            self._waiting.clear()
            self._change.notify_all()
        for job in left:
            job.fail(jobs.closed())
        for slot in slots:
            slot.close()
        for slot in slots:
            slot.join()

    def _grow(self, wanted: int) -> None:
        """With the lock held: enough slots for ``wanted`` jobs, as far as the size allows."""
        while self._idle_slots() < wanted and len(self._slots) < self._size:
            slot = _Slot(self)
            self._slots.append(slot)
            slot.start()

    def _idle_slots(self) -> int:
        return sum(not slot.busy for slot in self._slots)

    def _stop(self, job: Job) -> None:
        """A job was cancelled."""
        with self._change:
            slots = list(self._slots)
            if job in self._waiting:
                self._waiting.remove(job)
                return
        for slot in slots:
            slot.stop(job)

    def take(self, slot: _Slot) -> Job | None:
        """For a slot: waits for the next job; ``None`` when the slot should end (it is then off the list)."""
        with self._change:
            slot.busy = False
            self._change.wait_for(lambda: self._closed or self._waiting, self._idle_s)
            if self._closed or not self._waiting:
                self._slots.remove(slot)
                return None
            slot.busy = True
            return self._waiting.popleft()

    def processes_for_one(self) -> int:
        """For a slot: how many processes a job may use so that running jobs share the cores."""
        with self._change:
            running = sum(slot.busy for slot in self._slots)
        return max(1, min(_MAX_PROCESSES, available_cores() // max(1, running)))


class _Slot:
    """A place for one worker process, with the thread that talks to it."""

    def __init__(self, pool: WorkerPool) -> None:
        self.busy = False
        self._pool = pool
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._job: Job | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="pincite-worker", daemon=True)

    @property
    def pid(self) -> int | None:
        child = self._child
        return child.pid if child else None

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        if threading.current_thread() is not self._thread:  # closed from within a callback
            self._thread.join()

    def close(self) -> None:
        """Kills the process for good."""
        with self._lock:
            self._closed = True
            job, child = self._job, self._child
        if job is not None:
            job.fail(jobs.closed())
        if child is not None:
            child.kill()

    def stop(self, job: Job, error: ParseError | None = None) -> None:
        """Ends ``job`` (with ``error``, where it has not ended yet) by killing its process, if it runs here."""
        with self._lock:
            if self._job is not job:
                return
            child, self._job = self._child, None
        if error is not None:
            job.fail(error)
        if child is not None:
            child.kill()

    def _run(self) -> None:
        self._warm()
        while (job := self._pool.take(self)) is not None:
            self._serve(job)
            self._warm()
        self._discard()

    def _warm(self) -> None:
        """Sees to it that a process is there and ready, where one can be had."""
        if self._closed:
            return
        try:
            self._ensure_child()
        except PinciteError as error:
            if not self._closed:
                _log.warning("%s", error)

    def _serve(self, job: Job) -> None:
        """Runs a job to its end. That a process died before it took the job is no fault of the job."""
        try:
            for _ in range(2):
                if job.done or self._hand_over(job, self._ensure_child()):
                    return
        except ParseError as error:
            job.fail(error)
        finally:  # whatever happens here, nobody waits for ever
            job.fail(jobs.not_started("it died before it began"))

    def _hand_over(self, job: Job, child: Child) -> bool:
        """``False`` where the child was gone before it began."""
        timeout_s = self._pool.config.timeout_s
        timer = threading.Timer(timeout_s, self.stop, (job, jobs.timed_out(job.request.name, timeout_s)))
        timer.daemon = True
        with self._lock:
            self._job = job
        if job.done:  # cancelled in between, when there was nothing to kill yet
            self.stop(job)
        timer.start()
        try:
            message = job.request.message(self._pool.processes_for_one())
            started = child.send(FrameKind.JOB, message.encode()) and _next(child, FrameKind.STARTED) is not None
            ended = started and self._follow(job, child)
        finally:
            timer.cancel()
            with self._lock:
                self._job = None
        if ended:
            self._await_ready(child)
            return True
        how = exit_words(self._discard())
        if started:
            job.fail(jobs.crashed(job.request.name, how))
        return started or job.done

    def _follow(self, job: Job, child: Child) -> bool:
        """Passes on what the child says about the job until it has ended; ``False`` where the child has."""
        try:
            return self._pass_on(job, child)
        except FrameError as error:
            _log.warning("worker %d: broken frame (%s)", child.pid, error)
            return False

    def _pass_on(self, job: Job, child: Child) -> bool:
        while (frame := _receive(child)) is not None:
            if frame.kind is FrameKind.PROGRESS:
                job.advance(*decode_progress(frame.payload))
                continue
            outcome = None if frame.kind is FrameKind.RESULT else decode_error(frame.payload)
            with self._lock:  # from here on nothing may kill the process for this job's sake
                self._job = None
            self.busy = False  # before anyone hears of the end: who then asks for more finds this process
            if outcome is None:
                job.finish(frame.payload)
            else:
                job.fail(outcome)
            return True
        return False

    def _ensure_child(self) -> Child:
        """A child that has said that it is ready. Raises ``ParseError`` worker_crashed where none can be had."""
        if self._child is not None:
            return self._child
        try:
            child = Child(_WORKER, self._pool.config.encode())
        except OSError as error:
            raise jobs.not_started(error.strerror or type(error).__name__) from None
        with self._lock:
            self._child = child
            closed = self._closed
        if closed:
            child.kill()
        if not self._await_ready(child):
            raise jobs.not_started("it died at once")
        return child

    def _await_ready(self, child: Child) -> bool:
        """Waits until the child takes jobs; one that has ended is let go."""
        timer = threading.Timer(_START_TIMEOUT_S, child.kill)
        timer.daemon = True
        timer.start()
        ready = _next(child, FrameKind.READY) is not None
        timer.cancel()
        if not ready:
            self._discard()
        return ready

    def _discard(self) -> int:
        """Reaps the child, if there is one, and returns its exit code."""
        with self._lock:
            child, self._child = self._child, None
        if child is None:
            return 0
        code = child.reap()
        clear_scratch(child.pid)
        return code


def _next(child: Child, kind: FrameKind) -> Frame | None:
    """The next frame if it is of this kind, else ``None``: a child that says something else is broken."""
    frame = _receive(child)
    return frame if frame is not None and frame.kind is kind else None


def _receive(child: Child) -> Frame | None:
    try:
        return child.receive()
    except FrameError as error:
        _log.warning("worker %d: broken frame (%s)", child.pid, error)
        return None
