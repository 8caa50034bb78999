"""Packages: limits, relationships, strict names, encryption, damage."""

from __future__ import annotations

import io
import zipfile

import docx
import msoffcrypto
import pytest
from msoffcrypto.format.ooxml import OOXMLFile

from pincite.errors import ParseError, PinciteError, SourceError
from pincite.parsers.ooxml import limits
from pincite.parsers.ooxml.names import Element
from pincite.parsers.ooxml.package import Package, open_package
from pincite.parsers.ooxml.rewrite import rewritten
from tests.officelocks import standard_encrypted
from tests.packages import W, package, relations, word

PARAGRAPH = "<w:p><w:r><w:t>Nine crates</w:t></w:r></w:p>"


def opened(data: bytes, password: str | None = None) -> Package:
    return open_package(data, "a.docx", password)


def root(data: bytes, part: str = "word/document.xml") -> Element:
    return opened(data).xml(part)


def refused(data: bytes, password: str | None = None) -> PinciteError:
    with pytest.raises(PinciteError) as caught:
        opened(data, password)
    assert caught.value.hint
    return caught.value


def test_the_main_part_and_its_kind() -> None:
    found = opened(word(PARAGRAPH))
    assert (found.main, found.kind) == ("word/document.xml", "docx")
    assert opened(package({"ppt/p.xml": "<p:presentation xmlns:p='p'/>"}, "ppt/p.xml")).kind == "pptx"
    assert opened(package({"xl/workbook.xml": "<workbook/>"}, "xl/workbook.xml")).kind == "xlsx"


def test_the_main_part_without_a_relationship_that_leads_to_it() -> None:
    found = opened(package({"word/document2.xml": f'<w:document xmlns:w="{W}"/>'}, "word/gone.xml"))
    assert found.main == "word/document2.xml"


def test_names_are_found_whatever_their_case_and_slashes() -> None:
    found = opened(word(PARAGRAPH, {"Word\\Styles.xml": "<a/>"}))
    assert found.has("/word/styles.xml")
    assert root(word(PARAGRAPH, {"Word\\Styles.xml": "<a/>"}), "word/styles.xml").tag == "a"


def test_relationships_that_lead_nowhere_are_there_but_have_no_target() -> None:
    rels = relations(("rId1", "image", "media/gone.png"), ("rId2", "styles", "/word/styles.xml"), ("r3", "x", "NULL"))
    found = opened(word(PARAGRAPH, {"word/_rels/document.xml.rels": rels, "word/styles.xml": "<a/>"}))
    assert found.relations(found.main)["rId1"].target == "word/media/gone.png"
    assert found.target(found.main, "rId1") is None
    assert found.target(found.main, "rId2") == "word/styles.xml"
    assert [r.id for r in found.related(found.main, "styles", "image")] == ["rId2"]
    assert found.target(found.main, "no such id") is None


def test_strict_names_become_transitional() -> None:
    body = '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body/></w:document>'
    assert root(package({"word/document.xml": body})).tag == f"{{{W}}}document"


def test_utf16_parts() -> None:
    body = f'<?xml version="1.0" encoding="UTF-16"?><w:document xmlns:w="{W}"><w:body>ü</w:body></w:document>'
    assert "".join(root(package({"word/document.xml": body.encode("utf-16")})).itertext()) == "ü"


@pytest.mark.parametrize("data", [b"PK\x03\x04 no archive", b"", word(PARAGRAPH)[:200]])
def test_a_damaged_archive(data: bytes) -> None:
    assert refused(data).code == "corrupt"


def test_an_archive_of_something_else() -> None:
    error = refused(package({"a.txt": "hello"}, "nothing.xml"))
    assert isinstance(error, SourceError)
    assert error.code == "unsupported_format"


def test_a_damaged_part_costs_itself_only() -> None:
    data = bytearray(word(PARAGRAPH, {"word/styles.xml": "<styles>" + "x" * 50 + "</styles>"}))
    at = data.index(b"word/styles.xml") + len(b"word/styles.xml")
    data[at : at + 6] = b"\xff" * 6
    found = opened(bytes(data))
    assert found.xml("word/styles.xml") is None
    assert [w.code for w in found.warnings] == ["partial"]
    assert found.xml(found.main) is not None


def test_broken_xml_is_read_as_far_as_it_goes() -> None:
    found = opened(word(PARAGRAPH, {"word/styles.xml": "<a><b>kept</b><c>"}))
    styles: Element = found.xml("word/styles.xml")
    assert "".join(styles.itertext()) == "kept"
    assert [w.code for w in found.warnings] == ["partial"]


def test_entities_are_refused() -> None:
    bomb = '<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE d [<!ENTITY a "ha">]><w:document xmlns:w="w">&a;</w:document>'
    with pytest.raises(ParseError) as caught:
        opened(package({"word/document.xml": bomb}))
    assert caught.value.code == "unsafe"


def test_xml_nested_too_deep_is_refused() -> None:
    found = opened(word(PARAGRAPH, {"word/deep.xml": "<a>" * 500 + "</a>" * 500}))
    with pytest.raises(ParseError) as caught:
        found.xml("word/deep.xml")
    assert caught.value.code == "unsafe"


def test_a_part_packed_into_almost_nothing_is_refused() -> None:
    assert refused(word(PARAGRAPH, {"word/media/x.bin": b"\0" * (20 << 20)})).code == "unsafe"


def test_too_many_or_too_large_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OFFICE_PARTS", 2)
    assert refused(word(PARAGRAPH)).code == "too_large"
    monkeypatch.setattr(limits, "OFFICE_PARTS", 100)
    monkeypatch.setattr(limits, "OFFICE_PART_BYTES", 10)
    assert refused(word(PARAGRAPH)).code == "too_large"


def test_too_many_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OFFICE_TAGS", 50)
    found = opened(word(PARAGRAPH * 20))
    with pytest.raises(ParseError) as caught:
        found.xml(found.main)
    assert caught.value.code == "too_large"


def test_an_encryption_of_absurd_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, locked = io.BytesIO(), io.BytesIO()
    docx.Document().save(plain)
    OOXMLFile(plain).encrypt("tulip", locked)
    monkeypatch.setattr("pincite.parsers.ooxml.compound.PASSWORD_SPINS", 1)
    assert refused(locked.getvalue(), "tulip").code == "unsafe"


def test_a_file_under_rights_management() -> None:
    names = "".join(("EncryptedPackage", "DRMEncryptedTransform")).encode("utf-16-le")
    error = refused(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + names)
    assert error.code == "unsupported_encryption"


def test_an_encrypted_file_and_its_passwords() -> None:
    plain, locked = io.BytesIO(), io.BytesIO()
    docx.Document().save(plain)
    OOXMLFile(plain).encrypt("tulip", locked)
    assert msoffcrypto.OfficeFile(locked).is_encrypted()
    assert refused(locked.getvalue()).code == "password_required"
    assert refused(locked.getvalue(), "rose").code == "wrong_password"
    assert refused(locked.getvalue(), "\ud800").code == "wrong_password"
    assert opened(locked.getvalue(), "tulip").kind == "docx"


@pytest.mark.parametrize("kind", ["agile", "standard"])
def test_an_encrypted_file_that_lost_its_end_gives_what_is_there(kind: str) -> None:
    plain, locked = io.BytesIO(), io.BytesIO()
    docx.Document().save(plain)
    if kind == "agile":
        OOXMLFile(plain).encrypt("tulip", locked)
    else:
        locked.write(standard_encrypted(plain.getvalue(), "tulip"))
    data = locked.getvalue()
    kept = len(data) * 9 // 10 + 3
    for cut in (data[:kept], data[:kept].ljust(len(data), b"\0")):
        found = opened(cut, "tulip")
        assert (found.kind, {w.code for w in found.warnings}) == ("docx", {"partial"})
        assert refused(cut, "rose").code == "wrong_password"


@pytest.mark.parametrize("bits", [128, 256])
def test_the_encryption_of_older_programs(bits: int) -> None:
    plain = io.BytesIO()
    docx.Document().save(plain)
    locked = standard_encrypted(plain.getvalue(), "tülip 1", bits)
    assert refused(locked).code == "password_required"
    assert refused(locked, "tulip 1").code == "wrong_password"
    assert opened(locked, "tülip 1").kind == "docx"
    assert opened(standard_encrypted(plain.getvalue(), "VelvetSweatshop", bits)).kind == "docx"


@pytest.mark.parametrize(
    ("stream", "kind"), [("WordDocument", ".doc"), ("PowerPoint Document", ".ppt"), ("Book", ".xls")]
)
def test_the_old_binary_formats_are_named(stream: str, kind: str) -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + stream.encode("utf-16-le") + b"\0" * 64
    error = refused(data)
    assert error.code == "unsupported_format"
    assert kind in error.message


def test_rewritten_for_python_docx() -> None:
    rels = relations(
        ("rId1", "image", "media/gone.png"),
        ("rId2", "hyperlink", "http://a.example/?a&b"), ("rId3", "hyperlink", "#_top"),
        ("rId4", "styles", "../word/styles.xml"), external=("rId2",),
    )  # fmt: skip
    styles = f'<w:styles xmlns:w="{W}"/>'
    data = word(PARAGRAPH, {"word/_rels/document.xml.rels": rels, "word/styles.xml": styles})
    document = docx.Document(rewritten(opened(data)))
    assert document.paragraphs[0].text == "Nine crates"
    assert document.part.rels["rId2"].target_ref == "http://a.example/?a&b"
    assert "rId1" not in document.part.rels
    assert document.styles is not None


def test_rewriting_leaves_out_what_has_no_text() -> None:
    rels = relations(("rId1", "image", "media/a.png"))
    data = word(PARAGRAPH, {"word/_rels/document.xml.rels": rels, "word/media/a.png": b"\x89PNG"})
    with zipfile.ZipFile(rewritten(opened(data))) as archive:
        assert archive.namelist() == ["word/document.xml", "_rels/.rels", "[Content_Types].xml"]
    with zipfile.ZipFile(rewritten(opened(data), leave_out=frozenset())) as archive:
        assert "word/media/a.png" in archive.namelist()
