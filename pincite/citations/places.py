"""What a citation has to say: of which document, and where in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pincite.anchors import Anchor, Ref, parse_anchor, parse_ref, resolve
from pincite.citations.crediting import authors_of
from pincite.citations.dating import date_of
from pincite.citations.front import front_of
from pincite.citations.naming import title_of
from pincite.citations.people import Author, Date
from pincite.errors import UnknownReferenceError
from pincite.fold import fold_text
from pincite.markup import Markup
from pincite.model import Document, Span
from pincite.outline import PATH_SEPARATOR, Outline, build_outline
from pincite.spans import blocks_in, pages_of
from pincite.verify import Match
from pincite.verify.cells import Headers

_MAX_TITLE = 300
_SCHEME = "pincite:"
_NUMBER = re.compile(r"(?:section|sec\.|§+)?\s*(\d+(?:\.\d+)*[a-z]?)(?:[.):\s]|$)", re.IGNORECASE)
_ARTICLE = re.compile(r"article\s+([IVXLC]+|\d+)\b", re.IGNORECASE)
_NAMES = {"pdf": "PDF", "docx": "Word document", "pptx": "Slides", "xlsx": "Spreadsheet", "html": "Web page"}


_KEPT = 64
_WORKS: dict[tuple[object, ...], Work] = {}


class Opened(Protocol):
    """A document with its outline: an open document of the server, a result of the library."""

    @property
    def document(self) -> Document: ...

    @property
    def outline(self) -> Outline: ...


class Work(NamedTuple):
    """A document as a citation names it; ``titled`` is false where its title is the name of its file."""

    title: str
    titled: bool
    authors: tuple[Author, ...]
    date: Date | None


@dataclass(frozen=True, slots=True)
class Cited:
    """A place as a citation names it. ``title`` is the file's name where the file declares none (``titled`` is false
    then); ``pages`` are runs of neighbouring pages by name, ``(("31", "32"), ("40",))``; ``noun`` is what a page is
    here: ``page``, ``slide`` or ``sheet``; ``section`` the titles that lead to the place, ``cell`` its table by its
    caption, its row and its column."""

    doc_id: str
    rev: str
    ref: str
    title: str
    titled: bool
    form: str
    authors: tuple[Author, ...]
    date: Date | None
    noun: str
    pages: tuple[tuple[str, ...], ...]
    section: tuple[str, ...]
    cell: str | None

    @property
    def locator(self) -> str:
        """``p. 31``, ``pp. 31–32, 40``, ``slide 4``, ``sheet Income``; empty without pages."""
        if self.noun != "page":
            names = ", ".join(_run(run) for run in self.pages)
            several = len(self.pages) > 1 or any(len(run) > 1 for run in self.pages)
            return f"{self.noun}{'s' if several else ''} {names}" if names else ""
        if any(name.startswith("sheet ") for run in self.pages for name in run):
            runs = [[name if name.startswith("sheet ") else f"p. {name}" for name in run] for run in self.pages]
            return ", ".join(_run(run) for run in runs)
        return f"{self.mark} {self.numbers}" if self.pages else ""

    @property
    def mark(self) -> str:
        return "pp." if len(self.pages) > 1 or any(len(run) > 1 for run in self.pages) else "p."

    @property
    def numbers(self) -> str:
        """``31–32, 40``"""
        return ", ".join(_run(run) for run in self.pages)

    @property
    def path(self) -> str:
        """``Notes > Revenue``; empty outside of all headings."""
        return PATH_SEPARATOR.join(self.section)

    @property
    def section_number(self) -> str:
        """``§ 4.2`` or ``art. IV`` of the innermost section that bears a number; empty where none does."""
        for title in reversed(self.section):
            article, number = _ARTICLE.match(title), _NUMBER.match(title)
            if article or number:
                return f"art. {article[1]}" if article else f"§ {number[1]}" if number else ""
        return ""


def cited(opened: Opened | Document, place: Anchor | Match | Ref | str) -> Cited:
    """What a citation of ``place`` says: a match of a verified quote, an anchor, or either as a string.

    Raises ``UnknownReferenceError``: bad_anchor, unknown_document (an anchor of another document), stale_revision,
    unknown_block and its like.
    """
    doc = opened if isinstance(opened, Document) else opened.document
    outline = build_outline(doc) if isinstance(opened, Document) else opened.outline
    ref, spans = _place(doc, outline, place)
    work = work_of(doc)
    return Cited(
        doc_id=doc.doc_id,
        rev=doc.rev,
        ref=str(ref),
        title=work.title,
        titled=work.titled,
        form=_NAMES.get(doc.format, doc.format.upper()),
        authors=work.authors,
        date=work.date,
        noun={"pptx": "slide", "xlsx": "sheet"}.get(doc.format, "page"),
        pages=tuple(_runs(doc, pages_of(doc, spans))),
        section=_section(doc, outline, spans, doc.title),
        cell=_cell(doc, ref, place if isinstance(place, Match) else None),
    )


def work_of(doc: Document) -> Work:
    """What a citation says of the document itself."""
    front = front_of(doc)
    title = title_of(doc, front)[:_MAX_TITLE]
    return Work(
        title, bool((doc.metadata.title or "").strip()), authors_of(doc, front, title), date_of(doc, front, title)
    )


def missing(document: Document) -> tuple[str, ...]:
    """What a full citation would need and the document does not say: of ``title``, ``author``, ``date``."""
    work = work_of(document)
    known = {"title": work.titled, "author": bool(work.authors), "date": bool(work.date)}
    return tuple(name for name, there in known.items() if not there)


def _place(doc: Document, outline: Outline, place: Anchor | Match | Ref | str) -> tuple[Ref, tuple[Span, ...]]:
    if isinstance(place, Match):
        return place.anchor.ref, place.spans
    if isinstance(place, str):
        place = parse_anchor(place) if place.strip().startswith(_SCHEME) else parse_ref(place)
    if isinstance(place, Anchor):
        if place.doc_id != doc.doc_id:
            raise UnknownReferenceError(
                f"{place} is a place in another document.", code="unknown_document", hint=f"This one is {doc.doc_id}."
            )
        if place.rev != doc.rev:
            raise UnknownReferenceError(
                f"{place} names an older parse of this document.",
                code="stale_revision",
                hint="Verify the quote to learn where it stands now.",
            )
        place = place.ref
    return place, resolve(doc, outline, place)


def _runs(doc: Document, numbers: Sequence[int]) -> Iterator[tuple[str, ...]]:
    """First and last name of each run of neighbouring pages."""
    markup = Markup(doc)
    start = 0
    for i in range(1, len(numbers) + 1):
        if i == len(numbers) or numbers[i] != numbers[i - 1] + 1:
            ends = dict.fromkeys((numbers[start], numbers[i - 1]))
            yield tuple(" ".join(markup.page_name(n).split()) for n in ends)
            start = i


def _run(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    first, last = names
    ascend = first.isdigit() and last.isdigit() and int(first) < int(last)  # 31–2 would be read as 31–32
    dashed = ascend or (first.isalpha() and last.isalpha())
    return f"{first}–{last}" if dashed else f"{first} to {last}"


def _section(doc: Document, outline: Outline, spans: Sequence[Span], title: str) -> tuple[str, ...]:
    """The headings around the place; not one that only repeats the title of the document."""
    block = next((b for span in spans for b in blocks_in(doc, span)), None)
    if block is None:
        return ()
    path = [s.title for s in outline.path(outline.section_of(block.id).id) if s.kind == "heading"]
    return tuple(path[1:] if path and fold_text(path[0]) == fold_text(title) else path)


def _cell(doc: Document, ref: Ref, match: Match | None) -> str | None:
    if ref.kind != "t" or ref.first >= len(doc.tables):
        return None
    table = doc.tables[ref.first]
    words = [" ".join(table.caption.split())] if table.caption else []
    if ref.cell is not None:
        cell = next((c for c in table.cells if (c.row, c.col) == ref.cell), None)
        rows, cols = (match.row, match.column) if match else Headers(table).of(cell) if cell else ([], [])
        for noun, heads in (("row", rows), ("column", cols)):
            name = " / ".join(" ".join(head.split()) for head in heads)
            words += [f"{noun} “{name}”"] if name else []
    return ", ".join(words) or None
