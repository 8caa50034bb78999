"""Which paragraphs are headings, and of what level: by what the author declared, else by their looks."""

from __future__ import annotations

import re

from pincite.model import Kind
from pincite.parsers.docx.content import Node, Paragraph
from pincite.parsers.docx.looks import mark_by_looks

_LONG = 160  # characters: a longer paragraph is no title, whatever its style
_TITLE = 110
_WORDS = 14  # a sentence with more words is a clause
_SENTENCE_END = (".", ";", ",", "!", "?", "。", "；")
_ENOUGH = 3  # declared headings that make an outline of any document
_SHORT_DOCUMENT = 60  # paragraphs: here fewer headings will do
_FIRST_SENTENCE = re.compile(r"(?P<title>[^.:;!?]{2,80}?[^\W_])(?P<end>[.:](?=\s)|\s[–—-](?=\s))\s*(?=\S)")
_LETTER = re.compile(r"[^\W_]")


def mark_headings(nodes: list[Node]) -> list[Node]:
    """Gives headings their kind, level and evidence; a clause with a title of its own becomes two paragraphs."""
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, Paragraph) and _is_declared(node):
            out += _declared(node)
        else:
            out.append(node)
    heads = [n for n in out if isinstance(n, Paragraph) and n.kind is Kind.HEADING]
    paragraphs = sum(isinstance(n, Paragraph) and bool(n.text.strip()) for n in out)
    if len(heads) < (_ENOUGH if paragraphs > _SHORT_DOCUMENT else 1):
        mark_by_looks(out)
    return out


def _is_declared(node: Paragraph) -> bool:
    return node.outline is not None and node.kind is not Kind.TOC_ENTRY and bool(_LETTER.search(node.text))


def _declared(node: Paragraph) -> list[Node]:
    assert node.outline is not None
    if not _is_clause(node):
        return [_headed(node, f"style {node.style or '?'}, outline level {node.outline + 1}")]
    cut = _run_in(node)
    if cut is None:
        node.kind = Kind.PARAGRAPH
        node.outline = None
        node.evidence.append("a whole clause in the style of a heading")
        return [node]
    return _split(node, cut)


def _headed(node: Paragraph, reason: str) -> Paragraph:
    assert node.outline is not None
    node.kind = Kind.HEADING
    node.level = max(node.outline, 0) + 1
    node.evidence.append(reason)
    return node


def _is_clause(node: Paragraph) -> bool:
    """Whether a paragraph says more than a title does."""
    text = node.text.strip()
    if len(text) > _LONG:
        return True
    return text.endswith(_SENTENCE_END) and len(text.split()) > _WORDS


def _run_in(node: Paragraph) -> int | None:
    """How many characters of a clause are its title; ``None`` where it has none. The title is set off by its look, or
    is a few words before the first full stop."""
    by_look = _set_off(node)
    if by_look is not None:
        return by_look
    found = _FIRST_SENTENCE.match(node.text)
    if found is None or len(found["title"].split()) > 8:
        return None
    following = node.text[found.end() :]
    return found.end("end") if following[:1].isupper() or following[:1] in "“\"'‘(" else None


def _set_off(node: Paragraph) -> int | None:
    """The end of the first runs where their look (bold, italic, underlined) is not that of the rest."""
    runs = [run for run in node.runs if run.text]
    first = next((run.look for run in runs if run.text.strip()), None)
    if first is None or not (first.bold or first.italic or first.underlined):
        return None
    length = 0
    for run in runs:
        same = (run.look.bold, run.look.italic, run.look.underlined) == (first.bold, first.italic, first.underlined)
        if not same and run.text.strip():
            if not run.text[:1].isalnum() or run.text[0].isupper() or node.text[:length].rstrip() != node.text[:length]:
                break
            return None
        length += len(run.text)
    title = node.text[:length].strip()
    if not title or len(title) > _TITLE or length >= len(node.text.rstrip()):
        return None
    if node.text[length : length + 1] in ".:":
        length += 1
    return length


def _split(node: Paragraph, cut: int) -> list[Node]:
    """The title and the rest of a clause."""
    assert node.outline is not None
    head = Paragraph(page=node.page, style=node.style, label=node.label, depth=node.depth, outline=node.outline)
    body = Paragraph(page=node.page, style=node.style, after=node.after)
    for run in node.runs:
        if cut >= len(run.text):
            head.runs.append(run)
            cut -= len(run.text)
            continue
        if cut > 0:
            head.runs.append(run._replace(text=run.text[:cut]))
        body.runs.append(run._replace(text=run.text[max(cut, 0) :]))
        cut = 0
    body.page = body.runs[0].page if body.runs else node.page
    return [_headed(head, f"run-in title, style {node.style or '?'}"), body]
