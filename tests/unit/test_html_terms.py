"""Lists of definitions, and what pages show where no program runs."""

from __future__ import annotations

import pytest

from pincite.errors import ParseError
from pincite.model import Kind
from tests.pages import blocks, headings, html, texts


class TestDefinitions:
    def test_a_term_stands_with_its_first_paragraph(self) -> None:
        doc = html("<dl><dt>Gain<dd>What a holder <b>has</b>.<dd>Or gets.<dt>Loss<dd><p>What it lacks.<p>More.</dl>")
        assert blocks(doc) == [
            ("list_item", "Gain\nWhat a holder has."),
            ("paragraph", "Or gets."),
            ("list_item", "Loss\nWhat it lacks."),
            ("paragraph", "More."),
        ]

    def test_terms_that_share_a_definition(self) -> None:
        doc = html("<dl><div><dt>Loss</dt><dt>Deficit</dt><dd>What a holder lacks.</dd></div></dl>")
        assert blocks(doc) == [("list_item", "Loss\nDeficit\nWhat a holder lacks.")]

    def test_a_definition_beside_its_term(self) -> None:
        doc = html('<dl><dt style="float:left">Owner</dt><dd>The one who holds a share.</dd></dl>')
        assert blocks(doc) == [("list_item", "Owner The one who holds a share.")]

    def test_terms_alone(self) -> None:
        doc = html("<dl><dt>One</dt><dt>Two</dt></dl><p>Text.</p>")
        assert blocks(doc) == [("list_item", "One"), ("list_item", "Two"), ("paragraph", "Text.")]

    def test_what_is_no_plain_text_stands_below_its_term(self) -> None:
        doc = html(
            "<dl><dt>Table<dd><table><tr><th>A<th>B<tr><td>1<td>2</table>"
            "<dt>List<dd><ul><li>one<li>two</ul><dt>Code<dd><pre>x = 1</pre></dl>"
        )
        kinds = [kind for kind, _ in blocks(doc)]
        assert kinds == ["list_item", "table", "list_item", "list_item", "list_item", "list_item", "code"]
        assert texts(doc, Kind.LIST_ITEM) == ["Table", "List", "\u2022 one", "\u2022 two", "Code"]

    def test_lists_in_definitions_are_deeper(self) -> None:
        doc = html("<dl><dt>Outer<dd><dl><dt>Inner<dd>Said of it.</dl><dt>Next<dd><ul><li>a</ul></dl>")
        items = [(block.level, doc.text[block.start : block.end]) for block in doc.blocks]
        assert items == [(1, "Outer"), (2, "Inner\nSaid of it."), (1, "Next"), (2, "\u2022 a")]

    def test_headings_in_terms_stay_headings(self) -> None:
        doc = html("<h1>All</h1><dl><dt><h2>First</h2></dt><dd>Text of it.</dd></dl>")
        assert headings(doc) == [(1, "All"), (2, "First")]
        assert texts(doc, Kind.PARAGRAPH) == ["Text of it."]

    def test_definitions_without_terms_are_paragraphs(self) -> None:
        assert blocks(html("<dl><dd>Set in from the left.</dd></dl>")) == [("paragraph", "Set in from the left.")]


class TestWithoutPrograms:
    def test_what_stands_in_for_a_program_is_shown(self) -> None:
        doc = html(
            "<p>Offices.</p><script>draw()</script><noscript><p>Call 555-0100 for the list.</p></noscript><p>End.</p>"
        )
        assert texts(doc) == ["Offices.", "Call 555-0100 for the list.", "End."]

    @pytest.mark.parametrize(
        "notice",
        [
            "<noscript>Please enable JavaScript to go on.</noscript>",
            "<noscript><div>Bitte schalten Sie <b>JavaScript</b> ein.</div></noscript>",
            "<noscript>Your browser is not supported.</noscript>",
            '<noscript><img src="count.gif" alt="Chart"></noscript>',
        ],
    )
    def test_notices_and_pictures_are_not(self, notice: str) -> None:
        assert texts(html(f"<p>Offices.</p><script>draw()</script>{notice}")) == ["Offices."]

    def test_a_long_text_may_speak_of_programs(self) -> None:
        words = "JavaScript is off, so here are all of our offices. " + "Berlin, Rome, Oslo, and many more. " * 12
        assert texts(html(f"<noscript><p>{words}</p></noscript>")) == [words.strip()]

    def test_a_page_that_only_asks_for_programs_is_refused(self) -> None:
        with pytest.raises(ParseError) as caught:
            html("<script>draw()</script><noscript>You need to enable JavaScript to run this app.</noscript>")
        assert caught.value.code == "needs_javascript"
