"""``parse_all``: the documents of a batch on their way, never more than a window of them at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Literal, NamedTuple, TypeVar, Unpack

from pincite.batch.outcome import Parsed, as_error
from pincite.batch.sources import Sources, absolute, expand
from pincite.batch.tasks import Limits, Task, whole
from pincite.errors import PinciteError, RequestError
from pincite.library import DocumentParser, ParseResult
from pincite.library.config import Options, ParseConfig

T = TypeVar("T")
OnError = Literal["yield", "raise", "skip"]
Passwords = str | Mapping[str, str] | None
_EXECUTORS_WORKERS = 16  # an executor does not tell how many it has; so many are kept busy


class Running(NamedTuple):
    """How a batch runs. ``workers``: processes here, or how many ``executor`` has (``None``: found out, guessed)."""

    workers: int | None
    executor: Executor | None
    ordered: bool
    password: Passwords
    limits: Limits

    def check(self) -> None:
        """Raises ``RequestError`` (bad_argument)."""
        if self.workers is not None and self.workers < 1:
            raise RequestError(f"workers must be at least 1, not {self.workers}.", hint="Leave it out for all cores.")


def parse_all(
    sources: Sources,
    *,
    recursive: bool = True,
    workers: int | None = None,
    executor: Executor | None = None,
    ordered: bool = True,
    on_error: OnError = "yield",
    password: Passwords = None,
    timeout: float = 600.0,
    memory_mb: int = 4096,
    **options: Unpack[Options],
) -> Iterator[Parsed]:
    """Parses many documents and yields ``(source, result or error)`` one by one.

    ``sources`` is a directory (with those below it, unless ``recursive`` is off), a path, a URL, or any iterable of
    these, which is read only as far as the work has come: memory does not grow with the number of documents.

    The parses run in ``workers`` processes (default: all cores), or in ``executor``, any
    ``concurrent.futures.Executor``, ``workers`` then says how many it has. A document that crashes its parser, takes
    longer than ``timeout`` seconds or more than ``memory_mb`` costs itself only, there as here. Paths must mean the
    same to the executor's processes.

    ``ordered``: in the order of the sources, else as they are done. ``on_error``: errors are yielded (``yield``), left
    out (``skip``), or the first is raised (``raise``); they are ``PinciteError``, also where the executor broke
    (worker_crashed). ``password`` is for all, or by source. ``options``: see ``ParseConfig``.

    Raises ``RequestError`` (bad_argument) at once for arguments that do not fit, ``SourceError`` (unreadable) for a
    directory that cannot be listed.
    """
    if on_error not in ("yield", "raise", "skip"):
        raise RequestError(f"on_error cannot be {on_error!r}.", hint="Say yield, raise or skip.")
    config = ParseConfig.of(options)
    running = Running(workers, executor, ordered, password, Limits(timeout, memory_mb))
    running.check()
    found = expand(sources, recursive=recursive, legacy=config.libreoffice)
    return _parsed(run(found, Task(config, running.limits, whole), running), on_error)


def _parsed(outcomes: Iterator[tuple[str, ParseResult | PinciteError]], on_error: OnError) -> Iterator[Parsed]:
    for source, outcome in outcomes:
        if isinstance(outcome, PinciteError) and on_error == "raise":
            outcome.add_note(source)
            raise outcome
        if not isinstance(outcome, PinciteError) or on_error == "yield":
            yield Parsed(source, outcome)


def run(sources: Iterator[str], task: Task[T], running: Running) -> Iterator[tuple[str, T | PinciteError]]:
    """What the task makes of each source, or its error."""
    with _submitter(task, running) as (submit, window):
        for source, future in _settled(sources, submit, window, running.ordered):
            try:
                outcome: T | PinciteError = future.result()
            except (Exception, CancelledError) as error:  # noqa: BLE001 - whatever an executor's future fails with
                outcome = as_error(source, error)
            del future
            yield source, outcome


@contextmanager
def _submitter(task: Task[T], running: Running) -> Iterator[tuple[Callable[[str], Future[T]], int]]:
    """What submits a source, and how many may be under way."""
    if running.executor is not None:
        executor = running.executor
        yield (
            lambda source: executor.submit(task, source, absolute(source), _password(running.password, source)),
            4 * (running.workers or _EXECUTORS_WORKERS),
        )
        return
    from pincite.parsers.cores import available_cores

    count, limits = running.workers or available_cores(), running.limits
    parser = DocumentParser(task.config, workers=count, timeout=limits.timeout, memory_mb=limits.memory_mb)
    threads = ThreadPoolExecutor(count, thread_name_prefix="pincite-batch")
    try:
        yield (
            lambda source: threads.submit(task.run, parser, source, source, _password(running.password, source)),
            2 * count,
        )
    finally:
        threads.shutdown(wait=False, cancel_futures=True)
        parser.close()  # ends what still runs
        threads.shutdown(wait=True)


def _password(passwords: Passwords, source: str) -> str | None:
    return passwords if passwords is None or isinstance(passwords, str) else passwords.get(source)


def _settled(
    sources: Iterator[str], submit: Callable[[str], Future[T]], window: int, ordered: bool
) -> Iterator[tuple[str, Future[T]]]:
    """Futures that are done, with their sources; at most ``window`` of them are pending or wait to be taken."""
    pending: dict[Future[T], str] = {}
    try:
        for source in sources:
            pending[_submitted(submit, source)] = source
            if len(pending) >= window:
                yield from _take(pending, ordered)
        while pending:
            yield from _take(pending, ordered)
    finally:
        for future in pending:
            future.cancel()


def _submitted(submit: Callable[[str], Future[T]], source: str) -> Future[T]:
    """A broken or closed executor refuses work: then each document has this error."""
    try:
        return submit(source)
    except Exception as error:  # noqa: BLE001 - executors raise what they like; it is reported with the document
        failed: Future[T] = Future()
        failed.set_exception(error)
        return failed


def _take(pending: dict[Future[T], str], ordered: bool) -> Iterator[tuple[str, Future[T]]]:
    """At least one that is done, off the list before it is handed out."""
    first = [next(iter(pending))] if ordered else list(pending)
    done, _ = wait(first, return_when=FIRST_COMPLETED)
    for future in first:
        if future in done:
            yield pending.pop(future), future
