"""The languages that the pages of one document are read in: those that were asked for, else found out."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from pincite.parsers.ocr import noise, tesseract
from pincite.parsers.ocr.languages import candidates, package, to_install
from pincite.parsers.ocr.pictures import ink_of
from pincite.parsers.ocr.presence import Installed
from pincite.parsers.ocr.tesseract import Grey

_STRIP = 0.1  # share of a page's height that a language is tried on
_FITS = 60.0  # per cent; what is not in the language, or on its head, reads worse
_BETTER = 1.5  # per cent of confidence by which a language must beat those before it


class LanguageMissingError(Exception):
    """There is no language for a script (or none of those asked for); the message says what to install."""


class Speech:
    """Chooses languages for pages of one document; safe for threads. ``asked``: what the settings say (``()``: find
    out), ``declared``: the language that the file names."""

    def __init__(self, installed: Installed, asked: Sequence[str] = (), declared: str | None = None) -> None:
        self._installed = installed
        self._asked = tuple(asked)
        self._declared = declared
        self._chosen: dict[str, str] = {}
        self._lock = threading.Lock()
        self.usual = "Latin"  # the script of the page that was read well last

    @property
    def is_open(self) -> bool:
        """Whether a page's script may decide."""
        return not self._asked

    @property
    def missing(self) -> list[str]:
        """Languages that were asked for and are not installed."""
        return [code for code in self._asked if code not in self._installed.languages]

    def languages(self, script: str, upright: Grey, dpi: int) -> str:
        """What to read a page of this script in (``eng+deu``); ``upright`` is its picture, for the languages to be
        tried on where there are several; the one that fits is kept for the pages to come. Raises
        ``LanguageMissingError``."""
        return self._found(script, upright, dpi)[0]

    def fits(self, script: str, upright: Grey, dpi: int) -> bool:
        """Whether a trial says that a picture can be read in this script, as it lies; ``True`` where none is needed."""
        try:
            return self._found(script, upright, dpi)[1] >= _FITS
        except LanguageMissingError:
            return False

    def _found(self, script: str, upright: Grey, dpi: int) -> tuple[str, float]:
        """The languages and how sure the trial was."""
        if self._asked:
            return self._of_asked(), 100.0
        with self._lock:
            if script in self._chosen:
                return self._chosen[script], 100.0
            code, sure = self._choose(script, upright, dpi)
            if sure >= _FITS:
                self._chosen[script] = code
            return code, sure

    def _of_asked(self) -> str:
        there = [code for code in self._asked if code in self._installed.languages]
        if not there:
            raise LanguageMissingError(missing_words(self._asked))
        return "+".join(there)

    def _choose(self, script: str, upright: Grey, dpi: int) -> tuple[str, float]:
        codes = candidates(script, self._installed.languages, self._declared)
        if not codes:
            code = to_install(script)
            raise LanguageMissingError(f"It is written in {script} script. {missing_words([code])}")
        if len(codes) == 1:
            return codes[0], 100.0
        strip = _strip(upright)
        best, found = codes[0], -1.0
        for code in codes:
            sure = noise.confidence(tesseract.recognise(strip, code, dpi))
            if sure > found + (_BETTER if found >= 0 else 0.0):
                best, found = code, sure
        return best, found


def missing_words(codes: Sequence[str]) -> str:
    """Says which languages Tesseract lacks and which packages have them."""
    named, packages = ", ".join(codes), " ".join(map(package, codes))
    return f"Tesseract has no language {named} here; install it (Debian and Ubuntu: apt install {packages})."


def _strip(pixels: Grey) -> Grey:
    """The part of a page, as wide as it is, with most ink."""
    rows = ink_of(pixels).sum(axis=1)
    high = max(200, round(_STRIP * len(rows)))
    sums = np.concatenate(([0], np.cumsum(rows)))
    at = int(np.argmax(sums[high:] - sums[:-high])) if len(rows) > high else 0
    return pixels[at : at + high]
