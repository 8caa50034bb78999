"""The program of a process that draws: answers one wish after the other on files that it keeps open."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from typing import Any

from PIL import Image

from pincite.errors import SourceError
from pincite.model import BBox
from pincite.parsers.frames import JobMessage
from pincite.parsers.pdf.reader.pdfium import PdfFile
from pincite.parsers.worker import read_expected
from pincite.pictures.ink import encode, mark
from pincite.pictures.parcels import packed

_OPEN = 4  # files at a time
_Known = tuple[str, str, int, int, str | None]
_files: OrderedDict[_Known, PdfFile] = OrderedDict()


def draw(job: JobMessage) -> bytes:
    """Answers a job with a ``wish``: its ``do`` is ``draw`` (a picture) or ``letters``. Raises ``ParseError``,
    ``SourceError``."""
    wish = job.wish or {}
    return _WISHES[wish["do"]](_file(job), wish)


def _file(job: JobMessage) -> PdfFile:
    """The open file; one that has changed since is opened again, and refused where its content is another one."""
    try:
        facts = Path(job.path).stat()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SourceError(f"{job.name} cannot be read: {reason}.", code="unreadable", hint="Open it again.") from None
    known = job.path, job.doc_id, facts.st_size, facts.st_mtime_ns, job.password
    if known not in _files:
        _files[known] = PdfFile(read_expected(job), job.password)
    _files.move_to_end(known)
    while len(_files) > _OPEN:
        _files.popitem(last=False)[1].close()
    return _files[known]


def _letters(file: PdfFile, wish: dict[str, Any]) -> bytes:
    letters = file.letters(wish["page"] - 1)
    text = letters.text.encode("utf-8", "replace")
    return packed({"bytes": len(text)}, text + letters.boxes.tobytes())


def _draw(file: PdfFile, wish: dict[str, Any]) -> bytes:
    """A picture; ``scale`` tells how large it may be, ``part`` which part of the page it shows, ``marks`` what is
    marked (both in points)."""
    part = BBox(*wish["part"]) if wish["part"] else None
    found = file.picture(wish["page"] - 1, wish["scale"], part)
    pixels = found.pixels
    image = Image.frombytes("RGB", (pixels.shape[1], pixels.shape[0]), pixels.tobytes())
    scale = found.scale
    boxes = [BBox(*(edge * scale for edge in box)) for box in wish["marks"]]
    boxes = [BBox(b.x0 - found.left, b.y0 - found.top, b.x1 - found.left, b.y1 - found.top) for b in boxes]
    mark(image, boxes)
    made = encode(image, wish["max_bytes"])
    facts = {
        "mime": made.mime,
        "width": made.width,
        "height": made.height,
        "scale": scale * made.shrunk,
        "left": found.left / scale,
        "top": found.top / scale,
        "marks": [[edge * made.shrunk for edge in box] for box in boxes],
    }
    return packed(facts, made.data)


_WISHES = {"draw": _draw, "letters": _letters}
