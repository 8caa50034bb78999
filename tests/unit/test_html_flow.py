"""The text of a page in order: blocks, white space, lists, links, what is hidden."""

from __future__ import annotations

import pytest

from pincite.errors import ParseError
from pincite.model import Kind
from tests.pages import blocks, html, html_bytes, texts


class TestText:
    def test_white_space_is_collapsed_and_blocks_part_paragraphs(self) -> None:
        doc = html("<div>One\n  two&nbsp;&nbsp;three<p>Four</p>five</div>")
        assert texts(doc) == ["One two three", "Four", "five"]

    def test_words_in_several_elements_stay_one_word(self) -> None:
        assert texts(html("<p>an<b>ti</b>body <i>and</i> more</p>")) == ["antibody and more"]

    def test_a_line_break_ends_a_line_and_two_end_the_paragraph(self) -> None:
        assert texts(html("<p>Main St. 1<br>Springfield<br><br>Second part</p>")) == [
            "Main St. 1\nSpringfield",
            "Second part",
        ]

    def test_a_raised_figure_does_not_join_a_number(self) -> None:
        assert texts(html("<p>Sales of 2,345<sup>1</sup> and profit<sup>2</sup></p>")) == [
            "Sales of 2,345 1 and profit2"
        ]

    def test_code_keeps_its_lines_and_indents(self) -> None:
        doc = html("<p>Run</p><pre>if x:\n    go()\n</pre>")
        assert blocks(doc)[1] == ("code", "if x:\n    go()")

    def test_capitals_that_styles_make_are_as_shown(self) -> None:
        assert texts(html('<p style="text-transform:uppercase">Annual report of the year</p>')) == [
            "ANNUAL REPORT OF THE YEAR"
        ]

    def test_what_stands_behind_the_end_of_the_page_is_shown_too(self) -> None:
        doc = html("<body><p>One</p></body></html><p>Two</p><html><body class=b><p>Three</p></body></html>\n")
        assert texts(doc) == ["One", "Two", "Three"]

    def test_tags_that_are_never_closed(self) -> None:
        doc = html("<p><b>Fees<p><font size=2>are due <p>in May")
        assert texts(doc) == ["Fees", "are due", "in May"]

    def test_deep_nesting(self) -> None:
        assert texts(html("<div>" * 1500 + "deep" + "</div>" * 1500)) == ["deep"]

    def test_thousands_of_tags_never_closed(self) -> None:
        assert texts(html("".join(f"<p><font>word {i}" for i in range(3000))))[-1] == "word 2999"

    def test_nesting_beyond_all_bounds_is_refused(self) -> None:
        with pytest.raises(ParseError) as caught:
            html("<div>" * 100_000 + "deep")
        assert caught.value.code == "unsafe"

    def test_quotes_pictures_and_fields(self) -> None:
        doc = html(
            '<p>He said <q>no</q>.</p><p><img src="a.png" alt="Flow chart"></p>'
            '<p><input type="checkbox" checked> Yes <input type=radio> No <input value="42"></p>'
        )
        assert texts(doc) == ["He said \u201cno\u201d.", "Flow chart", "\u2612 Yes \u2610 No 42"]

    def test_a_page_without_words_is_refused(self) -> None:
        with pytest.raises(ParseError) as caught:
            html("<p> </p>")
        assert caught.value.code == "corrupt"

    def test_a_shell_for_programs_is_refused_with_its_reason(self) -> None:
        with pytest.raises(ParseError) as caught:
            html('<div id="root"></div><script src="/main.js"></script><noscript>Enable it.</noscript>')
        assert caught.value.code == "needs_javascript"
        assert "browser" in caught.value.hint


class TestLists:
    def test_numbers_as_shown(self) -> None:
        doc = html('<ol start="3" type="i"><li>Three<li value="9">Nine</ol><ol reversed><li>b<li>a</ol>')
        assert texts(doc, Kind.LIST_ITEM) == ["iii. Three", "ix. Nine", "2. b", "1. a"]

    def test_bullets_levels_and_lists_without_marks(self) -> None:
        doc = html('<ul><li>a<ul><li>b</ul></ul><ul style="list-style:none"><li>c</ul>')
        assert [(b.level, doc.text[b.start : b.end]) for b in doc.blocks] == [
            (1, "\u2022 a"),
            (2, "\u2022 b"),
            (1, "c"),
        ]

    def test_the_second_paragraph_of_an_item_has_no_mark(self) -> None:
        doc = html("<ol><li><p>First</p><p>More of it</p></li></ol>")
        assert blocks(doc) == [("list_item", "1. First"), ("paragraph", "More of it")]


class TestHidden:
    @pytest.mark.parametrize(
        "hidden",
        [
            '<div style="display:none">secret</div>',
            "<p hidden>secret</p>",
            '<span style="visibility:hidden">secret</span>',
            '<p class="off">secret</p>',
            '<p style="font-size:0">secret</p>',
            '<p style="color:#fff">secret</p>',
            '<p style="opacity:0">secret</p>',
            '<div style="position:absolute;left:-9999px">secret</div>',
            "<dialog>secret</dialog>",
        ],
    )
    def test_what_readers_do_not_see_is_left_out_and_told(self, hidden: str) -> None:
        doc = html(f"<p>seen</p>{hidden}", head="<style>.off { display : none }</style>")
        assert texts(doc) == ["seen"]
        assert [w.code for w in doc.warnings] == ["hidden_text"]
        assert "1 word" in doc.warnings[0].message

    def test_white_words_on_a_dark_ground_are_seen(self) -> None:
        doc = html('<div style="background:#003366"><p style="color:white">Notice to all</p></div>')
        assert texts(doc) == ["Notice to all"]

    def test_programs_and_comments_are_no_hidden_text(self) -> None:
        doc = html("<p>seen</p><script>var x</script><!-- note --><template><p>x</p></template>")
        assert texts(doc) == ["seen"]
        assert doc.warnings == ()

    def test_print_styles_hide_nothing(self) -> None:
        doc = html('<p class="n">seen</p>', head="<style>@media print{.n{display:none}}</style>")
        assert texts(doc) == ["seen"]

    def test_styles_within_media_for_screens_hold(self) -> None:
        doc = html('<p>seen</p><p class="n">x</p>', head="<style>@media screen{.n{display:none}}</style>")
        assert texts(doc) == ["seen"]

    def test_details_that_are_closed_can_be_opened_by_readers(self) -> None:
        doc = html("<details><summary>Parking</summary><p>Twelve spaces.</p></details>")
        assert texts(doc) == ["Parking", "Twelve spaces."]


class TestFrames:
    def test_menus_and_feet_are_furniture_and_still_there(self) -> None:
        doc = html(
            "<header><nav><a href='/a'>Home</a></nav></header><main><h1>Locks</h1><p>The gate leaked.</p></main>"
            "<aside><h2>You may like</h2></aside><footer><h2>Follow us</h2></footer>"
        )
        assert texts(doc, Kind.HEADING, Kind.PARAGRAPH) == ["Locks", "The gate leaked."]
        assert texts(doc, Kind.HEADER, Kind.FOOTER) == ["Home", "You may like", "Follow us"]

    def test_the_head_of_an_article_is_its_own(self) -> None:
        doc = html("<article><header><h1>Locks</h1><p>By A. Smith</p></header><p>Text of it.</p></article>")
        assert texts(doc, Kind.HEADING, Kind.PARAGRAPH) == ["Locks", "By A. Smith", "Text of it."]

    def test_a_cookie_banner_is_no_content(self) -> None:
        doc = html('<div id="cookie-consent" role="dialog"><p>We use cookies.</p></div><p>Text.</p>')
        assert texts(doc, Kind.PARAGRAPH) == ["Text."]

    def test_links_to_places_in_the_page_are_its_contents(self) -> None:
        items = "".join(f'<li><a href="#s{i}">Part {i}</a></li>' for i in range(5))
        doc = html(f"<nav><ul>{items}</ul></nav><h2 id='s0'>Part 0</h2><p>Text</p>")
        assert len(texts(doc, Kind.TOC_ENTRY)) == 5


class TestLinks:
    def test_relative_links_are_made_absolute_by_the_base(self) -> None:
        doc = html(
            '<p>The <a href="guide.html">full guide</a> and <a href="/top.html">top</a></p>',
            head='<base href="https://docs.example.org/assets/">',
        )
        assert [(doc.text[k.start : k.end], k.uri) for b in doc.blocks for k in b.links] == [
            ("full guide", "https://docs.example.org/assets/guide.html"),
            ("top", "https://docs.example.org/top.html"),
        ]

    @pytest.mark.parametrize("href", ["javascript:alert(1)", "data:text/html,x", "vbscript:x", ""])
    def test_links_that_run_things_are_no_links(self, href: str) -> None:
        doc = html(f'<p><a href="{href}">go</a></p>')
        assert texts(doc) == ["go"]
        assert doc.blocks[0].links == ()


class TestEncodings:
    def test_the_declared_charset_is_believed(self) -> None:
        page = "<html><head><meta charset='windows-1251'></head><body><p>\u041f\u0440\u0438\u0432\u0435\u0442</p>"
        assert texts(html_bytes(page.encode("cp1251"))) == ["\u041f\u0440\u0438\u0432\u0435\u0442"]

    def test_short_pages_in_utf8_are_not_guessed_at(self) -> None:
        page = "<html><head><meta charset=utf-8></head><body><p>\u75c5\u623f\u5728\u4e8c\u697c\u3002</p>"
        assert texts(html_bytes(page.encode())) == ["\u75c5\u623f\u5728\u4e8c\u697c\u3002"]

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
    def test_a_byte_order_mark_decides(self, encoding: str) -> None:
        page = "<html><head><meta charset='iso-8859-1'></head><body><p>caf\u00e9</p>"
        assert texts(html_bytes(page.encode(encoding))) == ["caf\u00e9"]

    def test_latin_1_is_read_as_browsers_do(self) -> None:
        page = b"<html><head><meta charset='iso-8859-1'></head><body><p>\x93quoted\x94 caf\xe9</p>"
        assert texts(html_bytes(page)) == ["\u201cquoted\u201d caf\u00e9"]

    def test_a_web_archive(self) -> None:
        page = (
            b'From: <Saved>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
            b"--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n"
            b"Content-Location: https://example.org/a/page.html\r\n\r\n"
            b'<html><body><p>caf=C3=A9 <a href=3D"b.html">next</a></p></body></html>\r\n--b--\r\n'
        )
        doc = html_bytes(page, name="page.mhtml")
        assert texts(doc) == ["caf\u00e9 next"]
        assert doc.blocks[0].links[0].uri == "https://example.org/a/b.html"

    def test_a_name_that_promises_another_format(self) -> None:
        doc = html("<h1>Error</h1><p>The document does not exist.</p>", name="report.pdf")
        assert [w.code for w in doc.warnings] == ["type_mismatch"]


class TestPagesWithin:
    def test_a_page_in_an_attribute_looks_as_its_own_styles_have_it(self) -> None:
        inner = "<style>.h{display:none}</style><h1>Within</h1><p>Words.</p><p class=h>Obey.</p>"
        doc = html(f'<p>First.</p><iframe srcdoc="{inner}"></iframe><p class="h">Last.</p>')
        assert blocks(doc) == [
            ("paragraph", "First."),
            ("heading", "Within"),
            ("paragraph", "Words."),
            ("paragraph", "Last."),
        ]

    def test_pages_within_pages_without_end(self) -> None:
        text = "<p>Deep.</p>"
        for _ in range(6):
            text = f'<p>In.</p><iframe srcdoc="{text.replace("&", "&amp;").replace(chr(34), "&quot;")}"></iframe>'
        assert len(blocks(html(text))) == 7

    def test_templates_are_shown_where_they_are_the_inside_of_an_element(self) -> None:
        doc = html(
            "<my-box><template shadowrootmode=open><p>Inside.</p></template></my-box><template>Never.</template>"
        )
        assert texts(doc) == ["Inside."]

    def test_frames_of_other_pages_are_named_and_wait_for_a_browser(self) -> None:
        with pytest.raises(ParseError) as caught:
            html_bytes(b"<frameset><frame src='http://a.example/menu'><frame src=b><noframes>Old</noframes></frameset>")
        assert caught.value.code == "needs_javascript"
        assert "http://a.example/menu" in caught.value.message
        assert [w.code for w in html("<p>Report</p><iframe src='http://a.example/b'></iframe>").warnings] == [
            "needs_javascript"
        ]
        assert html(f"<p>{'Long words. ' * 30}</p><iframe src='http://a.example/b'></iframe>").warnings == ()


class TestFloatingMarks:
    MARK = '<div style="float:left;width:20pt"><font>{}</font><br></div><div style="margin-left:20pt">{}</div>'

    def test_a_mark_that_floats_beside_a_paragraph_is_its_label(self) -> None:
        doc = html(self.MARK.format("(1)", "Assumes no exercise.") + self.MARK.format("•", "Steel"))
        assert blocks(doc) == [("list_item", "(1) Assumes no exercise."), ("list_item", "• Steel")]

    def test_what_floats_and_is_no_mark_stays(self) -> None:
        doc = html(self.MARK.format("A picture of a pump", "Words.") + '<div style="float:left">(2)</div>')
        assert [text for _, text in blocks(doc)] == ["A picture of a pump", "Words.", "(2)"]


class TestItemsOfOtherWriters:
    def test_paragraphs_that_begin_with_a_bullet(self) -> None:
        assert blocks(html("<p>\u2022\u00a0\u00a0Steel</p><p>\u25aa Iron</p><p>2 \u2022 3</p>")) == [
            ("list_item", "\u2022 Steel"),
            ("list_item", "\u25aa Iron"),
            ("paragraph", "2 \u2022 3"),
        ]

    def test_items_as_word_saves_them(self) -> None:
        mark = "<span style='font-family:{}'><span style='mso-list:Ignore'>{}<span>&nbsp;&nbsp; </span></span></span>"
        item = "<p class=MsoListParagraph style='margin-left:.5in;mso-list:l0 level{} lfo1'>{}{}</p>"
        doc = html(
            item.format(1, mark.format("Symbol", "\u00b7"), "First")
            + item.format(2, mark.format("Wingdings", "\u00a7"), "Second")
            + item.format(1, mark.format("Arial", "3."), "Third")
        )
        assert blocks(doc) == [("list_item", "\u2022 First"), ("list_item", "\u2022 Second"), ("list_item", "3. Third")]
        assert [block.level for block in doc.blocks] == [1, 2, 1]


def test_fields_stand_apart_from_what_is_beside_them() -> None:
    form = "<label>Name<input value=Ann></label><input type=checkbox checked>Yes"
    form += "<select><option>A<option selected>B</select>"
    assert texts(html(f"<form>{form}<textarea>Long</textarea><button>Send</button></form>")) == [
        "Name Ann \u2612 Yes B Long Send"
    ]


def test_who_said_a_quotation_is_no_foot_of_the_page() -> None:
    doc = html("<blockquote><p>To be.</p><footer>Hamlet</footer></blockquote><footer>Imprint</footer>")
    assert blocks(doc) == [("quote", "To be."), ("quote", "Hamlet"), ("footer", "Imprint")]


class TestEncodingsByTheirWord:
    def test_two_bytes_a_character_cannot_be_read_as_one(self) -> None:
        assert texts(html_bytes("<meta charset=utf-16><p>Gr\u00fc\u00dfe</p>".encode())) == ["Gr\u00fc\u00dfe"]

    @pytest.mark.parametrize("encoding", ["shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"])
    def test_those_of_east_asia(self, encoding: str) -> None:
        assert texts(html_bytes(f"<meta charset={encoding}><p>\u4e2d\u6587</p>".encode(encoding))) == ["\u4e2d\u6587"]

    def test_none_at_all(self) -> None:
        words = "Это русский текст, довольно длинный."
        assert texts(html_bytes(f"<html><body><p>{words}</p></body></html>".encode("cp1251"))) == [words]


def test_an_archive_shows_the_pages_of_its_frames() -> None:
    part = "--b\r\nContent-Type: text/html; charset=utf-8\r\n{}\r\n\r\n{}\r\n"
    head = 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n'
    first = part.format(
        "Content-Location: http://a.example/d/p", "<p>Page</p><iframe src='cid:f1'></iframe><iframe src=g></iframe>"
    )
    rest = part.format("Content-ID: <f1>", "<p>One</p>") + part.format(
        "Content-Location: http://a.example/d/g", "<p>Two</p>"
    )
    assert texts(html_bytes(f"{head}{first}{rest}--b--\r\n".encode(), name="a.mht")) == ["Page", "One", "Two"]
