"""Which words a reader sees, which are printed twice, and how a page is put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.model import BBox
from pincite.parsers.pdf.layout import Fill, Flag, PageLayout, Style, Word
from pincite.parsers.pdf.reader.composing import PageParts, compose
from pincite.parsers.pdf.reader.doubles import find_doubles, is_offset
from pincite.parsers.pdf.reader.objects import Painted
from pincite.parsers.pdf.reader.rulings import Area, Drawing
from pincite.parsers.pdf.reader.styles import UNKNOWN_FONT, StyleTable
from pincite.parsers.pdf.reader.visibility import Picture, Scene, off_page, suspects, tiny

BLACK = Style("F", 10.0, False, False, False, 0)
WHITE = BLACK._replace(color=0xFFFFFF)
NAVY = BLACK._replace(color=0x000066)
STYLES = [BLACK, WHITE, NAVY, BLACK._replace(size=0.9)]


def at(x: float, y: float, style: int = 0, text: str = "word") -> Word:
    return Word(text, x, y, x + 20, y + 10, style)


def area(x0: float, y0: float, x1: float, y1: float, color: int, order: int, *, opaque: bool = True) -> Area:
    return Area(Fill(BBox(x0, y0, x1, y1), color), order, opaque, seen=True)


def scene(*words: Word, orders: list[int] | None = None, painted: list[bool] | None = None,
          areas: tuple[Area, ...] = (), images: tuple[BBox, ...] = ()) -> Scene:  # fmt: skip
    n = len(words)
    return Scene(600, 800, words, orders or [10] * n, painted or [True] * n, areas, images)


class TestSuspects:
    def test_black_on_white_is_fine(self) -> None:
        assert suspects(scene(at(50, 50), at(90, 50)), STYLES) == (set(), set())

    def test_white_on_white(self) -> None:
        assert suspects(scene(at(50, 50), at(90, 50, 1)), STYLES) == ({1}, set())

    def test_white_on_a_dark_area_and_on_a_picture(self) -> None:
        dark, photo = area(40, 40, 200, 80, 0x000066, 5), BBox(300, 40, 400, 80)
        assert suspects(scene(at(50, 50, 1), at(320, 50, 1), areas=(dark,), images=(photo,)), STYLES) == (set(), set())

    def test_the_colour_of_its_ground(self) -> None:
        assert suspects(scene(at(50, 50, 2), areas=(area(40, 40, 200, 80, 0x000070, 5),)), STYLES) == ({0}, set())

    def test_the_last_area_below_counts(self) -> None:
        areas = (area(0, 0, 600, 800, 0x000066, 1), area(40, 40, 200, 80, 0xEEEEEE, 5))
        assert suspects(scene(at(50, 50, 2), at(300, 300, 2), areas=areas), STYLES) == ({1}, set())

    def test_an_area_painted_later(self) -> None:
        cover = area(40, 40, 200, 80, 0xFFFFFF, 20)
        assert suspects(scene(at(50, 50), at(50, 55), at(300, 50), orders=[10, 30, 10], areas=(cover,)), STYLES) == (
            set(),
            {0},
        )

    def test_a_transparent_area_painted_later(self) -> None:
        mark = area(40, 40, 200, 80, 0xFFFF00, 20, opaque=False)
        assert suspects(scene(at(50, 50), areas=(mark,)), STYLES) == (set(), set())

    def test_what_is_not_painted_needs_no_suspicion(self) -> None:
        assert suspects(scene(at(50, 50, 1), painted=[False]), STYLES) == (set(), set())

    def test_unknown_colours_are_believed(self) -> None:
        pattern = [BLACK._replace(color=-1)]
        assert suspects(scene(at(50, 50)), pattern) == (set(), set())


def test_words_beside_the_page() -> None:
    words = (at(50, 50), at(-30, 50), at(595, 50), at(50, -3), at(50, 796))
    assert off_page(scene(*words)) == {1, 2, 4}


def test_words_too_small_to_read() -> None:
    small = Word("tiny", 50, 50, 53, 50.8, 3)
    scaled_by_its_font = Word("fine", 50, 50, 80, 60, 3)
    assert tiny(scene(at(50, 80), small, scaled_by_its_font), STYLES) == {1}


@pytest.mark.parametrize(("strips", "expected"), [(0, False), (1, False), (4, True)])
def test_a_scan_may_come_in_strips(strips: int, expected: bool) -> None:
    images = tuple(BBox(0, 160 * i, 600, 160 * i + 160) for i in range(strips))
    assert scene(at(50, 50), images=images).is_scan is expected


class TestInk:
    def picture(self) -> Picture:
        return Picture(np.full((400, 300, 3), 255, np.uint8), 2.0)

    def test_even_colour_is_no_ink(self) -> None:
        assert not self.picture().has_ink(at(10, 10))

    def test_strokes_are_ink(self) -> None:
        picture = self.picture()
        picture.pixels[30, 24:50] = 0
        assert picture.has_ink(at(10, 10))

    def test_tips_that_stick_out_are_not(self) -> None:
        picture = self.picture()
        picture.pixels[20:22, 24:26] = 0
        assert not picture.has_ink(at(10, 10))

    def test_a_part_of_the_page_tells_the_same(self) -> None:
        whole = self.picture()
        whole.pixels[30, 24:50] = 0
        part = Picture(whole.pixels[15:60, 10:100], 2.0, left=10, top=15)
        assert part.has_ink(at(10, 10))
        assert not part.has_ink(at(10, 20))

    def test_beyond_the_picture_nothing_is_known(self) -> None:
        assert self.picture().has_ink(at(500, 500))


class TestDoubles:
    def pairs(self, *words: Word) -> list[tuple[int, int]]:
        return find_doubles(words, np.array([word[1:3] for word in words]).reshape(-1, 2))

    def test_a_copy_just_beside(self) -> None:
        assert self.pairs(at(50, 50), at(80, 50), at(50.4, 50.1)) == [(0, 2)]

    def test_three_copies_have_one_original(self) -> None:
        assert self.pairs(at(50, 50), at(50.3, 50), at(50.6, 50)) == [(0, 1), (0, 2)]

    def test_other_words_and_other_places(self) -> None:
        assert self.pairs(at(50, 50), at(50, 50, text="other"), at(50, 60), at(56, 50)) == []

    def test_one_word_alone(self) -> None:
        assert self.pairs(at(50, 50)) == []

    @given(st.floats(0, 500), st.floats(0, 700), st.floats(-1.4, 1.4), st.floats(-1.4, 1.4))
    def test_the_place_on_the_page_does_not_matter(self, x: float, y: float, dx: float, dy: float) -> None:
        assert self.pairs(at(x, y), at(300, 750, text="else"), at(x + dx, y + dy)) == [(0, 2)]

    def test_offset(self) -> None:
        assert is_offset(at(50, 50), at(50.3, 50))
        assert not is_offset(at(50, 50), at(50, 50))


class Drawn:
    """A page that looks the same without any words."""

    def __init__(self, picture: Picture) -> None:
        self._picture = picture

    def whole(self, words: Sequence[Word]) -> Picture:
        return self._picture

    def without(self, items: Iterable[int], words: Sequence[Word]) -> Picture:
        return self._picture


class Untouched(Drawn):
    def __init__(self) -> None:
        pass

    def whole(self, words: Sequence[Word]) -> Picture:
        raise AssertionError("the page was drawn without need")


class Unclipped:
    def outside(self, words: Sequence[Word], owners: Sequence[int]) -> list[int]:
        return []


class TestCompose:
    def parts(self, *words: tuple[Word, bool], ink: bool = False, images: list[BBox] | None = None) -> PageParts:
        styles = StyleTable()
        for look in STYLES:
            styles.intern(UNKNOWN_FONT, look.size, look.color)
        painted = Painted(Drawing(600, 800), images=images or [])
        pixels = np.full((1600, 1200, 3), 255, np.uint8)
        if ink:
            pixels[:, ::3] = 0
        found = [(word, n, n, seen) for n, (word, seen) in enumerate(words, 1)]
        return PageParts(PageLayout(1, 600, 800, 0), found, painted, styles, Drawn(Picture(pixels, 2.0)), Unclipped())

    def test_nothing_to_do(self) -> None:
        parts = self.parts((at(50, 50), True))
        parts.look = Untouched()
        assert compose(parts) == []
        assert parts.layout.words == [at(50, 50)]

    def test_a_suspicion_that_the_picture_does_not_confirm(self) -> None:
        parts = self.parts((at(50, 50, 1), True), ink=True)
        assert compose(parts) == []
        assert parts.layout.words == [at(50, 50, 1)]

    def test_a_suspicion_that_it_confirms(self) -> None:
        parts = self.parts((at(50, 50), True), (at(90, 50, 1), True))
        (warning,) = compose(parts)
        assert (warning.code, warning.page) == ("hidden_text", 1)
        assert "(1 words)" in warning.message
        assert parts.layout.words == [at(50, 50)]
        assert parts.layout.hidden == [at(90, 50, 1)._replace(flags=Flag.HIDDEN)]

    def test_a_few_unpainted_words_among_text_are_hidden(self) -> None:
        parts = self.parts((at(50, 50), True), (at(90, 50), True), (at(130, 50), False), ink=True)
        assert [w.code for w in compose(parts)] == ["hidden_text"]
        assert len(parts.layout.words) == 2

    def test_a_hidden_copy_does_not_swallow_the_visible_word(self) -> None:
        parts = self.parts((at(50, 50), False), (at(50, 50), True), (at(90, 50), True), (at(130, 50, text="end"), True))
        compose(parts)
        assert [w.x0 for w in parts.layout.words] == [50, 90, 130]

    def test_a_shadow_in_another_colour_is_not_bold(self) -> None:
        parts = self.parts((at(50, 50, 2), True), (at(50.5, 50.5, 0), True))
        compose(parts)
        assert parts.layout.words == [at(50, 50, 2)]
