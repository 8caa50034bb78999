"""Numbers that the document has in another way: never verified, always explained."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.model import Document
from pincite.outline import build_outline
from pincite.verify import Status, Verdict, verify
from tests.builders import document


@pytest.fixture(scope="module")
def report() -> Document:
    return document("""
        --- 61
        # Results
        Net sales by segment (in thousands of dollars)
        |Segment|2023|2022|
        |Shoes|4,512|4,029|
        |Net loss|(1,234)|(987)|
        |Margin|12.5%|0.08|
        |Total assets|59,268|60,001|
        # Text
        Revenue grew by 12% to $4.6 million in 2023. The share was 0.045 of the total market volume.
        The loss of -77 dollars per unit was small. We paid 5,000,000 dollars in taxes and €30 in fees.
    """)


def check(doc: Document, quote: str) -> Verdict:
    return verify(doc, build_outline(doc), quote)


@pytest.mark.parametrize(
    ("quote", "said", "stands", "how", "ref"),
    [
        (
            "Shoes sold for $4.512 million",
            "$4.512 million",
            "4,512",
            "in thousands, without a currency sign",
            "t0/r1c1",
        ),
        ("total assets of $59,268", "$59,268", "59,268", "in thousands, which is 59,268,000, without a", "t0/r4c1"),
        ("total assets of 59,268 million", "59,268 million", "59,268", "in thousands, not in millions", "t0/r4c1"),
        ("a net loss of -1,234 thousand", "-1,234 thousand", "(1,234)", "in parentheses", "t0/r2c1"),
        ("a net loss of 1,234 thousand", "1,234 thousand", "(1,234)", "with the other sign", "t0/r2c1"),
        ("a margin of 0.125", "0.125", "12.5%", "as a percentage", "t0/r3c1"),
        ("the margin of 8 percent", "8 percent", "0.08", "as a fraction", "t0/r3c2"),
        ("4.5% of the total market", "4.5%", "0.045", "as a fraction", "b4:59-64"),
        ("the loss of (77) dollars", "(77)", "-77", "with a minus sign", "b5:12-15"),
        ("revenue of $4,600,000", "$4,600,000", "$4.6 million", "in millions", "b4:23-35"),
        ("5 million dollars in taxes", "5 million", "5,000,000", "written out", "b5:52-61"),
        ("fees of $30", "$30", "€30", "in another currency (EUR)", "b5:83-86"),
        (
            "Shoes sold for $4.5 million",
            "$4.5 million",
            "4,512",
            "in thousands, which the quote rounds, without",
            "t0/r1c1",
        ),
        ("total assets of 59.3 million", "59.3 million", "59,268", "in thousands, which the quote rounds", "t0/r4c1"),
        ("a margin of 13%", "13%", "12.5%", "which the quote rounds", "t0/r3c1"),
        (
            "a net loss of 1.2 million",
            "1.2 million",
            "(1,234)",
            "in thousands, which the quote rounds, with the other",
            "t0/r2c1",
        ),
        ("shoes at 4512 thousand", "4512 thousand", "4,512", "written otherwise", "t0/r1c1"),
    ],
)
def test_a_number_in_another_way_is_drift_and_told(
    report: Document, quote: str, said: str, stands: str, how: str, ref: str
) -> None:
    found = check(report, quote)
    assert found.status is Status.DRIFT
    (figure,) = found.figures
    assert (figure.said, figure.stands) == (said, stands)
    assert figure.how.startswith(how)
    assert f"For “{said}” the document has “{stands}”, {figure.how} ({ref}" in found.message
    assert report.text[figure.span.start : figure.span.end] == stands


def test_the_cell_is_named_by_its_headers(report: Document) -> None:
    assert "(t0/r1c1 Shoes / 2023, on page 61)" in check(report, "Shoes sold for $4.512 million").message
    (match,) = check(report, "Shoes 2022 4,029").matches
    assert (match.row, match.column) == (("Shoes",), ("2022",))
    assert check(report, "The share was 0.045").matches[0].row == ()


@pytest.mark.parametrize(
    "quote",
    [
        "Revenue grew by 13% to $4.6 million in 2023.",  # the number that differs is no other form of one
        "Net sales of 999,999 dollars",
        "In 2022 and in Note 3 we explain all this",
        "The margin was 14 percent",
        "Prices rose by 45 cents",  # the digits of 0.045, but no amount of it
        "no number at all in this one",
    ],
)
def test_other_numbers_are_not_explained_away(report: Document, quote: str) -> None:
    found = check(report, quote)
    assert found.status is Status.DRIFT
    assert found.figures == ()


SCALES = {"thousands": ("thousand", 1_000), "millions": ("million", 1_000_000)}


@settings(max_examples=60, deadline=None)
@given(
    st.integers(1_001, 999_999), st.sampled_from(sorted(SCALES)), st.sampled_from(("", "$", "-", "€")), st.booleans()
)
def test_an_amount_in_another_scale_never_verifies(value: int, scale: str, sign: str, negative: bool) -> None:
    cell = f"({value:,})" if negative else f"{value:,}"
    doc = document(f"--- 1\n# Results\nAmounts in {scale}\n|Item|2023|\n|Sales|{cell}|\n|Costs|17|")
    word, factor = SCALES[scale]
    for quote in (f"{sign}{value * factor:,}", f"{sign}{value / 1000} thousand {word}s", f"{sign}{value} {word}"):
        assert check(doc, f"Sales {quote}").status is Status.DRIFT
        assert check(doc, quote).status is Status.DRIFT
    told = check(doc, f"Sales of {value * factor:,} dollars")
    assert [figure.stands for figure in told.figures] == [cell]
    assert ("with the other sign" in told.message) is negative


@pytest.mark.parametrize(
    "quote",
    [
        "Shoes sold for $4.6 million",  # it would be 4.5
        "Shoes sold for 4.51 billion",
        "a margin of 12%",  # half is rounded up
        "we sold for $4.5 million",  # no word says that it is this number
        "Shoes sold for 5 million",  # one digit fits too much
    ],
)
def test_what_does_not_round_to_the_quote_is_not_explained_as_rounded(report: Document, quote: str) -> None:
    found = check(report, quote)
    assert found.status is Status.DRIFT
    assert not any("rounds" in figure.how for figure in found.figures)
