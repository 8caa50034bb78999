"""The numbers that Word prints."""

from __future__ import annotations

import pytest

from pincite.model import Kind
from pincite.parsers.docx.numberforms import printed
from tests.docxs import HEADINGS, docx, level, num, numbering, p, parsed, style, texts, titles

LEGAL = (level(0, "%1."), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter"))


@pytest.mark.parametrize(
    ("form", "value", "shown"),
    [
        ("decimal", 7, "7"),
        ("decimalZero", 7, "07"),
        ("upperRoman", 1994, "MCMXCIV"),
        ("lowerRoman", 4, "iv"),
        ("upperLetter", 28, "BB"),
        ("lowerLetter", 26, "z"),
        ("ordinal", 12, "12th"),
        ("ordinal", 23, "23rd"),
        ("cardinalText", 42, "Forty-two"),
        ("ordinalText", 21, "Twenty-first"),
        ("ordinalText", 130, "One hundred thirtieth"),
        ("chicago", 5, "**"),
        ("decimalEnclosedCircle", 3, "③"),
        ("decimalEnclosedParen", 2, "⑵"),
        ("chineseCounting", 12, "十二"),
        ("chineseCountingThousand", 305, "三百〇五"),
        ("japaneseLegal", 20, "弐拾"),
        ("ideographTraditional", 2, "乙"),
        ("hebrew1", 15, "טו"),
        ("russianLower", 2, "б"),
        ("hindiNumbers", 10, "१०"),
        ("numberInDash", 5, "- 5 -"),
        ("hex", 255, "FF"),
        ("none", 3, ""),
        ("no such format", 3, "3"),
    ],
)
def test_number_formats(form: str, value: int, shown: str) -> None:
    assert printed(value, form) == shown


def test_a_custom_format() -> None:
    assert printed(7, "custom", "001, 002, 003, ...") == "007"


def test_levels_count_and_restart() -> None:
    body = "".join(p(f"t{i}", num(lv)) for i, lv in enumerate([0, 1, 1, 2, 2, 0, 1, 2]))
    document = parsed(docx(body, numbering=numbering(*LEGAL)))
    assert texts(document) == ["1. t0", "1.1 t1", "1.2 t2", "(a) t3", "(b) t4", "2. t5", "2.1 t6", "(a) t7"]
    assert [b.kind for b in document.blocks] == [Kind.LIST_ITEM] * 8
    assert [b.level for b in document.blocks[:4]] == [1, 2, 2, 3]


def test_a_skipped_level_shows_its_start() -> None:
    body = p("a", num(0)) + p("b", num(2)) + p("c", num(1))
    deep = (level(0, "%1."), level(1, "%1.%2."), level(2, "%1.%2.%3."))
    assert texts(parsed(docx(body, numbering=numbering(*deep)))) == ["1. a", "1.1.1. b", "1.1. c"]


def test_an_instance_starts_anew_once_where_it_says_so() -> None:
    nums = (
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/>'
        '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>'
        '<w:num w:numId="3"><w:abstractNumId w:val="0"/></w:num>'
    )
    body = "".join(p("x", num(0, n)) for n in (1, 1, 2, 2, 3))
    document = parsed(docx(body, numbering=numbering(level(0, "%1)"), nums=nums)))
    assert texts(document) == ["1) x", "2) x", "5) x", "6) x", "7) x"]


def test_levels_that_never_restart_and_legal_style() -> None:
    running = level(1, "%2", extra='<w:lvlRestart w:val="0"/>')
    body = p("a", num(0)) + p("b", num(1)) + p("c", num(0)) + p("d", num(1))
    assert texts(parsed(docx(body, numbering=numbering(level(0, "%1"), running)))) == ["1 a", "1 b", "2 c", "2 d"]
    legal = (level(0, "Article %1", "upperRoman"), level(1, "%1.%2", extra="<w:isLgl/>"))
    assert texts(parsed(docx(body, numbering=numbering(*legal)))) == ["Article I a", "1.1 b", "Article II c", "2.1 d"]


def test_a_replaced_level_and_a_list_switched_off() -> None:
    nums = (
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">' + level(0, "%1 -", "upperLetter")
        + "</w:lvlOverride></w:num>"
    )  # fmt: skip
    body = p("x", num(0)) + p("y", num(0, 0)) + p("z", num(0, 99))
    assert texts(parsed(docx(body, numbering=numbering(level(0, "%1"), nums=nums)))) == ["A - x", "y", "z"]


def test_bullets_of_symbol_fonts() -> None:
    bullet = level(0, "\uf0b7", "bullet").replace("</w:lvl>", '<w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr></w:lvl>')
    assert texts(parsed(docx(p("point", num(0)), numbering=numbering(bullet)))) == ["• point"]


def test_a_style_brings_its_list_and_the_list_knows_its_level() -> None:
    levels = (
        level(0, "%1", extra='<w:pStyle w:val="heading1"/>'), level(1, "%1.%2", extra='<w:pStyle w:val="heading2"/>'),
    )  # fmt: skip
    listed = '<w:numPr><w:numId w:val="1"/></w:numPr>'
    styles = style("heading 1", listed) + style("heading 2", listed)
    body = p("Offer", style="heading1") + p("Scope", style="heading2") + p("Price", style="heading2")
    document = parsed(docx(body, styles=styles, numbering=numbering(*levels)))
    assert titles(document) == [(1, "1 Offer"), (2, "1.1 Scope"), (2, "1.2 Price")]


def test_a_definition_may_name_a_list_style() -> None:
    linked = (
        '<w:abstractNum w:abstractNumId="7"><w:numStyleLink w:val="Mine"/></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/></w:num>'
    )
    styles = style("Mine", '<w:numPr><w:numId w:val="1"/></w:numPr>', kind="numbering")
    document = parsed(docx(p("x", num(0, 2)), styles=styles, numbering=numbering(level(0, "§ %1"), nums=linked)))
    assert texts(document) == ["§ 1 x"]


def test_empty_and_deleted_paragraphs() -> None:
    gone = (
        f"<w:p><w:pPr>{num(0)}<w:rPr><w:del/></w:rPr></w:pPr><w:del><w:r><w:delText>x</w:delText></w:r></w:del></w:p>"
    )
    body = p("a", num(0)) + p("", num(0)) + gone + p("b", num(0))
    assert texts(parsed(docx(body, numbering=numbering(level(0, "%1."))))) == ["1. a", "3. b"]


def test_a_section_break_is_not_numbered() -> None:
    body = p("", num(0) + "<w:sectPr/>") + p("a", num(0)) + p("b", num(0) + "<w:sectPr/>")
    assert texts(parsed(docx(body, numbering=numbering(level(0, "%1."))))) == ["1. a", "2. b"]


def test_numbered_headings_keep_their_number() -> None:
    body = p("Offer", num(0), style="heading1") + p("Scope", num(1), style="heading2")
    document = parsed(docx(body, styles=HEADINGS, numbering=numbering(*LEGAL)))
    assert titles(document) == [(1, "1. Offer"), (2, "1.1 Scope")]
