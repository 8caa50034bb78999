"""A page of HTML -> a Document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from pincite.errors import ParseError
from pincite.limits import PAGE_CHARACTERS
from pincite.model import Document, DocumentWarning, LabelSource, Metadata, Page
from pincite.parsers.assemble import assemble
from pincite.parsers.html.captions import mark_captions
from pincite.parsers.html.flow import Context, Flow, Frame
from pincite.parsers.html.items import Break, Item, Para, Run, has_words
from pincite.parsers.html.looks import Look
from pincite.parsers.html.pages import PageItems, split_pages
from pincite.parsers.html.setting import set_in_type
from pincite.parsers.html.sheets import Sheets
from pincite.parsers.html.tree import read_page
from pincite.parsers.html.xbrl import Facts
from pincite.parsers.options import ParseTask
from pincite.parsers.pdf.headings.headings import mark_headings

PARSER = "pincite-html/2"
_TIMED = re.compile(r"\S+ - \w+ - [\d.]+s")  # the name of a job and how long it took: no title
_OTHERS = frozenset({".pdf", ".docx", ".pptx", ".xlsx", ".doc", ".ppt", ".xls"})
_SHELL = 200  # characters: a page with programs and fewer words than this shows what they make


def parse_html(task: ParseTask) -> Document:
    """Parses a page of HTML, an XHTML page or a web archive (MHTML). Nothing is fetched and no program of the page is
    run. Raises ``ParseError`` (corrupt, needs_javascript, too_large)."""
    page = read_page(task.read(), task.name, charset=task.options.charset, address=task.options.base)
    facts = Facts(page.root)
    context = Context(Sheets(page.root), page.base, facts, scripts=sum(map(_is_program, page.root.iter("script"))))
    body = page.root.find("body")
    items = Flow(context).read(page.root if body is None else body, Frame("body", Look(), block=True))
    if not has_words(items):
        raise _nothing(context, task.name)
    items, cut = _within_limit(items)
    pages = split_pages(items)
    mark_captions(pages)
    setting = set_in_type(pages)
    setting.layout.metadata = _metadata(page.root, facts.names)
    mark_headings(setting.layout)
    document = assemble(
        doc_id=task.doc_id,
        source=task.name,
        format="html",
        parser=PARSER,
        pages=[_page(i, p) for i, p in enumerate(pages, 1)] if len(pages) > 1 else [],
        blocks=setting.drafts(_targets(pages)),
        metadata=setting.layout.metadata,
        warnings=[*_warnings(context, items, task.name), *cut],
        hidden=context.hidden,
    )
    if task.progress:
        task.progress(1, 1)
    return document


def _within_limit(items: list[Item]) -> tuple[list[Item], list[DocumentWarning]]:
    """The items up to as many characters as are read, and a warning where there are more."""
    left = PAGE_CHARACTERS
    for at, item in enumerate(items):
        if not isinstance(item, Break) and (left := left - len(item.text)) < 0:
            message = f"Only the first {PAGE_CHARACTERS:,} characters of the page were read."
            kept = items[:at]
            if isinstance(item, Para):
                kept.append(replace(item, runs=list(_cut(item.runs, left + len(item.text)))))
            return kept, [DocumentWarning("partial", message)]
    return items, []


def _cut(runs: list[Run], left: int) -> Iterator[Run]:
    for run in runs:
        if left > 0:
            yield run._replace(text=run.text[:left])
        left -= len(run.text)


def _is_program(script: Any) -> bool:
    """Whether browsers run what is in the element: it may hold data, too."""
    kind = (script.get("type") or "").strip().lower()
    return kind in ("", "module") or "javascript" in kind or "ecmascript" in kind


def _nothing(context: Context, name: str) -> ParseError:
    if context.frames:
        return ParseError(
            f"{name} shows nothing but other pages in frames: {', '.join(context.frames[:3])}.",
            code="needs_javascript",
            hint="Open one of these addresses, or save the page from a browser and open that.",
        )
    if context.scripts:
        return ParseError(
            f"{name} shows nothing by itself: a program in it makes the page.",
            code="needs_javascript",
            hint="Save the page from a browser as it is shown there, or as PDF, and open that.",
        )
    return ParseError(f"{name} shows no text.", code="corrupt", hint="Open another file.")


def _page(number: int, page: PageItems) -> Page:
    return Page(number, page.label, label_source=LabelSource.PRINTED if page.label else LabelSource.NONE)


def _targets(pages: list[PageItems]) -> dict[str, int]:
    """The page of each id."""
    if len(pages) < 2:
        return {}
    return {anchor: n for n, page in enumerate(pages, 1) for item in page.items for anchor in item.anchors}


_AUTHORS = frozenset(("citation_author", "dc.creator", "dcterms.creator"))
_PUBLISHED = (
    "article:published_time", "citation_publication_date", "citation_date", "datepublished", "dcterms.issued",
    "dc.date.issued", "dcterms.date", "dc.date", "date", "dcterms.created",
)  # fmt: skip
_SLASHED = re.compile(r"\d{4}/\d\d?(?:/\d\d?)?")


def _metadata(root: Any, names: Mapping[str, str]) -> Metadata:
    metas: dict[str, str] = {}
    for node in root.iterfind("./head/meta"):
        name = (node.get("name") or node.get("property") or node.get("itemprop") or "").lower()
        text = " ".join((node.get("content") or "").split())
        if name in _AUTHORS and metas.get(name) and text:  # one for each author
            text = f"{metas[name]}; {text}"
        metas[name] = text or metas.get(name, "")

    def named(*names: str) -> str | None:
        return next((metas[name] for name in names if metas.get(name)), None)

    title = " ".join((root.findtext(".//head/title") or root.findtext(".//title") or "").split())
    title = "" if _TIMED.fullmatch(title) else title
    filed = [names.get(f"dei:{key}") for key in ("EntityRegistrantName", "DocumentType", "DocumentPeriodEndDate")]
    if filed[0] and filed[1]:  # what a filing says of itself
        title = ", ".join(part for part in filed if part)
    return Metadata(
        title=title or named("og:title", "dc.title") or None,
        author=named("citation_author", "dc.creator", "dcterms.creator", "author"),
        subject=named("description", "og:description"),
        keywords=named("keywords"),
        creator=named("generator"),
        created=_iso(named(*_PUBLISHED)),
        modified=named("article:modified_time", "dcterms.modified"),
        language=root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang"),
    )


def _iso(date: str | None) -> str | None:
    """``2024-02-03`` of ``2024/02/03``."""
    return date.replace("/", "-") if date and _SLASHED.fullmatch(date) else date


def _warnings(context: Context, items: list[Item], name: str) -> list[DocumentWarning]:
    out = []
    if PurePath(name).suffix.lower() in _OTHERS:
        message = f"{name} is a web page, whatever its name says: the download may have brought an error page."
        out.append(DocumentWarning("type_mismatch", message))
    if context.hidden:
        words = sum(len(hidden.text.split()) for hidden in context.hidden)
        out.append(DocumentWarning("hidden_text", f"{words} words that the page does not show were left out."))
    if context.sheets.cut:
        out.append(DocumentWarning("partial", f"{context.sheets.cut}: it may hide words that are read."))
    shown = sum(len(item.text) for item in items if not isinstance(item, Break))
    if shown < _SHELL and ((context.scripts and context.is_shell) or context.frames):
        rest = "programs in it make the rest" if not context.frames else "the rest is in the pages of its frames"
        out.append(DocumentWarning("needs_javascript", f"The page shows little by itself; {rest}."))
    return out
