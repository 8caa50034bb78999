"""What a reader does not see is kept apart and told of; what he sees is read, whatever lies around it."""

from __future__ import annotations

import zlib

import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from pincite.parsers.pdf.layout import Layout
from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.reader.rawobjects import RawObjects
from pincite.parsers.pdf.reader.survey import survey
from tests.rawpdfs import add_form, add_image, raw_pdf


def text(words: str, y: float = 700, size: float = 12) -> str:
    return f"BT /F1 {size} Tf 72 {y} Td ({words}) Tj ET\n"


BODY = "".join(text("Plain words of the page", 500 - 14 * i) for i in range(5))
CLIP_AWAY = "q 300 300 10 10 re W n " + text("Secret words") + "Q "
BLACK_BOX = "0 g 60 690 200 30 re f "
IMAGE_ON_TOP = "q 200 0 0 40 60 690 cm /Im Do Q "


def read(content: str, change: object = None) -> Layout:
    return read_layout(raw_pdf(BODY + content, change=change))  # type: ignore[arg-type]


def seen(layout: Layout) -> str:
    return " ".join(w.text for w in layout.pages[0].words if w.y0 < 200)


def hidden(layout: Layout) -> str:
    return " ".join(w.text for w in layout.pages[0].hidden)


@pytest.mark.parametrize(
    "content",
    [
        CLIP_AWAY,
        "q 0 0 612 792 re W n 300 300 10 10 re W n " + text("Secret words") + "Q",
        text("Secret words") + BLACK_BOX,
        "1 0 0 rg 60 690 200 30 re f " + text("Secret words"),
        "1 g " + text("Secret words"),
        "0.97 g " + text("Secret words"),
        "q /Clear gs " + text("Secret words") + "Q",
        text("Secret words", size=0.5),
        "q 3 Tr " + text("Secret words") + "Q",
    ],
)
def test_hidden_in_many_ways(content: str) -> None:
    layout = read(content)
    assert seen(layout) == ""
    assert hidden(layout) == "Secret words"
    assert [(w.code, w.page) for w in layout.warnings] == [("hidden_text", 1)]


class TestLayers:
    def layered(self, *, off: bool, plain: bool = False) -> Layout:
        def change(pdf: Pdf) -> None:
            layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Notes")))
            state = Dictionary(OFF=Array([layer] if off else []))
            pdf.Root.OCProperties = pdf.make_indirect(Dictionary(OCGs=Array([layer]), D=state))
            pdf.pages[0].obj.Resources.Properties = Dictionary(L=layer)

        content = BODY + "/OC /L BDC " + text("Secret words") + "EMC"
        return read_layout(raw_pdf(content, change=change, plain=plain))

    @pytest.mark.parametrize("plain", [False, True])
    def test_switched_off(self, plain: bool) -> None:
        layout = self.layered(off=True, plain=plain)
        assert (seen(layout), hidden(layout)) == ("", "Secret words")
        assert len(layout.pages[0].words) == 25

    def test_switched_on(self) -> None:
        assert seen(self.layered(off=False)) == "Secret words"

    @pytest.mark.parametrize(
        "content",
        [
            "/OC /L BDC /Fm Do EMC",
            "/OC /L BDC /Span BMC " + text("Secret words") + "EMC EMC",
            "/Span BMC /Artifact BMC /OC /L BDC " + text("Secret words") + "EMC EMC EMC",
        ],
    )
    def test_switched_off_around_or_within_other_marks(self, content: str) -> None:
        def change(pdf: Pdf) -> None:
            layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("Notes")))
            pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=Dictionary(OFF=Array([layer])))
            pdf.pages[0].obj.Resources.Properties = Dictionary(L=layer)
            add_form(pdf, text("Secret words"))

        assert hidden(read("/Odd BMC EMC " + content, change)) == "Secret words"

    def test_packed_lists_are_found(self) -> None:
        packed = zlib.compress(b"5 0 << /D << /OFF [ 7 0 R ] >> >>")
        assert survey(
            RawObjects(b"<< /Type /ObjStm /Filter /FlateDecode >>\nstream\n" + packed + b"\nendstream")
        ).has_hidden_layers
        assert not survey(RawObjects(b"<< /Type /ObjStm >>\nstream\nno such data\nendstream")).has_hidden_layers


def test_off_the_page() -> None:
    layout = read(text("Secret words", y=-40))
    assert seen(layout) == ""
    assert hidden(layout) == "Secret words"


def test_clipped_away_inside_a_form_object() -> None:
    def change(pdf: Pdf) -> None:
        add_form(pdf, CLIP_AWAY)

    assert hidden(read("/Fm Do", change)) == "Secret words"


def test_under_a_picture() -> None:
    layout = read(text("Secret words") + IMAGE_ON_TOP, add_image)
    assert (seen(layout), hidden(layout)) == ("", "Secret words")


def test_a_label_on_a_redaction_does_not_bring_back_what_is_under_it() -> None:
    layout = read(text("Secret words") + BLACK_BOX + "1 g " + text("REMOVED", y=701))
    assert (seen(layout), hidden(layout)) == ("REMOVED", "Secret words")


def test_words_on_the_spot_do_not_bring_back_what_is_clipped_away() -> None:
    layout = read(text("Other print") + CLIP_AWAY)
    assert (seen(layout), hidden(layout)) == ("Other print", "Secret words")


@pytest.mark.parametrize(
    "content",
    [
        "q 0 600 612 192 re W n " + text("Plain to see") + "Q",
        BLACK_BOX + "1 g " + text("Plain to see"),
        IMAGE_ON_TOP + text("Plain to see"),
        text("Plain to see") + "q /Half gs 1 1 0 rg 60 690 200 30 re f Q",
        "q 1 0 0 1 0 300 cm 0 300 612 192 re W n " + text("Plain to see", y=400) + "Q",
    ],
)
def test_what_is_seen_is_read(content: str) -> None:
    layout = read(content, add_image)
    assert seen(layout) == "Plain to see"
    assert layout.warnings == []


def test_a_copy_of_a_visible_word_is_no_secret() -> None:
    layout = read(text("Twice") + "1 g 60 690 200 30 re f 0 g " + text("Twice"))
    assert seen(layout) == "Twice"
    assert layout.warnings == []


def test_text_under_the_picture_of_a_scan_is_its_text_layer() -> None:
    content = "".join(text("Words of the layer", 700 - 20 * i) for i in range(10)) + "q 612 0 0 792 0 0 cm /Im Do Q"
    layout = read_layout(raw_pdf(content, change=add_image))
    assert len(layout.pages[0].words) == 40
    assert [w.code for w in layout.warnings] == ["scanned_page"]


@pytest.mark.parametrize("n_more", [0, 5])
def test_doubtful_words_far_apart_are_looked_at_each_on_its_spot(n_more: int) -> None:
    """White words: on a round sign, which no rule takes for their ground, and on plain paper."""
    disc = "0 g 10 w 1 J 80 {y} m 84 {y} l S 1 g BT /F1 8 Tf 79 {y} Td (i) Tj ET "
    signs = "".join(disc.format(y=y) for y in (740, 90, *range(620, 620 + 14 * n_more, 14)))
    layout = read(signs + "1 g " + text("secret", 300))
    assert hidden(layout) == "secret"
    assert [w.text for w in layout.pages[0].words].count("i") == 2 + n_more
