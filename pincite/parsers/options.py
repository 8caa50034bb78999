"""What a parser is asked for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

from pincite.errors import RequestError

CHANGES = ("accepted", "original", "marked")
ProgressFn = Callable[[int, int], None]  # (pages done, pages in all)


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """What changes the outcome of a parse.

    ``max_pages``: later pages are left out, with a warning (``None``: all). ``notes``: speaker notes of slides.
    ``comments``: comments of reviewers; left out, they are counted in a warning. ``changes``: which state of tracked
    changes is read, ``accepted``, ``original`` or ``marked``. ``headers``: running heads and feet. ``base``: the URL
    that the links of a page are relative to, ``charset``: what its server says of its encoding.
    """

    max_pages: int | None = None
    notes: bool = True
    comments: bool = False
    changes: str = "accepted"
    headers: bool = True
    base: str | None = None
    charset: str | None = None

    def __post_init__(self) -> None:
        if self.changes not in CHANGES:
            raise RequestError(
                f"Tracked changes cannot be read as {self.changes!r}.", hint=f"Say one of: {', '.join(CHANGES)}."
            )

    @property
    def key(self) -> str:
        """The options as a short string for a cache key; empty for the defaults."""
        values = {f.name: value for f in fields(self) if (value := getattr(self, f.name)) != f.default}
        if self.base is not None:  # may hold any character, and is nobody's business
            values["base"] = hashlib.sha256(self.base.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        return ";".join(f"{name}={value}" for name, value in values.items())


@dataclass(frozen=True, slots=True)
class ParseTask:
    """A file, or its bytes, and how to parse it. ``name`` is the file's name as people know it; ``processes`` > 1 lets
    a long document be read by several; ``progress`` is called with (pages done, pages in all)."""

    source: Path | bytes
    doc_id: str
    name: str
    password: str | None = None
    options: ParseOptions = ParseOptions()
    processes: int = 1
    progress: ProgressFn | None = None

    def read(self) -> bytes:
        """The bytes of the file. Raises ``OSError``."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()
