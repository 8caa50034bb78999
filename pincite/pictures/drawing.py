"""The program of a process that draws: answers one wish after the other on files that it keeps open."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from pincite.errors import SourceError
from pincite.model import BBox
from pincite.parsers.frames import JobMessage
from pincite.parsers.image.frames import ImageFile
from pincite.parsers.pdf.reader.pdfium import PdfFile
from pincite.parsers.worker import read_expected
from pincite.pictures.ink import encode, mark
from pincite.pictures.parcels import packed
from pincite.pictures.typeset import draw_lines, set_page

_OPEN = 4  # files at a time
_Known = tuple[str, str, int, int, str | None]
_files: OrderedDict[_Known, PdfFile | ImageFile] = OrderedDict()


def draw(job: JobMessage) -> bytes:
    """Answers a job with a ``wish``: its ``do`` is ``draw`` (a picture), ``letters`` of a page, ``texts`` of all pages,
    or ``plain`` (a drawing of texts, without a file). Raises ``ParseError``, ``SourceError``."""
    wish = job.wish or {}
    if wish["do"] == "plain":
        return _plain(wish)
    file = _file(job)
    if isinstance(file, ImageFile):
        return _frame(file, wish)
    return {"draw": _page, "letters": _letters, "texts": _texts}[wish["do"]](file, wish)


def _file(job: JobMessage) -> PdfFile | ImageFile:
    """The open file; one that has changed since is opened again, and refused where its content is another one."""
    try:
        facts = Path(job.path).stat()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SourceError(f"{job.name} cannot be read: {reason}.", code="unreadable", hint="Open it again.") from None
    known = job.path, job.doc_id, facts.st_size, facts.st_mtime_ns, job.password
    if known not in _files:
        data = read_expected(job)
        _files[known] = ImageFile(data) if job.format == "image" else PdfFile(data, job.password)
    _files.move_to_end(known)
    while len(_files) > _OPEN:
        _, old = _files.popitem(last=False)
        old.close()
    return _files[known]


def _letters(file: PdfFile, wish: dict[str, Any]) -> bytes:
    letters = file.letters(wish["page"] - 1)
    text = letters.text.encode("utf-8", "replace")
    return packed({"bytes": len(text)}, text + letters.boxes.tobytes())


def _texts(file: PdfFile, wish: dict[str, Any]) -> bytes:
    texts = [file.letters(index).text for index in range(min(file.n_pages, wish["pages"]))]
    sizes = [file.page_size(index) for index in range(len(texts))]
    return packed({"texts": texts, "sizes": sizes}, b"")


def _page(file: PdfFile, wish: dict[str, Any]) -> bytes:
    """A picture; ``scale`` tells how large it may be, ``part`` which part of the page it shows, ``marks`` what is
    marked (both in points)."""
    part = BBox(*wish["part"]) if wish["part"] else None
    found = file.picture(wish["page"] - 1, wish["scale"], part)
    pixels = found.pixels
    image = Image.frombytes("RGB", (pixels.shape[1], pixels.shape[0]), pixels.tobytes())
    return _finished(image, found.scale, (found.left, found.top), wish)


def _frame(file: ImageFile, wish: dict[str, Any]) -> bytes:
    scale = wish["scale"]
    image = file.colours(wish["page"] - 1, scale)
    x0, y0, x1, y1 = (round(edge * scale) for edge in wish["part"] or (0, 0, image.width, image.height))
    if wish["part"]:
        image = image.crop((x0, y0, min(max(x1, x0 + 1), image.width), min(max(y1, y0 + 1), image.height)))
    return _finished(image, scale, (x0, y0), wish)


def _finished(image: Image.Image, scale: float, start: tuple[int, int], wish: dict[str, Any]) -> bytes:
    """The picture with its marks; ``start`` is the pixel of the page with which it begins."""
    left, top = start
    boxes = [BBox(*(edge * scale for edge in box)) for box in wish["marks"]]
    boxes = [BBox(b.x0 - left, b.y0 - top, b.x1 - left, b.y1 - top) for b in boxes]
    return _parcel(image, scale, (left / scale, top / scale), boxes, wish)


def _plain(wish: dict[str, Any]) -> bytes:
    page = set_page(wish)
    scale = wish["scale"] or min(wish["finest"], (wish["pixels"] / (wish["width"] * page.height)) ** 0.5)
    image, boxes = draw_lines(page, wish["width"], scale)
    return _parcel(image, scale, (0.0, 0.0), boxes, wish)


def _parcel(
    image: Image.Image, scale: float, start: tuple[float, float], boxes: Sequence[BBox], wish: dict[str, Any]
) -> bytes:
    mark(image, boxes)
    made = encode(image, wish["max_bytes"])
    facts = {
        "mime": made.mime,
        "width": made.width,
        "height": made.height,
        "scale": scale * made.shrunk,
        "left": start[0],
        "top": start[1],
        "marks": [[edge * made.shrunk for edge in box] for box in boxes],
    }
    return packed(facts, made.data)
