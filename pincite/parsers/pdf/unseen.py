"""The words of a page that no reader sees, as texts: for those who ask for them."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.model import HiddenText, Hiding
from pincite.parsers.pdf.layout import Flag, PageLayout, Word, hull

_GLUED = Flag.GLUED.value


def hidden_texts(page: PageLayout) -> Iterator[HiddenText]:
    """One text for each reason, its lines in the order of the file."""
    lines: dict[Hiding, list[list[Word]]] = {}
    for word, why in zip(page.hidden, page.hiding, strict=True):
        own = lines.setdefault(why, [])
        if own and _goes_on(own[-1][-1], word):
            own[-1].append(word)
        else:
            own.append([word])
    for why, found in lines.items():
        yield HiddenText("\n".join(map(_text, found)), page.number, why, tuple(map(hull, found)))


def _goes_on(last: Word, word: Word) -> bool:
    """Whether a word stands in the line of the one before it in the file."""
    if last.angle != word.angle:
        return False
    if word.angle % 180:
        return last.x0 < (word.x0 + word.x1) / 2 < last.x1
    return last.y0 < (word.y0 + word.y1) / 2 < last.y1


def _text(words: list[Word]) -> str:
    return "".join(word.text if not i or word.flags & _GLUED else f" {word.text}" for i, word in enumerate(words))
