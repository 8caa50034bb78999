"""Whether the letters of a page can be a language: some fonts give their characters the meaning of other letters.

Two facts hold for every language and need no dictionary: hardly any word has the same letter three times in a row, and
in Latin script nine letters make up more than half of any text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from pincite.parsers.pdf.layout import PageLayout, Style, Word

_COMMON = np.frombuffer(b"etaoinsrl", np.uint8)
_COMMON_SHARE = 0.42  # of the letters of a font; text in European languages has 0.52 to 0.65
_MIXED_SHARE = 0.54  # of the letters of a page, below which its fonts are looked at one by one
_LEAST_LETTERS = 250
_LEAST_WORDS = 30  # that differ; lists of codes repeat a few
_TRIPLE = re.compile(r"([^\W\d_])\1\1")
_TRIPLE_SHARE = 0.12  # of the words; names like IEEE and Roman numbers make up 0.03 at most
_LEAST_TRIPLES = 5  # that differ: placeholders such as xxx repeat
_LEAST_TRIPLED = 3  # letters: names that share a part, and Roman numbers, have one or two
_STRETCH = "\u0640"  # stretches Arabic words, as often as it takes
_WORD = re.compile(r"[^\W\d_]{3,}")


def has_wrong_letters(page: PageLayout, styles: Sequence[Style]) -> bool:
    """Whether the text of a page, or that in one of its fonts, cannot be what it shows."""
    text = " ".join([word.text for word in page.words])
    if not _is_odd(text):
        return False
    fonts: dict[str, list[Word]] = {}
    for word in page.words:
        fonts.setdefault(styles[word.style].font, []).append(word)
    return any(_is_wrong(" ".join([word.text for word in words])) for words in fonts.values())


def _is_odd(text: str) -> bool:
    """A quick look at a whole page."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    same = codes[1:] == codes[:-1]
    if (same[1:] & same[:-1] & (codes[2:] > ord("@"))).sum() >= _LEAST_TRIPLES:
        return True
    return _common_share(text) < _MIXED_SHARE


def _is_wrong(text: str) -> bool:
    words = _WORD.findall(text.replace(_STRETCH, ""))
    tripled = {word: found[1] for word in words if len(word) > 3 and (found := _TRIPLE.search(word.lower()))}
    is_varied = len(set(tripled.values())) >= _LEAST_TRIPLED or not "".join(tripled).isascii()
    if is_varied and len(tripled) >= _LEAST_TRIPLES and len(tripled) >= _TRIPLE_SHARE * len(words):
        return True
    latin = [word.lower() for word in words if word.isascii()]
    return len(set(latin)) >= _LEAST_WORDS and _common_share(" ".join(latin)) < _COMMON_SHARE


def _common_share(text: str) -> float:
    """The share of the letters a to z that are among the common ones; 1 where there are too few to tell."""
    counts = np.bincount(np.frombuffer(text.lower().encode("ascii", "ignore"), np.uint8), minlength=128)
    letters = int(counts[ord("a") : ord("z") + 1].sum())
    return float(counts[_COMMON].sum() / letters) if letters >= _LEAST_LETTERS else 1.0
