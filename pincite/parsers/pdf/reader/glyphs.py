"""What the reader of words needs to know of the characters of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pincite.parsers.pdf.reader.looks import Look

Boxes = NDArray[np.float64]  # one row a character: left, top, right, bottom on the page as displayed


class Glyphs(Protocol):
    """Access to the characters of a page, in batches because single calls are dear; ``text[i]`` is character ``i``."""

    text: str

    def boxes(self, indices: Sequence[int]) -> Boxes: ...

    def origins(self, indices: Sequence[int]) -> list[tuple[float, float]]:
        """Where the characters stand on their base line."""

    def owners(self, indices: Sequence[int]) -> list[int]:
        """Ids of the text objects that the characters belong to, 0 where there is none."""

    def looks(self, indices: Sequence[int], owners: Sequence[int]) -> list[Look]: ...

    def is_unmapped(self, index: int) -> bool:
        """Whether the font does not say which character this is."""

    def is_generated(self, index: int) -> bool:
        """Whether pdfium made up a character: white space that is not in the file."""

    def alike(self, looks: Sequence[Look], owners: Sequence[int]) -> list[bool]:
        """Whether text objects have the font and the group of some looks, one each; much cheaper than their own
        looks."""
