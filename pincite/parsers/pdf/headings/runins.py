"""Run-in headings: a title at the beginning of its paragraph, set bold or numbered ("1.1 Definitions. In this
Agreement ...").

They are split off only where a document does it as a habit: several leads of one look, each clearly a title, with
substantial text behind it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from statistics import median

from pincite.model import Kind, Role
from pincite.parsers.pdf.headings.numbering import Number, readings
from pincite.parsers.pdf.headings.titles import (
    capitalised_share,
    has_letters,
    is_capitals,
    is_caption,
    is_notice,
    key,
    verb_count,
)
from pincite.parsers.pdf.headings.typography import Typography
from pincite.parsers.pdf.layout import Flag, Layout, LayoutBlock, Line, PageLayout, Word, hull
from pincite.parsers.pdf.text.lines import text_of

_HABIT = 3  # leads of one look that make a habit
_WORDS = 10  # of a lead
_CHARS = 110
_REST = 220  # characters behind a bold lead, in the middle of all of one look
_NUMBERED_REST = 60  # the same behind a numbered lead
_SHARE = 0.6  # of the paragraphs numbered in one way must have a lead
_BLANK = 0.7  # of the height of the words: the blank behind a lead without a full stop
_POSSIBLE = frozenset({Kind.PARAGRAPH, Kind.LIST_ITEM})
_OPENING = ("“", "‘", '"', "\\", "¿")  # a quotation, a command
_ENDS = (".", ".—", ".–")


@dataclass(slots=True, eq=False)
class _Lead:
    """A lead that may be split off: the first ``words`` words of its block, on its first two lines."""

    page: PageLayout
    block: LayoutBlock
    words: int
    text: str
    rest: int
    bold: int  # how many of them are bold
    number: Number | None


def split_run_ins(layout: Layout, typography: Typography) -> set[int]:
    """Splits leads off into blocks of their own, and returns their ids (``id(block)``)."""
    bold: dict[Hashable, list[_Lead]] = defaultdict(list)
    plain: dict[Hashable, list[_Lead]] = defaultdict(list)
    numbered: dict[Hashable, int] = defaultdict(int)
    for page in layout.pages:
        for block in page.blocks:
            if block.kind not in _POSSIBLE or block.role is not Role.BODY:
                continue
            numbers = readings(block.lines[0].text)
            if not _is_long(block):
                if numbers and (found := _slanted_lead(page, block, typography, numbers[0])) is not None:
                    plain[numbers[0].family[:3]].append(found)
                    numbered[numbers[0].family[:3]] += 1
                continue
            if block.kind is Kind.LIST_ITEM and not numbers:
                continue
            if numbers:
                numbered[numbers[0].family[:3]] += 1
            lead = _bold_lead(page, block, typography, numbers)
            if lead is not None:
                bold[typography.face_of(_first_words(block)[lead.bold - 1].style)].append(lead)
            elif numbers and (found := _numbered_lead(page, block, typography, numbers[0])) is not None:
                plain[numbers[0].family[:3]].append(found)
    chosen = [lead for leads in bold.values() if _is_habit(leads) for lead in leads]
    repeated = Counter(key(lead.text) for lead in chosen)
    chosen = [lead for lead in chosen if repeated[key(lead.text)] < _HABIT]
    chosen += [
        lead
        for family, leads in plain.items()
        if len(leads) >= _HABIT and len(leads) >= _SHARE * numbered[family]
        for lead in leads
    ]
    return {id(_split(lead)) for lead in chosen}


def _is_long(block: LayoutBlock) -> bool:
    return len(block.lines) > 1 or len(block.lines[0].text) > 80


def _is_habit(leads: list[_Lead]) -> bool:
    if len(leads) < _HABIT:
        return False
    needed = _NUMBERED_REST if sum(lead.number is not None for lead in leads) > len(leads) / 2 else _REST
    return median(lead.rest for lead in leads) >= needed


def _bold_lead(
    page: PageLayout, block: LayoutBlock, typography: Typography, numbers: tuple[Number, ...]
) -> _Lead | None:
    """The bold words that a block begins with (behind a number in any look), where its text goes on plain."""
    words = _first_words(block)
    styles = [typography.face_of(w.style) for w in words]
    start = _number_words(words, numbers)
    end = start
    while end < len(words) and styles[end][1]:
        end += 1
    bold = end
    while start < end < len(words) and words[end].flags & Flag.GLUED and not any(map(str.isalnum, words[end].text)):
        end += 1  # the full stop may be plain
    if end == start or end == len(words) or end - start > _WORDS or typography.body.bold:
        return None
    return _lead(page, block, end, numbers, bold)


def _numbered_lead(page: PageLayout, block: LayoutBlock, typography: Typography, number: Number) -> _Lead | None:
    return _slanted_lead(page, block, typography, number) or _plain_lead(page, block, number)


def _slanted_lead(page: PageLayout, block: LayoutBlock, typography: Typography, number: Number) -> _Lead | None:
    """The words in italics behind the number of a section, up to a full stop."""
    if number.depth < 2 or typography.body.italic:
        return None
    words = _first_words(block)
    start = end = _number_words(words, (number,))
    if end >= len(words) or not typography.face_of(words[end].style)[2]:
        return None
    for end in range(start + 1, min(len(words), start + _WORDS + 1)):
        word = words[end - 1]
        closed = word.text.endswith(_ENDS) and (word.flags & Flag.GLUED or len(word.text) > 3)
        if closed and not typography.face_of(words[end].style)[2]:
            leaning = sum(typography.face_of(w.style)[2] for w in words[start:end] if has_letters(w.text))
            titled = 2 * leaning > sum(has_letters(w.text) for w in words[start:end])
            return _lead(page, block, end, (number,)) if titled else None
    return None


def _plain_lead(page: PageLayout, block: LayoutBlock, number: Number) -> _Lead | None:
    """The words behind a number up to the first full stop, where they are capitalised as a title."""
    words = _first_words(block)
    start = _number_words(words, (number,))
    capitals = start < len(words) and is_capitals(words[start].text)
    ends = (*_ENDS, ":") if capitals and number.depth > 1 else _ENDS
    for end in range(start + 1, min(len(words), start + (_WORDS + 4 if capitals else 8))):
        if words[end - 1].text.endswith(ends) and len(words[end - 1].text) > 3:
            lead = _lead(page, block, end, (number,))
            title = text_of(words[start:end])
            return lead if lead is not None and capitalised_share(title) >= 0.99 and not verb_count(title) else None
    return None


def _first_words(block: LayoutBlock) -> list[Word]:
    """The words of the first line, and of the second, which a long lead reaches."""
    return [w for line in block.lines[:2] if line.page == block.page for w in line.words]


def _number_words(words: list[Word], numbers: tuple[Number, ...]) -> int:
    """How many words the number takes."""
    if not numbers:
        return 0
    at = 0
    for i, word in enumerate(words):
        if at >= numbers[0].end:
            return i
        at += len(word.text) + 1
    return 0


def _lead(page: PageLayout, block: LayoutBlock, end: int, numbers: tuple[Number, ...], bold: int = 0) -> _Lead | None:
    words = _first_words(block)
    if end >= len(words):
        return None
    text, following = text_of(words[:end]), words[end].text
    title = text[numbers[0].end :] if numbers else text
    if len(text) > _CHARS or not has_letters(title) or is_caption(text) or is_notice(title):
        return None
    ends = (*_ENDS, ":") if numbers and (numbers[0].label or numbers[0].depth > 1) else _ENDS
    opens = title[:1].isupper() or (title[:1] in _OPENING and has_letters(title))
    if not opens or not (following[:1].isupper() or not following[:1].isalnum()):
        return None
    if not text.endswith(ends) and not (bold == end and _is_set_off(*words[end - 1 : end + 1])):
        return None
    rest = sum(len(line.text) for line in block.lines) - len(text)
    return _Lead(page, block, end, text, rest, bold or end, numbers[0] if numbers else None)


def _is_set_off(last: Word, following: Word) -> bool:
    """Whether the blank behind a lead is wider than any between words, which ends it without a full stop."""
    return last.y0 < following.y1 and following.x0 - last.x1 > _BLANK * (last.y1 - last.y0)


def _split(lead: _Lead) -> LayoutBlock:
    """Makes two blocks of one; both keep the geometry of their words."""
    block = lead.block
    title: list[Line] = []
    count = lead.words
    while count >= len(block.lines[0].words):
        count -= len(block.lines[0].words)
        title.append(block.lines.pop(0))
    if count:
        first = block.lines[0]
        title.append(_part(first, first.words[:count]))
        block.lines[0] = _part(first, first.words[count:])
    head = LayoutBlock(Kind.PARAGRAPH, title, block.page, hull(title), evidence=["lead of a paragraph"])
    block.kind = Kind.PARAGRAPH
    block.box = hull([n for n in block.lines if n.page == block.page])
    at = next(i for i, b in enumerate(lead.page.blocks) if b is block)
    lead.page.blocks.insert(at, head)
    return head


def _part(line: Line, words: list[Word]) -> Line:
    weights: dict[int, int] = defaultdict(int)
    for word in words:
        weights[word.style] += len(word.text)
    style = max(weights, key=lambda s: weights[s])
    same = style == line.style
    x0, x1 = min(w.x0 for w in words), max(w.x1 for w in words)
    return Line(
        words, x0, line.y0, x1, line.y1, line.page, line.size, style, text_of(words),
        line.bold if same else not line.bold, line.italic, line.furniture, line.joint, line.table,
    )  # fmt: skip
