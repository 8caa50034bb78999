"""Puts together what was read of a page: which words are its text, which are hidden, which are printed twice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Protocol

from pincite.model import DocumentWarning, Hiding
from pincite.parsers.pdf.layout import Flag, PageLayout, Word
from pincite.parsers.pdf.reader.doubles import find_doubles, is_offset
from pincite.parsers.pdf.reader.drawnbullets import with_bullets
from pincite.parsers.pdf.reader.objects import Painted
from pincite.parsers.pdf.reader.runs import Found
from pincite.parsers.pdf.reader.styles import StyleTable
from pincite.parsers.pdf.reader.visibility import (
    Picture,
    Scene,
    off_page,
    overlapped,
    suspects,
    tiny,
    under_covers,
    under_pictures,
)

_STYLE = attrgetter("style")
_LAYER = 0.8  # share of the words of an invisible text layer that have ink under them at least


class Look(Protocol):
    """Draws a page. Only asked where words seem to be hidden."""

    def whole(self, words: Sequence[Word]) -> Picture:
        """The page where these words are."""

    def without(self, items: Iterable[int], words: Sequence[Word]) -> Picture:
        """The same without the text objects at these addresses."""


class Clipping(Protocol):
    """What clip paths do on a page."""

    def outside(self, words: Sequence[Word], owners: Sequence[int]) -> list[int]:
        """Indices of the words that seem to be clipped away."""


class Layering(Protocol):
    """The layers of a file, some of which are switched off."""

    def holds(self, item: int) -> bool:
        """Whether a page object belongs to a layer. Objects of a form XObject do not tell what the form belongs to."""


@dataclass(slots=True)
class PageParts:
    """What the reader found on a page. ``layers`` is ``None`` where no part of it may be switched off."""

    layout: PageLayout
    found: list[Found]
    painted: Painted
    styles: StyleTable
    look: Look
    clips: Clipping
    layers: Layering | None = None


def compose(parts: PageParts) -> list[DocumentWarning]:
    """Fills words, hidden words, rules, fills and images of the layout."""
    layout, drawing = parts.layout, parts.painted.drawing
    layout.rules, layout.fills, layout.images = drawing.rules, drawing.fills, parts.painted.images
    if not parts.found:
        return []
    words, owners, lasts, inked = zip(*parts.found, strict=True)
    order = parts.painted.orders.get
    orders = [order(owner, -1) for owner in owners]
    if lasts != owners:
        ends = [order(last, -1) for last in lasts]
        orders = [end if end > at else at for at, end in zip(orders, ends, strict=True)]
    pictures = parts.painted.images + parts.painted.shades
    scene = Scene(layout.width, layout.height, words, orders, inked, drawing.areas, pictures)
    scene.later_pictures = list(zip(parts.painted.images, parts.painted.image_orders, strict=True))
    warnings: list[DocumentWarning] = []
    why = _hidden(parts, scene, owners, warnings)
    hidden = set(why)
    bolder = _embolden(parts) if parts.painted.struck else list(words)
    gone = hidden | _merge_doubles(bolder, scene, hidden, parts.styles)
    hidden -= _shown_elsewhere(scene, hidden)
    layout.words = [word for i, word in enumerate(bolder) if i not in gone] if gone else bolder
    layout.words = with_bullets(layout.words, parts.painted.discs)
    if hidden:
        layout.hidden = [words[i]._replace(flags=words[i].flags | Flag.HIDDEN.value) for i in sorted(hidden)]
        why |= dict.fromkeys(under_covers(scene, sorted(hidden)), Hiding.COVERED)
        layout.hiding = [why.get(i, Hiding.COVERED) for i in sorted(hidden)]
        invisible = len(hidden - off_page(scene))  # beside the page stand printers' notes and parts of other pages
        if invisible:
            message = f"Text that is not visible on the page was left out ({invisible} words)."
            warnings.append(DocumentWarning("hidden_text", message, layout.number))
    parts.styles.count(map(_STYLE, layout.words))
    return warnings


def _hidden(
    parts: PageParts, scene: Scene, owners: Sequence[int], warnings: list[DocumentWarning]
) -> dict[int, Hiding]:
    """Indices of the words that a reader does not see, with the reason."""
    styles = parts.styles.styles
    outside, small = off_page(scene), tiny(scene, styles)
    hidden = outside | small
    picture: Picture | None = None
    unpainted = {i for i, painted in enumerate(scene.painted) if not painted} - hidden
    covered = set(under_pictures(scene)) - hidden
    if scene.is_scan and 2 * (len(covered) + len(unpainted)) > len(owners):
        message = "The page is a picture with an invisible text layer, whose words may be wrong."
        warnings.append(DocumentWarning("scanned_page", message, parts.layout.number))
        unpainted, covered = set(), set()
    elif unpainted and scene.has_text_layer:
        picture = parts.look.whole(scene.words)
        inked = sum(picture.has_ink(scene.words[i]) for i in unpainted)
        if inked >= _LAYER * len(unpainted):  # letters drawn as outlines or small pictures, with their text on top
            unpainted = set()
    hidden |= unpainted
    plain, buried = suspects(scene, styles)
    buried |= covered
    clipped = set(parts.clips.outside(scene.words, owners))
    layered = _in_layers(parts, parts.layers, scene) if parts.layers else set()
    if doubtful := (plain | layered | buried | clipped) - hidden:
        hidden |= _confirmed(doubtful, buried | clipped, parts, picture, scene)
    reasons = (
        (Hiding.LAYER, layered),
        (Hiding.CLIPPED, clipped),
        (Hiding.COLOR, plain),
        (Hiding.COVERED, buried),
        (Hiding.INVISIBLE, unpainted),
        (Hiding.TINY, small),
        (Hiding.OFF_PAGE, outside),
    )  # the last one that holds counts
    return {i: why for why, group in reasons for i in group & hidden}


def _in_layers(parts: PageParts, layers: Layering, scene: Scene) -> set[int]:
    """Indices of the words that may stand in a layer. Those in form XObjects are among them: the form may."""
    formed = {order for first, last in parts.painted.forms for order in range(first, last + 1)}
    owners = {item for _, first, last, _ in parts.found for item in (first, last)}
    held = {item for item in owners if not item or layers.holds(item)}
    return {
        i
        for i, (word, first, last, _) in enumerate(parts.found)
        if (scene.orders[i] < 0 or scene.orders[i] in formed or first in held or last in held)
        and any(map(str.isalnum, word.text))
    }


def _confirmed(
    doubtful: set[int], buried: set[int], parts: PageParts, picture: Picture | None, scene: Scene
) -> set[int]:
    """Those of the doubtful words that leave no trace on the page. Where something else is painted on the spot, only
    the page without the word, and without copies of it that pdfium drops, can tell."""
    words = [scene.words[i] for i in doubtful]
    picture = picture or parts.look.whole(words)
    inked = {i for i in doubtful if picture.has_ink(scene.words[i])}
    mixed = (inked & buried) | overlapped(scene, inked - buried, doubtful)
    if not mixed:
        return doubtful - inked
    bare = parts.look.without({item for i in mixed for item in parts.found[i][1:3]}.union(parts.painted.unread), words)
    return doubtful - {i for i in inked if i not in mixed or picture.differs(bare, scene.words[i])}


def _embolden(parts: PageParts) -> list[Word]:
    """The words, with those bold that are drawn twice, a little beside."""
    struck, bold = parts.painted.struck, parts.styles.struck
    return [
        word._replace(style=bold(word.style)) if owner in struck or last in struck else word
        for word, owner, last, _ in parts.found
    ]


def _shown_elsewhere(scene: Scene, hidden: set[int]) -> set[int]:
    """The hidden words that are copies of visible ones on the same spot: they tell nothing that is not seen."""
    pairs = find_doubles(scene.words, scene.boxes[:, :2]) if hidden else []
    return {min(pair, key=lambda i: i not in hidden) for pair in pairs if len(hidden.intersection(pair)) == 1}


def _merge_doubles(words: list[Word], scene: Scene, hidden: set[int], styles: StyleTable) -> set[int]:
    """Indices of the second copies of words. A copy a little beside in the same colour makes the first one bold."""
    gone: set[int] = set()
    for first, later in find_doubles(words, scene.boxes[:, :2]):
        a, b = words[first], words[later]
        if not {first, later} & hidden:
            gone.add(later)
            if is_offset(a, b) and styles.styles[a.style].color == styles.styles[b.style].color:
                words[first] = a._replace(style=styles.struck(a.style))
    return gone
