"""Pages as pictures, with the words over them to select and the lines that a link marks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pincite.model import BBox, Document, Page, Span
from pincite.server.pages import PageNames
from pincite.server.viewer import setting
from pincite.server.viewer.markup import Html, join, tag

if TYPE_CHECKING:
    from pincite.registry import OpenDocument

WIDTHS = (700, 1400)  # pixels of the pictures that are offered
_ASCENT = 0.78  # of a line's height: where its letters stand
_PAPER = (612.0, 792.0)


def has_places(doc: Document) -> bool:
    """Whether it is known where on the pages the words stand."""
    return any(region.bbox is not None for block in doc.blocks for region in block.regions)


def is_shown_itself(doc: Document) -> bool:
    """Whether pictures are of the pages themselves, on which it is known where words stand; others show how a program
    of this machine lays the document out."""
    return doc.format in ("pdf", "image")


def size_of(page: Page) -> tuple[float, float]:
    """Width and height in points; those of a letter where the format does not tell."""
    return (page.width, page.height) if page.width and page.height else _PAPER


def sheet(opened: OpenDocument, page: Page, names: PageNames, over: Html | None) -> Html:
    """A page: its name, its picture, which loads when it comes near, and over it the words and marks; ``None``: these
    are fetched when it comes near."""
    doc = opened.document
    width, height = size_of(page)
    name = f"Page {names.name(page.number)}"
    base = f"/d/{doc.doc_id}/p/{page.number}"
    image = tag(
        "img",
        src=f"{base}.png?w={WIDTHS[0]}&v={doc.rev}",
        srcset=", ".join(f"{base}.png?w={w}&v={doc.rev} {w}w" for w in WIDTHS),
        sizes="(max-width: 60rem) 96vw, 54rem",
        width=round(width),
        height=round(height),
        loading="lazy",
        decoding="async",
        alt=f"{name}, as a picture",
    )
    return tag(
        "section",
        tag("h2", name, class_="pagename"),
        tag("div", image, tag("div", over, class_="over"), class_="sheet"),
        id=f"p{page.number}",
        class_="leaf",
        data_src=base,
        data_page=page.number,
        data_ready=over is not None,
        aria_label=name,
    )


def overlay(opened: OpenDocument, page: Page, marks: Sequence[BBox], ref: str | None = None) -> Html:
    """What lies over the picture of a page: the marks, then the words, unseen, for selection and for readers who hear
    the page. Where the document is laid out by another program, the marks of ``ref`` come in a picture of their own."""
    width, height = size_of(page)
    marked = None
    if ref is not None and not is_shown_itself(opened.document):
        source = f"/d/{opened.document.doc_id}/p/{page.number}.png?w={WIDTHS[1]}&v={opened.document.rev}"
        marked, marks = tag("img", src=f"{source}&a={ref}", alt="", class_="marked"), ()
    drawing = tag(
        "svg",
        tag("g", [_mark(box) for box in marks], class_="marks", aria_hidden="true"),
        tag("g", list(_words(opened, page.number)), class_="words"),
        viewBox=f"0 0 {width:g} {height:g}",
        preserveAspectRatio="none",
    )
    return join(marked, drawing)


def _mark(box: BBox) -> Html:
    return tag(
        "rect",
        x=f"{box.x0:.2f}",
        y=f"{box.y0:.2f}",
        width=f"{box.x1 - box.x0:.2f}",
        height=f"{box.y1 - box.y0:.2f}",
        rx="1",
        class_="mark",
    )


def _words(opened: OpenDocument, number: int) -> Iterator[Html]:
    return (_line(line, opened.document.text) for line in setting.lines(opened, number))


def _line(line: setting.Line, text: str) -> Html:
    """A line of words as wide as on the picture; one that is higher than wide runs from top to bottom."""
    box, words = line.box, text[line.start : line.end].replace("\n", " ")
    width, height = box.x1 - box.x0, box.y1 - box.y0
    upright = setting.is_upright(words, width, height)
    length, size = (height, width) if upright else (width, height)
    x, y = (box.x0 + (1 - _ASCENT) * size, box.y0) if upright else (box.x0, box.y0 + _ASCENT * size)
    return tag(
        "text",
        words,
        x=f"{x:.2f}",
        y=f"{y:.2f}",
        font_size=f"{size:.2f}",
        textLength=f"{length:.2f}",
        lengthAdjust="spacingAndGlyphs",
        transform=f"rotate(90 {x:.2f} {y:.2f})" if upright else None,
        data_start=line.start,
    )


def drawn(opened: OpenDocument, page: Page, marks: Sequence[Span]) -> Html:
    """A picture of the page made of its words alone, where the page itself cannot be shown; lines with characters of
    ``marks`` are marked."""
    width, height = size_of(page)
    lines = setting.lines(opened, page.number)
    marked = [line.box for line in lines if any(m.start < line.end and line.start < m.end for m in marks)]
    return tag(
        "svg",
        tag("rect", width="100%", height="100%", fill="#fff"),
        tag("g", [_mark(box) for box in marked], fill="#ffe066"),
        tag("g", list(_words(opened, page.number)), fill="#222", font_family="Georgia, serif"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:g} {height:g}",
        width=f"{width:g}",
        height=f"{height:g}",
    )
