"""The relationships of a part: which other part, or address outside, stands behind an id."""

from __future__ import annotations

import posixpath
from typing import NamedTuple
from urllib.parse import unquote

from pincite.parsers.ooxml.names import Element


class Relation(NamedTuple):
    """``type`` is the last step of the type's address (``styles``, ``image``, ``hyperlink``); ``target`` is a part name
    without a leading slash, or an address where ``external``. Nothing says that the part exists."""

    id: str
    type: str
    target: str
    external: bool
    type_uri: str


def read_relations(root: Element | None, source: str) -> dict[str, Relation]:
    """The relationships of the part ``source`` (empty: of the package) by their ids."""
    out: dict[str, Relation] = {}
    for node in root if root is not None else ():
        identifier, uri, target = node.get("Id"), node.get("Type"), node.get("Target")
        if not identifier or not uri or target is None:
            continue
        external = (node.get("TargetMode") or "").lower() == "external"
        place = target if external or target.startswith("#") else resolve(source, target)
        out[identifier] = Relation(identifier, uri.rstrip("/").rpartition("/")[2], place, external, uri)
    return out


def relations_name(source: str) -> str:
    """The name of the part that holds the relationships of ``source``."""
    folder, name = posixpath.split(source)
    return posixpath.join(folder, "_rels", name + ".rels")


def resolve(source: str, target: str) -> str:
    """The part that ``target`` names when it stands in the part ``source``."""
    target = unquote(target).replace("\\", "/").partition("#")[0]
    return posixpath.normpath(posixpath.join("/", posixpath.dirname(source), target)).lstrip("/")
