"""What ``view_page`` returns: a picture of a page, and a sentence on what it shows."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, NamedTuple

from mcp.types import ImageContent, TextContent

from pincite.errors import RequestError
from pincite.server.citing import MAX_QUOTE
from pincite.server.fence import line
from pincite.server.pages import PageNames
from pincite.server.references import SCHEME, find_target
from pincite.spans import pages_of

if TYPE_CHECKING:
    from pincite.model import Span
    from pincite.pictures import PagePicture
    from pincite.registry import OpenDocument
    from pincite.server.sight import Sight

Content = list[TextContent | ImageContent]
_REF = re.compile(r"(?:s\d+|b\d+(?:-b\d+|:\d+-\d+)?|t\d+(?:/r\d+c\d+)?)", re.ASCII)
_KINDS = {
    "page": "the page itself",
    "rendering": "as another program lays it out, so lines and pages may break elsewhere",
    "blocks": "not the page itself but a plain drawing of its text",
}


class Wish(NamedTuple):
    """The arguments of a call."""

    page: str | None
    highlight: str | None
    crop: bool


class _Marked(NamedTuple):
    """What is to be marked, and a sentence where it is nothing."""

    spans: tuple[Span, ...]
    problem: str = ""


def view_page(registry: Sight, opened: OpenDocument, wish: Wish) -> Content:
    """The picture and the words on it. Raises ``RequestError``, ``UnknownReferenceError`` and what drawing raises."""
    names = PageNames(opened)
    wanted = _one_page(names, wish.page) if wish.page and wish.page.strip() else None
    marked = _marked(opened, wish.highlight, names.name(wanted) if wanted else None)
    on = pages_of(opened.document, marked.spans)
    page = wanted or (on[0] if on else None)
    if page is None and len(opened.document.pages) < 2:
        page, _ = names.find("p1")  # there is no other; where there is none, it says so
    if page is None:
        raise RequestError("Which page? No page is named.", hint=f'Give page="1". {marked.problem}'.strip())
    picture = registry.picture(
        opened, page, highlight=marked.spans or None, clip="marks" if wish.crop and marked.spans else None
    )
    text = " ".join(_sentences(opened, names, picture, marked, on))
    data = base64.b64encode(picture.data).decode()
    return [ImageContent(type="image", data=data, mime_type=picture.mime), TextContent(type="text", text=text)]


def _one_page(names: PageNames, asked: str) -> int:
    first, last = names.find(asked)
    if first != last:
        raise RequestError(f"{line(asked, 40)} are several pages.", hint="Ask for one page in each call.")
    return first


def _marked(opened: OpenDocument, highlight: str | None, page: str | None) -> _Marked:
    """The characters of an anchor, a ref or a quote. Raises ``UnknownReferenceError`` for an anchor that is none."""
    asked = (highlight or "").strip()
    if not asked:
        return _Marked(())
    if len(asked) > MAX_QUOTE:
        raise RequestError(f"The highlight has more than {MAX_QUOTE:,} characters.", hint="Quote a sentence.")
    if asked.startswith(SCHEME) or _REF.fullmatch(asked):
        return _Marked(find_target(opened, asked).spans)
    verdict = opened.verifier.verify(asked, page=page)
    if verdict.matches:
        return _Marked(verdict.matches[0].spans)
    return _Marked((), f"Nothing is marked: {line(verdict.message, 300)} verify_citations shows what comes near.")


def _sentences(
    opened: OpenDocument, names: PageNames, picture: PagePicture, marked: _Marked, on: tuple[int, ...]
) -> list[str]:
    shown = "Part of page" if picture.clip else "Page"
    title = line(opened.document.title, 80)
    sheets = f"sheet {picture.page} of {len(opened.document.pages)}"
    said = [f"{shown} {names.name(picture.page)} ({sheets}) of {title}: {_KINDS[picture.origin]}."]
    if picture.note:
        said.append(line(picture.note, 200))
    if picture.marks:
        n = len(picture.marks)
        said.append(f"The highlight is marked ({n} line{'s' if n > 1 else ''}).")
        others = [names.name(number) for number in on if number != picture.page]
        if others:
            said.append(f"It goes on on page {', '.join(others[:3])}.")
    elif marked.spans and on and picture.page not in on:
        said.append(f"The highlight stands on page {names.name(on[0])}, not here.")
    elif marked.spans:
        said.append("Where the highlight stands on the page is not known, so nothing is marked.")
    elif marked.problem:
        said.append(marked.problem)
    return said
