"""Image files are documents: each frame a page."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from pincite.errors import ParseError
from pincite.library import parse_document
from pincite.model import Document
from pincite.parsers.formats import PARSERS
from pincite.parsers.image.engine import parse_image
from pincite.parsers.image.frames import ImageFile
from pincite.parsers.options import ParseOptions, ParseTask
from tests.pdfs import Pdf
from tests.scans import needs_tesseract, picture

NO_OCR = ParseOptions(ocr="never")


def saved(*images: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    more = {"save_all": True, "append_images": images[1:]} if len(images) > 1 else {}
    images[0].save(out, kind, **more, **options)
    return out.getvalue()


def typed(text: str) -> Image.Image:
    return picture(Pdf(300, 150).page().text(30, 60, text, size=12))


def read(data: bytes, options: ParseOptions = NO_OCR) -> Document:
    return parse_image(ParseTask(data, "doc", "scan.png", options=options))


@needs_tesseract
def test_the_text_of_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "receipt.jpg"
    path.write_bytes(saved(typed("Received 40 pounds for a saddle."), kind="JPEG", dpi=(150, 150)))
    result = parse_document(path, ocr_languages="eng")
    assert result.document.text == "Received 40 pounds for a saddle."
    assert (result.document.format, result.document.parser) == ("image", PARSERS["image"])
    (box,) = result.verify("for a saddle").anchors[0].boxes
    assert box[0] == 1
    assert 45 < box[1].y0 < box[1].y1 < 66


@needs_tesseract
def test_each_frame_of_a_tiff_is_a_page() -> None:
    data = saved(typed("The first page."), typed("The second page.").convert("1"), kind="TIFF", dpi=(150, 150))
    document = read(data, ParseOptions(ocr_languages="eng"))
    assert document.text == "The first page.\n\nThe second page."
    assert [page.number for page in document.pages] == [1, 2]
    assert [r.page for b in document.blocks for r in b.regions] == [1, 2]


def test_its_size_on_paper() -> None:
    page = read(saved(Image.new("L", (600, 300), 255), dpi=(200, 200))).pages[0]
    assert page.width == pytest.approx(216, abs=0.1)
    assert page.height == pytest.approx(108, abs=0.1)


@pytest.mark.parametrize("dpi", [None, (1, 1), (72, 72)])
def test_a_picture_that_does_not_know_its_size_is_a_page(dpi: tuple[int, int] | None) -> None:
    image = Image.new("L", (3000, 4000), 255)
    page = read(saved(image, dpi=dpi) if dpi else saved(image)).pages[0]
    assert (page.width, page.height) == (594.0, 792.0)


def test_a_photograph_that_lies_on_its_side() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turned a quarter
    data = saved(Image.new("L", (400, 200), 255), kind="JPEG", exif=exif, dpi=(100, 100))
    page = read(data).pages[0]
    assert (page.width, page.height) == (144.0, 288.0)
    with ImageFile(data) as image:
        assert image.grey(0, 1.0).shape == (288, 144)


def test_a_transparent_ground_is_white() -> None:
    with ImageFile(saved(Image.new("RGBA", (40, 20), (0, 0, 0, 0)))) as image:
        assert image.grey(0, 1.0).min() == 255


def test_a_moving_picture_is_one_page() -> None:
    frames = [Image.new("P", (40, 40), color) for color in (1, 2, 3)]
    assert len(read(saved(*frames, kind="GIF")).pages) == 1


def test_the_page_says_that_it_needs_ocr_where_there_is_none() -> None:
    document = read(saved(typed("Unread.")))
    assert document.text == ""
    assert [(w.code, w.page) for w in document.warnings] == [("ocr_unavailable", None), ("no_text_layer", 1)]


def test_only_the_first_pages() -> None:
    data = saved(*[Image.new("L", (50, 50), 255)] * 3, kind="TIFF")
    document = read(data, ParseOptions(ocr="never", max_pages=2))
    assert len(document.pages) == 2
    assert "partial" in [w.code for w in document.warnings]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"II*\x00\x08\x00\x00\x00", b"BM0000"])
def test_a_damaged_file(data: bytes) -> None:
    with pytest.raises(ParseError) as caught:
        read(data)
    assert caught.value.code == "corrupt"


@needs_tesseract
def test_a_file_that_is_cut_off() -> None:
    with pytest.raises(ParseError) as caught:
        read(saved(typed("Half of it."))[:400], ParseOptions(ocr_languages="eng"))
    assert caught.value.code == "corrupt"


def test_too_many_pixels() -> None:
    import struct
    import zlib

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0))
    with pytest.raises(ParseError) as caught:
        read(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"0")) + chunk(b"IEND", b""))
    assert caught.value.code == "too_large"
