"""The strip beside an inspected page: which page it is, how healthy, and what the colours mean."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from pincite.parsers.pdf.inspection.palette import HIDDEN, INK, PAPER, PICTURE, Color, color_of
from pincite.parsers.pdf.inspection.parts import Part
from pincite.parsers.pdf.layout import PageLayout

WIDTH = 230  # pixels
_MARGIN = 12
_STEP = 18
_COLUMNS = 32  # characters that fit in a line
_HELP = (
    "Numbers: reading order, the same as block ids (b12). H2: heading of level 2. …: from or to another page. "
    "Thin boxes: lines, or cells of a table; shaded: header cells."
)


def with_legend(picture: Image.Image, page: PageLayout, parts: Sequence[Part], facts: Sequence[str]) -> Image.Image:
    """The picture with the strip on its right; ``facts`` are lines at its top."""
    entries = _entries(page, parts)
    helps = textwrap.wrap(_HELP, _COLUMNS)
    lines = [line for fact in facts for line in textwrap.wrap(fact, _COLUMNS)]
    needed = _STEP * (len(lines) + len(entries) + len(helps) + 4)
    out = Image.new("RGB", (picture.width + WIDTH, max(picture.height, needed)), PAPER)
    out.paste(picture, (0, 0))
    draw = ImageDraw.Draw(out)
    draw.line([picture.width, 0, picture.width, out.height], fill=INK)
    x, y = picture.width + _MARGIN, _MARGIN
    for i, text in enumerate(lines):
        draw.text((x, y), text, fill=INK, font=ImageFont.load_default(15 if i == 0 else 12))
        y += _STEP
    y += _STEP // 2
    for name, color in entries:
        draw.rectangle([x, y + 1, x + 12, y + 13], fill=color)
        draw.text((x + 20, y), name, fill=INK, font=ImageFont.load_default(13))
        y += _STEP
    y += _STEP // 2
    for text in helps:
        draw.text((x, y), text, fill=INK, font=ImageFont.load_default(11))
        y += _STEP - 3
    return out


def _entries(page: PageLayout, parts: Sequence[Part]) -> list[tuple[str, Color]]:
    """What is on the page, with its colour: kinds of blocks in the order of their first, then what is no block."""
    kinds = Counter(part.block.kind for part in parts)
    entries = [(f"{kind.value} ({n})", color_of(kind)) for kind, n in kinds.items()]
    if page.hidden:
        entries.append((f"hidden words ({len(page.hidden)})", HIDDEN))
    if page.images:
        entries.append((f"pictures ({len(page.images)}), dashed", PICTURE))
    return entries
