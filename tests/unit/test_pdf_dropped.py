"""Letters that pdfium drops come back."""

from __future__ import annotations

import pytest
from pikepdf import Pdf as PikePdf

from pincite.parsers.pdf.reader.dropped import restore, restore_initials
from pincite.parsers.pdf.reader.objects import Repeat
from pincite.parsers.pdf.reader.pdfium import read_layout
from pincite.parsers.pdf.reader.words import read_words
from tests.rawpdfs import Dictionary, Name, raw_pdf
from tests.unit.test_pdf_words import WIDE, FakeGlyphs, look

LEAN = look(leans=True)


def letters(text: str, x: float = 0) -> FakeGlyphs:
    """Each letter in a text object of its own, numbered from 1."""
    glyphs = FakeGlyphs()
    for i, char in enumerate(text):
        glyphs.put(char, x + WIDE * i, 0, LEAN, owner=i + 1)
    return glyphs


def texts(glyphs: object) -> list[str]:
    return [word.text for word, *_ in read_words(glyphs)]  # type: ignore[arg-type]


class TestRestore:
    def test_the_letter_and_no_space_in_its_place(self) -> None:
        glyphs = letters("Dif").gap()
        for i, char in enumerate("erent"):
            glyphs.put(char, 20 + WIDE * i, 0, LEAN, owner=10 + i)
        restored = restore(glyphs, [Repeat(4, 3, WIDE, 0)])
        assert texts(restored) == ["Different"]
        assert texts(glyphs) == ["Dif", "erent"]

    def test_a_space_after_the_letter_stays(self) -> None:
        glyphs = letters("of").gap().put("its", 17.5, 0, LEAN, owner=9)
        assert texts(restore(glyphs, [Repeat(4, 2, WIDE, 0)])) == ["off", "its"]

    def test_a_space_of_the_file_stays(self) -> None:
        glyphs = letters("of").gap(real=True).put("its", 15, 0, LEAN, owner=9)
        assert restore(glyphs, [Repeat(4, 2, WIDE, 0)]).text == "off its"  # type: ignore[union-attr]

    def test_letters_that_are_there_and_copies_of_words_are_left_alone(self) -> None:
        glyphs = letters("ab").put("whole", 30, 0, LEAN, owner=7)
        assert restore(glyphs, [Repeat(2, 1, WIDE, 0), Repeat(9, 7, WIDE, 0)]) is None

    def test_it_stands_where_it_is_drawn(self) -> None:
        restored = restore(letters("of"), [Repeat(4, 2, WIDE, 0)])
        assert restored is not None
        ((word, first, last, _),) = read_words(restored)
        assert (word.x0, word.x1, first, last) == (0, 15, 1, 4)


class TestInitials:
    def test_a_hole_after_a_space_is_filled(self) -> None:
        glyphs = FakeGlyphs().put("the", 0, 0).gap().put("DP", 25, 0)
        glyphs.place_space(3, 20, 0)
        assert texts(restore_initials(glyphs, {3: "G"})) == ["the", "GDP"]

    def test_without_a_hole_there_is_no_letter(self) -> None:
        glyphs = FakeGlyphs().put("the", 0, 0).gap().put("DP", 20, 0)
        glyphs.place_space(3, 20, 0)
        assert restore_initials(glyphs, {3: "G"}) is None


def italic(pdf: PikePdf) -> None:
    pdf.pages[0].obj.Resources.Font["/It"] = Dictionary(
        Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/Times-BoldItalic")
    )


@pytest.mark.parametrize(("word", "widths"), [("off", (500, 300, 333)), ("effect", (444, 300, 333, 444, 444, 278))])
def test_italics_with_an_object_for_each_letter(word: str, widths: tuple[int, ...]) -> None:
    at, content = 72.0, ""
    for char, width in zip(word, widths, strict=True):
        content += f"BT /It 16 Tf 0.75 0 0 0.75 {at:.3f} 700 Tm ({char}) Tj ET "  # the scale misleads pdfium
        at += width * 0.012
    (page,) = read_layout(raw_pdf(content, change=italic)).pages
    assert [w.text for w in page.words] == [word]


def test_a_shadow_of_italics_is_no_letter() -> None:
    content = "".join(f"BT /It 12 Tf {72 + shift} 700 Td (f) Tj ET " for shift in (0, 0.4))
    (page,) = read_layout(raw_pdf(content, change=italic)).pages
    assert [w.text for w in page.words] == ["f"]
