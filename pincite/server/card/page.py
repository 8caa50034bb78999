"""The page of the card, put together from the files beside it."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

URI = "ui://pincite/card.html"
_SCRIPTS = ("words.js", "bridge.js", "drawing.js", "leaf.js", "card.js")


@cache
def card_html() -> str:
    """The whole page. Its policy allows this style sheet, this program and pictures that come as data, nothing
    else: no request, no frame, no form, no program that text of a document might bring."""
    style = _file("card.css")
    program = "".join(_file(name) for name in _SCRIPTS)
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_digest(program)}'",
            f"style-src '{_digest(style)}'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    page = _file("card.html")
    for mark, text in (("{{policy}}", policy), ("{{style}}", style), ("{{program}}", program)):
        assert page.count(mark) == 1
        page = page.replace(mark, text)
    return page


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
