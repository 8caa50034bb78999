"""The characters of a page for ``words.read_words``, through functions of pdfium that take addresses."""

from __future__ import annotations

import ctypes
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from ctypes import c_void_p
from itertools import repeat
from struct import Struct
from typing import Any, NamedTuple

from pincite.parsers.pdf.reader.glyphs import Boxes
from pincite.parsers.pdf.reader.glyphtext import LINE_END_HYPHEN, UNKNOWN
from pincite.parsers.pdf.reader.looks import FILL, FILL_AND_STROKE, Look, Looks
from pincite.parsers.pdf.reader.pageobjects import PageObjects
from pincite.parsers.pdf.reader.rows import Rows
from pincite.parsers.pdf.reader.space import PageSpace

_four_floats = Struct("4f").unpack_from
_TELLING = 32  # bytes of what is said of a text object; its place does not belong to its look


class CharCalls(NamedTuple):
    """The functions of pdfium that tell of characters, in the names of its headers. Addresses are passed as
    ``c_void_p`` objects, which costs half of what integers cost."""

    text: Any
    unicode: Any
    has_map_error: Any
    is_hyphen: Any
    is_generated: Any
    loose_box: Any
    text_object: Any
    font_size: Any
    matrix: Any
    origin: Any
    font_of: Any
    fill_color: Any
    render_mode: Any
    mcid: Any


class PageChars:
    """Implements ``glyphs.Glyphs`` for a loaded text page of ``n`` characters. ``pieced``: tags may part a word
    anywhere, so that its ends do not tell of what lies between."""

    def __init__(
        self,
        calls: CharCalls,
        rows: Rows,
        address: int,
        n: int,
        objects: PageObjects,
        looks: Looks,
        space: PageSpace,
        *,
        tagged: bool,
        pieced: bool = False,
    ) -> None:
        self._calls = calls
        self._rows = rows
        self._page = c_void_p(address)
        self._objects = objects
        self._looks = looks
        self._space = space
        self._tagged = tagged
        self._pieced = pieced
        self._look_of: dict[int, Look] = {}
        self._item = c_void_p()  # of the text object that is asked about, set anew for each
        self._facts: Any = (ctypes.c_char * 40)()  # of a text object: red, green, blue, alpha; the matrix, a to f
        first = ctypes.addressof(self._facts)
        self._color_at = [c_void_p(first + 4 * i) for i in range(4)]
        self._matrix_at = c_void_p(first + 16)
        self._known: dict[tuple[bytes, float, int, int | None, int, int], Look] = {}  # by what pdfium says, unread
        self._point = (ctypes.c_double * 2)()
        self._point_at = [c_void_p(ctypes.addressof(self._point) + 8 * i) for i in range(2)]
        self._meets_unmapped = False
        self._mended: set[int] = set()  # characters whose meaning was found out elsewhere
        self.doubtful_spaces: dict[int, str] = {}  # made up by pdfium where the font has a letter for the blank
        self.text = self._read_text(n)

    def _read_text(self, n: int) -> str:
        """The text of the page with one character for each of pdfium's characters."""
        if n <= 0:
            return ""
        buffer = (ctypes.c_ushort * (n + 1))()
        units = self._calls.text(self._page, 0, n, c_void_p(ctypes.addressof(buffer))) - 1
        text = bytes(buffer)[: 2 * units].decode("utf-16-le", "surrogatepass") if units == n else ""
        if len(text) == n:
            return text
        # Characters without a Unicode value are not in that text, so it does not tell which character is which.
        codes = map(self._calls.unicode, repeat(self._page), range(n))
        return "".join([chr(code) if 2 < code < 0x110000 else self._odd(i, code) for i, code in enumerate(codes)])

    def _odd(self, index: int, code: int) -> str:
        if code == 2 and self._calls.is_hyphen(self._page, index):
            return LINE_END_HYPHEN
        return chr(code) if 0 < code < 0x110000 else UNKNOWN

    def boxes(self, indices: Sequence[int]) -> Boxes:
        rows, addresses = self._rows.take(len(indices))
        deque(map(self._calls.loose_box, repeat(self._page), indices, addresses), 0)
        return self._space.boxes(rows)

    def origins(self, indices: Sequence[int]) -> list[tuple[float, float]]:
        call, page, point, (at_x, at_y) = self._calls.origin, self._page, self._point, self._point_at
        found = []
        for index in indices:
            call(page, index, at_x, at_y)
            found.append(self._space.to_display.point(point[0], point[1]))
        return found

    def owners(self, indices: Sequence[int]) -> list[int]:
        return [owner or 0 for owner in map(self._calls.text_object, repeat(self._page), indices)]

    def looks(self, indices: Sequence[int], owners: Sequence[int]) -> list[Look]:
        known = self._look_of
        looks = []
        before, look = None, None
        for index, owner in zip(indices, owners, strict=True):
            if owner != before or look is None:
                before, look = owner, known.get(owner)
                if look is None:
                    look = known[owner] = self._look(index, owner)
            looks.append(look)
        return looks

    def is_unmapped(self, index: int) -> bool:
        if self._calls.has_map_error(self._page, index) != 1 or index in self._mended:
            return False
        self._meets_unmapped = True
        return True

    def mend(self, read_fonts: Callable[[], Mapping[str, Mapping[int, str]]], name_of: Callable[[int], str]) -> bool:
        """Gives characters without Unicode values those that the fonts' glyphs are named for, if such characters were
        met; returns whether there are any. ``read_fonts`` gives the meanings of codes by the names of the fonts,
        ``name_of`` the name of a font at an address. In a font without any Unicode values white space may be a letter
        in truth, too."""
        fonts = read_fonts() if self._meets_unmapped else {}
        if not fonts:
            return False
        text, unmapped, by_font = list(self.text), set[int](), self._by_font()
        for font, indices in by_font.items():
            meanings = fonts.get(name_of(font), {}) if font else {}
            lost = dict.fromkeys(i for i in indices if self.is_unmapped(i)) if meanings else {}
            if not lost:
                continue
            blanks = [i for i in indices if text[i] == " "]
            if len(lost) + sum(text[i].isspace() for i in indices if i not in lost) < len(indices):
                blanks = []  # its other characters have Unicode values, and so has the blank
            for i in [*lost, *blanks]:
                char = meanings.get(ord(text[i]))
                if char is None:
                    continue
                if i in blanks and self.is_generated(i):
                    self.doubtful_spaces[i] = char
                    continue
                text[i] = char
                unmapped.add(i)
        self._mended |= unmapped
        self.text = "".join(text)
        return bool(unmapped)

    def _by_font(self) -> dict[int, list[int]]:
        """The characters of each font."""
        found: defaultdict[int, list[int]] = defaultdict(list)
        font_of: dict[int, int] = {}
        for i, owner in enumerate(self.owners(range(len(self.text)))):
            if owner not in font_of:
                font_of[owner] = (self._calls.font_of(c_void_p(owner)) or 0) if owner else 0
            found[font_of[owner]].append(i)
        return found

    def is_generated(self, index: int) -> bool:
        """Whether pdfium made up a character: white space that is not in the file."""
        return bool(self._calls.is_generated(self._page, index) == 1)

    def alike(self, looks: Sequence[Look], owners: Sequence[int]) -> list[bool]:
        if self._pieced:
            return [False] * len(owners)
        known = self._look_of
        unknown = [owner for owner in dict.fromkeys(owners) if owner not in known]
        items = list(map(c_void_p, unknown))
        groups = map(self._looks.group, map(self._calls.mcid, items) if self._tagged else repeat(-1))
        found = dict(zip(unknown, zip(map(self._calls.font_of, items), groups, strict=False), strict=True))
        found |= {owner: (known[owner].font, known[owner].group) for owner in owners if owner in known}
        found[0] = None, -1
        return [found[owner] == (look.font, look.group) for owner, look in zip(owners, looks, strict=True)]

    def _look(self, index: int, owner: int) -> Look:
        calls, page, facts = self._calls, self._page, self._facts
        calls.matrix(page, index, self._matrix_at)
        operand = calls.font_size(page, index)
        if not owner:
            return self._looks.look((operand, *_four_floats(facts, 16), 0, FILL, None))
        item = self._item
        item.value = owner
        is_plain, mode, font = calls.fill_color(item, *self._color_at), calls.render_mode(item), calls.font_of(item)
        mcid = calls.mcid(item) if self._tagged else -1
        key = facts[:_TELLING], operand, mode, font, mcid, is_plain
        look = self._known.get(key)
        if look is None or mode == FILL_AND_STROKE:
            color = self._objects.fill_color(owner)
            if mode == FILL_AND_STROKE and self._objects.stroke_color(owner) != color:
                mode = FILL  # an outline in another colour is decoration; in the same colour it imitates bold
            look = self._looks.look((operand, *_four_floats(facts, 16), font or 0, mode, color), mcid)
            self._known[key] = look
        return look
