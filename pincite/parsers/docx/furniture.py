"""Running heads and feet: what they say, and whether they print the page's number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.model import Kind, Role
from pincite.parsers.assemble import DraftBlock
from pincite.parsers.docx.content import Node, Paragraph, TableNode, pieces_of
from pincite.parsers.docx.fields import Fields
from pincite.parsers.docx.opening import Opened
from pincite.parsers.docx.pages import prefix_of
from pincite.parsers.docx.reading import Reader
from pincite.parsers.ooxml.names import Element, W

_PAGE_FIELDS = ("PAGE", "NUMPAGES", "SECTIONPAGES")
_KINDS = ("header", "first_page_header", "even_page_header", "footer", "first_page_footer", "even_page_footer")


@dataclass(slots=True)
class Furniture:
    """The heads and feet that begin to be used in a section."""

    heads: list[DraftBlock]
    feet: list[DraftBlock]


def read_furniture(opened: Opened) -> list[Furniture]:
    """For each section those that it does not take over from the one before. Notes in the sections of the page counter
    what is printed before their page numbers."""
    effective: dict[str, Element] = {}
    seen: set[str] = set()
    out: list[Furniture] = []
    for section, numbered in zip(opened.word.sections, opened.content.pages.sections, strict=True):
        found = Furniture([], [])
        for kind in _KINDS:
            own = _own_part(section, kind)
            if own is not None:
                effective[kind] = own
            part = effective.get(kind)
            if part is None or (kind.startswith("first") and not section.different_first_page_header_footer):
                continue
            prefix = _page_prefix(part.element)
            if numbered.prefix is None or not kind.startswith("first"):
                numbered.prefix = prefix if prefix is not None else numbered.prefix
            if part.partname in seen:
                continue
            seen.add(part.partname)
            blocks = _blocks(opened, part, Kind.HEADER if "header" in kind else Kind.FOOTER)
            (found.heads if "header" in kind else found.feet).extend(blocks)
        out.append(found)
    return out


def _own_part(section: Any, kind: str) -> Any:
    """The part of a head, ``None`` where it is that of the section before, or does not exist."""
    from docx.oxml.exceptions import InvalidXmlError

    try:
        story = getattr(section, kind)
        if story.is_linked_to_previous or not hasattr(story.part, "element"):
            return None
    except (KeyError, AttributeError, ValueError, InvalidXmlError):
        return None
    return story.part


def _blocks(opened: Opened, part: Any, kind: Kind) -> list[DraftBlock]:
    role = Role.HEADER if kind is Kind.HEADER else Role.FOOTER
    reader = Reader(opened.content, part.partname.lstrip("/"), skipped=_PAGE_FIELDS)
    reader.on_ground = True
    out = []
    for node in _flat(reader.blocks(part.element)):
        if isinstance(node, Paragraph):
            out.append(DraftBlock(kind, pieces_of(node.runs, node.label), role=role))
        elif isinstance(node, TableNode):
            pieces = [piece for cell in node.table.cells for piece in (*cell.pieces, piece_space(cell.pieces))]
            out.append(DraftBlock(kind, [p for p in pieces if p is not None], role=role))
    return out


def piece_space(pieces: list[Any]) -> Any:
    """A space on the page of these pieces, ``None`` where there are none."""
    return pieces[-1]._replace(text=" ", uri=None) if pieces else None


def _flat(nodes: list[Node]) -> list[Node]:
    out: list[Node] = []
    for node in nodes:
        out.append(node)
        if isinstance(node, (Paragraph, TableNode)):
            out += _flat(node.after)
    return out


def _page_prefix(root: Element) -> str | None:
    """What is printed directly before the page number, ``None`` where no number is printed."""
    for paragraph in root.iter(W + "p"):
        before, fields = "", Fields()
        for node in paragraph.iter():
            if node.tag == W + "fldSimple" and (node.get(W + "instr") or "").split()[:1] == ["PAGE"]:
                return prefix_of(before)
            if node.tag == W + "instrText":
                fields.instruct(node.text or "")
                if fields.holds("PAGE"):
                    return prefix_of(before)
            elif node.tag == W + "fldChar":
                fields.mark(node)
            elif node.tag == W + "t" and fields.printing:
                before += node.text or ""
    return None
