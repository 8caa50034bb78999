"""The outline: sections as a tree over the blocks, made from the headings, or from the pages where there are none."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from pincite.fold import fold_text
from pincite.markup import first_page, page_cites
from pincite.model import Block, Document

SectionKind = Literal["heading", "preamble", "page"]
PATH_SEPARATOR = " > "
PREAMBLE_TITLE = "Opening text"
_PAGES_WITHOUT_A_HEADING = 8  # one heading (the title, mostly) over this many pages or more is no map
_NEAR_SCORE = 55.0
_NUMBERING = re.compile(
    r"^(?:\(?[0-9]+(?:\.[0-9]+)*[.):]?|\([a-z]{1,4}\)|(?:item|note|section|article|part)\s+\w+[.:]?)\s+"
)


@dataclass(frozen=True, slots=True)
class Section:
    """A node of the outline. ``start:end`` are block ids, half open, the subtree included; ``level`` is its depth,
    from 1; ``parent`` the id of the section around it, ``None`` at the top."""

    id: int
    level: int
    title: str
    kind: SectionKind
    parent: int | None
    start: int
    end: int


class Outline:
    """The sections in reading order; ``Section.id`` is the index."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self.sections = tuple(sections)
        self._starts = [s.start for s in self.sections]
        self._children: list[list[Section]] = [[] for _ in self.sections]
        for section in self.sections:
            if section.parent is not None:
                self._children[section.parent].append(section)

    @property
    def roots(self) -> tuple[Section, ...]:
        return tuple(s for s in self.sections if s.parent is None)

    def children(self, section_id: int) -> tuple[Section, ...]:
        return tuple(self._children[section_id])

    def path(self, section_id: int) -> tuple[Section, ...]:
        """The section and those around it, outermost first."""
        out: list[Section] = []
        at: int | None = section_id
        while at is not None:
            out.append(self.sections[at])
            at = self.sections[at].parent
        return tuple(reversed(out))

    def section_of(self, block_id: int) -> Section:
        """The deepest section that holds the block."""
        return self.sections[bisect_right(self._starts, block_id) - 1]

    def find(self, text: str) -> list[Section]:
        """The sections with this title, or at this path (``Notes > Revenue``; steps between may be left out, and the
        ends of the titles above). Case, white space and typography do not matter; the number of a heading may be left
        out where no title reads like this in full."""
        wanted = fold_text(text)
        if not wanted:
            return []
        found = self._titled(wanted)
        if found or ">" not in wanted:
            return found
        steps = [step.strip() for step in wanted.split(">")]
        return [s for s in self._titled(steps[-1]) if self._lies_under(s, steps[:-1])]

    def near(self, text: str, n: int = 3) -> list[Section]:
        """Up to ``n`` sections whose titles read most like ``text``, best first."""
        from rapidfuzz import fuzz, process

        wanted = fold_text(text.rsplit(">", 1)[-1])
        if not wanted:
            return []
        hits = process.extract(wanted, self._folded, scorer=fuzz.WRatio, limit=n, score_cutoff=_NEAR_SCORE)
        return [self.sections[index] for _, _, index in hits]

    @cached_property
    def _folded(self) -> list[str]:
        return [fold_text(s.title) for s in self.sections]

    def _titled(self, wanted: str) -> list[Section]:
        exact = [s for s, title in zip(self.sections, self._folded, strict=True) if title == wanted]
        if exact:
            return exact
        return [s for s, title in zip(self.sections, self._folded, strict=True) if _unnumbered(title) == wanted]

    def _lies_under(self, section: Section, steps: list[str]) -> bool:
        """Whether ``steps`` are titles of sections around it, in this order, or their first words."""
        around = iter(self._folded[s.id] for s in self.path(section.id)[:-1])
        return all(any(_begins(title, step) for title in around) for step in steps)


def build_outline(doc: Document) -> Outline:
    """Sections from the headings; text before the first becomes a ``preamble``. Where there are no headings each page
    is a section, and so is each page under a lone heading of a long document. Without pages the whole text is one
    section."""
    headings = [b for b in doc.blocks if b.kind.is_heading]
    if not headings:
        pages = _page_sections(doc, 0, first_id=0, parent=None)
        return Outline(pages or _preamble(doc, len(doc.blocks)))
    first = headings[0].id
    opening = doc.blocks[:first]
    sections = _preamble(doc, first) if any(not b.kind.is_furniture for b in opening) else []
    sections += _heading_sections(doc, headings, first_id=len(sections), first_start=first if sections else 0)
    if len(headings) == 1 and len(doc.pages) >= _PAGES_WITHOUT_A_HEADING:
        lone = sections[-1]
        sections += _page_sections(doc, first + 1, first_id=len(sections), parent=lone)
    return Outline(sections)


def heading_title(doc: Document, block: Block) -> str:
    """The text of a heading on one line."""
    return " ".join(doc.text[block.start : block.end].split())


def _preamble(doc: Document, end: int) -> list[Section]:
    title = PREAMBLE_TITLE if end < len(doc.blocks) else doc.title
    return [Section(0, 1, title, "preamble", None, 0, end)]


def _heading_sections(doc: Document, headings: list[Block], *, first_id: int, first_start: int) -> list[Section]:
    out: list[Section] = []
    open_: list[tuple[int, int]] = []  # (level of the heading, index in ``out``)

    def close(level: int, end: int) -> None:
        while open_ and open_[-1][0] >= level:
            index = open_.pop()[1]
            out[index] = replace(out[index], end=end)

    for n, block in enumerate(headings):
        level = block.level or 1
        close(level, block.id)
        parent = first_id + open_[-1][1] if open_ else None
        start = block.id if n else first_start
        out.append(
            Section(first_id + n, len(open_) + 1, heading_title(doc, block), "heading", parent, start, len(doc.blocks))
        )
        open_.append((level, n))
    return out


def _page_sections(doc: Document, start: int, *, first_id: int, parent: Section | None) -> list[Section]:
    """A section for each page on which a block begins; a block that steps back (a late footnote) stays where it is
    read."""
    cites = page_cites(doc)
    out: list[Section] = []
    furthest = 0
    for block in doc.blocks[start:]:
        page = first_page(block)
        if page is None or page <= furthest:
            continue
        furthest = page
        at = block.id if out or parent else start
        if out:
            out[-1] = replace(out[-1], end=at)
        level, above = (parent.level + 1, parent.id) if parent else (1, None)
        title = f"Page {cites.get(page, str(page))}"
        out.append(Section(first_id + len(out), level, title, "page", above, at, len(doc.blocks)))
    return out


def _begins(title: str, words: str) -> bool:
    return any(f"{form} ".startswith(f"{words} ") for form in (title, _unnumbered(title)))


def _unnumbered(title: str) -> str:
    return _NUMBERING.sub("", title)
