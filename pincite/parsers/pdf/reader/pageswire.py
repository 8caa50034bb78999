"""Pages as they travel from a process that reads them to the one that lays them out.

Plain tuples in ``marshal``: both ends are the same program on the same interpreter, and unlike a pickle it cannot
execute. Styles are numbered anew where they arrive, in the order of the pages, so that the outcome does not depend on
who read which page.
"""

from __future__ import annotations

import marshal
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pincite.model import BBox, DocumentWarning, Hiding
from pincite.parsers.pdf.layout import Comment, Fill, LinkArea, PageLayout, Rule, Tag, Word
from pincite.parsers.pdf.reader.styles import Font, StyleTable


class RecordedStyles(StyleTable):
    """A table of styles that can be told again to another one."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: list[tuple[Font, float, int, bool]] = []
        self.uses: Counter[int] = Counter()

    def intern(self, font: Font, size: float, color: int, *, struck: bool = False) -> int:
        known = len(self.styles)
        style = super().intern(font, size, color, struck=struck)
        if style == known:
            self.looks.append((font, size, color, struck))
        return style

    def count(self, styles: Iterable[int]) -> None:
        styles = list(styles)
        self.uses.update(styles)
        super().count(styles)


def encode_pages(pages: Sequence[PageLayout], styles: RecordedStyles, warnings: Sequence[DocumentWarning]) -> bytes:
    """Pages as their reader leaves them (no lines, tables or blocks yet), with the styles that they use."""
    looks = [(tuple(font), size, color, struck) for font, size, color, struck in styles.looks]
    notes = [(w.code, w.message, w.page) for w in warnings]
    return marshal.dumps((looks, dict(styles.uses), notes, [_page_out(page) for page in pages]))


def decode_pages(data: bytes, styles: StyleTable) -> tuple[list[PageLayout], list[DocumentWarning]]:
    """The pages and warnings of ``encode_pages``, in the styles of the table of the whole document."""
    looks, uses, notes, pages = marshal.loads(data)  # noqa: S302 - from a process of our own, and it cannot execute
    numbers = [styles.intern(Font(*font), size, color, struck=struck) for font, size, color, struck in looks]
    styles.count(Counter({numbers[style]: times for style, times in uses.items()}).elements())
    return [_page_in(page, numbers) for page in pages], [DocumentWarning(*note) for note in notes]


def _page_out(page: PageLayout) -> tuple[Any, ...]:
    return (
        (page.number, page.width, page.height, page.rotation),
        [tuple(word) for word in page.words],
        [tuple(word) for word in page.hidden],
        [str(why) for why in page.hiding],
        [tuple(rule) for rule in page.rules],
        [(tuple(fill.box), fill.color) for fill in page.fills],
        [tuple(image) for image in page.images],
        [(tuple(link.box), link.uri, link.page) for link in page.links],
        [tuple(tag) for tag in page.tags],
        page.mcids,
        [(tuple(comment.box), comment.author, comment.text) for comment in page.comments],
        (page.declared_label, page.printed_label),
    )


def _page_in(data: tuple[Any, ...], numbers: Sequence[int]) -> PageLayout:
    (number, width, height, rotation), words, hidden, hiding, *data_of_objects = data
    rules, fills, images, links, tags, mcids, comments, labels = data_of_objects
    return PageLayout(
        number,
        width,
        height,
        rotation,
        words=_words_in(words, numbers),
        rules=[Rule(*rule) for rule in rules],
        fills=[Fill(BBox(*box), color) for box, color in fills],
        images=[BBox(*box) for box in images],
        links=[LinkArea(BBox(*box), uri, page) for box, uri, page in links],
        tags=[Tag(*tag) for tag in tags],
        mcids=mcids,
        declared_label=labels[0],
        printed_label=labels[1],
        hidden=_words_in(hidden, numbers),
        hiding=list(map(Hiding, hiding)),
        comments=[Comment(BBox(*box), author, text) for box, author, text in comments],
    )


def _words_in(words: Sequence[tuple[Any, ...]], numbers: Sequence[int]) -> list[Word]:
    at = Word._fields.index("style")
    return [Word._make((*word[:at], numbers[word[at]], *word[at + 1 :])) for word in words]
