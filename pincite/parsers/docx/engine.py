"""A Word file -> a Document: open the package, read its parts in order, find the headings, assemble."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pincite.errors import SourceError
from pincite.model import Document, DocumentWarning, HiddenText, Metadata, Page
from pincite.parsers.assemble import DraftBlock, Piece, assemble, is_empty
from pincite.parsers.docx.content import Node, Paragraph, TableNode
from pincite.parsers.docx.drafting import drafts
from pincite.parsers.docx.furniture import Furniture, read_furniture
from pincite.parsers.docx.headings import mark_headings
from pincite.parsers.docx.opening import Opened, open_word, shared_of
from pincite.parsers.docx.pages import made_pages
from pincite.parsers.docx.reading import Reader
from pincite.parsers.ooxml.limits import check_paragraphs
from pincite.parsers.ooxml.names import W
from pincite.parsers.ooxml.package import Package, open_package
from pincite.parsers.ooxml.properties import read_metadata
from pincite.parsers.options import ParseTask
from pincite.parsers.pdf.headings.doctitle import is_makeshift
from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.titles import is_standard, names_contents

PARSER = "pincite-docx/2"
_WORD = re.compile(r"\w+")
_OPENING = 8  # blocks among which the title of a document stands
_ENTRIES = 3  # of a table of contents that show its pages to be others
_EMBEDDED = ("oleObject", "package")


def parse_docx(task: ParseTask) -> Document:
    """Parses a Word file. Raises ``ParseError`` (corrupt, password_required, wrong_password, unsafe, too_large) and
    ``SourceError`` unsupported_format for an Office file of another kind."""
    package = open_package(task.source, task.name, task.password)
    if package.kind != "docx":
        raise SourceError(
            f"{task.name} is not a Word document, whatever its name says.",
            code="wrong_type",
            hint="Give it the extension of what it is, and open it again.",
        )
    document = _parsed(package, task)
    if task.progress is not None:
        n_pages = max(1, len(document.pages))
        task.progress(n_pages, n_pages)
    return document


def _parsed(package: Package, task: ParseTask) -> Document:
    options = task.options
    opened = shared_of(package, open_word(package))
    opened.content.changes, opened.content.comments = options.changes, options.comments
    check_paragraphs(sum(1 for _ in opened.body.iter(W + "p")), task.name)
    reader = Reader(opened.content, package.main, paged=True)
    reader.on_ground = opened.word.element.find(W + "background") is not None
    furniture = read_furniture(opened)
    nodes = mark_headings(flat(reader.blocks(opened.body)))
    nodes += opened.content.notes.endnotes
    blocks = drafts(nodes)
    pages, page_warnings = made_pages(opened.content.pages, _pages_stated(opened, blocks))
    if pages and _contradicts(opened, pages):
        message = "The pages that the file marks are not those of its table of contents: places are cited by section."
        pages, page_warnings = [], [DocumentWarning("no_page_numbers", message)]
    if options.headers:
        blocks = _framed(blocks, furniture, opened)
    blocks = _placed(blocks, opened, paged=bool(pages))
    warnings = [*package.warnings, *opened.content.warnings, *page_warnings, *_notices(opened)]
    last = options.max_pages
    if last is not None and len(pages) > last:
        warnings.append(DocumentWarning("partial", f"Only the first {last} of {len(pages)} pages were read."))
        pages, blocks = pages[:last], _until(blocks, last)
    return assemble(
        doc_id=task.doc_id,
        source=task.name,
        format="docx",
        parser=PARSER,
        pages=pages,
        blocks=blocks,
        metadata=_named(read_metadata(package), blocks),
        warnings=list(dict.fromkeys(warnings)),
        hidden=_hidden(opened, len(pages), last),
    )


def _named(metadata: Metadata, blocks: list[DraftBlock]) -> Metadata:
    """The metadata with the title on the first page where the file gives none, a makeshift ("Normal.dot"), or one that
    does not stand there: that of the file it was made from, often."""
    first = [b for b in blocks if not b.kind.is_furniture and not is_empty(b)][:_OPENING]
    if metadata.title and not is_makeshift(metadata.title) and _says(first, metadata.title):
        return metadata
    fit = [text for text in (_text(b) for b in first if b.kind.is_heading) if not names_contents(text)]
    fit = [text for text in fit if not readings(text) and not is_standard(text)]
    return replace(metadata, title=fit[0]) if fit else metadata


def _says(blocks: list[DraftBlock], title: str) -> bool:
    """Whether most words of the title stand in the blocks."""
    there, words = (set(_WORD.findall(text.casefold())) for text in (" ".join(map(_text, blocks)), title))
    return 2 * len(words & there) > len(words)


def _text(block: DraftBlock) -> str:
    return " ".join("".join(piece.text for piece in block.pieces).split())


def flat(nodes: list[Node]) -> list[Node]:
    """The nodes with what is anchored in each after it."""
    out: list[Node] = []
    for node in nodes:
        out.append(node)
        if isinstance(node, (Paragraph, TableNode)) and node.after:
            out += flat(node.after)
            node.after = []
    return out


def _pages_stated(opened: Opened, blocks: list[DraftBlock]) -> int | None:
    """How many pages Word counted, if it counted this text: programs that are not Word copy old counts along."""
    stated, words = opened.pages_stated, opened.words_stated
    if stated is None or words is None:
        return None
    there = sum(len(piece.text.split()) for block in blocks for piece in _pieces(block))
    return stated if 0.8 * words <= there <= 1.5 * words + 50 else None


def _contradicts(opened: Opened, pages: list[Page]) -> bool:
    """Whether most entries of a table of contents name another page than the one found for their heading."""
    right = wrong = 0
    for anchor, said in opened.content.contents.items():
        page = opened.content.bookmarks.get(anchor)
        if page is not None and page <= len(pages):
            right, wrong = right + (pages[page - 1].cite == said), wrong + (pages[page - 1].cite != said)
    return wrong >= _ENTRIES and wrong > right


def _pieces(block: DraftBlock) -> list[Piece]:
    if block.table is None:
        return block.pieces
    return [piece for cell in block.table.cells for piece in cell.pieces]


def _framed(blocks: list[DraftBlock], furniture: list[Furniture], opened: Opened) -> list[DraftBlock]:
    """The blocks with the running heads before and the feet after all others: each is read once."""
    heads = [block for one in furniture for block in one.heads]
    feet = [block for one in furniture for block in one.feet]
    last = opened.content.pages.number
    for block in feet:
        block.pieces = [piece._replace(page=last) for piece in block.pieces]
    return [*heads, *blocks, *feet]


def _placed(blocks: list[DraftBlock], opened: Opened, *, paged: bool) -> list[DraftBlock]:
    """Turns links to bookmarks into links to pages, and takes away page numbers that cannot be relied on."""
    marks = opened.content.bookmarks

    def placed(piece: Piece) -> Piece:
        uri, target = piece.uri, piece.target_page
        if uri is not None and uri.startswith("#"):
            target = marks.get(uri[1:]) if paged else None
            uri = None
        return piece._replace(page=piece.page if paged else None, uri=uri, target_page=target)

    for block in blocks:
        if block.table is not None:
            for cell in block.table.cells:
                cell.pieces = [placed(piece) for piece in cell.pieces]
        else:
            block.pieces = [placed(piece) for piece in block.pieces]
    return blocks


def _until(blocks: list[DraftBlock], last: int) -> list[DraftBlock]:
    """The blocks that begin on the pages up to ``last``, cut where they go on beyond."""
    out = []
    for block in blocks:
        pieces = _pieces(block)
        if pieces and (pieces[0].page or 1) > last:
            continue
        if block.table is not None:
            for cell in block.table.cells:
                cell.pieces = [piece for piece in cell.pieces if (piece.page or 1) <= last]
            out.append(block)
        else:
            out.append(replace(block, pieces=[piece for piece in pieces if (piece.page or 1) <= last]))
    return out


def _hidden(opened: Opened, n_pages: int, last: int | None) -> Iterator[HiddenText]:
    """What no reader sees on the pages that were read; without page numbers where these cannot be relied on."""
    for hidden in opened.content.hidden:
        page = hidden.page if n_pages else None
        if last is None or (page or 1) <= last:
            yield hidden._replace(text=hidden.text.strip(), page=page)


def _notices(opened: Opened) -> list[DocumentWarning]:
    """What a reader should know of the document as a whole."""
    content = opened.content
    out: list[DocumentWarning] = []
    if content.hidden:
        words = sum(len(hidden.text.split()) for hidden in content.hidden)
        message = f"Text that is not visible in the document was left out ({words} words)."
        out.append(DocumentWarning("hidden_text", message))
    if content.changed:
        state = {"accepted": "as if accepted", "original": "as if rejected", "marked": "marked in the text"}
        message = f"The document has tracked changes ({content.changed}); they are read {state[content.changes]}."
        out.append(DocumentWarning("tracked_changes", message))
    if content.notes.n_comments and not content.comments:
        message = f"Comments of reviewers were left out ({content.notes.n_comments})."
        out.append(DocumentWarning("comments", message))
    files = [r.target.rpartition("/")[2] for r in opened.package.related(opened.package.main, *_EMBEDDED)]
    if files:
        out.append(DocumentWarning("embedded_files", f"Embedded files were not read: {', '.join(files)}."))
    return out
