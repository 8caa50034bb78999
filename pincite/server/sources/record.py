"""The sources of an answer as a record: all that the card shows, and all that a model needs whose client drops the
text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from pincite.citations import deep_link, link_ref
from pincite.errors import RequestError
from pincite.server.fence import inline, line
from pincite.server.results import record_fits
from pincite.server.sources.boxes import Lines
from pincite.server.sources.detail import DETAILS, Detail
from pincite.server.sources.differences import difference
from pincite.server.sources.outlined import Row, draw
from pincite.server.sources.reach import PageRun, Segment, State
from pincite.server.sources.wording import wording
from pincite.server.wire import Wire

if TYPE_CHECKING:
    from pincite.server.sources.gathering import Proof, Reading, Source, Sources
    from pincite.verify import Match

Line = tuple[int, float, float, float, float]


class PlaceRecord(Wire):
    doc: int
    ref: str
    title: str
    page: str | None = None
    tokens: int


class RoundRecord(Wire):
    """``over``: it goes beyond the rounds that are allowed."""

    places: list[PlaceRecord]
    tokens: int
    why: str | None = None
    found: str | None = None
    over: bool | None = None


class SectionRecord(Wire):
    """``more``: how many sections a row stands for that were not read; ``read``: tokens read, with subsections."""

    id: str
    level: int
    title: str | None = None
    page: str | None = None
    tokens: int
    read: int
    state: Literal["cited", "read", "path", "unread"]
    more: int | None = None


class DocumentRecord(Wire):
    """``bar``: [tokens, state] from beginning to end; ``strip``: [first page, last page, state, label];
    ``rows_left_out``: sections and folds of the map for which there was no room."""

    doc_id: str
    title: str
    format: str
    pages: int
    sections: int
    sections_read: int
    tokens: int
    tokens_read: int
    map: list[SectionRecord]
    rows_left_out: int | None = None
    bar: list[tuple[int, str]]
    strip: list[tuple[int, int, str, str]]


class QuoteRecord(Wire):
    """``doc``: its index in ``documents``; ``sheet``: physical page; ``lines``: [sheet, x0, y0, x1, y1] in points from
    the top left of the page as displayed; ``places``: in how many it stands, where in several."""

    n: int
    quote: str
    status: Literal["verified", "moved", "ambiguous", "stale", "drift", "unknown"]
    doc: int | None = None
    ref: str | None = None
    page: str | None = None
    sheet: int | None = None
    section: str | None = None
    places: int | None = None
    lines: list[Line] | None = None
    message: str | None = None
    nearest: str | None = None
    link: str | None = None


class SourcesRecord(Wire):
    """``summary`` is the whole in a line; ``left_out`` says what there was no room for."""

    question: str | None = None
    view: Literal["sources", "citation"]
    summary: str
    verified: int
    cited: int
    max_rounds: int
    rounds: list[RoundRecord]
    quotes: list[QuoteRecord]
    documents: list[DocumentRecord]
    unknown: list[str] | None = None
    left_out: str | None = None


def record_of(sources: Sources, lines: Sequence[Lines], viewer_url: str | None, limit: int) -> SourcesRecord:
    """The record, in at most ``limit`` tokens; ``lines`` has the boxes of each quote. Raises ``RequestError``
    (bad_budget) where not even the least fits."""
    for detail in DETAILS:
        record = _Maker(sources, lines, viewer_url, detail).record()
        if record_fits(record, limit):
            return record
    raise RequestError("Not even the least of it fits.", code="bad_budget", hint="Show fewer quotes and rounds.")


class _Maker:
    def __init__(self, sources: Sources, lines: Sequence[Lines], viewer_url: str | None, detail: Detail) -> None:
        self._sources = sources
        self._lines = lines
        self._viewer_url = viewer_url
        self._detail = detail

    def record(self) -> SourcesRecord:
        sources, detail = self._sources, self._detail
        proofs = list(zip(sources.proofs, self._lines, strict=True))[: detail.quotes]
        return SourcesRecord(
            question=line(sources.question, detail.question) or None,
            view="sources" if sources.headline is None else "citation",
            summary=sources.summary,
            verified=sources.verified,
            cited=len(sources.proofs),
            max_rounds=sources.cap,
            rounds=[self._round(i, r) for i, r in enumerate(sources.rounds[: detail.rounds])],
            quotes=[self._quote(n, proof, boxes) for n, (proof, boxes) in enumerate(proofs, 1)],
            documents=[self._document(d) for d in sources.documents[: detail.documents]],
            unknown=[line(u, detail.remark or 60) for u in sources.unknown[: detail.rows]] or None,
            left_out=self._left_out(),
        )

    def _round(self, index: int, reading: Reading) -> RoundRecord:
        asked, size = reading.asked, self._detail.remark
        return RoundRecord(
            places=[
                PlaceRecord(
                    doc=v.document,
                    ref=v.target.ref,
                    title=line(v.title, self._detail.title),
                    page=self._sources.documents[v.document].pages(v.target.spans) or None,
                    tokens=v.tokens,
                )
                for v in reading.visits[: self._detail.rows]
            ],
            tokens=reading.tokens,
            why=line(asked.why, size) or None if asked.why and size else None,
            found=line(asked.found, size) or None if asked.found and size else None,
            over=True if index >= self._sources.cap else None,
        )

    def _quote(self, number: int, proof: Proof, lines: Lines) -> QuoteRecord:
        detail, verdict, match = self._detail, proof.verdict, proof.match
        record = QuoteRecord(
            n=number,
            quote=wording(proof.asked.quote, detail.words),
            status=proof.status,  # type: ignore[arg-type] # the same words
            doc=proof.document if proof.document is not None and proof.document < detail.documents else None,
            message=line(proof.problem, detail.remark) if proof.problem and detail.remark else None,
        )
        if verdict is not None and verdict.nearest and detail.remark:
            record.nearest = inline(difference(verdict.nearest, detail.remark))
        if match is not None and proof.document is not None and verdict is not None:
            source = self._sources.documents[proof.document]
            record.ref = str(match.anchor.ref)
            record.page = source.pages(match.spans) or None
            record.sheet = match.page_numbers[0] if match.page_numbers else None
            record.section = line(source.section_of(match).title, detail.title)
            record.places = len(verdict.matches) if len(verdict.matches) > 1 else None
            record.lines = list(_rounded(lines)) or None if detail.lines else None
            record.link = self._link(source, match) if detail.links else None
        return record

    def _link(self, source: Source, match: Match) -> str | None:
        return deep_link(self._viewer_url, match.anchor, link_ref(source.opened.document, match))

    def _document(self, source: Source) -> DocumentRecord:
        doc, reach, detail = source.opened.document, source.reach, self._detail
        drawn = draw(reach, detail.rows, fold=False)
        return DocumentRecord(
            doc_id=doc.doc_id,
            title=line(doc.title, detail.title),
            format=doc.format,
            pages=len(doc.pages),
            sections=len(source.opened.outline.sections),
            sections_read=reach.sections_read,
            tokens=source.opened.costs.total,
            tokens_read=reach.tokens,
            map=[self._row(source, row) for row in drawn.rows],
            rows_left_out=drawn.cut or None,
            bar=[(s.tokens, s.state.value) for s in _coarser(reach.segments, detail.runs)],
            strip=[
                (r.first, r.last, r.state.value, source.label(r.first, r.last))
                for r in fewer_runs(reach.pages, detail.runs)
            ],
        )

    def _row(self, source: Source, row: Row) -> SectionRecord:
        number = row.section.id
        return SectionRecord(
            id=f"s{number}" if row.last is None else f"s{number}-s{number + row.more - 1}",
            level=row.level,
            title=line(row.section.title, self._detail.title) if row.last is None else None,
            page=source.first_page(row.section) or None,
            tokens=row.tokens,
            read=row.read,
            state=row.state.value,
            more=row.more if row.last is not None else None,
        )

    def _left_out(self) -> str | None:
        sources, detail = self._sources, self._detail
        counts = (
            (max(0, len(sources.proofs) - detail.quotes), "quotes"),
            (max(0, len(sources.rounds) - detail.rounds), "rounds"),
            (max(0, len(sources.documents) - detail.documents), "documents"),
        )
        return ", ".join(f"{n} more {what}" for n, what in counts if n) or None


def _rounded(lines: Lines) -> Iterator[Line]:
    """The boxes to a tenth of a point."""
    for page, boxes in lines.items():
        for box in boxes:
            yield page, round(box.x0, 1), round(box.y0, 1), round(box.x1, 1), round(box.y1, 1)


def fewer_runs(runs: Sequence[PageRun], most: int) -> list[PageRun]:
    """At most ``most`` runs of pages: those that are short and hold nothing cited join their neighbours."""
    out = list(runs)
    while len(out) > most:
        at = min(range(len(out) - 1), key=lambda i: _loss(out[i], out[i + 1]))
        a, b = out[at], out[at + 1]
        out[at : at + 2] = [PageRun(a.first, b.last, _stronger(a.state, b.state))]
    return out


def _loss(a: PageRun, b: PageRun) -> tuple[bool, int]:
    """How much is lost where the two are told as one."""
    return State.CITED in (a.state, b.state), min(a.last - a.first, b.last - b.first)


def _coarser(segments: Sequence[Segment], most: int) -> list[Segment]:
    """At most ``most`` segments: the smallest join their neighbours."""
    out = list(segments)
    while len(out) > most:
        at = min(range(len(out) - 1), key=lambda i: min(out[i].tokens, out[i + 1].tokens))
        a, b = out[at], out[at + 1]
        out[at : at + 2] = [Segment(_stronger(a.state, b.state), a.tokens + b.tokens)]
    return out


def _stronger(a: State, b: State) -> State:
    order = (State.CITED, State.READ, State.PATH, State.UNREAD)
    return min(a, b, key=order.index)
