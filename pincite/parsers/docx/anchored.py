"""Drawings: text boxes, charts, diagrams, pictures with words for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.docx.content import Node, Paragraph, Ready, Run
from pincite.parsers.ooxml.charts import chart_blocks
from pincite.parsers.ooxml.diagrams import diagram_items
from pincite.parsers.ooxml.drawings import alt_text
from pincite.parsers.ooxml.names import CX, DGM, MC, PIC, WP, A, C, Element, R, V, W, chosen

if TYPE_CHECKING:
    from pincite.parsers.docx.reading import Reader

_CHARTS = (C + "chart", CX + "chart")


def drawing_nodes(reader: Reader, drawing: Element) -> list[Node]:
    """What a ``w:drawing`` holds, in order; a picture gives what its author wrote in words for it."""
    properties = drawing.find(f".//{WP}docPr")
    alt = alt_text(properties)
    out: list[Node] = []
    _walk(reader, drawing, alt, out)
    if not out and alt and (drawing.find(f".//{PIC}pic") is not None or len(drawing)):
        out.append(Ready([DraftBlock(Kind.FIGURE, [Piece(alt, reader.page)])]))
    return out


def picture_nodes(reader: Reader, picture: Element) -> list[Node]:
    """The same for a ``w:pict`` or ``w:object`` of the older kind (VML)."""
    out: list[Node] = []
    _walk(reader, picture, "", out)
    if out:
        return out
    for shape in picture.iter(V + "shape", V + "rect", V + "roundrect"):
        art = shape.find(V + "textpath")
        if art is not None and (art.get("string") or "").strip():
            out.append(Paragraph([Run(art.get("string"), reader.page)], page=reader.page))
        elif shape.get("alt"):
            alt = alt_text({"descr": shape.get("alt")})
            if alt:
                out.append(Ready([DraftBlock(Kind.FIGURE, [Piece(alt, reader.page)])]))
    return out


def _walk(reader: Reader, parent: Element, alt: str, out: list[Node]) -> None:
    for child in parent:
        tag = child.tag
        if tag == W + "txbxContent":
            out += reader.box(child)
        elif tag == MC + "AlternateContent":
            branch = chosen(child)
            if branch is not None:
                _walk(reader, branch, alt, out)
        elif tag in _CHARTS:
            out += _chart(reader, child, alt)
        elif tag == DGM + "relIds":
            out += _diagram(reader, child)
        elif tag == A + "txBody":
            lines = ["".join(t.text or "" for t in p.iter(A + "t")) for p in child.iterchildren(A + "p")]
            out += [Paragraph([Run(line, reader.page)], page=reader.page) for line in lines if line.strip()]
        elif len(child):
            _walk(reader, child, alt, out)


def _chart(reader: Reader, node: Element, alt: str) -> list[Node]:
    package = reader.shared.package
    part = package.target(reader.part, node.get(R + "id"))
    blocks = chart_blocks(package.xml(part), reader.page, alt) if part else []
    return [Ready(blocks)] if blocks else []


def _diagram(reader: Reader, node: Element) -> list[Node]:
    package = reader.shared.package
    part = package.target(reader.part, node.get(R + "dm"))
    items = diagram_items(package.xml(part)) if part else []
    blocks = [DraftBlock(Kind.LIST_ITEM, [Piece(text, reader.page)], level=depth) for depth, text in items]
    return [Ready(blocks)] if blocks else []
