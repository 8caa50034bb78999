"""A package made fit for python-docx and python-pptx, which fail on relationships that lead nowhere, on content types
that are wrong and on the strict names."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from lxml import etree

from pincite.parsers.ooxml.package import Package
from pincite.parsers.ooxml.relations import Relation, relations_name

# bytes that no text comes from
HEAVY = frozenset({"image", "video", "audio", "media", "oleObject", "package", "font", "vbaProject", "hdphoto"})
_OFFICE = "application/vnd.openxmlformats-officedocument."
_PACKAGE = "application/vnd.openxmlformats-package."
_MAIN = {
    "docx": _OFFICE + "wordprocessingml.document.main+xml",
    "pptx": _OFFICE + "presentationml.presentation.main+xml",
    "xlsx": _OFFICE + "spreadsheetml.sheet.main+xml",
}
# by the type of the relationship, which decides what Office takes a part for
_TYPES = {
    "docx": {
        kind: _OFFICE + f"wordprocessingml.{kind}+xml"
        for kind in ("styles", "settings", "numbering", "header", "footer", "comments", "footnotes", "endnotes")
    },
    "pptx": {
        kind: _OFFICE + f"presentationml.{kind}+xml"
        for kind in ("slide", "slideLayout", "slideMaster", "notesSlide", "notesMaster", "presProps", "comments")
    },
    "xlsx": {},
}
_SHARED_TYPES = {
    "core-properties": _PACKAGE + "core-properties+xml",
    "theme": _OFFICE + "theme+xml",
    "chart": _OFFICE + "drawingml.chart+xml",
}


def rewritten(package: Package, leave_out: frozenset[str] = HEAVY, *, mended: bool = False) -> io.BytesIO:
    """The package as an uncompressed archive: parts that can be reached and exist, safe XML, fitting content types.
    Relationships of the types in ``leave_out`` are dropped, and with them the parts that only they name. ``mended``
    writes broken XML anew, as far as it can be read, and leaves out what stays broken. Raises ``ParseError`` unsafe."""
    out = io.BytesIO()
    types: dict[str, str] = {}
    lost = _beyond_repair(package, leave_out) if mended else frozenset()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for part, kind in _reachable(package, leave_out):
            if part in lost:
                continue
            leading = (r for r in package.relations(part).values() if _leads_on(package, r, leave_out))
            kept = [r for r in leading if r.external or r.target not in lost]
            if kept:
                archive.writestr(relations_name(part), _relations_xml(kept))
            if not part:
                continue
            archive.writestr(part, _data(package, part, mended=mended))
            types[part] = kind
        archive.writestr("[Content_Types].xml", _content_types_xml(types))
    out.seek(0)
    return out


def _beyond_repair(package: Package, leave_out: frozenset[str]) -> frozenset[str]:
    """Parts whose XML is broken also when it is written anew, as with names of no name space."""
    return frozenset(
        part
        for part, _ in _reachable(package, leave_out)
        if part and _is_xml(package, part) and not _is_whole(_data(package, part, mended=True))
    )


def _is_whole(data: bytes) -> bool:
    try:
        etree.fromstring(data)
    except etree.XMLSyntaxError:
        return False
    return True


def _is_xml(package: Package, part: str) -> bool:
    return package.content_type(part).endswith("xml") or part.lower().endswith(".xml")


def _data(package: Package, part: str, *, mended: bool) -> bytes:
    if not _is_xml(package, part):
        return package.read(part) or b""
    if not mended:
        return package.text(part) or b""
    root = package.xml(part)
    return b"" if root is None else bytes(etree.tostring(root))


def _reachable(package: Package, leave_out: frozenset[str]) -> Iterator[tuple[str, str]]:
    """(Name, content type) of the package itself (an empty name) and of the parts that it leads to."""
    kinds = {"": "", package.main: _MAIN[package.kind]}
    queue = list(kinds)
    while queue:
        part = queue.pop()
        yield part, kinds[part]
        for relation in package.relations(part).values():
            if not relation.external and relation.target not in kinds and _leads_on(package, relation, leave_out):
                kinds[relation.target] = _type_of(package, relation)
                queue.append(relation.target)


def _leads_on(package: Package, relation: Relation, leave_out: frozenset[str]) -> bool:
    return relation.type not in leave_out and (relation.external or package.has(relation.target))


def _type_of(package: Package, relation: Relation) -> str:
    known = _TYPES[package.kind].get(relation.type) or _SHARED_TYPES.get(relation.type)
    return known or package.content_type(relation.target) or "application/octet-stream"


def _relations_xml(relations: list[Relation]) -> str:
    rows = (
        f"<Relationship Id={quoteattr(r.id)} Type={quoteattr(r.type_uri)} "
        + (
            f'Target={quoteattr(r.target)} TargetMode="External"/>'
            if r.external
            else f"Target={quoteattr('/' + r.target)}/>"
        )
        for r in relations
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{"".join(rows)}</Relationships>'


def _content_types_xml(types: dict[str, str]) -> str:
    rows = (
        f"<Override PartName={quoteattr('/' + part)} ContentType={quoteattr(kind)}/>" for part, kind in types.items()
    )
    return (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{"".join(rows)}</Types>'
    )
