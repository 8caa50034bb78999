"""Forms: what was filled in, read beside its label. Comments on pages, kept beside the text."""

from __future__ import annotations

from collections.abc import Callable

from pincite.model import DocumentWarning, Kind
from pincite.parsers.pdf.layout import Flag, Joint, Layout, LayoutBlock, Line, PageLayout, have_flag
from pincite.parsers.pdf.scripts import is_rtl
from pincite.parsers.pdf.text.fieldlines import COLONS, LONGEST_LABEL, has_tick, is_value
from pincite.parsers.pdf.text.lines import Uprights, text_of
from pincite.parsers.pdf.turning import upright

_FIELD = Flag.FIELD.value
_GLUED = Flag.GLUED.value
_FARTHEST = 0.45  # of the page's width: from a label to its value
_LEVEL = 0.5  # of the size: how far the base lines of label and value may differ
_LEADING = 1.7  # of the size: between the lines of one value
_ABOVE = 1.3  # of the size: white space between a label and the value below it
_TITLE_KINDS = frozenset({Kind.PARAGRAPH, Kind.FOOTNOTE, Kind.LIST_ITEM})


def join_marked_values(layout: Layout) -> None:
    """Puts values of form fields that stand in a row with a label, which ends with a colon, into the line of the label.
    Rows of such make no table."""
    _join(layout, _ends_with_colon)


def join_values(layout: Layout) -> None:
    """The same for those with any label, where no table has claimed them."""
    _join(layout, lambda _: True)


def _join(layout: Layout, is_label: Callable[[Line], bool]) -> None:
    for page in layout.pages:
        if have_flag(page.words, _FIELD):
            with upright(page):
                _join_on(page, is_label)


def _ends_with_colon(line: Line) -> bool:
    return line.text.endswith(COLONS)


def _join_on(page: PageLayout, is_label: Callable[[Line], bool]) -> None:
    free = [n for n in page.lines if n.table is None and n.furniture is None and n.words[0].angle == 0]
    values = [line for line in free if is_value(line) or (has_tick(line) and len(line.words) == 1)]
    labels = [line for line in free if line not in values]
    uprights = Uprights((r.x0, r.y0, r.y1) for r in page.rules if r.x0 == r.x1)
    owners: dict[int, Line] = {}
    for value in sorted(values, key=lambda n: (n.y1, n.x0)):
        label = _label_of(value, labels, page.width) or _goes_on(value, values, owners)
        if label is not None and is_label(label) and not uprights.part(*_between(label, value)):
            owners[id(value)] = label
            _append(label, value)
    page.lines = [line for line in page.lines if id(line) not in owners]


def _label_of(value: Line, labels: list[Line], width: float) -> Line | None:
    """The nearest label in the row, to the left of the value (to the right in scripts that run to the left)."""
    row = [n for n in labels if abs(n.y1 - value.y1) < _LEVEL * max(n.size, value.size)]
    left = [n for n in row if n.x1 <= value.x0 + 1 and value.x0 - n.x1 < _FARTHEST * width]
    if left:
        return max(left, key=lambda n: n.x1)
    right = [n for n in row if is_rtl(n.text) and 0 <= n.x0 - value.x1 + 1 < _FARTHEST * width]
    return min(right, key=lambda n: n.x0, default=None)


def _between(label: Line, value: Line) -> tuple[float, float, float]:
    """The white space between two lines, and its height on the page."""
    left, right = sorted((label, value), key=lambda n: n.x0)
    return left.x1, right.x0, (value.y0 + value.y1) / 2


def _goes_on(value: Line, values: list[Line], owners: dict[int, Line]) -> Line | None:
    """The label of the value's line above, if this line goes on with it."""
    for above in values:
        step = value.y1 - above.y1
        if id(above) in owners and 0 < step < _LEADING * value.size and abs(above.x0 - value.x0) < 0.5 * value.size:
            return owners[id(above)]
    return None


def _append(label: Line, value: Line) -> None:
    first = value.words[0]
    label.words = [*label.words, first._replace(flags=first.flags & ~_GLUED), *value.words[1:]]
    label.text = f"{label.text} {text_of(value.words)}"
    label.x0, label.x1 = min(label.x0, value.x0), max(label.x1, value.x1)
    label.y0, label.y1 = min(label.y0, value.y0), max(label.y1, value.y1)


def join_labels(layout: Layout) -> None:
    """Makes one block of a label and the value that stands below it."""
    for page in layout.pages:
        if not any(block.kind is Kind.FORM_FIELD for block in page.blocks):
            continue
        blocks: list[LayoutBlock] = []
        for block in page.blocks:
            last = blocks[-1] if blocks else None
            if last is not None and _is_below(last, block):
                last.lines[-1].joint = Joint.BREAK
                last.lines += block.lines
                last.kind, last.evidence = Kind.FORM_FIELD, ["label above a form field"]
                last.box = last.box._replace(x1=max(last.box.x1, block.box.x1), y1=max(last.box.y1, block.box.y1))
            else:
                blocks.append(block)
        page.blocks = blocks


def _is_below(label: LayoutBlock, value: LayoutBlock) -> bool:
    if value.kind is not Kind.FORM_FIELD or label.kind not in _TITLE_KINDS or not all(map(is_value, value.lines)):
        return False
    size, words = label.lines[-1].size, sum(len(line.words) for line in label.lines)
    near = -0.5 * size < value.box.y0 - label.box.y1 < _ABOVE * max(size, value.lines[0].size)
    return near and words <= LONGEST_LABEL and label.box.x0 < value.box.x1 and value.box.x0 < label.box.x1


def add_comments(layout: Layout) -> None:
    """Adds the comments of a page as blocks of their own, which are found but not read out, and a warning that tells
    of them."""
    pages = [page for page in layout.pages if page.comments]
    for page in pages:
        for comment in page.comments:
            text = f"{comment.author}: {comment.text}" if comment.author else comment.text
            line = Line([], *comment.box, page=page.number, size=0.0, style=0, text=text)
            page.blocks.append(LayoutBlock(Kind.COMMENT, [line], page.number, comment.box, evidence=["annotation"]))
    if pages:
        n = sum(len(page.comments) for page in pages)
        message = f"Readers left comments on the pages ({n}). They are not part of the text; search finds them."
        layout.warnings.append(DocumentWarning("comments", message, None))
