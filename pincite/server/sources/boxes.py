"""The lines that a quote covers on its pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pincite.errors import PinciteError
from pincite.model import BBox

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.server.sight import Sight
    from pincite.verify import Match

Lines = Mapping[int, Sequence[BBox]]
"""Physical page -> the boxes of the lines on it, in points as displayed."""


def lines_of(registry: Sight, opened: OpenDocument, match: Match) -> Lines:
    """The lines cut to the letter, or where the file cannot be looked at any more, by the share of a line that the
    words take."""
    out: dict[int, list[BBox]] = {}
    try:
        for span in match.spans:
            for page, boxes in registry.marked_boxes(opened, span).items():
                out.setdefault(page, []).extend(boxes)
    except PinciteError:
        out = {}
        for region in match.regions:
            if region.bbox is not None:
                out.setdefault(region.page, []).append(region.bbox)
    return out
