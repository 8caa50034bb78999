"""Words -> lines: each line holds the words of one base line in one column.

A page is read in two steps. Words that follow each other in the file and on the page make runs; runs on one base line
are then put together where only a word space parts them, and kept apart at gutters, rulings and wide gaps.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import NamedTuple

from pincite.parsers.pdf.layout import Flag, Layout, Line, PageLayout, Style, Word
from pincite.parsers.pdf.scripts import is_cjk, may_be_cjk, set_vertical
from pincite.parsers.pdf.text.asides import grounds
from pincite.parsers.pdf.text.direction import in_reading_order, share_of_rtl
from pincite.parsers.pdf.text.marks import part_marks
from pincite.parsers.pdf.text.spelling import close_wide, join_initial
from pincite.parsers.pdf.turning import turning, upright

GLUED = Flag.GLUED.value
DESCENT = 0.21  # of the size: from the lower edge of a word's box up to its base line
WORD_GAP = 0.75  # of the size: no wider than a word space in justified text
MONO_GAP = 1.3  # the same for typewriter fonts: two blanks
LINE_GAP = 1.8  # wider than this is another line, whatever stands above and below
MARKER_GAP = 5.5  # from the number or bullet of an item to its text
STRIP = 3  # rows beside which white space is a gutter
FLUSH = 0.6  # points: lines of one column begin as near to each other
PROSE = 12  # sizes: lines of running text are longer
SPELLED = 5  # so many short words in a line may be letters
SAME_BASE = 0.28  # of the smaller size: how far words of one line may differ in their base lines
BULLETS = frozenset("•●○◦▪■□◻·➢►▸▶‣⁃∙❑❖❏✓✔✗☐☒☑➔→★◆◇※♦✻\uf0b7\uf0a7\uf0d8")
NEAR = 12  # runs above and below among which the text beside a mark is
NOTE_MARK = re.compile(r"\d{1,3}|[a-z]|\*{1,3}|[†‡§¶]")
MARKER = re.compile(
    r"(?:[•●○◦▪■□▫–—\-*·➢►‣⁃✓❖§\uf0b7\uf0a7\uf0d8]|\[[x ]\]"
    r"|\(?(?:\d{1,3}|[a-zA-Z]|[ivxlIVXL]{1,6})[.)]|\d{1,2}(?:\.\d{1,3}){1,4}\.?"
    r"|(?:item|section|article|note|part|chapter|appendix|exhibit|schedule|annex)\s+[\dA-Za-z.\-]{1,6}[.:]?)",
    re.IGNORECASE,
)


_BASE, _LEFT = attrgetter("base"), attrgetter("x0")


class _Run:
    """Words in reading order on one base line; ``size`` and ``base`` are those of its largest word."""

    __slots__ = ("base", "mixed", "size", "words", "x0", "x1")

    def __init__(self, word: Word, size: float, base: float) -> None:
        self.words = [word]
        self.x0, self.x1 = word.x0, word.x1
        self.size, self.base = size, base
        self.mixed = False

    def add(self, word: Word, size: float, base: float) -> None:
        self.words.append(word)
        x0, x1 = word.x0, word.x1
        if x0 < self.x0:
            self.x0 = x0
        if x1 > self.x1:
            self.x1 = x1
        if size != self.size or abs(base - self.base) > 0.1 * size:
            self.mixed = True
        if size > self.size:
            self.size, self.base = size, base


class _Strip(NamedTuple):
    """White space ``x0..x1`` beside the rows ``first`` to ``last``."""

    x0: float
    x1: float
    first: int
    last: int


class Uprights:
    """The upright rulings of a page and the edges of its coloured grounds, as (x, y0, y1)."""

    def __init__(self, rules: Iterable[tuple[float, float, float]]) -> None:
        self.rules = sorted(rules)

    def part(self, x0: float, x1: float, y: float) -> bool:
        """Whether one of them stands between ``x0`` and ``x1`` at the height ``y``."""
        for i in range(bisect_left(self.rules, (x0,)), len(self.rules)):
            x, top, bottom = self.rules[i]
            if x > x1:
                return False
            if top <= y <= bottom:
                return True
        return False


def make_lines(layout: Layout) -> None:
    """Fills ``PageLayout.lines`` (top to bottom, then left to right; not yet in reading order) and
    ``Layout.body_size``."""
    weights: Counter[float] = Counter()
    sizes = [style.size for style in layout.styles]
    for page in layout.pages:
        initials = "".join([w.text[0] for w in page.words])
        cjk = may_be_cjk(initials) and any(map(is_cjk, initials))
        if cjk:
            page.words = set_vertical(page.words, sizes)
        with upright(page):
            page.lines = _lines_of(page, layout.styles)
            if cjk:  # characters that were put together stay together for the passes that follow
                page.words = [word for line in page.lines for word in line.words]
        for line in page.lines:
            weights[line.size] += len(line.text)
    if weights:
        layout.body_size = max(weights, key=lambda size: (weights[size], -size))


def _lines_of(page: PageLayout, styles: list[Style]) -> list[Line]:
    flat = [w for w in page.words if not w.angle]
    rtl = share_of_rtl(flat)
    edges = [(r.x0, r.y0, r.y1) for r in page.rules if r.x0 == r.x1]
    edges += [(x, box.y0, box.y1) for box in grounds(page) for x in (box.x0, box.x1)]
    uprights = Uprights(edges)
    runs = _merge(_runs(flat, styles, uprights, single=rtl > 0), styles, uprights)
    lines = [_line(run, page.number, styles, rtl=rtl) for run in runs]
    return lines + _turned_lines(page, styles) if len(flat) < len(page.words) else lines


def _runs(words: list[Word], styles: list[Style], uprights: Uprights, *, single: bool) -> list[_Run]:
    """Words that follow each other both in the file and on the page; with ``single`` each word is a run of its own."""
    runs: list[_Run] = []
    run: _Run | None = None
    sizes = [s.size for s in styles]
    gaps = [s.size * (MONO_GAP if s.mono else WORD_GAP) for s in styles]
    ruled = bool(uprights.rules)
    for word in words:
        style = word.style
        size = sizes[style] or 1.0
        base = word.y1 - DESCENT * size
        if run is not None and not single:
            gap = word.x0 - run.x1
            small = size if size < run.size else run.size
            if (
                -0.4 * small < gap <= (gaps[style] if run.size >= size else 2.0 * size)
                and (
                    (abs(base - run.base) <= SAME_BASE * small and gap <= gaps[style])
                    or _attached(run, base, size, gap)
                )
                and not (ruled and gap > 0.3 * small and uprights.part(run.x1, word.x0, base - 0.3 * size))
            ):
                run.add(word, size, base)
                continue
        run = _Run(word, size, base)
        runs.append(run)
    return runs


def _attached(run: _Run, base: float, size: float, gap: float) -> bool:
    """Whether a word is a raised or lowered mark beside a run (or the run such a mark before the word)."""
    big, small = max(run.size, size), min(run.size, size)
    leads = (
        run.size < size and len(run.words) == 1 and len(run.words[0].text) <= 3
    )  # the mark of a note before its text
    if small > 0.85 * big or gap > (2.0 if leads else 0.35) * big:
        return False
    rise = (run.base - base) if size < run.size else (base - run.base)
    return -0.35 * big <= rise <= big - 0.5 * small


def _merge(runs: list[_Run], styles: list[Style], uprights: Uprights) -> list[_Run]:
    """Puts runs together that are parts of one line, and returns all of them from top to bottom."""
    rows: list[list[_Run]] = []
    for run in sorted(runs, key=_BASE):
        if rows and run.base - rows[-1][0].base <= SAME_BASE * min(run.size, rows[-1][0].size):
            rows[-1].append(run)
        else:
            rows.append([run])
    for row in rows:
        row.sort(key=_LEFT)
    known: list[_Strip] = []
    out: list[_Run] = []
    for at, row in enumerate(rows):
        known = [strip for strip in known if strip.last >= at]
        kept = row[:1]
        for run in row[1:]:
            if _one_line(kept[-1], run, styles, uprights, rows, at, known):
                _append(kept[-1], run)
            else:
                kept.append(run)
        out += kept
    return _attach_notes(_attach_bullets(out))


def _attach_bullets(runs: list[_Run]) -> list[_Run]:
    """Puts lone bullets before the text beside them; symbol fonts set them on base lines of their own."""
    bullets = [r for r in runs if len(r.words) == 1 and r.words[0].text in BULLETS]
    taken: set[int] = set()
    for bullet in bullets:
        word = bullet.words[0]
        middle = (word.y0 + word.y1) / 2
        best: _Run | None = None
        for run in runs:
            first = run.words[0]
            if first.y0 < middle < first.y1 and 0 < run.x0 - bullet.x1 < MARKER_GAP * run.size and id(run) not in taken:
                best = run if best is None or run.x0 < best.x0 else best
        if best is not None and best.words[0].text not in BULLETS:
            taken.add(id(bullet))
            best.words[0] = best.words[0]._replace(flags=best.words[0].flags & ~GLUED)
            best.words.insert(0, word._replace(flags=word.flags & ~GLUED))
            best.x0, best.mixed = bullet.x0, True
    return [r for r in runs if id(r) not in taken] if taken else runs


def _attach_notes(runs: list[_Run]) -> list[_Run]:
    """Puts lone raised marks before the notes that they open, which may begin an indent further in."""
    marks = [i for i, r in enumerate(runs) if len(r.words) == 1 and NOTE_MARK.fullmatch(r.words[0].text)]
    taken: set[int] = set()
    for i in marks:
        mark, word = runs[i], runs[i].words[0]
        near = runs[max(0, i - NEAR) : i] + runs[i + 1 : i + 1 + NEAR]  # runs stand from top to bottom
        beside = [r for r in near if word.y0 < (r.words[0].y0 + r.words[0].y1) / 2 and r.words[0].y0 < word.y1]
        if any(mark.x0 - mark.size < r.x1 <= mark.x0 + 1 for r in beside):
            continue
        note = min((r for r in beside if r.x0 >= mark.x1), key=lambda r: r.x0, default=None)
        if note is not None and _opens(mark, note):
            taken.add(id(mark))
            note.words[0] = note.words[0]._replace(flags=note.words[0].flags & ~GLUED)
            note.words.insert(0, word._replace(flags=word.flags & ~GLUED))
            note.x0, note.mixed = mark.x0, True
    return [r for r in runs if id(r) not in taken] if taken else runs


def _opens(mark: _Run, note: _Run) -> bool:
    """Whether a mark stands smaller and higher than a line, and near enough before it."""
    rise = note.base - mark.base
    if mark.size > 0.85 * note.size or not 0.12 * note.size <= rise <= 0.7 * note.size:
        return False
    return note.x0 - mark.x1 < MARKER_GAP * note.size and any(c.isalpha() for w in note.words[:3] for c in w.text)


def _one_line(
    left: _Run,
    right: _Run,
    styles: list[Style],
    uprights: Uprights,
    rows: list[list[_Run]],
    at: int,
    known: list[_Strip],
) -> bool:
    """Whether two neighbours in row ``at`` are parts of one line."""
    size = min(left.size, right.size)
    gap = right.x0 - left.x1
    if gap < -0.4 * size or gap > MARKER_GAP * size:
        return False
    if uprights.rules and gap > 0.3 * size and uprights.part(left.x1, right.x0, right.base - 0.3 * size):
        return False
    if gap <= size * (MONO_GAP if styles[left.words[-1].style].mono else WORD_GAP):
        return True
    if MARKER.fullmatch(_plain(left.words)):
        return True
    prose = min(left.x1 - left.x0, right.x1 - right.x0) > PROSE * size
    return gap <= LINE_GAP * size and not _in_gutter(left.x1, right.x0, size, rows, at, known, prose=prose)


def _plain(words: list[Word]) -> str:
    return " ".join(w.text for w in words) if len(words) < 4 else ""


def _in_gutter(
    x0: float, x1: float, size: float, rows: list[list[_Run]], at: int, known: list[_Strip], *, prose: bool
) -> bool:
    """Whether the white space ``x0..x1`` in row ``at`` goes on above or below, past at least ``STRIP`` rows with
    text on both sides, before a line runs over it. Beside running text (``prose``) the lines of the columns may have
    base lines of their own, and fewer rows will do where a column is flush. ``known`` keeps the gutters that were
    found."""
    if any(s.first <= at <= s.last and x0 <= s.x0 and s.x1 <= x1 for s in known):
        return True
    flush = 0
    for step in (-1, 1):
        lefts, rights, i = 0, 0, at + step
        low, high = x0, x1
        while 0 <= i < len(rows) and min(lefts, rights) < STRIP and abs(rows[i][0].base - rows[at][0].base) < 20 * size:
            middle = (low + high) / 2
            left: _Run | None = None
            right: _Run | None = None
            for run in rows[i]:
                if run.x0 < middle:
                    left = run
                    low = run.x1 if run.x1 > low else low
                else:  # runs stand from left to right: this is the nearest
                    right = run
                    high = run.x0 if run.x0 < high else high
                    break
            if high - low < 0.5 * size:
                break
            both = left is not None and right is not None
            lefts += both or (prose and left is not None)
            rights += both or (prose and right is not None)
            flush += prose and right is not None and left is not None and abs(right.x0 - x1) < FLUSH
            i += step
        if min(lefts, rights) >= STRIP:
            known.append(_Strip(low, high, min(at, i), max(at, i)))
            return True
    return flush >= STRIP - 1


def _append(left: _Run, right: _Run) -> None:
    first = right.words[0]
    glued = right.x0 - left.x1 < 0.1 * min(left.size, right.size)
    right.words[0] = first._replace(flags=first.flags | GLUED if glued else first.flags & ~GLUED)
    left.words += right.words
    left.x1 = max(left.x1, right.x1)
    left.mixed = left.mixed or right.mixed or left.size != right.size
    if right.size > left.size:
        left.size, left.base = right.size, right.base


def _line(run: _Run, page: int, styles: list[Style], *, rtl: float) -> Line:
    words = run.words
    if rtl:
        words = in_reading_order(words, rtl, styles)
    look = styles[words[0].style]
    if len(words) == 1:
        word = words[0]
        place = (run.x0, word.y0, run.x1, word.y1)
        return Line(words, *place, page, look.size, word.style, word.text, look.bold, look.italic)
    _, _, tops, _, bottoms, used, *_ = zip(*words, strict=True)
    style, bold, italic = words[0].style, look.bold, look.italic
    if run.mixed or len(set(used)) > 1:
        style, bold, italic = _look(words, styles)
        size = styles[style].size
        main = [w for w in words if abs(styles[w.style].size - size) <= 0.15 * size]
        tops, bottoms = tuple([w.y0 for w in main]), tuple([w.y1 for w in main])
        if run.mixed:
            words = join_initial(part_marks(words, styles, style), styles)
    text = text_of(words)
    if may_be_cjk(text):
        words = _close_cjk(words, styles)
        text = text_of(words)
    if len(words) >= SPELLED and len(text) - text.count(" ") < 1.8 * len(words):
        words = close_wide(_close_letters(words, styles))
        text = text_of(words)
    return Line(
        words=words,
        x0=run.x0,
        y0=min(tops),
        x1=run.x1,
        y1=max(bottoms),
        page=page,
        size=styles[style].size,
        style=style,
        text=text,
        bold=bold,
        italic=italic,
    )


def _look(words: list[Word], styles: list[Style]) -> tuple[int, bool, bool]:
    """The style of most characters, and whether most of them are bold, and italic."""
    weights: dict[int, int] = {}
    for word in words:
        weights[word.style] = weights.get(word.style, 0) + len(word.text)
    half = sum(weights.values()) / 2
    bold = sum([n for i, n in weights.items() if styles[i].bold]) > half
    italic = sum([n for i, n in weights.items() if styles[i].italic]) > half
    return max(weights, key=weights.__getitem__), bold, italic


def text_of(words: list[Word]) -> str:
    """The words joined by blanks, except where one is glued to the one before."""
    if GLUED not in {w.flags & GLUED for w in words}:
        return " ".join([w.text for w in words])
    out = [words[0].text]
    for word in words[1:]:
        out.append(word.text if word.flags & GLUED else " " + word.text)
    return "".join(out)


def _close_cjk(words: list[Word], styles: list[Style]) -> list[Word]:
    """Puts Chinese and Japanese characters together that only their spacing had made words of."""
    out = words[:1]
    for word in words[1:]:
        last = out[-1]
        if is_cjk(last.text[-1]) and is_cjk(word.text[0]) and word.x0 - last.x1 < 0.4 * styles[word.style].size:
            if last.style == word.style and last.mcid == word.mcid:
                out[-1] = _united(last, word)
                continue
            word = word._replace(flags=word.flags | GLUED)
        out.append(word)
    return out


def _close_letters(words: list[Word], styles: list[Style]) -> list[Word]:
    """Glues letters that are drawn one by one, with nothing between them, though the file has blanks there."""
    out = words[:1]
    for word in words[1:]:
        if -0.3 < (word.x0 - out[-1].x1) / styles[word.style].size < 0.06 and (
            len(word.text) < 3 or len(out[-1].text) < 3
        ):
            word = word._replace(flags=word.flags | GLUED)
        out.append(word)
    return out


def _united(one: Word, two: Word) -> Word:
    """One word out of two neighbours of one look."""
    return one._replace(
        text=one.text + two.text,
        x0=min(one.x0, two.x0),
        y0=min(one.y0, two.y0),
        x1=max(one.x1, two.x1),
        y1=max(one.y1, two.y1),
        flags=one.flags | (two.flags & ~GLUED),
    )


def _turned_lines(page: PageLayout, styles: list[Style]) -> list[Line]:
    """Lines of the words that are read in another direction than the page."""
    lines: list[Line] = []
    for angle in sorted({w.angle for w in page.words} - {0}):
        turn = turning(angle, page.width, page.height)
        back = turning(360 - angle, *((page.width, page.height) if angle == 180 else (page.height, page.width)))
        words = [w._replace(**turn(w.x0, w.y0, w.x1, w.y1)._asdict()) for w in page.words if w.angle == angle]
        free = Uprights([])
        for run in _merge(_runs(words, styles, free, single=False), styles, free):
            line = _line(run, page.number, styles, rtl=0.0)
            line.x0, line.y0, line.x1, line.y1 = back(*line.box)
            line.words = [w._replace(**back(w.x0, w.y0, w.x1, w.y1)._asdict()) for w in line.words]
            lines.append(line)
    return lines
