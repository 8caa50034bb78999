"""A PDF file -> a Document: read the pages, run the passes, hand the blocks to the assembler.

``PASSES`` is the order of work. Each pass is a plain function that fills in the layout, so that one can be replaced
without touching another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import ExitStack
from pathlib import Path

from pincite.limits import PDF_PAGES
from pincite.model import Document, LabelSource, Page
from pincite.parsers.assemble import DraftBlock, DraftCell, Piece, assemble, is_empty
from pincite.parsers.ocr.confidence import confidences_of
from pincite.parsers.ocr.needs import needing
from pincite.parsers.ocr.task import OcrTask
from pincite.parsers.ocr.tilting import tilt_pages
from pincite.parsers.pdf.collecting import no_collection
from pincite.parsers.pdf.forms import add_comments, join_labels, join_marked_values, join_values
from pincite.parsers.pdf.furniture.furniture import mark_furniture
from pincite.parsers.pdf.furniture.labels import read_labels
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.headings.toc import mark_contents
from pincite.parsers.pdf.health import warn_of_unreadable_pages
from pincite.parsers.pdf.layout import Flag, Joint, Layout, LayoutBlock, Line, LinkArea, PageLayout, Word, hull
from pincite.parsers.pdf.tables.continued import join_tables
from pincite.parsers.pdf.tables.tables import find_tables
from pincite.parsers.pdf.text.blocks import make_blocks
from pincite.parsers.pdf.text.joins import join_pages
from pincite.parsers.pdf.text.lines import make_lines
from pincite.parsers.pdf.unseen import hidden_texts

_GLUED = Flag.GLUED.value  # operations on flags themselves are slow
_LEVEL = 0.6  # of the height of a word: lines that run straight drift less, whatever is raised at their ends
PARSER = "pincite-pdf/4"

Progress = Callable[[int, int], None]

PASSES: tuple[Callable[[Layout], None], ...] = (
    make_lines,
    mark_furniture,
    read_labels,
    join_marked_values,
    find_tables,
    join_values,
    make_blocks,
    join_labels,
    mark_contents,
    join_pages,
    join_tables,
    mark_headings,
    add_comments,
    tilt_pages,
    warn_of_unreadable_pages,
)


def parse_pdf(
    source: Path | bytes,
    *,
    doc_id: str,
    name: str,
    password: str | None = None,
    max_pages: int | None = None,
    processes: int = 1,
    progress: Progress | None = None,
    ocr: OcrTask | None = None,
) -> Document:
    """Parses a PDF. ``processes`` > 1 lets the pages of a long file be read side by side; ``progress`` is called
    with (pages done, pages in all); ``ocr`` says how pages without usable text are read (``None``: not at all). Raises
    ``ParseError`` (corrupt, password_required, wrong_password)."""
    with no_collection():
        layout = analyse(
            source, password=password, max_pages=max_pages, processes=processes, progress=progress, ocr=ocr
        )
        return build(layout, doc_id=doc_id, name=name)


def analyse(
    source: Path | bytes,
    *,
    password: str | None = None,
    max_pages: int | None = None,
    processes: int = 1,
    progress: Progress | None = None,
    ocr: OcrTask | None = None,
) -> Layout:
    """Reads the pages and runs all passes: the layout with its evidence, before it is assembled. Raises as
    ``parse_pdf``."""
    with no_collection():
        layout = _read(source, password, max_pages, processes, progress)
        if ocr is not None:
            _recognise(layout, source, password, ocr, progress)
        for run in PASSES:
            run(layout)
    return layout


def _read(
    source: Path | bytes, password: str | None, max_pages: int | None, processes: int, progress: Progress | None
) -> Layout:
    max_pages = PDF_PAGES if max_pages is None else min(max_pages, PDF_PAGES)
    if processes > 1:
        from pincite.parsers.pdf.reader.ranges import read_side_by_side

        return read_side_by_side(source, password=password, max_pages=max_pages, processes=processes, progress=progress)
    from pincite.parsers.pdf.reader.pdfium import read_layout

    return read_layout(source, password=password, max_pages=max_pages, progress=progress)


def _recognise(
    layout: Layout, source: Path | bytes, password: str | None, ocr: OcrTask, progress: Progress | None
) -> None:
    """Has the pages without usable text read from their pictures."""
    if not needing(layout, all_pages=ocr.mode == "always"):
        return  # most files: nothing of the recognition is loaded
    from pincite.parsers.ocr.pages import recognise_pages
    from pincite.parsers.pdf.reader.pdfium import PdfFile

    with ExitStack() as open_files:
        recognise_pages(layout, lambda: open_files.enter_context(PdfFile(source, password)), ocr, progress)


def build(layout: Layout, *, doc_id: str, name: str, format: str = "pdf", parser: str = PARSER) -> Document:
    """The document of an analysed layout."""
    links = {page.number: page.links for page in layout.pages if page.links}
    layers = {w.page for w in layout.warnings if w.code == "scanned_page"}
    scans = frozenset(page.number for page in layout.pages if page.recognition)
    document = assemble(
        doc_id=doc_id,
        source=name,
        format=format,
        parser=parser,
        pages=[_page(page, has_layer=page.number in layers) for page in layout.pages],
        blocks=[_draft(block, links, scans) for page in layout.pages for block in page.blocks],
        metadata=layout.metadata,
        warnings=layout.warnings,
        hidden=[text for page in layout.pages if page.recognition is None for text in hidden_texts(page)],
    )
    return confidences_of(document, layout)


def numbered(layout: Layout) -> Iterator[tuple[LayoutBlock, int | None]]:
    """The blocks of an analysed layout in reading order with the id that each has in the document; ``None`` for one
    without text, which has no place there."""
    id = 0
    for page in layout.pages:
        for block in page.blocks:
            empty = is_empty(_draft(block, {}))
            yield block, None if empty else id
            id += not empty


def _page(page: PageLayout, *, has_layer: bool) -> Page:
    label = page.printed_label or page.declared_label
    source = LabelSource.NONE
    if label:
        source = LabelSource.PRINTED if page.printed_label else LabelSource.DECLARED
    return Page(
        number=page.number,
        label=label or None,
        width=page.width,
        height=page.height,
        rotation=page.rotation,
        source="ocr" if has_layer or page.recognition else "text",
        label_source=source,
    )


Links = dict[int, list[LinkArea]]


def _draft(block: LayoutBlock, links: Links, scans: Set[int] = frozenset()) -> DraftBlock:
    draft = DraftBlock(block.kind, level=block.level, role=block.role, evidence=block.evidence)
    if block.table is not None:
        draft.table = block.table.table
        if links:
            for cell in draft.table.cells:
                _link_cell(cell, links)
        return draft
    last = len(block.lines) - 1
    for i, line in enumerate(block.lines):
        askew = line.page in scans and _is_askew(line)
        draft.pieces.extend(_pieces(line, links.get(line.page, ()), _tail(line) if i < last else "", by_words=askew))
    return draft


def _tail(line: Line) -> str | None:
    """What follows the line in its block; ``None`` says that its last hyphen goes."""
    if line.joint is Joint.JOIN:
        return None
    return "" if line.joint in (Joint.KEEP, Joint.NONE) else str(line.joint.value)


def _pieces(line: Line, areas: list[LinkArea] | tuple[()], tail: str | None, *, by_words: bool) -> list[Piece]:
    """The line as pieces: one, or one for each run of words under the same link. A line of a scan that does not run
    straight from left to right goes ``by_words``: a share of its box is not where a share of its letters is."""
    near = _areas_on(line, areas) if areas else None
    if not near and not by_words:
        return [Piece(_end(line.text, tail), line.page, line.box)]
    runs: list[tuple[LinkArea | None, list[Word]]] = []
    for word in line.words:
        area = _area_of(word.x0, word.y0, word.x1, word.y1, near) if near else None
        if runs and runs[-1][0] is area and not by_words:
            runs[-1][1].append(word)
        else:
            runs.append((area, [word]))
    texts = [_text_of(words, first=i == 0) for i, (_, words) in enumerate(runs)]
    if "".join(texts) != line.text:  # a line in another order than its words (right to left): one piece, one link
        area = next((a for a, _ in runs if a), None)
        uri, page = (area.uri, area.page) if area else (None, None)
        return [Piece(_end(line.text, tail), line.page, line.box, uri, page)]
    texts[-1] = _end(texts[-1], tail)
    return [
        Piece(text, line.page, hull(words), area.uri if area else None, area.page if area else None)
        for text, (area, words) in zip(texts, runs, strict=True)
    ]


def _is_askew(line: Line) -> bool:
    """Whether a line of some words is turned, or rises or falls by more than its words differ in height."""
    if len(line.words) < 2 or " " not in line.text:
        return False
    first, last = line.words[0], line.words[-1]
    drift = abs(first.y0 + first.y1 - last.y0 - last.y1) / 2
    return first.angle != 0 or drift > _LEVEL * max(first.y1 - first.y0, last.y1 - last.y0)


def _areas_on(line: Line, areas: Sequence[LinkArea]) -> list[LinkArea]:
    left, top, right, bottom = line.x0, line.y0, line.x1, line.y1
    return [
        area
        for area in areas
        for x0, y0, x1, y1 in (area.box,)
        if y0 < bottom and y1 > top and x0 < right and x1 > left
    ]


def _end(text: str, tail: str | None) -> str:
    return text[:-1] if tail is None else text + tail


def _text_of(words: list[Word], *, first: bool) -> str:
    out: list[str] = []
    for i, word in enumerate(words):
        if (i or not first) and not word.flags & _GLUED:
            out.append(" ")
        out.append(word.text)
    return "".join(out)


def _area_of(x0: float, y0: float, x1: float, y1: float, areas: list[LinkArea]) -> LinkArea | None:
    """The link area that holds the middle of a box."""
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return next((a for a in areas if a.box.x0 <= x <= a.box.x1 and a.box.y0 <= y <= a.box.y1), None)


def _link_cell(cell: DraftCell, links: Links) -> None:
    for i, piece in enumerate(cell.pieces):
        if piece.bbox is not None and piece.page in links:
            area = _area_of(*piece.bbox, links[piece.page])
            if area is not None:
                cell.pieces[i] = piece._replace(uri=area.uri, target_page=area.page)
