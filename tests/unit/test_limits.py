"""What is larger than any document of people is cut with a warning, or refused with a typed error."""

from __future__ import annotations

import pytest

import pincite
from pincite.errors import ParseError
from pincite.limits import ATTRIBUTES
from pincite.parsers.options import ParseTask
from pincite.parsers.pdf.engine import parse_pdf
from pincite.parsers.pdf.reader.pagebox import within
from pincite.parsers.plain.text import parse_text
from tests.decks import Deck, box
from tests.docxs import docx, p, parsed
from tests.pages import html, texts
from tests.pdfs import Pdf
from tests.rawpdfs import raw_pdf


class TestText:
    def test_lines_beyond_the_limit_are_left_out_and_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.plain.text.TEXT_LINES", 2)
        doc = parse_text(ParseTask(b"one\n\nthree\n", "doc", "notes.txt"))
        assert doc.text == "one"
        assert [(w.code, w.message) for w in doc.warnings] == [("partial", "Only the first 2 of 4 lines were read.")]

    def test_a_text_within_the_limit_is_whole(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.plain.text.TEXT_LINES", 4)
        doc = parse_text(ParseTask(b"one\n\nthree\n", "doc", "notes.txt"))
        assert (doc.text, doc.warnings) == ("one\n\nthree", ())

    def test_more_page_breaks_than_a_book_has_are_blank_lines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.plain.text.TEXT_PAGES", 3)
        doc = parse_text(ParseTask(b"one\ftwo\f\fthree\f\f", "doc", "notes.txt"))
        assert (doc.text, doc.pages) == ("one\n\ntwo\n\nthree", ())
        assert [(w.code, w.message) for w in doc.warnings] == [
            ("partial", "It has 3 page breaks, more than are read; its pages are not told apart.")
        ]
        doc = parse_text(ParseTask(b"one\ftwo\fthree\f\f", "doc", "notes.txt"))
        assert (len(doc.pages), doc.warnings) == (3, ())


class TestWord:
    def test_more_paragraphs_than_are_read_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.ooxml.limits.WORD_PARAGRAPHS", 3)
        assert parsed(docx(p("one") + p("two") + p())).text == "one\n\ntwo"
        with pytest.raises(ParseError, match="4 paragraphs") as caught:
            parsed(docx(p("one") + p() + p() + p()))
        assert caught.value.code == "too_large"
        assert caught.value.hint


class TestPdf:
    def test_pages_beyond_the_limit_are_left_out_and_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.pdf.engine.PDF_PAGES", 2)
        pdf = Pdf()
        for n in range(3):
            pdf.page().text(72, 72, f"Crate number {n}")
        doc = parse_pdf(pdf.bytes(), doc_id="doc", name="crates.pdf")
        assert len(doc.pages) == 2
        assert ("partial", "Only the first 2 of 3 pages were read.") in [(w.code, w.message) for w in doc.warnings]


class TestPresentations:
    def test_slides_beyond_the_limit_are_left_out_and_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.pptx.engine.SLIDES", 2)
        deck = Deck()
        for n in range(3):
            deck.slide(box(72, 72, 300, 40, f"Crate number {n}"))
        doc = pincite.parse_document(deck.bytes()).document
        assert len(doc.pages) == 2
        assert ("partial", "Only the first 2 of 3 slides were read.") in [(w.code, w.message) for w in doc.warnings]


class TestWebPages:
    def test_characters_beyond_the_limit_are_left_out_and_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.html.engine.PAGE_CHARACTERS", 11)
        doc = html("<p>one two</p><p>th<b>ree</b> four</p><p>five</p>")
        assert texts(doc) == ["one two", "thre"]
        assert [w.code for w in doc.warnings] == ["partial"]

    def test_cells_that_reach_into_all_rows_below_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.html.grid.PAGE_CELLS_PASSED", 500)
        rows = "<tr><td colspan=9 rowspan=99>a</td></tr>"
        assert texts(html(f"<table>{rows * 5}</table>")) == ["a"] * 5
        with pytest.raises(ParseError, match="too many cells") as caught:
            html(f"<table>{rows * 20}</table>")
        assert caught.value.code == "too_large"

    def test_an_element_keeps_its_first_attributes(self) -> None:
        many = " ".join(f"a{n}='<b>'" for n in range(3 * ATTRIBUTES))
        doc = html(f"<p>before</p><p style='display:none' {many}>hidden</p><p title='>'>after</p>")
        assert texts(doc) == ["before", "after"]

    def test_a_long_attribute_is_one(self) -> None:
        long = "color: red; " * (3 * ATTRIBUTES)
        assert texts(html(f'<p style="{long}display:none">hidden</p><p>shown</p>')) == ["shown"]

    def test_rules_beyond_the_limit_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.html.sheets.STYLE_RULES", 2)
        rules = "<style>p {color: red} .x {display: none} b {color: blue} .y {display: none}</style>"
        doc = html("<p>shown</p><p class=x>hidden</p><p class=y>read</p>", head=rules)
        assert texts(doc) == ["shown", "read"]
        assert any(w.code == "partial" and "2 of its style rules" in w.message for w in doc.warnings)

    def test_elements_that_too_many_rules_are_tried_on_are_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pincite.parsers.html.sheets.STYLE_TESTS", 40)
        rules = "".join(f"<style>p:nth-child({n}) {{display: none}}</style>" for n in range(1, 21))
        doc = html("".join(f"<p>word {n}</p>" for n in range(30)), head=rules)
        assert "word 29" in texts(doc)
        assert "word 0" not in texts(doc)
        assert any(w.code == "partial" and "elements were styled" in w.message for w in doc.warnings)

    @pytest.mark.parametrize(
        "selector",
        [".x", "p.x", "div .x, .none", "#i", ".x.y", ":is(.none, .x)", "[class~='x']", ".none, p.x", "p:not(.none).x",
         "/* .none */ .x", ".\\78 "],
    )  # fmt: skip
    def test_rules_that_may_match_are_kept(self, selector: str) -> None:
        page = "<p>shown</p><div><p class='x y' id=i>hidden</p></div>"
        assert texts(html(page, head=f"<style>{selector} {{display: none}}</style>")) == ["shown"]

    @pytest.mark.parametrize("selector", [".none", ".x .none", "#none", ".x.none", "p#i.none"])
    def test_rules_for_nobody_do_nothing(self, selector: str) -> None:
        page = "<p class=x id=i>shown</p>"
        assert texts(html(page, head=f"<style>{selector} {{display: none}}</style>")) == ["shown"]


class TestPages:
    @pytest.mark.parametrize("crop", [None, (0, 0, 5000, 5000)])
    def test_a_page_that_is_absurdly_large_is_cut(
        self, crop: tuple[float, ...] | None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pincite.parsers.pdf.reader.pagebox.PAGE_UNITS", 1000)
        words = "".join(f"BT /F1 12 Tf {x} 400 Td ({word}) Tj ET " for x, word in ((72, "near"), (3000, "far")))
        data = raw_pdf(words, media=(0, 0, 5000, 5000), crop=crop)
        doc = pincite.parse_document(data, include_hidden=True).document
        assert (doc.pages[0].width, doc.pages[0].height) == (1000, 1000)
        assert doc.text == "near"
        assert [(h.text, h.why) for h in doc.hidden] == [("far", "off_page")]

    @pytest.mark.parametrize(
        ("side", "cut"),
        [((0, 600), (0, 600)), ((0, 5000), (0, 1000)), ((-5000, 5000), (-500, 500)), ((-5000, -10), (-1010, -10)),
         ((-200, 5000), (-200, 800)), ((3000, 9000), (3000, 4000))],
    )  # fmt: skip
    def test_the_part_that_stays_is_around_the_origin(
        self, side: tuple[float, float], cut: tuple[float, float], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pincite.parsers.pdf.reader.pagebox.PAGE_UNITS", 1000)
        assert within(*side) == cut
