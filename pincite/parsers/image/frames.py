"""The frames of an image file, through Pillow: their size on paper, and their picture."""

from __future__ import annotations

import io
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import NamedTuple, Self

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from pincite.errors import ParseError
from pincite.limits import IMAGE_PIXELS
from pincite.parsers.ocr.tesseract import Grey

_MANY = frozenset({"TIFF"})  # the formats whose frames are pages; those of others are moving pictures
_DPI = (60.0, 1300.0)  # what scanners and screens have
_LONGEST = 1500.0  # points; a page that would be longer does not know its size
_ASSUMED = 792.0  # points; the longer side of a page that does not know its size
_HINT = "Open it in an image viewer: if that fails too, get the file again."


class Frame(NamedTuple):
    """A page of an image file: its size in points, and in pixels."""

    width: float
    height: float
    columns: int
    rows: int


class ImageFile:
    """An open image, to be used as a context manager. Its pictures may be asked for from several threads.

    Raises ``ParseError`` corrupt where it cannot be read, too_large where a frame has too many pixels.
    """

    def __init__(self, data: bytes) -> None:
        self._lock = threading.Lock()
        with _mapped():
            self._image = Image.open(io.BytesIO(data))
            self.count = getattr(self._image, "n_frames", 1) if self._image.format in _MANY else 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._image.close()

    def frame(self, index: int) -> Frame:
        """The size of a frame (from 0), as it is displayed."""
        with self._lock, _mapped():
            self._image.seek(index)
            columns, rows = self._image.size
            if columns * rows > IMAGE_PIXELS:
                raise ParseError(
                    f"The image has {columns} x {rows} pixels, more than are read.", code="too_large", hint="Shrink it."
                )
            across, down = _dpi_of(self._image)
            width, height = columns * 72 / across, rows * 72 / down
            if max(width, height) > _LONGEST:
                width, height = (side * _ASSUMED / max(width, height) for side in (width, height))
            if self._image.getexif().get(_ORIENTATION, 1) in _SIDEWAYS:
                return Frame(height, width, rows, columns)
            return Frame(width, height, columns, rows)

    def picture_scale(self, index: int) -> None:
        """``grey`` enlarges well itself."""

    def grey(self, index: int, scale: float) -> Grey:
        """A frame as it is displayed, ``scale`` pixels a point, on white. Raises ``ParseError`` corrupt."""
        return np.asarray(self._drawn(index, scale, "L"))

    def colours(self, index: int, scale: float) -> Image.Image:
        """The same in colour."""
        return self._drawn(index, scale, "RGB")

    def _drawn(self, index: int, scale: float, mode: str) -> Image.Image:
        frame = self.frame(index)
        size = max(1, round(frame.width * scale)), max(1, round(frame.height * scale))
        with self._lock, _mapped():
            self._image.seek(index)
            image = ImageOps.exif_transpose(self._image)
            if "A" in image.getbands() or "transparency" in image.info:
                image = image.convert("RGBA")
                image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
            return image.convert(mode).resize(size, Image.Resampling.LANCZOS)

    def close(self) -> None:
        self._image.close()


_ORIENTATION = 0x0112  # the number of the EXIF field
_SIDEWAYS = frozenset({5, 6, 7, 8})


def _dpi_of(image: Image.Image) -> tuple[float, float]:
    """Pixels an inch, across and down; assumed where the file does not say."""
    said = image.info.get("dpi")
    if isinstance(said, tuple) and len(said) == 2 and all(_DPI[0] <= float(side) <= _DPI[1] for side in said):
        return float(said[0]), float(said[1])
    assumed = max(96.0, max(image.size) * 72 / _ASSUMED)
    return assumed, assumed


@contextmanager
def _mapped() -> Iterator[None]:
    """Turns what Pillow raises into our errors."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # damaged metadata, many pixels
            yield
    except Image.DecompressionBombError:
        raise ParseError("The image has too many pixels.", code="too_large", hint="Shrink it.") from None
    except (UnidentifiedImageError, OSError, EOFError, SyntaxError, ValueError, KeyError, IndexError) as error:
        reason = type(error).__name__
        raise ParseError(f"The image cannot be read ({reason}).", code="corrupt", hint=_HINT) from None
