"""Whether a page is read as it came or as a browser shows it."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from pincite.derived import Derived
from pincite.errors import ParseError, PinciteError, SourceError
from pincite.sources.web.fetching import Download
from pincite.sources.web.policy import WebPolicy

_NEED = "needs_javascript"
D = TypeVar("D", bound=Derived)


def parse_page(
    download: Download, parse: Callable[[Download], D], show: Callable[[], Download], policy: WebPolicy
) -> tuple[D, bool]:
    """The document of what was fetched, by ``parse``, and whether it is what came (``False``: what a browser made of
    it, as ``show`` gave it). Where no browser can be had the page stays as it came. Raises what these raise."""
    found: D | ParseError | None = None
    if policy.render != "always" or download.source.format != "html":
        found = _attempt(download, parse, policy)
        if not isinstance(found, ParseError) and not wants_browser(found, policy):
            return found, True
    try:
        shown = show()
    except SourceError as error:
        if found is None:
            raise
        if isinstance(found, ParseError):
            raise (_with_hint(found, error.hint) if error.code == "browser_unavailable" else error) from None
        return found, True
    try:
        return parse(shown), False
    finally:
        shown.remove()


def _attempt(download: Download, parse: Callable[[Download], D], policy: WebPolicy) -> D | ParseError:
    try:
        return parse(download)
    except ParseError as error:
        if not wants_browser(error, policy):
            raise
        return error


def wants_browser(found: Derived | PinciteError, policy: WebPolicy) -> bool:
    """Whether a browser may make more of a page of which this came: nothing that can be read, or little."""
    if policy.render == "never" or policy.browser == "off":
        return False
    if isinstance(found, PinciteError):
        return found.code == _NEED
    return policy.render == "auto" and any(warning.code == _NEED for warning in found.document.warnings)


def printer(policy: WebPolicy) -> Callable[[Path], bytes] | None:
    """What prints web pages that are files to PDF: a browser. ``None`` where none can be had."""
    if policy.browser == "off" or find_spec("playwright") is None:
        return None

    def printed(path: Path) -> bytes:
        from pincite.sources.browser.rendering import print_file

        return print_file(path, policy)

    return printed


def _with_hint(error: PinciteError, hint: str) -> ParseError:
    return ParseError(error.message, code=error.code, hint=hint)
