"""What stands in a frame or is a picture: tables, charts, diagrams, embedded objects, media, alternative texts."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

from pincite.model import BBox, Kind
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.ooxml.charts import chart_blocks
from pincite.parsers.ooxml.diagrams import diagram_items
from pincite.parsers.ooxml.names import CX, DGM, A, C, Element, P, R
from pincite.parsers.ooxml.package import Package
from pincite.parsers.pptx.paragraphs import Body, plain_text
from pincite.parsers.pptx.shapes import Shape
from pincite.parsers.pptx.tables import is_blank, read_table

_PROGRAMS = {
    "excel.sheet": "Excel worksheet",
    "excel.chart": "Excel chart",
    "word.document": "Word document",
    "powerpoint.": "PowerPoint presentation",
    "equation.": "equation",
    "acroexch.": "PDF document",
    "visio.": "Visio drawing",
    "msgraph.chart": "chart",
    "package": "file",
    "paint.picture": "picture",
}
_MEDIA = {A + "videoFile": "Video", A + "audioFile": "Audio", A + "wavAudioFile": "Audio", A + "quickTimeFile": "Video"}
_DSP_TEXT = "{http://schemas.microsoft.com/office/drawing/2008/diagram}txBody"
_NUMBERED_NAME = re.compile(r".*\s\d{1,3}|")


def frame_blocks(shape: Shape, part: str, package: Package, about: Body) -> list[DraftBlock]:
    """The blocks of a ``p:graphicFrame`` of the slide ``part``."""
    data = shape.element.find(f"{A}graphic/{A}graphicData")
    if data is None:
        return []
    table = data.find(A + "tbl")
    if table is not None:
        drawn = read_table(table, about)
        return [] if is_blank(drawn) else [DraftBlock(Kind.TABLE, table=drawn)]
    chart = next(data.iter(C + "chart", CX + "chart"), None)
    if chart is not None:
        target = package.target(part, chart.get(R + "id"))
        drafts = chart_blocks(package.xml(target) if target else None, about.page, shape.alt)
        return _placed(drafts, about.box) or _figure(shape.alt, about)
    diagram = data.find(DGM + "relIds")
    if diagram is not None:
        return _diagram(diagram, part, package, about) or _figure(shape.alt, about)
    embedded = next(data.iter(P + "oleObj"), None)
    if embedded is not None:
        return _figure(_object_text(embedded, shape), about)
    return _figure(shape.alt, about)


def picture_blocks(shape: Shape, part: str, package: Package, about: Body) -> list[DraftBlock]:
    """The blocks of a ``p:pic``: what its author says of it, and whether it is a film or a sound."""
    for node in shape.element.iterfind(f"{P}nvPicPr/{P}nvPr/*"):
        kind = _MEDIA.get(node.tag)
        if kind:
            return _figure(f"{kind}: {shape.alt or _media_name(node, shape, part, package)}", about)
    return _figure(shape.alt, about)


def _figure(text: str, about: Body) -> list[DraftBlock]:
    link = about.link
    return [DraftBlock(Kind.FIGURE, [Piece(text, about.page, about.box, link.uri, link.page)])] if text else []


def _placed(drafts: Iterable[DraftBlock], box: BBox | None) -> list[DraftBlock]:
    """The blocks with the box of their frame."""
    out = list(drafts)
    for draft in out:
        draft.pieces = [piece._replace(bbox=box) for piece in draft.pieces]
        for cell in draft.table.cells if draft.table else ():
            cell.pieces = [piece._replace(bbox=box) for piece in cell.pieces]
    return out


def _diagram(relations: Element, part: str, package: Package, about: Body) -> list[DraftBlock]:
    target = package.target(part, relations.get(R + "dm"))
    items = diagram_items(package.xml(target)) if target else []
    if not items:
        items = [(1, text) for text in _drawn_texts(part, package)]
    return [
        DraftBlock(
            Kind.LIST_ITEM if depth > 1 else Kind.PARAGRAPH,
            [Piece(f"• {text}" if depth > 1 else text, about.page, about.box)],
            depth - 1 if depth > 1 else None,
        )
        for depth, text in items
    ]


def _drawn_texts(part: str, package: Package) -> list[str]:
    """The texts of a diagram whose data are gone, from the drawing that PowerPoint keeps of it. With several diagrams
    on a slide nothing says which drawing belongs to which."""
    drawings = list(package.related(part, "diagramDrawing"))
    root = package.xml(drawings[0].target) if len(drawings) == 1 else None
    bodies = root.iter(_DSP_TEXT) if root is not None else ()
    return [text for body in bodies if (text := plain_text(body))]


def _object_text(embedded: Element, shape: Shape) -> str:
    program = (embedded.get("progId") or "").lower()
    what = next((words for start, words in _PROGRAMS.items() if program.startswith(start)), embedded.get("progId"))
    name = shape.alt or ("" if _NUMBERED_NAME.fullmatch(shape.name) else shape.name)
    linked = embedded.find(P + "link") is not None
    text = ("Linked object" if linked else "Embedded object") + (f": {what}" if what else "")
    return f"{text} ({name})" if name else text


def _media_name(node: Element, shape: Shape, part: str, package: Package) -> str:
    relation = package.relations(part).get(node.get(R + "link") or node.get(R + "embed") or "")
    if relation is not None and relation.external:
        return relation.target
    return shape.name or (posixpath.basename(relation.target) if relation else "")
