"""Writing systems: order of words in right-to-left lines, columns of upright characters."""

from __future__ import annotations

from pincite.parsers.pdf.layout import Word
from pincite.parsers.pdf.scripts import has_rtl, is_cjk, is_hangul, is_rtl, set_vertical


def row(*texts: str) -> list[Word]:
    """Words from left to right."""
    return [Word(text, 50 * i, 100, 50 * i + 40, 110, 0) for i, text in enumerate(texts)]


def test_direction_of_a_text() -> None:
    assert is_rtl("דוח שנתי 2024 של Acme")
    assert not is_rtl("Annual report of Acme (דוח)")
    assert not is_rtl("2024")
    assert has_rtl(row("Acme", "دوح"))
    assert not has_rtl(row("Acme", "年度"))


def test_scripts_without_word_spaces() -> None:
    assert is_cjk("年")
    assert is_cjk("あ")
    assert not is_cjk("한")
    assert is_hangul("한")
    assert not is_cjk("a")


def columns(down: float, across: float) -> list[Word]:
    """Twenty characters in four columns, this far apart."""
    return [
        Word("年", 300 - across * c, 100 + down * r, 310 - across * c, 110 + down * r, 0)
        for c in range(4)
        for r in range(5)
    ]


def test_upright_columns_are_read_downwards() -> None:
    assert {w.angle for w in set_vertical(columns(11, 20), [10.0])} == {90}


def test_ordinary_lines_are_not() -> None:
    assert {w.angle for w in set_vertical(columns(20, 11), [10.0])} == {0}


def test_a_few_characters_tell_nothing() -> None:
    assert {w.angle for w in set_vertical(columns(11, 20)[:8], [10.0])} == {0}
