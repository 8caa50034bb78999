"""The colours of an inspected page, and what they mean."""

from __future__ import annotations

from pincite.model import Kind

Color = tuple[int, int, int]

KINDS: dict[Kind, Color] = {
    Kind.HEADING: (204, 20, 40),
    Kind.PARAGRAPH: (40, 90, 200),
    Kind.LIST_ITEM: (0, 140, 160),
    Kind.TABLE: (20, 130, 50),
    Kind.CAPTION: (220, 110, 0),
    Kind.FOOTNOTE: (140, 110, 20),
    Kind.TOC_ENTRY: (130, 50, 190),
    Kind.CODE: (120, 70, 40),
    Kind.FORM_FIELD: (0, 110, 110),
    Kind.HEADER: (110, 110, 110),
    Kind.FOOTER: (110, 110, 110),
    Kind.PAGE_LABEL: (70, 70, 70),
}
OTHER: Color = (60, 60, 160)
HIDDEN: Color = (230, 0, 200)
PICTURE: Color = (0, 170, 220)
INK: Color = (30, 30, 30)
PAPER: Color = (255, 255, 255)
DESK: Color = (238, 238, 238)  # beside the page


def color_of(kind: Kind) -> Color:
    """The colour in which blocks of the kind are drawn."""
    return KINDS.get(kind, OTHER)
