"""What an Office file says of itself in its property parts."""

from __future__ import annotations

from pincite.model import Metadata
from pincite.parsers.ooxml.names import local
from pincite.parsers.ooxml.package import Package

_FIELDS = {
    "title": "title",
    "creator": "author",
    "subject": "subject",
    "keywords": "keywords",
    "language": "language",
    "created": "created",
    "modified": "modified",
    "Application": "creator",
}


def read_metadata(package: Package) -> Metadata:
    """Title, author, dates … from the core and the extended properties."""
    values: dict[str, str] = {}
    for relation in package.related("", "core-properties", "extended-properties"):
        root = package.xml(relation.target)
        for node in root if root is not None else ():
            text = " ".join((node.text or "").split())
            field = _FIELDS.get(local(node.tag))
            if field and text:
                values.setdefault(field, text)
    return Metadata(**values)
