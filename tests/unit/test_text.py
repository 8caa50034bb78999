"""Text files: paragraphs, pages at form feeds, headings that are beyond doubt, encodings."""

from __future__ import annotations

import textwrap

import pytest

from pincite.errors import ParseError
from pincite.model import Document, Kind
from pincite.parsers.options import ParseOptions, ParseTask
from pincite.parsers.plain.text import parse_text

HEADING, PARAGRAPH, ITEM = Kind.HEADING, Kind.PARAGRAPH, Kind.LIST_ITEM


def parsed(text: str | bytes, max_pages: int | None = None) -> Document:
    data = text if isinstance(text, bytes) else textwrap.dedent(text).encode()
    return parse_text(ParseTask(data, "doc", "notes.txt", options=ParseOptions(max_pages=max_pages)))


def told(doc: Document) -> list[tuple[Kind, str]]:
    return [(b.kind, doc.text[b.start : b.end]) for b in doc.blocks]


def headings(doc: Document) -> list[tuple[int | None, str]]:
    return [(b.level, doc.text[b.start : b.end]) for b in doc.blocks if b.kind.is_heading]


def test_blank_lines_divide_paragraphs_and_lines_stay() -> None:
    doc = parsed("One line\nand another.\n\n\nA second paragraph.\n")
    assert told(doc) == [(PARAGRAPH, "One line\nand another."), (PARAGRAPH, "A second paragraph.")]
    assert doc.pages == ()
    assert doc.blocks[0].regions == ()


def test_lines_that_are_paragraphs() -> None:
    long = "word " * 40
    assert [k for k, _ in told(parsed(f"{long}\n{long}\n"))] == [PARAGRAPH, PARAGRAPH]


def test_list_items() -> None:
    doc = parsed(
        """\
        Bring along:
        - a rope of
          forty metres
        - a lamp

        1. First
        2. Second
        """
    )
    assert told(doc) == [
        (PARAGRAPH, "Bring along:"),
        (ITEM, "- a rope of\n  forty metres"),
        (ITEM, "- a lamp"),
        (ITEM, "1. First"),
        (ITEM, "2. Second"),
    ]


def test_shared_indentation_goes_and_the_rest_stays() -> None:
    doc = parsed("Look:\n\n    for x in y:\n        print(x)\n")
    assert told(doc)[1] == (PARAGRAPH, "for x in y:\n    print(x)")


class TestHeadings:
    def test_underlined(self) -> None:
        doc = parsed(
            """\
            =======
            Manual
            =======

            Start
            -----
            Press the green button.

            Stop
            -----

            Press the red one.
            """
        )
        assert headings(doc) == [(1, "Manual"), (2, "Start"), (2, "Stop")]
        assert (PARAGRAPH, "Press the green button.") in told(doc)

    def test_rules_of_another_length_and_tables_are_no_headings(self) -> None:
        doc = parsed(
            "A short line\n---------------------------------------------\n\nName    Age\n-----------\nTom      12\n"
        )
        assert headings(doc) == []

    def test_numbered_in_order(self) -> None:
        doc = parsed("1 Scope\n\nSome text.\n\n1.1 Terms\n\nMore.\n\n2 Price\n\nText.\n\n7 dwarfs live here\n\nText.\n")
        assert headings(doc) == [(1, "1 Scope"), (2, "1.1 Terms"), (1, "2 Price")]

    def test_numbered_short_phrases_with_a_full_stop(self) -> None:
        doc = parsed(
            "  0. Definitions.\n\nA.\n\n  1. Source Code.\n\nB.\n\n  2. You may not sell it to anyone who is a cat.\n"
        )
        assert [title for _, title in headings(doc)] == ["0. Definitions.", "1. Source Code."]

    def test_a_spaced_list_has_no_headings(self) -> None:
        doc = parsed("Do this:\n\n1. Buy milk.\n\n2. Call Bob.\n\n3. Go home.\n\nThen rest.\n")
        assert headings(doc) == []

    def test_numbers_after_a_contents_list(self) -> None:
        contents = "1. Scope\n\n2. Terms\n\n3. Price\n\n"
        doc = parsed(contents + "1. Scope\n\nA.\n\n2. Terms\n\nB.\n\n3. Price\n\nC.\n")
        assert [title for _, title in headings(doc)] == ["1. Scope", "2. Terms", "3. Price"]
        assert not doc.blocks[0].kind.is_heading

    def test_chapter_words(self) -> None:
        doc = parsed("PART ONE\n\nPart I\n\nChapter 1. Rain\n\nIt rained.\n\nChapter 2. Snow\n\nIt snowed.\n")
        assert headings(doc) == [(1, "Part I"), (2, "Chapter 1. Rain"), (2, "Chapter 2. Snow")]

    def test_a_contents_list_is_not_the_outline(self) -> None:
        doc = parsed("Chapter 1\n\nChapter 2\n\nChapter 3\n\nChapter 1\n\nA.\n\nChapter 2\n\nB.\n\nChapter 3\n\nC.\n")
        assert [title for _, title in headings(doc)] == ["Chapter 1", "Chapter 2", "Chapter 3"]
        assert told(doc)[0] == (PARAGRAPH, "Chapter 1")

    def test_a_lone_capital_line_stays_text(self) -> None:
        assert headings(parsed("THIS IS IMPORTANT\n\nRead it.\n")) == []


RFC_PAGE = """\
RFC 9999                      Protocol of Tests              May 2024


{body}



Author                        Informational                  [Page {n}]
"""


def rfc() -> str:
    bodies = [
        "Abstract\n\n   This memo says\n   how tests talk.\n\n1.  Introduction\n\n   A test asks and the\n"
        "   program answers. It never\n   asks twice about the",
        "   same thing.\n\n1.1.  Terms\n\n   A word\n   or a number.\n\n   *  words count,\n\n   *  numbers.",
        "2.  Security\n\n   There are no known\n   dangers at all.",
    ]
    return "\f".join(RFC_PAGE.format(body=body, n=n) for n, body in enumerate(bodies, 1)) + "\f"


class TestPages:
    def test_an_rfc(self) -> None:
        doc = parsed(rfc())
        assert [p.label for p in doc.pages] == ["1", "2", "3"]
        assert headings(doc) == [(1, "Abstract"), (1, "1.  Introduction"), (2, "1.1.  Terms"), (1, "2.  Security")]
        assert sum(b.kind is Kind.HEADER for b in doc.blocks) == 3
        assert sum(b.kind is Kind.FOOTER for b in doc.blocks) == 3

    def test_a_paragraph_over_a_page_break_is_one_and_knows_its_pages(self) -> None:
        doc = parsed(rfc())
        broken = next(b for b in doc.blocks if "asks twice" in doc.text[b.start : b.end])
        assert doc.text[broken.start : broken.end].endswith("about the\nsame thing.")
        assert [r.page for r in broken.regions] == [1, 1, 1, 2]

    def test_form_feeds_alone_make_pages_without_a_label(self) -> None:
        doc = parsed("One.\fTwo.\f\n")
        assert [(p.number, p.label) for p in doc.pages] == [(1, None), (2, None)]
        assert [b.regions[0].page for b in doc.blocks] == [1, 2]

    def test_the_limit_of_pages(self) -> None:
        doc = parsed("One.\fTwo.\fThree.", max_pages=2)
        assert len(doc.pages) == 2
        assert [w.code for w in doc.warnings] == ["partial"]


class TestEncodings:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
    def test_that_are_certain(self, encoding: str) -> None:
        doc = parsed("Grüße, señor — 10 €\r\nund mehr".encode(encoding))
        assert doc.text == "Grüße, señor — 10 €\nund mehr"
        assert doc.warnings == ()

    def test_western_windows(self) -> None:
        doc = parsed("The price – “fixed” – is 10 € at the café.".encode("cp1252"))
        assert doc.text == "The price – “fixed” – is 10 € at the café."
        assert [w.code for w in doc.warnings] == ["encoding_guessed"]

    @pytest.mark.parametrize(
        ("text", "encoding"),
        [
            ("Настоящий договор заключён между сторонами о поставке насосов и запасных частей. " * 3, "cp1251"),
            ("この契約は両当事者の間で締結される。納入は三十日以内に行う。" * 4, "shift_jis"),
        ],
    )
    def test_other_scripts(self, text: str, encoding: str) -> None:
        assert parsed(text.encode(encoding)).text == text.strip()

    def test_binary_data_is_no_text(self) -> None:
        with pytest.raises(ParseError, match="binary data"):
            parsed(b"abc\x00\x00\x01def" * 10)

    @pytest.mark.parametrize("blank", ["", " \n\n ", "\ufeff\n"])
    def test_nothing_in_it(self, blank: str) -> None:
        with pytest.raises(ParseError, match="holds no text"):
            parsed(blank)
