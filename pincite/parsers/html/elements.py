"""What the elements of HTML are: block or inline, shown or not, part of the page's content or of its frame."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

from pincite.parsers.counts import is_count
from pincite.parsers.html.looks import Styles, length

BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "iframe",
        "legend",
        "li",
        "listing",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "xmp",
        "option",
        "optgroup",
    ]
)
_APART = BLOCKS | {"br", "td", "th"}
HEADINGS = {f"h{n}": n for n in range(1, 7)}
_NEVER = frozenset(
    [
        "script",
        "style",
        "head",
        "title",
        "frame",
        "object",
        "embed",
        "video",
        "audio",
        "canvas",
        "svg",
        "map",
        "datalist",
        "noframes",
        "ix:header",
        "ix:hidden",
        "ix:references",
        "ix:resources",
    ]
)
_FRAME = frozenset({"nav", "search"})
_FRAME_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary", "search"})
_OVERLAYS = frozenset({"dialog", "alertdialog"})
_BANNER = re.compile(r"(?:^|[\s_-])(?:cookies?|consent|gdpr|ccpa|onetrust)(?:$|[\s_-])", re.I)
# names of classes that makers of pages give to titles, where the style sheet that tells their look is elsewhere
_TITLE = re.compile(r"(?:^|[\s_-])(?:s?ti|title|subtitle|heading|titre|titel|t[ií]tulo)(?:$|[\s_-]|\d)", re.I)
_ASKS = re.compile(r"java\s?script|\bscript(?:s|ing)?\b|\benabled?\b|\bbrowsers?\b", re.I)
_NOTICE = 400  # characters: a longer text that stands in for a program is the page's own
_SCHEMES = ("http:", "https:", "mailto:", "ftp:", "tel:")
_DISPLAYS = {"none": None, "inline": False, "contents": False}


def is_never_shown(element: Any, tag: str) -> bool:
    """Whether browsers never show what is inside."""
    if tag == "template":  # unless it is the inside of the element around it
        return element.get("shadowrootmode") is None
    if tag == "iframe":
        return element.get("srcdoc") is None
    if tag == "noscript":  # no program ran
        return is_notice(element) or not any(map(str.isalnum, _words(element)))
    return tag in _NEVER or (tag == "dialog" and element.get("open") is None)


def is_notice(element: Any) -> bool:
    """Whether what is shown without programs only asks readers to switch them on."""
    words = _words(element)
    return len(words) < _NOTICE and _ASKS.search(words) is not None


def _words(element: Any) -> str:
    return " ".join(" ".join(element.itertext("*")).split())


def words_of(element: Any) -> str:
    """All words inside, but those of programs and styles, in order and on one line."""
    from lxml import etree

    out: list[str] = []
    for event, part in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if event == "start":
            out.append(" " if part.tag in _APART else "")
            out.append("" if part.tag in ("script", "style") else part.text or "")
            continue
        out.append(" " if part.tag in _APART else "")
        out.append("" if part is element else part.tail or "")
    return " ".join("".join(out).split())


def is_hidden(element: Any, styles: Styles) -> bool:
    """Whether attributes or styles take the element off the page, with all that is in it."""
    if element.get("hidden") is not None or styles.get("display") == "none":
        return True
    if styles.get("position") in ("absolute", "fixed"):
        if any(length(styles.get(side, "0"), 12.0) < -400 for side in ("left", "top")):
            return True
        if styles.get("clip", "").replace(" ", "").startswith(("rect(0", "rect(1px")):
            return False  # for readers who listen: words that belong to the page
    return styles.get("overflow") == "hidden" and any(
        styles.get(side) in ("0", "0px", "0pt") for side in ("width", "height")
    )


def is_block(tag: str, styles: Styles) -> bool:
    display = styles.get("display")
    if display is None:
        return tag in BLOCKS
    if display.startswith("inline") or display == "contents":
        return tag in ("td", "th", "tr", "table", "li")
    return True


def is_frame(element: Any, tag: str, within_article: bool) -> bool:
    """Whether this is the frame of the page rather than its content: menus, page head and foot, banners."""
    role = element.get("role", "").lower()
    if role in _OVERLAYS:
        return True
    if role in _FRAME_ROLES:
        return not within_article
    if tag == "header":
        return not within_article and element.find(".//h1") is None
    if tag == "aside":
        return not within_article
    if tag == "footer":  # of a quotation: who said it
        return not any(above.tag in ("blockquote", "figure") for above in element.iterancestors())
    if tag in _FRAME:
        return True
    return bool(_BANNER.search(f"{element.get('id', '')} {element.get('class', '')}")) and tag in ("div", "section")


def names_title(element: Any) -> bool:
    """Whether the class of an element says that it is a title."""
    return bool(_TITLE.search(element.get("class") or ""))


def heading_level(element: Any, tag: str) -> int | None:
    if tag in HEADINGS:
        return HEADINGS[tag]
    if element.get("role", "").lower() == "heading":
        level = element.get("aria-level", "2")
        return int(level) if is_count(level) and 1 <= int(level) <= 9 else 2
    return None


def link_of(href: str | None, base: str | None) -> tuple[str | None, str | None]:
    """Where a link leads: an address, or the id of an element of this page."""
    href = (href or "").strip()
    if href.startswith("#"):
        return None, href[1:] or None
    if not href or (":" in href.split("/")[0] and not href.lower().startswith(_SCHEMES)):
        return None, None
    if base is not None:
        address = urljoin(base, href)
        if "#" in href and address.split("#")[0] == base.split("#")[0]:
            return None, address.split("#", 1)[1] or None
        return address, None
    return href, None


def breaks_before(styles: Styles) -> bool:
    return _breaks(styles, "before")


def breaks_after(styles: Styles) -> bool:
    return _breaks(styles, "after")


def _breaks(styles: Styles, side: str) -> bool:
    value = styles.get(f"page-break-{side}") or styles.get(f"break-{side}")
    return value in ("always", "page", "left", "right", "recto", "verso")
