"""Titles of slides: what stands at one height at the top of most pages, in one look, with other words each time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.typography import Look, prominence
from pincite.parsers.pdf.layout import PageLayout

_LEAST = 5  # slides
_WIDE = 1.15  # width over height of a slide
_WIDE_SHARE = 0.8  # of the pages
_TITLED = 0.4  # of the slides have a title in the look
_TOP = 0.3  # of a slide, where its title stands
_OFF = 0.06  # of the height, by which the place of a title may differ
_CHARS = 1200  # on a slide; a page with more is one of a report
_NEW_WORDS = 0.5  # of the titles that differ

Face = tuple[float, bool, bool, int, str]


def weigh_slide_titles(short: Sequence[Candidate], pages: Sequence[PageLayout], body: Look) -> None:
    """Raises the titles of slides, whatever their look: a sentence or a question may be one."""
    if not _are_slides(pages):
        return
    groups: dict[Face, list[Candidate]] = defaultdict(list)
    for c in short:
        if c.block.box.y0 < _TOP * c.page.height and c.look.face != body.face and c.look.size >= body.size:
            group = groups[c.look.face]
            if not group or group[-1].page is not c.page:
                group.append(c)
    found = [titles for group in groups.values() if (titles := _titles(group, len(pages)))]
    if found:
        for c in max(found, key=lambda titles: (len(titles) // _LEAST, prominence(titles[0].look))):
            c.weigh(max(6.0, 1.0 - c.score), "title of a slide")
            c.slide = True


def _are_slides(pages: Sequence[PageLayout]) -> bool:
    wide = [page for page in pages if page.width > _WIDE * page.height]
    if len(wide) < max(_LEAST, _WIDE_SHARE * len(pages)):
        return False
    return median(sum(len(line.text) for line in page.lines) for page in wide) <= _CHARS


def _titles(group: Sequence[Candidate], pages: int) -> list[Candidate]:
    """Those of a look that stand at one height; empty: they are no titles of slides."""
    middle = median(c.block.box.y0 for c in group)
    out = [c for c in group if abs(c.block.box.y0 - middle) <= _OFF * c.page.height]
    enough = len(out) >= max(_LEAST, _TITLED * pages)
    return out if enough and len({c.key for c in out}) >= _NEW_WORDS * len(out) else []
