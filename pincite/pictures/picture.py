"""A picture of a page, and what may be asked of one."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pincite.model import BBox

Clip = BBox | Literal["marks"]
"""The part of a page that is shown: a box in points of the page as displayed, or the surroundings of the marks."""

Origin = Literal["page", "rendering", "blocks"]


class PagePicture(NamedTuple):
    """``data`` is a JPEG or PNG (``mime``) of ``width`` x ``height`` pixels, ``scale`` pixels a point. ``page`` is the
    physical page; ``clip`` the part of it that is shown, in points, origin top left, as displayed (``None``: all).
    ``origin``: the ``page`` itself, a ``rendering`` of LibreOffice or a browser, or our drawing of its ``blocks``.
    ``marks`` are the marked rectangles in pixels of the picture, line by line. ``note`` says what a reader should know
    of it, as why it is not the page itself."""

    data: bytes
    mime: str
    width: int
    height: int
    page: int
    clip: BBox | None
    scale: float
    origin: Origin
    marks: tuple[BBox, ...]
    note: str = ""
