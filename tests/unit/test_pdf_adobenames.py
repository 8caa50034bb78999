"""The meaning of glyphs by Adobe's names, and the encodings that the PDF standard names."""

from __future__ import annotations

import subprocess
import sys

import pytest
from pdfminer.encodingdb import EncodingDB
from pdfminer.pdffont import CFFFont

from pincite.parsers.pdf.reader.adobenames import encoding, meaning_of
from pincite.parsers.pdf.reader.cffnames import STANDARD_NAMES


@pytest.mark.parametrize(
    ("name", "meaning"),
    [
        ("alpha", "\u03b1"),
        ("A.swash", "A"),
        ("f_f_i", "ffi"),
        ("uni0041", "A"),
        ("uni00410042", "AB"),
        ("u1F600", "\U0001f600"),
        ("u0416", "\u0416"),
        ("alpha_uni0042.alt", "\u03b1B"),
    ],
)
def test_names_with_a_meaning(name: str, meaning: str) -> None:
    assert meaning_of(name) == meaning


@pytest.mark.parametrize(
    "name", ["", ".notdef", "G59", "f_nonsense", "uni004", "uni00zz", "uniD800", "u110000", "u12", "union_"]
)
def test_names_without_one(name: str) -> None:
    assert meaning_of(name) is None


@pytest.mark.parametrize("name", ["StandardEncoding", "MacRomanEncoding", "WinAnsiEncoding", "MacExpertEncoding"])
def test_encodings_are_those_of_pdfminer(name: str) -> None:
    assert encoding(name) == EncodingDB.get_encoding(name)


def test_names_that_fonts_know_by_number() -> None:
    assert tuple(STANDARD_NAMES) == tuple(CFFFont.STANDARD_STRINGS)


def test_the_package_itself_is_not_imported() -> None:
    """Its import takes as long as reading many pages."""
    code = (
        "import sys; from pincite.parsers.pdf.reader.adobenames import encoding, meaning_of; "
        "assert meaning_of('alpha') and encoding('WinAnsiEncoding'); assert 'pdfminer' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
