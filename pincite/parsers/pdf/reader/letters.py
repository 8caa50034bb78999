"""The characters of a page with their boxes, as they stand in the file: to mark a quote to the letter."""

from __future__ import annotations

from array import array
from collections import deque
from ctypes import addressof, c_ushort, c_void_p
from itertools import repeat
from typing import NamedTuple

import numpy as np

from pincite.parsers.pdf.reader.pagechars import CharCalls
from pincite.parsers.pdf.reader.rows import Rows
from pincite.parsers.pdf.reader.space import PageSpace


class Letters(NamedTuple):
    """``text[i]`` stands in ``boxes[4 * i : 4 * i + 4]`` (left, top, right, bottom in points on the page as displayed;
    as wide as it advances, as high as its font); no white space is among them."""

    text: str
    boxes: array[float]


def read_letters(calls: CharCalls, rows: Rows, address: int, n: int, space: PageSpace) -> Letters:
    """The letters of a loaded text page of ``n`` characters, in the order of its text."""
    page = c_void_p(address)
    text = _text(calls, page, n)
    taken, addresses = rows.take(n)
    deque(map(calls.loose_box, repeat(page), range(n), addresses), 0)
    boxes = space.boxes(taken)
    there = np.array([not char.isspace() and char != "\0" for char in text], bool)
    there &= (boxes[:, 2] > boxes[:, 0]) & (boxes[:, 3] > boxes[:, 1])
    kept = "".join(char for char, ok in zip(text, there.tolist(), strict=True) if ok)
    return Letters(kept, array("f", boxes[there].astype(np.float32).tobytes()))


def _text(calls: CharCalls, page: c_void_p, n: int) -> str:
    """One character for each of pdfium's."""
    buffer = (c_ushort * (n + 1))()
    units = calls.text(page, 0, n, c_void_p(addressof(buffer))) - 1 if n > 0 else 0
    text = bytes(buffer)[: 2 * units].decode("utf-16-le", "replace") if units == n else ""
    if len(text) == n:
        return text
    codes = (calls.unicode(page, i) for i in range(n))
    return "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)
