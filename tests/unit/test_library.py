"""The library's interfaces, on small documents."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from tests.pdfs import Pdf


@pytest.fixture
def agreement(tmp_path: Path) -> Path:
    """Two pages labelled i and ii: two sections, a link, a ruled table."""
    pdf = Pdf(title="Supply Agreement").label(1, "r")
    pdf.page().text(72, 90, "1 Scope", bold=True, size=14)
    pdf.paragraph(
        72, 120, 440, "This agreement covers the delivery of pumps. The supplier delivers within 30 days. " * 3
    )
    pdf.text(72, 200, "See the register for details.").link(72, 190, 220, 204, "https://example.org/register")
    pdf.page().text(72, 90, "2 Prices", bold=True, size=14)
    pdf.paragraph(72, 120, 440, "Prices are fixed until 31 December 2026 and are stated in the table below. " * 2)
    pdf.grid([72, 250, 350], [180, 200, 220, 240], [["Part", "Price"], ["Pump", "1,200"], ["Valve", "85"]])
    path = tmp_path / "agreement.pdf"
    path.write_bytes(pdf.bytes())
    return path


def test_hierarchy_pages_and_labels(agreement: Path) -> None:
    r = pincite.parse_document(agreement)
    assert [(n.level, n.text, n.page_number, n.page_label) for n in r.hierarchy.flatten()] == [
        (1, "1 Scope", 1, "i"),
        (1, "2 Prices", 2, "ii"),
    ]
    assert [(p.number, p.label) for p in r.pages] == [(1, "i"), (2, "ii")]
    assert "delivery of pumps" in r.pages[0].text
    assert "delivery of pumps" not in r.pages[1].text


def test_a_cover_is_cited_as_a_sheet_where_page_1_comes_after_it(tmp_path: Path) -> None:
    pdf = Pdf()
    pdf.page().text(72, 90, "Annual Report", bold=True, size=24)
    for n in (1, 2, 3, 4):
        pdf.page().text(72, 90, f"{n} Chapter", bold=True, size=14)
        pdf.paragraph(72, 120, 440, "Prices are fixed until the end of the year and are stated in the table. " * 6)
        pdf.text(300, 760, str(n))
    path = tmp_path / "report.pdf"
    path.write_bytes(pdf.bytes())
    r = pincite.parse_document(path)
    assert [(n.text, n.page_label) for n in r.hierarchy.flatten()][:3] == [
        ("Annual Report", "sheet 1"),
        ("1 Chapter", "1"),
        ("2 Chapter", "2"),
    ]
    assert r.verify("Annual Report", page="sheet 1").status == r.verify("1 Chapter", page="1").status


def test_tables_have_cells_markdown_and_a_page(agreement: Path) -> None:
    (table,) = pincite.parse_document(agreement).tables
    assert {(c.row, c.col): c.text for c in table.cells} == {
        (0, 0): "Part", (0, 1): "Price", (1, 0): "Pump", (1, 1): "1,200", (2, 0): "Valve", (2, 1): "85"}  # fmt: skip
    assert table.page_number == 2
    assert "| Pump | 1,200 |" in table.markdown


def test_exports(agreement: Path) -> None:
    r = pincite.parse_document(agreement)
    marked = r.export_to_markdown(page_markers=True)
    assert marked.index("[Page i]") < marked.index("# 1 Scope") < marked.index("[Page ii]") < marked.index("# 2 Prices")
    assert "[Page" not in r.export_to_markdown(page_markers=False)
    assert "Pump\t1,200\nValve\t85" in r.export_to_text()


def test_text_under_a_heading(agreement: Path) -> None:
    r = pincite.parse_document(agreement)
    scope, prices = r.hierarchy.flatten()
    assert "delivery of pumps" in r.text_under(scope)
    assert "Prices are fixed" not in r.text_under(scope)
    assert "| Valve | 85 |" in r.text_under(prices)


def test_search_names_page_label_and_section(agreement: Path) -> None:
    hits = pincite.parse_document(agreement).search("prices fixed until December")
    assert (hits[0].page_number, hits[0].page_label, hits[0].section) == (2, "ii", ("2 Prices",))
    assert "31 December 2026" in hits[0].snippet


def test_verify_gives_anchor_page_and_boxes(agreement: Path) -> None:
    r = pincite.parse_document(agreement)
    found = r.verify("Prices are fixed until 31 December 2026", page="ii")
    assert found.status in ("verified", "ambiguous")
    first = found.anchors[0]
    assert (first.page_number, first.page_label) == (2, "ii")
    assert first.uri.startswith(f"pincite://doc/{r.document.doc_id}@{r.document.rev}/b")
    page, box = first.boxes[0]
    assert page == 2
    assert 70 < box.x0 < 80
    assert 105 < box.y0 < box.y1 < 130
    assert r.verify("Prices are fixed until 30 December 2026").status == "drift"


def test_links_stand_on_their_words(agreement: Path) -> None:
    doc = pincite.parse_document(agreement).document
    links = [(doc.text[link.start : link.end], link.uri) for b in doc.blocks for link in b.links]
    assert links == [("See the register for details.", "https://example.org/register")]


def test_same_bytes_same_id_and_revision(agreement: Path, tmp_path: Path) -> None:
    copy = tmp_path / "other name.pdf"
    copy.write_bytes(agreement.read_bytes())
    a, b = pincite.parse_document(agreement).document, pincite.parse_document(copy).document
    assert (a.doc_id, a.rev) == (b.doc_id, b.rev)
    assert b.source == "other name.pdf"


def test_metadata_title_is_the_title(agreement: Path) -> None:
    assert pincite.parse_document(agreement).document.title == "Supply Agreement"


def test_only_so_many_pages_are_read_when_asked(agreement: Path) -> None:
    r = pincite.parse_document(agreement, max_pages=1)
    assert len(r.pages) == 1
    assert [w.code for w in r.document.warnings] == ["partial"]


def test_an_encrypted_file_opens_with_its_password_only(tmp_path: Path) -> None:
    path = tmp_path / "secret.pdf"
    path.write_bytes(Pdf().page().text(72, 100, "The code word is heron.").bytes(password="pw"))
    for password, code in ((None, "password_required"), ("no", "wrong_password")):
        with pytest.raises(pincite.ParseError) as caught:
            pincite.parse_document(path, password=password)
        assert caught.value.code == code
        assert caught.value.hint
    assert "heron" in pincite.parse_document(path, password="pw").export_to_text()


def test_what_is_no_document_is_refused_with_a_code(tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").write_bytes(b"")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing of use")
    for name, code in (
        ("none.pdf", "not_found"),
        ("empty.pdf", "empty"),
        ("broken.pdf", "corrupt"),
        (".", "is_directory"),
    ):
        with pytest.raises(pincite.PinciteError) as caught:
            pincite.parse_document(tmp_path / name)
        assert caught.value.code == code
        assert caught.value.hint
