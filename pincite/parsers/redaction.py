"""What tells words that somebody blackened from words that are hidden otherwise."""

from __future__ import annotations

_DARK = 3 * 96  # sum of the channels


def is_dark(color: int) -> bool:
    """Whether words in a box of this colour (0xRRGGBB, -1 unknown) that cannot be seen were blackened."""
    return color >= 0 and sum(color >> shift & 255 for shift in (0, 8, 16)) < _DARK
