"""What a batch has already written: a line for each part, added when its files are there."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pincite.errors import RequestError

NAME = "batch.jsonl"
Stamp = list[int] | None  # size and time of a file; None: no local file


class Journal:
    """The journal of a directory. Its first line says what is written there; a later run that writes something else is
    refused (``RequestError`` bad_argument). A last line that was cut off by the end of its process does not count."""

    def __init__(self, directory: Path, kind: Mapping[str, Any]) -> None:
        self._path = directory / NAME
        self._kind = dict(kind)
        self._parts: dict[int, dict[str, Stamp]] = {}
        self._read(directory)
        self.last_part = max(self._parts, default=0)

    def _read(self, directory: Path) -> None:
        data = self._path.read_bytes() if self._path.exists() else b""
        whole, _, torn = data.rpartition(b"\n")
        try:
            lines = [json.loads(line) for line in whole.splitlines()]
            self._parts = {line["part"]: line["documents"] for line in lines[1:]}
        except (ValueError, TypeError, KeyError):
            raise RequestError(f"{self._path} is no journal of a batch.", hint="Write to another directory.") from None
        if lines and lines[0] != self._kind:
            raise RequestError(
                f"{directory} holds a batch of another kind ({', '.join(_differences(lines[0], self._kind))}).",
                hint="Write to a directory of its own, or say the same as the run before.",
            )
        if torn or not lines:
            self._rewrite()

    def documents(self) -> set[str]:
        """The sources of all that was written."""
        return {source for documents in self._parts.values() for source in documents}

    def void(self) -> list[int]:
        """Forgets the parts that hold a document whose file has changed since, and returns their numbers."""
        changed = [
            part
            for part, documents in self._parts.items()
            if any(known is not None and stamp(source) != known for source, known in documents.items())
        ]
        for part in changed:
            del self._parts[part]
        if changed:
            self._rewrite()
        return changed

    def add(self, part: int, documents: Iterable[tuple[str, Stamp]]) -> None:
        """Notes the documents of a part that is written. Raises ``OSError``."""
        self._parts[part] = dict(documents)
        with self._path.open("a", encoding="utf-8") as out:
            out.write(_line(part, self._parts[part]))
            out.flush()
            os.fsync(out.fileno())

    def _rewrite(self) -> None:
        draft = self._path.with_suffix(".draft")
        lines = (_line(part, documents) for part, documents in self._parts.items())
        draft.write_text(json.dumps(self._kind) + "\n" + "".join(lines), encoding="utf-8")
        draft.replace(self._path)


def stamp(source: str) -> Stamp:
    """Size and time of the file that the source names; ``None``: there is none, or it is a URL."""
    try:
        found = Path(source).stat()
    except (OSError, ValueError):
        return None
    return [found.st_size, found.st_mtime_ns]


def _line(part: int, documents: Mapping[str, Stamp]) -> str:
    return json.dumps({"part": part, "documents": documents}) + "\n"


def _differences(found: Any, wanted: Mapping[str, Any]) -> list[str]:
    known = found if isinstance(found, dict) else {}
    return [f"{name} {known.get(name)!r}" for name, value in wanted.items() if known.get(name) != value]
