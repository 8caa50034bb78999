"""Which blocks are headings, and of what level: all evidence weighed together."""

from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.headings.bookmarks import match_bookmarks, straighten
from pincite.parsers.pdf.headings.candidates import gather
from pincite.parsers.pdf.headings.cover import settle_cover, stands_on_cover
from pincite.parsers.pdf.headings.doctitle import name_document
from pincite.parsers.pdf.headings.evidence import THRESHOLD, weigh
from pincite.parsers.pdf.headings.levels import assign_levels
from pincite.parsers.pdf.headings.listed import match_entries
from pincite.parsers.pdf.headings.numerals import split_numerals
from pincite.parsers.pdf.headings.openings import unite_openings
from pincite.parsers.pdf.headings.repeats import drop_repeats
from pincite.parsers.pdf.headings.roles import mark_roles
from pincite.parsers.pdf.headings.runins import split_run_ins
from pincite.parsers.pdf.headings.statements import split_statements
from pincite.parsers.pdf.headings.tags import read_tags
from pincite.parsers.pdf.headings.titlelines import join_title_lines, split_title_lines
from pincite.parsers.pdf.headings.toc import read_entries
from pincite.parsers.pdf.headings.typography import Typography
from pincite.parsers.pdf.layout import Layout


def mark_headings(layout: Layout) -> None:
    """Gives headings ``Kind.HEADING``, a level and the evidence, and all blocks their roles."""
    if not layout.pages:
        return
    typography = Typography(layout)
    split_title_lines(layout, typography)
    join_title_lines(layout, typography)
    split_statements(layout)
    leads = split_run_ins(layout, typography)
    candidates = gather(layout, typography, leads, split_numerals(layout))
    match_bookmarks(layout.bookmarks, candidates)
    tags = layout.tagged and read_tags(candidates)
    match_entries(read_entries(layout), candidates, layout.pages)
    weigh(candidates, typography, tags=tags, pages=layout.pages)
    heads = [c for c in candidates if c.short and c.score >= THRESHOLD]
    heads, title = settle_cover(layout, drop_repeats(heads))
    name_document(layout, title, heads, typography.body.size)
    straighten(heads)
    on_cover = title is not None and stands_on_cover(title, heads)
    united, places = unite_openings(heads, title)
    levels = assign_levels(united, title, on_cover=on_cover)
    for head, place in zip(heads, places, strict=True):
        head.block.kind = Kind.HEADING
        head.block.level = levels[place]
        head.block.evidence += head.reasons
    mark_roles(layout, title, on_cover=on_cover)
