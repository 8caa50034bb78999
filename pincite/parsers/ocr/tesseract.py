"""The only module that has Tesseract read pictures, through pytesseract: their words, and which way up they are."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Grey = NDArray[np.uint8]  # [row, column], 0 is black

TIMEOUT_S = 90.0  # for one picture; a page of dense print takes 5 s


class Mode(Enum):
    """What Tesseract takes a picture for: a page with columns of text, one block of text, words anywhere."""

    PAGE = 3
    BLOCK = 6
    SPARSE = 11


class Token(NamedTuple):
    """A word in pixels of the picture. ``percent`` is Tesseract's confidence, 0 to 100; words with the same ``line``
    stand on one line, as Tesseract sees it."""

    text: str
    x0: int
    y0: int
    x1: int
    y1: int
    percent: float
    line: int


class Lie(NamedTuple):
    """How a page lies: ``angle`` is the direction in which its text is read, as in ``layout.Word``; ``script`` is
    Tesseract's name. The certainties have no upper end; below 1 they mean nothing."""

    angle: int
    certainty: float
    script: str
    script_certainty: float


class OcrError(Exception):
    """Tesseract failed on a picture; the message says how, for people."""


def recognise(picture: Grey, languages: str, dpi: int, mode: Mode = Mode.PAGE) -> list[Token]:
    """The words of a picture that lies upright, in ``languages`` (``eng+deu``). Raises ``OcrError``."""
    with _saved(picture) as path:
        data = _run("image_to_data", path, lang=languages, config=f"--psm {mode.value} --dpi {dpi}")
    return list(_tokens(data))


def lie(picture: Grey, dpi: int) -> Lie | None:
    """How the page lies, and in which script it is written; ``None`` where Tesseract cannot tell. Needs ``osd``."""
    with _saved(picture) as path:
        try:
            said = _run("image_to_osd", path, config=f"--psm 0 --dpi {dpi}")
        except OcrError:  # too few characters
            return None
    facts = dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)
    try:
        return Lie(
            (360 - int(facts["Rotate"])) % 360,
            float(facts["Orientation confidence"]),
            facts["Script"],
            float(facts["Script confidence"]),
        )
    except (KeyError, ValueError):
        return None


@contextmanager
def _saved(picture: Grey) -> Iterator[str]:
    """The path of a file that holds the picture, as plain as can be: packing it would take longer than reading it."""
    with tempfile.NamedTemporaryFile(prefix="pincite-", suffix=".pgm", delete=False) as file:
        file.write(b"P5 %d %d 255\n" % (picture.shape[1], picture.shape[0]))
        file.write(np.ascontiguousarray(picture).data)
    try:
        yield file.name
    finally:
        Path(file.name).unlink(missing_ok=True)


def _run(function: str, path: str, **options: Any) -> str:
    """Calls a function of pytesseract and maps its errors."""
    import pytesseract
    from pytesseract import pytesseract as inner

    inner.environ = {**inner.environ, "OMP_THREAD_LIMIT": "1"}  # a process has one core; pages run side by side
    try:
        said: str = getattr(pytesseract, function)(path, timeout=TIMEOUT_S, **options)
    except pytesseract.TesseractNotFoundError:
        raise OcrError("Tesseract is not installed any more") from None
    except pytesseract.TesseractError as error:
        raise OcrError(f"Tesseract failed ({error.message[:200] or error.status})") from None
    except OSError as error:  # the other classes of pytesseract among them
        raise OcrError(f"Tesseract could not be run ({error.strerror or type(error).__name__})") from None
    except RuntimeError:
        raise OcrError(f"Tesseract took longer than {TIMEOUT_S:g} seconds and was stopped") from None
    return said


def _tokens(data: str) -> Iterator[Token]:
    """The words of a table in Tesseract's TSV form."""
    lines: dict[tuple[str, ...], int] = {}
    for row in data.splitlines()[1:]:
        cells = row.split("\t", 11)
        if len(cells) < 12 or cells[0] != "5" or not cells[11].strip():
            continue
        left, top, width, height = map(int, cells[6:10])
        line = lines.setdefault(tuple(cells[2:5]), len(lines))
        yield Token(cells[11].strip(), left, top, left + width, top + height, float(cells[10]), line)
