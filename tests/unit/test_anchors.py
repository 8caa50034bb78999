"""Addresses of places."""

from __future__ import annotations

import pytest

from pincite.anchors import Anchor, Ref, cell_at, pages_named, parse_anchor, parse_ref, resolve
from pincite.errors import UnknownReferenceError
from pincite.model import Document, Kind, Page, Span
from pincite.outline import build_outline
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece
from tests.builders import built, document, draft

REFS = [
    ("b12", Ref("b", 12)),
    ("b12-b15", Ref("b", 12, last=15)),
    ("b12:40-95", Ref("b", 12, chars=Span(40, 95))),
    ("s7", Ref("s", 7)),
    ("p31", Ref("p", 31)),
    ("t3", Ref("t", 3)),
    ("t3/r4c2", Ref("t", 3, cell=(4, 2))),
]


@pytest.mark.parametrize(("text", "ref"), REFS)
def test_references_are_read_and_written(text: str, ref: Ref) -> None:
    assert parse_ref(text) == ref
    assert parse_ref(f" {text}\n") == ref
    assert str(ref) == text


@pytest.mark.parametrize(("text", "ref"), REFS)
def test_anchors_are_read_and_written(text: str, ref: Ref) -> None:
    uri = f"pincite://doc/abc234@k7w2/{text}"
    assert parse_anchor(uri) == Anchor("abc234", "k7w2", ref)
    assert str(parse_anchor(uri)) == uri


@pytest.mark.parametrize(
    "text",
    [
        "",
        "12",
        "x3",
        "b",
        "b-1",
        "b12-",
        "b15-b12",
        "b12-15",
        "b1:5-5",
        "b1:9-2",
        "t3/r4",
        "t3/c2",
        "s7/r1c1",
        "b１２",
        "p3 p4",
        "b" + "1" * 300,
    ],
)
def test_what_is_no_reference_is_refused_with_the_grammar(text: str) -> None:
    with pytest.raises(UnknownReferenceError) as error:
        parse_ref(text)
    assert error.value.code == "bad_anchor"
    assert "b12-b15" in error.value.hint
    assert len(error.value.message) < 200


@pytest.mark.parametrize(
    "uri", ["b12", "pincite://doc/a/b12", "http://doc/a@b/b12", "pincite://doc/a@b/", "pincite://doc/../x@b/b1"]
)
def test_what_is_no_anchor_is_refused(uri: str) -> None:
    with pytest.raises(UnknownReferenceError) as error:
        parse_anchor(uri)
    assert error.value.code == "bad_anchor"


@pytest.fixture
def report() -> Document:
    return document("""
        --- iv
        Cover.
        # Notes
        First words.
        --- F-1
        |Year|2023|
        |Sales|4,512|
        ---
        Last words.
    """)


@pytest.mark.parametrize(
    ("ref", "texts"),
    [
        ("b2", ["First words."]),
        ("b1-b2", ["Notes\n\nFirst words."]),
        ("b2:6-11", ["words"]),
        ("s0", ["Cover."]),
        ("t0/r1c1", ["4,512"]),
        ("t0/r0c0", ["Year"]),
        ("p1", ["Cover.\n\nNotes\n\nFirst words."]),
        ("p3", ["Last words."]),
    ],
)
def test_references_resolve_to_text(report: Document, ref: str, texts: list[str]) -> None:
    spans = resolve(report, build_outline(report), parse_ref(ref))
    assert [report.text[a:b] for a, b in spans] == texts


@pytest.mark.parametrize(
    ("ref", "code", "hint"),
    [
        ("b9", "unknown_block", "b0 to b4"),
        ("b3-b9", "unknown_block", "b0 to b4"),
        ("b2:6-99", "unknown_block", "b2"),
        ("s9", "unknown_section", "s0 to s1"),
        ("p0", "unknown_page", "p1 to p3"),
        ("p9", "unknown_page", "p1 to p3"),
        ("t1", "unknown_table", "only t0"),
        ("t0/r9c0", "unknown_table", "t0"),
    ],
)
def test_places_that_are_not_there_are_named_with_those_that_are(
    report: Document, ref: str, code: str, hint: str
) -> None:
    with pytest.raises(UnknownReferenceError) as error:
        resolve(report, build_outline(report), parse_ref(ref))
    assert error.value.code == code
    assert hint in error.value.hint


def test_a_document_without_tables_says_so() -> None:
    doc = document("Text.")
    with pytest.raises(UnknownReferenceError) as error:
        resolve(doc, build_outline(doc), parse_ref("t0"))
    assert "no tables" in error.value.hint


def test_a_page_without_text_resolves_to_nothing() -> None:
    doc = document("--- 1\nText.\n--- 2")
    assert resolve(doc, build_outline(doc), parse_ref("p2")) == ()


def test_a_spanning_cell_is_found_at_all_its_places() -> None:
    cells = [
        DraftCell(0, 0, colspan=2, is_header=True, pieces=[Piece("Wide", 1)]),
        DraftCell(1, 1, pieces=[Piece("x", 1)]),
    ]
    doc = built([DraftBlock(Kind.TABLE, table=DraftTable(2, 2, cells))])
    table = doc.tables[0]
    assert cell_at(table, 0, 1) is cell_at(table, 0, 0)
    assert cell_at(table, 1, 0) is None


PAGES = [
    Page(1, "i"),
    Page(2, "I"),
    Page(3, "1"),
    Page(4, "F-3"),
    Page(5),
    Page(6, "3"),
    Page(7, "3"),
    Page(8, "A [x]"),
]


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("i", [1]),
        ("I", [2]),
        ("1", [3]),
        ("F-3", [4]),
        ("f-3", [4]),
        ("5", [5]),
        ("4", [4]),
        ("3", [6, 7]),
        ("3 (sheet 7)", [7]),
        ("3 (sheet 4)", []),
        ("A x", [8]),
        ("page 1", [3]),
        ("Page F-3", [4]),
        ("p. 1", [3]),
        ("p.1", [3]),
        ("[Page F-3]", [4]),
        ("[Page 3 (sheet 6)]", [6]),
        ("1 to 5", [3, 4, 5]),
        ("1-5", [3, 4, 5]),
        ("1 to F-3", [3, 4]),
        ("5 to 1", []),
        ("pp. 1–5", [3, 4, 5]),
        ("99", []),
        ("", []),
        ("page", []),
        ("1 - " * 400, []),
    ],
)
def test_pages_are_named_by_label_first_then_by_number(name: str, numbers: list[int]) -> None:
    doc = built([draft(Kind.PARAGRAPH, ("x", 1))], PAGES)
    assert [p.number for p in pages_named(doc, name)] == numbers
