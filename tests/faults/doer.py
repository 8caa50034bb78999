"""A parser that does what its file says, in Python, to be found out by the judge of the fuzzing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from benchmarks.fuzzing import watch
from pincite.model import Document
from pincite.parsers import formats
from tests.faults.fakes import document

preload = watch.preload


def parse(source: Path | bytes, **task: Any) -> Document:
    formats.parse_file = _do  # what the watch calls
    return watch.parse(source, **task)


def _do(source: Path | bytes, *, doc_id: str, name: str, **_: Any) -> Document:
    text = source.decode() if isinstance(source, bytes) else source.read_text()
    exec(text)
    return document(doc_id, name, text)
