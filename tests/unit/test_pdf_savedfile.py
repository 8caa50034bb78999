"""The objects of a file that pdfium saved, and what its fonts call their glyphs."""

from __future__ import annotations

import io

import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from pincite.limits import TREE_LEVELS
from pincite.parsers.pdf.reader.pdfium import PdfFile
from pincite.parsers.pdf.reader.savedfile import Reference, SavedFile
from tests.rawpdfs import raw_pdf


def saved(data: bytes, password: str | None = None) -> SavedFile:
    with PdfFile(data, password) as pdf:
        return SavedFile(pdf.saved())


def written(*objects: str) -> SavedFile:
    """A file with these objects, numbered from 1; the last one is the root."""
    data, places = b"%PDF-1.7\r\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += f"{number} 0 obj\r\n{content}\r\nendobj\r\n".encode("latin-1")
    table = f"xref\r\n0 1\r\n0000000000 65535 f\r\n1 {len(places)}\r\n"
    table += "".join(f"{place:010d} 00000 n\r\n" for place in places)
    end = f"trailer\r\n<</Root {len(places)} 0 R>>\r\nstartxref\r\n{len(data)}\r\n%%EOF\r\n"
    return SavedFile(data + table.encode() + end.encode())


class TestObjects:
    @pytest.mark.parametrize(
        ("content", "value"),
        [
            ("12", 12),
            ("-.5", -0.5),
            ("/F#231", "F#1"),
            ("true", True),
            ("null", None),
            ("[1 0 2 0 R/A(a \\) b)<</B[]>>]", [1, 0, Reference(2), "A", b"(a \\) b)", {"B": []}]),
            ("<</A<0aF>/B<</C 1>>>>", {"A": b"<0aF>", "B": {"C": 1}}),
        ],
    )
    def test_values(self, content: str, value: object) -> None:
        assert written(content, "<<>>").value(Reference(1)) == value

    @pytest.mark.parametrize("content", ["[1 2", "]", "<</A", "[" * 100 + "]" * 100])
    def test_what_is_no_value(self, content: str) -> None:
        with pytest.raises(ValueError, match=r"stands here|open here|too deeply"):
            written(content, "<<>>").value(Reference(1))

    def test_references_to_nothing_and_in_circles(self) -> None:
        file = written("2 0 R", "1 0 R", "<<>>")
        assert (file.value(Reference(1)), file.value(Reference(9)), file.dictionary(None)) == (None, None, {})

    def test_streams_are_unpacked(self) -> None:
        file = written("<</Length 3 0 R/Filter/ASCIIHexDecode>>stream\r\n414 2>\r\nendstream", "<<>>", "6", "<<>>")
        assert file.unpacked(Reference(1)) == b"AB"
        assert file.unpacked(Reference(2)) == b""

    def test_packed_objects_of_a_protected_file_are_plain(self) -> None:
        def change(pdf: Pdf) -> None:
            pdf.Root.Note = pdf.make_indirect(Dictionary(Data=Stream(pdf, b"in the stream")))

        protected = raw_pdf("", change=change, password="secret")
        file = saved(protected, "secret")
        pages = list(file.pages())
        assert sorted(pages[0]["Font"]) == ["F1", "F2", "F3"]
        assert b"in the stream" in {file.unpacked(Reference(number)) for number in range(20)}

    def test_what_is_no_file(self) -> None:
        with pytest.raises(IndexError):
            SavedFile(b"")


class TestPages:
    def test_resources_are_inherited_in_the_order_of_the_pages(self) -> None:
        pdf = Pdf.new()
        for _ in range(3):
            pdf.add_blank_page()
        first, second, third = (page.obj for page in pdf.pages)
        for page in (first, second, third):
            del page["/Resources"]
        second.Resources = Dictionary(Font=Dictionary(Own=Dictionary()))
        inner = pdf.make_indirect(Dictionary(Type=Name.Pages, Kids=Array([second, third]), Count=2))
        inner.Resources = Dictionary(Font=Dictionary(Inner=Dictionary()))
        second.Parent = third.Parent = inner
        pdf.Root.Pages.Kids = Array([first, inner])
        pdf.Root.Pages.Resources = Dictionary(Font=Dictionary(Outer=Dictionary()))
        inner.Parent = pdf.Root.Pages
        out = io.BytesIO()
        pdf.save(out)
        assert [list(page["Font"]) for page in saved(out.getvalue()).pages()] == [["Outer"], ["Own"], ["Inner"]]

    def test_a_tree_that_goes_in_circles_ends(self) -> None:
        pages = "<</Type/Pages/Count 99/Kids[1 0 R 2 0 R 1 0 R 2 0 R]>>"
        file = written(pages, "<</Type/Page/Resources<</A 1>>>>", "<</Pages 1 0 R>>")
        assert list(file.pages()) == [{"A": 1}]

    def test_a_tree_that_is_too_deep_ends(self) -> None:
        deep = [f"<</Kids[{number + 1} 0 R]>>" for number in range(1, 2 * TREE_LEVELS)]
        assert list(written(*deep, "<<>>", "<</Pages 1 0 R>>").pages()) == []
