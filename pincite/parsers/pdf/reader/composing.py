"""Puts together what was read of a page: which words are its text, which are hidden, which are printed twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from pincite.model import DocumentWarning
from pincite.parsers.pdf.layout import Flag, PageLayout, Word
from pincite.parsers.pdf.reader.doubles import find_doubles, is_offset
from pincite.parsers.pdf.reader.objects import Painted
from pincite.parsers.pdf.reader.runs import Found
from pincite.parsers.pdf.reader.styles import StyleTable
from pincite.parsers.pdf.reader.visibility import Picture, Scene, off_page, suspects, tiny

_STYLE = attrgetter("style")
_LAYER = 0.8  # share of the words of an invisible text layer that have ink under them at least


@dataclass(slots=True)
class PageParts:
    """What the reader found on a page. ``render`` draws it, and is called only where words seem to be hidden."""

    layout: PageLayout
    found: list[Found]
    painted: Painted
    styles: StyleTable
    render: Callable[[], Picture]


def compose(parts: PageParts) -> list[DocumentWarning]:
    """Fills words, hidden words, rules, fills and images of the layout."""
    layout, drawing = parts.layout, parts.painted.drawing
    layout.rules, layout.fills, layout.images = drawing.rules, drawing.fills, parts.painted.images
    if not parts.found:
        return []
    words, owners, _, inked = zip(*parts.found, strict=True)
    order = parts.painted.orders.get
    orders = [order(owner, -1) for owner in owners]
    pictures = parts.painted.images + parts.painted.shades
    scene = Scene(layout.width, layout.height, words, orders, inked, drawing.areas, pictures)
    warnings: list[DocumentWarning] = []
    hidden = _hidden(parts, scene, warnings)
    bolder = _embolden(parts) if parts.painted.struck else list(words)
    gone = hidden | _merge_doubles(bolder, scene, hidden, parts.styles)
    layout.words = [word for i, word in enumerate(bolder) if i not in gone] if gone else bolder
    if hidden:
        layout.hidden = [words[i]._replace(flags=words[i].flags | Flag.HIDDEN.value) for i in sorted(hidden)]
        invisible = len(hidden - off_page(scene))  # beside the page stand printers' notes and parts of other pages
        if invisible:
            message = f"Text that is not visible on the page was left out ({invisible} words)."
            warnings.append(DocumentWarning("hidden_text", message, layout.number))
    parts.styles.count(map(_STYLE, layout.words))
    return warnings


def _hidden(parts: PageParts, scene: Scene, warnings: list[DocumentWarning]) -> set[int]:
    """Indices of the words that a reader does not see."""
    styles, page = parts.styles.styles, parts.layout
    hidden = off_page(scene) | tiny(scene, styles)
    picture: Picture | None = None
    unpainted = {i for i, painted in enumerate(scene.painted) if not painted} - hidden
    if unpainted and scene.has_text_layer:
        if scene.is_scan:
            message = "The page is a picture with an invisible text layer, whose words may be wrong."
            warnings.append(DocumentWarning("scanned_page", message, page.number))
            unpainted = set()
        else:
            picture = parts.render()
            inked = sum(picture.has_ink(scene.words[i]) for i in unpainted)
            if inked >= _LAYER * len(unpainted):  # letters drawn as outlines or small pictures, with their text on top
                unpainted = set()
    hidden |= unpainted
    doubtful = [i for i in suspects(scene, styles) if i not in hidden]
    if doubtful:
        picture = picture or parts.render()
        hidden.update(i for i in doubtful if not picture.has_ink(scene.words[i]))
    return hidden


def _embolden(parts: PageParts) -> list[Word]:
    """The words, with those bold that are drawn twice, a little beside."""
    struck, bold = parts.painted.struck, parts.styles.struck
    return [
        word._replace(style=bold(word.style)) if owner in struck or last in struck else word
        for word, owner, last, _ in parts.found
    ]


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
