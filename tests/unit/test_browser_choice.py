"""When a page is shown in a browser, and what remains where that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.derived import Derived
from pincite.errors import ParseError, SourceError
from pincite.model import DocumentWarning, Kind
from pincite.parsers.assemble import DraftBlock, Piece, assemble
from pincite.sources import Source
from pincite.sources.browser.choice import parse_page
from pincite.sources.web import Download, Known, Origin, WebPolicy


def page(name: str, format: str = "html") -> Download:
    return Download(Source(name, Path("/nowhere") / name, 1, 0, format), Known("", "", ""), Origin(None, None))


def document(name: str, *warnings: str) -> Derived:
    block = DraftBlock(Kind.PARAGRAPH, [Piece(name, 0)])
    made = [DocumentWarning(code, code) for code in warnings]
    return Derived(
        assemble(doc_id="a", source=name, format="html", parser="x/1", pages=[], blocks=[block], warnings=made)
    )


def read(policy: WebPolicy, *, came: str, shown: Exception | None = None, format: str = "html") -> tuple[str, bool]:
    """The name of what is read and whether it is what came; ``came`` is fine, poor (a warning) or empty."""

    def parse(download: Download) -> Derived:
        if download.source.name == "shown":
            return document("shown")
        if came == "empty":
            raise ParseError("nothing there", code="needs_javascript", hint="save it")
        return document("came", *(["needs_javascript"] if came == "poor" else []))

    def show() -> Download:
        if shown is not None:
            raise shown
        return page("shown")

    found, as_it_came = parse_page(page("came", format), parse, show, policy)
    return found.document.source, as_it_came


MISSING = SourceError("no browser", code="browser_unavailable", hint="install one")
LATE = SourceError("late", code="timeout")


@pytest.mark.parametrize(
    ("policy", "came", "expected"),
    [
        (WebPolicy(), "fine", "came"),
        (WebPolicy(), "poor", "shown"),
        (WebPolicy(), "empty", "shown"),
        (WebPolicy(render="always"), "fine", "shown"),
        (WebPolicy(render="never"), "poor", "came"),
        (WebPolicy(browser="off"), "poor", "came"),
    ],
)
def test_what_is_read(policy: WebPolicy, came: str, expected: str) -> None:
    assert read(policy, came=came) == (expected, expected == "came")


def test_only_pages_are_shown() -> None:
    assert read(WebPolicy(render="always"), came="fine", format="pdf") == ("came", True)


@pytest.mark.parametrize("failure", [MISSING, LATE])
def test_a_poor_page_remains_where_no_browser_shows_it(failure: SourceError) -> None:
    assert read(WebPolicy(), came="poor", shown=failure) == ("came", True)


def test_an_empty_page_says_why_and_how_to_get_a_browser() -> None:
    with pytest.raises(ParseError) as caught:
        read(WebPolicy(), came="empty", shown=MISSING)
    assert (caught.value.code, caught.value.hint) == ("needs_javascript", "install one")
    with pytest.raises(SourceError) as late:
        read(WebPolicy(), came="empty", shown=LATE)
    assert late.value.code == "timeout"
    with pytest.raises(ParseError):
        read(WebPolicy(render="never"), came="empty")


def test_who_wants_a_browser_and_has_none_is_told() -> None:
    with pytest.raises(SourceError) as caught:
        read(WebPolicy(render="always"), came="fine", shown=MISSING)
    assert caught.value.code == "browser_unavailable"
