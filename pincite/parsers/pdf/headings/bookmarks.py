"""The file's own outline: whether it can be trusted, and which block each bookmark means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.likeness import NEAR, bare, likeness
from pincite.parsers.pdf.headings.titles import key
from pincite.parsers.pdf.layout import Bookmark

_TRUSTED = 0.5  # share of the bookmarks that must be found on their pages


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
