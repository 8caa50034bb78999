"""Forms as a reader sees them: what was filled in stands with its label; boxes are ticked or not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from pincite.model import Document, Kind
from pincite.parsers.pdf.engine import parse_pdf
from pincite.parsers.pdf.layout import Flag
from pincite.parsers.pdf.reader.pdfium import read_layout
from tests.rawpdfs import add_annotation, raw_pdf


class Form:
    """A page with labels and fields; y counts from the bottom."""

    def __init__(self, **raw: Any) -> None:
        self._content = ""
        self._fields: list[tuple[Sequence[float], dict[str, Any]]] = []
        self._raw = raw

    def label(self, x: float, y: float, text: str, *, size: float = 11) -> Form:
        self._content += f"BT /F1 {size} Tf {x} {y} Td ({text}) Tj ET\n"
        return self

    def field(self, rect: Sequence[float], **more: Any) -> Form:
        self._fields.append((rect, more))
        return self

    def text(self, rect: Sequence[float], value: str, *, shown: bool = True, **more: Any) -> Form:
        """A text field; with ``shown`` it has an appearance."""
        if shown:
            more["show"] = f"/Tx BMC BT /F1 11 Tf 2 5 Td ({value}) Tj ET EMC"
        return self.field(rect, FT=Name.Tx, V=String(value), **more)

    def box(self, rect: Sequence[float], *, on: bool, radio: bool = False) -> Form:
        state = Name.Yes if on else Name.Off
        return self.field(rect, FT=Name.Btn, AS=state, V=state, Ff=1 << 15 if radio else 0)

    def bytes(self) -> bytes:
        def change(pdf: pikepdf.Pdf) -> None:
            made = []
            for n, (rect, more) in enumerate(self._fields):
                made.append(add_annotation(pdf, "Widget", rect, T=String(f"f{n}"), **more))
            pdf.Root.AcroForm = Dictionary(Fields=Array(made), **self._raw)

        return raw_pdf(self._content, change=change)

    @property
    def document(self) -> Document:
        return parse_pdf(self.bytes(), doc_id="d", name="form.pdf")

    @property
    def blocks(self) -> list[tuple[Kind, str]]:
        doc = self.document
        return [(b.kind, doc.text[b.start : b.end]) for b in doc.blocks]


def texts(form: Form) -> list[str]:
    return [text for _, text in form.blocks]


class TestValues:
    def test_values_stand_with_their_labels(self) -> None:
        form = Form().label(72, 700, "Surname:").label(72, 670, "Arrival:")
        form.text((160, 695, 320, 713), "Okonkwo-Lind").text((160, 665, 320, 683), "2026-04-17")
        assert form.blocks == [(Kind.FORM_FIELD, "Surname: Okonkwo-Lind"), (Kind.FORM_FIELD, "Arrival: 2026-04-17")]

    def test_the_order_of_the_fields_in_the_file_does_not_matter(self) -> None:
        form = Form().label(72, 670, "Arrival:").label(72, 700, "Surname:")
        form.text((160, 665, 320, 683), "2026-04-17").text((160, 695, 320, 713), "Okonkwo-Lind")
        assert texts(form) == ["Surname: Okonkwo-Lind", "Arrival: 2026-04-17"]

    def test_a_field_without_an_appearance_shows_its_value(self) -> None:
        form = Form().label(72, 700, "Surname:").text((160, 695, 320, 713), "Okonkwo Lind", shown=False)
        assert texts(form) == ["Surname: Okonkwo Lind"]

    def test_an_empty_appearance_is_made_anew_by_viewers(self) -> None:
        form = Form().label(72, 700, "Surname:")
        form.field((160, 695, 320, 713), FT=Name.Tx, V=String("Lind"), show="/Tx BMC EMC")
        assert texts(form) == ["Surname: Lind"]

    def test_a_value_that_its_appearance_hides_stays_hidden(self) -> None:
        form = Form().label(72, 700, "Surname:")
        form.field((160, 695, 320, 713), FT=Name.Tx, V=String("Secret"), show="BT 1 g /F1 11 Tf 2 5 Td (Secret) Tj ET")
        assert texts(form) == ["Surname:"]

    def test_two_labels_in_a_row(self) -> None:
        form = Form().label(72, 700, "First name:").label(320, 700, "Last name:")
        form.text((140, 695, 300, 713), "Adaeze").text((380, 695, 540, 713), "Lind")
        words = " ".join(texts(form))
        assert "First name: Adaeze" in words
        assert "Last name: Lind" in words

    def test_a_value_below_its_label(self) -> None:
        form = Form().label(72, 700, "Street address").text((72, 680, 400, 697), "12 Harbour Lane")
        assert form.blocks == [(Kind.FORM_FIELD, "Street address\n12 Harbour Lane")]

    def test_a_value_of_several_lines(self) -> None:
        form = Form().label(72, 700, "Remarks:")
        value = "The gate was closed\nwhen the delivery came\non Friday morning."
        form.text((160, 640, 420, 715), value, shown=False, Ff=1 << 12)
        (words,) = (" ".join(text.split()) for text in [" ".join(texts(form))])
        assert words == "Remarks: The gate was closed when the delivery came on Friday morning."

    def test_long_values_are_broken_in_their_box(self) -> None:
        value = " ".join(["several words that fill more than one line of the box"] * 3)
        page = read_layout(Form().text((72, 600, 272, 700), value, shown=False, Ff=1 << 12).bytes()).pages[0]
        assert " ".join(w.text for w in page.words) == value
        assert all(w.x0 >= 72 and w.x1 <= 290 and w.y0 >= 92 and w.y1 <= 192 for w in page.words)
        assert len({w.y0 for w in page.words}) > 2

    def test_passwords_are_not_told(self) -> None:
        form = Form().label(72, 700, "Pass word:").text((160, 695, 320, 713), "xyzzy", shown=False, Ff=1 << 13)
        assert texts(form) == ["Pass word:"]

    def test_hidden_fields_are_not_told(self) -> None:
        def change(pdf: pikepdf.Pdf) -> None:
            field = add_annotation(pdf, "Widget", (160, 695, 320, 713), FT=Name.Tx, T=String("f"), V=String("unseen"))
            field.F = 2
            pdf.Root.AcroForm = Dictionary(Fields=Array([field]))

        page = read_layout(raw_pdf("BT /F1 11 Tf 72 700 Td (Name:) Tj ET", change=change)).pages[0]
        assert [w.text for w in page.words] == ["Name:"]

    def test_a_blank_form_is_its_labels(self) -> None:
        form = Form().label(72, 700, "Surname:").field((160, 695, 320, 713), FT=Name.Tx)
        assert form.blocks == [(Kind.PARAGRAPH, "Surname:")]

    def test_a_value_inside_a_sentence_leaves_it_one(self) -> None:
        form = Form().label(72, 700, "This agreement is made between").label(290, 700, "and the owner of the land")
        form.text((242, 695, 287, 713), "Ada Lind").label(72, 686, "who signs below, on the day that is written there.")
        ((kind, text),) = form.blocks
        assert kind is Kind.PARAGRAPH
        assert text.startswith("This agreement is made between Ada Lind and the owner of the land who signs")


class TestChoices:
    def choice(self, value: Any, **more: Any) -> Form:
        options = Array([Array([String("v"), String("Vegetarian")]), Array([String("f"), String("Fish")])])
        form = Form().label(72, 700, "Meal:")
        return form.field((160, 695, 320, 713), FT=Name.Ch, Ff=1 << 17, V=value, Opt=options, **more)

    def test_the_words_of_the_option_and_not_its_code(self) -> None:
        assert texts(self.choice(String("f"))) == ["Meal: Fish"]

    def test_a_value_of_its_own(self) -> None:
        assert texts(self.choice(String("Nothing at all"))) == ["Meal: Nothing at all"]


class TestBoxes:
    @pytest.mark.parametrize("radio", [False, True])
    def test_ticked_and_not(self, radio: bool) -> None:
        form = Form().label(90, 700, "Parking").label(90, 680, "Breakfast")
        form.box((72, 698, 84, 710), on=True, radio=radio).box((72, 678, 84, 690), on=False, radio=radio)
        assert form.blocks == [(Kind.FORM_FIELD, "[x] Parking"), (Kind.FORM_FIELD, "[ ] Breakfast")]

    def test_the_sign_that_ticks_is_not_read_twice(self) -> None:
        def change(pdf: pikepdf.Pdf) -> None:
            box = add_annotation(pdf, "Widget", (72, 698, 84, 710), show="BT /F1 10 Tf 2 2 Td (X) Tj ET", FT=Name.Btn)
            box.AP.N = Dictionary(Yes=box.AP.N)
            box.AS, box.T = Name.Yes, String("b")
            pdf.Root.AcroForm = Dictionary(Fields=Array([box]))

        page = read_layout(raw_pdf("BT /F1 11 Tf 90 700 Td (Parking) Tj ET", change=change)).pages[0]
        assert [w.text for w in page.words] == ["Parking", "[x]"]

    def test_a_box_right_of_its_label(self) -> None:
        form = Form().label(72, 700, "Needs parking:").box((200, 698, 212, 710), on=True)
        assert form.blocks == [(Kind.FORM_FIELD, "Needs parking: [x]")]

    def test_boxes_in_a_row(self) -> None:
        form = Form().label(86, 700, "Yes").label(126, 700, "No").label(160, 700, "Are you employed?")
        form.box((74, 698, 84, 708), on=False, radio=True).box((115, 698, 125, 708), on=True, radio=True)
        assert texts(form) == ["[ ] Yes [x] No Are you employed?"]

    def test_a_label_of_two_lines(self) -> None:
        form = Form().label(90, 700, "I have read the terms of this offer in full and agree to")
        form.label(90, 687, "all of them").box((72, 698, 84, 710), on=True)
        assert texts(form) == ["[x] I have read the terms of this offer in full and agree to all of them"]


def test_words_of_fields_are_marked() -> None:
    page = read_layout(Form().label(72, 700, "Name:").text((160, 695, 320, 713), "Lind").bytes()).pages[0]
    assert [(w.text, bool(w.flags & Flag.FIELD)) for w in page.words] == [("Name:", False), ("Lind", True)]


def test_pages_that_stand_in_for_an_xfa_form_say_so() -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root.AcroForm = Dictionary(Fields=Array([]), XFA=pikepdf.Stream(pdf, b"<xdp/>"))
        pdf.Root.NeedsRendering = True

    layout = read_layout(raw_pdf("BT /F1 11 Tf 72 700 Td (Please wait...) Tj ET", change=change))
    assert [w.code for w in layout.warnings] == ["partial"]
    assert "XFA" in layout.warnings[0].message
