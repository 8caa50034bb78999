"""What tags do to the words of a page: other texts for glyphs, and ids of marked content inside form XObjects."""

from __future__ import annotations

import pytest
from pikepdf import Pdf

from pincite.parsers.pdf.engine import parse_pdf
from pincite.parsers.pdf.reader.pdfium import read_layout
from tests.rawpdfs import String, Tagger, add_form, raw_pdf

HEAD = "BT /F1 12 Tf 72 700 Td "


def text(data: bytes) -> str:
    return parse_pdf(data, doc_id="d", name="d.pdf").text


def roles(data: bytes) -> dict[str, str]:
    """The role of the tag that each word belongs to."""
    page = read_layout(data).pages[0]
    return {w.text: page.tags[page.mcids[w.mcid]].role if w.mcid in page.mcids else "" for w in page.words}


class TestTextInTheContent:
    """A property list beside the text says what it means."""

    @pytest.mark.parametrize("meaning", ["(fi)", "<FEFF00660069>"])
    def test_a_glyph_for_two_letters(self, meaning: str) -> None:
        content = f"{HEAD}(of) Tj /Span <</ActualText {meaning}>> BDC (X) Tj EMC (ce work) Tj ET"
        assert text(raw_pdf(content)) == "office work"

    def test_the_hyphen_of_a_divided_word(self) -> None:
        soft = "/Span <</ActualText <FEFF00AD>>> BDC (-) Tj EMC"
        assert text(raw_pdf(f"{HEAD}(The docu) Tj {soft} 0 -14 Td (ment is here) Tj ET")) == "The document is here"

    def test_a_large_initial_with_its_word(self) -> None:
        content = (
            "BT /F1 40 Tf 72 680 Td /Span <</ActualText (Once)>> BDC (O) Tj /F1 12 Tf (nce) Tj EMC ( upon a time) Tj ET"
        )
        assert text(raw_pdf(content)) == "Once upon a time"


class TestTextInTheTree:
    """An element of the tag tree says what its content means."""

    def pdf(self, content: str, meaning: str) -> bytes:
        """One paragraph of three contents, the second with another text."""

        def change(pdf: Pdf) -> None:
            tagger = Tagger(pdf)
            paragraph = tagger.element("P", 0)
            tagger.element("Span", 1, parent=paragraph, ActualText=String(meaning))
            tagger.element("Span", 2, parent=paragraph)
            tagger.finish()

        return raw_pdf(content, change=change)

    def test_a_glyph_for_two_letters(self) -> None:
        content = (
            f"{HEAD} /P <</MCID 0>> BDC (of) Tj EMC /Span <</MCID 1>> BDC (X) Tj EMC "
            "/Span <</MCID 2>> BDC (ce work) Tj EMC ET"
        )
        assert text(self.pdf(content, "fi")) == "office work"

    def test_a_hyphen_that_may_go(self) -> None:
        content = (
            f"{HEAD} /P <</MCID 0>> BDC (The docu) Tj EMC /Span <</MCID 1>> BDC (-) Tj EMC "
            "0 -14 Td /Span <</MCID 2>> BDC (ment is here) Tj EMC ET"
        )
        assert text(self.pdf(content, "\u00ad")) == "The document is here"

    @pytest.mark.parametrize(("seen", "said"), [("1", "9"), ("never", "ever"), ("X", "a text that nobody sees")])
    def test_what_is_seen_counts(self, seen: str, said: str) -> None:
        content = (
            f"{HEAD} /P <</MCID 0>> BDC (It is ) Tj EMC /Span <</MCID 1>> BDC ({seen}) Tj EMC "
            "/Span <</MCID 2>> BDC ( of them) Tj EMC ET"
        )
        assert text(self.pdf(content, said)) == f"It is {seen} of them"


class TestForms:
    """Ids of marked content begin anew in each form XObject."""

    FORM = "/P <</MCID 0>> BDC BT /F1 12 Tf 72 {y} Td ({text}) Tj ET EMC"
    PAGE = f"/H1 <</MCID 0>> BDC {HEAD} (Title) Tj ET EMC /P <</MCID 1>> BDC BT /F1 12 Tf 72 600 Td (Text) Tj ET EMC "

    def test_words_of_a_form_do_not_belong_to_the_tags_of_the_page(self) -> None:
        def change(pdf: Pdf) -> None:
            tagger = Tagger(pdf)
            tagger.element("H1", 0)
            tagger.element("P", 1)
            tagger.finish()
            add_form(pdf, self.FORM.format(y=500, text="Inner"))

        for content in (f"{self.PAGE} /Fm Do", f"/Fm Do {self.PAGE}"):
            assert roles(raw_pdf(content, change=change)) == {"Title": "H1", "Text": "P", "Inner": ""}

    def test_a_form_within_a_form(self) -> None:
        def change(pdf: Pdf) -> None:
            tagger = Tagger(pdf)
            tagger.element("H1", 0)
            tagger.finish()
            add_form(pdf, self.FORM.format(y=500, text="Deep"), "/In")
            add_form(pdf, self.FORM.format(y=550, text="Outer") + " /In Do")
            pdf.pages[0].obj.Resources.XObject["/Fm"].Resources.XObject["/In"] = pdf.pages[0].obj.Resources.XObject[
                "/In"
            ]

        content = f"/H1 <</MCID 0>> BDC {HEAD} (Title) Tj ET EMC /Fm Do"
        assert roles(raw_pdf(content, change=change)) == {"Title": "H1", "Outer": "", "Deep": ""}

    def test_a_page_that_is_one_form(self) -> None:
        def change(pdf: Pdf) -> None:
            tagger = Tagger(pdf)
            tagger.element("H1", 0)
            tagger.finish()
            add_form(pdf, self.FORM.format(y=500, text="Inner"))

        assert roles(raw_pdf("/Fm Do", change=change)) == {"Inner": "H1"}
