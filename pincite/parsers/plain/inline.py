"""The words of a line of Markdown, without its marks."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pincite.parsers.assemble import Piece

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_HTML_COMMENT = re.compile(r"<!--.*?-->", re.S)
_HTML_BREAK = re.compile(r"<(?:br|/p|/div|/li|/tr|/h[1-6])\b[^>]*>", re.I)
_HTML_HIDDEN = tuple(
    (re.compile(rf"<{tag}\b.*?</{tag}\s*>", re.I | re.S), re.compile(rf"</{tag}\s*>", re.I))
    for tag in ("script", "style")
)
_COMMENT_END, _TAG_END = re.compile("-->"), re.compile(">")
_READY = re.compile(r"(?:https?://[a-z0-9.-]+/|\./|\.\./|/(?!/)|#)[\w./~+,;=&?#-]*", re.ASCII)
_HTML_TAG = re.compile(r"</?[a-zA-Z][^>]*>")


def inline_pieces(tokens: Sequence[Token], text: str = "") -> list[Piece]:
    """The tokens as pieces, one for each run under the same link; without tokens, ``text`` as one piece."""
    out: list[Piece] = []
    uri: str | None = None
    for token in tokens:
        if token.type == "link_open":
            uri = _uri(token.attrGet("href"))
        elif token.type == "link_close":
            uri = None
        elif words := _words(token):
            out.append(Piece(words, None, uri=uri))
    return out or [Piece(text, None)]


def with_fast_links(reader: MarkdownIt) -> MarkdownIt:
    """The reader, which now takes addresses in which nothing is to be escaped as they are: looking at each letter of
    them takes it longer than all else."""
    escaped, escaped_words = reader.normalizeLink, reader.normalizeLinkText

    def address(url: str) -> str:
        return url if _READY.fullmatch(url) else escaped(url)

    def words(link: str) -> str:
        return link if _READY.fullmatch(link) else escaped_words(link)

    reader.normalizeLink, reader.normalizeLinkText = address, words  # type: ignore[method-assign]
    return reader


def plain_html(source: str) -> str:
    """The text of a piece of HTML, lines where its blocks end."""
    text = _replaced(source, _HTML_COMMENT, _COMMENT_END)
    for hidden, end in _HTML_HIDDEN:
        text = _replaced(text, hidden, end)
    text = _replaced(_replaced(text, _HTML_BREAK, _TAG_END, "\n"), _HTML_TAG, _TAG_END)
    lines = text.split("\n")
    return "\n".join(line.strip() for line in html.unescape("\n".join(lines)).split("\n") if line.strip())


def _replaced(text: str, pattern: re.Pattern[str], end: re.Pattern[str], by: str = "") -> str:
    """What ``pattern`` finds, looked for only as far as the last ``end``: what begins behind it would be sought to the
    end of the text each time."""
    last = max((found.end() for found in end.finditer(text)), default=0)
    return pattern.sub(by, text[:last]) + text[last:]


def _words(token: Token) -> str:
    match token.type:
        case "softbreak" | "hardbreak":
            return "\n"
        case "image":
            return "".join(_words(child) for child in token.children or [])
        case "html_inline":
            return "\n" if _HTML_BREAK.fullmatch(token.content) else ""
        case "text" | "text_special" | "code_inline":
            return token.content
        case _:
            return ""


def _uri(href: str | int | float | None) -> str | None:
    """Where a link leads; ``None`` for one within the file."""
    return None if href is None or str(href).startswith("#") else str(href)
