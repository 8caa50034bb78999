"""A Word file -> a Document: open the package, read its parts in order, find the headings, hand over to the assembler."""

from __future__ import annotations

from dataclasses import replace

from pincite.model import Document, DocumentWarning
from pincite.parsers.assemble import DraftBlock, Piece, assemble
from pincite.parsers.docx.content import Node, Paragraph, TableNode
from pincite.parsers.docx.drafting import drafts
from pincite.parsers.docx.furniture import Furniture, read_furniture
from pincite.parsers.docx.headings import mark_headings
from pincite.parsers.docx.opening import Opened, metadata_of, open_word, shared_of
from pincite.parsers.docx.pages import made_pages
from pincite.parsers.docx.reading import Changes, Reader
from pincite.parsers.ooxml.names import W
from pincite.parsers.ooxml.package import Package

PARSER = "pincite-docx/1"
_EMBEDDED = ("oleObject", "package")


def parse_docx(
    package: Package,
    *,
    doc_id: str,
    name: str,
    max_pages: int | None = None,
    changes: Changes = "accepted",
    comments: bool = False,
    headers: bool = True,
) -> Document:
    """Parses a Word package. ``changes`` says which state of tracked changes is read, ``comments`` whether reviewers'
    comments are, ``headers`` whether running heads and feet are. Raises ``ParseError`` (corrupt, unsafe)."""
    opened = shared_of(package, open_word(package))
    opened.content.changes, opened.content.comments = changes, comments
    reader = Reader(opened.content, package.main, paged=True)
    reader.on_ground = opened.word.element.find(W + "background") is not None
    furniture = read_furniture(opened)
    nodes = mark_headings(flat(reader.blocks(opened.body)))
    nodes += opened.content.notes.endnotes
    blocks = drafts(nodes)
    pages, page_warnings = made_pages(opened.content.pages, _pages_stated(opened, blocks))
    if headers:
        blocks = _framed(blocks, furniture, opened)
    blocks = _placed(blocks, opened, paged=bool(pages))
    warnings = [*package.warnings, *opened.content.warnings, *page_warnings, *_notices(opened)]
    if max_pages is not None and len(pages) > max_pages:
        warnings.append(DocumentWarning("partial", f"Only the first {max_pages} of {len(pages)} pages were read."))
        pages, blocks = pages[:max_pages], _until(blocks, max_pages)
    return assemble(
        doc_id=doc_id,
        source=name,
        format="docx",
        parser=PARSER,
        pages=pages,
        blocks=blocks,
        metadata=metadata_of(opened),
        warnings=list(dict.fromkeys(warnings)),
    )


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
            uri, target = None, marks.get(uri[1:]) if paged else None
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


def _notices(opened: Opened) -> list[DocumentWarning]:
    """What a reader should know of the document as a whole."""
    content, out = opened.content, []
    if content.hidden:
        message = f"Text that is not visible in the document was left out ({content.hidden} words)."
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
