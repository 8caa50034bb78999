"""Text that annotations put on a page, comments of readers, attached files."""

from __future__ import annotations

from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pincite.exports import to_markdown
from pincite.model import BBox, Document, Kind
from pincite.parsers.pdf.engine import parse_pdf
from pincite.parsers.pdf.layout import Comment
from pincite.parsers.pdf.reader.pageswire import RecordedStyles, decode_pages, encode_pages
from pincite.parsers.pdf.reader.pdfium import PdfFile, read_layout
from pincite.parsers.pdf.reader.styles import StyleTable
from tests.rawpdfs import add_annotation, raw_pdf

TEXT = "BT /F1 12 Tf 72 700 Td (The road was closed.) Tj ET"


def annotated(kind: str, rect: tuple[float, ...] = (72, 690, 200, 715), **more: Any) -> bytes:
    def change(pdf: pikepdf.Pdf) -> None:
        add_annotation(pdf, kind, rect, **more)

    return raw_pdf(TEXT, change=change)


def document(data: bytes) -> Document:
    return parse_pdf(data, doc_id="d", name="a.pdf")


def words(data: bytes) -> list[str]:
    return [w.text for w in read_layout(data).pages[0].words]


def warned(doc: Document) -> list[str]:
    return [w.code for w in doc.warnings]


class TestPrinted:
    def test_text_without_an_appearance_stands_in_its_box(self) -> None:
        page = read_layout(annotated("FreeText", (72, 600, 300, 620), Contents=String("Approved by Lind"))).pages[0]
        assert [w.text for w in page.words] == ["The", "road", "was", "closed.", "Approved", "by", "Lind"]
        assert all(w.y0 >= 172 and w.y1 <= 192 for w in page.words[4:])
        assert page.comments == []

    def test_text_with_an_appearance_is_read_once(self) -> None:
        show = "BT /F1 12 Tf 2 5 Td (Approved) Tj ET"
        assert words(annotated("FreeText", (72, 600, 300, 620), Contents=String("Approved"), show=show))[4:] == [
            "Approved"
        ]

    def test_a_stamp_is_read_at_its_place(self) -> None:
        data = annotated("Stamp", (72, 730, 300, 750), show="BT /F1 12 Tf 2 5 Td (RECEIVED) Tj ET")
        doc = document(data)
        assert doc.text[doc.blocks[0].start : doc.blocks[0].end] == "RECEIVED"

    def test_a_box_over_text_hides_it(self) -> None:
        show = "0 g 0 0 128 25 re f"
        layout = read_layout(annotated("Square", (70, 695, 198, 720), IC=Array([0, 0, 0]), show=show))
        assert layout.pages[0].words == []
        assert [w.code for w in layout.warnings] == ["hidden_text"]


class TestComments:
    @pytest.mark.parametrize("kind", ["Text", "Highlight", "Underline", "StrikeOut", "Squiggly", "Caret", "Ink"])
    def test_they_are_kept_beside_the_text(self, kind: str) -> None:
        doc = document(annotated(kind, Contents=String("Which road?"), T=String("Ada Lind")))
        assert [(b.kind, doc.text[b.start : b.end]) for b in doc.blocks] == [
            (Kind.PARAGRAPH, "The road was closed."),
            (Kind.COMMENT, "Ada Lind: Which road?"),
        ]
        assert "Which road" not in to_markdown(doc)
        assert warned(doc) == ["comments"]

    def test_their_place(self) -> None:
        doc = document(annotated("Text", Contents=String("Which road?")))
        (region,) = doc.blocks[-1].regions
        assert region.page == 1
        assert region.bbox == pytest.approx(BBox(72, 77, 200, 102))

    def test_marks_without_words_say_nothing(self) -> None:
        doc = document(annotated("Highlight"))
        assert len(doc.blocks) == 1
        assert warned(doc) == []

    def test_what_pops_up_repeats_its_comment(self) -> None:
        assert read_layout(annotated("Popup", Contents=String("Which road?"))).pages[0].comments == []

    def test_hidden_ones_are_not_told(self) -> None:
        def change(pdf: pikepdf.Pdf) -> None:
            add_annotation(pdf, "Text", (72, 690, 200, 715), Contents=String("unseen")).F = 2

        assert read_layout(raw_pdf(TEXT, change=change)).pages[0].comments == []

    def test_they_travel_between_processes(self) -> None:
        styles = RecordedStyles()
        with PdfFile(annotated("Text", Contents=String("Which road?"), T=String("Ada"))) as pdf:
            page = pdf.read_page(0, styles)
        pages, _ = decode_pages(encode_pages([page], styles, []), StyleTable())
        assert pages[0].comments == page.comments == [Comment(page.comments[0].box, "Ada", "Which road?")]


class TestFiles:
    def test_attached_to_the_document(self) -> None:
        def change(pdf: pikepdf.Pdf) -> None:
            pdf.attachments["figures.xlsx"] = b"secret figures"

        doc = document(raw_pdf(TEXT, change=change))
        assert [(w.code, w.page) for w in doc.warnings] == [("attachments", None)]
        assert "figures.xlsx (14 bytes)" in doc.warnings[0].message
        assert "secret" not in doc.text

    def test_attached_to_a_place(self) -> None:
        def change(pdf: pikepdf.Pdf) -> None:
            file = pikepdf.Stream(pdf, b"1,2,3", Type=Name.EmbeddedFile)
            spec = Dictionary(Type=Name.Filespec, F=String("t.csv"), UF=String("t.csv"), EF=Dictionary(F=file))
            add_annotation(pdf, "FileAttachment", (72, 600, 90, 620), FS=pdf.make_indirect(spec))

        doc = document(raw_pdf(TEXT, change=change))
        assert [(w.code, w.page) for w in doc.warnings] == [("attachments", 1)]
        assert "t.csv (5 bytes)" in doc.warnings[0].message


def test_annotations_beyond_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("annotations", "pdfium"):
        monkeypatch.setattr(f"pincite.parsers.pdf.reader.{module}.ANNOTATIONS", 1)

    def change(pdf: pikepdf.Pdf) -> None:
        for page, said in ((0, "one"), (1, "two"), (1, "three")):
            add_annotation(pdf, "Text", (72, 690, 200, 715), page, Contents=String(said))

    layout = read_layout(raw_pdf(TEXT, TEXT, change=change))
    assert [[comment.text for comment in page.comments] for page in layout.pages] == [["one"], ["two"]]
    assert [(w.code, w.page) for w in layout.warnings] == [("partial", 2)]
