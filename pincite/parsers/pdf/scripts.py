"""What the writing systems ask of the layout: no blanks between Chinese and Japanese characters, text that runs from
right to left, text set in vertical columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from pincite.parsers.pdf.layout import Word

# Wide ranges in the patterns of this package would make it slow to load: re walks through each of their characters.
_CJK = ("\u2e80\u312f", "\u3190\ua4cf", "\uf900\ufaff", "\ufe30\ufe4f", "\uff00\uffef", "\U00020000\U0003ffff")
RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
STRONG_LTR = re.compile(r"(?![\u0590-\u08ff\u2000-\u2bff\ufb1d-\ufdff\ufe70-\ufefc])[^\W\d_]")


def is_cjk(char: str) -> bool:
    """Whether blanks beside this character are of no meaning (Chinese and Japanese; not Korean, which has word
    spaces)."""
    return char > "\u2e7f" and any(ends[0] <= char <= ends[1] for ends in _CJK)


def may_be_cjk(text: str) -> bool:
    """A quick look: whether characters as high as Chinese and Japanese ones stand in a text."""
    return not text.isascii() and max(text) > "\u2e7f"


def is_hangul(char: str) -> bool:
    """Whether a character is a Korean syllable."""
    return "\uac00" <= char <= "\ud7a3"


def has_rtl(words: Sequence[Word]) -> bool:
    """Whether any word is in a script that runs from right to left."""
    text = "".join([w.text for w in words])
    return not text.isascii() and RTL.search(text) is not None


def is_rtl(text: str) -> bool:
    """Whether the text as a whole runs from right to left: most of its letters with a direction do."""
    return (
        not text.isascii() and RTL.search(text) is not None and len(RTL.findall(text)) > len(STRONG_LTR.findall(text))
    )


def set_vertical(words: list[Word], sizes: Sequence[float]) -> list[Word]:
    """Words with angle 90 (read downwards) in place of 0 where Chinese or Japanese is set in upright columns:
    single characters that stand closer to those below than to those beside them. ``sizes`` are those of the styles."""
    single = [w for w in words if len(w.text) <= 2 and not w.angle and is_cjk(w.text[0])]
    if len(single) < 12 or 2 * len(single) < len(words):
        return words
    beside = _pitch([((w.y0 + w.y1) / 2, (w.x0 + w.x1) / 2) for w in single], sizes[single[0].style])
    below = _pitch([((w.x0 + w.x1) / 2, (w.y0 + w.y1) / 2) for w in single], sizes[single[0].style])
    if below == 0 or (beside and below > 0.85 * beside):
        return words
    return [w._replace(angle=90) if len(w.text) <= 2 and not w.angle else w for w in words]


def _pitch(points: list[tuple[float, float]], size: float) -> float:
    """The usual distance of neighbours (second coordinates) on one line (first coordinates within a third of the
    size); 0 where there are hardly any."""
    lines: dict[int, list[float]] = {}
    for across, along in points:
        lines.setdefault(round(across / (size / 3 or 1)), []).append(along)
    steps = [b - a for line in lines.values() for a, b in pairwise(sorted(line)) if b - a > 0.3 * size]
    return median(steps) if 3 * len(steps) > len(points) else 0.0
