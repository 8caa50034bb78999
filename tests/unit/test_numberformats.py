"""Numbers and dates as Excel shows them. The expected texts are those of the program itself (English)."""

from __future__ import annotations

import pytest

from pincite.parsers.ooxml.dateformats import iso_text
from pincite.parsers.ooxml.numberformats import BUILT_IN, general, is_date_format, shown, shown_text


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        (1234.5, "0", "1235"),
        (1234.5, "0.00", "1234.50"),
        (1234567.891, "#,##0", "1,234,568"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (0.5, "#,##0", "1"),
        (2.5, "0", "3"),
        (1.005, "0.00", "1.01"),
        (-1234.5, "#,##0.00", "-1,234.50"),
        (-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"),
        (-1234.5, "#,##0.00_);(#,##0.00)", "(1,234.50)"),
        (1234.5, "#,##0.00_);(#,##0.00)", "1,234.50"),
        (0, "#,##0;(#,##0);-", "-"),
        (0, '_(* #,##0_);_(* (#,##0);_(* "-"??_);_(@_)', "-"),
        (-0.001, "0.00", "0.00"),
        (0.256, "0%", "26%"),
        (0.2567, "0.0%", "25.7%"),
        (1234.5, '"$"#,##0.00', "$1,234.50"),
        (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
        (1234.5, '#,##0.00 "kg"', "1,234.50 kg"),
        (1234567, "#,##0,", "1,235"),
        (1234567, '0.0,,"M"', "1.2M"),
        (-5, "[Red]-0;[Blue]0", "5"),
        (5, "00000", "00005"),
        (12345, "000-00", "123-45"),
        (0.5, "#.##", ".5"),
        (3, "#.##", "3."),
        (12.3, "0.0##", "12.3"),
        (0, "#", ""),
        (12.5, ".00", "12.50"),
        (12345.678, "0.00E+00", "1.23E+04"),
        (0.00012, "0.0E+0", "1.2E-4"),
        (12345, "##0.0E+0", "12.3E+3"),
        (0.5, "# ?/?", "1/2"),
        (3.25, "# ?/?", "3 1/4"),
        (2, "# ?/?", "2"),
        (1.5, "?/?", "3/2"),
        (1.3, "# ?/8", "1 2/8"),
        (3, '"Q"0', "Q3"),
        (5, '[<10]"few";"many"', "few"),
        (50, '[<10]"few";"many"', "many"),
        (15, "[>=10]0.0;0", "15.0"),
        (7, "General", "7"),
        (7.25, 'General" pcs"', "7.25 pcs"),
        (1, ";;;", ""),
        (12, '"text only"', "text only"),
    ],
)  # fmt: skip
def test_numbers(value: float, code: str, expected: str) -> None:
    assert shown(value, code) == expected


@pytest.mark.parametrize(
    ("serial", "code", "expected"),
    [
        (45292, "m/d/yyyy", "1/1/2024"),
        (45292, "yyyy-mm-dd", "2024-01-01"),
        (45292, "dd.mm.yy", "01.01.24"),
        (45292, "d mmmm yyyy", "1 January 2024"),
        (45292, "ddd, mmm d", "Mon, Jan 1"),
        (45292, "dddd", "Monday"),
        (45292, "mmmmm", "J"),
        (45292, "mmm-yy", "Jan-24"),
        (45292.75, "m/d/yyyy h:mm", "1/1/2024 18:00"),
        (45292.75, "h:mm AM/PM", "6:00 PM"),
        (45292.5, "h AM/PM", "12 PM"),
        (0.5, "hh:mm:ss", "12:00:00"),
        (1.5, "[h]:mm", "36:00"),
        (0.0234375, "mm:ss", "33:45"),
        (0.0000694444, "[ss]", "06"),
        (0.000011574, "ss.00", "01.00"),
        (45292, '[$-409]d" of "mmmm', "1 of January"),
        (45292, '"FY"yyyy', "FY2024"),
        (0.9999999, "h:mm", "0:00"),
        (59, "d/m/yyyy", "28/2/1900"),
        (61, "d/m/yyyy", "1/3/1900"),
        (-3, "m/d/yyyy", "-3"),
        (1e9, "m/d/yyyy", "1000000000"),
    ],
)  # fmt: skip
def test_dates(serial: float, code: str, expected: str) -> None:
    assert shown(serial, code) == expected


def test_dates_that_count_from_1904() -> None:
    assert shown(0, "yyyy-mm-dd", date1904=True) == "1904-01-01"
    assert iso_text(43830, True) == "2024-01-01"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"), (5, "5"), (-7, "-7"), (0.1, "0.1"), (1 / 3, "0.333333333"), (12345.678901234, "12345.6789"),
        (1e11, "1E+11"), (123456789012, "1.23457E+11"), (0.00001234, "1.234E-05"), (0.1 + 0.2, "0.3"),
        (99999999999, "99999999999"), (-2.5, "-2.5"),
    ],
)  # fmt: skip
def test_the_general_format(value: float, expected: str) -> None:
    assert general(value) == expected


def test_texts() -> None:
    assert shown_text("abc", "@") == "abc"
    assert shown_text("abc", '0;-0;0;"<"@">"') == "<abc>"
    assert shown_text("abc", "0.00") == "abc"


def test_which_formats_are_dates() -> None:
    assert [i for i, code in BUILT_IN.items() if is_date_format(code)] == [
        14,
        15,
        16,
        17,
        18,
        19,
        20,
        21,
        22,
        45,
        46,
        47,
    ]
    assert not is_date_format('"may"0')
    assert is_date_format("[$-F800]dddd, mmmm dd, yyyy")


@pytest.mark.parametrize(
    "code", ["", ";", "[", '"', "\\", "_", "0;0;0;0;0;0", "0.", ",", "%", "E+", "/", "@@", "?/", "[h", "0E+", "0/0"]
)
@pytest.mark.parametrize("value", [0.0, -1.5, 1e300, 1e-300, 45292.5])
def test_odd_codes_give_some_text(code: str, value: float) -> None:
    assert isinstance(shown(value, code), str)
