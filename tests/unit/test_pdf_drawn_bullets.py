"""Marks of a list that are drawn, as browsers print them, and small discs that are none."""

from __future__ import annotations

from pincite import parse_pdf
from pincite.model import Kind
from tests.layouts import PROSE
from tests.pdfs import Pdf


def items(pdf: Pdf) -> list[str]:
    return [block.text for block in parse_pdf(pdf.bytes()).blocks if block.kind is Kind.LIST_ITEM]


def listed(*places: tuple[float, str], disc: float = 3, x: float = 81) -> Pdf:
    """Prose, and below it lines with a disc before each; a line without words goes on from the one above."""
    pdf = Pdf().page().paragraph(60, 100, 480, PROSE)
    for y, text in places:
        pdf.box(x, y - 5, x + disc, y - 5 + disc, fill="black", stroke=False).text(90, y, text)
    return pdf


def test_a_disc_before_each_line_makes_it_an_item() -> None:
    pdf = listed((160, "Two fitters are hired."), (172, "The lease is renewed."), (184, "The old depot is closed."))
    assert items(pdf) == ["• Two fitters are hired.", "• The lease is renewed.", "• The old depot is closed."]


def test_an_item_goes_on_in_the_next_line() -> None:
    pdf = listed((160, "Two fitters are hired for the depot in the north and"), (184, "The lease is renewed."))
    pdf.text(90, 172, "one for the depot in the south.")
    assert items(pdf) == [
        "• Two fitters are hired for the depot in the north and one for the depot in the south.",
        "• The lease is renewed.",
    ]


def test_a_disc_alone_is_no_bullet() -> None:
    assert items(listed((160, "Two fitters are hired."))) == []


def test_discs_larger_than_letters_or_far_from_words_are_none() -> None:
    lines = (160, "Two fitters are hired."), (172, "The lease is renewed.")
    assert items(listed(*lines, disc=8, x=78)) == []
    assert items(listed(*lines, x=50)) == []


def test_points_of_a_chart_with_their_values_are_none() -> None:
    assert items(listed((160, "90 percent"), (172, "78 percent"), (184, "65 percent"))) == []


def test_points_of_a_chart_between_words_are_none() -> None:
    pdf = listed((160, "Oslo"), (180, "Bergen"))
    pdf.text(60, 160, "North").text(60, 180, "South")
    assert items(pdf) == []
