"""Writes the pages of an analysed PDF as pictures on which each block, line, table and hidden word is marked."""

from __future__ import annotations

import io
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from PIL import Image

from pincite.errors import RequestError
from pincite.health import page_health
from pincite.model import Document
from pincite.parsers.pdf.inspection.legend import with_legend
from pincite.parsers.pdf.inspection.parts import parts_by_page
from pincite.parsers.pdf.inspection.picture import PagePicture
from pincite.parsers.pdf.layout import Layout, PageLayout
from pincite.parsers.pdf.reader.pdfium import PdfFile

_SCALE = 110 / 72  # pixels a point
_MOST_SIDE = 2400  # pixels; larger pages are drawn smaller


def draw_pages(
    source: Path,
    layout: Layout,
    doc: Document,
    pages: Collection[int],
    directory: Path,
    *,
    password: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Path]:
    """Writes ``page-007.png`` for each of the physical pages into ``directory``, which is made if it is not there;
    files of the same name are replaced. ``layout`` and ``doc`` are of the same source. Raises ``RequestError``
    (bad_argument) where nothing can be written, ``ParseError`` where a page cannot be drawn."""
    digits = len(str(len(layout.pages)))
    written: list[Path] = []
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for number, image in _images(source, layout, doc, pages, password):
            written.append(directory / f"page-{number:0{digits}}.png")
            image.save(written[-1])
            if progress:
                progress(len(written), len(pages))
    except OSError as error:
        raise RequestError(
            f"The pictures cannot be written to {directory}: {error.strerror or error}.",
            hint="Give a directory that can be written, as in --draw pages.",
        ) from error
    return written


def _images(
    source: Path, layout: Layout, doc: Document, pages: Collection[int], password: str | None
) -> Iterator[tuple[int, Image.Image]]:
    parts = parts_by_page(layout)
    health = {h.page: ", ".join(state.value for state in h.states) for h in page_health(doc)}
    with PdfFile(source, password) as pdf:
        for page in layout.pages:
            if page.number not in pages or not page.width:  # without width: it could not be read
                continue
            scale = min(_SCALE, _MOST_SIDE / max(page.width, page.height, 1.0))
            picture = Image.open(io.BytesIO(pdf.render(page.number - 1, scale)))
            drawn = PagePicture(picture, picture.width / page.width)
            on_page = parts.get(page.number, [])
            drawn.mark(page, on_page)
            yield page.number, with_legend(drawn.image, page, on_page, _facts(page, health.get(page.number, "")))


def _facts(page: PageLayout, health: str) -> list[str]:
    label = page.printed_label or page.declared_label
    source = "printed" if page.printed_label else "declared in the file"
    named = f"label {label} ({source})" if label else "no label"
    size = f"{page.width:.0f} x {page.height:.0f} points" + (f", turned {page.rotation}°" if page.rotation else "")
    return [f"page {page.number}", named, health, size]
