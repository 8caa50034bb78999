"""How the document's text is marked for a reader: page markers, heading marks and the escape that keeps them
unmistakable.

The words stay the document's own. What is added here is a segment without a place in the document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from pincite.model import Block, Document, Page

BLANK_LINE = "\n\n"
_MAX_HASHES = 6
_MANY_REGIONS = 50
_MAX_LABEL_BYTES = 40
# what a reader may take for one of our markers: an opening bracket before the word "page", also spaced out or padded
_FALSE_MARKER = re.compile(r"[\[［〔](?=[^\w\]\n]{0,3}[pP][\W_]{0,2}[aA][\W_]{0,2}[gG][\W_]{0,2}[eE])")
_NO_BREAK = "\u00a0\u2007\u2009\u202f"  # spaces inside a number or a name
_NOT_IN_LABEL = re.compile(r"[\[\]\\\s]+")
# scripts that put no space between words: a page may break between any two of their characters
_UNSPACED = (
    "\u0e00\u0eff", "\u1000\u109f", "\u1780\u17ff", "\u2e80\u31ff", "\u3400\u9fff", "\uac00\ud7af", "\uf900\ufaff",
    "\U00020000\U0003ffff",
)  # fmt: skip


class Segment(NamedTuple):
    """``text`` stands at ``start:end`` of ``Document.text`` word for word; both are ``None`` for a marker that was
    added."""

    text: str
    start: int | None = None
    end: int | None = None


class PageRun(NamedTuple):
    """The characters ``start:end`` of a block stand on ``page``; a table row that a page break cuts goes on to
    ``last``."""

    start: int
    end: int
    page: int
    last: int


class Unit(NamedTuple):
    """A block, or a part of it, ready to read. ``marker`` is the page marker that it needs in front (empty: none),
    ``body`` the rest with the blank line that ends it; ``first`` and ``last`` are the pages at its head and in force
    after it (``None``: unknown), each as first and last page, which differ only for a table row that a page break
    cuts."""

    block: int
    start: int
    end: int
    marker: str
    body: tuple[Segment, ...]
    first: tuple[int, int] | None
    last: tuple[int, int] | None

    @property
    def body_text(self) -> str:
        return "".join(s.text for s in self.body)


def is_unspaced(char: str) -> bool:
    """Whether the character belongs to a script that does not put spaces between words."""
    return char > "\u0dff" and any(ends[0] <= char <= ends[1] for ends in _UNSPACED)


def heading_marks(block: Block) -> str:
    """What stands before a heading: ``## `` for level 2."""
    return "#" * min(block.level or 1, _MAX_HASHES) + " "


def block_text(doc: Document, block: Block, start: int, end: int) -> str:
    """The characters ``start:end`` of a block as they are read, without page markers: a heading has its marks."""
    marks = heading_marks(block) if block.kind.is_heading and start == block.start else ""
    return marks + doc.text[start:end]


def first_page(block: Block) -> int | None:
    """The physical page that the block begins on, ``None`` where it is unknown."""
    return block.regions[0].page if block.regions else None


def page_cites(doc: Document) -> dict[int, str]:
    """What to cite each page by, from its physical number: its label; without one the number, as ``sheet 1`` where that
    is the label of another page (an unnumbered cover before page 1)."""
    labels = {page.label for page in doc.pages if page.label}
    return {p.number: f"sheet {p.number}" if not p.label and p.cite in labels else p.cite for p in doc.pages}


def shown_label(page: Page, cite: str | None = None) -> str:
    """The label (or ``cite``) as it can stand inside a marker: without brackets or line breaks; the physical number
    where there is no label, or one too long."""
    label = _NOT_IN_LABEL.sub(" ", cite or page.cite).strip()
    return label if label and len(label.encode()) <= _MAX_LABEL_BYTES else str(page.number)


def page_runs(text: str, block: Block) -> tuple[PageRun, ...]:
    """The stretches of a block by page, in order and without holes; ``()`` where its pages are unknown. They meet at
    the start of a word, of a table row in tables."""
    regions = block.regions
    if not regions:
        return ()
    page = regions[0].page
    if all(r.page == page for r in regions):
        return (PageRun(block.start, block.end, page, page),)
    return _row_runs(text, block) if block.table is not None else _line_runs(text, block)


class Markup:
    """Makes the marked text of one document."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self._runs: dict[int, tuple[PageRun, ...]] = {}

    def page_name(self, page: int) -> str:
        """``iv``; with the physical number where several pages carry that label: ``3 (sheet 7)``."""
        return self._names.get(page, str(page))

    def page_marker(self, page: int, last: int | None = None) -> str:
        """``[Page iv]``; with the physical number where several pages carry that label: ``[Page 3 (sheet 7)]``."""
        if last is None or last == page:
            return f"[Page {self.page_name(page)}]"
        return f"[Pages {self.page_name(page)} to {self.page_name(last)}]"

    def unit(self, block: Block, start: int, end: int, pages: tuple[int, int] | None) -> Unit:
        """The characters ``start:end`` of the block, after text whose last marker named ``pages``."""
        marker, first = "", None
        body: list[Segment] = []
        if block.kind.is_heading and start == block.start:
            body.append(Segment(heading_marks(block)))
        runs = self._runs_of(block)
        for run in runs or (PageRun(block.start, block.end, 0, 0),):
            a, b = max(run.start, start), min(run.end, end)
            if a >= b:
                continue
            if runs and a == start:
                first = (run.page, run.last)
            if runs and (run.page, run.last) != pages:
                pages = (run.page, run.last)
                line = self.page_marker(run.page, run.last)
                if a == start:
                    marker = line + BLANK_LINE
                else:
                    body.append(Segment(("" if self._doc.text[a - 1] == "\n" else "\n") + line + "\n"))
            body.extend(self._escaped(a, b))
        body.append(Segment(BLANK_LINE))
        return Unit(block.id, start, end, marker, tuple(body), first, pages)

    def _runs_of(self, block: Block) -> tuple[PageRun, ...]:
        """``page_runs``, kept for large blocks, which are cut again and again."""
        if len(block.regions) < _MANY_REGIONS:
            return page_runs(self._doc.text, block)
        if block.id not in self._runs:
            self._runs[block.id] = page_runs(self._doc.text, block)
        return self._runs[block.id]

    def _escaped(self, start: int, end: int) -> Iterator[Segment]:
        """The text as segments, a backslash before what could be taken for a page marker."""
        text = self._doc.text
        if not self._odd_brackets and text.find("[", start, end) < 0:
            yield Segment(text[start:end], start, end)
            return
        for found in _FALSE_MARKER.finditer(text, start, end):
            if found.start() > start:
                yield Segment(text[start : found.start()], start, found.start())
            yield Segment("\\")
            start = found.start()
        yield Segment(text[start:end], start, end)

    @cached_property
    def _odd_brackets(self) -> bool:
        return any(bracket in self._doc.text for bracket in "［〔")

    @cached_property
    def _names(self) -> dict[int, str]:
        cites = page_cites(self._doc)
        shown = {p.number: shown_label(p, cites[p.number]) for p in self._doc.pages}
        uses = Counter(shown.values())
        return {n: name if uses[name] == 1 else f"{name} (sheet {n})" for n, name in shown.items()}


def _line_runs(text: str, block: Block) -> tuple[PageRun, ...]:
    out: list[PageRun] = []
    start, page = block.start, block.regions[0].page
    for region in block.regions:
        if region.page == page:
            continue
        cut = max(start, _word_start(text, start, region.start, block.end))
        if cut > start:
            out.append(PageRun(start, cut, page, page))
        start, page = cut, region.page
    if start < block.end:
        out.append(PageRun(start, block.end, page, page))
    return tuple(out)


def _word_start(text: str, start: int, at: int, end: int) -> int:
    """``at``, or where the next word starts if a word goes on over ``at`` (one whose line-end hyphen is gone)."""
    if not _inside_word(text[at - 1], text[at]):
        return at
    head = at
    while head > start and not _parts_words(text[head - 1]):
        head -= 1
    if not any(char.isalnum() for char in text[head:at]):
        return head  # a bracket or bullet goes with its word
    while at < end and not _parts_words(text[at]):
        at += 1
    while at < end and _parts_words(text[at]):
        at += 1
    return at


def _inside_word(before: str, after: str) -> bool:
    return not any(_parts_words(char) or is_unspaced(char) for char in (before, after))


def _parts_words(char: str) -> bool:
    return char.isspace() and char not in _NO_BREAK


def _row_runs(text: str, block: Block) -> tuple[PageRun, ...]:
    out: list[PageRun] = []
    regions = list(block.regions)
    line, at = block.start, 0
    while line < block.end:
        stop = text.find("\n", line, block.end)
        stop = block.end if stop < 0 else stop + 1
        pages = []
        while at < len(regions) and regions[at].start < stop:
            pages.append(regions[at].page)
            at += 1
        _add_row(out, line, stop, pages)
        line = stop
    return tuple(out)


def _add_row(out: list[PageRun], start: int, end: int, pages: list[int]) -> None:
    """Appends a row; one without text (the ruler, an empty row) goes with the row before it, or the first row of
    all."""
    run = PageRun(start, end, min(pages, default=0), max(pages, default=0))
    if out and not pages:
        run = out.pop()._replace(end=end)
    elif out and (out[-1].page == 0 or out[-1][2:] == run[2:]):
        run = run._replace(start=out.pop().start)
    out.append(run)
