"""Nodes to draft blocks: kinds, captions of tables, code that belongs together."""

from __future__ import annotations

import re

from pincite.model import Kind, Role
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.docx.content import Node, Paragraph, Ready, TableNode, pieces_of

_CAPTION = re.compile(
    r"(?:table|figure|fig\.|exhibit|chart|tabelle|abbildung|tableau|tabla|figura|рис|табл\w*|表|图|圖|図)\s*\d", re.I
)
_TABLE_CAPTION = re.compile(r"(?:table|tabelle|tableau|tabla|tabela|табл\w*|表)\s*\d+\s*[.:：–—-]", re.I)
_QUOTES = ("quote", "intense quote", "block text")
_CODE = re.compile(r"(?:html preformatted|plain text|source ?code|code|code block|preformatted(?: text)?|macro text)")
_CAPTION_LENGTH = 300
_EQUATION = re.compile(r"\$[^$]+\$(?:\s*\(?[\d.]*\)?)")


def drafts(nodes: list[Node]) -> list[DraftBlock]:
    """The blocks of flat nodes in order."""
    out: list[DraftBlock] = []
    code_style = ""
    for node in nodes:
        if isinstance(node, Ready):
            out += node.blocks
        elif isinstance(node, TableNode):
            _caption(node, out)
            out.append(DraftBlock(Kind.TABLE, table=node.table))
        else:
            block = _block(node)
            _caption_below(block, out)
            if block.kind is Kind.CODE and out and out[-1].kind is Kind.CODE and code_style == node.style:
                out[-1].pieces += [Piece("\n", node.page), *block.pieces]
            else:
                out.append(block)
            code_style = node.style if block.kind is Kind.CODE else ""
    return out


def _block(node: Paragraph) -> DraftBlock:
    kind, level = _kind(node), node.level
    if kind is Kind.LIST_ITEM:
        level = (node.depth or 0) + 1
    role = Role.TOC if kind is Kind.TOC_ENTRY else Role.BODY
    pieces = pieces_of(node.runs, node.label)
    if kind is Kind.EQUATION:
        pieces = [piece._replace(text=piece.text.replace("$", "$$")) for piece in pieces]
    return DraftBlock(kind, pieces, level=level, role=role, evidence=node.evidence)


def _kind(node: Paragraph) -> Kind:
    if node.kind is not Kind.PARAGRAPH:
        return node.kind
    if node.style == "caption":
        return Kind.CAPTION
    text = node.text.strip()
    if node.label:
        return Kind.LIST_ITEM
    if text.startswith("$") and _EQUATION.fullmatch(text):
        return Kind.EQUATION
    if node.style in _QUOTES:
        return Kind.QUOTE
    return Kind.CODE if _CODE.fullmatch(node.style) else Kind.PARAGRAPH


def _caption_below(block: DraftBlock, before: list[DraftBlock]) -> None:
    """A caption that stands under its table."""
    last = before[-1] if before else None
    if last is None or last.table is None or last.chart is not None or last.table.caption:
        return
    text = " ".join("".join(piece.text for piece in block.pieces).split())
    named = _TABLE_CAPTION.match(text) is not None and len(text) <= _CAPTION_LENGTH
    if named and block.kind in (Kind.CAPTION, Kind.PARAGRAPH):
        block.kind = Kind.CAPTION
        last.table.caption = text


def _caption(node: TableNode, before: list[DraftBlock]) -> None:
    """The paragraph before a table that names it, as its caption."""
    last = before[-1] if before else None
    if last is None or last.kind not in (Kind.CAPTION, Kind.PARAGRAPH):
        return
    text = " ".join("".join(piece.text for piece in last.pieces).split())
    if len(text) <= _CAPTION_LENGTH and (last.kind is Kind.CAPTION or _CAPTION.match(text)):
        last.kind = Kind.CAPTION
        node.table.caption = text
