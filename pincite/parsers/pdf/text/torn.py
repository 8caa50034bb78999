"""What stands between two lines of a sentence in the order of reading, though on the page these stand one below the
other: a note, or the caption of a picture, that the text runs around."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.parsers.pdf.layout import Line, hull
from pincite.parsers.pdf.text.asides import Aside
from pincite.parsers.pdf.text.columns import Flow
from pincite.parsers.pdf.text.paragraphs import ENDS

BETWEEN = 4  # flows that may make up what stands between
LEADING = 1.8  # of the size: no further apart are the base lines of a paragraph


def find_torn(flows: Sequence[Flow]) -> list[Aside]:
    """What parts sentences that go on in the line below."""
    found: list[Aside] = []
    start = 0
    for i, flow in enumerate(flows):
        for j in range(i + 2, min(i + 2 + BETWEEN, len(flows))):
            if i >= start and _goes_on(flow, flows[j]) and (aside := _beside(flows[i + 1 : j], flow, flows[j])):
                found.append(aside)
                start = j
    return found


def _goes_on(flow: Flow, later: Flow) -> bool:
    """Whether the first line of a flow stands right below the last line of another and goes on with its sentence."""
    if not flow or not later:
        return False
    last, first = flow[-1], later[0]
    if not isinstance(last, Line) or not isinstance(first, Line) or abs(last.size - first.size) > 0.1:
        return False
    if not 0.5 * last.size < first.y1 - last.y1 < LEADING * last.size or not (
        last.x0 < first.x1 and first.x0 < last.x1
    ):
        return False
    return first.text[0].islower() and ENDS.search(last.text) is None


def _beside(between: Sequence[Flow], before: Flow, after: Flow) -> Aside | None:
    """What is between two flows, if it stands beside the one and its place is taken in the other."""
    items = [item for flow in between for item in flow]
    if not items:
        return None
    box = hull([item.box for item in items])
    for narrow, wide in ((before, after[0]), (after, before[-1])):
        ends = [n for n in narrow if n.box.y0 < box.y1 and n.box.y1 > box.y0]
        apart = all(n.box.x1 <= box.x0 or n.box.x0 >= box.x1 for n in ends)
        if ends and apart and wide.box.x0 < box.x1 and wide.box.x1 > box.x0:
            tables = [n for n in items if not isinstance(n, Line)]
            return Aside(box, [n for n in items if isinstance(n, Line)], tables)
    return None
