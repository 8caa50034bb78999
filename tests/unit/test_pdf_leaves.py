"""Pages beyond those that the tree of a file counts."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pikepdf
import pytest

from pincite.parsers.pdf.engine import parse_pdf
from pincite.parsers.pdf.reader.leaves import uncounted
from tests.rawpdfs import raw_pdf

PAGES = [f"BT /F1 12 Tf 72 700 Td (Crate number {n}) Tj ET" for n in range(3)]


def counted(count: int) -> bytes:
    return raw_pdf(*PAGES, plain=True).replace(b"/Count 3", b"/Count %d" % count)


@pytest.mark.parametrize("count", [1, 2])
def test_pages_that_are_not_counted_are_read_and_told(count: int) -> None:
    document = parse_pdf(counted(count), doc_id="doc", name="a.pdf")
    assert document.text == "Crate number 0\n\nCrate number 1\n\nCrate number 2"
    assert [(w.code, w.message) for w in document.warnings] == [
        ("partial", f"The file says that it has {count} pages; the 3 that it has were read.")
    ]


def with_node() -> bytes:
    """Three pages, the tree in an object stream that is not compressed, and a node over two of them in no tree."""

    def add(pdf: pikepdf.Pdf) -> None:
        tree = pdf.Root.Pages
        below = pikepdf.Array(list(tree.Kids)[1:])
        pdf.Root.Spare = pdf.make_indirect(
            pikepdf.Dictionary(Type=pikepdf.Name.Pages, Parent=tree, Kids=below, Count=2)
        )

    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(raw_pdf(*PAGES, change=add))) as pdf:
        pdf.save(out, compress_streams=False, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def miscounted(data: bytes) -> bytes:
    return data.replace(b"/Count 3", b"/Count 1")


def miscounted_below(data: bytes) -> bytes:
    """The tree has the node in place of its pages, and neither counts right."""
    found = re.search(rb"/Spare (\d+ 0 R)", data)
    kids = re.search(rb"/Kids \[ (\d+ 0 R) \d+ 0 R \d+ 0 R \]", data)
    assert found
    assert kids
    fewer = (b"/Kids [ %s %s" % (kids[1], found[1])).ljust(len(kids[0]) - 1) + b"]"
    return data.replace(kids[0], fewer).replace(b"/Count 2", b"/Count 1").replace(b"/Count 3", b"/Count 2")


@pytest.mark.parametrize(("change", "told"), [(miscounted, 1), (miscounted_below, 2)])
def test_pages_of_a_packed_tree_that_are_not_counted_are_read_and_told(
    change: Callable[[bytes], bytes], told: int
) -> None:
    data = change(with_node())
    assert b"/ObjStm" in data
    document = parse_pdf(data, doc_id="doc", name="a.pdf")
    assert document.text == "Crate number 0\n\nCrate number 1\n\nCrate number 2"
    assert [(w.code, w.message) for w in document.warnings] == [
        ("partial", f"The file says that it has {told} pages; the 3 that it has were read.")
    ]


def test_a_right_count_is_believed() -> None:
    assert list(uncounted(counted(3), 3)) == []
    whole = with_node()
    assert list(uncounted(whole, 3, 3)) == []
    assert parse_pdf(whole, doc_id="doc", name="a.pdf").warnings == ()
    assert parse_pdf(counted(3), doc_id="doc", name="a.pdf").warnings == ()


def test_pages_that_no_tree_has_are_not_there() -> None:
    data = counted(3)
    at = data.index(b"/Kids")
    kids = data[at : data.index(b"]", at) + 1]
    fewer = kids[: kids.rindex(b" R") - 4].rstrip(b" 0123456789") + b" ]"
    data = data.replace(kids, fewer.ljust(len(kids))).replace(b"/Count 3", b"/Count 2")
    assert list(uncounted(data, 2)) == []


@pytest.mark.parametrize("kids", [b"/Kiss [", b"/Kids /F (x) ["])
def test_a_tree_that_leads_to_no_page_is_made_anew(kids: bytes) -> None:
    document = parse_pdf(counted(3).replace(b"/Kids [", kids), doc_id="doc", name="a.pdf")
    assert document.text == "Crate number 0\n\nCrate number 1\n\nCrate number 2"
    assert [(w.code, w.message) for w in document.warnings] == [
        ("partial", "The list of the file's pages is damaged: the 3 that were found were read, in their order there.")
    ]


def test_a_tree_without_pages_where_there_are_none() -> None:
    data = counted(3).replace(b"/Kids [", b"/Kiss [").replace(b"/Type /Page ", b"/Type /Sage ")
    assert parse_pdf(data.replace(b"/Type /Page\n", b"/Type /Sage\n"), doc_id="doc", name="a.pdf").text == ""
