"""Pages that a program makes, as a browser shows them."""

from pincite.sources.browser.choice import parse_page
from pincite.sources.browser.finding import find_browser
from pincite.sources.browser.rendering import close, render

__all__ = ["close", "find_browser", "parse_page", "render"]
