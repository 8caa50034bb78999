"""One picture of a page -> its words and rulings: turned upright, straightened, read, and read again where the first
reading was poor."""

from __future__ import annotations

from typing import NamedTuple

from pincite.parsers.ocr import noise, tesseract
from pincite.parsers.ocr.pictures import Picture, ink_of, runs_down, shrunk, slope, straightened, turned
from pincite.parsers.ocr.rest import read_rest
from pincite.parsers.ocr.rulings import Bar, bars_of
from pincite.parsers.ocr.speech import LanguageMissingError, Speech
from pincite.parsers.ocr.tesseract import Grey, Lie, Token

_LATIN = "Latin"
_LEAST_INK = 30  # pixels of the small picture; less is dust
_SURE = 1.0  # certainty from which on Tesseract's word on the orientation counts
_SURE_SCRIPT = 2.0  # and that on the script, if it is not Latin


class Reading(NamedTuple):
    """What was read of a page. Tokens and bars are in pixels of ``pixels``, the picture turned (its text is read in the
    direction ``angle``) and straightened (its lines fall by ``degrees`` to the right)."""

    tokens: list[Token]
    bars: list[Bar]
    pixels: Grey
    angle: int
    degrees: float
    languages: str
    raw: list[Token]  # all that Tesseract saw, noise included

    @property
    def sure(self) -> float:
        """The mean confidence of all that Tesseract saw."""
        return noise.confidence(self.raw)

    @property
    def is_good(self) -> bool:
        return bool(self.tokens) and self.sure >= noise.GOOD


def read(picture: Picture, speech: Speech, *, osd: bool) -> Reading | None:
    """The best reading of a page; ``None`` where there is nothing to read. ``osd``: Tesseract can tell orientation and
    script. Raises ``OcrError`` and ``LanguageMissingError``."""
    small = shrunk(picture)
    if small.sum() < _LEAST_INK:
        return None
    if runs_down(small):
        best = _Reader(picture, speech, -slope(small.T)[0], osd=osd).read_sideways()
    else:
        best = _Reader(picture, speech, slope(small)[0], osd=osd).read_across()
    return best and best._replace(tokens=best.tokens + _rest(best, picture.dpi))


def _rest(best: Reading, dpi: int) -> list[Token]:
    return read_rest(best.pixels, best.raw, best.bars, best.languages, dpi)


class _Reader:
    """Attempts at one picture, of which the best counts."""

    def __init__(self, picture: Picture, speech: Speech, degrees: float, *, osd: bool) -> None:
        self._picture = picture
        self._speech = speech
        self._degrees = degrees
        self._osd = osd
        self._best: Reading | None = None

    def read_across(self) -> Reading | None:
        """For lines that run across the page: the right way up, most likely."""
        usual = self._speech.usual
        fits = self._speech.fits(usual, self._pixels(0), self._picture.dpi)
        if fits and self._is_good(0, usual):
            return self._best
        lie = self._lie(0)
        angle = lie.angle if lie is not None and lie.certainty >= _SURE else None
        script = self._script(lie)
        if (angle or script != usual) and self._is_good(angle or 0, script):
            return self._best
        if not fits and self._is_good(0, usual):
            return self._best
        if angle is None and script == usual:
            self._is_good(180, script)
        return self._best

    def read_sideways(self) -> Reading | None:
        """For lines that run up or down the page."""
        lie = self._lie(90)
        first = 270 if lie is not None and lie.certainty >= _SURE and lie.angle == 270 else 90
        for angle in (first, 360 - first):
            if self._is_good(angle, self._script(lie)):
                break
        return self._best

    def _lie(self, angle: int) -> Lie | None:
        """How the page lies in truth, as seen from how it lies when turned by an angle."""
        lie = tesseract.lie(turned(self._picture.pixels, angle), self._picture.dpi) if self._osd else None
        return lie and lie._replace(angle=(lie.angle + angle) % 360)

    def _script(self, lie: Lie | None) -> str:
        if lie is None or not self._speech.is_open or lie.script_certainty < _SURE_SCRIPT:
            return _LATIN
        return lie.script

    def _is_good(self, angle: int, script: str) -> bool:
        """Makes an attempt; whether no other one is needed."""
        pixels = self._pixels(angle)
        try:
            languages = self._speech.languages(script, pixels, self._picture.dpi)
        except LanguageMissingError:
            if self._best is not None and self._best.sure >= noise.GOOD:
                return True
            raise
        raw = tesseract.recognise(pixels, languages, self._picture.dpi)
        bars = bars_of(ink_of(pixels), self._picture.dpi)
        tokens = noise.readable(raw, bars)
        found = Reading(tokens, bars, pixels, angle, self._degrees, languages, raw)
        if self._best is None or noise.weight(found.tokens) > noise.weight(self._best.tokens):
            self._best = found
        if found.is_good:
            self._speech.usual = script
        return found.is_good

    def _pixels(self, angle: int) -> Grey:
        pixels = turned(self._picture.pixels, angle)
        return straightened(pixels, self._degrees) if self._degrees else pixels
