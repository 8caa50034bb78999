"""Where clip paths let text objects be seen."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import addressof, c_float, c_void_p
from typing import Any, NamedTuple

from pincite.model import BBox
from pincite.parsers.pdf.layout import Word
from pincite.parsers.pdf.reader.space import PageSpace

_MOST_PATHS = 50
_MOST_SEGMENTS = 200


class ClipCalls(NamedTuple):
    """The functions of pdfium that tell of clip paths, in the names of its headers. Addresses are passed as
    ``c_void_p`` objects and come back as integers."""

    get: Any
    count_paths: Any
    count_segments: Any
    segment: Any
    point: Any


class Clips:
    """The clips of the text objects of one page. Inside form XObjects they are in the form's own space, so that what
    they say needs a look at the rendered page."""

    def __init__(self, calls: ClipCalls, space: PageSpace) -> None:
        self._calls = calls
        self._space = space
        self._known: dict[tuple[int, int], BBox | None] = {}
        self._clip, self._segment = c_void_p(), c_void_p()
        self._point = (c_float * 2)()
        self._point_at = [c_void_p(addressof(self._point) + 4 * i) for i in range(2)]

    def outside(self, words: Sequence[Word], owners: Sequence[int]) -> list[int]:
        """Indices of the words whose middle is clipped away."""
        boxes = self._boxes_of([owner for owner in dict.fromkeys(owners) if owner])
        if not boxes:
            return []
        found = []
        for i, owner in enumerate(owners):
            if (box := boxes.get(owner)) is not None:
                word = words[i]
                x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
                if not (box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1):
                    found.append(i)
        return found

    def _boxes_of(self, items: list[int]) -> dict[int, BBox]:
        """For text objects of which not all may be seen, the box outside of which nothing is."""
        calls = self._calls
        clips = list(map(c_void_p, map(calls.get, map(c_void_p, items))))
        counts = list(map(calls.count_paths, clips))
        found: dict[int, BBox] = {}
        for item, clip, n in zip(items, clips, counts, strict=True):
            if n <= 0:
                continue
            key = n, calls.segment(clip, n - 1, 0) or 0  # paths are shared between objects
            if key not in self._known:
                self._clip.value = clip.value
                self._known[key] = self._read(min(n, _MOST_PATHS))
            box = self._known[key]
            if box is not None:
                found[item] = box
        return found

    def _read(self, n: int) -> BBox | None:
        boxes = [box for i in range(n) if (box := self._path_box(i)) is not None]
        if not boxes:
            return None
        x0, y0, x1, y1 = zip(*boxes, strict=True)
        return BBox(max(x0), max(y0), min(x1), min(y1))

    def _path_box(self, path: int) -> BBox | None:
        calls, points = self._calls, []
        n = calls.count_segments(self._clip, path)
        if not 0 < n <= _MOST_SEGMENTS:
            return None
        for i in range(n):
            self._segment.value = calls.segment(self._clip, path, i)
            calls.point(self._segment, *self._point_at)
            points.append((self._point[0], self._point[1]))
        xs, ys = zip(*points, strict=True)
        return self._space.box(min(xs), min(ys), max(xs), max(ys))
