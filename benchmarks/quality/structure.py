"""What is compared: the headings, tables and words of a document, from its source or from a parser's Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bs4 import Tag
    from markdown_it.token import Token

Grid = Sequence[Sequence[str]]
_TITLES = ("h1", "h2", "h3", "h4", "h5", "h6")


class Structure(NamedTuple):
    """``headings``: level and text in order; ``tables``: rows of cells, of which a spanning one stands once."""

    headings: Sequence[tuple[int, str]]
    tables: Sequence[Grid]
    text: str


def of_page(html: str) -> Structure:
    """The truth that a web page declares by its elements."""
    from bs4 import BeautifulSoup

    body = BeautifulSoup(html, "lxml").body
    assert body is not None
    headings = [(int(tag.name[1]), _text(tag)) for tag in body.find_all(_TITLES)]
    tables = [[[_text(cell) for cell in row.find_all(("td", "th"))] for row in t.find_all("tr")] for t in body("table")]
    return Structure(headings, tables, _text(body))


def of_markdown(markdown: str) -> Structure:
    """What Markdown says, with tables in its pipes or in HTML."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(markdown)
    headings = [
        (int(token.tag[1]), _inline(tokens[at + 1])) for at, token in enumerate(tokens) if token.type == "heading_open"
    ]
    raw = [of_page(f"<body>{token.content}</body>") for token in tokens if token.type == "html_block"]
    tables: list[Grid] = list(_tables(tokens))
    text = "\n".join(_inline(token) if token.type == "inline" else token.content for token in tokens if token.content)
    shown = [text, *(page.text for page in raw)] if raw else [text]
    return Structure(headings, [*tables, *(grid for page in raw for grid in page.tables)], "\n".join(shown))


def _tables(tokens: Sequence[Token]) -> Iterator[Grid]:
    rows: list[list[str]] = []
    for at, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("td_open", "th_open"):
            rows[-1].append(_inline(tokens[at + 1]))
        elif token.type == "table_close":
            yield rows
            rows = []


def _inline(token: Token) -> str:
    """The words of a line without its marks."""
    parts = (" " if child.type.endswith("break") else child.content for child in token.children or [])
    return " ".join("".join(parts).replace("<br>", " ").split())


def _text(tag: Tag) -> str:
    return " ".join(tag.get_text(" ", strip=True).split())
