"""Letters that make up no language are told from those of any text."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.layout import PageLayout, Style, Word
from pincite.parsers.pdf.plausibility import has_wrong_letters

STYLES = [Style(name, 10.0, False, False, False, 0) for name in ("Body", "Other")]
ENGLISH = (
    "the committee met in the spring to review progress on all of its aims and found that most had been reached while "
    "some needed more time because prices had risen faster than anybody expected at the beginning of last year and "
    "several suppliers could not keep their promises about delivery dates so the work on the northern bridge stopped "
)
GERMAN = (
    "der ausschuss trat im frühjahr zusammen um die fortschritte bei allen zielen zu prüfen und stellte fest dass die "
    "meisten erreicht waren während einige mehr zeit brauchten weil die preise schneller gestiegen waren als erwartet "
    "und mehrere lieferanten ihre zusagen nicht einhalten konnten sodass die arbeiten an der brücke ruhten "
)
POLISH = (
    "komisja spotkała się wiosną aby omówić postępy w realizacji wszystkich celów i stwierdziła że większość została "
    "osiągnięta a niektóre wymagają więcej czasu ponieważ ceny wzrosły szybciej niż ktokolwiek przewidywał na początku "
    "ubiegłego roku a kilku dostawców nie dotrzymało terminów dlatego prace przy moście zostały wstrzymane "
)
STRETCHED = "تحقيـــــق التنميـــــة المستدامـــــة وتعزيـــــز الاقتصـــــاد الوطنـــــي وبنـــــاء الانســـــان "
DOUBLED = "نمووو قويوووة ومسووولدامة وخماة فوووا عذاوووف الحكومة المصرية تضع السيد رئيس لوال ساخ "


def page(text: str, style: int = 0) -> PageLayout:
    words = [Word(part, 0, 0, 10, 10, style) for part in text.split()]
    return PageLayout(1, 612, 792, 0, words=words)


def shifted(text: str, by: int) -> str:
    """As a font shows it whose codes are off by some letters."""
    return "".join(chr((ord(c) - 97 + by) % 26 + 97) if "a" <= c <= "z" else c for c in text)


NAMES = "qflll qflllgram lllint matlll lllkerim lllgram contents xviii xxiii figures vii viii xiii "


@pytest.mark.parametrize("text", [ENGLISH, GERMAN, POLISH, ENGLISH.upper(), STRETCHED, NAMES])
def test_text_is_text(text: str) -> None:
    assert not has_wrong_letters(page(text), STYLES)


@pytest.mark.parametrize("by", [1, 3, 5, 10, 16, 20])
@pytest.mark.parametrize("text", [ENGLISH, GERMAN])
def test_letters_that_are_off_by_some(text: str, by: int) -> None:
    assert has_wrong_letters(page(shifted(text * 2, by)), STYLES)


def test_one_font_of_two() -> None:
    mixed = page(ENGLISH)
    mixed.words += page(shifted(ENGLISH, 3), 1).words
    assert has_wrong_letters(mixed, STYLES)


def test_letters_that_repeat_as_in_no_language() -> None:
    assert has_wrong_letters(page(DOUBLED), STYLES)


@pytest.mark.parametrize(
    "text",
    ["xxx yyy zzz xxx yyy zzz www", "see www example org and www example com for IEEE rules", "VIII XIII XXIII XVIII"],
)
def test_placeholders_and_names_are_no_sign(text: str) -> None:
    assert not has_wrong_letters(page(" ".join([text] * 3 + ENGLISH.split()[:20])), STYLES)


def test_a_list_of_codes_is_no_sign() -> None:
    assert not has_wrong_letters(page("cmyk rgb hsb cmy gray hsb rgb cmyk " * 20), STYLES)
