"""Numbers as tables print them."""

from __future__ import annotations

from decimal import Decimal

import pytest

from pincite.model import Cell, Fact, Table
from pincite.tables.cells import TableCell, read_cells
from pincite.tables.roles import CellRole
from pincite.tables.values import Number, decimal_mark, parse_number, stated_scale


@pytest.mark.parametrize(
    ("text", "value", "unit", "currency"),
    [
        ("4,512", "4512", None, None),
        ("4512", "4512", None, None),
        ("1,234.50", "1234.50", None, None),
        (".5", "0.5", None, None),
        ("(1,234)", "-1234", None, None),
        ("−7", "-7", None, None),
        ("1,234-", "-1234", None, None),
        ("$ (2,724)", "-2724", None, "$"),
        ("$(2,724)", "-2724", None, "$"),
        ("(US$ 3.5)", "-3.5", None, "USD"),
        ("-€9", "-9", None, "EUR"),
        ("€ -9", "-9", None, "EUR"),
        ("12 EUR", "12", None, "EUR"),
        ("1 234 567", "1234567", None, None),
        ("1'234.50", "1234.50", None, None),
        ("1,23,456", "123456", None, None),
        ("15.2%", "15.2", "%", None),
        ("15.2 %", "15.2", "%", None),
        ("(3.1)%", "-3.1", "%", None),
        ("(3.1%)", "-3.1", "%", None),
        ("25 bps", "25", "bps", None),
        ("3.5x", "3.5", "x", None),
        ("12 months", "12", "months", None),
        ("4,512 (1)", "4512", None, None),
        ("4,512*", "4512", None, None),
        ("4,512²", "4512", None, None),
        ("2023", "2023", None, None),
    ],
)
def test_a_number_is_read_with_sign_unit_and_currency(
    text: str, value: str, unit: str | None, currency: str | None
) -> None:
    assert parse_number(text) == Number(Decimal(value), unit, currency, 1)


@pytest.mark.parametrize(
    ("text", "scale"), [("$1.2 million", 10**6), ("€ 3 bn", 10**9), ("5 thousand", 1000), ("$4.5m", 10**6)]
)
def test_a_scale_that_is_printed_with_the_number(text: str, scale: int) -> None:
    number = parse_number(text, scale=1000)
    assert number is not None
    assert number.scale == scale


@pytest.mark.parametrize(
    "text",
    ["", "—", "-", "n/a", "Pump", "12/31/2023", "2019-2020", "10-K", "1.2.3", "+49 30 1234", "(5", "5)", "12 Pumps",
     "5.", "007", "1,23,4", "Q1", "3 to 5", "(-5)", "No. 5", "½", "1e5", "9" * 80, "10:30", "#4",
     "2023 Annual Report"],
)  # fmt: skip
def test_what_is_no_number_has_no_value(text: str) -> None:
    assert parse_number(text) is None


def test_the_table_decides_what_one_number_leaves_open() -> None:
    assert decimal_mark(["1.234", "12,5", "text"]) == ","
    assert decimal_mark(["1,234", "12.5"]) == "."
    assert parse_number("1.234", ",") == Number(Decimal(1234))
    assert parse_number("1.234", ".") == Number(Decimal("1.234"))
    assert parse_number("1,23") == Number(Decimal("1.23"))  # a decimal comma and nothing else
    assert parse_number("1.234,56") == Number(Decimal("1234.56"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(in millions, except per share amounts)", (10**6, None)),
        ("Amounts in thousands", (1000, None)),
        ("in millions of euros", (10**6, None)),
        ("(€ in thousands)", (1000, "EUR")),
        ("In US$ millions", (10**6, "USD")),
        ("€000", (1000, "EUR")),
        ("Revenue by region", (1, None)),
    ],
)
def test_scales_that_captions_state(text: str, expected: tuple[int, str | None]) -> None:
    assert stated_scale(text) == expected


def cells(
    *rows: str, caption: str | None = None, heads: int = 1, facts: dict[str, Fact] | None = None
) -> list[TableCell]:
    made = [
        Cell(r, c, 1, 1, r < heads, 0, 0, text, (facts or {}).get(text))
        for r, row in enumerate(rows)
        for c, text in enumerate(row.split("|"))
    ]  # fmt: skip
    return list(read_cells(Table(0, 0, len(rows), len(rows[0].split("|")), tuple(made), caption)))


def test_roles_of_a_statement() -> None:
    found = cells(
        "(in millions)|2023|Change (%)|Note",
        "Net sales|34,229|4|restated",
        "Earnings per share|10.21||",
        "(1) Unaudited.|||",
    )
    roles = {c.text: c.role for c in found if c.text}
    assert roles["2023"] is CellRole.HEADER
    assert roles["Net sales"] is CellRole.ROW_LABEL
    assert roles["34,229"] is CellRole.NUMBER
    assert roles["restated"] is CellRole.TEXT
    assert roles["(1) Unaudited."] is CellRole.FOOTNOTE
    numbers = {c.text: c.number for c in found if c.number}
    assert numbers["34,229"].amount == 34_229_000_000
    assert (numbers["4"].unit, numbers["4"].scale) == ("%", 1)
    assert numbers["10.21"].scale == 1


def test_a_currency_sign_in_a_cell_of_its_own_belongs_to_the_number_beside_it() -> None:
    (number,) = [c.number for c in cells("|a|b", "Cash|€|12") if c.number]
    assert number.currency == "EUR"


def test_numbers_that_name_rows_are_labels() -> None:
    found = cells("Year|Payments", "2024|120", "2025|130")
    assert [c.role for c in found if c.col == 0] == [CellRole.HEADER, CellRole.ROW_LABEL, CellRole.ROW_LABEL]


def test_what_the_file_says_of_a_number_is_its_scale() -> None:
    fact = Fact("us-gaap:Revenues", "2023", None, "USD", "-34229000000")
    (number,) = [c.number for c in cells("|x", "Loss|(34,229)", facts={"(34,229)": fact}) if c.number]
    assert number == Number(Decimal(-34229), scale=10**6)
    assert number.amount == -34229 * 10**6
