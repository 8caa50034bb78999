"""Files that would have pdfium work without end, or crash: what is harmless of them is read."""

from __future__ import annotations

import zlib

import pytest
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from pincite.parsers.pdf.reader.bombs import defuse
from pincite.parsers.pdf.reader.endless import endless
from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.reader.rawobjects import RawObjects
from pincite.parsers.pdf.reader.survey import survey
from tests.rawpdfs import Tagger, add_annotation, add_form, raw_pdf

TEXT = "BT /F1 12 Tf 72 700 Td (Page text) Tj ET"


def read(data: bytes) -> tuple[list[str], list[str]]:
    """The text of the pages, and the codes of the warnings."""
    layout = read_layout(data)
    return [" ".join(w.text for w in page.words) for page in layout.pages], [w.code for w in layout.warnings]


def form(pdf: Pdf, content: str) -> Stream:
    made = Stream(pdf, content.encode())
    made.Type, made.Subtype, made.BBox = Name.XObject, Name.Form, Array([0, 0, 612, 792])
    return pdf.make_indirect(made)


def chained(pdf: Pdf, length: int, calls: int, *, closed: bool = False) -> None:
    """Forms that each show the next one several times; ``closed``: the last one shows the first."""
    forms = [form(pdf, "/A Do " * calls) for _ in range(length)]
    for this, following in zip(forms, [*forms[1:], forms[0]], strict=True):
        this.Resources = Dictionary(XObject=Dictionary(A=following))
    if not closed:
        forms[-1].write(b"0 0 9 9 re f")
    pdf.pages[0].obj.Resources.XObject["/A"] = forms[0]


class TestForms:
    @pytest.mark.parametrize(("length", "calls", "closed"), [(25, 2, False), (9, 10, False), (3, 2, True)])
    def test_forms_without_end_are_left_out(self, length: int, calls: int, closed: bool) -> None:
        data = raw_pdf("/A Do " + TEXT, TEXT, change=lambda pdf: chained(pdf, length, calls, closed=closed))
        assert read(data) == (["Page text", "Page text"], ["partial"])

    def test_a_form_that_shows_itself_through_the_resources_of_its_page(self) -> None:
        def change(pdf: Pdf) -> None:
            pdf.pages[0].obj.Resources.XObject["/A"] = form(pdf, "/A Do /A Do")

        assert read(raw_pdf("/A Do " + TEXT, TEXT, change=change)) == (["Page text", "Page text"], ["partial"])

    def test_ordinary_forms_stay(self) -> None:
        def change(pdf: Pdf) -> None:
            chained(pdf, 3, 5)
            add_form(pdf, TEXT.replace("Page", "Form"))

        data = raw_pdf("/A Do /Fm Do", change=change)
        assert endless(RawObjects(data)) == []
        assert read(data) == (["Form text"], [])


def test_a_pattern_of_dust() -> None:
    def change(pdf: Pdf) -> None:
        tile = Stream(pdf, b"0 0 1 1 re f")
        tile.PatternType, tile.PaintType, tile.TilingType, tile.BBox = 1, 1, 1, Array([0, 0, 1, 1])
        tile.XStep = tile.YStep = 0.001
        tile.Resources = Dictionary()
        pdf.pages[0].obj.Resources.Pattern = Dictionary(P=pdf.make_indirect(tile))

    text, codes = read(raw_pdf(TEXT + " /Pattern cs /P scn 300 300 9 9 re f", change=change))
    assert text == ["Page text"]
    assert "partial" in codes


def test_marks_that_nobody_closes() -> None:
    data = raw_pdf("/P BMC " * 20_000 + TEXT, TEXT)
    assert defuse(data).n_bombs == 1
    assert read(data) == (["", "Page text"], ["partial"])
    assert defuse(raw_pdf(("/P BMC " + TEXT + " EMC ") * 20_000)).n_bombs == 0


def test_a_chain_of_filters() -> None:
    def change(pdf: Pdf) -> None:
        pdf.pages[1].obj.Contents.Filter = Array([Name.ASCII85Decode] * 20)

    data = raw_pdf(TEXT, "z" * 9_000, TEXT, change=change, plain=True)
    assert defuse(data).n_bombs == 1


class TestTrees:
    """pdfium walks trees of numbers without looking where it has been."""

    @pytest.mark.parametrize("plain", [False, True])
    def test_page_labels_in_a_circle(self, plain: bool) -> None:
        def change(pdf: Pdf) -> None:
            tree = pdf.make_indirect(Dictionary())
            tree.Kids = Array([tree, tree])
            pdf.Root.PageLabels = tree

        data = raw_pdf(TEXT, TEXT, change=change, plain=plain)
        assert survey(RawObjects(data)).has_bad_trees
        assert read(data) == (["Page text", "Page text"], ["partial"])

    def test_tags_in_a_circle(self) -> None:
        def change(pdf: Pdf) -> None:
            tagger = Tagger(pdf)
            tagger.element("P", 0)
            tagger.finish()
            tree = pdf.Root.StructTreeRoot.ParentTree
            del tree.Nums
            tree.Kids = Array([tree])

        assert read(raw_pdf("/P <</MCID 0>> BDC " + TEXT + " EMC", change=change)) == (["Page text"], ["partial"])

    def test_a_tree_that_is_absurdly_deep(self) -> None:
        def change(pdf: Pdf) -> None:
            tree = pdf.make_indirect(Dictionary(Nums=Array([0, Dictionary(S=Name.D)])))
            for _ in range(200):
                tree = pdf.make_indirect(Dictionary(Kids=Array([tree])))
            pdf.Root.PageLabels = tree

        assert survey(RawObjects(raw_pdf(TEXT, change=change))).has_bad_trees

    def test_lists_within_lists_without_an_end_cost_one_pass(self) -> None:
        assert not survey(RawObjects(b"%PDF-1.7\n2 0 obj\n<< /Type /Pages " + b"<</Kids[" * 50_000)).has_bad_trees

    def test_an_ordinary_tree(self) -> None:
        def change(pdf: Pdf) -> None:
            leaves = [
                pdf.make_indirect(Dictionary(Nums=Array([i, Dictionary(S=Name.r, St=i + 4)]), Limits=Array([i, i])))
                for i in range(2)
            ]
            pdf.Root.PageLabels = Dictionary(Kids=Array(leaves))

        layout = read_layout(raw_pdf(TEXT, TEXT, change=change))
        assert [page.declared_label for page in layout.pages] == ["iv", "v"]
        assert not layout.warnings

    @pytest.mark.parametrize("letters", ["A", "a"])
    def test_labels_of_two_billion_letters(self, letters: str) -> None:
        def change(pdf: Pdf) -> None:
            label = Dictionary(S=Name("/" + letters), St=2**31 - 1)
            pdf.Root.PageLabels = Dictionary(Nums=Array([0, label]))

        assert read(raw_pdf(TEXT, change=change))[0] == ["Page text"]


def test_an_object_of_many_lists_is_one_node_and_pages_are_none() -> None:
    many = b"7 0 obj\n<< " + b"/Kids [8 0 R] " * 3000 + b"/Kids [9 0 R] >>\nendobj\n"
    pages = b"3 0 obj\n<< /Kids [3 0 R] /Type /Pages >>\nendobj\n"
    assert not survey(RawObjects(pages + many + pages)).has_bad_trees
    assert survey(RawObjects(many + b"9 0 obj\n<< /Kids [7 0 R] >>\nendobj\n")).has_bad_trees
    assert survey(RawObjects(b"9 0 obj\n<< /Kids [9 0 R] >>")).has_bad_trees  # also without its end


def test_states_that_nobody_restores() -> None:
    bomb = zlib.compress(b"q " * 400_000)
    data = raw_pdf(TEXT, TEXT, change=lambda pdf: pdf.pages[1].obj.Contents.write(bomb, filter=Name.FlateDecode))
    assert defuse(data).n_bombs == 1
    layout = read_layout(data)
    assert layout.pages[0].words
    assert layout.warnings[0].code == "partial"


@pytest.mark.parametrize("content", [b"q 1 0 0 1 0 0 cm Q\n" * 60_000, b"(qqqqqqqq) Tj " * 60_000])
def test_states_that_are_restored_and_letters_stay(content: bytes) -> None:
    packed = zlib.compress(content)
    data = raw_pdf(TEXT, change=lambda pdf: pdf.pages[0].obj.Contents.write(packed, filter=Name.FlateDecode))
    assert defuse(data).n_bombs == 0


def test_a_form_of_absurdly_many_fields_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def change(pdf: Pdf) -> None:
        add_annotation(pdf, "Widget", (10, 40, 90, 60), FT=Name.Tx, V="a value", T="field")
        pdf.Root.AcroForm = Dictionary(Fields=pdf.pages[0].obj.Annots)

    data = raw_pdf(TEXT, change=change, plain=True)
    assert "value" in [word.text for word in read_layout(data).pages[0].words]
    monkeypatch.setattr("pincite.parsers.pdf.reader.survey.FORM_FIELDS", 0)
    layout = read_layout(data)
    assert "value" not in [word.text for word in layout.pages[0].words]
    assert "more fields" in layout.warnings[0].message


def test_resources_that_nobody_closes_cost_one_pass() -> None:
    data = b"1 0 obj << /Subtype /Form " + b"/XObject << " * 5_000 + b"stream\n/X Do endstream endobj"
    assert endless(RawObjects(data)) == []
