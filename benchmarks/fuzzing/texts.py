"""Damage to plain text and Markdown: marks in depth and number, odd characters, odd line ends, odd encodings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from benchmarks.fuzzing.havoc import BAIT_FILE, BAIT_URL, DEPTHS, cut, havoc, odd, spliced

_MARKS = (
    "> ", "- ", "* ", "1. ", "    ", "[", "![", "*", "_", "**", "`", "~~", "<div>", "(", "| a ", "#", "\t", "\\", "&", "$",
    "<!--", "<a href='", "[a](", "[^1]", "\u0301", "\u202e", "\ufeff", "\x00", "\x1b[31m", "\u200d", "\U0001f468\u200d",
)  # fmt: skip
_LINES = (
    "---", "===", "```", "~~~", "| a | b |\n|---|---|\n| 1 | 2 |", "| a |\n|" + "---|" * 500, "[x]: " + BAIT_URL, "![p](" + BAIT_URL + ")",
    f"![p](file://{BAIT_FILE})", "<!DOCTYPE html>", "<script>", "# " + "x" * 5000, "#" * 7 + " seven", "a\n" + "=" * 3000, "Chapter 1 ...... 7",
    "I. INTRODUCTION", "1.1.1.1.1.1.1.1.1 deep", "\u2028", "+" + "-" * 200 + "+", "[^1]: note", "<table><tr><td>x", "$$", "\\begin{document}",
)  # fmt: skip
_ENDS = ("\r", "\r\n", "\n\n\n", "\u2028", "\x0b", "\x0c", "\x85", "")


def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """The text with a few of its lines, marks or bytes damaged."""
    lines = data.decode("utf-8", "replace").split("\n")
    for _ in range(chance.choice((1, 2, 4, 10))):
        at = chance.randrange(len(lines))
        how = chance.randrange(8)
        if how == 0:
            deep = min(chance.choice(DEPTHS), 8000)
            lines[at] = chance.choice(_MARKS) * deep + lines[at] + chance.choice(_MARKS) * chance.choice((0, deep))
        elif how == 1:
            lines.insert(at, chance.choice(_LINES))
        elif how == 2:
            lines[at:at] = lines[at : at + chance.choice((1, 5))] * chance.choice((1, 3, 300))
        elif how == 3 and len(lines) > 1:
            del lines[at : at + chance.choice((1, 3))]
        elif how == 4:
            lines[at] = chance.choice(_MARKS) + lines[at]
        elif how == 5:
            lines[at] = lines[at].replace(" ", chance.choice((" " * 80, "\u00a0", "\t", "")))
        elif how == 6:
            lines[at] += odd(chance)
        else:
            depth = chance.choice((10, 100, 400))
            lines[at:at] = [" " * (2 * n) + chance.choice(("- x", "> x", "1. x")) for n in range(depth)]
        lines = lines or [""]
    return _encoded(lines, others, chance)


def _encoded(lines: Sequence[str], others: Sequence[bytes], chance: Random) -> bytes:
    text = (chance.choice(_ENDS) if chance.random() < 0.1 else "\n").join(lines)
    how = chance.random()
    if how < 0.1:
        return text.encode(
            chance.choice(("utf-16", "utf-32", "latin-1", "utf-8-sig", "shift_jis", "utf-16-be")), "replace"
        )
    out = text.encode("utf-8", "replace")
    if how < 0.2:
        return havoc(out, chance)
    if how < 0.23:
        return cut(out, chance)
    return spliced(out, others, chance) if how < 0.26 else out
