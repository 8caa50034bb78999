"""Titles that were set in several lines and came apart: put together before they are weighed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import pairwise, product
from statistics import median

from pincite.model import Kind, Role
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.numbering import Number, is_bare, readings
from pincite.parsers.pdf.headings.sequences import follows
from pincite.parsers.pdf.headings.titles import ends_sentence, is_cut_short
from pincite.parsers.pdf.headings.typography import Look, Typography
from pincite.parsers.pdf.layout import Joint, Layout, LayoutBlock, Line, PageLayout, hull

TITLE_LINES = "title lines over other lines"
NAMED = "number over its title"
_ROW = 3  # bare numbers of a kind ...
_MOST = 0.7  # ... of which that many stand over a title
_TITLE_CHARS = 120
_MAX_LINES = 5
_LARGER = 1.12  # than its number
_FAR = 1.75  # of the size, from line to line: no lines of one title
_FILLED = 0.85  # of the width of the text: no further word had room in a centred line
_DISPLAY = 1.2  # of the size of the body: larger titles are broken by hand
_AROUND = frozenset({Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL, Kind.FOOTNOTE})
_POSSIBLE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM})


def join_title_lines(layout: Layout, typography: Typography) -> None:
    """Joins a block that stands out from the body with the next one where both have one look and stand as close as
    lines of one title do; a number or kind word alone ("PART I", "7") is joined with its title."""
    rows = _rows_with_titles(layout)
    for page in layout.pages:
        out: list[LayoutBlock] = []
        for block in page.blocks:
            last = out[-1] if out else None
            if last is None or not _may_join(last, block):
                out.append(block)
                continue
            named = _bare_kind(last) in rows and _is_title_under(last, block)
            if named or _belong(last, block, page, typography) or _names(last, block, typography):
                if named:
                    last.evidence.append(NAMED)
                last.lines[-1].joint = Joint.SPACE
                last.lines += block.lines
                last.box = hull(last.lines)
                last.evidence.append("title over several lines")
            else:
                out.append(block)
        if len(out) < len(page.blocks):
            page.blocks[:] = out
    for page, after in pairwise(layout.pages):
        _join_over_pages(page, after, rows)


def _join_over_pages(page: PageLayout, after: PageLayout, rows: Container[str]) -> None:
    """Joins the number of a part at the very end of a page ("CHAPTER IV") with its title at the top of the next."""
    last = next((b for b in reversed(page.blocks) if b.kind not in _AROUND), None)
    first = next((b for b in after.blocks if b.kind not in _AROUND), None)
    if last is None or first is None or _bare_kind(last) not in rows or first.kind is not Kind.PARAGRAPH:
        return
    if (
        first.role is Role.BODY
        and _may_be_title(first)
        and _is_below(last, first)
        and first.lines[0].page == after.number
    ):
        last.lines[-1].joint = Joint.SPACE
        last.lines += first.lines
        last.evidence += [NAMED, "title over several lines"]
        after.blocks.remove(first)


def split_title_lines(layout: Layout, typography: Typography) -> None:
    """Splits a title off a block where its lines were taken for the beginning of the paragraph below it."""
    for page in layout.pages:
        out: list[LayoutBlock] = []
        for block in page.blocks:
            while count := _first_title(block, page, typography):
                lines = block.lines[:count]
                out.append(LayoutBlock(Kind.PARAGRAPH, lines, block.page, hull(lines), evidence=[TITLE_LINES]))
                block.lines = block.lines[count:]
                block.kind = Kind.PARAGRAPH
                block.box = hull([n for n in block.lines if n.page == block.lines[0].page])
            out.append(block)
        if len(out) > len(page.blocks):
            page.blocks[:] = out


def _first_title(block: LayoutBlock, page: PageLayout, typography: Typography) -> int:
    """How many lines at the beginning of a block are a title of their own; 0: none."""
    if block.kind not in _POSSIBLE or len(block.lines) < 2 or block.role is not Role.BODY:
        return 0
    count = _title_lines(block, typography) if _is_mixed(block) else 0
    if count or len(block.lines) > _MAX_LINES or not _stands_out(typography.look_of(block.lines), typography.body):
        return count
    return _second_title(block, typography) or _broken_title(block, page, typography)


def _second_title(block: LayoutBlock, typography: Typography) -> int:
    """The line of a title block at which a title of another kind begins ("PART II" over "Item 5. Market", "Notes to
    Financial Statements" over "Note 1. Policies"), the next of its kind ("Goal 1: Roads" over "Goal 2: Schools") or
    the first within it ("A Methods" over "A.1 Samples"); 0: none."""
    first = readings(block.lines[0].text)
    rank = RANKS.get(first[0].label, -1) if first else -1
    large = block.lines[0].size >= _DISPLAY * typography.body.size
    for i, line in enumerate(block.lines[1:], 1):
        numbers = readings(line.text)
        if not numbers:
            continue
        if _counts_on(first, numbers, line.text, large=large) and not is_cut_short(block.lines[i - 1].text):
            return i
        if not line.text[0].isupper():
            continue
        label = numbers[0].label
        goes_on = bool(first and label) and follows(first[0], numbers[0]) and first[0].series == numbers[0].series
        if RANKS.get(label, -1) > rank or goes_on:
            return 0 if is_cut_short(block.lines[i - 1].text) else i
    return 0


def _counts_on(first: Sequence[Number], numbers: Sequence[Number], text: str, *, large: bool) -> bool:
    """Whether the numbers of two lines without kind words are those of a title and of the first within it, or in
    ``large`` letters of the next."""
    for a, b in product(first, numbers):
        if a.label or b.label or a.root is not b.root or not text[b.end : b.end + 1].isupper():
            continue
        if b.parts == (*a.parts, 1) or (large and a.series == b.series and a.value + 1 == b.value):
            return True
    return False


def _broken_title(block: LayoutBlock, page: PageLayout, typography: Typography) -> int:
    """The line of a numbered title set as large as the text at which another begins ("Item 2. Properties" over
    "Warehouse Properties"): the line before it ends although the next word had room, or stands far off; 0: none. Where
    no number begins it, it must change to or from capitals as well."""
    if not readings(block.lines[0].text):
        caps = [typography.look_of([n]).caps for n in block.lines]
        far = (b.y1 - a.y1 > _FAR * a.size and b.text[0].isupper() for a, b in pairwise(block.lines))
        changes = (a != b for a, b in pairwise(caps))
        return next((i for i, found in enumerate(zip(far, changes, strict=True), 1) if all(found)), 0)
    by_hand = block.lines[0].size > _DISPLAY * typography.body.size and not _leaves_its_indent(block)
    for i, (a, b) in enumerate(pairwise(block.lines), 1):
        elsewhere = b.x0 > _title_x(block) + 3 * a.size
        if (
            (abs(a.x0 - b.x0) > 2 and not elsewhere)
            or not b.text[0].isupper()
            or is_cut_short(a.text)
            or _same_tag(page, a, b)
        ):
            continue
        if b.y1 - a.y1 > _FAR * a.size:
            return i
        if by_hand:
            continue
        edge = max((other.box.x1 for other in page.blocks if abs(other.box.x0 - a.x0) < 3), default=0.0)
        if a.x1 + (b.words[0].x1 - b.words[0].x0) + a.size < edge:
            return i
    return 0


def _leaves_its_indent(block: LayoutBlock) -> bool:
    """Whether the second line begins below the number, though the title was set off from that by a tab."""
    first, second = block.lines[:2]
    words = first.words
    tab = len(words) > 1 and words[1].x0 - words[0].x1 > 0.6 * first.size
    return tab and abs(second.x0 - first.x0) < 2 and not first.text[:1].isalpha()


def _same_tag(page: PageLayout, a: Line, b: Line) -> bool:
    """Whether the tag tree puts both lines into one element."""
    tag = page.mcids.get(a.words[0].mcid)
    return tag is not None and tag == page.mcids.get(b.words[0].mcid)


def _is_mixed(block: LayoutBlock) -> bool:
    """Whether the first and the last line differ in size or weight."""
    first, last = block.lines[0], block.lines[-1]
    if block.kind is Kind.LIST_ITEM and not readings(first.text):
        return False
    return first.words[0].style != last.style or first.style != last.style


def _title_lines(block: LayoutBlock, typography: Typography) -> int:
    """How many lines at the beginning are a title: they stand out, and what follows is set as the body and begins
    anew."""
    lines = block.lines
    looks = [typography.look_of([n]) for n in lines[:_MAX_LINES]]
    count = 0
    while count < len(looks) and _stands_out(looks[count], typography.body):
        count += 1
    if not 0 < count < min(len(lines), _MAX_LINES):
        return 0
    rest = typography.look_of(lines[count:])
    if _stands_out(rest, typography.body) or lines[count].text[:1].islower():
        return 0
    larger = looks[0].size >= 1.08 * rest.size
    faces = [typography.face_of(w.style) for n in lines[:count] for w in n.words]
    bold = faces[0][1] and all(face[1] or face[5] for face in faces)  # names of code in it may be light
    return count if larger or bold else 0


def _may_join(last: LayoutBlock, block: LayoutBlock) -> bool:
    return (
        last.kind in _POSSIBLE
        and block.kind is Kind.PARAGRAPH
        and last.role is Role.BODY
        and block.role is Role.BODY
        and len(last.lines) + len(block.lines) <= _MAX_LINES
        and last.lines[-1].page == block.lines[0].page
    )


def _belong(last: LayoutBlock, block: LayoutBlock, page: PageLayout, typography: Typography) -> bool:
    a, b = last.lines[-1], block.lines[0]
    if abs(a.size - b.size) > 0.02 * a.size or a.bold != b.bold or (a.style != b.style and not (a.bold and b.bold)):
        return False
    look = typography.look_of([a])
    if not _stands_out(look, typography.body):
        return False
    if (
        typography.look_of(block.lines).caps != look.caps
        or _opens_with_number(b.text)
        or ends_sentence(a.text)
        or a.text.endswith((":", "?"))
    ):
        return False
    step = b.y1 - a.y1
    centred = abs((a.x0 + a.x1) - (b.x0 + b.x1)) < 0.6 * a.size
    if step <= 0.8 * a.size:
        return False
    apart = step >= 1.45 * max(a.size, a.y1 - a.y0)
    if apart and not (centred and step < 3 * a.size and _is_spread(last, block, page)):
        return False
    aligned = abs(last.lines[0].x0 - b.x0) < 0.3 * a.size or abs(_title_x(last) - b.x0) < 0.5 * a.size
    return centred or (aligned and b.text[:1].islower())


def _is_spread(last: LayoutBlock, block: LayoutBlock, page: PageLayout) -> bool:
    """Whether two lines stand far apart as all lines do: those of the title above them, or those of the running text,
    where the first is filled."""
    a, b = last.lines[-1], block.lines[0]
    step = b.y1 - a.y1
    if len(last.lines) > 1:
        return abs(step - (a.y1 - last.lines[-2].y1)) < 0.1 * step
    texts = [o for o in page.blocks if o.kind is Kind.PARAGRAPH and len(o.lines) > 1 and o is not last]
    steps = [m.y1 - n.y1 for o in texts for n, m in pairwise(o.lines) if m.page == n.page]
    if not steps or step > 1.1 * median(steps):
        return False
    width = max(o.box.x1 for o in texts) - min(o.box.x0 for o in texts)
    return a.x1 - a.x0 + b.words[0].x1 - b.words[0].x0 + 0.3 * a.size > _FILLED * width


def _opens_with_number(text: str) -> bool:
    """Whether it begins with the number of a title; words that go on small behind it are no title ("17a and 17b")."""
    numbers = readings(text)
    return bool(numbers) and not (numbers[0].form == "x" and text[numbers[0].end :].lstrip()[:1].islower())


def _names(last: LayoutBlock, block: LayoutBlock, typography: Typography) -> bool:
    """Whether a kind word and number alone on its line ("ARTICLE IV", "PART II") has its title in the next block."""
    a, b = last.lines[-1], block.lines[0]
    if len(last.lines) > 1 or len(block.lines) > 2 or len(b.text) > 120 or readings(b.text):
        return False
    numbers = readings(a.text)
    if not numbers or numbers[0].label not in RANKS or not is_bare(a.text):
        return False
    if not _stands_out(typography.look_of([b]), typography.body) or abs(a.size - b.size) > 0.15 * a.size:
        return False
    centred = abs((a.x0 + a.x1) - (b.x0 + b.x1)) < a.size
    return 0 < b.y1 - a.y1 < 2.6 * a.size and (centred or abs(a.x0 - b.x0) < 0.5 * a.size)


def _rows_with_titles(layout: Layout) -> set[str]:
    """The kinds of parts whose numbers stand alone on their line, most of them over a title, whatever its look
    ("Article 5" over "Scope")."""
    bare: Counter[str] = Counter()
    titled: Counter[str] = Counter()
    for page in layout.pages:
        for block, after in pairwise(page.blocks):
            kind = _bare_kind(block)
            if kind:
                bare[kind] += 1
                titled[kind] += _may_join(block, after) and _is_title_under(block, after)
    return {kind for kind, n in titled.items() if n >= max(_ROW, _MOST * bare[kind])}


def _bare_kind(block: LayoutBlock) -> str:
    """The kind word of a block that is nothing but it and a number; else empty."""
    if len(block.lines) != 1 or block.kind not in _POSSIBLE or len(block.lines[0].text) > 30:
        return ""
    numbers = readings(block.lines[0].text)
    label = numbers[0].label if numbers else ""
    return label if label in RANKS and is_bare(block.lines[0].text) else ""


def _is_title_under(last: LayoutBlock, block: LayoutBlock) -> bool:
    """Whether a block stands under a number as its title does: a few words that are no sentence, and not in larger
    letters, with which it is a title of its own."""
    a, b = last.lines[-1], block.lines[0]
    return _may_be_title(block) and _is_below(last, block) and 0 < b.y1 - a.y1 < 2.6 * a.size


def _may_be_title(block: LayoutBlock) -> bool:
    text = " ".join(line.text for line in block.lines)
    if len(block.lines) > 2 or len(text) > _TITLE_CHARS or readings(text) or not text[:1].isupper():
        return False
    return not ends_sentence(text) and not text.endswith((":", ","))


def _is_below(last: LayoutBlock, block: LayoutBlock) -> bool:
    """Whether a block has the middle or the left edge of a number, and no larger letters."""
    a, b = last.lines[-1], block.lines[0]
    centred = abs((a.x0 + a.x1) - (b.x0 + b.x1)) < a.size
    return b.size <= _LARGER * a.size and (centred or abs(a.x0 - b.x0) < 0.5 * a.size)


def _title_x(block: LayoutBlock) -> float:
    """Where the title begins behind its number."""
    words = block.lines[0].words
    return words[1].x0 if len(words) > 1 and readings(block.lines[0].text) else words[0].x0


def _stands_out(look: Look, body: Look) -> bool:
    return look.size >= 1.08 * body.size or (look.bold and not body.bold and look.size >= 0.95 * body.size)
