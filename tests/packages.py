"""Office packages for tests, made part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import quoteattr

_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def relations(*rows: tuple[str, str, str], external: tuple[str, ...] = ()) -> str:
    """A part of relationships: (id, last step of the type, target)."""
    body = "".join(
        f'<Relationship Id="{i}" Type="{OFFICE}/{kind}" Target={quoteattr(target)}'
        + (' TargetMode="External"/>' if i in external else "/>")
        for i, kind, target in rows
    )
    return f'<Relationships xmlns="{_RELATIONS}">{body}</Relationships>'


def package(parts: Mapping[str, str | bytes], main: str = "word/document.xml") -> bytes:
    """A package with these parts; what a package needs besides is added where it is missing."""
    whole: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{_TYPES}"><Default Extension="xml" ContentType="text/xml"/></Types>',
        "_rels/.rels": relations(("rId1", "officeDocument", main)),
        **parts,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in whole.items():
            archive.writestr(name, data)
    return out.getvalue()


def word(body: str, parts: Mapping[str, str | bytes] | None = None) -> bytes:
    """A Word package with this body and further parts."""
    main = f'<w:document xmlns:w="{W}"><w:body>{body}</w:body></w:document>'
    return package({"word/document.xml": main, **(parts or {})})
