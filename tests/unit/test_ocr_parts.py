"""The parts of OCR that need no Tesseract: ink, slopes, rulings, sizes, weights, noise, languages."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from pincite.model import BBox
from pincite.parsers.ocr import languages, looks, noise, tesseract
from pincite.parsers.ocr.drawing import full_picture
from pincite.parsers.ocr.needs import has_large_pictures, pictures_beside
from pincite.parsers.ocr.pictures import (
    Picture,
    enlarged,
    evened,
    ink_of,
    is_speckled,
    runs_down,
    scale_for,
    shrunk,
    slope,
    straightened,
    turned,
)
from pincite.parsers.ocr.presence import Installed
from pincite.parsers.ocr.rulings import Bar, bars_of
from pincite.parsers.ocr.sight import SIGHT_DPI, holds_text, is_full_of_text, is_lines_of_text
from pincite.parsers.ocr.speech import LanguageMissingError, Speech
from pincite.parsers.ocr.tesseract import Grey, Token
from pincite.parsers.ocr.words import prints_of
from pincite.parsers.pdf.layout import PageLayout
from tests.pdfs import Pdf
from tests.scans import picture

WORDS = "The owner keeps the building insured against fire and water and pays for repairs of the roof. " * 4


def grey(pdf: Pdf, dpi: int = 150) -> Grey:
    return np.asarray(picture(pdf, dpi=dpi))


def page() -> Pdf:
    return Pdf(300, 300).page().paragraph(30, 40, 240, WORDS, size=10)


@pytest.mark.parametrize("degrees", [-4.0, -0.8, 0.0, 1.3, 6.0])
def test_the_slope_of_lines(degrees: float) -> None:
    pixels = straightened(grey(page()), -degrees)
    assert slope(ink_of(pixels))[0] == pytest.approx(degrees, abs=0.25)


def test_lines_that_run_down_the_page() -> None:
    pixels = grey(page())
    assert not runs_down(ink_of(pixels))
    assert runs_down(ink_of(turned(pixels, 90)))


def test_bright_letters_on_a_dark_ground_are_ink() -> None:
    pixels = grey(page())
    assert (ink_of(pixels) == ink_of(255 - pixels)).mean() > 0.99


def test_a_shadow_over_the_page_takes_no_letters() -> None:
    pixels = grey(page())
    light = np.linspace(1.0, 0.3, pixels.shape[1])
    shaded = (pixels * light).astype(np.uint8)
    assert (ink_of(shaded) != ink_of(pixels)).mean() > 0.3  # the darker side is taken for ink
    assert (ink_of(evened(shaded, 150)) != ink_of(pixels)).mean() < 0.01


def test_what_is_no_shadow_stays_as_it_is() -> None:
    even = grey(page())
    assert evened(even, 150) is even
    heads = page()
    for y in range(150, 300, 30):
        heads.box(0, y, 300, y + 18, fill="#777777").text(
            20, y + 13, "Amounts in thousands of dollars", color="#ffffff"
        )
    barred = grey(heads)
    assert (evened(barred, 150) == barred).mean() > 0.9
    row = slice(round(150 * 150 / 72), round(168 * 150 / 72))
    assert np.ptp(evened(barred, 150)[row, 50:450]) > 100  # the letters still stand out


def salted(pixels: Grey, share: float) -> Grey:
    """Half of the share of the pixels turned black, half white."""
    dice = np.random.default_rng(1).random(pixels.shape)
    return np.where(dice < share / 2, 0, np.where(dice > 1 - share / 2, 255, pixels)).astype(np.uint8)


class Scan:
    """A page of 300 by 300 points that is one picture (``drawing.Pictures``)."""

    def __init__(self, pixels: Grey) -> None:
        self._pixels = pixels

    def grey(self, index: int, scale: float) -> Grey:
        return enlarged(self._pixels, round(300 * scale), round(300 * scale))

    def picture_scale(self, index: int) -> float | None:
        return float(self._pixels.shape[1] / 300)


@pytest.mark.parametrize("dpi", [144, 240, 480])
def test_specks_are_taken_off_a_scan_before_it_is_read(dpi: int) -> None:
    sound = grey(page(), dpi)
    seen = full_picture(Scan(salted(sound, 0.03)), PageLayout(1, 300, 300, 0), None, blank=False)
    meant = full_picture(Scan(sound), PageLayout(1, 300, 300, 0), None, blank=False)
    assert seen.pixels.shape == meant.pixels.shape == (1250, 1250)
    assert (ink_of(seen.pixels) != ink_of(meant.pixels)).mean() < 0.02
    assert (ink_of(seen.pixels) & ~ink_of(meant.pixels))[:150].mean() < 0.002  # above the text; it was 0.015


@pytest.mark.parametrize("dpi", [100, 150, 300])
def test_small_print_is_no_specks(dpi: int) -> None:
    print_ = grey(Pdf(300, 300).page().paragraph(30, 40, 240, WORDS * 3, size=5), dpi)
    assert not is_speckled(print_)
    assert is_speckled(salted(print_, 0.02))
    assert not is_speckled(print_[:2])


def test_a_dark_rim_has_no_slope() -> None:
    pixels = grey(page()).copy()
    for y in range(len(pixels)):
        pixels[y, : 10 + y // 15] = 0
        pixels[y, -40 + y // 15 :] = 0
    found = shrunk(Picture(pixels, 300, 300, 150 / 72))
    assert not found[:, 0].any()
    assert slope(found)[0] == pytest.approx(0.0, abs=0.25)


def test_a_huge_page_gets_fewer_pixels() -> None:
    assert scale_for(612, 792) == pytest.approx(300 / 72)
    assert scale_for(3000, 4000) ** 2 * 3000 * 4000 <= 20_000_001
    assert shrunk(Picture(np.full((5, 5), 255, np.uint8), 1, 1, 300 / 72)).shape == (1, 1)


def test_rulings_are_found_and_letters_are_none() -> None:
    drawn = page().rule(30, 200, 270, 200, width=1).rule(150, 200, 150, 280, width=1)
    drawn.box(30, 210, 100, 280, fill="#000000")
    bars = bars_of(ink_of(grey(drawn)), 150)
    level, upright = [b for b in bars if b.is_level], [b for b in bars if not b.is_level]
    assert [(round(b.x0 / 150 * 72), round(b.y0 / 150 * 72), round(b.x1 / 150 * 72)) for b in level] == [(30, 200, 270)]
    assert [(round(b.x0 / 150 * 72), round(b.y1 / 150 * 72)) for b in upright] in ([(149, 280)], [(150, 280)])


def test_sizes_settle_on_those_in_use() -> None:
    common = looks.common_sizes([(10.2, 60), (9.9, 50), (10.1, 70), (16.3, 20), (7.2, 40)])
    assert sorted(common) == [7.0, 10.0, 16.5]
    assert looks.settled(9.6, 40, common) == 10.0
    assert looks.settled(13.0, 40, common) == 13.0


def test_the_size_of_print_and_bold_words() -> None:
    drawn = Pdf(400, 100).page().text(20, 40, "Some plain words were printed here first", size=12)
    drawn.text(20, 70, "Then bold letters follow", size=12, bold=True)
    pixels, scale = grey(drawn, 300), 300 / 72
    found = prints_of(_tokens(pixels), pixels, scale)
    assert [w.size for w in found] == pytest.approx([12.0] * len(found), rel=0.08)
    assert looks.bold_words(found * 2)[: len(found)] == [False] * 7 + [True] * 4


def _tokens(pixels: Grey) -> list[Token]:
    """What a perfect Tesseract would say of two lines: boxes of ink, by the columns that separate words."""
    ink = ink_of(pixels)
    out: list[Token] = []
    lines = ("Some plain words were printed here first", "Then bold letters follow")
    for number, (text, (top, bottom)) in enumerate(zip(lines, ((100, 190), (225, 320)), strict=True)):
        xs = np.flatnonzero(ink[top:bottom].any(axis=0))
        breaks = np.flatnonzero(np.diff(xs) > 10)
        starts, ends = [xs[0], *xs[breaks + 1]], [*xs[breaks], xs[-1]]
        for word, x0, x1 in zip(text.split(), starts, ends, strict=True):
            ys = np.flatnonzero(ink[top:bottom, x0 : x1 + 1].any(axis=1)) + top
            out.append(Token(word, int(x0), int(ys[0]), int(x1) + 1, int(ys[-1]) + 1, 95.0, number))
    return out


def token(text: str, percent: float, line: int = 0, height: int = 30) -> Token:
    return Token(text, 100, 100, 100 + 20 * len(text), 100 + height, percent, line)


def test_noise_is_left_out_and_words_stay() -> None:
    line = [token("Rent", 96), token("dve", 41), token("in", 95), token("'", 20), token("May", 92)]
    speck, stamp = token("|", 30, 1), token("oO", 35, 2, height=300)
    found = noise.readable([*line, speck, stamp])
    assert [t.text for t in found] == ["Rent", "dve", "in", "May"]
    assert noise.readable([token("_", 90)], [Bar(90, 110, 400, 113)]) == []
    assert noise.confidence([token("ab", 90), token("cdef", 60)]) == pytest.approx(70.0)


@pytest.mark.parametrize("turn", [0, 1])
def test_a_first_look_tells_text_from_pictures(turn: int) -> None:
    text = np.rot90(grey(page(), SIGHT_DPI), turn)
    assert holds_text(text)
    assert holds_text(255 - text)
    rng = np.random.default_rng(5)
    photo = np.asarray(Image.fromarray(rng.integers(0, 255, (60, 40), np.uint8)).resize((400, 600)))
    assert not is_full_of_text(photo)
    assert not holds_text(np.full((400, 300), 90, np.uint8))


def test_lines_of_text_are_told_from_the_labels_of_a_figure() -> None:
    labels = Pdf(300, 200).page()
    for i in range(24):
        x, y = 10 + i % 4 * 72, 20 + i // 4 * 30
        labels.box(x, y, x + 60, y + 20).text(x + 6, y + 13, ("Storage", "Login", "Node 7", "Backup")[i % 3], size=9)
    figure = grey(labels, SIGHT_DPI)
    text = grey(page(), SIGHT_DPI)
    assert is_full_of_text(figure)
    assert not is_lines_of_text(figure)
    assert is_lines_of_text(text)
    assert is_lines_of_text(255 - text.T)
    assert not is_lines_of_text(np.full((400, 300), 90, np.uint8))
    assert not is_lines_of_text(text[:10])


def page_with(*images: tuple[float, float, float, float]) -> PageLayout:
    return PageLayout(1, 400, 500, 0, images=[BBox(*box) for box in images])


def test_pictures_that_are_worth_a_look() -> None:
    assert pictures_beside(page_with((0, 0, 100, 90))) is None  # a twentieth of the page: an ornament
    assert pictures_beside(page_with((50, 50, 250, 170))) == (50, 50, 250, 170)
    small = page_with((0, 0, 120, 100), (280, 400, 400, 500), (0, 200, 120, 300))
    assert pictures_beside(small) == (0, 0, 400, 500)
    assert not has_large_pictures(small)
    stripes = page_with(*((50, y, 350, y + 20.5) for y in range(100, 300, 20)))
    assert pictures_beside(stripes) == (50, 100, 350, 300.5)
    assert has_large_pictures(stripes)
    tiles = page_with(*((x, y, x + 50, y + 50) for x in range(0, 200, 50) for y in range(100, 300, 50)))
    assert pictures_beside(tiles) == (0, 100, 200, 300)
    assert pictures_beside(page_with(*((50, y, 350, y + 10) for y in range(100, 300, 40)))) is None  # bars of a chart


def test_languages_of_a_script_the_likeliest_first() -> None:
    there = ("ara", "deu", "eng", "fra", "rus", "ukr")
    assert languages.candidates("Latin", there, None) == ("eng", "deu", "fra")
    assert languages.candidates("Latin", there, "fr-FR") == ("fra", "eng", "deu")
    assert languages.candidates("Cyrillic", there, "uk") == ("ukr", "rus")
    assert languages.candidates("Thai", there, None) == ()
    assert languages.package(languages.to_install("Han")) == "tesseract-ocr-chi-sim"
    assert languages.script_of("Korean") == "Hangul"


def test_the_languages_that_were_asked_for() -> None:
    blank = np.full((10, 10), 255, np.uint8)
    speech = Speech(Installed("5.3", ("eng",), True), ("eng", "deu"))
    assert speech.languages("Latin", blank, 300) == "eng"
    assert speech.missing == ["deu"]
    assert Speech(Installed("5.3", ("eng",), True)).languages("Latin", blank, 300) == "eng"
    with pytest.raises(LanguageMissingError, match="apt install tesseract-ocr-rus"):
        Speech(Installed("5.3", ("eng",), True)).languages("Cyrillic", blank, 300)


def test_languages_are_tried_until_one_fits_and_then_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    sure = {"deu": 40.0, "eng": 30.0}

    def recognise(pixels: Grey, code: str, dpi: int) -> list[Token]:
        tried.append(code)
        return [token("Miete", sure[code])]

    monkeypatch.setattr(tesseract, "recognise", recognise)
    blank = np.full((300, 10), 255, np.uint8)
    speech = Speech(Installed("5.3", ("deu", "eng"), True))
    assert not speech.fits("Latin", blank, 300)
    sure["deu"] = 95.0
    assert speech.fits("Latin", blank, 300)
    assert speech.languages("Latin", blank, 300) == "deu"
    assert tried == ["eng", "deu"] * 2
    assert not speech.fits("Thai", blank, 300)


def test_every_error_of_pytesseract_becomes_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    import pytesseract
    from pytesseract import pytesseract as inner

    classes = {c for c in vars(inner).values() if isinstance(c, type) and issubclass(c, Exception)}
    own = {c for c in classes if c.__module__ == inner.__name__}
    names = {"PandasNotSupported", "TesseractError", "TesseractNotFoundError", "TSVNotSupported", "ALTONotSupported"}
    assert {c.__name__ for c in own} == names
    errors: list[Exception] = [c(1, "no data") if c.__name__ == "TesseractError" else c() for c in own]
    for error in [*errors, RuntimeError("Tesseract process timeout"), OSError(12, "no memory")]:

        def fail(*_: object, error: Exception = error, **__: object) -> str:
            raise error

        monkeypatch.setattr(pytesseract, "image_to_data", fail)
        with pytest.raises(tesseract.OcrError):
            tesseract.recognise(np.full((10, 10), 255, np.uint8), "eng", 300)
