"""The file's own outline: whether it can be trusted, and which block each bookmark means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.likeness import NEAR, bare, likeness
from pincite.parsers.pdf.headings.titles import key
from pincite.parsers.pdf.layout import Bookmark

_TRUSTED = 0.5  # share of the bookmarks that must be found on their pages
_ROW = 4  # parts counted in a row that have bookmarks, at least, and
_AGREE = 0.75  # the share of them at one level, for the rest to be slips of the author


def match_bookmarks(bookmarks: Sequence[Bookmark], candidates: Sequence[Candidate]) -> int:
    """Sets ``Candidate.bookmark`` on the blocks that bookmarks lead to, and returns how many. An outline that is junk
    (titles that stand nowhere near their targets, everything on one page) is ignored as a whole."""
    usable = [b for b in bookmarks if b.title.strip() and b.page is not None and key(b.title)]
    if len(usable) < 2 or len(usable) < _TRUSTED * len(bookmarks) or _all_on_one_page(usable):
        return 0
    pages: dict[int, list[Candidate]] = {}
    for c in candidates:
        if c.short:
            pages.setdefault(c.page.number, []).append(c)
    taken: set[int] = set()
    found: list[tuple[Bookmark, Candidate]] = []
    for bookmark in usable:
        match = _match(bookmark, pages, taken)
        if match is not None:
            taken.add(match.place)
            found.append((bookmark, match))
    if len(found) < _TRUSTED * len(usable):
        return 0
    for bookmark, match in found:
        match.bookmark = bookmark.level
    return len(found)


def straighten(heads: Sequence[Candidate]) -> None:
    """Puts parts of a kind that are counted in one row ("Item 7", "Item 7A", "Item 8") on the level that the bookmarks
    give most of them, where they look alike: an author who set one aside made a slip."""
    rows: dict[int, list[Candidate]] = {}
    for head in heads:
        if head.bookmark is not None and head.counted is not None and head.counted.number.label in RANKS:
            rows.setdefault(id(head.counted.chain), []).append(head)
    for row in rows.values():
        level, n = Counter(head.bookmark for head in row).most_common(1)[0]
        if len(row) >= _ROW and n >= _AGREE * len(row):
            looks = {head.look for head in row if head.bookmark == level}
            for head in row:
                head.bookmark = level if head.look in looks else head.bookmark


def _all_on_one_page(bookmarks: Sequence[Bookmark]) -> bool:
    most = Counter(b.page for b in bookmarks).most_common(1)[0][1]
    return len(bookmarks) > 4 and most == len(bookmarks)


def _match(bookmark: Bookmark, pages: dict[int, list[Candidate]], taken: set[int]) -> Candidate | None:
    """The block on the target page (or the next, where the target is the foot of the page before) with the bookmark's
    title: the same words, else without their number, else nearly the same; of equals the one nearest to the target."""
    assert bookmark.page is not None
    wanted = key(bookmark.title)
    plain = bare(bookmark.title)
    best: tuple[float, Candidate] | None = None
    for offset in (0, 1, -1):
        for c in pages.get(bookmark.page + offset, ()):
            if c.place in taken:
                continue
            like = likeness(wanted, plain, c)
            if like < NEAR:
                continue
            far = abs(c.block.box.y0 - bookmark.y) / c.page.height if bookmark.y is not None and not offset else 0.5
            rank = like - 6 * far - 4 * abs(offset)
            if best is None or rank > best[0]:
                best = (rank, c)
        if best is not None:
            return best[1]
    return None
