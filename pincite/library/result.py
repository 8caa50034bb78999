"""A parsed document as the library hands it out."""

from __future__ import annotations

from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack

from pincite.library.config import Options
from pincite.library.navigation import Navigation
from pincite.model import BBox, HiddenText

if TYPE_CHECKING:
    from pincite.compare import Comparison
    from pincite.health import PageHealth, Trouble
    from pincite.index import DocumentIndex
    from pincite.library.finding import Citation, Hit, Verification
    from pincite.verify import Match, Verdict


def _no_letters(page: int) -> None:  # noqa: ARG001 - as marking.LettersOf
    return None


class ParseResult(Navigation):
    """A parsed document with its outline, chunks, tables, pages, search and verification, under the options of
    ``config``. Each part is made when it is first asked for; nothing of it is parsed again."""

    def with_options(self, **options: Unpack[Options]) -> Self:
        """The same document shown under other options, without another parse. Raises ``RequestError`` (bad_argument)
        for options that only a new parse can follow."""
        changed = type(self)(self.document, self.config.changed(options))
        changed.letters_of = self.letters_of
        return changed

    @property
    def health(self) -> tuple[PageHealth, ...]:
        """The states of every page: text, scan, garbled, blank, needs_ocr, …"""
        from pincite.health import page_health

        return page_health(self.document)

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What is wrong with the document, one entry for each kind with its pages; ``()`` where nothing is."""
        from pincite.health import troubles

        return troubles(self.document)

    @property
    def hidden(self) -> tuple[HiddenText, ...]:
        """What stands in the file and no reader sees, with its page and why, in no other part of the result; ``()``
        without the option ``include_hidden``. It may be there to mislead: let no model take it for the
        document's text."""
        return self.document.hidden

    # Search and verification.

    @cached_property
    def _index(self) -> DocumentIndex:
        from pincite.index import DocumentIndex

        index = DocumentIndex(None)
        index.add(self.document, self.outline)
        return index

    def search(self, query: str, limit: int = 8) -> list[Hit]:
        """The best places for a question or a "quoted phrase", best first; an empty list where nothing matches."""
        from pincite.library.finding import Hit

        doc = self.document
        found = self._index.search(
            query, limit=limit, documents=lambda _: (doc, self.outline), doc_ids=[doc.doc_id]
        )  # fmt: skip
        hits = []
        for hit in found.hits:
            titles = tuple(s.title for s in self.outline.path(hit.section))
            uri = f"pincite://doc/{doc.doc_id}@{doc.rev}/b{hit.block}"
            label = self._cite(hit.page_number)
            hits.append(Hit(hit.page_number, hit.page_end, label, titles, hit.snippet, hit.score, uri))
        return hits

    def verify(self, quote: str, page: str | None = None) -> Verification:
        """Does the quote stand in the document (and on ``page``, a label or a physical number, where given)?"""
        from pincite.library.finding import Verification

        verdict: Verdict = self.verifier.verify(quote, page=page)
        places = tuple(self._citation(m) for m in verdict.matches)
        return Verification(verdict.status, verdict.message, places, verdict.nearest)

    def compare(self, newer: ParseResult) -> Comparison:
        """What changed from this version of a document to a newer one, clause by clause; see ``pincite.compare``."""
        from pincite.compare import compare, versions_of

        return compare(versions_of(self, newer))

    def _citation(self, match: Match) -> Citation:
        from pincite.library.finding import Citation

        first = match.page_numbers[0] if match.page_numbers else None
        return Citation(
            uri=str(match.anchor),
            page_number=first,
            page_label=self._cite(first),
            page_numbers=match.page_numbers,
            section=match.section,
            quote=match.quote,
            boxes=self._boxes(match),
            recognised=match.recognised,
        )

    def _boxes(self, match: Match) -> tuple[tuple[int, BBox], ...]:
        """The lines of a match, cut to its letters where the file is at hand."""
        from pincite.pictures.marking import line_boxes

        found = line_boxes(self.document, match.spans, self.letters_of or _no_letters)
        return tuple((page, box) for page, boxes in found.items() for box in boxes)

    def _cite(self, number: int | None) -> str | None:
        return None if number is None else self._cites[number]

    # Exports.

    def export_to_text(self) -> str:
        """Plain text; a table has a tab between cells."""
        from pincite.exports import to_text

        return to_text(self.document, self.config.selection)

    def export_to_markdown(
        self, page_markers: bool = True, *, include_tables: bool = True, front_matter: bool = False
    ) -> str:
        """Markdown. ``page_markers`` puts ``[Page iv]`` lines where pages begin, ``front_matter`` what is known of the
        document at its head, as YAML."""
        from pincite import exports

        body = exports.to_markdown(
            self.document, page_markers=page_markers, selection=self.config.selection, tables=include_tables
        )
        return exports.front_matter(self.document) + body if front_matter else body

    def export_to_html(self) -> str:
        """One page for a person: the outline at the side, nothing loaded from anywhere."""
        from pincite.exports.page import to_html

        return to_html(self.document, self.outline, self.config.selection)

    def to_json(self) -> str:
        """All of it, as ``load`` reads it."""
        from pincite.exports.resultjson import to_json

        return to_json(self.document, self.config.as_dict())

    def save(self, path: str | PathLike[str]) -> Path:
        """Writes to a file or a directory and returns its path; the name says what: see ``pincite.library.saving``.
        Raises ``RequestError`` (bad_argument) for a name that says nothing, ``MissingPackageError``, ``OSError``."""
        from pincite.library.saving import save

        return save(self, Path(path))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """The result that ``save`` wrote as ``.json``, the same in all its parts. Raises ``SourceError`` (not_found),
        ``ParseError`` (corrupt)."""
        from pincite.library.saving import load

        return cls(*load(Path(path)))

    def rows(self, collection: str) -> list[dict[str, Any]]:
        """``chunks``, ``blocks``, ``tables`` (a row for each cell), ``charts`` (for each point), ``pages``,
        ``hidden``, ``hierarchy`` or ``metadata`` as flat rows. Raises ``RequestError`` (bad_argument) for any other
        name."""
        from pincite.library.rows import rows_of

        return rows_of(self, collection)

    def _frame(self, collection: str, library: str | None) -> Any:
        from pincite.exports.frames import frame
        from pincite.library.rows import COLUMNS

        return frame(self.rows(collection), library, COLUMNS[collection])

    def chunks_df(self, library: str | None = None) -> Any:
        """The chunks as a data frame of ``pandas`` or ``polars``: of the one named, else of the one that is installed.
        Raises ``MissingPackageError`` where there is none, ``RequestError`` (bad_argument) for another name."""
        return self._frame("chunks", library)

    def blocks_df(self, library: str | None = None) -> Any:
        """The blocks as a data frame; see ``chunks_df``."""
        return self._frame("blocks", library)

    def tables_df(self, library: str | None = None) -> Any:
        """A row for each cell of each table; see ``chunks_df``."""
        return self._frame("tables", library)

    def charts_df(self, library: str | None = None) -> Any:
        """A row for each point of each chart; see ``chunks_df``."""
        return self._frame("charts", library)

    def pages_df(self, library: str | None = None) -> Any:
        """The pages as a data frame; see ``chunks_df``."""
        return self._frame("pages", library)

    def hierarchy_df(self, library: str | None = None) -> Any:
        """The headings as a data frame; see ``chunks_df``."""
        return self._frame("hierarchy", library)
