"""Presentations for tests, made part by part: a master, a layout, slides of shapes.

Places are in points. ``Deck().slide(title("Plan"), box(72, 72, 200, 40, "Words")).bytes()``
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from xml.sax.saxutils import escape, quoteattr

from tests.packages import package, relations

_EMU = 12700
_SPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" '
    'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"'
)
_BULLETS = "".join(
    f'<a:lvl{n}pPr><a:buFont typeface="Arial"/><a:buChar char="{char}"/><a:defRPr sz="{size}"/></a:lvl{n}pPr>'
    for n, char, size in ((1, "•", 2800), (2, "–", 2400), (3, "•", 2000))
)


def para(*runs: str, level: int = 0, bullet: str = "", rtl: bool = False) -> str:
    """A paragraph of runs (``run``, ``br``, or plain words); ``bullet`` is XML for its properties."""
    marks = (f' lvl="{level}"' if level else "") + (' rtl="1"' if rtl else "")
    body = "".join(r if r.startswith("<") else run(r) for r in runs)
    return f"<a:p><a:pPr{marks}>{bullet}</a:pPr>{body}</a:p>"


def run(text: str, size: float | None = None, link: str | None = None) -> str:
    marks = f' sz="{int(size * 100)}"' if size else ""
    click = f'<a:hlinkClick r:id="{link}"/>' if link is not None else ""
    return f"<a:r><a:rPr{marks}>{click}</a:rPr><a:t>{escape(text)}</a:t></a:r>"


def numbers(scheme: str = "arabicPeriod", start: int | None = None) -> str:
    return f'<a:buAutoNum type="{scheme}"' + (f' startAt="{start}"/>' if start else "/>")


def _body(texts: tuple[str, ...], anchor: str = "") -> str:
    marks = f' anchor="{anchor}"' if anchor else ""
    paragraphs = "".join(t if t.startswith("<") else para(t) for t in texts)
    return f"<p:txBody><a:bodyPr{marks}/>{paragraphs}</p:txBody>"


def transform(x: float, y: float, w: float, h: float, tag: str = "a:xfrm", turn: int = 0) -> str:
    turned = f' rot="{turn * 60000}"' if turn else ""
    place = f'<a:off x="{int(x * _EMU)}" y="{int(y * _EMU)}"/><a:ext cx="{int(w * _EMU)}" cy="{int(h * _EMU)}"/>'
    return f"<{tag}{turned}>{place}</{tag}>"


def facts(name: str = "Shape", alt: str = "", hidden: bool = False, link: str | None = None) -> str:
    marks = (f" descr={quoteattr(alt)}" if alt else "") + (' hidden="1"' if hidden else "")
    click = f'<a:hlinkClick r:id="{link}"/>' if link else ""
    return f'<p:cNvPr id="2" name={quoteattr(name)}{marks}>{click}</p:cNvPr>'


def box(
    x: float, y: float, w: float, h: float, *texts: str, alt: str = "", hidden: bool = False, link: str | None = None,
    turn: int = 0,
) -> str:  # fmt: skip
    """A text box; each text is a paragraph (words, or ``para``)."""
    return (
        f"<p:sp><p:nvSpPr>{facts(alt=alt, hidden=hidden, link=link)}<p:cNvSpPr/><p:nvPr/></p:nvSpPr>"
        f"<p:spPr>{transform(x, y, w, h, turn=turn)}</p:spPr>{_body(texts)}</p:sp>"
    )


def holder(kind: str, *texts: str, idx: int = 0, place: str = "") -> str:
    """A placeholder; ``place`` is its own ``transform``, else it has the layout's."""
    mark = (f' type="{kind}"' if kind else "") + (f' idx="{idx}"' if idx else "")
    return (
        f"<p:sp><p:nvSpPr>{facts(kind)}<p:cNvSpPr/><p:nvPr><p:ph{mark}/></p:nvPr></p:nvSpPr>"
        f"<p:spPr>{place}</p:spPr>{_body(texts)}</p:sp>"
    )


def title(*texts: str) -> str:
    return holder("title", *texts)


def body(*texts: str) -> str:
    """The body placeholder, with the master's bullets."""
    return holder("", *texts, idx=1)


def group(*shapes: str, frame: tuple[float, float, float, float], inner: tuple[float, float, float, float]) -> str:
    """A group at ``frame`` whose children have coordinates of their own, ``inner``."""
    x, y, w, h = (int(v * _EMU) for v in frame)
    cx, cy, cw, ch = (int(v * _EMU) for v in inner)
    place = f'<a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/>'
    inside = f'<a:chOff x="{cx}" y="{cy}"/><a:chExt cx="{cw}" cy="{ch}"/>'
    return (
        f"<p:grpSp><p:nvGrpSpPr>{facts()}</p:nvGrpSpPr>"
        f"<p:grpSpPr><a:xfrm>{place}{inside}</a:xfrm></p:grpSpPr>{''.join(shapes)}</p:grpSp>"
    )


def picture(x: float, y: float, w: float, h: float, alt: str = "", name: str = "Picture 4", media: str = "") -> str:
    return (
        f"<p:pic><p:nvPicPr>{facts(name, alt)}<p:cNvPicPr/><p:nvPr>{media}</p:nvPr></p:nvPicPr>"
        f"<p:spPr>{transform(x, y, w, h)}</p:spPr></p:pic>"
    )


def frame(
    x: float, y: float, w: float, h: float, data: str, alt: str = "", name: str = "Object 3", mark: str = ""
) -> str:
    """A graphic frame around a table, chart, diagram or object; ``mark`` is the ``p:ph`` of a placeholder."""
    return (
        f"<p:graphicFrame><p:nvGraphicFramePr>{facts(name, alt)}<p:nvPr>{mark}</p:nvPr></p:nvGraphicFramePr>"
        f"{transform(x, y, w, h, 'p:xfrm')}"
        f"<a:graphic><a:graphicData>{data}</a:graphicData></a:graphic></p:graphicFrame>"
    )


def table(rows: list[list[str]], widths: list[float], height: float = 20, first_row: bool = True) -> str:
    """An ``a:tbl``. A cell is its text, or ``a:tc`` as XML."""
    grid = "".join(f'<a:gridCol w="{int(w * _EMU)}"/>' for w in widths)
    body = "".join(
        f'<a:tr h="{int(height * _EMU)}">' + "".join(c if c.startswith("<") else cell(c) for c in row) + "</a:tr>"
        for row in rows
    )
    headed = ' firstRow="1"' if first_row else ""
    return f"<a:tbl><a:tblPr{headed}/><a:tblGrid>{grid}</a:tblGrid>{body}</a:tbl>"


def cell(*texts: str, marks: str = "") -> str:
    paragraphs = "".join(t if t.startswith("<") else para(t) for t in texts)
    return f"<a:tc {marks}><a:txBody><a:bodyPr/>{paragraphs}</a:txBody></a:tc>"


def _holder_style(kind: str, place: str, style: str = "", idx: int = 0, anchor: str = "") -> str:
    mark = (f' type="{kind}"' if kind else "") + (f' idx="{idx}"' if idx else "")
    anchored = f' anchor="{anchor}"' if anchor else ""
    return (
        f"<p:sp><p:nvSpPr>{facts(kind)}<p:cNvSpPr/><p:nvPr><p:ph{mark}/></p:nvPr></p:nvSpPr><p:spPr>{place}</p:spPr>"
        f"<p:txBody><a:bodyPr{anchored}/><a:lstStyle>{style}</a:lstStyle><a:p/></p:txBody></p:sp>"
    )


_MASTER = (
    f"<p:sldMaster {_SPACES}><p:cSld><p:spTree>"
    + _holder_style("title", transform(40, 20, 640, 80), anchor="ctr")
    + _holder_style("body", transform(40, 120, 640, 340), idx=1)
    + _holder_style("ftr", transform(240, 500, 240, 30), idx=3)
    + _holder_style("sldNum", transform(600, 500, 80, 30), idx=4)
    + '</p:spTree></p:cSld><p:txStyles><p:titleStyle><a:lvl1pPr><a:buNone/><a:defRPr sz="4400"/></a:lvl1pPr>'
    f"</p:titleStyle><p:bodyStyle>{_BULLETS}</p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>"
)
_LAYOUT = (
    f"<p:sldLayout {_SPACES}><p:cSld><p:spTree>"
    + _holder_style("title", "")
    + _holder_style("", transform(40, 130, 640, 320), idx=1)
    + _holder_style("subTitle", transform(100, 300, 520, 80), "<a:lvl1pPr><a:buNone/></a:lvl1pPr>", idx=2)
    + _holder_style("ftr", "", idx=10)
    + _holder_style("sldNum", "", idx=11)
    + "</p:spTree></p:cSld></p:sldLayout>"
)


@dataclass
class Deck:
    """A presentation that grows by calls. ``sections`` are (name, how many slides)."""

    first: int = 1
    sections: tuple[tuple[str, int], ...] = ()
    parts: dict[str, str | bytes] = field(default_factory=dict)
    rows: list[tuple[str, str, str]] = field(default_factory=list)
    count: int = 0

    def slide(
        self,
        *shapes: str,
        notes: str = "",
        hidden: bool = False,
        links: Mapping[str, str] | None = None,
        rels: tuple[tuple[str, str, str], ...] = (),
        parts: Mapping[str, str | bytes] | None = None,
    ) -> Self:
        """Adds a slide. ``links`` are addresses by relationship id, ``rels`` further relationships, ``parts`` what
        they lead to (names from the folder ``ppt``)."""
        self.count += 1
        n = self.count
        own = [("rIdL", "slideLayout", "../slideLayouts/slideLayout1.xml"), *rels]
        if notes:
            own.append(("rIdN", "notesSlide", f"../notesSlides/notesSlide{n}.xml"))
            self.parts[f"ppt/notesSlides/notesSlide{n}.xml"] = (
                f"<p:notes {_SPACES}><p:cSld><p:spTree>{holder('sldImg')}{holder('body', notes, idx=1)}"
                f"{holder('sldNum', '7', idx=5)}</p:spTree></p:cSld></p:notes>"
            )
        outside = [(i, "hyperlink", address) for i, address in (links or {}).items()]
        shown = ' show="0"' if hidden else ""
        self.parts[f"ppt/slides/slide{n}.xml"] = (
            f"<p:sld {_SPACES}{shown}><p:cSld><p:spTree>{''.join(shapes)}</p:spTree></p:cSld></p:sld>"
        )
        self.parts[f"ppt/slides/_rels/slide{n}.xml.rels"] = relations(*own, *outside, external=tuple(links or ()))
        self.parts.update({f"ppt/{name}": data for name, data in (parts or {}).items()})
        return self

    def bytes(self) -> bytes:
        ids = "".join(f'<p:sldId id="{255 + n}" r:id="rId{n}"/>' for n in range(1, self.count + 1))
        main = (
            f'<p:presentation {_SPACES} firstSlideNum="{self.first}"><p:sldIdLst>{ids}</p:sldIdLst>'
            f'<p:sldSz cx="{720 * _EMU}" cy="{540 * _EMU}"/>{self._sections()}</p:presentation>'
        )
        slides = [(f"rId{n}", "slide", f"slides/slide{n}.xml") for n in range(1, self.count + 1)]
        parts: dict[str, str | bytes] = {
            "ppt/presentation.xml": main,
            "ppt/_rels/presentation.xml.rels": relations(*slides, *self.rows),
            "ppt/slideLayouts/slideLayout1.xml": _LAYOUT,
            "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relations(
                ("rId1", "slideMaster", "../slideMasters/slideMaster1.xml")
            ),
            "ppt/slideMasters/slideMaster1.xml": _MASTER,
            **self.parts,
        }
        return package(parts, main="ppt/presentation.xml")

    def _sections(self) -> str:
        if not self.sections:
            return ""
        at, out = 256, ""
        for name, count in self.sections:
            ids = "".join(f'<p14:sldId id="{n}"/>' for n in range(at, at + count))
            out += f"<p14:section name={quoteattr(name)}><p14:sldIdLst>{ids}</p14:sldIdLst></p14:section>"
            at += count
        return f"<p:extLst><p:ext><p14:sectionLst>{out}</p14:sectionLst></p:ext></p:extLst>"
