"""Whole files inserted into a document (``w:altChunk``): HTML, text, other Word files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree, html

from pincite.errors import PinciteError
from pincite.limits import OFFICE_NESTED
from pincite.model import DocumentWarning
from pincite.parsers.assemble import DraftCell, DraftTable, Piece
from pincite.parsers.counts import is_count
from pincite.parsers.docx.content import Node, Paragraph, Run, TableNode
from pincite.parsers.ooxml.names import Element, R
from pincite.parsers.ooxml.package import open_package

if TYPE_CHECKING:
    from pincite.parsers.docx.reading import Reader

_BLOCK_NAMES = "p div h1 h2 h3 h4 h5 h6 li blockquote pre td th caption dt dd section article"
_BLOCKS = frozenset(_BLOCK_NAMES.split(" "))
_SILENT = frozenset({"script", "style", "head", "title", "template", "noscript"})


def inserted_nodes(reader: Reader, chunk: Element) -> list[Node]:
    """The contents of an inserted file; one of a kind that is not read here leaves a warning."""
    package = reader.shared.package
    relation = package.relations(reader.part).get(chunk.get(R + "id") or "")
    part = package.target(reader.part, chunk.get(R + "id"))
    data = package.read(part) if part else None
    if data is None:
        if relation is not None:
            _warn(reader, "A file that the document refers to from outside was not read.")
        return []
    if data.startswith(b"PK\x03\x04"):
        return _word(reader, data)
    if data.startswith(b"{\\rtf"):
        _warn(reader, "A text in RTF that is inserted into the document was not read.")
        return []
    kind = package.content_type(part or "")
    if "html" in kind or b"<html" in data[:1000].lower() or (part or "").lower().endswith((".htm", ".html", ".xhtml")):
        return _html(reader, data)
    text = data.decode("utf-8-sig", "replace")
    return [Paragraph([Run(line, reader.page)], page=reader.page) for line in text.splitlines() if line.strip()]


def _warn(reader: Reader, message: str) -> None:
    reader.shared.warnings.append(DocumentWarning("partial", message))


def _word(reader: Reader, data: bytes) -> list[Node]:
    from pincite.parsers.docx.opening import open_word, shared_of

    if reader.shared.nested >= OFFICE_NESTED:
        _warn(reader, "Word files that are inserted into each other were not read deeper than here.")
        return []
    try:
        package = open_package(data, reader.shared.package.name)
        shared = shared_of(package, open_word(package), reader.shared)
    except PinciteError:
        _warn(reader, "A Word file that is inserted into the document could not be read.")
        return []
    body = shared.body
    nodes = type(reader)(shared.content, package.main).blocks(body)
    reader.shared.warnings += shared.content.warnings
    return [*nodes, *shared.content.notes.endnotes]


def _html(reader: Reader, data: bytes) -> list[Node]:
    try:
        root = html.document_fromstring(data, parser=html.HTMLParser(no_network=True, recover=True))
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return []
    out: list[Node] = []
    _walk(reader, root, out)
    return out


def _walk(reader: Reader, node: Element, out: list[Node]) -> None:
    tag = node.tag if isinstance(node.tag, str) else ""
    if tag in _SILENT or not tag:
        return
    if tag == "table":
        out.append(_table(reader, node))
        return
    if tag in _BLOCKS and not any(child.tag in _BLOCKS or child.tag == "table" for child in node.iterdescendants()):
        _add(reader, "".join(node.itertext()), out, int(tag[1]) - 1 if tag[0] == "h" and is_count(tag[1:]) else None)
        return
    _add(reader, node.text or "", out)
    for child in node:
        _walk(reader, child, out)
        _add(reader, child.tail or "", out)


def _add(reader: Reader, text: str, out: list[Node], outline: int | None = None) -> None:
    words = " ".join(text.split())
    if words:
        out.append(Paragraph([Run(words, reader.page)], page=reader.page, outline=outline))


def _table(reader: Reader, node: Element) -> TableNode:
    cells: list[DraftCell] = []
    rows = list(node.iter("tr"))
    for r, row in enumerate(rows):
        for c, cell in enumerate(row.iter("td", "th")):
            text = " ".join("".join(cell.itertext()).split())
            cells.append(DraftCell(r, c, is_header=cell.tag == "th", pieces=[Piece(text, reader.page)]))
    return TableNode(DraftTable(len(rows), max((c.col + 1 for c in cells), default=0), cells), reader.page)
