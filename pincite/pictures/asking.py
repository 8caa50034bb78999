"""Asks the processes that draw, and decodes their answers."""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any, NamedTuple

from pincite.errors import ParseError, PinciteError
from pincite.model import BBox, Document
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.pool import WorkerPool
from pincite.pictures.marking import PageLetters
from pincite.pictures.original import Original
from pincite.pictures.parcels import unpacked

_DRAWER = "pincite.pictures.drawing:draw"
_PROCESSES = 2
_SECONDS = 20.0  # for one picture; a page made to hurt must not keep a process
_IDLE_S = 120.0


class Drawn(NamedTuple):
    """A picture as it came: ``left`` and ``top`` are where it begins on the page, in points."""

    data: bytes
    mime: str
    width: int
    height: int
    scale: float
    left: float
    top: float
    marks: tuple[BBox, ...]


class Texts(NamedTuple):
    """The letters of all pages of a PDF, and their sizes in points."""

    texts: list[str]
    sizes: list[tuple[float, float]]


class Draughtsmen:
    """Processes that draw, apart from those that parse: a picture must not wait for a parse. They start with the first
    wish and end when nothing was asked for a while."""

    def __init__(self, memory_mb: int | None) -> None:
        self._pool = WorkerPool(
            _PROCESSES, memory_mb=memory_mb, timeout_s=_SECONDS, idle_s=_IDLE_S, max_jobs=1_000, drawer=_DRAWER
        )

    def close(self) -> None:
        self._pool.close()

    def letters(self, original: Original, page: int) -> PageLetters:
        """The letters of a page of a PDF. Raises as ``draw``."""
        facts, data = self._ask(original, {"do": "letters", "page": page})
        text = data[: facts["bytes"]].decode("utf-8", "replace")
        edges = array("f", data[facts["bytes"] :])
        return PageLetters(text, [BBox(*edges[i : i + 4]) for i in range(0, len(edges), 4)])

    def draw(self, original: Original, wish: dict[str, Any]) -> Drawn:
        """Raises ``ParseError`` (timeout, worker_crashed, too_large, source_changed, password_required, cancelled, …),
        ``SourceError`` (unreadable)."""
        return _drawn(*self._ask(original, {"do": "draw", **wish}))

    def plain(self, doc: Document, wish: dict[str, Any]) -> Drawn:
        """A drawing of texts of a document; see ``plain.plain_wish``."""
        return _drawn(*self._ask(Original(doc.doc_id, Path(), doc.format, doc.source), wish))

    def texts(self, original: Original, pages: int) -> Texts:
        """The texts of a PDF, of at most so many pages. Raises as ``draw``."""
        facts, _ = self._ask(original, {"do": "texts", "pages": pages})
        return Texts(facts["texts"], [(width, height) for width, height in facts["sizes"]])

    def _ask(self, original: Original, wish: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        request = ParseRequest(
            original.path, original.format, original.doc_id, original.name, original.password, wish=wish
        )
        try:
            return unpacked(self._pool.submit(request).result())
        except ParseError as error:
            raise _of_a_picture(error, original.name) from None


def _drawn(facts: dict[str, Any], data: bytes) -> Drawn:
    marks = tuple(BBox(*box) for box in facts["marks"])
    return Drawn(
        data, facts["mime"], facts["width"], facts["height"], facts["scale"], facts["left"], facts["top"], marks
    )


def _of_a_picture(error: ParseError, name: str) -> PinciteError:
    """What a pool says of a parse, said of a picture."""
    if error.code == "timeout":
        message = f"The page of {name} could not be drawn in {_SECONDS:g} seconds."
    elif error.code in ("worker_crashed", "parser_error"):
        message = f"The page of {name} could not be drawn."
    else:
        return error
    return ParseError(message, code=error.code, hint="Its text can be read as before; another page may be drawn.")
