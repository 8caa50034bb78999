"""Line ends: whether a hyphen there belongs to the word, and whether a blank stands between two lines.

The document itself is the best witness: if it writes the word elsewhere with or without the hyphen, that decides.
Otherwise the parts speak: digits, capitals, single letters and known prefixes keep their hyphen; two plain halves of a
word lose it, but only in a document that does divide words at line ends.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from pincite.parsers.pdf.layout import Joint, Layout, Line
from pincite.parsers.pdf.scripts import is_cjk, is_hangul

HYPHENS = "-\u2010\u00ad"
EDGE = ".,;:!?()[]{}\"'“”‘’«»*"
KEEPING = frozenset(  # first parts of compounds, and the little words inside them
    [
        *("self", "non", "ex", "co", "cross", "multi", "semi", "quasi", "vice", "pre", "post", "anti", "well", "all"),
        *("high", "low", "long", "short", "half", "mid", "full", "part", "real", "large", "small", "year"),
        *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "second", "third"),
        *("the", "of", "to", "in", "by", "and", "or", "for", "on", "at", "up", "off", "out"),
    ]
)
SYLLABLES = frozenset(["the", "of", "to", "in", "by", "and", "or", "for", "on", "at", "all"])  # "in-spired", "all-ow"
HALF = re.compile(r"[^\W\d_]{2}[-\u2010]$")  # how a line ends in the middle of a word, or of a compound
RARE = 0.02  # of the lines end with a hyphen: so few are those of compounds
OPTION = re.compile(r"\s--?[a-zA-Z]\w*\s.*\s-$")
THOUSANDS = re.compile(r"[^\d,]{0,3}\d{1,3}(?:,\d{3})*,(\d{1,2})")
CONSONANTS = frozenset("bcdfghjklmnpqrstvx")
SUSPENDED = frozenset(  # words after a hyphen that stands for the second half of a compound ("short- and long-term")
    ["and", "or", "und", "oder", "en", "of", "et", "ou", "y", "o", "e", "to", "through", "bis", "as", "nor", "sowie"]
)


class Joints:
    """Decides how lines go on. Ask with ``of``; ``Layout.witnesses`` are the words of the document, read once."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def of(self, line: Line, after: Line) -> Joint:
        """What stands between a line and the one that follows it in its block."""
        if not line.text or not after.text:
            return Joint.SPACE
        last = line.text[-1]
        if last in HYPHENS:
            return self._hyphen(line.text, after.text)
        if len(after.text) <= 2 and self._is_broken(line.text, after.text):
            return Joint.NONE
        if last in "—–/" and len(line.text) > 1 and line.text[-2].isalnum() and after.text[0].isalnum():
            return Joint.NONE
        if is_hangul(last) and is_hangul(after.text[0]):  # Korean words may break anywhere: only the document can tell
            return (
                Joint.NONE if self._count(line.text.split()[-1] + after.text.split()[0].rstrip(EDGE)) else Joint.SPACE
            )
        return Joint.NONE if is_cjk(last) and is_cjk(after.text[0]) else Joint.SPACE

    def _hyphen(self, text: str, after: str) -> Joint:
        left, right = text.split()[-1], after.split()[0]
        stem, tail = left[:-1].lstrip(EDGE), right.rstrip(EDGE)
        if not stem and tail and OPTION.search(text):
            return Joint.KEEP  # a command line: the next option is cut behind its hyphen
        if not stem or not tail or not right[0].isalnum():
            return Joint.SPACE
        if left[-1] == "\u00ad":
            return Joint.JOIN
        if right.strip(EDGE).casefold() in SUSPENDED:
            return Joint.SPACE
        joined, kept = self._count(stem + tail), self._count(f"{stem}-{tail}")
        if joined != kept:
            return Joint.JOIN if joined > kept else Joint.KEEP
        return self._by_form(stem, tail)

    def _is_broken(self, text: str, rest: str) -> bool:
        """Whether a narrow column broke its only word without a hyphen: a number in the middle of its thousands, or a
        last letter that is no word."""
        if " " in text:
            return False
        if rest.isdigit():
            group = THOUSANDS.fullmatch(text)
            return group is not None and len(group[1]) + len(rest) == 3
        if len(rest) > 1 or not (rest.isalpha() and rest.islower() and len(text) > 3 and text[-1].islower()):
            return False
        return rest in CONSONANTS or self._count(text.strip(EDGE) + rest) > 0

    def _by_form(self, stem: str, tail: str) -> Joint:
        """The rule where the document does not write the word elsewhere."""
        if not self._divides():
            return Joint.KEEP
        part = re.split(r"[-\u2010/]", stem)[-1]
        if not part.isalpha() or not tail[0].isalpha() or len(part) == 1 or "-" in tail:
            return Joint.KEEP
        if part[-1].isupper() != tail[0].isupper():
            return Joint.KEEP
        if part.casefold() in KEEPING and (part != stem or part.casefold() not in SYLLABLES):
            return Joint.KEEP
        known = len(part) > 2 and self._count(part) and len(tail) > 2 and self._count(tail) > 1  # itself is one
        return Joint.KEEP if known else Joint.JOIN

    def _divides(self) -> bool:
        """Whether the document divides words at line ends. Where it has the words elsewhere, they tell; where it has
        none of them, the hyphens of a document that does are many."""
        if self._layout.divides_words is None:
            joined = kept = halves = lines = 0
            for page in self._layout.pages:
                lines += len(page.lines)
                for i, line in enumerate(page.lines):
                    if line.text[-1:] in HYPHENS and HALF.search(line.text):
                        halves += 1
                        whole, compound = self._seen(line, page.lines[i + 1 : i + 7])
                        joined += whole > compound
                        kept += compound > whole
            self._layout.divides_words = joined > kept or (joined == kept and halves > RARE * lines)
        return self._layout.divides_words

    def _seen(self, line: Line, below: Sequence[Line]) -> tuple[int, int]:
        """How often the document has the word at the end of a line as one word, and as a compound."""
        after = next((n for n in below if n.y0 > line.y0 + 0.5 * line.size and n.x0 < line.x1 and n.x1 > line.x0), None)
        if after is None or not after.text[0].isalpha():
            return 0, 0
        stem, tail = line.text.split()[-1][:-1].lstrip(EDGE), after.text.split()[0].rstrip(EDGE)
        return self._count(stem + tail), self._count(f"{stem}-{tail}")

    def _count(self, word: str) -> int:
        if self._layout.witnesses is None:
            self._layout.witnesses = _words_of(line.text for page in self._layout.pages for line in page.lines)
        return self._layout.witnesses.get(word.casefold(), 0)


def _words_of(texts: Iterable[str]) -> dict[str, int]:
    """How often each word stands in the texts, without the word at each line's end and start that may be half a
    word."""
    counts: Counter[str] = Counter()
    for word, times in Counter("\n".join(texts).casefold().split()).items():
        bare = word.strip(EDGE)
        if bare[-1:] not in HYPHENS:
            counts[bare] += times
    return counts
