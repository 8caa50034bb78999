"""HTML that is safe by its type: what is not ``Html`` already is escaped wherever it goes.

A template engine would be one more dependency for a handful of pages, and in one an escape can be forgotten; here it
cannot, since only this module makes ``Html``.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import TypeAlias

_VOID = frozenset({"img", "input", "link", "meta", "br", "hr"})
_ADDRESSES = frozenset({"href", "src", "srcset", "action", "data-src", "data-from"})
_SAFE_ADDRESS = re.compile(r"(?:/(?![/\\])|[?#]|(?:https?|mailto):)", re.IGNORECASE)
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*")
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class Html(str):
    """Text that is HTML."""

    __slots__ = ()


Child: TypeAlias = "str | int | Iterable[Child] | None"
Attribute: TypeAlias = "str | int | float | bool | None"


def escape(text: object) -> Html:
    """The text as HTML shows it, character for character; those that no page may hold as a replacement character."""
    return text if isinstance(text, Html) else Html(html.escape(_CONTROLS.sub("\ufffd", str(text))))


def join(*children: Child) -> Html:
    """The children one after the other."""
    return Html("".join(_flat(children)))


def tag(name: str, /, *children: Child, **attributes: Attribute) -> Html:
    """An element. Attributes are written as Python allows: ``class_``, ``data_src``; ``True`` gives one without a
    value, ``None`` and ``False`` none at all. An address that is no path of ours and not of the web or of mail is left
    out, and with it what it would do."""
    assert _NAME.fullmatch(name)
    opening = "".join([f"<{name}", *(_attribute(key, value) for key, value in attributes.items()), ">"])
    return Html(opening) if name in _VOID else Html("".join([opening, *_flat(children), f"</{name}>"]))


def page(language: str, *children: Child) -> Html:
    """A whole page."""
    return Html(f"<!doctype html>\n{tag('html', *children, lang=language)}\n")


def _flat(children: Iterable[Child]) -> Iterable[str]:
    for child in children:
        if child is None:
            continue
        if isinstance(child, (str, int)):
            yield escape(child)
        else:
            yield from _flat(child)


def _attribute(key: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    assert _NAME.fullmatch(name)
    assert not name.startswith("on")
    assert name != "style"
    if value is True:
        return f" {name}"
    if name in _ADDRESSES and not _SAFE_ADDRESS.match(str(value)):
        return ""
    return f' {name}="{escape(value)}"'
