"""Presentations: what stands on slides, in the order in which a person reads it."""

from __future__ import annotations

import io
import random
import zipfile
from typing import Any

import pytest
from msoffcrypto.format.ooxml import OOXMLFile

from pincite.errors import ParseError, SourceError
from pincite.model import Document, Kind
from pincite.parsers.options import ParseOptions, ParseTask
from pincite.parsers.pptx.engine import parse_pptx
from tests.decks import Deck, body, box, group, holder, numbers, para, picture, run, title, transform
from tests.packages import OFFICE, word

H, P, L, N = Kind.HEADING, Kind.PARAGRAPH, Kind.LIST_ITEM, Kind.SPEAKER_NOTE


P_SPACE = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
C_SPACE = (
    'xmlns:c="http://schemas.microsoft.com/office/powerpoint/2018/8/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)


def said(text: str) -> str:
    return f"<c:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></c:txBody>"


def parsed(deck: Deck | bytes, **options: Any) -> Document:
    data = deck if isinstance(deck, bytes) else deck.bytes()
    return parse_pptx(ParseTask(data, "doc", "deck.pptx", options=ParseOptions(**options)))


def told(doc: Document) -> list[tuple[Kind, str]]:
    return [(b.kind, doc.text[b.start : b.end]) for b in doc.blocks]


def texts(doc: Document) -> list[str]:
    return [text for _, text in told(doc)]


def codes(doc: Document) -> list[tuple[str, int | None]]:
    return [(w.code, w.page) for w in doc.warnings]


class TestSlidesAndTitles:
    def test_slides_are_pages_and_titles_are_headings(self) -> None:
        doc = parsed(Deck().slide(title("Winter plan"), body("Salt")).slide(title("Summer plan"), body("Sand")))
        assert told(doc) == [(H, "Winter plan"), (L, "• Salt"), (H, "Summer plan"), (L, "• Sand")]
        assert [(p.number, p.label, p.width, p.height) for p in doc.pages] == [(1, "1", 720, 540), (2, "2", 720, 540)]
        assert [b.regions[0].page for b in doc.blocks] == [1, 1, 2, 2]
        assert doc.format == "pptx"

    def test_numbers_begin_where_the_deck_says(self) -> None:
        doc = parsed(Deck(first=10).slide(title("A")).slide(title("B")))
        assert [p.label for p in doc.pages] == ["10", "11"]

    def test_sections_stand_above_titles(self) -> None:
        deck = Deck(sections=(("Start", 1), ("End", 2))).slide(title("A")).slide(title("B")).slide(title("C"))
        doc = parsed(deck)
        assert [(b.level, doc.text[b.start : b.end]) for b in doc.blocks] == [
            (1, "Start"), (2, "A"), (1, "End"), (2, "B"), (2, "C"),
        ]  # fmt: skip

    def test_a_single_section_divides_nothing(self) -> None:
        assert texts(parsed(Deck(sections=(("Default Section", 1),)).slide(title("A")))) == ["A"]

    def test_a_title_comes_first_wherever_it_stands(self) -> None:
        low = holder("title", "The title", place=transform(40, 450, 600, 60))
        assert texts(parsed(Deck().slide(box(40, 30, 300, 40, "Above"), low))) == ["The title", "Above"]

    def test_a_title_of_two_lines_is_one_line(self) -> None:
        doc = parsed(Deck().slide(title(para("One", "<a:br/>", "two"), "three")))
        assert told(doc) == [(H, "One two three")]

    def test_without_a_title_the_largest_text_is_one_and_says_so(self) -> None:
        deck = Deck().slide(
            box(40, 400, 300, 40, para(run("Footnote", 9))),
            box(40, 40, 300, 40, para(run("Big words", 32))),
            box(40, 200, 300, 40, para(run("Body", 18))),
        )
        doc = parsed(deck)
        assert told(doc) == [(H, "Big words"), (P, "Body"), (P, "Footnote")]
        assert [w.message for w in doc.warnings] == ["Slides without a title go by their largest text: 1."]

    def test_a_size_may_come_from_the_styles(self) -> None:
        doc = parsed(Deck().slide(box(40, 40, 300, 40, para(run("Note", 20))), body("Large by its master")))
        assert told(doc)[0] == (H, "Large by its master")

    def test_a_title_may_go_on_but_not_for_long(self) -> None:
        lines = [para(run(line, 32)) for line in ("Big words", "on two lines", "or three", "or four")]
        doc = parsed(
            Deck().slide(box(40, 40, 300, 90, *lines[:2], para(run("Body", 18)))).slide(box(40, 40, 9, 9, *lines))
        )
        assert [text for kind, text in told(doc) if kind is H] == ["Big words on two lines", "Big words"]

    def test_figures_and_long_sentences_are_no_titles(self) -> None:
        long = "A sentence that goes on and on. " * 6
        doc = parsed(
            Deck().slide(box(40, 40, 300, 40, para(run("42 %", 60)), para(run(long, 40)), para(run("Growth", 20))))
        )
        assert told(doc)[0] == (H, "Growth")

    def test_a_slide_without_words_is_named_by_its_number(self) -> None:
        doc = parsed(Deck().slide(title("A")).slide(picture(10, 10, 50, 50, "A map of Oslo with its harbour")))
        assert told(doc)[1:] == [(H, "Slide 2"), (Kind.FIGURE, "A map of Oslo with its harbour")]
        assert parsed(Deck().slide(title("A")).slide()).blocks[-1].regions[0].page == 1

    def test_hidden_slides_are_marked(self) -> None:
        doc = parsed(Deck().slide(title("A")).slide(title("B"), hidden=True))
        assert codes(doc) == [("hidden_slide", 2)]
        assert "B" in doc.text

    def test_a_deck_without_slides(self) -> None:
        with pytest.raises(ParseError, match="holds no slides"):
            parsed(Deck())


class TestReadingOrder:
    def test_by_place_not_by_order_in_the_file(self) -> None:
        doc = parsed(
            Deck().slide(
                title("T"),
                box(40, 400, 600, 30, "Third"),
                box(40, 200, 600, 30, "First"),
                box(40, 300, 600, 30, "Second"),
            )
        )
        assert texts(doc) == ["T", "First", "Second", "Third"]

    def test_columns_with_a_heading_each(self) -> None:
        doc = parsed(
            Deck().slide(
                title("T"),
                box(40, 120, 300, 30, "Left"),
                box(380, 120, 300, 30, "Right"),
                box(40, 160, 300, 200, "a", "b", "c", "d", "e", "f"),
                box(380, 160, 300, 200, "g", "h", "i", "j", "k", "l"),
            )
        )
        assert "".join(texts(doc)) == "TLeftabcdefRightghijkl"

    def test_rows_of_like_boxes_are_read_row_by_row(self) -> None:
        cells = [box(40 + 200 * c, 120 + 60 * r, 120, 40, f"{r}{c}") for c in range(3) for r in range(3)]
        assert texts(parsed(Deck().slide(title("T"), *cells)))[1:] == [f"{r}{c}" for r in range(3) for c in range(3)]

    def test_a_large_empty_box_does_not_push_others_away(self) -> None:
        doc = parsed(Deck().slide(title("T"), box(40, 300, 200, 30, "Below"), body("Above")))
        assert texts(doc) == ["T", "• Above", "Below"]

    def test_what_lies_on_a_picture_is_read_after_it(self) -> None:
        doc = parsed(
            Deck().slide(
                title("T"),
                box(300, 200, 80, 30, "On it"),
                picture(40, 150, 600, 300, "The plant seen from the river"),
                box(40, 120, 300, 28, "Above it"),
            )
        )
        assert texts(doc) == ["T", "Above it", "The plant seen from the river", "On it"]

    def test_a_label_at_the_side_is_no_column(self) -> None:
        doc = parsed(
            Deck().slide(
                title("T"),
                box(0, 250, 100, 20, "Axis", turn=270),
                box(80, 130, 500, 40, "First", "of two lines"),
                picture(80, 160, 600, 300, "A chart of the sales since 2010"),
            )
        )
        assert texts(doc) == ["T", "First", "of two lines", "A chart of the sales since 2010", "Axis"]

    def test_groups_stay_together_in_their_own_coordinates(self) -> None:
        card = group(
            box(0, 0, 1000, 100, "Head"), box(0, 100, 1000, 400, "Text"),
            frame=(40, 150, 200, 200), inner=(0, 0, 1000, 500),
        )  # fmt: skip
        other = group(
            group(box(0, 0, 10, 1, "Second head"), frame=(0, 0, 500, 50), inner=(0, 0, 10, 1)),
            box(0, 100, 500, 400, "Second text"), frame=(300, 150, 200, 200), inner=(0, 0, 500, 500),
        )  # fmt: skip
        doc = parsed(Deck().slide(title("T"), other, card))
        assert texts(doc) == ["T", "Head", "Text", "Second head", "Second text"]
        head = doc.blocks[1].regions[0].bbox
        assert head is not None
        assert head == (40, 150, 240, 190)

    def test_right_to_left_slides_begin_at_the_right(self) -> None:
        left, right = para("يسار النص", rtl=True), para("يمين النص", rtl=True)
        doc = parsed(
            Deck().slide(box(40, 200, 200, 30, left), box(400, 200, 200, 30, right), title(para("ع", rtl=True)))
        )
        assert texts(doc)[1:] == ["يمين النص", "يسار النص"]

    def test_connectors_say_nothing(self) -> None:
        line = "<p:cxnSp><p:nvCxnSpPr><p:cNvPr id='9' name='Line' descr='An arrow'/></p:nvCxnSpPr></p:cxnSp>"
        assert texts(parsed(Deck().slide(title("T"), line))) == ["T"]


class TestPlaceholders:
    def test_the_place_comes_from_layout_and_master(self) -> None:
        doc = parsed(Deck().slide(body("Point"), title("T"), box(40, 480, 200, 20, "Last")))
        assert [b.regions[0].bbox for b in doc.blocks] == [(40, 20, 680, 100), (40, 130, 680, 450), (40, 480, 240, 500)]

    def test_bullets_come_from_the_master_unless_the_layout_has_none(self) -> None:
        doc = parsed(Deck().slide(title("T"), holder("subTitle", "Sub", idx=2), body("One", para("Two", level=1))))
        assert [(b.kind, b.level, doc.text[b.start : b.end]) for b in doc.blocks[1:]] == [
            (L, 1, "• One"), (L, 2, "– Two"), (P, None, "Sub"),
        ]  # fmt: skip

    def test_a_placeholder_that_the_layout_does_not_know(self) -> None:
        doc = parsed(Deck().slide(title("T"), holder("body", "Lost", idx=77)))
        assert texts(doc) == ["T", "• Lost"]

    def test_footers_dates_and_numbers_are_furniture(self) -> None:
        number = para('<a:fld type="slidenum"><a:t>‹#›</a:t></a:fld>')
        doc = parsed(
            Deck(first=5).slide(holder("sldNum", number, idx=11), holder("ftr", "ACME", idx=10), title("T"), body("x"))
        )
        assert told(doc) == [(H, "T"), (L, "• x"), (Kind.FOOTER, "ACME"), (Kind.PAGE_LABEL, "5")]

    def test_a_missing_layout(self) -> None:
        deck = Deck().slide(title("T"), body("x"))
        deck.parts["ppt/slideLayouts/slideLayout1.xml"] = "<broken"
        assert "T" in texts(parsed(deck))


class TestText:
    def test_numbers_as_powerpoint_prints_them(self) -> None:
        doc = parsed(
            Deck().slide(
                title("T"),
                body(
                    para("a", bullet=numbers()), para("b", bullet=numbers(), level=0),
                    para("inner", bullet=numbers("alphaLcParenR"), level=1),
                    para("inner", bullet=numbers("alphaLcParenR"), level=1),
                    para("c", bullet=numbers()), para("plain", bullet="<a:buNone/>"),
                    para("d", bullet=numbers()), para("e", bullet=numbers("romanUcPeriod", 4)),
                ),
            )
        )  # fmt: skip
        assert texts(doc)[1:] == ["1. a", "2. b", "a) inner", "b) inner", "3. c", "plain", "1. d", "IV. e"]

    def test_empty_paragraphs_do_not_count(self) -> None:
        doc = parsed(Deck().slide(title("T"), body(para("a", bullet=numbers()), para(), para("b", bullet=numbers()))))
        assert texts(doc)[1:] == ["1. a", "2. b"]

    def test_pictures_and_symbols_as_bullets(self) -> None:
        tick = '<a:buFont typeface="Wingdings"/><a:buChar char="ü"/>'
        doc = parsed(Deck().slide(title("T"), body(para("done", bullet=tick), para("p", bullet="<a:buBlip/>"))))
        assert texts(doc)[1:] == ["✓ done", "• p"]

    def test_breaks_fields_and_escapes(self) -> None:
        parts = para("one", "<a:br/>", "two_x000B_three", '<a:fld type="datetime1"><a:t>5 May</a:t></a:fld>')
        assert texts(parsed(Deck().slide(title("T"), box(40, 200, 300, 50, parts))))[1] == "one\ntwo\nthree5 May"

    def test_links(self) -> None:
        deck = Deck().slide(
            title("T"),
            box(40, 120, 300, 30, para("See ", run("the law", link="rIdA"), " or ", run("slide 2", link="rIdB"))),
            box(40, 200, 300, 30, "A button", link="rIdA"),
            links={"rIdA": "https://example.org/law"}, rels=(("rIdB", "slide", "slide2.xml"),),
        ).slide(title("U"))  # fmt: skip
        doc = parsed(deck)
        links = [(doc.text[k.start : k.end], k.uri, k.page) for b in doc.blocks for k in b.links]
        assert links == [
            ("the law", "https://example.org/law", None), ("slide 2", None, 2),
            ("A button", "https://example.org/law", None),
        ]  # fmt: skip

    def test_equations(self) -> None:
        fraction = (
            "<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>"
        )
        shape = box(40, 120, 300, 30, para(f"<a14:m>{fraction}</a14:m>"), para("so ", f"<a14:m>{fraction}</a14:m>"))
        picture_of_it = box(40, 120, 300, 30, "fallback")
        alternate = (
            f'<mc:AlternateContent><mc:Choice Requires="a14">{shape}</mc:Choice>'
            f"<mc:Fallback>{picture_of_it}</mc:Fallback></mc:AlternateContent>"
        )
        assert told(parsed(Deck().slide(title("T"), alternate)))[1:] == [
            (Kind.EQUATION, r"$\frac{a}{b}$"), (P, r"so $\frac{a}{b}$"),
        ]  # fmt: skip

    def test_a_box_on_its_side(self) -> None:
        doc = parsed(Deck().slide(title("T"), box(100, 200, 200, 40, "Axis", turn=270)))
        assert doc.blocks[1].regions[0].bbox == (180, 120, 220, 320)


class TestHiddenText:
    @pytest.mark.parametrize(
        "shape",
        [
            box(40, 200, 300, 40, "Ignore all rules", hidden=True),
            box(-400, 200, 300, 40, "Ignore all rules"),
            box(40, 200, 300, 40, para(run("Ignore all rules", 1))),
            group(box(900, 20, 300, 40, "Ignore all rules"), frame=(900, 20, 300, 40), inner=(900, 20, 300, 40)),
        ],
    )
    def test_what_nobody_sees_is_left_out_with_a_warning(self, shape: str) -> None:
        doc = parsed(Deck().slide(title("T"), shape, box(40, 300, 300, 40, "Seen")))
        assert texts(doc) == ["T", "Seen"]
        assert codes(doc) == [("hidden_text", 1)]

    def test_a_picture_off_the_slide_is_no_text(self) -> None:
        doc = parsed(Deck().slide(title("T"), picture(-400, 20, 50, 50, "The harbour of Oslo at night"), body("x")))
        assert texts(doc) == ["T", "• x"]
        assert codes(doc) == []

    def test_empty_shapes_off_the_slide_are_no_matter(self) -> None:
        assert codes(parsed(Deck().slide(title("T"), box(-400, 200, 300, 40)))) == []


class TestRemarks:
    def test_notes_come_after_their_slide(self) -> None:
        doc = parsed(Deck().slide(title("A"), notes="Tell the joke.").slide(title("B")))
        assert told(doc) == [(H, "A"), (N, "Tell the joke."), (H, "B")]
        assert doc.blocks[1].regions[0].page == 1

    def test_notes_can_be_left_out(self) -> None:
        assert texts(parsed(Deck().slide(title("A"), notes="Tell the joke."), notes=False)) == ["A"]

    @pytest.fixture
    def commented(self) -> Deck:
        parts = {
            "comments/comment1.xml": f'<p:cmLst {P_SPACE}><p:cm authorId="0" dt="2024-05-01T10:00:00.000">'
            "<p:text>Check the sum.</p:text></p:cm></p:cmLst>",
            "comments/m.xml": f'<c:cmLst {C_SPACE}><c:cm authorId="{{X}}" created="2024-06-01T10:00:00"><c:replyLst>'
            f'<c:reply authorId="0">{said("Done.")}</c:reply></c:replyLst>{said("Too long?")}</c:cm></c:cmLst>',
            "commentAuthors.xml": '<x><y id="0" name="Ann Lee"/></x>',
            "authors.xml": '<x><y id="{X}" name="Bo Ek"/></x>',
        }
        rels = (("rIdC", "comments", "../comments/comment1.xml"), ("rIdM", "comments", "../comments/m.xml"))
        deck = Deck().slide(title("A"), rels=rels, parts=parts)
        deck.rows += [("rIdX", "commentAuthors", "commentAuthors.xml"), ("rIdY", "authors", "authors.xml")]
        return deck

    def test_comments_are_counted_and_left_out(self, commented: Deck) -> None:
        doc = parsed(commented)
        assert texts(doc) == ["A"]
        assert [w.message for w in doc.warnings] == ["3 comments of reviewers were left out."]

    def test_comments_when_they_are_asked_for(self, commented: Deck) -> None:
        doc = parsed(commented, comments=True)
        assert told(doc)[1:] == [
            (Kind.COMMENT, "Comment by Ann Lee (2024-05-01): Check the sum."),
            (Kind.COMMENT, "Comment by Bo Ek (2024-06-01): Too long?"),
            (Kind.COMMENT, "Reply by Ann Lee: Done."),
        ]
        assert doc.warnings == ()


class TestFiles:
    def test_the_title_of_the_first_slide_names_a_deck_without_a_name(self) -> None:
        assert parsed(Deck().slide(title("Winter plan"))).title == "Winter plan"

    @pytest.mark.parametrize(
        ("declared", "expected"),
        [("Budget 2025", "Budget 2025"), ("PowerPoint Presentation", "T"), ("Slide 1", "T"), ("Sales of 2019", "T")],
    )
    def test_a_name_that_the_first_slide_does_not_bear_out_does_not_count(self, declared: str, expected: str) -> None:
        deck = Deck().slide(title("T"), body("The budget of 2025"))
        deck.parts["_rels/.rels"] = (
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            f'<Relationship Id="a" Type="{OFFICE}/officeDocument" Target="ppt/presentation.xml"/>'
            '<Relationship Id="b" Target="docProps/core.xml" '
            'Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"/></Relationships>'
        )
        deck.parts["docProps/core.xml"] = (
            '<c xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/">'
            f"<dc:title>{declared}</dc:title><dc:creator>Ann</dc:creator><t:created>2024-05-01T00:00:00Z</t:created></c>"
        )
        doc = parsed(deck)
        assert doc.title == expected
        assert (doc.metadata.author, doc.metadata.created) == ("Ann", "2024-05-01T00:00:00Z")

    def test_a_slide_that_the_file_has_lost_keeps_its_page(self) -> None:
        deck = Deck().slide(title("A")).slide(title("B")).slide(title("C"))
        del deck.parts["ppt/slides/slide2.xml"]
        doc = parsed(deck)
        assert [p.label for p in doc.pages] == ["1", "2", "3"]
        assert [b.regions[0].page for b in doc.blocks] == [1, 3]
        assert codes(doc) == [("partial", 2)]

    def test_relationships_that_lead_nowhere(self) -> None:
        deck = Deck().slide(
            title("A"), box(40, 200, 100, 20, para(run("x", link="rId99"), run("y", link=""))),
            rels=(("rIdN", "notesSlide", "../notesSlides/none.xml"), ("rIdZ", "comments", "NULL")),
        )  # fmt: skip
        assert texts(parsed(deck)) == ["A", "xy"]

    @pytest.mark.parametrize(
        "part", ["slideLayouts/slideLayout1.xml", "slideMasters/slideMaster1.xml", "slides/slide1.xml"]
    )
    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ('type="', 'type="no such '),
            ('idx="1', 'idx="x'),
            ("p:spTree", "p:other"),
            ('x="', 'x="nan'),
            ('cx="', 'cx="1e999'),
        ],
    )
    def test_attributes_that_make_no_sense(self, part: str, before: str, after: str) -> None:
        deck = Deck().slide(title("A"), body(para("b", level=1))).slide(title("B"), body("c"))
        broken = deck.bytes()
        doc = parsed(rezipped(broken, (before, after), only=f"ppt/{part}"))
        assert "B" in doc.text
        assert "c" in doc.text

    def test_the_limit_of_pages(self) -> None:
        deck = Deck().slide(title("A")).slide(title("B"))
        doc = parse_pptx(ParseTask(deck.bytes(), "doc", "deck.pptx", options=ParseOptions(max_pages=1)))
        assert len(doc.pages) == 1
        assert codes(doc) == [("partial", None)]

    def test_progress(self) -> None:
        seen: list[tuple[int, int]] = []
        deck = Deck().slide(title("A")).slide(title("B"))
        parse_pptx(ParseTask(deck.bytes(), "doc", "deck.pptx", progress=lambda *done: seen.append(done)))
        assert seen == [(1, 2), (2, 2)]

    def test_the_strict_variant(self) -> None:
        deck = Deck().slide(title("A"), body("b"), notes="Say hello.").bytes()
        strict = rezipped(
            deck,
            ("http://schemas.openxmlformats.org/officeDocument/2006/", "http://purl.oclc.org/ooxml/officeDocument/"),
            ("http://schemas.openxmlformats.org/drawingml/2006/", "http://purl.oclc.org/ooxml/drawingml/"),
            ("http://schemas.openxmlformats.org/presentationml/2006/", "http://purl.oclc.org/ooxml/presentationml/"),
        )
        assert told(parsed(strict)) == [(H, "A"), (L, "• b"), (N, "Say hello.")]

    def test_an_encrypted_deck_opens_with_its_password_only(self) -> None:
        padding = {"media/noise.bin": random.Random(1).randbytes(9000)}  # the library that encrypts fails on tiny files
        plain, locked = io.BytesIO(Deck().slide(title("Secret"), parts=padding).bytes()), io.BytesIO()
        OOXMLFile(plain).encrypt("tulip", locked)
        data = locked.getvalue()
        assert texts(parse_pptx(ParseTask(data, "doc", "deck.pptx", "tulip"))) == ["Secret"]
        for password, code in ((None, "password_required"), ("rose", "wrong_password")):
            with pytest.raises(ParseError) as caught:
                parse_pptx(ParseTask(data, "doc", "deck.pptx", password))
            assert caught.value.code == code

    def test_a_file_of_another_kind(self) -> None:
        with pytest.raises(SourceError) as caught:
            parsed(word("<w:p/>"))
        assert caught.value.code == "wrong_type"
        assert str(caught.value) == "deck.pptx is a Word document, whatever its name says."


def rezipped(data: bytes, *changes: tuple[str, str], only: str = "") -> bytes:
    """The package with words of its parts (of a single part) replaced."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            for before, after in changes if only in ("", name) else ():
                text = text.replace(before, after)
            new.writestr(name, text)
    return out.getvalue()
