"""Word files of all makes and in all states: they open, or say why not."""

from __future__ import annotations

import io
from pathlib import Path

import docx as python_docx
import pytest
from msoffcrypto.format.ooxml import OOXMLFile

import pincite
from pincite.errors import ParseError, PinciteError
from pincite.parsers.formats import parse_file
from tests.docxs import HEADINGS, docx, p, parsed, result, texts, titles
from tests.packages import W, package, relations

STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"


def made_by_python_docx() -> bytes:
    document = python_docx.Document()
    document.core_properties.title = "Packing list"
    document.core_properties.author = "Ann Lee"
    document.add_heading("Packing list", 0)
    document.add_heading("Crates", 1)
    document.add_paragraph("Nine crates were sent.")
    document.add_paragraph("a first point", style="List Bullet")
    table = document.add_table(2, 2)
    table.cell(0, 0).text, table.cell(1, 1).text = "Item", "12 kg"
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("declared", "expected"),
    [("Packing of crates", "Packing of crates"), ("Lease of a garage in Oslo", "Packing list")],
)
def test_a_title_that_the_first_page_does_not_say_is_that_of_another_document(declared: str, expected: str) -> None:
    file = python_docx.Document()
    file.core_properties.title = declared
    file.add_heading("Packing list")
    file.add_paragraph("The packing of all crates follows.")
    out = io.BytesIO()
    file.save(out)
    assert parsed(out.getvalue()).title == expected


def test_a_file_of_python_docx() -> None:
    document = parsed(made_by_python_docx())
    assert titles(document) == [(1, "Packing list"), (1, "Crates")]
    assert texts(document)[3] == "• a first point"
    assert [c.text for c in document.tables[0].cells] == ["Item", "", "", "12 kg"]
    assert (document.metadata.title, document.metadata.author) == ("Packing list", "Ann Lee")
    assert document.pages == ()  # its template's count of pages is not this document's
    assert document.parser == "pincite-docx/2"


def test_the_whole_way_from_a_path_to_a_verified_quote(tmp_path: Path) -> None:
    path = tmp_path / "packing.docx"
    path.write_bytes(made_by_python_docx())
    found = pincite.parse_document(path)
    assert found.search("crates")[0].section == ("Crates",)
    verdict = found.verify("Nine crates were sent.")
    assert (verdict.status, verdict.anchors[0].section, verdict.anchors[0].page_label) == (
        "verified",
        ("Crates",),
        None,
    )


@pytest.mark.parametrize("kind", ["template.main", "macroEnabled", "nonsense"])
def test_templates_macros_and_wrong_content_types(kind: str) -> None:
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" '
        f'ContentType="x"/><Override PartName="/word/document.xml" ContentType="application/{kind}+xml"/></Types>'
    )
    assert texts(parsed(docx(p("Text."), parts={"[Content_Types].xml": types}))) == ["Text."]


def test_the_strict_variant() -> None:
    head = p("Head", style="h")
    body = f'<w:document xmlns:w="{STRICT}"><w:body>{head}</w:body></w:document>'
    one = '<w:style w:type="paragraph" w:styleId="h"><w:name w:val="heading 1"/></w:style>'
    styles = f'<w:styles xmlns:w="{STRICT}">{one}</w:styles>'
    strict = "http://purl.oclc.org/ooxml/officeDocument/relationships"
    links = relations(("s", "styles", "styles.xml")).replace(
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships", strict
    )
    data = package({"word/document.xml": body, "word/styles.xml": styles, "word/_rels/document.xml.rels": links})
    assert titles(parsed(data)) == [(1, "Head")]


def test_relationships_that_lead_nowhere() -> None:
    links = (
        ("a", "image", "NULL"),
        ("b", "header", "gone.xml"),
        ("c", "hyperlink", "#_top"),
        ("d", "styles", "../no.xml"),
    )
    assert texts(parsed(docx(p("Nine crates."), links=links))) == ["Nine crates."]


def test_broken_xml_is_read_as_far_as_it_goes() -> None:
    body = f'<w:document xmlns:w="{W}"><w:body>{p("Kept.")}<w:p><w:r><w:t>Also kept'
    document = parsed(package({"word/document.xml": body}))
    assert texts(document) == ["Kept.", "Also kept"]
    assert "partial" in [w.code for w in document.warnings]


def test_broken_styles_cost_the_styles_only() -> None:
    assert texts(parsed(docx(p("Text.", style="heading1"), styles=HEADINGS + "<w:oops>"))) == ["Text."]


def refused(data: bytes) -> PinciteError:
    with pytest.raises(PinciteError) as caught:
        parsed(data)
    assert caught.value.hint
    return caught.value


def test_what_cannot_be_read_says_why() -> None:
    assert refused(b"PK\x03\x04 and nothing").code == "corrupt"
    assert refused(package({"word/document.xml": f'<w:document xmlns:w="{W}"/>'})).code == "corrupt"
    assert refused(package({"ppt/p.xml": "<p:presentation xmlns:p='p'/>"}, "ppt/p.xml")).code == "wrong_type"
    deep = f'<w:document xmlns:w="{W}"><w:body>' + "<w:sdt><w:sdtContent>" * 200 + p("x")
    assert refused(package({"word/document.xml": deep})).code == "unsafe"


def test_nesting_that_is_allowed_does_not_exhaust_the_stack() -> None:
    body = p("core")
    for _ in range(70):
        body = f"<w:tbl><w:tr><w:tc>{body}</w:tc><w:tc>{p('x')}</w:tc></w:tr></w:tbl>"
    assert "core" in parsed(docx(body)).text


def test_a_password() -> None:
    plain, locked = io.BytesIO(made_by_python_docx()), io.BytesIO()
    OOXMLFile(plain).encrypt("tulip", locked)
    document = parse_file(locked.getvalue(), format="docx", doc_id="a", name="a.docx", password="tulip")
    assert "Nine crates" in document.text
    for password, code in ((None, "password_required"), ("rose", "wrong_password")):
        with pytest.raises(ParseError) as caught:
            parse_file(locked.getvalue(), format="docx", doc_id="a", name="a.docx", password=password)
        assert caught.value.code == code


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    parse_file(
        docx(p("x")), format="docx", doc_id="a", name="a.docx", progress=lambda done, total: seen.append((done, total))
    )
    assert seen == [(1, 1)]


def test_an_empty_document() -> None:
    found = result(docx(""))
    assert found.document.text == ""
    assert found.hierarchy.flatten() == []


def test_a_running_head_without_an_address_is_none() -> None:
    body = p("Text.") + '<w:sectPr><w:headerReference w:type="default"/><w:footerReference r:id="no"/></w:sectPr>'
    assert texts(parsed(docx(body))) == ["Text."]
