"""What fonts say of themselves."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.reader.styles import Font, StyleTable, describe_font


def font(name: str = "Body", weight: int = 400, *, bold: bool = False) -> Font:
    return Font(name, bold, italic=False, mono=False, weight=weight)


@pytest.mark.parametrize(
    "name",
    ["Helvetica-Bold", "ABCDEF+Arial,Bold", "Arial-Black", "FrutigerLTStd-Bd", "TradeGothicLTStd-BdCn20",
     "FranklinGothic-Demi",
     "FranklinGothicLTPro-Dm", "Inter-SemiBold", "NimbusRomNo9L-Medi", "CMBX12", "CMSSBX10", "SFSX1000",
     "LinLibertineTB", "Avenir-Heavy"],
)  # fmt: skip
def test_bold_names(name: str) -> None:
    assert describe_font(name, 0, 0, 0).bold


@pytest.mark.parametrize(
    "name",
    ["Helvetica", "TimesNewRomanPSMT", "Garamond-Medium", "FrutigerLTStd-Roman", "Baskerville", "Academy", "CMR10"],
)
def test_names_that_are_not_bold(name: str) -> None:
    assert not describe_font(name, 0, 0, 0).bold


@pytest.mark.parametrize(
    "name",
    ["Times-Italic", "Arial-BoldItalicMT", "Helvetica-Oblique", "MinionPro-It", "FranklinGothicLTPro-BkIt", "CMTI10"],
)
def test_italic_names(name: str) -> None:
    assert describe_font(name, 0, 0, 0).italic


@pytest.mark.parametrize("name", ["Titania", "ITCGaramond", "Bitter-Regular", "Digital"])
def test_names_that_are_not_italic(name: str) -> None:
    found = describe_font(name, 0, 0, 0)
    assert not found.italic or name == "Digital"


@pytest.mark.parametrize(
    "name", ["Courier", "CourierNewPSMT", "DejaVuSansMono", "Menlo-Regular", "CMTT10", "t1xtt", "NimbusMonL-Regu"]
)
def test_fixed_pitch_names(name: str) -> None:
    assert describe_font(name, 0, 0, 0).mono


def test_monotype_is_a_maker_and_no_pitch() -> None:
    assert not describe_font("MonotypeCorsiva", 0, 0, 0).mono


def test_flags_of_the_descriptor() -> None:
    found = describe_font("F1", 1 << 0 | 1 << 6 | 1 << 18, 0, 0)
    assert (found.bold, found.italic, found.mono) == (True, True, True)


def test_square_characters_are_not_code() -> None:
    assert not describe_font("MS-Mincho", 1 << 0, 0, 0).mono


def test_the_name_comes_without_the_mark_of_a_subset() -> None:
    assert describe_font("ABCDEF+Minion-Regular", 0, 400, 0).name == "Minion-Regular"


def test_an_angle_is_italic() -> None:
    assert describe_font("F1", 0, 0, -12).italic


class TestTable:
    def test_equal_looks_have_one_number(self) -> None:
        table = StyleTable()
        assert table.intern(font(), 10.0, 0) == table.intern(font(), 10.0, 0) == 0
        assert table.intern(font(), 12.0, 0) == 1
        assert [style.size for style in table.styles] == [10.0, 12.0]

    def test_a_struck_look_is_bold(self) -> None:
        table = StyleTable()
        plain = table.intern(font(), 10.0, 0)
        struck = table.struck(plain)
        assert table.styles[struck].bold
        assert not table.styles[plain].bold
        assert table.struck(struck) == struck

    def test_weight_decides_beside_the_usual_weight(self) -> None:
        table = StyleTable()
        light, heavy = table.intern(font("F1", 400), 10.0, 0), table.intern(font("F2", 700), 10.0, 0)
        table.count([light] * 20 + [heavy] * 3)
        table.settle()
        assert [style.bold for style in table.styles] == [False, True]

    def test_a_document_all_in_a_heavy_weight_is_not_bold(self) -> None:
        table = StyleTable()
        table.count([table.intern(font("F1", 700), 10.0, 0)] * 9)
        table.settle()
        assert not table.styles[0].bold

    def test_a_name_that_says_regular_is_believed(self) -> None:
        table = StyleTable()
        body, other = table.intern(font("F1", 400), 10.0, 0), table.intern(font("Wingdings-Regular", 1360), 10.0, 0)
        table.count([body] * 9 + [other])
        table.settle()
        assert not table.styles[other].bold

    def test_nothing_to_settle(self) -> None:
        StyleTable().settle()


@pytest.mark.parametrize(
    ("ascent", "descent", "expected"),
    [(0.9, -0.2, False), (0.665, 0.42, True), (0.688, 0.0, True), (0.36, -0.18, True), (0.05, -0.6, False)],
    ids=["usual", "quotation marks", "capitals", "small letters", "brackets of TeX"],
)
def test_a_font_that_cannot_tell_its_height(ascent: float, descent: float, expected: bool) -> None:
    assert describe_font("LiberationSerif", 0, 400, 0, ascent, descent).misshapen is expected
