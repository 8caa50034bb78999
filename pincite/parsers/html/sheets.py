"""The styles that an element gets from the style sheets of its page and from its own attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sized
from functools import lru_cache
from typing import Any

from pincite.limits import STYLE_RULES, STYLE_TESTS

Declarations = Mapping[str, str]

_KEPT = frozenset(
    [
        "display",
        "float",
        "visibility",
        "opacity",
        "font-size",
        "font-weight",
        "font-style",
        "font-family",
        "font",
        "color",
        "background",
        "background-color",
        "text-align",
        "text-transform",
        "text-indent",
        "white-space",
        "margin-left",
        "padding-left",
        "margin",
        "padding",
        "page-break-before",
        "page-break-after",
        "break-before",
        "break-after",
        "list-style",
        "list-style-type",
        "vertical-align",
        "position",
        "left",
        "top",
        "width",
        "height",
        "overflow",
        "clip",
    ]
)
_ABSURD = re.compile(r"\d{99,}")  # more digits than ``int`` takes are no number for the parser of sheets either
_INTRICATE = re.compile(r"[(\[\\\"]|/\*")  # a selector that more is to be read from than names
_NAMED = re.compile(r"[.#][\w-]+")
_MEDIA = ("", "all", "screen")  # print styles hide what readers on a screen see
_NONE: Declarations = {}


class Sheets:
    """The style sheets within a page. Sheets that it refers to are not fetched."""

    def __init__(self, root: Any) -> None:
        from cssselect2 import Matcher

        self._matcher = Matcher()
        self._matched: dict[Any, Declarations] = {}
        self.cut = ""  # what was left out because there is more than is read
        found = False
        for number, (selector, declared) in enumerate(_rules(root)):
            if number == STYLE_RULES:
                self.cut = f"Only the first {STYLE_RULES:,} of its style rules were read"
                break
            self._matcher.add_selector(selector, declared)
            found = True
        if found:
            self._match(root)

    def _match(self, root: Any) -> None:
        """Finds the rules of each element, as long as that is not too much work."""
        from cssselect2 import ElementWrapper

        tests = 0
        compare = self._matcher.add_relevant_selectors

        def counted(wrapper: Any, rules: Sized, found: list[Any]) -> None:
            nonlocal tests
            tests += len(rules)
            compare(wrapper, rules, found)

        self._matcher.add_relevant_selectors = counted
        for number, wrapper in enumerate(ElementWrapper.from_html_root(root).iter_subtree()):
            if tests >= STYLE_TESTS:
                self.cut = f"Its style rules are so many that only the first {number:,} elements were styled by them"
                break
            merged: dict[str, str] = {}
            for _, _, pseudo, declared in self._matcher.match(wrapper):
                if pseudo is None:
                    merged.update(declared)
            if merged:
                self._matched[wrapper.etree_element] = merged

    def styles_of(self, element: Any) -> Declarations:
        """The declarations that hold for an element, names and values in lower case."""
        own = element.get("style")
        styles = self._matched.get(element, _NONE)
        if own is None:
            return styles
        return {**styles, **declarations(own)} if styles else declarations(own)


@lru_cache(maxsize=8192)
def declarations(source: str) -> Declarations:
    """The declarations of a ``style`` attribute that matter here; of ``font``, its parts."""
    out: dict[str, str] = {}
    for part in source.split(";"):
        name, _, value = part.partition(":")
        name = name.strip().lower()
        if name in _KEPT:
            _declare(out, name, value.replace("!important", "").strip().lower())
    return out


def _declare(out: dict[str, str], name: str, value: str) -> None:
    if name != "font":
        if value:
            out[name] = value
        return
    for word in value.replace(",", " ").split():
        if word in ("bold", "bolder"):
            out["font-weight"] = word
        elif word in ("italic", "oblique"):
            out["font-style"] = word
        elif word[0].isdigit():
            out["font-size"] = word.split("/")[0]


def _rules(root: Any) -> Iterator[tuple[Any, Declarations]]:
    sheets = [element.text or "" for element in root.iter("style") if element.get("media", "").lower() in _MEDIA]
    if not any(sheet.strip() for sheet in sheets):
        return
    import tinycss2

    used = _names(root)
    for sheet in sheets:
        text = _ABSURD.sub("999999999", sheet.replace("<!--", "").replace("-->", ""))
        parsed = tinycss2.parse_stylesheet(text, True, True)
        yield from _qualified(parsed, used)


def _names(root: Any) -> frozenset[str]:
    """The classes and ids of the page, as selectors name them."""
    names = {f".{name}" for element in root.iter() for name in (element.get("class") or "").split()}
    return frozenset(names | {f"#{name}" for element in root.iter() if (name := element.get("id"))})


def _may_match(selectors: str, used: frozenset[str]) -> bool:
    """``False`` where each selector of a list names a class or id that no element has: most rules of most pages."""
    if _INTRICATE.search(selectors):
        return True
    return any(used.issuperset(_NAMED.findall(selector)) for selector in selectors.split(","))


def _qualified(rules: Any, used: frozenset[str]) -> Iterator[tuple[Any, Declarations]]:
    import cssselect2
    import tinycss2

    for rule in rules:
        if _is_media(rule):
            yield from _qualified(tinycss2.parse_rule_list(rule.content, True, True), used)
        if rule.type != "qualified-rule" or not _may_match(tinycss2.serialize(rule.prelude), used):
            continue
        declared = declarations(tinycss2.serialize(rule.content))
        if not declared:
            continue
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude)
        except cssselect2.SelectorError:
            continue
        for selector in selectors:
            yield selector, declared


def _is_media(rule: Any) -> bool:
    """Whether it holds rules for readers on a screen."""
    import tinycss2

    if rule.type != "at-rule" or rule.lower_at_keyword != "media" or rule.content is None:
        return False
    return tinycss2.serialize(rule.prelude).strip().lower() in _MEDIA
