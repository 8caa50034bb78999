"""Marks on a picture, and the picture as a file that is not too large."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw, ImageStat

from pincite.model import BBox

_MARKER = (255, 226, 92)  # of a text marker: paper takes its colour, ink stays
_ON_DARK = (150, 120, 0)  # light that is added where the ground is dark
_RIM = (232, 140, 0)
_DARK = 90  # of 255: mean of a dark ground
_QUALITIES = (82, 65, 50)
_SHRINK = 0.8
_LEAST_SIDE = 64  # pixels; nothing is smaller than it


class Encoded(NamedTuple):
    """A file of a picture, ``shrunk`` to this share of its pixels a point."""

    data: bytes
    mime: str
    width: int
    height: int
    shrunk: float


def mark(image: Image.Image, boxes: Sequence[BBox]) -> None:
    """Marks rectangles (in pixels) as with a text marker."""
    draw = ImageDraw.Draw(image)
    for box in boxes:
        x0, y0 = max(0, round(box.x0) - 1), max(0, round(box.y0) - 1)
        x1, y1 = min(image.width, round(box.x1) + 1), min(image.height, round(box.y1) + 1)
        if x0 >= x1 or y0 >= y1:
            continue
        part = image.crop((x0, y0, x1, y1))
        dark = ImageStat.Stat(part.convert("L")).mean[0] < _DARK
        colour = Image.new("RGB", part.size, _ON_DARK if dark else _MARKER)
        image.paste(ImageChops.add(part, colour) if dark else ImageChops.multiply(part, colour), (x0, y0))
        rim = max(1, min(x1 - x0, y1 - y0) // 16)
        upright = y1 - y0 > 2 * (x1 - x0)
        draw.rectangle((x0, y0, x0 + rim - 1, y1 - 1) if upright else (x0, y1 - rim, x1 - 1, y1 - 1), fill=_RIM)


def encode(image: Image.Image, max_bytes: int) -> Encoded:
    """The picture as PNG where that is the smaller one, else as JPEG; coarser, then smaller, until it has at most
    ``max_bytes``."""
    shrunk = 1.0
    while True:
        found = _smallest(image, max_bytes)
        if found is not None or max(image.size) <= _LEAST_SIDE:
            data, mime = found or (_jpeg(image, _QUALITIES[-1]), "image/jpeg")
            return Encoded(data, mime, image.width, image.height, shrunk)
        size = max(1, round(image.width * _SHRINK)), max(1, round(image.height * _SHRINK))
        shrunk *= size[0] / image.width
        image = image.resize(size, Image.Resampling.LANCZOS)


def _smallest(image: Image.Image, max_bytes: int) -> tuple[bytes, str] | None:
    files = [(_jpeg(image, _QUALITIES[0]), "image/jpeg")]
    colours = image.getcolors(256)
    if colours is not None:  # text and line art; of a photograph it would be many times as large
        is_grey = all(len(set(rgb)) == 1 for _, rgb in colours if isinstance(rgb, tuple))
        files.append((_png(image.convert("L") if is_grey else image.quantize(256)), "image/png"))
    best = min(files, key=lambda file: len(file[0]))
    if len(best[0]) <= max_bytes:
        return best
    for quality in _QUALITIES[1:]:
        if len(data := _jpeg(image, quality)) <= max_bytes:
            return data, "image/jpeg"
    return None


def _jpeg(image: Image.Image, quality: int) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=quality)
    return out.getvalue()


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()
