"""An image file -> a Document: its frames are pages without text, which OCR reads; then come the passes for PDF."""

from __future__ import annotations

from pincite.errors import ParseError
from pincite.model import BBox, Document, DocumentWarning
from pincite.parsers.image.frames import ImageFile
from pincite.parsers.ocr.pages import recognise_pages
from pincite.parsers.options import ParseTask
from pincite.parsers.pdf.engine import PASSES, build
from pincite.parsers.pdf.layout import Layout, PageLayout

PARSER = "pincite-image/2"


def parse_image(task: ParseTask) -> Document:
    """Parses an image file. Raises ``ParseError`` (corrupt, too_large)."""
    with ImageFile(task.read()) as image:
        layout = _read(image, task.options.max_pages)
        recognise_pages(layout, lambda: image, task.ocr, task.progress)
        for run in PASSES:
            run(layout)
        if task.progress is not None:
            task.progress(len(layout.pages), len(layout.pages))
        return build(layout, doc_id=task.doc_id, name=task.name, format="image", parser=PARSER)


def _read(image: ImageFile, max_pages: int | None) -> Layout:
    """The pages, each one picture. A frame that cannot be read is a page without size, unless it is the first."""
    layout = Layout([], [])
    count = image.count if max_pages is None else min(image.count, max_pages)
    for index in range(count):
        try:
            frame = image.frame(index)
        except ParseError:
            if not index:
                raise
            layout.warnings.append(DocumentWarning("page_unreadable", "The page could not be read.", index + 1))
            layout.pages.append(PageLayout(index + 1, 0.0, 0.0, 0))
            continue
        page = PageLayout(index + 1, frame.width, frame.height, 0)
        page.images = [BBox(0.0, 0.0, frame.width, frame.height)]
        layout.pages.append(page)
    if count < image.count:
        message = f"Only the first {count} of {image.count} pages were read."
        layout.warnings.append(DocumentWarning("partial", message))
    return layout
