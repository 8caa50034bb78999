"""Which paragraphs are headings, and of what level: by what the author declared, else by their looks."""

from __future__ import annotations

import re

from pincite.model import Kind
from pincite.parsers.docx.content import Node, Paragraph
from pincite.parsers.docx.looks import body_look, is_patchy, is_set_off, mark_by_looks, mark_by_series
from pincite.parsers.docx.runins import run_in, split

_LONG = 160  # characters: a longer paragraph is no title, whatever its style
_WORDS = 8  # a sentence with more words is a clause, unless its look sets it off from the text
_SENTENCE_END = (".", ";", ",", ":", "。", "；")
_INNER_END = re.compile(r"[.:;](?=\s+[A-Z“\"])")
_ENOUGH = 3  # declared headings that make an outline of any document
_SHORT_DOCUMENT = 60  # paragraphs: here fewer headings will do
_LETTER = re.compile(r"[^\W_]")


def mark_headings(nodes: list[Node]) -> list[Node]:
    """Gives headings their kind, level and evidence; a clause with a title of its own becomes two paragraphs."""
    out: list[Node] = []
    size, _ = body_look([n for n in nodes if isinstance(n, Paragraph) and n.outline is None])
    for node in nodes:
        if isinstance(node, Paragraph) and _is_declared(node):
            out += _declared(node, size)
        else:
            out.append(node)
    heads = [n for n in out if isinstance(n, Paragraph) and n.kind is Kind.HEADING]
    paragraphs = sum(isinstance(n, Paragraph) and bool(n.text.strip()) for n in out)
    if paragraphs > _SHORT_DOCUMENT and is_patchy(out, len(heads)):
        for head in heads:
            head.kind, head.level = Kind.PARAGRAPH, None
        heads = []
    if len(heads) < (_ENOUGH if paragraphs > _SHORT_DOCUMENT else 1):
        return mark_by_looks(out)
    return mark_by_series(out)


def _is_declared(node: Paragraph) -> bool:
    return node.outline is not None and node.kind is not Kind.TOC_ENTRY and bool(_LETTER.search(node.text))


def _declared(node: Paragraph, size: int) -> list[Node]:
    assert node.outline is not None
    if not _is_clause(node, size):
        return [_headed(node, f"style {node.style or '?'}, outline level {node.outline + 1}")]
    cut = run_in(node)
    if cut is None:
        node.kind = Kind.PARAGRAPH
        node.outline = None
        node.evidence.append("a whole clause in the style of a heading")
        return [node]
    head, body = split(node, cut)
    head.run_in = True
    return [_headed(head, f"run-in title, style {node.style or '?'}"), body]


def _headed(node: Paragraph, reason: str) -> Paragraph:
    assert node.outline is not None
    node.kind = Kind.HEADING
    node.level = max(node.outline, 0) + 1
    node.evidence.append(reason)
    return node


def _is_clause(node: Paragraph, size: int) -> bool:
    """Whether a paragraph says more than a title does. ``size`` is that of the text, in half points."""
    text = node.text.strip()
    if len(text) > _LONG:
        return True
    if not text.endswith(_SENTENCE_END) or is_set_off(node, size):
        return False
    return len(text.split()) > _WORDS or _INNER_END.search(text) is not None
