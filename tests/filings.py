"""Filings in the styles of several filing agents, made by the tests: cover, contents, Parts and Items, statements with
notes, signatures and an exhibit index, with page breaks and printed page numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

PROSE = (
    "The Company designs and makes pumps, valves and the machines in which they work, and sells them through its own "
    "shops and through dealers in many countries. It expects to go on doing so, and its results depend on the price "
    "of steel and on the demand of its customers, which changes with the seasons. "
)


class Title(NamedTuple):
    """A heading: its depth in the filing and its words. ``page`` is the label printed on its page."""

    depth: int
    text: str
    page: str


FILING = (
    Title(1, "PART I", "1"), Title(2, "Item 1. Business", "1"), Title(3, "General", "1"),
    Title(2, "Item 1A. Risk Factors", "2"), Title(2, "Item 2. Properties", "2"),
    Title(1, "PART II", "3"), Title(2, "Item 7. Management’s Discussion and Analysis", "3"), Title(3, "Overview", "3"),
    Title(2, "Item 8. Financial Statements and Supplementary Data", "F-1"),
    Title(3, "CONSOLIDATED BALANCE SHEETS", "F-1"), Title(3, "NOTES TO CONSOLIDATED FINANCIAL STATEMENTS", "F-2"),
    Title(4, "Note 1 – Accounting Policies", "F-2"), Title(4, "Note 2 – Revenue", "F-2"),
    Title(4, "Note 3 – Leases", "F-3"), Title(1, "PART III", "4"), Title(2, "Item 10. Directors", "4"),
    Title(1, "SIGNATURES", "5"), Title(1, "EXHIBIT INDEX", "6"),
)  # fmt: skip
GOLDEN = "\n".join(
    f"{title.depth} {title.page} {title.text}" for title in FILING if title.text not in ("General", "Overview")
)


@dataclass(frozen=True)
class Agent:
    """How a filing agent writes pages: formats for a paragraph, for a title of each depth, for a row of the contents,
    for the foot of a page, and what stands between pages."""

    paragraph: str
    titles: tuple[str, str, str, str]
    entry: str
    foot: str
    end: str
    body: str = "<body>{}</body>"

    def filing(self) -> str:
        pages = list(dict.fromkeys(title.page for title in FILING))
        made = [self._cover(), self._contents(), *(self._page(label) for label in pages)]
        return f"<html><head><title></title></head>{self.body.format(self.end.join(made))}</html>"

    def _cover(self) -> str:
        lines = "FORM 10-K", "For the fiscal year ended June 30, 2024", "ACME PUMPS, INC."
        return "".join(self.titles[0].format(line) for line in lines) + self.paragraph.format(PROSE)

    def _contents(self) -> str:
        rows = "".join(self.entry.format(*_entry(title), title.page) for title in FILING if title.depth < 3)
        return self.titles[0].format("TABLE OF CONTENTS") + f"<table width='100%'>{rows}</table>"

    def _page(self, label: str) -> str:
        return "".join(self._parts(label)) + self.foot.format(label)

    def _parts(self, label: str) -> Iterator[str]:
        for title in FILING:
            if title.page != label:
                continue
            yield self.titles[title.depth - 1].format(title.text)
            if title.text == "CONSOLIDATED BALANCE SHEETS":
                yield self.paragraph.format("(In millions)") + STATEMENT
            elif title.text == "EXHIBIT INDEX":
                yield EXHIBITS
            elif not title.text.startswith("PART"):
                yield self.paragraph.format(PROSE) * 2


def _entry(title: Title) -> tuple[str, str]:
    number, _, rest = title.text.partition(". ")
    return (number + ".", rest) if rest else ("", title.text)


STATEMENT = (
    "<table><tr><td></td><td colspan=2>2024</td><td colspan=2>2023</td></tr>"
    "<tr><td>Cash</td><td>$</td><td>12</td><td>$</td><td>11</td></tr>"
    "<tr><td>Debt</td><td>(</td><td>7)</td><td>(</td><td>8)</td></tr></table>"
)
EXHIBITS = (
    "<table><tr><td>3.1</td><td><a href='ex31.htm'>Articles of Incorporation</a></td></tr>"
    "<tr><td>21</td><td><a href='ex21.htm'>Subsidiaries</a></td></tr>"
    "<tr><td>31.1</td><td>Certification of the Chief Executive Officer</td></tr></table>"
)
_ROW = "<tr><td>{0}</td><td>{1}</td><td>{2}</td></tr>"
_SPAN = '<div style="margin-top:9pt{}"><span style="font-family:Helvetica;font-size:9pt{}">{{}}</span></div>'
_BOLD = ";font-weight:700"

DIVS = Agent(
    _SPAN.format("", ""),
    (
        _SPAN.format("", _BOLD),
        _SPAN.format("", _BOLD + ";color:#000"),
        _SPAN.format("", _BOLD + ";font-style:italic"),
        _SPAN.format("", ";font-weight:600"),
    ),
    _ROW,
    '<div style="text-align:center"><span style="font-size:7pt">Acme Pumps, Inc. | 2024 Form 10-K | {}</span></div>',
    '<hr style="page-break-after:always"/>',
)
FONTS = Agent(
    '<P align="left"><FONT size="2">{}</FONT>',
    (
        '<P align="center"><B><FONT size="3">{}</FONT></B>',
        '<P align="left"><B><FONT size="2">{}</FONT></B>',
        '<P align="left"><B><I><FONT size="2">{}</FONT></I></B>',
        '<P align="left"><I><FONT size="2">{}</FONT></I>',
    ),
    "<TR valign=top><TD>{0}</TD><TD>{1}</TD><TD align=right>{2}</TD></TR>",
    '<P align="center"><FONT size="2">{}</FONT>',
    "<HR noshade>",
    '<BODY bgcolor="#FFFFFF">{}</BODY>',
)
TABLES = Agent(
    "<table cellpadding=0><tr><td style='width:36pt'></td><td><p style='font-size:10pt'>{}</p></td></tr></table>",
    (
        "<table><tr><td style='text-align:center'><p style='font:bold 10pt Times'>{}</p></td></tr></table>",
        "<table width='100%'><tr><td><p style='font:bold 10pt Times'>{}</p></td></tr></table>",
        "<table width='100%'><tr><td><p style='font:italic bold 10pt Times'>{}</p></td></tr></table>",
        "<p style='font:italic 10pt Times'>{}</p>",
    ),
    _ROW,
    "<table><tr><td></td><td><p style='text-align:center'>{}</p></td><td></td></tr></table>",
    "<p style='page-break-before:always'></p>",
    "<body><table width='100%'><tr><td>{}</td></tr></table></body>",
)
XBRL = Agent(
    "<div><ix:nonNumeric name='us-gaap:T' contextRef='c'><span style='font-size:10pt'>{}</span></ix:nonNumeric></div>",
    (
        "<div style='text-align:center'><span style='font-size:10pt;font-weight:bold'>{}</span></div>",
        "<div><a name='x'></a><span style='font-size:10pt;font-weight:bold'>{}</span></div>",
        "<div><span style='font-size:10pt;font-weight:bold;font-style:italic'>{}</span></div>",
        "<div><ix:continuation id='c1'><span style='font-size:10pt;font-weight:bold;text-decoration:underline'>{}"
        "</span></ix:continuation></div>",
    ),
    "<tr><td>{0}</td><td><a href='#x'>{1}</a></td><td><a href='#x'>{2}</a></td></tr>",
    "<div style='text-align:center;font-size:10pt'>{}</div>",
    "<div style='page-break-after:always'></div>",
    "<body><div style='display:none'><ix:header><ix:hidden>hidden</ix:hidden></ix:header></div>{}</body>",
)
AGENTS = {"divs": DIVS, "fonts": FONTS, "tables": TABLES, "xbrl": XBRL}
