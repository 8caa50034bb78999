"""Draws the icon of the bundle: a page, one of its lines marked, a pin at its end.

    python scripts/draw_icon.py OUT.png [SIZE]

Needs pillow, which the package needs anyway. The same picture comes out each time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from PIL import Image, ImageDraw

SIZE = 512
FINER = 4  # drawn larger and made smaller, so that edges are smooth
INK, PAPER, LINE, MARK, PIN = "#1f3a5f", "#fbfaf6", "#c3c8cf", "#ffd84d", "#d6452f"


def draw(size: int = SIZE) -> Image.Image:
    """The icon as an RGBA picture of ``size`` pixels."""
    unit = size * FINER / 64
    picture = Image.new("RGBA", (size * FINER, size * FINER), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)

    def box(left: float, top: float, right: float, bottom: float, radius: float, color: str) -> None:
        pen.rounded_rectangle([unit * v for v in (left, top, right, bottom)], unit * radius, fill=color)

    box(2, 2, 62, 62, 13, INK)
    box(15, 10, 49, 54, 3, PAPER)
    for top, right in ((17, 36), (24, 34), (41, 43), (48, 34)):
        box(20, top, right, top + 3, 1.5, LINE)
    box(18, 30.5, 42, 37.5, 1.5, MARK)
    box(20, 32.5, 40, 35.5, 1.5, INK)
    pen.polygon([(unit * x, unit * y) for x, y in ((45, 34), (39.58, 22.57), (50.42, 22.57))], fill=PIN)
    pen.ellipse([unit * v for v in (39, 14, 51, 26)], fill=PIN)
    pen.ellipse([unit * v for v in (42.5, 17.5, 47.5, 22.5)], fill=PAPER)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    out = Path(sys.argv[1])
    out.parent.mkdir(parents=True, exist_ok=True)
    draw(int(sys.argv[2]) if len(sys.argv) > 2 else SIZE).save(out, optimize=True)
