"""Tells words that a reader of the printed page sees from words that are only in the file."""

from __future__ import annotations

from array import array
from collections.abc import Sequence, Set
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pincite.model import BBox
from pincite.parsers.pdf.layout import Style, Word
from pincite.parsers.pdf.reader.rulings import WHITE, Area
from pincite.parsers.redaction import is_dark

_SCAN = 0.6  # share of a page that pictures cover when it is taken for a scan
_TINY = 1.2  # points; smaller print is not legible
_NEAR = 24  # colours that differ less than this in each channel look the same
_INK = 12  # difference of channel values within a word's box that is ink and not noise
_INK_SHARE = 0.005  # of a word's box that has ink at least; a full stop has more
_RIM = 0.22  # share of a word's height, above and below
_MOST_AREAS = 400  # charts and maps have thousands; what hides text is among few


class Picture(NamedTuple):
    """A rendered page, or a part of it that begins with column ``left`` and row ``top``: ``pixels[row, column]`` are
    channel values, ``scale`` pixels a point."""

    pixels: NDArray[np.uint8]
    scale: float
    left: int = 0
    top: int = 0

    def has_ink(self, word: Word) -> bool:
        """Whether anything but an even colour is in the middle of the box of a word. Its rim does not count: tips of
        letters may stick out of what covers a word, and neighbours reach in. Where the picture ends nothing is known:
        true."""
        cut = self._cut(word)
        return cut.size == 0 or _is_ink(cut - _ground(cut))

    def differs(self, other: Picture, word: Word) -> bool:
        """Whether the box of a word looks otherwise in another picture of the page. Where the picture ends nothing is
        known: true."""
        cut = self._cut(word)
        return cut.size == 0 or _is_ink(cut - other._cut(word))

    def _cut(self, word: Word) -> NDArray[np.int16]:
        """The pixels in the middle of the box of a word, one a column, in rows of channels."""
        s, wide, high = self.scale, word.x1 - word.x0, word.y1 - word.y0
        x, y = (0.05, _RIM) if word.angle % 180 == 0 else (_RIM, 0.05)
        left, top = round((word.x0 + x * wide) * s) - self.left, round((word.y0 + y * high) * s) - self.top
        right, bottom = round((word.x1 - x * wide) * s) - self.left, round((word.y1 - y * high) * s) - self.top
        cut = self.pixels[max(0, top) : bottom + 1, max(0, left) : right + 1]
        return cut.transpose(2, 0, 1).reshape(cut.shape[-1], -1).astype(np.int16)


def _ground(cut: NDArray[np.int16]) -> NDArray[Any]:
    """The median of each channel: mostly the colour of the first pixel, which more than half of the others have."""
    first, n = cut[:, :1], cut.shape[1]
    if 2 * np.count_nonzero((cut == first).all(axis=0)) > n:
        return first
    low, high = (n - 1) // 2, n // 2
    ordered = np.partition(cut, (low, high), axis=1)  # numpy's own median takes five times as long
    return (ordered[:, low : low + 1] + ordered[:, high : high + 1]) / 2


def _is_ink(differences: NDArray[Any]) -> bool:
    n_inked = np.count_nonzero(np.abs(differences).max(axis=0) > _INK)
    return bool(n_inked > _INK_SHARE * differences.shape[1])


@dataclass(slots=True)
class Scene:
    """What the decision needs: words (with parallel lists: when each is painted, -1 unknown; whether it is painted at
    all), filled areas in the order of painting, and pictures and colour gradients."""

    width: float
    height: float
    words: Sequence[Word]
    orders: Sequence[int]
    painted: Sequence[bool]
    areas: Sequence[Area]
    images: Sequence[BBox]
    later_pictures: Sequence[tuple[BBox, int]] = ()  # and when they are painted
    boxes: NDArray[np.float64] = field(init=False)  # of the words
    middles: NDArray[np.float64] = field(init=False)  # x and y
    used_styles: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        _, x0, y0, x1, y1, styles, *_ = zip(*self.words, strict=True)  # column by column: half the time
        self.boxes = np.array([array("d", side) for side in (x0, y0, x1, y1)]).T
        self.middles = (self.boxes[:, :2] + self.boxes[:, 2:]) / 2
        self.used_styles = frozenset(styles)

    @property
    def picture_share(self) -> float:
        """Share of the page under pictures; a scan cut into strips counts together."""
        page = max(self.width * self.height, 1.0)
        return sum((b.x1 - b.x0) * (b.y1 - b.y0) for b in self.images) / page

    @property
    def is_scan(self) -> bool:
        """Whether the page is mostly a picture."""
        return self.picture_share >= _SCAN

    @property
    def has_text_layer(self) -> bool:
        """Whether most of the text leaves no ink: then it may stand for what a picture or outlines show."""
        return 2 * sum(self.painted) < len(self.painted)


def off_page(scene: Scene) -> set[int]:
    """Indices of the words whose middle lies outside the page."""
    x, y = scene.middles[:, 0], scene.middles[:, 1]
    outside = (x < 0) | (y < 0) | (x > scene.width) | (y > scene.height)
    return set(np.flatnonzero(outside).tolist())


def tiny(scene: Scene, styles: Sequence[Style]) -> set[int]:
    """Indices of the words that are too small to be read. The box is asked too: some fonts have their real size in a
    matrix of their own."""
    small = {style for style in scene.used_styles if styles[style].size < _TINY}
    if not small:
        return set()
    words = enumerate(scene.words)
    return {i for i, w in words if w.style in small and min(w.x1 - w.x0, w.y1 - w.y0) < _TINY}


def suspects(scene: Scene, styles: Sequence[Style]) -> tuple[set[int], set[int]]:
    """Indices of painted words that seem to have no contrast to their ground, and of those that seem to lie under a
    later area. A look at the rendered page must confirm it."""
    areas = scene.areas[-_MOST_AREAS:]
    possible = {WHITE, *(area.fill.color for area in areas)}
    odd = {s for s in scene.used_styles if any(_looks_like(styles[s].color, ground) for ground in possible)}
    inside = _inside(scene, areas)
    buried = {i for i in np.flatnonzero(_covered(scene, areas, inside)).tolist() if scene.painted[i]}
    doubtful = [i for i, word in enumerate(scene.words) if word.style in odd and scene.painted[i]] if odd else []
    if not doubtful:
        return set(), buried
    grounds = _grounds(scene, areas, inside).tolist()
    return {i for i in doubtful if _looks_like(styles[scene.words[i].style].color, grounds[i])} - buried, buried


def under_pictures(scene: Scene) -> list[int]:
    """Indices of the words on whose middle a picture is painted later."""
    if not scene.later_pictures:
        return []
    orders, (x, y) = np.array(scene.orders), scene.middles.T
    covered = np.zeros(len(x), np.bool_)
    for (x0, y0, x1, y1), when in scene.later_pictures[-_MOST_AREAS:]:
        covered |= (orders >= 0) & (orders < when) & (x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)
    found: list[int] = np.flatnonzero(covered).tolist()
    return found


def overlapped(scene: Scene, indices: Set[int], doubtful: Set[int]) -> set[int]:
    """Those of some doubtful words on which a word stands that is not doubtful."""
    boxes = scene.boxes[[i for i in range(len(scene.words)) if i not in doubtful]]
    found = set()
    for i in indices if len(boxes) else ():
        x0, y0, x1, y1 = scene.boxes[i]
        wide = np.minimum(boxes[:, 2], x1) - np.maximum(boxes[:, 0], x0)
        high = np.minimum(boxes[:, 3], y1) - np.maximum(boxes[:, 1], y0)
        if ((wide > 1) & (high > 0.3 * (y1 - y0))).any():
            found.add(i)
    return found


def under_covers(scene: Scene, indices: Sequence[int]) -> set[int]:
    """Those of some hidden words that something drawn hides as well, or would: what is painted over them, if only
    perhaps, or a dark box that they stand in. That is how people redact."""
    page = scene.width * scene.height
    covers = [(area.fill.box, area.order if area.opaque else -1, area.fill.color) for area in scene.areas]
    covers += [(box, when, WHITE) for box, when in scene.later_pictures]
    boxes, orders = scene.boxes[list(indices)], np.array([scene.orders[i] for i in indices])
    covered = np.zeros(len(indices), np.bool_)
    x0, y0, x1, y1 = boxes.T
    left, top, right, bottom = x0.min(), y0.min(), x1.max(), y1.max()
    for box, when, color in covers:
        if box.x1 <= left or box.x0 >= right or box.y1 <= top or box.y0 >= bottom:
            continue
        dark = is_dark(color) and 2 * (box.x1 - box.x0) * (box.y1 - box.y0) < page
        if not dark and when < 0:
            continue
        wide, high = np.minimum(x1, box.x1) - np.maximum(x0, box.x0), np.minimum(y1, box.y1) - np.maximum(y0, box.y0)
        there = (wide > 0.1 * (x1 - x0)) & (high > 0.3 * (y1 - y0))
        covered |= there & (dark | (orders < 0) | (orders < when))
    return {indices[k] for k in np.flatnonzero(covered).tolist()}


def _inside(scene: Scene, areas: Sequence[Area]) -> NDArray[np.bool_]:
    """Whether the middle of a word lies in an area: one row an area, one column a word."""
    x, y = scene.middles.T
    x0, y0, x1, y1 = np.array([area.fill.box for area in areas]).reshape(-1, 4).T[:, :, np.newaxis]
    inside: NDArray[np.bool_] = (y >= y0) & (y <= y1)
    inside &= x >= x0
    inside &= x <= x1
    return inside


def _covered(scene: Scene, areas: Sequence[Area], inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each word whether an opaque area is painted over its middle later."""
    orders = np.array(scene.orders)
    opaque = [i for i, area in enumerate(areas) if area.opaque]
    when = np.array([areas[i].order for i in opaque]).reshape(-1, 1)
    covered: NDArray[np.bool_] = (inside[opaque] & (orders < when)).any(axis=0) & (orders >= 0)
    return covered


def _grounds(scene: Scene, areas: Sequence[Area], inside: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For each word the colour of what was last painted under its middle (-1: a picture)."""
    x, y = scene.middles.T
    grounds = np.full(len(x), WHITE)
    if areas:
        orders, when = np.array(scene.orders), np.array([[area.order] for area in areas])
        numbers = np.arange(len(areas))[:, np.newaxis]
        last = np.where(inside & ((orders < 0) | (orders > when)), numbers, -1).max(axis=0)
        grounds = np.where(last >= 0, np.array([area.fill.color for area in areas])[last], WHITE)
    for x0, y0, x1, y1 in scene.images:
        grounds[(x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)] = -1
    return grounds


def _looks_like(a: int, b: int) -> bool:
    if a < 0 or b < 0:
        return False
    return all(abs((a >> shift & 255) - (b >> shift & 255)) < _NEAR for shift in (0, 8, 16))
