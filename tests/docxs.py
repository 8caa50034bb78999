"""Word files for tests: bodies in WordprocessingML, shortened."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pincite.library import ParseResult
from pincite.model import Document, Kind
from pincite.parsers.formats import DEFAULT_OPTIONS, ParseOptions, parse_file
from tests.packages import OFFICE, W, package, relations

NAMESPACES = " ".join(
    f'xmlns:{prefix}="{uri}"'
    for prefix, uri in {
        "w": W,
        "r": OFFICE,
        "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
        "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
        "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
        "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
        "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
        "dgm": "http://schemas.openxmlformats.org/drawingml/2006/diagram",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "v": "urn:schemas-microsoft-com:vml",
    }.items()
)
# the kinds of parts, by the name under which they are given
_PARTS = ("styles", "numbering", "footnotes", "endnotes", "comments", "settings")


def r(text: str, properties: str = "") -> str:
    """A run."""
    rpr = f"<w:rPr>{properties}</w:rPr>" if properties else ""
    return f'<w:r>{rpr}<w:t xml:space="preserve">{text}</w:t></w:r>'


def p(content: str = "", properties: str = "", style: str = "") -> str:
    """A paragraph of runs, or of plain text."""
    inner = content if content.startswith("<") or not content else r(content)
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    ppr = f"<w:pPr>{named}{properties}</w:pPr>" if named or properties else ""
    return f"<w:p>{ppr}{inner}</w:p>"


def tc(content: str = "", properties: str = "") -> str:
    """A table cell."""
    inner = content if content.startswith("<") else p(content)
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{inner}</w:tc>"


def tr(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(c if c.startswith('<w:') else tc(c) for c in cells)}</w:tr>"


def tbl(*rows: str, properties: str = "") -> str:
    return f"<w:tbl><w:tblPr>{properties}</w:tblPr>{''.join(rows)}</w:tbl>"


def style(name: str, properties: str = "", run: str = "", base: str = "", kind: str = "paragraph") -> str:
    """A style whose id is its name without spaces."""
    identifier = re.sub(r"\W", "", name)
    based = f'<w:basedOn w:val="{base}"/>' if base else ""
    return (
        f'<w:style w:type="{kind}" w:styleId="{identifier}"><w:name w:val="{name}"/>{based}'
        f"<w:pPr>{properties}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
    )


HEADINGS = "".join(style(f"heading {n}", f'<w:outlineLvl w:val="{n - 1}"/>') for n in (1, 2, 3)) + style("Title")


def level(index: int, text: str, form: str = "decimal", extra: str = "") -> str:
    """A level of a list."""
    facts = f'<w:start w:val="1"/><w:numFmt w:val="{form}"/>{extra}<w:lvlText w:val="{text}"/>'
    return f'<w:lvl w:ilvl="{index}">{facts}</w:lvl>'


def numbering(*levels: str, nums: str = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>') -> str:
    """A numbering part with one definition."""
    return f'<w:abstractNum w:abstractNumId="0">{"".join(levels)}</w:abstractNum>{nums}'


def num(level_index: int, num_id: int = 1) -> str:
    """The properties of a numbered paragraph."""
    return f'<w:numPr><w:ilvl w:val="{level_index}"/><w:numId w:val="{num_id}"/></w:numPr>'


def docx(
    body: str, *, parts: Mapping[str, str | bytes] | None = None, links: tuple[tuple[str, str, str], ...] = (),
    external: tuple[str, ...] = (), **named: str,
) -> bytes:  # fmt: skip
    """A Word file. ``named`` are the contents of its usual parts (``styles=…``); ``parts`` any others by their names,
    ``links`` the relationships to them."""
    rows = list(links)
    whole: dict[str, str | bytes] = dict(parts or {})
    for kind, content in named.items():
        assert kind in _PARTS
        whole[f"word/{kind}.xml"] = f"<w:{kind} {NAMESPACES}>{content}</w:{kind}>"
        rows.append((f"part_{kind}", kind, f"{kind}.xml"))
    whole["word/document.xml"] = f"<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>"
    whole["word/_rels/document.xml.rels"] = relations(*rows, external=external)
    return package(whole)


def parsed(data: bytes, options: ParseOptions = DEFAULT_OPTIONS) -> Document:
    return parse_file(data, format="docx", doc_id="abcdefghijkl", name="a.docx", options=options)


def result(data: bytes, options: ParseOptions = DEFAULT_OPTIONS) -> ParseResult:
    return ParseResult(parsed(data, options))


def texts(document: Document, *kinds: Kind) -> list[str]:
    """The texts of the blocks (of these kinds)."""
    return [document.text[b.start : b.end] for b in document.blocks if not kinds or b.kind in kinds]


def titles(document: Document) -> list[tuple[int, str]]:
    """Level and text of the headings."""
    return [
        (b.level or 0, " ".join(document.text[b.start : b.end].split())) for b in document.blocks if b.kind.is_heading
    ]
