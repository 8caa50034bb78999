"""Scans for tests: a page drawn by the tests' own builder, taken a picture of, and wrapped as a PDF without text.

data = scanned(Pdf().page().text(72, 72, "Rent is due in May."), turn=90, skew=1.5)
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Sequence

import numpy as np
import pikepdf
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pincite.parsers.ocr.presence import installed
from pincite.parsers.pdf.reader.pdfium import PdfFile
from tests.pdfs import Pdf

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


def needs_language(code: str) -> pytest.MarkDecorator:
    """Skips where Tesseract lacks a language."""
    there = installed()
    missing = there is None or code not in there.languages
    return pytest.mark.skipif(missing, reason=f"tesseract has no language {code}")


def picture(pdf: Pdf | bytes, page: int = 0, *, dpi: int = 150) -> Image.Image:
    """A page as a grey picture."""
    data = pdf if isinstance(pdf, bytes) else pdf.bytes()
    with PdfFile(data) as file:
        return Image.fromarray(file.grey(page, dpi / 72))


def noisy(image: Image.Image, *, specks: int = 0, seed: int = 1) -> Image.Image:
    """The picture with specks of a pixel, as dust leaves them."""
    rng = np.random.default_rng(seed)
    pixels = np.array(image)
    rows, columns = rng.integers(0, pixels.shape[0] - 2, specks), rng.integers(0, pixels.shape[1] - 2, specks)
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        pixels[row, column] = 40
    return Image.fromarray(pixels)


def scan(*images: Image.Image, dpi: int = 150, layer: Sequence[tuple[float, float, str]] = ()) -> bytes:
    """Pictures as the pages of a PDF; ``layer`` is invisible text on the first of them: (x, y, text), in points from
    the top left."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for number, image in enumerate(images):
        width, height = image.width * 72 / dpi, image.height * 72 / dpi
        canvas.setPageSize((width, height))
        canvas.drawImage(ImageReader(image), 0, 0, width, height)
        for x, y, text in layer if number == 0 else ():
            line = canvas.beginText(x, height - y)
            line.setTextRenderMode(3)
            line.setFont("Helvetica", 10)
            line.textLine(text)
            canvas.drawText(line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def scanned(pdf: Pdf | bytes, *, turn: int = 0, skew: float = 0.0, dpi: int = 150) -> bytes:
    """The first page of a PDF as a scan: ``turn`` degrees clockwise, its lines falling ``skew`` degrees to the
    right."""
    image = picture(pdf, dpi=dpi)
    if skew:
        image = image.rotate(-skew, Image.Resampling.BICUBIC, fillcolor=255)
    if turn:
        image = image.rotate(-turn, expand=True)
    return scan(image, dpi=dpi)


def overlaid(under: bytes, over: bytes) -> bytes:
    """The first page of a PDF with that of another one on top."""
    with pikepdf.open(io.BytesIO(under)) as below, pikepdf.open(io.BytesIO(over)) as above:
        below.pages[0].add_overlay(above.pages[0], None)
        out = io.BytesIO()
        below.save(out)
    return out.getvalue()


def pasted(typed: Pdf, image: Image.Image, x: float, y: float, *, dpi: int = 200) -> bytes:
    """A typed page with a picture on it, whose upper left corner lies at a point."""
    under = io.BytesIO()
    data = typed.bytes()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        width, height = (float(value) for value in list(pdf.pages[0].mediabox)[2:])
    canvas = Canvas(under, (width, height), invariant=1)
    across, down = image.width * 72 / dpi, image.height * 72 / dpi
    canvas.drawImage(ImageReader(image), x, height - y - down, across, down)
    canvas.save()
    return overlaid(under.getvalue(), data)


def joined(*files: bytes) -> bytes:
    """The pages of several PDFs in one."""
    whole = pikepdf.Pdf.new()
    for data in files:
        with pikepdf.open(io.BytesIO(data)) as part:
            whole.pages.extend(part.pages)
    out = io.BytesIO()
    whole.save(out)
    return out.getvalue()
