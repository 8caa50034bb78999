"""The program of a worker process: parses one file after the other for its parent.

Nothing that is printed here reaches the parent's own standard output. The process ends when its parent does (its
standard input closes), when it has done its share of jobs, or when it has grown too large.
"""

from __future__ import annotations

import faulthandler
import gc
import importlib
import json
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO, Self, cast

from pincite.errors import ParseError, PinciteError, SourceError
from pincite.identity import bytes_id
from pincite.model import Document
from pincite.parsers.failures import failure_of
from pincite.parsers.formats import Parse, ParseOptions
from pincite.parsers.frames import FrameKind, JobMessage, encode_error, encode_progress, write_frame
from pincite.parsers.process import (
    leave,
    limit_resources,
    limit_threads,
    own_scratch,
    read_jobs,
    resident_mb,
    step_behind,
    take_stdout,
)

Encode = Callable[[Document], bytes]
Answer = Callable[[JobMessage], bytes]

_log = logging.getLogger("pincite.worker")
_PROGRESS_EVERY_S = 0.05
_GRACE_S = 10.0


@dataclass(frozen=True, slots=True)
class WorkerConfig:
    """How a worker behaves. ``parser`` (a ``formats.Parse``) and ``encoder`` (of its documents into bytes) are named as
    ``module:function``; ``drawer``, where it is set, names the function that answers jobs instead (a message -> bytes).
    ``memory_mb`` limits the address space (``None``, or a system without such limits: none); some time after
    ``timeout_s`` it gives itself up if its parent has not; it retires after ``max_jobs``, or when more than
    ``max_rss_mb`` stay in use. By ``niceness`` steps it lets other processes go first."""

    parser: str
    encoder: str
    memory_mb: int | None
    timeout_s: float
    max_jobs: int
    max_rss_mb: int
    drawer: str | None = None
    niceness: int = 0

    def encode(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def decode(cls, text: str) -> Self:
        return cls(**json.loads(text))


def main(arguments: list[str]) -> None:
    config = WorkerConfig.decode(arguments[0])
    out = take_stdout()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    faulthandler.enable()  # a crash of native code leaves its place in the log
    step_behind(config.niceness)
    limit_resources(config.memory_mb)
    limit_threads()
    own_scratch()
    jobs = read_jobs(sys.stdin.buffer)
    answer = _answerer(config, out)
    gc.disable()  # while a document grows there is little garbage to find, and looking for it takes a tenth of the time
    for _ in range(config.max_jobs):
        write_frame(out, FrameKind.READY)
        message = JobMessage.decode(jobs.get())
        faulthandler.dump_traceback_later(config.timeout_s + _GRACE_S, exit=True)  # works even if no Python code runs
        healthy = _serve(message, answer, out)
        faulthandler.cancel_dump_traceback_later()
        if not healthy:
            break
        gc.collect()
        if resident_mb() > config.max_rss_mb:
            break
    leave(0)


def _answerer(config: WorkerConfig, out: BinaryIO) -> Answer:
    if config.drawer is not None:
        return cast(Answer, _load(config.drawer))
    parse, encode = cast(Parse, _load(config.parser)), cast(Encode, _load(config.encoder))
    return lambda job: encode(_parse(job, parse, out))


def _load(name: str) -> object:
    """A function by its name; its module is warmed up where it knows how."""
    module_name, _, function = name.partition(":")
    module = importlib.import_module(module_name)
    preload = getattr(module, "preload", None)
    if preload is not None:
        preload()
    found: object = getattr(module, function)
    return found


def _serve(job: JobMessage, answer: Answer, out: BinaryIO) -> bool:
    """Answers one job; ``False`` where the process should not be trusted with another one."""
    write_frame(out, FrameKind.STARTED)
    try:
        result = answer(job)
    except MemoryError as error:
        write_frame(out, FrameKind.ERROR, encode_error(_failure(job.name, error)))
        return False
    except PinciteError as error:
        write_frame(out, FrameKind.ERROR, encode_error(error))
        return True
    except Exception as error:  # noqa: BLE001 - the edge of the process: whatever a parser raises is this job's failure
        _log.exception("the parser failed on %s", job.name)
        write_frame(out, FrameKind.ERROR, encode_error(_failure(job.name, error)))
        return True
    write_frame(out, FrameKind.RESULT, result)
    return True


def _parse(job: JobMessage, parse: Parse, out: BinaryIO) -> Document:
    return parse(
        read_expected(job),
        format=job.format,
        doc_id=job.shows or job.doc_id,
        name=job.name,
        password=job.password,
        options=ParseOptions(**job.options),
        processes=job.processes,
        progress=_reporter(out),
    )


def read_expected(job: JobMessage) -> bytes:
    """The bytes that are parsed: read once, and only if they are those that the document's id stands for. Raises
    ``SourceError`` unreadable, ``ParseError`` source_changed."""
    try:
        data = Path(job.path).read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SourceError(f"{job.name} cannot be read: {reason}.", code="unreadable", hint="Open it again.") from None
    if bytes_id(data) != job.doc_id:
        raise ParseError(f"{job.name} changed while it was being opened.", code="source_changed", hint="Open it again.")
    return data


def _reporter(out: BinaryIO) -> Callable[[int, int], None]:
    """A progress function that writes a frame now and then, and always for the last page."""
    last = 0.0

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if done >= total or now - last >= _PROGRESS_EVERY_S:
            last = now
            write_frame(out, FrameKind.PROGRESS, encode_progress(done, total))

    return report


def _failure(name: str, error: Exception) -> ParseError:
    return failure_of(
        error,
        name,
        more_memory="Raise PINCITE_WORKER_MEMORY_MB, or lower PINCITE_MAX_PAGES to read only its beginning.",
        more_about_it="The server's log on standard error has the details.",
    )
