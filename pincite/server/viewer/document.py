"""One document: its outline, its pages or its text with the cited place marked, and what can be asked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from pincite.errors import PinciteError, RequestError, UnknownReferenceError
from pincite.model import Page
from pincite.server.pages import PageNames
from pincite.server.viewer import cited, finding, sheets, texts
from pincite.server.viewer.answers import bar, fragment, notice, record, whole
from pincite.server.viewer.cited import Base
from pincite.server.viewer.contents import contents
from pincite.server.viewer.markup import Html, join, tag
from pincite.server.viewer.places import Place, boxes_of, find_place, selected
from pincite.server.viewer.visitors import document_of, form_token, posted
from pincite.spans import pages_of

if TYPE_CHECKING:
    from pincite.registry import OpenDocument
    from pincite.server.desk import Desk

PAGES, TEXT = "pages", "text"


class Shown(NamedTuple):
    """What a request shows of a document. ``place`` is what it marks (``None``: nothing), ``problem`` why it marks
    nothing although it was asked to."""

    desk: Desk
    opened: OpenDocument
    view: str
    place: Place | None
    problem: PinciteError | None
    base: Base


class DocumentPage:
    """``/d/{doc_id}`` and its parts. ``shared``: others reach the viewer, too, and citations link to it."""

    def __init__(self, desk: Desk, *, shared: bool) -> None:
        self._desk = desk
        self._shared = shared

    async def show(self, request: Request) -> Response:
        """The whole page; ``a`` names what is marked, ``p`` a page by its label, ``q`` what is searched for, ``v`` the
        view."""
        opened = await document_of(request, self._desk)
        query, token = request.query_params.get("q", ""), form_token(request, self._desk)

        def made() -> tuple[str, Html]:
            shown = _shown(self._desk, opened, request, self._base(request))
            found = finding.hits(self._desk, query, [opened.document.doc_id]) if query else None
            return opened.document.title, _page(shown, query, found, token)

        title, body = await self._desk.work(made)
        return whole(title, body, here="reader")

    async def place(self, request: Request) -> Response:
        """For a page that is open: which of its parts change, where to scroll, and what is told beside them."""
        opened = await document_of(request, self._desk)

        def made() -> dict[str, object]:
            shown = _shown(self._desk, opened, request, self._base(request))
            if shown.problem:
                raise shown.problem
            assert shown.place is not None
            return {"leaves": _marked_leaves(shown), "at": _leaf_at(shown), "beside": _beside(shown)}

        return record(await self._desk.work(made))

    async def page(self, request: Request) -> Response:
        """What lies over the picture of one page."""
        opened = await document_of(request, self._desk)

        def made() -> Html:
            shown = _shown(self._desk, opened, request, self._base(request))
            marks = boxes_of(shown.desk, opened, shown.place) if shown.place else {}
            page = page_of(opened, request)
            marked = f"p{page.number}" in _marked_leaves(shown._replace(view=PAGES))
            return sheets.overlay(opened, page, marks.get(page.number, []), _ref(shown) if marked else None)

        return fragment(await self._desk.work(made))

    async def text(self, request: Request) -> Response:
        """One stretch of the text."""
        opened = await document_of(request, self._desk)
        number = request.path_params["n"]

        def made() -> Html:
            if number >= len(texts.stretches(opened)):
                raise UnknownReferenceError("The text ends before.", code="unknown_block", hint="Reload the page.")
            shown = _shown(self._desk, opened, request, self._base(request))
            return texts.text_of(opened, number, shown.place.spans if shown.place else ())

        return fragment(await self._desk.work(made))

    async def search(self, request: Request) -> Response:
        opened = await document_of(request, self._desk)
        query = request.query_params.get("q", "")
        found = await self._desk.work(
            lambda: finding.hits(self._desk, query, [opened.document.doc_id])
        )  # fmt: skip
        return fragment(found)

    async def verify(self, request: Request) -> Response:
        opened = await document_of(request, self._desk)
        fields = await posted(request, self._desk)
        told = await self._desk.work(lambda: finding.verdict(opened, fields.get("quote", ""), fields.get("page", "")))
        if request.headers.get("x-pincite") == "part":
            return fragment(told)
        shown = Shown(self._desk, opened, _view(opened, request), None, None, self._base(request))
        body = await self._desk.work(
            lambda: _page(shown, "", None, form_token(request, self._desk), told, fields.get("quote", ""))
        )
        return whole(opened.document.title, body, here="reader")

    async def select(self, request: Request) -> Response:
        """The reference of characters that were selected."""
        opened = await document_of(request, self._desk)
        ends = [request.query_params.get(name, "") for name in ("start", "end")]
        if not all(end.isdecimal() and len(end) < 12 for end in ends):
            raise RequestError("No place in the text.", hint="Select some words.")
        return record({"a": await self._desk.work(lambda: selected(opened.document, int(ends[0]), int(ends[1])))})

    def _base(self, request: Request) -> Base:
        here = str(request.base_url).rstrip("/")
        public = self._desk.viewer_url if self._shared else None
        return Base(public or here, public)


def page_of(opened: OpenDocument, request: Request) -> Page:
    """The page that the path names. Raises ``UnknownReferenceError`` (unknown_page)."""
    number = request.path_params["n"]
    found = next((page for page in opened.document.pages if page.number == number), None)
    if found is None:
        raise UnknownReferenceError("There is no such page.", code="unknown_page", hint="The list shows all pages.")
    return found


def _shown(desk: Desk, opened: OpenDocument, request: Request, base: Base) -> Shown:
    place: Place | None = None
    problem: PinciteError | None = None
    asked, label = request.query_params.get("a", ""), request.query_params.get("p", "").strip()
    try:
        if label and not asked:
            asked = f"p{PageNames(opened).find(label[:80])[0]}"
        place = find_place(opened, asked, request.query_params.get("r", "")) if asked.strip() else None
    except (UnknownReferenceError, RequestError) as error:
        problem = error
    return Shown(desk, opened, _view(opened, request), place, problem, base)


def _view(opened: OpenDocument, request: Request) -> str:
    """The view that is asked for; else pages where it is known what stands where on them."""
    asked = request.query_params.get("v", "")
    if asked in (PAGES, TEXT) and (opened.document.pages or asked == TEXT):
        return asked
    return PAGES if sheets.has_places(opened.document) else TEXT


def _page(shown: Shown, query: str, found: Html | None, token: str, told: Html | None = None, quote: str = "") -> Html:
    opened = shown.opened
    title = tag("h1", opened.document.title, dir="auto")
    return join(
        bar(title, _search_form(shown, query), _views(shown)),
        tag(
            "div",
            tag("nav", _turning(shown), contents(opened, shown.view), id="contents", aria_label="Contents"),
            tag("main", _leaves(shown), id="main", tabindex="-1", data_at=_leaf_at(shown)),
            tag(
                "aside",
                tag("section", _beside(shown), id="cited", aria_live="polite"),
                tag("section", found, id="found", aria_live="polite"),
                _verify_form(shown, token, told, quote),
                id="beside",
                class_="drawn" if shown.problem else None,  # on a narrow screen, too
                aria_label="Citation, search and verification",
            ),
            class_="desk",
            data_doc=opened.document.doc_id,
            data_rev=opened.document.rev,
            data_view=shown.view,
            data_laid_out=not sheets.is_shown_itself(opened.document),
        ),
        _drawers(beside=shown.problem is not None),
    )


def _drawers(*, beside: bool) -> Html:
    """On a narrow screen: what opens the parts at the sides; ``beside``: the one with the citation is open."""
    return tag(
        "div",
        tag("button", "Contents", type="button", aria_controls="contents", aria_expanded="false"),
        tag("button", "Cite & verify", type="button", aria_controls="beside", aria_expanded=str(beside).lower()),
        class_="drawers",
    )


def _search_form(shown: Shown, query: str) -> Html:
    return tag(
        "form",
        tag("input", type="search", name="q", value=query, placeholder="Search in this document",
            aria_label="Search in this document", maxlength=500, id="q"),
        tag("input", type="hidden", name="v", value=shown.view),
        tag("button", "Search"),
        action=f"/d/{shown.opened.document.doc_id}",
        role="search",
        class_="search",
    )  # fmt: skip


def _views(shown: Shown) -> Html | None:
    doc = shown.opened.document
    if not doc.pages:
        return None
    at = f"&a={shown.place.name}&r={doc.rev}" if shown.place else ""
    links = [
        tag("a", name.capitalize(), href=f"/d/{doc.doc_id}?v={name}{at}",
            aria_current="true" if name == shown.view else None)
        for name in (PAGES, TEXT)
    ]  # fmt: skip
    return tag("nav", links, class_="views", aria_label="View")


def _turning(shown: Shown) -> Html | None:
    """How to go to a page by its label."""
    doc = shown.opened.document
    if not doc.pages:
        return None
    return tag(
        "form",
        tag("label", "Page", for_="p"),
        tag("input", name="p", id="p", size=6, maxlength=40, autocomplete="off"),
        tag("span", f"of {len(doc.pages):,}"),
        tag("input", type="hidden", name="v", value=shown.view),
        tag("button", "Go"),
        action=f"/d/{doc.doc_id}",
        class_="turning",
    )


def _verify_form(shown: Shown, token: str, told: Html | None, quote: str) -> Html:
    doc = shown.opened.document
    return tag(
        "section",
        tag("h2", "Verify a quote"),
        tag(
            "form",
            tag("label", "Words that should stand in the document", for_="quote"),
            tag("textarea", quote, name="quote", id="quote", rows=4, maxlength=finding.MAX_QUOTE, dir="auto"),
            tag("input", type="hidden", name="token", value=token),
            tag("button", "Verify"),
            action=f"/d/{doc.doc_id}/verify",
            method="post",
            id="verify",
        ),
        tag("div", told, id="verdict", aria_live="polite"),
    )


def _beside(shown: Shown) -> Html:
    if shown.problem:
        return notice(shown.problem)
    if shown.place:
        return cited.cited(shown.opened, shown.place, shown.base)
    return tag("p", "Select words to cite them, or open a citation's link to see it marked.", class_="hint")


def _leaves(shown: Shown) -> list[Html]:
    opened, marked = shown.opened, set(_marked_leaves(shown))
    if shown.view == TEXT:
        spans = shown.place.spans if shown.place else ()
        ready = marked or {f"c{n}" for n in range(min(2, len(texts.stretches(opened))))}
        return [
            texts.leaf(opened, n, texts.text_of(opened, n, spans) if f"c{n}" in ready else None)
            for n in range(len(texts.stretches(opened)))
        ]
    boxes = boxes_of(shown.desk, opened, shown.place) if shown.place else {}
    names = PageNames(opened)
    return [
        sheets.sheet(
            opened,
            page,
            names,
            sheets.overlay(opened, page, boxes.get(page.number, []), _ref(shown))
            if f"p{page.number}" in marked
            else None,
        )
        for page in opened.document.pages
    ]


def _ref(shown: Shown) -> str | None:
    """What is marked, as a reference; ``None`` where nothing is."""
    return shown.place.name if shown.place and shown.place.spans else None


_READY = 12  # parts of a page that come with it


def _marked_leaves(shown: Shown) -> list[str]:
    """The parts that hold marks, from the first; the page that the place begins on in any case."""
    if shown.place is None:
        return []
    if shown.view == TEXT:
        chars = [c for span in shown.place.spans for c in (span.start, max(span.start, span.end - 1))]
        numbers = sorted({texts.stretch_at(shown.opened, c) for c in chars or [shown.place.char]})
        return [f"c{n}" for n in range(numbers[0], numbers[-1] + 1)][:_READY]
    pages = set(pages_of(shown.opened.document, shown.place.spans)) | ({shown.place.page} - {None})
    return [f"p{n}" for n in sorted(n for n in pages if n)][:_READY]


def _leaf_at(shown: Shown) -> str | None:
    return next(iter(_marked_leaves(shown)), None)
