"""Cutting the text of a page into words, on characters placed by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.parsers.pdf.layout import Flag
from pincite.parsers.pdf.reader.glyphs import Boxes
from pincite.parsers.pdf.reader.glyphtext import LINE_END_HYPHEN, UNKNOWN
from pincite.parsers.pdf.reader.looks import Look
from pincite.parsers.pdf.reader.unmapped import unmapped_characters
from pincite.parsers.pdf.reader.words import read_words

PLAIN = Look(style=0, size=10, angle=0, mcid=-1, painted=True, slanted=False, group=-1, font=1)
WIDE = 5.0  # of a character


class FakeGlyphs:
    """Characters of a page; white space is what pdfium puts between them."""

    def __init__(self) -> None:
        self.text = ""
        self._boxes: list[tuple[float, float, float, float]] = []
        self._looks: list[Look] = []
        self._owners: list[int] = []
        self.real: set[int] = set()  # white space of the file
        self._origins: dict[int, tuple[float, float]] = {}
        self.unmapped: set[int] = set()

    def put(
        self,
        text: str,
        x: float,
        y: float,
        look: Look = PLAIN,
        *,
        step: float = WIDE,
        down: bool = False,
        owner: int | None = None,
    ) -> FakeGlyphs:
        """Characters from (x, y), the middle of the line, to the right (or downwards); ``owner`` is their text object,
        otherwise one for all of the look."""
        for i, char in enumerate(text):
            along = i * step
            left, top = (x, y + along) if down else (x + along, y)
            tall, wide = (WIDE, look.size) if down else (look.size, WIDE)
            self._boxes.append((left, top - (0 if down else tall / 2), left + wide, top + (tall if down else tall / 2)))
            self._looks.append(look)
            self._owners.append(id(look) if owner is None else owner)
            self._origins[len(self.text)] = (left, top + 0.3 * look.size)
            self.text += char
        return self

    def gap(self, chars: str = " ", *, real: bool = False) -> FakeGlyphs:
        """White space, made up by pdfium or of the file."""
        for char in chars:
            self._boxes.append((0, 0, 0, 0))
            self._looks.append(PLAIN)
            self._owners.append(0)
            if real:
                self.real.add(len(self.text))
            self.text += char
        return self

    def place_space(self, index: int, x: float, y: float) -> None:
        self._boxes[index] = (x, y, x, y)
        self._owners[index] = 1

    def set_base_line(self, y: float) -> None:
        self._origins = {i: (x, y) for i, (x, _) in self._origins.items()}

    def boxes(self, indices: Sequence[int]) -> Boxes:
        return np.array([self._boxes[i] for i in indices], dtype=float)

    def owners(self, indices: Sequence[int]) -> list[int]:
        return [self._owners[i] for i in indices]

    def looks(self, indices: Sequence[int], owners: Sequence[int]) -> list[Look]:
        return [self._looks[i] for i in indices]

    def is_unmapped(self, index: int) -> bool:
        return index in self.unmapped

    def alike(self, looks: Sequence[Look], owners: Sequence[int]) -> list[bool]:
        own = list(zip(self._owners, self._looks, strict=True))
        asked = zip(looks, owners, strict=True)
        return [any(o == owner and x.goes_with(look) for o, x in own) for look, owner in asked]

    def is_generated(self, index: int) -> bool:
        return self.text[index].isspace() and index not in self.real

    def origins(self, indices: Sequence[int]) -> list[tuple[float, float]]:
        return [self._origins[i] for i in indices]


def look(**changes: object) -> Look:
    return PLAIN._replace(**changes)  # type: ignore[arg-type]


def words(glyphs: FakeGlyphs) -> list[tuple[str, int]]:
    return [(word.text, word.flags) for word, *_ in read_words(glyphs)]


def test_words_end_at_white_space_of_any_kind() -> None:
    glyphs = FakeGlyphs().put("one", 0, 0).gap("\u00a0").put("two", 30, 0).gap("\r\n").put("three", 0, 12).gap("\u3000")
    assert words(glyphs) == [("one", 0), ("two", 0), ("three", 0)]


def test_the_box_is_that_of_all_characters() -> None:
    ((word, *_),) = read_words(FakeGlyphs().put("word", 10, 100))
    assert word[1:5] == (10, 95, 30, 105)


def test_nothing_on_a_page_without_text() -> None:
    assert read_words(FakeGlyphs()) == []
    assert read_words(FakeGlyphs().gap(" \r\n")) == []


def test_figures_of_two_columns_without_white_space_between_are_two_words() -> None:
    assert words(FakeGlyphs().put("1,234", 100, 0).put("5,678", 180, 0)) == [("1,234", 0), ("5,678", 0)]


def test_text_of_two_lines_without_white_space_between_is_two_words() -> None:
    assert words(FakeGlyphs().put("upper", 100, 0).put("lower", 100, 12)) == [("upper", 0), ("lower", 0)]


def test_letter_spacing_is_no_gap() -> None:
    assert words(FakeGlyphs().put("CONTENTS", 100, 0, step=14)) == [("CONTENTS", 0)]


def test_wide_characters_are_not_cut() -> None:
    assert words(FakeGlyphs().put("東京都議会", 100, 0, step=10)) == [("東京都議会", 0)]


def test_right_to_left_text_keeps_its_order() -> None:
    glyphs = FakeGlyphs().put("שלום", 100, 0, step=-WIDE)
    ((word, *_),) = read_words(glyphs)
    assert (word.text, word.x0, word.x1) == ("שלום", 85, 105)


@pytest.mark.parametrize(
    "other",
    [look(style=1, size=7), look(style=2), look(painted=False), look(group=4)],
    ids=["size", "style", "not painted", "cell"],
)
def test_a_change_of_look_cuts_and_the_rest_clings(other: Look) -> None:
    assert words(FakeGlyphs().put("4,512", 0, 0).put("1", 25, 0, other)) == [("4,512", 0), ("1", Flag.GLUED)]


def test_another_marked_content_of_the_same_paragraph_does_not_cut() -> None:
    assert words(FakeGlyphs().put("Alpha", 0, 0, look(mcid=1)).put("betic", 25, 0, look(mcid=2))) == [("Alphabetic", 0)]


def test_a_raised_mark_of_the_same_size_is_cut_off() -> None:
    assert words(FakeGlyphs().put("m", 0, 0).put("3", 5, -3)) == [("m", 0), ("3", Flag.GLUED)]


def test_upright_text_is_judged_along_its_own_direction() -> None:
    down = look(angle=90)
    assert words(FakeGlyphs().put("Quarter", 50, 0, down, down=True)) == [("Quarter", 0)]
    assert words(FakeGlyphs().put("12", 50, 0, down, down=True).put("34", 50, 60, down, down=True)) == [
        ("12", 0),
        ("34", 0),
    ]


def test_slanted_labels_are_cut_by_distance_only() -> None:
    slanted = look(slanted=True)
    glyphs = FakeGlyphs()
    for start in (0.0, 100.0):
        for i, char in enumerate("Sep"):
            glyphs.put(char, start + 4 * i, 50 - 4 * i, slanted)
    assert words(glyphs) == [("Sep", 0), ("Sep", 0)]


def test_both_halves_of_a_divided_word() -> None:
    glyphs = FakeGlyphs().put("infor" + LINE_END_HYPHEN, 100, 0).put("mation", 20, 12)
    assert words(glyphs) == [("infor-", Flag.HYPHEN), ("mation", 0)]


def test_a_divided_word_that_goes_on_in_the_same_line_is_not_divided() -> None:
    glyphs = FakeGlyphs().put("well" + LINE_END_HYPHEN, 100, 0).put("known", 125, 0)
    assert words(glyphs) == [("well-", 0), ("known", Flag.GLUED)]


def test_a_soft_hyphen_at_the_end_divides_and_inside_is_nothing() -> None:
    glyphs = FakeGlyphs().put("infor\u00ad", 100, 0).gap("\r\n").put("mat\u00adion", 20, 12)
    assert words(glyphs) == [("infor-", Flag.HYPHEN), ("mation", 0)]


def test_unmapped_characters_are_not_read_by_their_codes() -> None:
    glyphs = FakeGlyphs().put("AB", 0, 0, look(font=9)).gap().put("AB", 20, 0)
    glyphs.unmapped = {0, 1}
    assert words(glyphs) == [(UNKNOWN * 2, Flag.GARBLED), ("AB", 0)]


def test_an_unmapped_mark_inside_a_word() -> None:
    glyphs = FakeGlyphs().put("is", 0, 0).put("h", 10, 0, look(style=3, font=9))
    glyphs.unmapped = {2}
    assert words(glyphs) == [("is", 0), (UNKNOWN, Flag.GLUED | Flag.GARBLED)]


def test_each_character_of_a_font_is_asked_for_once() -> None:
    asked: list[int] = []

    def ask(index: int) -> bool:
        asked.append(index)
        return False

    assert unmapped_characters(["abab", "ba", "ab"], [0, 5, 8], [1, 1, 2], ask) == {}
    assert sorted(asked) == [0, 1, 8, 9]


def test_a_currency_sign_added_to_a_mapped_font_is_trusted() -> None:
    text = "The sum is 12,345.00 ₪"
    assert unmapped_characters([text], [0], [1], lambda i: text[i] == "₪") == {}
    assert unmapped_characters(["₪"], [0], [1], lambda i: True) == {1: {ord("₪"): UNKNOWN}}


class TestNarrowSpaces:
    """pdfium makes no white space of a narrow gap between two text objects."""

    @pytest.mark.parametrize(
        ("one", "two"), [("FEDERAL", "INCOME"), ("10.", "Communications"), ("filed", "two"), ("a", "b")]
    )
    def test_a_gap_wider_than_letter_spacing_parts_words(self, one: str, two: str) -> None:
        glyphs = FakeGlyphs().put(one, 0, 0, owner=1).put(two, WIDE * len(one) + 1.2, 0, owner=2)
        expected = [(one + two, 0)] if len(one + two) == 2 else [(one, 0), (two, 0)]
        assert words(glyphs) == expected

    def test_letters_at_their_usual_distance_stay_together(self) -> None:
        assert words(FakeGlyphs().put("under", 0, 0, owner=1).put("stand", 25.5, 0, owner=2)) == [("understand", 0)]

    def test_kerning_inside_a_text_object_does_not_part(self) -> None:
        assert words(FakeGlyphs().put("To", 0, 0).put("day", 11.2, 0)) == [("Today", 0)]

    def test_spaced_letters_stay_together(self) -> None:
        glyphs = FakeGlyphs()
        for i, char in enumerate("NOTICE"):
            glyphs.put(char, 7.0 * i + 0.3 * (i % 2), 0, owner=i + 1)
        assert words(glyphs) == [("NOTICE", 0)]

    @pytest.mark.parametrize(
        ("one", "two"), [("(51.4)", "%"), ("Region", ","), ("(", "see"), ("A—", "Use"), ("$", "5")]
    )
    def test_punctuation_clings_over_a_gap(self, one: str, two: str) -> None:
        glyphs = FakeGlyphs().put(one, 0, 0, owner=1).put(two, WIDE * len(one) + 1.2, 0, owner=2)
        assert words(glyphs) == [(one + two, 0)]

    def test_small_capitals_stay_together(self) -> None:
        glyphs = FakeGlyphs().put("Q", 0, 0, look(style=1, size=10), owner=1)
        glyphs.put("UESTION", 6.2, 0, look(style=2, size=8), owner=2)
        assert words(glyphs) == [("Q", 0), ("UESTION", Flag.GLUED)]

    def test_the_bearing_of_a_ligature_is_no_gap(self) -> None:
        glyphs = FakeGlyphs().put("signi", 0, 0, owner=1).put("fi", 26, 0, owner=2).put("cant", 37.2, 0, owner=3)
        assert words(glyphs) == [("significant", 0)]

    def test_signs_of_joined_scripts_stay_together(self) -> None:
        glyphs = FakeGlyphs().put("हि", 0, 0, owner=1).put("न्दी", 11.5, 0, owner=2)
        assert words(glyphs) == [("हिन्दी", 0)]

    def test_cells_that_nearly_touch_are_apart(self) -> None:
        glyphs = FakeGlyphs().put("people", 0, 0, look(group=1)).put("Users", 30.6, 0, look(group=2))
        assert words(glyphs) == [("people", 0), ("Users", 0)]


class TestKnownWords:
    """Words that come again are not measured letter by letter each time."""

    def test_a_word_without_a_gap_is_remembered(self) -> None:
        solid: set[tuple[str, int, int]] = set()
        read_words(FakeGlyphs().put("to", 0, 0, owner=1).put("day", 10, 0, owner=2), solid)
        assert {text for text, *_ in solid} == {"today"}

    def test_a_word_with_a_gap_is_parted_whatever_is_known(self) -> None:
        solid: set[tuple[str, int, int]] = set()
        for _ in range(2):
            read_words(FakeGlyphs().put("to", 0, 0, owner=1).put("day", 10, 0, owner=2), solid)
            parted = read_words(FakeGlyphs().put("to", 0, 0, owner=1).put("day", 12, 0, owner=2), solid)
            assert [word.text for word, *_ in parted] == ["to", "day"]
        assert {text for text, *_ in solid} == {"today"}


class TestTouching:
    """pdfium puts white space between letters that are set one by one, and some programs do."""

    @pytest.mark.parametrize("space", [" ", "\r\n"])
    def test_digits_set_one_by_one_are_one_number(self, space: str) -> None:
        glyphs = (
            FakeGlyphs().put("9", 0, 0, owner=1).gap(space).put("1", 5, 0, owner=2).gap(space).put("5", 10, 0, owner=3)
        )
        ((whole, first, last, _),) = read_words(glyphs)
        assert (whole.text, whole.x0, whole.x1, first, last) == ("915", 0, 15, 1, 3)

    def test_a_space_of_no_width_is_none(self) -> None:
        assert words(FakeGlyphs().put("NO", 0, 0).gap(real=True).put("TE", 9.7, 0)) == [("NOTE", 0)]

    def test_a_space_of_the_file_after_a_stop_is_meant(self) -> None:
        glyphs = FakeGlyphs().put("end.", 0, 0).gap(real=True).put("The", 20, 0)
        assert words(glyphs) == [("end.", 0), ("The", 0)]

    def test_thousands_set_one_by_one(self) -> None:
        assert words(FakeGlyphs().put("1,", 0, 0).gap().put("250", 10, 0)) == [("1,250", 0)]

    def test_an_ordinary_space_is_one(self) -> None:
        assert words(FakeGlyphs().put("two", 0, 0).gap().put("words", 16.5, 0)) == [("two", 0), ("words", 0)]

    def test_italics_reach_over_the_space(self) -> None:
        lean = look(leans=True)
        assert words(FakeGlyphs().put("of", 0, 0, lean).gap().put("them", 10, 0, lean)) == [("of", 0), ("them", 0)]
        assert words(FakeGlyphs().put("and", 0, 0, lean).gap().put("we", 15.2, 0, lean)) == [("and", 0), ("we", 0)]
        assert words(FakeGlyphs().put("W", 0, 0, lean).gap().put("e", 5, 0, lean)) == [("We", 0)]

    def test_another_look_or_line_is_another_word(self) -> None:
        assert words(FakeGlyphs().put("5", 0, 0).gap().put("a", 5, 0, look(style=2))) == [("5", 0), ("a", 0)]
        assert words(FakeGlyphs().put("5", 0, 0).gap().put("a", 5, 1)) == [("5", 0), ("a", 0)]

    def test_other_marked_content_stays_a_word_but_clings(self) -> None:
        glyphs = FakeGlyphs().put("1", 0, 0, look(mcid=1)).gap().put("3", 5, 0, look(mcid=2))
        assert words(glyphs) == [("1", 0), ("3", Flag.GLUED)]

    def test_upright_text(self) -> None:
        down = look(angle=90)
        glyphs = FakeGlyphs().put("A", 50, 0, down, down=True).gap().put("M", 50, 5, down, down=True)
        assert words(glyphs) == [("AM", 0)]

    def test_the_end_of_a_word_in_another_look_takes_no_more(self) -> None:
        glyphs = FakeGlyphs().put("4", 0, 0, owner=1).put("xx", 5, 0, look(style=2), owner=2).gap()
        glyphs.put("and", 15, 0, owner=3)
        assert words(glyphs) == [("4", 0), ("xx", Flag.GLUED), ("and", 0)]


def test_fonts_that_do_not_tell_their_height_are_straightened() -> None:
    odd = look(misshapen=True)
    glyphs = FakeGlyphs().put("Tod", 0, 100, odd)
    glyphs.put("“", 15, 94, odd)  # a font of quotation marks only: its box floats above the line
    glyphs.set_base_line(103)
    ((whole, *_),) = read_words(glyphs)
    assert (whole.text, whole.y0, whole.y1) == ("Tod“", 95, 105)


@given(st.lists(st.text("abc12,.()ﬁ\u00ad€", min_size=1, max_size=8), max_size=8))
def test_no_character_is_lost(parts: list[str]) -> None:
    glyphs = FakeGlyphs()
    for n, part in enumerate(parts):
        glyphs.put(part, 20, 12.0 * n, replace_style(n % 3)).gap("\r\n")
    got = "".join(text for text, _ in words(glyphs))
    kept = [p[:-1].replace("\u00ad", "") + p[-1].replace("\u00ad", "-") for p in parts]
    assert got.replace("fi", "ﬁ") == "".join(kept)


def replace_style(number: int) -> Look:
    return PLAIN._replace(style=number)


def test_an_address_that_was_turned_in_a_right_to_left_line_reads_forward() -> None:
    glyphs = FakeGlyphs()
    for part, x in (("il", 60.0), (".", 55.0), ("co", 45.0), (".", 40.0), ("shop", 20.0), (".", 15.0), ("www", 0.0)):
        glyphs.put(part, x, 0)
    assert words(glyphs) == [("www.shop.co.il", 0)]


def test_mirrored_brackets_keep_the_order_of_the_file() -> None:
    glyphs = FakeGlyphs()
    for part, x in (("(", 10.0), ("7", 5.0), (")", 0.0)):
        glyphs.put(part, x, 0)
    assert words(glyphs) == [("(7)", 0)]


def test_lam_and_alef_of_one_glyph_are_put_in_order() -> None:
    glyphs = FakeGlyphs().put("\u0627", 20, 0).put("\u0625", 15, 0).put("\u0644", 15, 0).put("\u0636", 10, 0)
    assert words(glyphs) == [("\u0627\u0644\u0625\u0636", 0)]


def ink(glyphs: FakeGlyphs, char: str, x: float, x1: float, y: float, y1: float, base: tuple[float, float]) -> None:
    """Puts a character of which pdfium gives the ink alone, ``base`` is where its glyph begins on the base line."""
    glyphs.put(char, x, y)
    glyphs._boxes[-1] = (x, y, x1, y1)
    glyphs._origins[len(glyphs.text) - 1] = base


def test_lam_and_alef_that_share_the_box_of_a_glyph_are_put_in_order() -> None:
    glyphs = FakeGlyphs().put("\u0627", 30, 0)
    ink(glyphs, "\u0623", 20, 22, -4, 3, (20, 3))
    ink(glyphs, "\u0644", 22, 24, -4, 3, (20, 3))
    assert words(glyphs.put("\u0645", 14, 0)) == [("\u0627\u0644\u0623\u0645", 0)]


@pytest.mark.parametrize(
    ("accent", "base", "x", "text"),
    [
        ("\u00b4", "o", 20.5, "\u00f3n"),
        ("`", "\u0131", 20.5, "\u00ecn"),
        ("`", "a", 25, "`an"),  # a quotation mark, or a sign of code
        ("\u00b4", "b", 20.5, "\u00b4bn"),  # no such letter
    ],
)
def test_accents_that_stand_over_their_letter_are_one_with_it(accent: str, base: str, x: float, text: str) -> None:
    glyphs = FakeGlyphs().put(accent, 20, 0).put(base, x, 0).put("n", x + 5, 0)
    assert words(glyphs) == [(text, 0)]


def test_a_cedilla_stands_under_the_letter_before_it() -> None:
    glyphs = FakeGlyphs().put("c", 20, 0).put("\u00b8", 20.2, 0).put("a", 25, 0)
    assert words(glyphs) == [("\u00e7a", 0)]


def test_joined_letters_without_heights_are_as_high_as_their_line() -> None:
    glyphs = FakeGlyphs()
    ink(glyphs, "\u0628", 20, 24, 98, 105, (20, 103))  # with a dot below
    ink(glyphs, "\u0627", 17.5, 18.5, 96, 103, (16.5, 103))
    ((word, *_),) = read_words(glyphs)
    assert (word.text, word.x0, word.y0, word.y1) == ("\u0628\u0627", 16.5, 95, 105)


def test_letters_beside_a_mark_are_turned_round_as_one_word() -> None:
    glyphs = FakeGlyphs().put("\u0636", 25, 0).put("\u064a", 30, 0).put("\u0623", 35, 0)
    glyphs.put("\u064b", 20, 0).put("\u0627", 15, 0)  # pdfium turned the three before the mark
    assert words(glyphs) == [("\u0623\u064a\u0636\u064b\u0627", 0)]


def test_a_mark_over_a_letter_comes_after_it() -> None:
    glyphs = FakeGlyphs().put("\u062f", 20, 0).put("\u062c", 25, 0).put("\u064b", 21, 0).put("\u0627", 15, 0)
    assert words(glyphs) == [("\u062c\u062f\u064b\u0627", 0)]


def test_the_article_keeps_its_order() -> None:
    glyphs = FakeGlyphs().put("\u0627", 20, 0).put("\u0644", 15, 0).put("\u0628", 10, 0)
    assert words(glyphs) == [("\u0627\u0644\u0628", 0)]


def test_letters_that_pdfium_turned_round_are_turned_back() -> None:
    glyphs = FakeGlyphs().put("םולש", 100, 100)  # from left to right, as they stand
    assert [w.text for w, *_ in read_words(glyphs)] == ["שלום"]


def test_letters_in_their_order_stay() -> None:
    glyphs = FakeGlyphs()
    for i, letter in enumerate("שלום"):
        glyphs.put(letter, 130 - 5 * i, 100)
    assert [w.text for w, *_ in read_words(glyphs)] == ["שלום"]


def test_brackets_are_parted_from_letters_that_run_from_the_right() -> None:
    glyphs = FakeGlyphs().put("םולש", 100, 100).put(")", 95, 100)
    assert [w.text for w, *_ in read_words(glyphs)] == ["שלום", ")"]


def test_hebrew_letters_that_a_file_calls_latin_stand_where_they_are_drawn() -> None:
    glyphs = FakeGlyphs()
    for letter, x in zip("ץרוכס" + "\u00f0", (100, 105, 110, 115, 120, 125), strict=True):
        glyphs.put(letter, x, 100)
    assert [w.text for w, *_ in read_words(glyphs)] == ["נסכורץ"]
