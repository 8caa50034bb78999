"""Titles that begin a paragraph and are set off in it: ``2.1 **Access and Use.** Customer may …``."""

from __future__ import annotations

import re

from pincite.parsers.docx.content import Paragraph, Run
from pincite.parsers.pdf.headings.numbering import readings

_TITLE = 110  # characters
_FIRST_SENTENCE = re.compile(r"(?P<title>[^.:;!?]{2,80}?[^\W_])(?P<end>[.:](?=\s)|\s[–—-](?=\s))\s*(?=\S)")
_MOST_WORDS = 8


def number_end(node: Paragraph) -> int:
    """Where the words begin behind a number that was typed, 0 where there is none."""
    if node.label:
        return 0
    found = readings(node.text.replace("\t", " "))
    return found[0].end if found else 0


def run_in(node: Paragraph) -> int | None:
    """How many characters of a clause are its title; ``None`` where it has none. The title is set off by its look, or
    is a few words before the first full stop."""
    by_look = set_off_end(node)
    if by_look is not None:
        return by_look
    start = number_end(node)
    found = _FIRST_SENTENCE.match(node.text, start)
    if found is None or len(found["title"].split()) > _MOST_WORDS:
        return None
    following = node.text[found.end() :]
    return found.end("end") if following[:1].isupper() or following[:1] in "“\"'‘(" else None


def set_off_end(node: Paragraph) -> int | None:
    """The end of the first words where their look (bold, italic, underlined) is not that of the rest."""
    start = number_end(node)
    at = 0
    first: tuple[bool, bool, bool] | None = None
    for run in node.runs:
        end = at + len(run.text)
        if end > start and run.text[max(0, start - at) :].strip(" \t.\xa0"):
            look = (run.look.bold, run.look.italic, run.look.underlined)
            if first is None:
                if not any(look):
                    return None
                first = look
            elif look != first:
                return _title_end(node.text, start, at)
        at = end
    return None


def _title_end(text: str, start: int, end: int) -> int | None:
    """The end of a title that is set off as far as ``end``, its full stop included; ``None`` for a term in bold."""
    title, rest = text[start:end].strip(), text[end:].lstrip()
    if not title or len(title) > _TITLE or not rest or not title[0].isupper():
        return None
    if rest[0] in ".:":
        return len(text) - len(rest) + 1
    if title[-1] in ".:–—-" or rest[0] in "–—":
        return end
    return end if rest[0].isupper() and " " in title else None


def split(node: Paragraph, cut: int) -> tuple[Paragraph, Paragraph]:
    """The title and the rest of a paragraph; what is anchored in it follows the rest."""
    head = Paragraph(page=node.page, style=node.style, label=node.label, depth=node.depth, outline=node.outline)
    body = Paragraph(page=node.page, style=node.style, after=node.after)
    for run in node.runs:
        _share(run, cut, head, body)
        cut = max(0, cut - len(run.text))
    body.page = body.runs[0].page if body.runs else node.page
    return head, body


def _share(run: Run, cut: int, head: Paragraph, body: Paragraph) -> None:
    if cut > 0:
        head.runs.append(run._replace(text=run.text[:cut]))
    if cut < len(run.text):
        body.runs.append(run._replace(text=run.text[cut:]))
