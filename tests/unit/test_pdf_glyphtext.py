"""Plain spelling of what fonts yield."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.layout import Flag
from pincite.parsers.pdf.reader.glyphtext import LINE_END_HYPHEN, UNKNOWN, is_unusual, join_surrogates, spell


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("plain", "plain"),
        ("naïve—“quoted”", "naïve—“quoted”"),
        ("ﬁnal", "final"),
        ("eﬃcient", "efficient"),
        ("ﬂow", "flow"),
        ("\ufe97\ufed8\ufeae\ufef3\ufeae", "تقرير"),
        ("\u2f00", "一"),
        ("zero\u200bwidth", "zerowidth"),
        ("\ufeffstart", "start"),
        ("\uf0b7", "•"),
        ("\uf731\uf739\uf738\uf730", "1980"),
        ("\uf761\uf762", "AB"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("²", "²"),
    ],
)
def test_spelling(raw: str, text: str) -> None:
    assert spell(raw) == (text, 0)


@pytest.mark.parametrize("raw", ["a\x07b", "\ue123", "a" + UNKNOWN, "\U000f0854"])
def test_characters_without_meaning_are_marked(raw: str) -> None:
    text, flags = spell(raw)
    assert UNKNOWN in text
    assert len(text) == len(raw)
    assert flags == Flag.GARBLED


@pytest.mark.parametrize("hyphen", [LINE_END_HYPHEN, "\u00ad"])
def test_hyphens_that_divide_words(hyphen: str) -> None:
    assert spell("infor" + hyphen) == ("infor-", Flag.HYPHEN)
    assert spell(hyphen) == ("-", Flag.HYPHEN)


def test_nothing_stays_nothing() -> None:
    assert spell("\u200b") == ("", 0)
    assert spell("") == ("", 0)


def test_usual_text_needs_no_spelling() -> None:
    assert not is_unusual("Some text, “quoted”; naïve\r\n\tand white space\u00a0")
    assert is_unusual("ﬁ")


def test_surrogates() -> None:
    assert join_surrogates("\ud83d\ude00!") == "😀!"
    assert join_surrogates("\ud83d!") == UNKNOWN + "!"


def test_hebrew_letters_that_a_font_gives_as_latin_ones() -> None:
    assert spell("\u05dc\u05e9\u00f0\u05d4") == ("\u05dc\u05e9\u05e0\u05d4", 0)
    assert spell("ma\u00f0ur") == ("ma\u00f0ur", 0)
    assert is_unusual("\u05dc\u05e9\u00f0\u05d4")
