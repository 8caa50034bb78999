from __future__ import annotations

from pincite.parsers.pdf.headings.typography import Look, Typography, is_centred, is_coloured, prominence, text_edges
from pincite.parsers.pdf.layout import Style
from tests.layouts import Sheets


def look(size: float = 10, *, bold: bool = False, italic: bool = False, caps: bool = False, color: int = 0) -> Look:
    return Look(size, bold, italic, caps, color, "times")


def test_the_body_is_what_most_characters_are_set_in() -> None:
    doc = Sheets().page().title("Scope", size=18, bold=True).text().text(font="Times-Roman").text(size=8)
    typography = Typography(doc.layout)
    assert typography.body == look()
    assert typography.bold_share < 0.05


def test_families_leave_out_weight_and_slope() -> None:
    doc = Sheets().page().text(font="TimesNewRomanPSMT").title("Title", font="TimesNewRomanPS-BoldMT", bold=True)
    typography = Typography(doc.layout)
    assert typography.look_of(doc.layout.pages[0].blocks[1].lines).family == typography.body.family == "timesnew"


def test_the_look_of_a_title_with_a_small_addition() -> None:
    doc = Sheets().page().text()
    line = doc.line("3.3 Roles (Web Annex A)", size=9)
    big = doc.style(Style("Times", 13, True, False, False, 0))
    line.words[:2] = [w._replace(style=big) for w in line.words[:2]]
    assert Typography(doc.layout).look_of([line]) == look(13, bold=True)


def test_small_capitals_count_as_the_large_ones() -> None:
    doc = Sheets().page().text()
    line = doc.line("E XECUTIVE S UMMARY", size=9, bold=True)
    big = doc.style(Style("Times", 12, True, False, False, 0))
    line.words[0] = line.words[0]._replace(style=big)
    assert Typography(doc.layout).look_of([line]) == look(12, bold=True, caps=True)


def test_share_of_running_text() -> None:
    doc = Sheets().page().text("a" * 60).text("b" * 20, italic=True)
    assert Typography(doc.layout).share(look(italic=True)) == 0.25


def test_prominence_orders_looks() -> None:
    ordered = [
        look(14),
        look(12, bold=True, caps=True),
        look(12, bold=True),
        look(12, bold=True, italic=True),
        look(12),
        look(10, bold=True),
        look(10),
    ]
    values = [prominence(item) for item in ordered]
    assert values == sorted(values, reverse=True)
    assert prominence(look(), centred=True) > prominence(look())


def test_colours() -> None:
    assert is_coloured(0x0000EE)
    assert not any(map(is_coloured, (0x000000, 0x333333, 0x231F20, -1, 0xFFFFFF)))


def test_centred_lines() -> None:
    doc = Sheets().page().text().title("Signatures", centred=True).title("Signatures")
    page = doc.layout.pages[0]
    edges = text_edges(page)
    assert [is_centred(block, page, *edges) for block in page.blocks] == [False, True, False]
