"""Reads the pages of an open PDF, one after the other, into a layout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pincite.limits import BOOKMARKS
from pincite.model import DocumentWarning, Metadata
from pincite.parsers.pdf.collecting import no_collection
from pincite.parsers.pdf.health import is_unread
from pincite.parsers.pdf.layout import Bookmark, Layout, PageLayout
from pincite.parsers.pdf.reader.styles import StyleTable

_DEAD_PAGES = 100  # unreadable ones in a row, after which nothing is expected of the rest


class OpenPdf(Protocol):
    """What is needed of an open file."""

    n_pages: int
    is_tagged: bool

    def metadata(self) -> Metadata: ...

    def bookmarks(self) -> list[Bookmark]: ...

    def declared_label(self, index: int) -> str | None: ...

    def read_page(self, index: int, styles: StyleTable, warnings: list[DocumentWarning]) -> PageLayout: ...


def read_pages(
    pdf: OpenPdf,
    first: int = 0,
    last: int | None = None,
    max_pages: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Layout:
    """The layout of pages ``first`` to ``last`` (from 0, half open), of at most ``max_pages`` of them; a warning
    ``partial`` says that pages were left out. ``progress`` gets (pages done, pages to do) after each."""
    styles = StyleTable()
    layout = without_pages(pdf, styles)
    stop = pdf.n_pages if last is None else min(last, pdf.n_pages)
    if max_pages is not None and stop - first > max_pages:
        stop = first + max_pages
        message = f"Only the first {max_pages} of {pdf.n_pages} pages were read."
        layout.warnings.append(DocumentWarning("partial", message))
    dead = pictures = 0
    with no_collection():
        for index in range(first, stop):
            page = pdf.read_page(index, styles, layout.warnings)
            page.declared_label = pdf.declared_label(index)
            layout.pages.append(page)
            if progress:
                pictures += is_unread(page)  # these are not done yet
                progress(index + 1 - first - pictures, stop - first)
            dead = 0 if page.width else dead + 1
            if dead == _DEAD_PAGES:
                message = f"{dead} pages in a row could not be read; those after page {index + 1} were not tried."
                layout.warnings.append(DocumentWarning("partial", message))
                break
    styles.settle()
    return layout


def without_pages(pdf: OpenPdf, styles: StyleTable) -> Layout:
    """What the file says as a whole; a warning ``partial`` says that it has too many bookmarks."""
    layout = Layout([], styles.styles, pdf.bookmarks(), pdf.metadata(), pdf.is_tagged)
    if len(layout.bookmarks) > BOOKMARKS:
        del layout.bookmarks[BOOKMARKS:]
        message = f"Of the file's bookmarks only the first {BOOKMARKS:,} were read."
        layout.warnings.append(DocumentWarning("partial", message))
    return layout
