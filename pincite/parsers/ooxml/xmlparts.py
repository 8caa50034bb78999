"""The XML of a part, made safe: no document type, no entities, nothing fetched, transitional names only."""

from __future__ import annotations

import codecs
import re

from lxml import etree

from pincite.parsers.ooxml.limits import check_tags, unsafe
from pincite.parsers.ooxml.names import Element

_PROLOG = re.compile(rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.S)
_STRICT = b"http://purl.oclc.org/ooxml/"
_STRICT_NAME = re.compile(rb"http://purl\.oclc\.org/ooxml/(\w+)/(\w+)")
_RENAMED = {b"extendedProperties": b"extended-properties", b"customProperties": b"custom-properties"}
_BARE = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-fA-F]+);)")  # of no entity that XML knows
_DECLARATION = re.compile(r"^\s*<\?xml.*?\?>", re.S)
_BOMS = (
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\x00", "utf-16-le"),
    (b"\x00<", "utf-16-be"),
)


def cleaned(data: bytes, name: str) -> bytes:
    """The bytes of an XML part as UTF-8 (where they were UTF-16) with transitional names. Raises ``ParseError`` unsafe
    where it declares a document type, which no part may."""
    for mark, codec in _BOMS:
        if data.startswith(mark):
            data = _DECLARATION.sub("", data.decode(codec, "replace").lstrip("\ufeff")).encode()
    if data[_prolog_end(data) :][:9].upper() == b"<!DOCTYPE":
        raise unsafe(name, "it declares XML entities")
    return _STRICT_NAME.sub(_transitional, data) if _STRICT in data else data


def parsed(data: bytes, name: str) -> tuple[Element | None, bool]:
    """The root of cleaned bytes, and whether they were well-formed; of broken XML what can be had, ``None`` where that
    is nothing. Raises ``ParseError`` unsafe for XML that is nested too deep, too_large for too much of it."""
    check_tags(data, name)
    try:
        return etree.fromstring(data, _parser()), True
    except etree.XMLSyntaxError as error:
        if "depth" in str(error):
            raise unsafe(name, "its XML is nested too deep") from None
    try:
        return _recovered(data), False
    except etree.XMLSyntaxError:
        return None, False


def _recovered(data: bytes) -> Element | None:
    """What can be had of broken XML. The text of such a tree may hold what is no character (as ``&#xD800;`` makes it),
    and then cannot be read: so it is written and read once more."""
    root = etree.fromstring(_BARE.sub(b"&amp;", data), _parser(recover=True))
    if root is None:
        return None
    text = etree.tostring(root, encoding="utf-8").decode("utf-8", "replace")
    return etree.fromstring(text.encode(), _parser(recover=True))


def _parser(*, recover: bool = False) -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True, remove_comments=True,
        recover=recover,
    )  # fmt: skip


def _prolog_end(data: bytes) -> int:
    found = _PROLOG.match(data)
    return found.end() if found else 0


def _transitional(found: re.Match[bytes]) -> bytes:
    return b"http://schemas.openxmlformats.org/%s/2006/%s" % (found[1], _RENAMED.get(found[2], found[2]))
