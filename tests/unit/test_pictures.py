"""Pictures of pages, with the words of a quote marked on them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from pincite.anchors import Anchor, parse_ref
from pincite.errors import RequestError, UnknownReferenceError
from pincite.library import ParseResult, parse_document
from pincite.model import BBox, Span
from pincite.pictures import PagePicture
from pincite.registry import OpenDocument, Registry
from pincite.settings import Settings
from tests.pdfs import Pdf


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture(scope="module")
def registry(folder: Path) -> Iterator[Registry]:
    made = Registry(Settings(cache_dir=folder / "cache", workers=1))
    yield made
    made.close()


def opened(registry: Registry, folder: Path, name: str, pdf: Pdf) -> OpenDocument:
    path = folder / name
    path.write_bytes(pdf.bytes())
    found = registry.open(str(path))
    assert isinstance(found, OpenDocument)
    return found


@pytest.fixture(scope="module")
def letter(registry: Registry, folder: Path) -> OpenDocument:
    pdf = Pdf().page().text(72, 100, "Dear reader, the price is 4,512 dollars and no more.", size=12)
    return opened(registry, folder, "letter.pdf", pdf.page(rotate=90).text(72, 100, "Turned by a quarter", size=12))


def image_of(picture: PagePicture) -> Image.Image:
    return Image.open(io.BytesIO(picture.data)).convert("RGB")


def blue_at(image: Image.Image, x: int, y: int) -> int:
    return image.getchannel("B").crop((x, y, x + 1, y + 1)).tobytes()[0]


def darkest(image: Image.Image, box: tuple[float, float, float, float]) -> int:
    x0, y0, x1, y1 = map(round, box)
    return min(image.convert("L").crop((x0, y0, x1, y1)).tobytes())


def span_of(doc: OpenDocument, quote: str) -> Span:
    start = doc.document.text.index(quote)
    return Span(start, start + len(quote))


def test_a_page_is_shown_as_it_is(registry: Registry, letter: OpenDocument) -> None:
    picture = registry.picture(letter, 1, width=612)
    assert (picture.width, picture.height, picture.scale) == (612, 792, 1.0)
    assert (picture.page, picture.clip, picture.origin, picture.marks) == (1, None, "page", ())
    image = image_of(picture)
    assert image.size == (612, 792)
    assert darkest(image, (72, 88, 380, 104)) < 90  # ink
    assert darkest(image, (72, 300, 380, 700)) > 250  # paper


def test_the_words_of_a_quote_are_marked_and_nothing_else(registry: Registry, letter: OpenDocument) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    quote = span_of(letter, "4,512 dollars")
    boxes = registry.marked_boxes(letter, quote)
    (box,) = boxes[1]
    left = 72 + stringWidth("Dear reader, the price is ", "Helvetica", 12)
    assert box.x0 == pytest.approx(left, abs=0.5)
    assert box.x1 == pytest.approx(left + stringWidth("4,512 dollars", "Helvetica", 12), abs=0.5)
    assert 86 < box.y0 < 92
    assert 101 < box.y1 < 106
    picture = registry.picture(letter, 1, width=1224, highlight=quote)
    assert picture.marks == tuple(BBox(*(2 * edge for edge in box)) for box in boxes[1])
    image = image_of(picture)
    middle = round(box.x0 + box.x1)
    assert blue_at(image, middle, round(2 * box.y0) + 1) < 140  # yellow paper
    assert blue_at(image, round(2 * box.x0) - 8, round(2 * box.y0) + 1) > 240


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_marks_fit_on_cropped_and_turned_pages_of_odd_units(registry: Registry, folder: Path, turn: int) -> None:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(Pdf().page().text(200, 300, "Lyon", size=24).bytes())) as pdf:
        page = pdf.pages[0].obj
        page.CropBox, page.Rotate, page.UserUnit = pikepdf.Array([150, 400, 450, 700]), turn, 2
        pdf.save(out)
    path = folder / f"turned-{turn}.pdf"
    path.write_bytes(out.getvalue())
    found = registry.open(str(path))
    assert isinstance(found, OpenDocument)
    picture = registry.picture(found, 1, width=600, highlight=span_of(found, "Lyon"))
    assert (picture.width, picture.height) == (600, 600)
    (mark,) = picture.marks
    image = image_of(picture)
    assert darkest(image, mark) < 90
    rest = image.convert("L")
    rest.paste(255, (round(mark.x0) - 2, round(mark.y0) - 2, round(mark.x1) + 2, round(mark.y1) + 2))
    assert min(rest.tobytes()) > 200  # no ink is left outside


def test_marks_of_another_page_are_not_drawn(registry: Registry, letter: OpenDocument) -> None:
    assert registry.picture(letter, 2, highlight=span_of(letter, "4,512")).marks == ()


def test_a_turned_page_is_shown_as_readers_see_it(registry: Registry, letter: OpenDocument) -> None:
    picture = registry.picture(letter, 2, width=792, highlight=span_of(letter, "quarter"))
    assert (picture.width, picture.height) == (792, 612)
    (mark,) = picture.marks
    assert darkest(image_of(picture), mark) < 90
    assert mark.y1 - mark.y0 > 30 > mark.x1 - mark.x0  # the text runs down the page


def test_an_anchor_marks_what_it_names(registry: Registry, letter: OpenDocument) -> None:
    doc = letter.document
    anchor = Anchor(doc.doc_id, doc.rev, parse_ref("b0:0-4"))
    (mark,) = registry.picture(letter, 1, width=612, highlight=anchor).marks
    assert mark.x0 == pytest.approx(72, abs=1)
    assert mark.x1 == pytest.approx(98, abs=2)
    with pytest.raises(UnknownReferenceError) as stale:
        registry.picture(letter, 1, highlight=Anchor(doc.doc_id, "other", parse_ref("b0")))
    assert stale.value.code == "stale_revision"


def test_a_part_of_the_page_is_cut_out(registry: Registry, letter: OpenDocument) -> None:
    picture = registry.picture(letter, 1, width=400, clip=BBox(60, 80, 260, 130))
    assert picture.width == pytest.approx(400, abs=4)
    assert picture.height == pytest.approx(100, abs=4)
    assert picture.clip is not None
    assert picture.clip == pytest.approx((60, 80, 260, 130), abs=2)
    around = registry.picture(letter, 1, clip="marks", highlight=span_of(letter, "4,512"))
    assert around.clip is not None
    assert around.clip.y1 - around.clip.y0 < 120
    (mark,) = around.marks
    assert 0 < mark.x0 < mark.x1 < around.width
    assert 0 < mark.y0 < mark.y1 < around.height


def test_what_cannot_be_asked_is_said(registry: Registry, letter: OpenDocument) -> None:
    with pytest.raises(UnknownReferenceError, match="no page p9"):
        registry.picture(letter, 9)
    with pytest.raises(RequestError, match="pixels wide"):
        registry.picture(letter, 1, width=100_000)
    with pytest.raises(RequestError, match="outside the page"):
        registry.picture(letter, 1, clip=BBox(700, 900, 800, 1000))


def test_a_currency_sign_far_from_its_number_is_marked_by_itself(registry: Registry, folder: Path) -> None:
    pdf = (
        Pdf().page().text(72, 100, "Net income", size=10).text(300, 100, "$", size=10).text(380, 100, "4,512", size=10)
    )
    found = opened(registry, folder, "income.pdf", pdf.text(72, 140, "Other words stand below it.", size=10))
    (region,) = [r for b in found.document.blocks for r in b.regions if "4,512" in found.document.text[slice(*r.span)]]
    boxes = [box for boxes in registry.marked_boxes(found, region.span).values() for box in boxes]
    assert sum(box.x1 - box.x0 for box in boxes) < 100


def test_the_library_cuts_boxes_to_the_letter_too(folder: Path) -> None:
    from reportlab.pdfbase.pdfmetrics import stringWidth

    path = folder / "illicit.pdf"
    path.write_bytes(Pdf().page().text(72, 100, "Illicit mills: WWW WMM gained", size=12).bytes())
    left = 72 + stringWidth("Illicit mills: ", "Helvetica", 12)
    exact = parse_document(path)
    for result in (exact, exact.with_options(chunking=False), parse_document(path.read_bytes(), name="illicit.pdf")):
        ((page, box),) = result.verify("WWW WMM").anchors[0].boxes
        assert page == 1
        assert box.x0 == pytest.approx(left, abs=0.5)
        assert box.x1 == pytest.approx(left + stringWidth("WWW WMM", "Helvetica", 12), abs=0.5)
    ((_, guessed),) = ParseResult(exact.document).verify("WWW WMM").anchors[0].boxes
    assert guessed.x0 == pytest.approx(left, abs=6)
    path.write_bytes(Pdf().page().text(300, 100, "Illicit mills: WWW WMM gained", size=12).bytes())
    other = parse_document(path)
    path.unlink()
    assert other.verify("WWW WMM").anchors[0].boxes[0][1].x0 > 300
