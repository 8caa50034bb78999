"""A parser for fault injection: what it does stands in the file that it is given.

The pool starts it through its public seam (``parser="tests.faults.fakes:parse"``). A file is a line ``VERB ARGUMENT``,
after a PDF's header if it has one; more lines are mere text.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pincite.errors import ParseError
from pincite.model import BBox, Document, Kind, Page
from pincite.parsers.assemble import DraftBlock, Piece, assemble
from pincite.parsers.formats import ParseOptions, ProgressFn

PARSER = "tests.faults.fakes:parse"


def parse(
    source: Path | bytes,
    *,
    format: str,
    doc_id: str,
    name: str,
    password: str | None,
    options: ParseOptions,
    processes: int,
    progress: ProgressFn | None,
) -> Document:
    """Does what the file says, and returns a document of one page whose text is the file's."""
    data = source if isinstance(source, bytes) else source.read_bytes()
    text = data.decode()
    command, *_ = text.removeprefix("%PDF-1.7\n").splitlines() or [""]
    verb, _, argument = command.strip().partition(" ")
    if verb in _VERBS:
        _VERBS[verb](argument, progress)
    elif verb == "secret":
        _unlock(name, argument, password)
    elif verb == "impostor":
        return document("a" * 12, name, text)
    return document(doc_id, name, text)


def document(doc_id: str, name: str, text: str) -> Document:
    block = DraftBlock(Kind.PARAGRAPH, [Piece(text, 1, BBox(72, 72, 300, 84))])
    return assemble(
        doc_id=doc_id, source=name, format="pdf", parser="fake/1", pages=[Page(1, "1", 612, 792)], blocks=[block]
    )


def _unlock(name: str, wanted: str, password: str | None) -> None:
    if password is None:
        raise ParseError(f"{name} needs a password.", code="password_required", hint="Give its password.")
    if password != wanted:
        raise ParseError(f"That is not the password of {name}.", code="wrong_password", hint="Ask for it.")


def _segfault(_: str, __: ProgressFn | None) -> None:
    ctypes.string_at(0)


def _kill(_: str, __: ProgressFn | None) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _exit(code: str, _: ProgressFn | None) -> None:
    os._exit(int(code))


def _hang(pid_file: str, _: ProgressFn | None) -> None:
    """Sleeps for ever; tells its process id first, and where asked that of a child of its own."""
    if pid_file:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        _write(Path(pid_file), f"{os.getpid()} {child.pid}")
    while True:
        time.sleep(60)


def _eat(_: str, __: ProgressFn | None) -> None:
    eaten = []
    while True:
        eaten.append(bytearray(20_000_000))


def _pollute(_: str, __: ProgressFn | None) -> None:
    """Prints from Python and from below it."""
    print("this must not reach the frames", flush=True)
    os.write(1, b"\x05\x00\x00\x00 neither must this\n")
    subprocess.run([sys.executable, "-c", "print('nor this')"], check=True)


def _slow(seconds: str, progress: ProgressFn | None) -> None:
    steps = 10
    for done in range(1, steps + 1):
        time.sleep(float(seconds) / steps)
        if progress is not None:
            progress(done, steps)


def _refuse(code: str, _: ProgressFn | None) -> None:
    raise ParseError("the file is refused", code=code, hint="try another")


def _raise(_: str, __: ProgressFn | None) -> None:
    raise KeyError("/private/path and other internals")


def _tally(file: str, _: ProgressFn | None) -> None:
    """Leaves a line for each parse so that a test can count them."""
    with Path(file).open("a") as out:
        out.write(f"{os.getpid()}\n")
    time.sleep(0.3)


def _write(path: Path, text: str) -> None:
    part = path.with_suffix(".part")
    part.write_text(text)
    part.replace(path)


_VERBS: dict[str, Callable[[str, ProgressFn | None], None]] = {
    "segfault": _segfault,
    "kill": _kill,
    "exit": _exit,
    "hang": _hang,
    "eat": _eat,
    "pollute": _pollute,
    "slow": _slow,
    "refuse": _refuse,
    "raise": _raise,
    "tally": _tally,
}
