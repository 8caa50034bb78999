"""The outline at the side: every section with its page and with what reading it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.server.pages import PageNames
from pincite.server.references import section_page
from pincite.server.viewer.markup import Html, join, tag

if TYPE_CHECKING:
    from pincite.outline import Section
    from pincite.registry import OpenDocument

_OPEN_AT_FIRST = 40  # sections: a shorter outline is shown unfolded
_TITLE = 160


def contents(opened: OpenDocument, view: str) -> Html:
    """The outline as nested lists. Sections with others below are folded where it is long, a title over all of it
    excepted."""
    writer = _Writer(opened, view)
    head = tag("p", tag("span"), tag("span", "page"), tag("span", "tokens"), class_="legend", aria_hidden="true")
    return join(head, tag("ol", [writer.entry(section) for section in opened.outline.roots], class_="tree"))


class _Writer:
    def __init__(self, opened: OpenDocument, view: str) -> None:
        self._opened = opened
        self._view = view
        self._names = PageNames(opened)
        self._unfolded = len(opened.outline.sections) <= _OPEN_AT_FIRST

    def entry(self, section: Section) -> Html:
        below = self._opened.outline.children(section.id)
        line = self._line(section)
        if not below:
            return tag("li", line)
        is_title = section.parent is None and len(self._opened.outline.roots) == 1
        title = tag("summary", tag("span", f"Sections of {section.title[:60]}", class_="unseen"))
        inner = tag("details", title, self._list(below), open=self._unfolded or is_title)
        return tag("li", line, inner, class_="parent")

    def _list(self, sections: tuple[Section, ...]) -> Html:
        return tag("ol", [self.entry(section) for section in sections])

    def _line(self, section: Section) -> Html:
        page = section_page(self._opened.document, section)
        cost = self._opened.costs.section(section)
        title = section.title if len(section.title) <= _TITLE else section.title[: _TITLE - 1] + "…"
        return tag(
            "a",
            tag("span", title, class_="title", dir="auto"),
            tag("span", self._names.name(page), class_="at", title="page") if page else None,
            tag("span", f"{cost:,}", class_="cost", title=f"{cost:,} tokens to read"),
            href=f"/d/{self._opened.document.doc_id}?a=s{section.id}&v={self._view}",
            data_go=True,
            data_page=page,
            data_block=section.start,
        )
