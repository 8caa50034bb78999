"""Inline XBRL: what a filing says of its numbers."""

from __future__ import annotations

import json

import pytest

from pincite.cache.codec import decode, encode
from pincite.model import Document, Fact
from pincite.server.grids import Grid
from pincite.server.table_forms import Rows
from tests.pages import html, rows, texts

HEAD = """<div style="display:none"><ix:header><ix:hidden><ix:nonNumeric name="dei:DocumentType">10-K</ix:nonNumeric>
<ix:nonFraction name="us-gaap:X" contextRef="c1">99</ix:nonFraction></ix:hidden><ix:resources>
<xbrli:context id="c1"><xbrli:entity><xbrli:identifier>1</xbrli:identifier></xbrli:entity><xbrli:period>
<xbrli:startDate>2023-10-01</xbrli:startDate><xbrli:endDate>2024-09-28</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="c2"><xbrli:entity><xbrli:segment><xbrldi:explicitMember dimension="srt:ProductOrServiceAxis">
a:PhoneMember</xbrldi:explicitMember></xbrli:segment></xbrli:entity><xbrli:period>
<xbrli:instant>2024-09-28</xbrli:instant></xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="per"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unitNumerator>
<xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>
</ix:resources></ix:header></div>"""


def number(text: str, **attributes: str) -> str:
    told = {"name": "us-gaap:Revenues", "contextRef": "c1", "unitRef": "usd"} | attributes
    return f"<ix:nonFraction {' '.join(f'{key}={value!r}' for key, value in told.items())}>{text}</ix:nonFraction>"


def filing(*values: str) -> Document:
    """A table with one row for each value."""
    body = "".join(f"<tr><td>Row {i}</td><td>{value}</td></tr>" for i, value in enumerate(values))
    return html(f"{HEAD}<p>Text</p><table border=1><tr><td>Item</td><td>2024</td></tr>{body}</table>")


def facts(doc: Document) -> list[Fact | None]:
    return [cell.fact for cell in doc.tables[0].cells if cell.row and cell.col]


def test_a_cell_keeps_what_its_number_is() -> None:
    doc = filing(number("391,035", scale="6"), number("6.11", name="us-gaap:Eps", unitRef="per"))
    assert facts(doc) == [
        Fact("us-gaap:Revenues", "2023-10-01/2024-09-28", None, "USD", "391035000000"),
        Fact("us-gaap:Eps", "2023-10-01/2024-09-28", None, "USD/shares", "6.11"),
    ]


def test_members_of_dimensions() -> None:
    assert facts(filing(number("5", contextRef="c2"))) == [
        Fact("us-gaap:Revenues", "2024-09-28", "a:PhoneMember", "USD", "5")
    ]


@pytest.mark.parametrize(
    ("shown", "attributes", "value"),
    [
        ("(65", {"sign": "-"}, None),
        ("65", {"sign": "-", "scale": "3"}, "-65000"),
        ("\u2014", {"format": "ixt:fixed-zero"}, "0"),
        ("1.234,5", {"format": "ixt:num-comma-decimal"}, "1234.5"),
        ("46.9", {"scale": "-2"}, "0.469"),
        ("many", {}, None),
        ("5", {"scale": "999999999"}, None),
    ],
)
def test_values(shown: str, attributes: dict[str, str], value: str | None) -> None:
    fact = facts(filing(number(shown, **attributes)))[0]
    assert (fact.value if fact else None) == value


def test_the_text_of_facts_stays_whole_and_hidden_facts_stay_out() -> None:
    doc = filing(f"$ {number('391,035')}", f"({number('65', sign='-')})")
    assert [row[1] for row in rows(doc.tables[0])[1:]] == ["$ 391,035", "(65)"]
    assert "99" not in doc.text
    assert doc.warnings == ()


def test_text_in_a_block_that_is_tagged_as_a_whole() -> None:
    doc = html(f"{HEAD}<ix:nonNumeric name='us-gaap:Policy'><div>First.</div><div>Second.</div></ix:nonNumeric>")
    assert texts(doc) == ["First.", "Second."]


def test_the_title_is_what_the_filing_says_of_itself() -> None:
    body = "<p><ix:nonNumeric name='dei:EntityRegistrantName'>Acme Inc.</ix:nonNumeric></p>"
    assert html(HEAD + body, head="<title>acme-20240928</title>").title == "Acme Inc., 10-K"


def test_facts_survive_the_cache_and_are_told_as_json() -> None:
    doc = filing(number("391,035", scale="6"), "12")
    assert decode(encode(doc)) == doc
    form = Rows(Grid(doc.tables[0]), [0, 1], "json")
    told = json.loads(form.text([form.row(1), form.row(2)]))["rows"]
    assert told == [
        [
            "Row 0",
            {
                "text": "391,035", "concept": "us-gaap:Revenues", "period": "2023-10-01/2024-09-28", "unit": "USD",
                "value": "391035000000",
            },
        ],
        ["Row 1", "12"],
    ]  # fmt: skip
