"""The namespaces of Office Open XML as prefixes for element and attribute names: ``W + "p"``. Strict files are brought
to these (transitional) names before anything is parsed."""

from __future__ import annotations

from typing import Any

Element = Any  # an lxml element: the library has no types of its own

_SCHEMAS = "http://schemas.openxmlformats.org/"

A = f"{{{_SCHEMAS}drawingml/2006/main}}"
C = f"{{{_SCHEMAS}drawingml/2006/chart}}"
CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
DGM = f"{{{_SCHEMAS}drawingml/2006/diagram}}"
M = f"{{{_SCHEMAS}officeDocument/2006/math}}"
MC = f"{{{_SCHEMAS}markup-compatibility/2006}}"
O = "{urn:schemas-microsoft-com:office:office}"  # noqa: E741 - the prefix that Office itself uses
P = f"{{{_SCHEMAS}presentationml/2006/main}}"
PIC = f"{{{_SCHEMAS}drawingml/2006/picture}}"
R = f"{{{_SCHEMAS}officeDocument/2006/relationships}}"
V = "{urn:schemas-microsoft-com:vml}"
W = f"{{{_SCHEMAS}wordprocessingml/2006/main}}"
W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
WP = f"{{{_SCHEMAS}drawingml/2006/wordprocessingDrawing}}"
WPS = "{http://schemas.microsoft.com/office/word/2010/wordprocessingShape}"
X = f"{{{_SCHEMAS}spreadsheetml/2006/main}}"
XML = "{http://www.w3.org/XML/1998/namespace}"

_OFF = frozenset({"0", "false", "off"})


def is_on(value: str | None) -> bool:
    """The value of a switch: an element such as ``<w:b/>`` without a value is on."""
    return value is None or value not in _OFF


def local(tag: object) -> str:
    """The name of a tag without its namespace; empty for comments and processing instructions."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def chosen(alternate: Element) -> Element | None:
    """Of an ``mc:AlternateContent`` the one branch to read: the first choice that holds anything, else the fallback.
    The branches say the same thing twice."""
    fallback = None
    for branch in alternate:
        if branch.tag == MC + "Choice" and len(branch):
            return branch
        if branch.tag == MC + "Fallback":
            fallback = branch
    return fallback
