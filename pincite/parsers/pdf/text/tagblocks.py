"""What the tag tree says about paragraphs: lines of one paragraph element belong together, lines of two do not."""

from __future__ import annotations

from collections.abc import Callable

from pincite.parsers.pdf.layout import Line, PageLayout

BLOCKS = frozenset(
    {
        "P",
        "H",
        "H1",
        "H2",
        "H3",
        "H4",
        "H5",
        "H6",
        "LI",
        "LBody",
        "Lbl",
        "Caption",
        "Note",
        "TOCI",
        "BlockQuote",
        "Title",
        "TD",
        "TH",
    }
)
SPLITTING = frozenset({"P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "LI", "Caption", "Note", "TOCI", "Title"})


def tag_breaks(page: PageLayout) -> Callable[[Line, Line], bool | None]:
    """A function that says of two lines in reading order whether the tags part them: ``True`` where they are of two
    paragraph elements, ``False`` where they are of one, ``None`` where the tags do not say."""
    owners: dict[int, int] = {}

    def owner(mcid: int) -> int:
        if mcid not in owners:
            owners[mcid] = _block_of(page, page.mcids.get(mcid, -1))
        return owners[mcid]

    def parts(one: Line, two: Line) -> bool | None:
        a, b = owner(one.words[-1].mcid), owner(two.words[0].mcid)
        if a < 0 or b < 0:
            return None
        if a == b:
            return False if page.tags[a].role in SPLITTING else None
        return True

    return parts


def _block_of(page: PageLayout, tag: int) -> int:
    """The nearest paragraph element around a tag, -1 where there is none."""
    while tag >= 0 and page.tags[tag].role not in BLOCKS:
        tag = page.tags[tag].parent
    return tag
