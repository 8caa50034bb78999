"""Numbers that count the lines of a page in its margin, as in bills, pleadings and transcripts.

They are furniture: left in, they would cut every sentence. A column of figures in a table or the numbers of a list are
told apart by what follows them: line numbers stand beside running text, sentence halves as well as beginnings.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise
from statistics import median

from pincite.parsers.pdf.layout import Flag, Furniture, Line, PageLayout
from pincite.parsers.pdf.text.lines import text_of

LEAST = 4  # so many lines must be numbered
SHARE = 0.75  # of the numbered rows hold a single line of text
CUT = 0.3  # of the numbered lines begin in the middle of a sentence
COVER = 0.6  # of the rows of the page are numbered
SAME_EDGE = 4.0  # points
LONG = 25  # characters in a typical numbered line
SURE = 12  # so many numbers need not begin at 1
OPEN = 8  # runs of numbers that may go on
EVEN = 0.12  # of the usual step from number to number: how far steps differ
SMALL = 0.9  # of the height of the text
APART = 0.3  # of the numbers stand on no base line of the text


def mark_line_numbers(page: PageLayout) -> None:
    """Marks the line numbers of a page as furniture; a number at the head of a longer line becomes a line of its
    own."""
    if sum(1 for line in page.lines if _number(line) is not None) < LEAST:
        return
    rows = _rows(page)
    numbered = [(i, row[0]) for i, row in enumerate(rows) if _number(row[0]) is not None]
    run = _longest_count(numbered)
    if len(run) < LEAST or ((_number(run[0][1]) or 0) > 1 and len(run) < SURE):
        return
    beside = len(run) >= COVER * len(rows) and _beside_text(rows, {i for i, _ in run})
    if not beside and not _have_own_pitch([line for _, line in run], page):
        return
    for _, line in run:
        if len(line.words) > 1:
            page.lines.insert(page.lines.index(line), _split(line))
        else:
            line.furniture = Furniture.HEADER


def _number(line: Line) -> int | None:
    word = line.words[0].text
    return int(word) if len(word) <= 3 and word.isascii() and word.isdigit() and not line.words[0].angle else None


def _rows(page: PageLayout) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in sorted((n for n in page.lines if not n.words[0].angle), key=lambda n: n.y0 + n.y1):
        if rows and line.y0 + line.y1 - rows[-1][0].y0 - rows[-1][0].y1 < line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    for row in rows:
        row.sort(key=lambda n: n.x0)
    return rows


def _longest_count(numbered: list[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """The longest run of numbers under each other that step by one, whatever numbers stand elsewhere between them."""
    runs: list[list[tuple[int, Line]]] = []
    for row, line in numbered:
        run = next((run for run in reversed(runs[-OPEN:]) if _follows(run[-1][1], line)), None)
        if run is None:
            runs.append([(row, line)])
        else:
            run.append((row, line))
    return max(runs, key=len, default=[])


def _follows(last: Line, line: Line) -> bool:
    aligned = abs(line.words[0].x1 - last.words[0].x1) <= SAME_EDGE or abs(line.x0 - last.x0) <= SAME_EDGE
    return aligned and (_number(line) or 0) - (_number(last) or 0) == 1


def _have_own_pitch(lines: list[Line], page: PageLayout) -> bool:
    """Whether small numbers stand left of all text, one as far from the next as all, wherever the lines of the text
    are."""
    if len(lines) < SURE:
        return False
    numbers = [line.words[0] for line in lines]
    steps = [b.y1 - a.y1 for a, b in pairwise(numbers)]
    if max(steps) - min(steps) > EVEN * median(steps):
        return False
    top, bottom, edge = numbers[0].y0, numbers[-1].y1, max(n.x1 for n in numbers)
    own = set(map(id, lines))
    beside = [n for n in page.lines if id(n) not in own and n.furniture is None and top < n.y1 and n.y0 < bottom]
    texts = [w for n in beside if not n.words[0].angle for w in n.words[:1]]
    texts += [w for n in lines for w in n.words[1:2]]
    if not texts or min(w.x0 for w in texts) < edge:
        return False
    if median(n.y1 - n.y0 for n in numbers) > SMALL * median(w.y1 - w.y0 for w in texts):
        return False
    bases = sorted(w.y1 for w in texts)
    apart = sum(1 for n in numbers if not bisect_right(bases, n.y1 + 1) - bisect_left(bases, n.y1 - 1))
    return apart >= APART * len(numbers)


def _beside_text(rows: list[list[Line]], numbered: set[int]) -> bool:
    """Whether running text stands beside the numbers."""
    texts = [_text_beside(rows[i]) for i in sorted(numbered)]
    single = sum(1 for i in numbered if len(rows[i]) - (len(rows[i][0].words) == 1) <= 1)
    between = sum(1 for i in range(min(numbered), max(numbered)) if i not in numbered)
    filled = [text for text in texts if text]
    cut = sum(
        1
        for before, text in pairwise(filled)
        if text[0].islower() or (before[-1].isalnum() and text[0].isalnum() and len(before) > 30)
    )
    if not filled or median(len(text) for text in filled) < LONG:
        return False
    return single >= SHARE * len(numbered) and between <= 0.5 * len(numbered) and cut >= CUT * len(filled)


def _text_beside(row: list[Line]) -> str:
    return text_of(row[0].words[1:]) if len(row[0].words) > 1 else (row[1].text if len(row) > 1 else "")


def _split(line: Line) -> Line:
    """Takes the number off the head of a line and returns it as a line of its own, marked as furniture."""
    first, second = line.words[0], line.words[1]
    number = Line([first], first.x0, first.y0, first.x1, first.y1, line.page, line.size, first.style, first.text)
    number.furniture = Furniture.HEADER
    line.words = [second._replace(flags=second.flags & ~Flag.GLUED), *line.words[2:]]
    line.text, line.x0 = text_of(line.words), second.x0
    return number
