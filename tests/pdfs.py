"""Small PDFs for tests, drawn from a few calls. Coordinates are points, origin top left, as in the product.

pdf = Pdf().page().text(72, 72, "1 Scope", bold=True, size=14).paragraph(72, 100, 300, "Words ...")
data = pdf.bytes()
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Self

import pikepdf
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

FONTS = {
    (False, False): "Helvetica",
    (True, False): "Helvetica-Bold",
    (False, True): "Helvetica-Oblique",
    (True, True): "Helvetica-BoldOblique",
}


class Pdf:
    """A PDF under construction; every drawing call returns the builder. ``width`` and ``height`` in points."""

    def __init__(self, width: float = 612, height: float = 792, *, title: str | None = None) -> None:
        self._out = io.BytesIO()
        self._size = (width, height)
        self._canvas: Any = Canvas(self._out, pagesize=self._size, pageCompression=0, invariant=1)
        if title:
            self._canvas.setTitle(title)
        self._open = False
        self._labels: list[tuple[int, str | None, str | None, int]] = []
        self._rotations: dict[int, int] = {}
        self.page_count = 0

    def page(self, *, rotate: int = 0) -> Self:
        """Starts the next page; ``rotate`` is its /Rotate."""
        if self._open:
            self._canvas.showPage()
        self._open = True
        if rotate:
            self._rotations[self.page_count] = rotate
        self.page_count += 1
        return self

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 10,
        bold: bool = False,
        italic: bool = False,
        font: str | None = None,
        color: str | None = None,
        angle: float = 0,
        align: str = "left",
    ) -> Self:
        """One line of text whose base line is ``y`` points below the top. ``align``: left, right or center of ``x``."""
        c = self._canvas
        name = font or FONTS[bold, italic]
        c.saveState()
        if color:
            c.setFillColor(color)
        c.setFont(name, size)
        width = pdfmetrics.stringWidth(text, name, size)
        shift = {"left": 0.0, "right": -width, "center": -width / 2}[align]
        c.translate(x, self._size[1] - y)
        c.rotate(angle)
        c.drawString(shift, 0, text)
        c.restoreState()
        return self

    def paragraph(
        self,
        x: float,
        y: float,
        width: float,
        text: str,
        *,
        size: float = 10,
        leading: float | None = None,
        bold: bool = False,
        italic: bool = False,
        indent: float = 0,
    ) -> Self:
        """Words filled into lines of ``width``; the first base line is at ``y``. ``indent`` moves the first line."""
        name = FONTS[bold, italic]
        step = leading or size * 1.2
        line: list[str] = []
        at, shift = y, indent
        for word in text.split():
            trial = " ".join([*line, word])
            if line and pdfmetrics.stringWidth(trial, name, size) > width - shift:
                self.text(x + shift, at, " ".join(line), size=size, bold=bold, italic=italic)
                line, at, shift = [word], at + step, 0
            else:
                line.append(word)
        if line:
            self.text(x + shift, at, " ".join(line), size=size, bold=bold, italic=italic)
        return self

    def lines(self, x: float, y: float, lines: Sequence[str], *, leading: float = 12, **look: Any) -> Self:
        """Lines of text, one below the other."""
        for i, line in enumerate(lines):
            self.text(x, y + i * leading, line, **look)
        return self

    def rule(self, x0: float, y0: float, x1: float, y1: float, *, width: float = 0.5) -> Self:
        """A stroked straight line."""
        self._canvas.setLineWidth(width)
        self._canvas.line(x0, self._size[1] - y0, x1, self._size[1] - y1)
        return self

    def box(self, x0: float, y0: float, x1: float, y1: float, *, fill: str | None = None, stroke: bool = True) -> Self:
        """A rectangle, filled with a colour name or ``#rrggbb`` where ``fill`` is given."""
        if fill:
            self._canvas.setFillColor(fill)
        self._canvas.rect(x0, self._size[1] - y1, x1 - x0, y1 - y0, stroke=int(stroke), fill=int(fill is not None))
        if fill:
            self._canvas.setFillColor("black")
        return self

    def grid(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        cells: Sequence[Sequence[str]],
        *,
        size: float = 9,
        bold_rows: int = 1,
    ) -> Self:
        """A fully ruled table: ``xs`` and ``ys`` are the rulings, ``cells`` the texts of its rows."""
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        for r, row in enumerate(cells):
            for c, text in enumerate(row):
                self.text(xs[c] + 3, ys[r + 1] - 4, text, size=size, bold=r < bold_rows)
        return self

    def link(self, x0: float, y0: float, x1: float, y1: float, uri: str) -> Self:
        """A link annotation to ``uri``."""
        self._canvas.linkURL(uri, (x0, self._size[1] - y1, x1, self._size[1] - y0), relative=0)
        return self

    def bookmark(self, title: str, level: int = 1, y: float = 0) -> Self:
        """An outline entry (``level`` from 1) to the present page, ``y`` points below its top."""
        key = f"b{self.page_count}-{title}-{y}"
        self._canvas.bookmarkHorizontal(key, 0, self._size[1] - y)
        self._canvas.addOutlineEntry(title, key, level - 1)
        return self

    def label(self, first: int, style: str | None = "D", prefix: str | None = None, start: int = 1) -> Self:
        """A /PageLabels range from physical page ``first`` (1-based); ``style``: D, r, R, a, A or ``None``."""
        self._labels.append((first, style, prefix, start))
        return self

    def bytes(self, *, password: str | None = None) -> bytes:
        """The finished file; encrypted (AES-256) where a password is given."""
        self._canvas.save()
        data = self._out.getvalue()
        if not (self._labels or self._rotations or password):
            return data
        with pikepdf.open(io.BytesIO(data)) as pdf:
            for index, angle in self._rotations.items():
                pdf.pages[index].obj.Rotate = angle
            if self._labels:
                nums = pikepdf.Array()
                for first, style, prefix, start in self._labels:
                    entry = pikepdf.Dictionary(St=start)
                    if style:
                        entry.S = pikepdf.Name("/" + style)
                    if prefix:
                        entry.P = pikepdf.String(prefix)
                    nums.append(first - 1)
                    nums.append(entry)
                pdf.Root.PageLabels = pikepdf.Dictionary(Nums=nums)
            out = io.BytesIO()
            encryption = pikepdf.Encryption(owner=password, user=password) if password else False
            pdf.save(out, encryption=encryption)
            return out.getvalue()
