"""What tags do to words: contents of form XObjects are kept apart from those of the page, and glyphs that stand for
other characters get the text that their tag gives (/ActualText)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pincite.parsers.pdf.layout import Flag, Tag, Word, hull
from pincite.parsers.pdf.reader.glyphtext import SOFT_HYPHEN
from pincite.parsers.pdf.reader.objects import Painted
from pincite.parsers.pdf.reader.runs import Found
from pincite.parsers.pdf.reader.taginfo import MOST_REPLACED

_PAGE = -1
_GLUED, _HYPHEN, _GARBLED = Flag.GLUED.value, Flag.HYPHEN.value, Flag.GARBLED.value


def detach_forms(found: list[Found], painted: Painted) -> list[Found]:
    """The words, those without marked content whose id belongs to another content stream: ids begin anew in each form
    XObject, and the tags of a page mean the page's own where it has them."""
    if not painted.forms:
        return found
    streams = [_stream_of(painted, owner) if word.mcid >= 0 else _PAGE for word, owner, _, _ in found]
    claims: dict[int, int] = {}
    for (word, *_), stream in zip(found, streams, strict=True):
        if stream == _PAGE:
            claims[word.mcid] = _PAGE
        else:
            claims.setdefault(word.mcid, stream)
    return [
        item if claims[item[0].mcid] == stream else (item[0]._replace(mcid=-1), *item[1:])
        for item, stream in zip(found, streams, strict=True)
    ]


def _stream_of(painted: Painted, owner: int) -> int:
    """The number of the form XObject that paints a text object, ``_PAGE`` for the page itself."""
    order = painted.orders.get(owner, 0)
    return next((i for i, (first, last) in enumerate(painted.forms) if first <= order <= last), _PAGE)


def replace_glyphs(found: list[Found], tags: Sequence[Tag], owners: Mapping[int, int]) -> list[Found]:
    """The words, those under a tag with a text of its own replaced by it. Only where few characters stand for few:
    a longer text is what its author says of the page, and not what is seen there."""
    if not any(map(stands_in, tags)):
        return found
    texts = {mcid: number for mcid, number in owners.items() if stands_in(tags[number])}
    out: list[Found] = []
    i = 0
    while i < len(found):
        number = texts.get(found[i][0].mcid)
        end = i + 1
        while number is not None and end < len(found) and texts.get(found[end][0].mcid) == number:
            end += 1
        text = tags[number].actual_text if number is not None else None
        if text is not None and _is_glyph(found[i:end], text):
            _add(out, found[i:end], text)
        else:
            out += found[i:end]
        i = end
    return out


def stands_in(tag: Tag) -> bool:
    """Whether a tag has a text that may stand for a glyph."""
    return tag.actual_text is not None and len(tag.actual_text) <= MOST_REPLACED and not tag.actual_text.isspace()


def _is_glyph(found: Iterable[Found], text: str) -> bool:
    """Whether words are a glyph that is no text as it stands: one that stands for several letters, a hyphen, or one
    without a meaning. Figures are what they are seen to be."""
    words = [word for word, *_ in found]
    seen = "".join([word.text for word in words])
    if seen == text or any(c.isspace() for c in text.strip()):
        return False
    if any(word.flags & _GARBLED for word in words):
        return len(words) == 1
    return len(seen) == 1 and not any(c.isdigit() for c in seen + text)


def _add(out: list[Found], found: Sequence[Found], text: str) -> None:
    """Adds the words as one with another text; a hyphen of a word division joins the word that it divides."""
    words = [word for word, *_ in found]
    first, owner, _, painted = found[0]
    x0, y0, x1, y1 = hull(words)
    if text == SOFT_HYPHEN and out and first.flags & _GLUED:
        before, start, _, shown = out[-1]
        x0, y0, x1, y1 = hull((before, *words))
        flags = before.flags | _HYPHEN
        whole = before._replace(text=before.text + "-", x0=x0, y0=y0, x1=x1, y1=y1, flags=flags)
        out[-1] = (whole, start, found[-1][2], shown)
        return
    text = "-" if text == SOFT_HYPHEN else text.strip()
    word: Word = first._replace(text=text, x0=x0, y0=y0, x1=x1, y1=y1, flags=first.flags & ~_GARBLED)
    out.append((word, owner, found[-1][2], painted))
