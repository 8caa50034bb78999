"""Titles that stand again: "(continued)", and section titles repeated at the top of the next page, are no new
headings."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.cover import is_prose
from pincite.parsers.pdf.headings.titles import key, without_continued
from pincite.parsers.pdf.headings.typography import Look

_FRONT = 3  # pages at the front


def drop_repeats(heads: Sequence[Candidate]) -> list[Candidate]:
    """The headings without those that only say that a section goes on: a title seen before with "(continued)" behind
    it, and the title of the section that is open, in its look, first on a new page; and without the lines of the cover
    that stand again on a title page behind it."""
    seen: set[str] = set()
    last: dict[Look, Candidate] = {}
    out: list[Candidate] = []
    cover = {(h.key, h.look) for h in heads if h.page.number == 1}
    for head in heads:
        if (head.key, head.look) in cover and _is_on_title_page(head):
            continue
        plain = without_continued(head.text)
        marked = len(plain) < len(head.text)
        base = key(plain) if marked else head.key
        before = last.get(head.look)
        running = (
            before is not None
            and before.key == head.key
            and head.first_on_page
            and before.page.number < head.page.number
        )
        looks = not (head.number or head.indent or head.tag)  # nothing but its look speaks for it
        if head.bookmark is None and ((marked and (base in seen or looks)) or running):
            continue
        seen.add(base)
        for look in [k for k in last if k.size < head.look.size]:
            del last[look]  # a heading above closes what stands below
        last[head.look] = head
        out.append(head)
    return out


def _is_on_title_page(head: Candidate) -> bool:
    """Whether it stands on one of the pages behind the cover that has no prose."""
    if not 1 < head.page.number <= _FRONT or head.bookmark is not None or head.number or head.indent:
        return False
    return not any(is_prose(block) for block in head.page.blocks)
