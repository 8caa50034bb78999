"""A Markdown file -> a Document: CommonMark with pipe tables and strikethrough, read by markdown-it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pincite.errors import ParseError
from pincite.model import Document, DocumentWarning, Kind
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, assemble
from pincite.parsers.options import ParseTask
from pincite.parsers.plain.decoding import decode
from pincite.parsers.plain.frontmatter import take_front_matter
from pincite.parsers.plain.inline import inline_pieces, plain_html, with_fast_links
from pincite.parsers.plain.nesting import bounded, is_flattened
from pincite.parsers.plain.text import encoding_warnings

if TYPE_CHECKING:
    from markdown_it.token import Token

PARSER = "pincite-markdown/2"
_FLATTENED = "Quotes or lists are nested absurdly deep: the innermost were read as plain text."


def parse_markdown(task: ParseTask) -> Document:
    """Parses a Markdown file. Raises ``ParseError`` (corrupt) where it holds no text."""
    from markdown_it import MarkdownIt

    decoded = decode(task.read(), task.name, task.options.charset)
    if not decoded.text.strip():
        raise ParseError(f"{task.name} holds no text.", code="corrupt", hint="Open another file.")
    metadata, body = take_front_matter(decoded.text)
    env: dict[str, object] = {}
    tokens = with_fast_links(bounded(MarkdownIt("commonmark").enable(["table", "strikethrough"]))).parse(body, env)
    warnings = encoding_warnings(decoded)
    if is_flattened(env):
        warnings.append(DocumentWarning("partial", _FLATTENED))
    document = assemble(
        doc_id=task.doc_id,
        source=task.name,
        format="markdown",
        parser=PARSER,
        pages=(),
        blocks=_Blocks().read(tokens),
        metadata=metadata,
        warnings=warnings,
    )
    if task.progress:
        task.progress(1, 1)
    return document


class _Blocks:
    """Turns the tokens of a document into blocks."""

    def __init__(self) -> None:
        self._out: list[DraftBlock] = []
        self._lists: list[int | None] = []  # the next number of each list around; ``None``: bullets
        self._label = ""  # what the item that was just opened begins with
        self._quotes = 0
        self._heading: int | None = None

    def read(self, tokens: Sequence[Token]) -> list[DraftBlock]:
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "table_open":
                end = next(i for i in range(at, len(tokens)) if tokens[i].type == "table_close")
                self._out.append(DraftBlock(Kind.TABLE, table=_table(tokens[at:end])))
                at = end
            else:
                self._take(token)
            at += 1
        return self._out

    def _take(self, token: Token) -> None:
        match token.type:
            case "heading_open":
                self._heading = int(token.tag[1:])
            case "heading_close":
                self._heading = None
            case "blockquote_open" | "blockquote_close":
                self._quotes += token.nesting
            case "bullet_list_open":
                self._lists.append(None)
            case "ordered_list_open":
                self._lists.append(int(token.attrGet("start") or 1))
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._open_item(token)
            case "inline":
                self._inline(token)
            case "fence" | "code_block":
                self._add(Kind.CODE, DraftBlock(Kind.CODE, inline_pieces([], token.content)))
            case "html_block":
                self._add(Kind.PARAGRAPH, DraftBlock(Kind.PARAGRAPH, inline_pieces([], plain_html(token.content))))

    def _open_item(self, token: Token) -> None:
        number = self._lists[-1]
        if number is None:
            self._label = "• "
            return
        self._label = f"{number}{token.markup or '.'} "
        self._lists[-1] = number + 1

    def _inline(self, token: Token) -> None:
        pieces = inline_pieces(token.children or [])
        if self._heading is not None:
            self._add(Kind.HEADING, DraftBlock(Kind.HEADING, pieces, self._heading))
            return
        kind = Kind.LIST_ITEM if self._label else Kind.QUOTE if self._quotes else Kind.PARAGRAPH
        level = len(self._lists) if self._label else None
        if kind is Kind.PARAGRAPH and token.children and all(c.type == "image" for c in token.children):
            kind = Kind.FIGURE
        self._add(kind, DraftBlock(kind, pieces, level))

    def _add(self, kind: Kind, block: DraftBlock) -> None:
        if self._label and kind is Kind.LIST_ITEM:
            block.pieces.insert(0, inline_pieces([], self._label)[0])
        self._label = ""
        self._out.append(block)


def _table(tokens: Sequence[Token]) -> DraftTable:
    cells: list[DraftCell] = []
    row, col, head = -1, 0, False
    for token in tokens:
        if token.type == "tr_open":
            row, col = row + 1, 0
        elif token.type in ("th_open", "td_open"):
            head = token.type == "th_open"
        elif token.type == "inline":
            cells.append(DraftCell(row, col, is_header=head, pieces=inline_pieces(token.children or [])))
        elif token.type in ("th_close", "td_close"):
            col += 1
    return DraftTable(row + 1, max((c.col + 1 for c in cells), default=0), cells)
