"""Pictures of what is no PDF: images, layouts by other programs, and our own drawing where none of them is there."""

from __future__ import annotations

import io
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from PIL import Image

from pincite.errors import ParseError
from pincite.model import BBox, Kind, Span
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.libreoffice import find_libreoffice
from pincite.pictures import PagePicture
from pincite.pictures.converting import without_outside
from pincite.pictures.keeping import KeptFiles
from pincite.pictures.marking import PageLetters
from pincite.pictures.plain import plain_wish
from pincite.pictures.sheets import Sheets, Stretch, boxes_of
from pincite.registry import OpenDocument, Registry
from pincite.settings import Settings
from pincite.sources.browser.finding import find_browser
from tests.builders import built
from tests.docxs import docx, p, parsed
from tests.pdfs import Pdf
from tests.sites import serve_site

WORDS = "The lease of the warehouse in Lyon ends in March."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pictures")


@pytest.fixture
def registry(folder: Path, tmp_path: Path) -> Iterator[Registry]:
    made = Registry(Settings(cache_dir=tmp_path / "cache", workers=1, browser="off", ocr="never"))
    yield made
    made.close()


def opened(registry: Registry, path: Path, data: bytes) -> OpenDocument:
    path.write_bytes(data)
    found = registry.open(str(path))
    assert isinstance(found, OpenDocument)
    return found


def shown(picture: PagePicture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.data)).convert("L")
    assert image.size == (picture.width, picture.height)
    return image


def darkest(image: Image.Image, box: BBox) -> int:
    x0, y0, x1, y1 = map(round, box)
    return min(image.crop((x0, y0, x1, y1)).tobytes())


def span_of(found: OpenDocument, words: str) -> Span:
    start = found.document.text.index(words)
    return Span(start, start + len(words))


@pytest.fixture
def no_office(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("pincite.parsers.libreoffice._PLACES", ())


def test_an_image_is_shown_with_its_parts(registry: Registry, tmp_path: Path) -> None:
    out = io.BytesIO()
    image = Image.new("RGB", (850, 1100), "white")
    image.paste((0, 0, 0), (100, 200, 300, 250))
    image.save(out, "PNG", dpi=(100, 100))
    found = opened(registry, tmp_path / "scan.png", out.getvalue())
    whole = registry.picture(found, 1, width=425)
    assert (whole.width, whole.height, whole.origin) == (425, 550, "page")
    assert darkest(shown(whole), BBox(55, 105, 145, 120)) < 30
    part = registry.picture(found, 1, width=200, clip=BBox(72, 144, 216, 180))
    assert darkest(shown(part), BBox(0, 0, part.width, part.height)) < 30
    assert part.clip == pytest.approx((72, 144, 216, 180), abs=1)


@pytest.mark.usefixtures("no_office")
def test_without_a_program_the_text_is_drawn(registry: Registry, tmp_path: Path) -> None:
    found = opened(registry, tmp_path / "letter.docx", docx(p("Dear tenant") + p(WORDS)))
    picture = registry.picture(found, 1, width=612, highlight=span_of(found, "warehouse in Lyon"))
    assert (picture.origin, picture.width) == ("blocks", 612)
    assert "No program is here" in picture.note
    (mark,) = picture.marks
    assert darkest(shown(picture), mark) < 90
    assert mark.x0 > 120  # behind "The lease of the"


@pytest.mark.usefixtures("no_office")
def test_a_text_without_pages_is_shown_around_the_highlight(registry: Registry, tmp_path: Path) -> None:
    text = "\n\n".join(f"Paragraph {i} tells of something else." for i in range(300)) + f"\n\n{WORDS}\n"
    found = opened(registry, tmp_path / "notes.txt", text.encode())
    picture = registry.picture(found, 1, highlight=span_of(found, "Lyon ends"))
    assert picture.origin == "blocks"
    (mark,) = picture.marks
    assert mark.y1 < picture.height / 2


def test_a_page_of_which_some_places_are_unknown_is_drawn_whole() -> None:
    places = (("Here", BBox(72, 72, 100, 84)), ("Somewhere", None))
    doc = built([DraftBlock(Kind.PARAGRAPH, [Piece(text, 1, box)]) for text, box in places])
    texts = [item["text"] for item in plain_wish(doc, doc.pages[0], ())["items"]]
    assert texts == ["Here", "Somewhere"]


def test_a_file_that_is_gone_or_another_one_is_drawn_from_its_text(registry: Registry, tmp_path: Path) -> None:
    path = tmp_path / "gone.pdf"
    found = opened(registry, path, Pdf().page().text(72, 400, WORDS, size=12).bytes())
    path.write_bytes(Pdf().page().text(72, 400, "Something else", size=12).bytes())
    picture = registry.picture(found, 1, width=612, highlight=span_of(found, "Lyon"))
    assert picture.origin == "blocks"
    assert "changed" in picture.note
    (mark,) = picture.marks
    assert mark.y0 == pytest.approx(391, abs=6)  # where it stood
    path.unlink()
    assert "not at hand" in registry.picture(found, 1).note


def test_another_process_finds_the_file_again(folder: Path, tmp_path: Path) -> None:
    path, settings = tmp_path / "again.pdf", Settings(cache_dir=tmp_path / "c", workers=1)
    path.write_bytes(Pdf().page().text(72, 400, WORDS).bytes())
    os.utime(path, (1_700_000_000, 1_700_000_000))
    first = Registry(settings)
    found = first.open(str(path))
    first.close()
    assert isinstance(found, OpenDocument)
    second = Registry(settings)
    try:
        assert second.picture(second.get(found.document.doc_id), 1).origin == "page"
    finally:
        second.close()
    barred = Registry(settings.model_copy(update={"roots": (folder,)}))
    try:
        assert barred.picture(barred.get(found.document.doc_id), 1).origin == "blocks"
    finally:
        barred.close()


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for LibreOffice is a script")
def test_a_layout_of_libreoffice_is_made_once_and_forgotten(
    registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid = Pdf().page().text(72, 90, "Dear tenant").page().text(72, 90, "Page 2 of 2").text(72, 300, WORDS, size=14)
    (tmp_path / "laid.pdf").write_bytes(laid.bytes())
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "soffice"
    program.write_text(
        f"#!{sys.executable}\nimport sys, shutil\nfrom pathlib import Path\n"
        "out = Path(sys.argv[sys.argv.index('--outdir') + 1])\nout.mkdir()\n"
        f"shutil.copy({str(tmp_path / 'laid.pdf')!r}, out / 'document.pdf')\n"
        f"with open({str(tmp_path / 'runs')!r}, 'a') as runs:\n    runs.write('once ')\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    found = opened(registry, tmp_path / "letter.docx", docx(p("Dear tenant") + p(WORDS)))
    picture = registry.picture(found, 1, width=612, highlight=span_of(found, "Lyon ends in March"))
    assert (picture.origin, picture.height) == ("rendering", 792)
    assert picture.note == "Sheet 2 of 2 as laid out here."
    (mark,) = picture.marks
    assert mark.y0 == pytest.approx(288, abs=5)
    assert registry.picture(found, 1).note == "Sheet 1 of 2 as laid out here."
    assert (tmp_path / "runs").read_text() == "once "
    kept = tmp_path / "cache" / "renderings"
    assert len(list(kept.iterdir())) == 1
    registry.forget(found.document.doc_id)
    assert list(kept.iterdir()) == []


def letter(spy: str) -> bytes:
    """A whole Word file, as LibreOffice wants them, with pictures that stand at ``spy``: linked and by a field."""
    made, out = Document(), io.BytesIO()
    made.add_paragraph(WORDS)
    linked = made.part.relate_to(f"{spy}?linked", RELATIONSHIP_TYPE.IMAGE, is_external=True)
    picture = made.add_picture(io.BytesIO(pixel()))._inline
    blip = next(picture.iter("{http://schemas.openxmlformats.org/drawingml/2006/main}blip"))
    embed = qn("r:embed")
    del blip.attrib[embed]
    blip.set(qn("r:link"), linked)
    field = OxmlElement("w:fldSimple")
    field.set(qn("w:instr"), f'INCLUDEPICTURE "{spy}?field" \\d')
    made.add_paragraph()._p.append(field)
    made.save(out)
    return out.getvalue()


def pixel() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(out, "PNG")
    return out.getvalue()


@pytest.mark.skipif(find_libreoffice() is None, reason="needs LibreOffice")
def test_libreoffice_lays_a_letter_out_and_asks_nobody(registry: Registry, tmp_path: Path) -> None:
    with serve_site() as site:
        found = opened(registry, tmp_path / "letter.docx", letter(site.page("/spy.png", pixel(), "image/png")))
        while True:
            with suppress(ParseError):  # it is pending
                picture = registry.picture(found, 1, highlight=span_of(found, "warehouse"))
                break
        assert site.paths == []
    assert picture.origin == "rendering"
    (mark,) = picture.marks
    assert darkest(shown(picture), mark) < 120


def test_nothing_outside_a_package_is_fetched() -> None:
    rels = (
        '<Relationships><Relationship Id="a" Type="http://x/image" Target="http://example.org/pixel.png" '
        'TargetMode=\'External\'/><Relationship Id="b" Type="http://x/hyperlink" Target="http://example.org/" '
        'TargetMode="External"/><Relationship Id="c" Type="http://x/image" Target="media/a.png"/></Relationships>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as package:
        package.writestr("word/_rels/document.xml.rels", rels)
        package.writestr("word/document.xml", "<w/>")
    with zipfile.ZipFile(io.BytesIO(without_outside(out.getvalue()))) as package:
        kept = package.read("word/_rels/document.xml.rels").decode()
        assert package.read("word/document.xml") == b"<w/>"
    assert "pixel.png" not in kept
    assert 'Id="b"' in kept
    assert 'Id="c"' in kept
    with pytest.raises(ParseError):
        without_outside(b"PK\x03\x04 cut")


def test_a_passage_is_found_on_the_sheets_of_a_layout() -> None:
    words = ("Total 4,512 of Oslo", "Total 4,512 of Lyon", "It runs on over the page and ends there.")
    doc = parsed(docx("".join(map(p, words))))
    sheets = Sheets(["Total4,512ofOslo", "Total4,512ofLyonItrunsonoverthe", "HEADpageandendsthere."])
    second = doc.text.index("4,512 of Lyon")
    assert sheets.find(doc, [Span(second, second + 5)]) == [Stretch(1, 5, 10)]
    long = doc.text.index("It runs")
    assert sheets.find(doc, [Span(long, len(doc.text))])[0].sheet == 1
    letters = PageLetters("abc", [BBox(0, 0, 5, 10), BBox(5, 0, 10, 10), BBox(0, 12, 5, 22)])
    assert boxes_of(letters, [Stretch(0, 0, 3)]) == (BBox(0, 0, 10, 10), BBox(0, 12, 5, 22))


def test_kept_files_stay_below_their_ceiling(tmp_path: Path) -> None:
    kept = KeptFiles(tmp_path / "kept", 25)
    assert kept.get("a") is None
    for i, name in enumerate("abc"):
        path = kept.put(name, lambda part: part.write_bytes(b"x" * 10))
        os.utime(path, (i, i))
    assert (kept.get("a"), kept.get("b") is not None, kept.get("c") is not None) == (None, True, True)
    kept.remove("b")
    assert kept.get("b") is None
    shutil.rmtree(tmp_path / "kept")
    assert kept.get("c") is None


def test_what_a_password_opened_is_never_laid_down_on_disk(registry: Registry, tmp_path: Path) -> None:
    from msoffcrypto.format.ooxml import OOXMLFile

    with (tmp_path / "locked.docx").open("wb") as locked:
        OOXMLFile(io.BytesIO(letter("http://example.org/a.png"))).encrypt("tulip", locked)
    found = registry.open(str(tmp_path / "locked.docx"), password="tulip")
    assert isinstance(found, OpenDocument)
    assert registry.picture(found, 1).origin == "blocks"
    assert not (tmp_path / "cache" / "renderings").exists()


def test_a_document_from_the_web_is_shown_from_the_copy_that_came(tmp_path: Path) -> None:
    settings = Settings(cache_dir=tmp_path / "cache", workers=1, allow_private_urls=True, browser="off")
    pdf = Pdf().page().text(72, 400, WORDS, size=12).bytes()
    with serve_site() as site:
        first = Registry(settings)
        found = first.open(site.page("/lease.pdf", pdf, "application/pdf"))
        first.close()
    assert isinstance(found, OpenDocument)
    later = Registry(settings)
    try:
        again = later.get(found.document.doc_id)
        picture = later.picture(again, 1, width=612, highlight=span_of(again, "Lyon"))
        assert (picture.origin, len(picture.marks)) == ("page", 1)
        later.forget(found.document.doc_id)
        assert list((tmp_path / "cache" / "originals").iterdir()) == []
    finally:
        later.close()


def test_a_process_that_dies_costs_its_picture_only(registry: Registry, tmp_path: Path) -> None:
    found = opened(registry, tmp_path / "two.pdf", Pdf().page().text(72, 90, "One").page().text(72, 90, "Two").bytes())
    assert registry.picture(found, 1).origin == "page"
    pool = registry._showing.studio._men._pool
    assert pool.pids()
    for pid in pool.pids():
        os.kill(pid, 9)
    assert registry.picture(found, 2).origin == "page"


@pytest.mark.skipif(find_spec("playwright") is None or find_browser("auto") is None, reason="needs a browser")
def test_a_web_page_is_printed_without_a_network(tmp_path: Path) -> None:
    made = Registry(Settings(cache_dir=tmp_path / "cache", workers=1))
    with serve_site() as site:
        spy = site.page("/spy.png", b"")
        html = f"<title>Lease</title><h1>Lease</h1><img src='{spy}'><p style='margin-top:1500px'>{WORDS}</p>"
        try:
            found = opened(made, tmp_path / "lease.html", html.encode())
            picture = made.picture(found, 1, highlight=span_of(found, "warehouse in Lyon"))
        finally:
            made.close()
        assert site.paths == []
    assert picture.origin == "rendering"
    assert picture.note == "Sheet 2 of 2 as laid out here."
    (mark,) = picture.marks
    assert darkest(shown(picture), mark) < 120
