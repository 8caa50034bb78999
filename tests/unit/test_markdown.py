"""Markdown files: headings, lists, tables, code, quotes, links."""

from __future__ import annotations

import textwrap

import pytest

from pincite.errors import ParseError
from pincite.model import Document, Kind
from pincite.parsers.options import ParseTask
from pincite.parsers.plain.markdown import parse_markdown


def parsed(text: str) -> Document:
    return parse_markdown(ParseTask(textwrap.dedent(text).encode(), "doc", "notes.md"))


def told(doc: Document) -> list[tuple[Kind, int | None, str]]:
    return [(b.kind, b.level, doc.text[b.start : b.end]) for b in doc.blocks]


def test_headings_of_both_kinds() -> None:
    doc = parsed("# One *two*\n\nText\n\n### Three ###\n\nFour\n====\n\nFive\n----\n")
    assert [(level, text) for kind, level, text in told(doc) if kind.is_heading] == [
        (1, "One two"), (3, "Three"), (1, "Four"), (2, "Five"),
    ]  # fmt: skip
    assert doc.pages == ()


def test_marks_go_and_words_stay() -> None:
    doc = parsed("A **bold** and `code_word` with \\*stars\\*, ~~gone~~, a&amp;b, snake_case<br>next ![a cat](c.png)\n")
    assert doc.text == "A bold and code_word with *stars*, gone, a&b, snake_case\nnext a cat"


def test_links() -> None:
    doc = parsed("See [the **law**](https://example.org/law), <https://example.org> and [below](#below).\n")
    assert doc.text == "See the law, https://example.org and below."
    links = [(doc.text[k.start : k.end], k.uri) for k in doc.blocks[0].links]
    assert links == [
        ("the", "https://example.org/law"),
        ("law", "https://example.org/law"),
        ("https://example.org", "https://example.org"),
    ]


def test_lists() -> None:
    doc = parsed(
        """\
        - apples
        - pears
          1. green
          2. yellow

             and ripe
        - plums

        3) three
        4) four
        """
    )
    assert told(doc) == [
        (Kind.LIST_ITEM, 1, "• apples"),
        (Kind.LIST_ITEM, 1, "• pears"),
        (Kind.LIST_ITEM, 2, "1. green"),
        (Kind.LIST_ITEM, 2, "2. yellow"),
        (Kind.PARAGRAPH, None, "and ripe"),
        (Kind.LIST_ITEM, 1, "• plums"),
        (Kind.LIST_ITEM, 1, "3) three"),
        (Kind.LIST_ITEM, 1, "4) four"),
    ]


def test_code_keeps_its_lines() -> None:
    doc = parsed("```python\ndef f():\n    return '# no heading'\n```\n\n    indented code\n")
    assert told(doc) == [
        (Kind.CODE, None, "def f():\n    return '# no heading'"),
        (Kind.CODE, None, "indented code"),
    ]


def test_a_table() -> None:
    doc = parsed("| Part | Price |\n|---|---:|\n| Pump | **1,200** |\n| a \\| b | |\n")
    table = doc.tables[0]
    assert (table.n_rows, table.n_cols) == (3, 2)
    assert [(c.row, c.col, c.is_header, c.text) for c in table.cells] == [
        (0, 0, True, "Part"), (0, 1, True, "Price"), (1, 0, False, "Pump"), (1, 1, False, "1,200"),
        (2, 0, False, "a | b"), (2, 1, False, ""),
    ]  # fmt: skip
    assert table.pages == ()


def test_quotes_figures_and_html() -> None:
    doc = parsed(
        """\
        > He said so.

        ![The plant in Oslo](plant.png)

        <div align="center"><b>Boxed</b> words &amp; more</div>
        <!-- not shown -->
        """
    )
    assert told(doc) == [
        (Kind.QUOTE, None, "He said so."),
        (Kind.FIGURE, None, "The plant in Oslo"),
        (Kind.PARAGRAPH, None, "Boxed words & more"),
    ]


def test_front_matter() -> None:
    doc = parsed('---\ntitle: "Our plan"\nauthor: A. Writer\ndate: 2024-05-01\ntags:\n  - x\n---\n# Plan\n')
    assert (doc.metadata.title, doc.metadata.author, doc.metadata.created) == ("Our plan", "A. Writer", "2024-05-01")
    assert doc.text == "Plan"


@pytest.mark.parametrize("text", ["---\nSome words, no keys at all.\n---\nText", "---\n\n---\nText"])
def test_rules_at_the_start_are_no_front_matter(text: str) -> None:
    assert "Text" in parsed(text).text
    assert ("Some words" in parsed(text).text) == ("Some words" in text)


def test_nothing_in_it() -> None:
    with pytest.raises(ParseError, match="holds no text"):
        parsed(" \n\n")


def test_lists_are_read_however_deep_a_person_nests_them() -> None:
    doc = parsed("".join("  " * i + f"- step {i}\n" for i in range(12)) + "\nThe end\n")
    assert told(doc)[10:] == [
        (Kind.LIST_ITEM, 11, "• step 10"), (Kind.LIST_ITEM, 12, "• step 11"), (Kind.PARAGRAPH, None, "The end"),
    ]  # fmt: skip
    assert doc.warnings == ()


@pytest.mark.parametrize("deep", ["> " * 100_000 + "words", "".join("  " * i + "- words\n" for i in range(60))])
def test_what_is_nested_absurdly_deep_keeps_its_words_with_a_warning(deep: str) -> None:
    doc = parsed(f"{deep}\n\nThe end\n")
    assert doc.text.count("words") == deep.count("words")
    assert doc.text.endswith("words\n\nThe end")
    assert [warning.code for warning in doc.warnings] == ["partial"]
