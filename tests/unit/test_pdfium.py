"""The reader, on files made here: what a careful person sees on the page is what must come out."""

from __future__ import annotations

import struct
import threading
from pathlib import Path

import pypdfium2.raw as raw
import pytest
from pikepdf import Pdf as PikePdf

from pincite.errors import ParseError, SourceError
from pincite.parsers.pdf.layout import Flag, Layout, PageLayout, Style, Word
from pincite.parsers.pdf.reader.loading import error_of
from pincite.parsers.pdf.reader.pdfium import PdfFile, read_layout
from pincite.parsers.pdf.reader.styles import StyleTable
from tests.pdfs import Pdf
from tests.rawpdfs import Array, Dictionary, Name, Stream, String, Tagger, add_annotation, add_form, add_image, raw_pdf


def page_of(data: bytes) -> PageLayout:
    return read_layout(data).pages[0]


def texts(words: list[Word]) -> list[str]:
    return [word.text for word in words]


def word(data: bytes | PageLayout, text: str) -> Word:
    page = data if isinstance(data, PageLayout) else page_of(data)
    return next(w for w in page.words if w.text == text)


def style(layout: Layout, text: str) -> Style:
    return next(layout.styles[w.style] for page in layout.pages for w in page.words if w.text == text)


def warned(layout: Layout) -> list[tuple[str, int | None]]:
    return [(w.code, w.page) for w in layout.warnings]


def line(text: str, y: float = 700, *, x: float = 72, size: float = 12, font: str = "F1", before: str = "") -> str:
    return f"q {before} BT /{font} {size} Tf {x} {y} Td ({text}) Tj ET Q\n"


class TestWords:
    def test_words_stand_where_they_are_printed(self) -> None:
        found = word(Pdf().page().text(72, 100, "Some words", size=10).bytes(), "words")
        assert found.x0 == pytest.approx(72 + 28.9, abs=0.1)
        assert found.x1 == pytest.approx(72 + 28.9 + 26.67, abs=0.1)
        assert found.y0 < 93
        assert 100 < found.y1 < 104
        assert (found.angle, found.flags, found.mcid) == (0, 0, -1)

    @pytest.mark.parametrize(
        ("rotate", "box"),
        [(90, (697.3, 72, 711.3, 95.3)), (180, (516.7, 697.3, 540, 711.3)), (270, (80.7, 516.7, 94.7, 540))],
    )
    def test_rotation_of_the_page_is_applied(self, rotate: int, box: tuple[float, ...]) -> None:
        page = page_of(raw_pdf(line("Text", size=12), rotate=rotate))
        found = word(page, "Text")
        assert (page.width, page.height) == ((612, 792) if rotate == 180 else (792, 612))
        assert page.rotation == rotate
        assert found[1:5] == pytest.approx(box, abs=0.1)
        assert found.angle == rotate

    def test_only_the_crop_box_is_the_page(self) -> None:
        page = page_of(raw_pdf(line("Text", y=700), crop=(50, 100, 550, 750)))
        found = word(page, "Text")
        assert (page.width, page.height) == (500, 650)
        assert found.x0 == pytest.approx(22, abs=0.5)
        assert found.y0 < 750 - 700 < found.y1

    @pytest.mark.parametrize(("angle", "expected"), [(90, 270), (-90, 90), (180, 180), (5, 0)])
    def test_direction_of_reading(self, angle: int, expected: int) -> None:
        assert word(Pdf().page().text(300, 300, "Sideways", angle=angle).bytes(), "Sideways").angle == expected

    def test_upright_text_on_a_rotated_page_reads_as_displayed(self) -> None:
        data = Pdf().page(rotate=90).text(300, 300, "Upright", angle=90).bytes()
        assert word(data, "Upright").angle == 0

    def test_size_is_the_printed_one(self) -> None:
        layout = read_layout(
            raw_pdf("q .5 0 0 .5 0 0 cm BT /F1 1 Tf 16 0 0 16 100 900 Tm (Half) Tj ET Q " + line("Whole"))
        )
        assert style(layout, "Half").size == 8.0
        assert style(layout, "Whole").size == 12.0

    def test_looks_come_from_the_fonts(self) -> None:
        layout = read_layout(
            Pdf().page().text(72, 72, "plain").text(72, 90, "heavy", bold=True).text(72, 110, "lean", italic=True)
            .text(72, 130, "code", font="Courier").text(72, 150, "red", color="#ff0000").bytes()
        )  # fmt: skip
        assert style(layout, "plain") == Style("Helvetica", 10.0, False, False, False, 0)
        assert style(layout, "heavy").bold
        assert style(layout, "lean").italic
        assert style(layout, "code").mono
        assert style(layout, "red").color == 0xFF0000

    def test_a_raised_mark_is_a_word_of_its_own_that_clings_to_the_number(self) -> None:
        content = "BT /F1 12 Tf 72 700 Td (4,512) Tj /F1 7 Tf 5 Ts (1) Tj 0 Ts /F1 12 Tf ( tonnes) Tj ET"
        words = page_of(raw_pdf(content)).words
        assert [(w.text, bool(w.flags & Flag.GLUED)) for w in words] == [
            ("4,512", False),
            ("1", True),
            ("tonnes", False),
        ]
        assert words[1].y1 < words[0].y1

    def test_a_lowered_mark_inside_a_word(self) -> None:
        content = "BT /F1 12 Tf 72 700 Td (CO) Tj /F1 7 Tf -3 Ts (2) Tj 0 Ts /F1 12 Tf (e) Tj ET"
        assert texts(page_of(raw_pdf(content)).words) == ["CO", "2", "e"]

    def test_a_bold_lead_without_a_space(self) -> None:
        words = page_of(raw_pdf("BT /F2 10 Tf 72 700 Td (Scope.) Tj /F1 10 Tf (This) Tj ( part) Tj ET")).words
        assert [(w.text, w.flags) for w in words] == [("Scope.", 0), ("This", Flag.GLUED), ("part", 0)]

    def test_one_object_for_each_character_gives_whole_words(self) -> None:
        at, content = 72.0, ""
        for char, width in zip("1,234", (5.56, 2.78, 5.56, 5.56, 5.56), strict=True):
            content += line(char, x=at, size=10)
            at += width
        assert texts(page_of(raw_pdf(content)).words) == ["1,234"]

    def test_a_word_divided_at_the_end_of_a_line(self) -> None:
        data = Pdf().page().lines(72, 100, ["They asked for more infor-", "mation on the offers."]).bytes()
        words = page_of(data).words
        assert [(w.text, bool(w.flags & Flag.HYPHEN)) for w in words][4:6] == [("infor-", True), ("mation", False)]
        assert not words[5].flags & Flag.GLUED
        assert words[5].y0 > words[4].y1 - 3

    def test_a_hyphen_inside_a_line_is_an_ordinary_one(self) -> None:
        words = page_of(Pdf().page().text(72, 100, "a price-determining factor").bytes()).words
        assert [(w.text, w.flags) for w in words] == [("a", 0), ("price-determining", 0), ("factor", 0)]

    def test_slanted_text_is_not_cut(self) -> None:
        assert texts(page_of(Pdf().page().text(100, 300, "CONFIDENTIAL", size=40, angle=45).bytes()).words) == [
            "CONFIDENTIAL"
        ]

    def test_characters_without_unicode_are_marked(self) -> None:
        def change(pdf: PikePdf) -> None:
            names = Dictionary(Type=Name.Encoding, Differences=Array([65, Name("/g1"), Name("/g2")]))
            shape = Stream(pdf, b"600 0 0 0 500 700 d1 0 0 500 700 re f")
            pdf.pages[0].obj.Resources.Font["/Own"] = Dictionary(
                Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1000, 1000]), Encoding=names, FirstChar=65,
                FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), LastChar=66, Widths=Array([600, 600]),
                CharProcs=Dictionary(g1=shape, g2=shape),
            )  # fmt: skip

        words = page_of(raw_pdf(line("AB", font="Own") + line("AB go", y=600), change=change)).words
        assert [(w.text, w.flags) for w in words] == [("\ufffd\ufffd", Flag.GARBLED), ("AB", 0), ("go", 0)]

    def test_an_empty_page(self) -> None:
        page = page_of(raw_pdf(""))
        assert (page.words, page.hidden, page.rules, page.width) == ([], [], [], 612)


class TestTwice:
    def test_the_second_copy_is_dropped_and_the_first_is_bold(self) -> None:
        layout = read_layout(raw_pdf(line("still 1,100") + line("still 1,100", x=72.3) + line("plain", y=650)))
        assert texts(layout.pages[0].words) == ["still", "1,100", "plain"]
        assert style(layout, "still").bold
        assert not style(layout, "plain").bold

    def test_copies_that_are_drawn_later(self) -> None:
        first = line("Heading") + line("Body text", y=600)
        layout = read_layout(raw_pdf(first + line("more", y=580) + line("Heading", x=72.4)))
        assert sorted(texts(layout.pages[0].words)) == ["Body", "Heading", "more", "text"]
        assert style(layout, "Heading").bold

    def test_an_exact_copy_is_not_bold(self) -> None:
        layout = read_layout(raw_pdf(line("Heading") + line("Body", y=600) + line("Heading")))
        assert sorted(texts(layout.pages[0].words)) == ["Body", "Heading"]
        assert not style(layout, "Heading").bold

    def test_repeated_words_of_a_text_stay(self) -> None:
        assert texts(page_of(Pdf().page().text(72, 72, "that that 11 11").bytes()).words) == [
            "that",
            "that",
            "11",
            "11",
        ]

    def test_filled_and_stroked_letters_imitate_bold(self) -> None:
        layout = read_layout(raw_pdf(line("fat", before="2 Tr 0.4 w") + line("thin", y=600)))
        assert (style(layout, "fat").bold, style(layout, "thin").bold) == (True, False)


class TestHidden:
    def hidden(self, content: str) -> Layout:
        return read_layout(raw_pdf(line("Seen", y=760) + line("also seen", y=740) + content))

    @pytest.mark.parametrize(
        "content",
        [
            line("secret", before="3 Tr"),
            line("secret", before="1 1 1 rg"),
            line("secret", before="/Clear gs"),
            line("secret", size=0.8),
            line("secret") + "1 1 1 rg 60 690 200 30 re f",
            "0 0 0.5 rg 60 690 200 30 re f " + line("secret", before="0 0 0.5 rg"),
        ],
        ids=["invisible mode", "white on white", "transparent", "too small", "painted over", "colour of its ground"],
    )
    def test_text_that_nobody_sees(self, content: str) -> None:
        layout = self.hidden(content)
        assert texts(layout.pages[0].words) == ["Seen", "also", "seen"]
        assert texts(layout.pages[0].hidden) == ["secret"]
        assert layout.pages[0].hidden[0].flags & Flag.HIDDEN
        assert warned(layout) == [("hidden_text", 1)]

    def test_text_beside_the_page_is_hidden_without_a_word(self) -> None:
        layout = self.hidden(line("slug", y=-40))
        assert texts(layout.pages[0].hidden) == ["slug"]
        assert warned(layout) == []

    def test_white_text_on_a_dark_ground_is_seen(self) -> None:
        layout = self.hidden("0 0 0 rg 60 690 200 30 re f " + line("Title", before="1 1 1 rg"))
        assert "Title" in texts(layout.pages[0].words)
        assert warned(layout) == []

    def test_white_text_on_a_picture_is_seen(self) -> None:
        content = line("Photo", before="1 1 1 rg")
        data = raw_pdf("q 200 0 0 60 60 680 cm /Im Do Q " + content, change=add_image)
        assert texts(page_of(data).words) == ["Photo"]

    def test_text_before_a_transparent_highlight_is_seen(self) -> None:
        layout = self.hidden(line("marked") + "/Half gs 1 1 0 rg 60 690 200 30 re f")
        assert "marked" in texts(layout.pages[0].words)

    def test_the_text_layer_of_a_scan_is_the_text_of_the_page(self) -> None:
        data = raw_pdf("q 612 0 0 792 0 0 cm /Im Do Q " + line("Scanned words", before="3 Tr"), change=add_image)
        layout = read_layout(data)
        assert texts(layout.pages[0].words) == ["Scanned", "words"]
        assert warned(layout) == [("scanned_page", 1)]

    def test_a_stamp_on_a_scan_does_not_make_its_layer_hidden(self) -> None:
        scan = "q 612 0 0 792 0 0 cm /Im Do Q " + line("Many scanned words of a letter", before="3 Tr")
        layout = read_layout(raw_pdf(scan + line("Filed", y=760), change=add_image))
        assert "scanned" in texts(layout.pages[0].words)
        assert "Filed" in texts(layout.pages[0].words)

    def test_letters_drawn_as_outlines_under_their_text(self) -> None:
        ink = " ".join(f"{72 + 6 * i} 698 3 10 re" for i in range(12))
        layout = read_layout(raw_pdf(f"{ink} f " + line("outlined text", before="3 Tr")))
        assert texts(layout.pages[0].words) == ["outlined", "text"]
        assert warned(layout) == []


class TestDrawings:
    def test_lines_thin_boxes_and_frames_are_rules(self) -> None:
        page = page_of(
            Pdf().page().rule(72, 100, 272, 100, width=1).box(72, 120, 272, 120.8, fill="black", stroke=False)
            .box(72, 200, 172, 260).bytes()
        )  # fmt: skip
        assert [(r.x0, r.y0, r.x1, r.y1) for r in page.rules[:2]] == [(72, 100, 272, 100), (72, 120.4, 272, 120.4)]
        assert page.rules[0].width == pytest.approx(1, abs=0.05)
        frame = {(r.x0, r.y0, r.x1, r.y1) for r in page.rules[2:]}
        assert frame == {(72, 200, 172, 200), (72, 260, 172, 260), (72, 200, 72, 260), (172, 200, 172, 260)}

    def test_filled_boxes_keep_their_colour(self) -> None:
        page = page_of(Pdf().page().box(72, 100, 272, 130, fill="#ddeeff", stroke=False).bytes())
        assert [(tuple(f.box), f.color) for f in page.fills] == [((72, 100, 272, 130), 0xDDEEFF)]
        assert page.rules == []

    def test_white_on_white_paper_is_nothing(self) -> None:
        page = page_of(raw_pdf("1 1 1 rg 72 600 200 30 re f 1 1 1 RG 72 500 m 272 500 l S"))
        assert (page.fills, page.rules) == ([], [])

    def test_white_lines_on_a_dark_ground_are_rules(self) -> None:
        page = page_of(raw_pdf("0 0 .4 rg 72 600 200 30 re f 1 1 1 RG 172 600 m 172 630 l S"))
        assert len(page.fills) == 1
        assert [(r.x0, r.y0, r.y1) for r in page.rules] == [(172, 162, 192)]

    def test_drawings_of_form_xobjects_are_placed(self) -> None:
        def change(pdf: PikePdf) -> None:
            add_form(pdf, "0 0 m 10 0 l S q 2 0 0 2 0 5 cm /In Do Q")
            add_form(pdf, "0 0 m 20 0 l S", "/In")
            pdf.pages[0].obj.Resources.XObject["/Fm"].Resources.XObject["/In"] = pdf.pages[0].obj.Resources.XObject[
                "/In"
            ]

        page = page_of(raw_pdf("q 3 0 0 3 100 600 cm /Fm Do Q", change=change))
        assert [(r.x0, r.y0, r.x1, r.width) for r in page.rules] == [(100, 192, 130, 3), (100, 177, 220, 6)]

    def test_rotated_pages(self) -> None:
        page = page_of(Pdf().page(rotate=90).rule(72, 100, 272, 100).bytes())
        assert [(r.x0, r.y0, r.x1, r.y1) for r in page.rules] == [(692, 72, 692, 272)]

    def test_pictures(self) -> None:
        page = page_of(raw_pdf("q 100 0 0 50 72 600 cm /Im Do Q", change=add_image))
        assert [tuple(box) for box in page.images] == [(72, 142, 172, 192)]

    def test_curves_are_not_rules(self) -> None:
        curve = "100 100 m " + " ".join(f"{100 + 9 * i} 300 {105 + 9 * i} 100 {110 + 9 * i} 200 c" for i in range(30))
        assert page_of(raw_pdf(curve + " S")).rules == []


class TestLinksAndOutline:
    def test_addresses_and_pages(self) -> None:
        def change(pdf: PikePdf) -> None:
            uri = Dictionary(S=Name.URI, URI=String("https://example.org/a?b=1"))
            add_annotation(pdf, "Link", (72, 690, 172, 710), A=uri)
            add_annotation(pdf, "Link", (72, 590, 172, 610), Dest=Array([pdf.pages[1].obj, Name.Fit]))
            add_annotation(pdf, "Link", (72, 490, 172, 510), A=Dictionary(S=Name.JavaScript, JS=String("1")))

        links = page_of(raw_pdf("", "", change=change)).links
        assert [(tuple(a.box), a.uri, a.page) for a in links] == [
            ((72, 82, 172, 102), "https://example.org/a?b=1", None),
            ((72, 182, 172, 202), None, 2),
        ]

    def test_a_link_over_two_lines_has_two_areas(self) -> None:
        quads = Array([400, 710, 500, 710, 400, 700, 500, 700, 72, 698, 150, 698, 72, 688, 150, 688])

        def change(pdf: PikePdf) -> None:
            uri = Dictionary(S=Name.URI, URI=String("https://example.org"))
            add_annotation(pdf, "Link", (72, 688, 500, 710), A=uri, QuadPoints=quads)

        boxes = [tuple(area.box) for area in page_of(raw_pdf("", change=change)).links]
        assert boxes == [(400, 82, 500, 92), (72, 94, 150, 104)]

    def test_bookmarks_are_a_tree_with_places(self) -> None:
        pdf = (
            Pdf()
            .page()
            .text(72, 90, "1")
            .bookmark("1 Scope", y=100)
            .bookmark("1.1 Who", level=2, y=300)
            .page()
            .text(72, 90, "2")
            .bookmark("2 Pay", y=72)
        )
        assert [tuple(mark) for mark in read_layout(pdf.bytes()).bookmarks] == [
            (1, "1 Scope", 1, 100.0),
            (2, "1.1 Who", 1, 300.0),
            (1, "2 Pay", 2, 72.0),
        ]

    def test_a_loop_of_bookmarks_ends(self) -> None:
        def change(pdf: PikePdf) -> None:
            a = pdf.make_indirect(Dictionary(Title=String("A\n  one")))
            b = pdf.make_indirect(Dictionary(Title=String("B"), Prev=a, Next=a, First=a, Last=a, Count=1))
            a.Next = b
            pdf.Root.Outlines = pdf.make_indirect(Dictionary(Type=Name.Outlines, First=a, Last=b, Count=2))

        marks = read_layout(raw_pdf("", change=change)).bookmarks
        assert [(mark.title, mark.page) for mark in marks] == [("A one", None), ("B", None)]

    def test_labels_as_declared(self) -> None:
        pdf = Pdf()
        for _ in range(4):
            pdf.page().text(72, 72, "Text")
        pdf.label(1, None, "Cover").label(2, "r", start=2).label(3, "D", "A-")
        assert [page.declared_label for page in read_layout(pdf.bytes()).pages] == ["Cover", "ii", "A-1", "A-2"]

    def test_no_labels_where_none_are_declared(self) -> None:
        with PdfFile(raw_pdf("", "")) as pdf:
            assert pdf.declared_labels() == [None, None]


class TestAnnotationsOnThePage:
    def file(self) -> bytes:
        def change(pdf: PikePdf) -> None:
            show = "BT /F1 10 Tf 2 5 Td (Okonkwo) Tj ET"
            field = add_annotation(
                pdf, "Widget", (150, 695, 250, 715), FT=Name.Tx, T=String("n"), V=String("Okonkwo"), show=show
            )
            pdf.Root.AcroForm = Dictionary(Fields=Array([field]))
            add_annotation(
                pdf, "FreeText", (72, 600, 300, 620), Contents=String("Gate moved"), DA=String("/F1 10 Tf"),
                show="BT /F1 10 Tf 2 5 Td (Gate moved) Tj ET",
            )  # fmt: skip
            add_annotation(
                pdf, "Link", (72, 500, 100, 520), A=Dictionary(S=Name.URI, URI=String("https://example.org"))
            )

        return raw_pdf(line("Surname:"), change=change)

    def test_fields_and_text_boxes_are_text_of_the_page(self) -> None:
        page = page_of(self.file())
        assert texts(page.words) == ["Surname:", "Okonkwo", "Gate", "moved"]
        assert word(page, "Okonkwo").x0 == pytest.approx(152, abs=1)
        assert abs(word(page, "Okonkwo").y1 - word(page, "Surname:").y1) < 6

    def test_reading_a_page_again_gives_the_same(self) -> None:
        with PdfFile(self.file()) as pdf:
            first, again = pdf.read_page(0, StyleTable()), pdf.read_page(0, StyleTable())
        assert (first.words, first.links) == (again.words, again.links)
        assert [area.uri for area in again.links] == ["https://example.org"]


class TestTags:
    CONTENT = (
        "/H1 <</MCID 0>> BDC BT /F1 14 Tf 72 740 Td (Scope) Tj ET EMC "
        "/P <</MCID 1>> BDC BT /F1 10 Tf 72 700 Td (Alpha) Tj ET EMC "
        "/Span <</MCID 2>> BDC BT /F1 10 Tf 94.1 700 Td (betical) Tj ET EMC "
        "/TD <</MCID 3>> BDC BT /F1 10 Tf 72 600 Td (12) Tj ET EMC "
        "/TD <</MCID 4>> BDC BT /F1 10 Tf 83.2 600 Td (34) Tj ET EMC "
        "/Artifact BMC BT /F1 8 Tf 300 30 Td (7) Tj ET EMC "
    )

    def layout(self) -> Layout:
        def change(pdf: PikePdf) -> None:
            tagger = Tagger(pdf, role_map={"Title1": "H1"})
            top = tagger.element("Document")
            tagger.element("Title1", 0, parent=top)
            text = tagger.element("P", 1, parent=top)
            tagger.element("Span", 2, parent=text, ActualText=String("betical"))
            row = tagger.element("TR", parent=tagger.element("Table", parent=top))
            tagger.element("TD", 3, parent=row, A=Dictionary(O=Name.Table, RowSpan=2, ColSpan=3))
            tagger.element("TH", 4, parent=row)
            tagger.element("Figure", parent=top, Alt=String("A ship"))
            tagger.finish()
            pdf.Root.Lang = String("en-GB")

        return read_layout(raw_pdf(self.CONTENT, change=change))

    def test_the_tree_comes_in_document_order(self) -> None:
        layout = self.layout()
        tags = layout.pages[0].tags
        assert layout.tagged
        assert [(t.role, t.parent) for t in tags][:7] == [
            ("Document", -1), ("H1", 0), ("P", 0), ("Span", 2), ("Table", 0), ("TR", 4), ("TD", 5),
        ]  # fmt: skip
        assert tags[3].actual_text == "betical"
        assert (tags[6].rowspan, tags[6].colspan, tags[7].role, tags[7].colspan) == (2, 3, "TH", 1)

    def test_words_know_their_element(self) -> None:
        page = self.layout().pages[0]
        roles = {w.text: page.tags[page.mcids[w.mcid]].role for w in page.words if w.mcid >= 0}
        assert roles["Scope"] == "H1"
        assert roles["12"] == "TD"
        assert word(page, "7").mcid == -1

    def test_cells_are_told_apart_and_pieces_of_text_are_not(self) -> None:
        page = self.layout().pages[0]
        assert texts(page.words) == ["Scope", "Alphabetical", "12", "34", "7"]
        assert word(page, "34").flags & Flag.GLUED

    def test_untagged_files_have_none(self) -> None:
        layout = read_layout(raw_pdf(line("Text")))
        assert (layout.tagged, layout.pages[0].tags, layout.pages[0].mcids) == (False, [], {})

    def test_marked_content_inside_a_form(self) -> None:
        def change(pdf: PikePdf) -> None:
            add_form(pdf, "/P <</MCID 0>> BDC BT /F1 10 Tf 72 500 Td (Inner) Tj ET EMC")
            tagger = Tagger(pdf)
            tagger.element("P", 0)
            tagger.finish()

        assert word(raw_pdf("/Fm Do", change=change), "Inner").mcid == 0


class TestMetadata:
    def test_what_the_file_says(self) -> None:
        def change(pdf: PikePdf) -> None:
            pdf.docinfo["/Title"] = "Annual report"
            pdf.docinfo["/Author"] = "Zoë Müller"
            pdf.docinfo["/CreationDate"] = "D:20240131120000+01'00'"
            pdf.Root.Lang = String("de-DE")

        meta = read_layout(raw_pdf("", change=change)).metadata
        assert (meta.title, meta.author, meta.language) == ("Annual report", "Zoë Müller", "de-DE")
        assert meta.created == "2024-01-31T12:00:00+01:00"
        assert (meta.subject, meta.modified) == (None, None)


class TestErrors:
    def code(self, source: bytes | Path, password: str | None = None) -> str:
        with pytest.raises((ParseError, SourceError)) as caught:
            PdfFile(source, password)
        assert caught.value.hint
        return caught.value.code

    def test_passwords(self) -> None:
        data = Pdf().page().text(72, 72, "Secret").bytes(password="pass wörd")
        assert self.code(data) == "password_required"
        assert self.code(data, "wrong") == "wrong_password"
        assert texts(read_layout(data, "pass wörd").pages[0].words) == ["Secret"]

    @pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"<html>no</html>", bytes(range(256)) * 8])
    def test_what_is_no_pdf(self, data: bytes) -> None:
        assert self.code(data) == "corrupt"

    def test_a_file_that_cannot_be_read(self, tmp_path: Path) -> None:
        assert self.code(tmp_path / "gone.pdf") == "unreadable"

    def test_every_error_of_pdfium_has_one_of_ours(self) -> None:
        codes = {name: getattr(raw, name) for name in dir(raw) if name.startswith("FPDF_ERR_")}
        ours = {
            name: error_of(code, has_password=False).code for name, code in codes.items() if name != "FPDF_ERR_SUCCESS"
        }
        assert ours == {
            "FPDF_ERR_UNKNOWN": "corrupt",
            "FPDF_ERR_FILE": "corrupt",
            "FPDF_ERR_FORMAT": "corrupt",
            "FPDF_ERR_PASSWORD": "password_required",
            "FPDF_ERR_SECURITY": "unsupported_encryption",
            "FPDF_ERR_PAGE": "corrupt",
        }

    def test_a_damaged_page_is_empty_and_warned_of(self) -> None:
        def change(pdf: PikePdf) -> None:
            pdf.Root.Pages.Kids[1] = pdf.make_indirect(Dictionary(Type=Name.Catalog))

        layout = read_layout(raw_pdf(line("One"), "", line("Three"), change=change))
        assert [texts(page.words) for page in layout.pages] == [["One"], [], ["Three"]]
        assert warned(layout) == [("page_unreadable", 2)]

    @pytest.mark.parametrize("lost", ["the table of objects", "the root too"])
    def test_a_file_without_its_end_is_read_as_far_as_it_goes(self, lost: str) -> None:
        data = raw_pdf(*(line(f"Sheet {n}") for n in range(1, 6)), plain=True)
        cut = data[: data.rindex(b"xref", 0, data.rindex(b"startxref"))]
        if lost == "the root too":
            cut = cut.replace(b"/Type /Catalog", b"/Type /Cut    ")
        layout = read_layout(cut)
        assert [texts(page.words) for page in layout.pages] == [["Sheet", str(n)] for n in range(1, 6)]
        assert warned(layout) == [("partial", None)]

    def test_half_a_download(self) -> None:
        data = raw_pdf(*(line(f"Sheet {n}") for n in range(1, 6)), plain=True)
        layout = read_layout(data[: data.index(b"(Sheet 3") + 7])
        assert texts(layout.pages[0].words) == ["Sheet", "1"]
        assert texts(layout.pages[1].words) == ["Sheet", "2"]
        assert warned(layout)[0] == ("partial", None)

    def test_closing_twice(self) -> None:
        pdf = PdfFile(raw_pdf(""))
        pdf.close()
        pdf.close()


class TestRanges:
    def test_a_range_of_pages_keeps_its_numbers_and_labels(self) -> None:
        pdf = Pdf()
        for n in range(6):
            pdf.page().text(72, 72, f"page{n + 1}")
        done: list[tuple[int, int]] = []
        layout = read_layout(pdf.label(1, "r").bytes(), first=2, last=5, progress=lambda a, b: done.append((a, b)))
        assert [(p.number, p.declared_label, p.words[0].text) for p in layout.pages] == [
            (3, "iii", "page3"), (4, "iv", "page4"), (5, "v", "page5"),
        ]  # fmt: skip
        assert done == [(1, 3), (2, 3), (3, 3)]

    def test_a_limit_of_pages_is_told(self) -> None:
        layout = read_layout(raw_pdf("", "", ""), max_pages=2)
        assert (len(layout.pages), warned(layout)) == (2, [("partial", None)])
        assert "first 2 of 3" in layout.warnings[0].message

    def test_a_limit_that_is_not_reached(self) -> None:
        assert read_layout(raw_pdf("", ""), max_pages=2).warnings == []


def test_rendering_gives_a_png_of_the_displayed_page() -> None:
    with PdfFile(Pdf(200, 100).page(rotate=90).text(20, 20, "Ink").bytes()) as pdf:
        png = pdf.render(0, 2.0)
        with pytest.raises(ParseError):
            pdf.render(7, 1.0)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (200, 400)


def test_an_enormous_page_is_rendered_small() -> None:
    with PdfFile(raw_pdf(line("Big"), media=(0, 0, 14400, 14400))) as pdf:
        assert pdf.read_page(0, StyleTable()).width == 14400
        width, height = struct.unpack(">II", pdf.render(0, 2.0)[16:24])
    assert 1000 < width == height <= 4000


def test_threads_take_turns() -> None:
    data = Pdf().page().paragraph(72, 72, 400, "Several words of a paragraph. " * 40).page().text(72, 72, "End").bytes()
    results: list[list[str]] = []

    def read() -> None:
        for _ in range(5):
            results.append([w.text for page in read_layout(data).pages for w in page.words])

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 20
    assert all(result == results[0] for result in results)
    assert len(results[0]) == 201
