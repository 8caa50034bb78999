"""Grids -> drafts: the words of a cell as pieces, one for each of its lines; and the lines of the page that a table
claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from operator import attrgetter

from pincite.model import BBox
from pincite.parsers.assemble import DraftCell, DraftTable, Piece
from pincite.parsers.pdf.layout import Joint, Line, Style, Word, hull_of
from pincite.parsers.pdf.scripts import has_rtl
from pincite.parsers.pdf.tables.amounts import LEADS, Token, token_of
from pincite.parsers.pdf.tables.grid import Grid
from pincite.parsers.pdf.text.direction import in_reading_order, share_of_rtl
from pincite.parsers.pdf.text.hyphens import Joints
from pincite.parsers.pdf.text.lines import GLUED, text_of
from pincite.parsers.pdf.turning import turning

ELLIPSES = frozenset(["...", "…"])
SAME_LINE = 0.45  # of the smaller height
_PLACE, _LEFT = attrgetter("row", "col"), attrgetter("x0")
_TAILS = {Joint.SPACE: " ", Joint.BREAK: " "}


def text_lines(words: Sequence[Word]) -> list[list[Word]]:
    """The words of a cell as its lines, top to bottom, each in reading order."""
    if words and words[0].angle:
        turn = turning(words[0].angle, 0.0, 0.0)
        upright = [Word(w.text, *turn(w.x0, w.y0, w.x1, w.y1), w.style, w.mcid, w.flags) for w in words]
        own = {id(w): word for w, word in zip(upright, words, strict=True)}
        return [[own[id(w)] for w in line] for line in text_lines(upright)]
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: w.y0 + w.y1):
        if lines and _same_line(lines[-1][0], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    for line in lines:
        line.sort(key=_LEFT)
    if has_rtl(words):
        share = share_of_rtl(words)
        return [in_reading_order(line, share) for line in lines]
    return lines


def _same_line(first: Word, word: Word) -> bool:
    _, _, top, _, bottom, *_ = first
    _, _, y0, _, y1, *_ = word
    height = min(bottom - top, y1 - y0)
    if abs(top + bottom - (y0 + y1)) / 2 <= SAME_LINE * height:
        return True
    # a raised or lowered mark lies within the height of its line for the most part
    return min(bottom, y1) - max(top, y0) >= 0.6 * height


def draft(grid: Grid, page: int, joints: Joints, caption: str | None) -> DraftTable:
    """The table as the assembler wants it. Three dots are text where no other dots lead the eye."""
    dots = {w.text for c in grid.cells for w in c.words if is_leader(w)}
    led = not dots <= ELLIPSES
    cells = [
        DraftCell(c.row, c.col, c.rowspan, c.colspan, c.is_header, pieces(c.words, page, joints, led=led))
        for c in sorted(grid.cells, key=_PLACE)
    ]
    return DraftTable(grid.n_rows, grid.n_cols, cells, caption)


def is_leader(word: Word) -> bool:
    """Whether a word is dots that lead the eye to an amount."""
    return word.text[0] in LEADS and token_of(word.text) is Token.LEADER


def pieces(words: Sequence[Word], page: int, joints: Joints, *, led: bool = True) -> list[Piece]:
    """One piece for each line of a cell; the texts carry the blanks between the lines. Where dots lead
    the eye to amounts (``led``), they are left out."""
    if led and len(words) > 1:
        words = [w for w in words if not is_leader(w)] or words
    if len(words) == 1:
        w = words[0]
        return [Piece(w.text, page, BBox(w.x0, w.y0, w.x1, w.y1))]
    lines = text_lines(words)
    texts = [_join(line) for line in lines]
    out: list[Piece] = []
    for i, (line, text) in enumerate(zip(lines, texts, strict=True)):
        if i + 1 < len(lines):
            text = _end(text, line, lines[i + 1], page, joints)
        out.append(Piece(text, page, hull_of(line)))
    return out


def _join(line: list[Word]) -> str:
    """The words of a line, the signs of an amount closed up with it ("$1,234", "(5)%")."""
    if len(line) == 1:
        return line[0].text
    closed = line[:1]
    for word in line[1:]:
        left, right = token_of(closed[-1].text), token_of(word.text)
        fraction = word.text[0] == "." and left is right is Token.NUMBER  # "2" and ".1" in places of their own
        if (
            fraction
            or (left is Token.SIGN and right.is_amount)
            or (right is Token.TAIL and left in (Token.NUMBER, Token.TAIL))
        ):
            word = word._replace(flags=word.flags | GLUED)
        closed.append(word)
    first = closed[0]
    if first.flags & GLUED:
        closed[0] = first._replace(flags=first.flags & ~GLUED)
    return text_of(closed)


def _end(text: str, line: list[Word], after: list[Word], page: int, joints: Joints) -> str:
    """The text of a line with what parts it from the next."""
    if text[-1].isalnum() and text[-1].isascii() and (len(after) > 1 or len(after[0].text) > 2):
        return text + " "
    joint = joints.of(_bare_line(line, page), _bare_line(after, page))
    if joint is Joint.JOIN:
        return text[:-1]
    return text + _TAILS.get(joint, "")


def _bare_line(words: list[Word], page: int) -> Line:
    return Line(words, *hull_of(words), page, 0.0, words[0].style, text_of(words))


def claim(lines: list[Line], owner: dict[int, int], styles: Sequence[Style]) -> list[Line]:
    """The lines of a page after its tables took their words: ``owner`` maps ``id(word)`` to the index of its table. A
    line that lies wholly in one table gets its ``table``; one that is partly in a table is split into the parts."""
    out: list[Line] = []
    for line in lines:
        owners = [owner.get(id(w)) for w in line.words]
        if len(owners) == 1 or owners.count(owners[0]) == len(owners):
            line.table = line.table if owners[0] is None else owners[0]
            out.append(line)
        else:
            out += split_line(line, owners, styles)
    return out


def split_line(line: Line, owners: Sequence[int | None], styles: Sequence[Style]) -> list[Line]:
    """A line cut where the owner of its words changes; the parts are in the order of the words."""
    parts: list[tuple[int | None, list[Word]]] = []
    for word, owner in zip(line.words, owners, strict=True):
        if parts and parts[-1][0] == owner:
            parts[-1][1].append(word)
        else:
            parts.append((owner, [word._replace(flags=word.flags & ~GLUED)]))
    return [_part(line, words, owner, styles) for owner, words in parts]


def _part(line: Line, words: list[Word], owner: int | None, styles: Sequence[Style]) -> Line:
    x0, y0, x1, y1 = hull_of(words)
    style = _main_style(words)
    return replace(
        line,
        words=words,
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        size=styles[style].size,
        style=style,
        text=text_of(words),
        bold=_mostly(words, [s.bold for s in styles]),
        italic=_mostly(words, [s.italic for s in styles]),
        table=owner,
    )


def _main_style(words: Iterable[Word]) -> int:
    weights: dict[int, int] = {}
    for word in words:
        weights[word.style] = weights.get(word.style, 0) + len(word.text)
    return max(weights, key=lambda style: weights[style])


def _mostly(words: Sequence[Word], has: Sequence[bool]) -> bool:
    total = sum(len(w.text) for w in words)
    return sum(len(w.text) for w in words if has[w.style]) > total / 2
