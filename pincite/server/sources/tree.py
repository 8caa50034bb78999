"""The sources of an answer as text: for terminals, and for models whose client drops the structure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pincite.citations import deep_link, link_ref
from pincite.errors import RequestError
from pincite.server.budget import fits
from pincite.server.fence import fence, line
from pincite.server.sources.detail import DETAILS, Detail
from pincite.server.sources.differences import difference
from pincite.server.sources.outlined import Row, draw
from pincite.server.sources.reach import State
from pincite.server.sources.wording import wording

if TYPE_CHECKING:
    from pincite.server.sources.gathering import Proof, Reading, Source, Sources
    from pincite.verify import Match

_FRAME, _PER_QUOTE = 700, 80  # tokens that the text should keep to, whatever the budget is
_SIGNS = {"verified": "✓", "moved": "!", "ambiguous": "!", "stale": "!", "drift": "✗", "unknown": "✗"}
_UNKNOWN = 5


def text_of(sources: Sources, viewer_url: str | None, limit: int) -> str:
    """The text, in at most ``limit`` tokens; ``viewer_url`` is where documents can be looked at. Raises
    ``RequestError`` (bad_budget) where not even the least fits."""
    room = min(limit, _FRAME + _PER_QUOTE * len(sources.proofs))
    for detail in DETAILS:
        text = _Tree(sources, viewer_url, detail).text()
        if fits(text, room):
            return text
    raise RequestError("Not even the least of it fits.", code="bad_budget", hint="Show fewer quotes and rounds.")


class _Tree:
    def __init__(self, sources: Sources, viewer_url: str | None, detail: Detail) -> None:
        self._sources = sources
        self._viewer_url = viewer_url
        self._detail = detail

    def text(self) -> str:
        sources = self._sources
        head = [f"Question: {line(sources.question, self._detail.question)}"] if sources.question.strip() else []
        verdicts = f"{sources.verified} of {len(sources.proofs)} quotes verified" if sources.proofs else ""
        head.append("; ".join(filter(None, [sources.summary, verdicts])))
        return "\n".join([*head, fence("\n".join(self._lines())), *self._unknown()])

    def _lines(self) -> Iterator[str]:
        sources, detail = self._sources, self._detail
        for number, reading in enumerate(sources.rounds[: detail.rounds], 1):
            yield self._round(number, reading)
        yield from _rest(len(sources.rounds) - detail.rounds, "round")
        shown = list(enumerate(sources.proofs, 1))[: detail.quotes]
        for index, source in enumerate(sources.documents[: detail.documents]):
            yield from self._document(source, [(n, p) for n, p in shown if p.document == index and p.match])
        yield from _rest(len(sources.documents) - detail.documents, "document")
        for number, proof in shown:
            if proof.document is None or not proof.match or proof.document >= detail.documents:
                yield self._proof(number, proof)
        yield from _rest(len(sources.proofs) - detail.quotes, "quote")

    def _round(self, number: int, reading: Reading) -> str:
        places = "; ".join(self._places(reading)) or "nothing that is here"
        over = " (more than allowed)" if number > self._sources.cap else ""
        remarks = [line(text, self._detail.remark) for text in (reading.asked.why, reading.asked.found) if text]
        said = " → ".join(remarks) if self._detail.remark else ""
        return f"Round {number}{over}: {places}{': ' if said else ''}{said}"

    def _places(self, reading: Reading) -> Iterator[str]:
        for visit in reading.visits[: self._detail.rows]:
            source = self._sources.documents[visit.document]
            pages = source.pages(visit.target.spans)
            facts = [f"p. {pages}"] if pages else []
            title = ("" if visit.target.ref.startswith("s") else "in ") + line(visit.title, self._detail.title)
            yield f"{visit.target.ref} {title} ({', '.join([*facts, _tokens(visit.tokens)])})"
        yield from _rest(len(reading.visits) - self._detail.rows, "place")

    def _document(self, source: Source, proofs: Sequence[tuple[int, Proof]]) -> Iterator[str]:
        doc, reach = source.opened.document, source.reach
        read = _read(reach.tokens, source.opened.costs.total)
        yield f"{line(doc.title, self._detail.title)} (doc_id {doc.doc_id}, {read})"
        drawn = draw(reach, self._detail.rows)
        under = _under(source, drawn.rows, proofs)
        branches = [_Branch(row.level, self._row(source, row), row.section.id) for row in drawn.rows]
        leaves: list[_Branch] = [_Branch(1, self._proof(n, p), None) for n, p in under.get(None, ())]
        for branch in branches:
            leaves.append(branch)
            leaves += [_Branch(branch.level + 1, self._proof(n, p), None) for n, p in under.get(branch.section, ())]
        leaves += [_Branch(1, text, None) for text in _rest(drawn.cut, "section")]
        yield from _drawn(leaves)

    def _row(self, source: Source, row: Row) -> str:
        if row.last is not None:
            ids = f"s{row.section.id}-s{row.section.id + row.more - 1}"
            return f"{ids}: {row.more:,} sections, {_tokens(row.tokens)}, not read"
        page = source.first_page(row.section)
        facts = [f"p. {page}"] if page else []
        facts.append(_read(row.read, row.tokens) if 0 < row.read < row.tokens else _tokens(row.tokens))
        if row.state is State.CITED:
            facts.append("cited" if row.read else "cited, not read")
        elif row.state is State.UNREAD or row.read == row.tokens:
            facts.append("read" if row.read else "not read")
        return f"s{row.section.id} {line(row.section.title, self._detail.title)} ({', '.join(facts)})"

    def _proof(self, number: int, proof: Proof) -> str:
        facts = [proof.status]
        match, words = proof.match, wording(proof.asked.quote, self._detail.words)
        if match is not None and proof.document is not None:
            source = self._sources.documents[proof.document]
            pages = source.pages(match.spans)
            facts += [f"p. {pages}"] if pages else []
            facts.append(str(match.anchor.ref))
            link = self._link(source, match) if self._detail.links else None
            facts += [link] if link else []
        elif proof.verdict is not None and proof.verdict.nearest and self._detail.remark:
            facts.append(f"nearest: {difference(proof.verdict.nearest, self._detail.remark)}")
        elif proof.problem and self._detail.remark:
            facts.append(line(proof.problem, self._detail.remark))
        return f'{_SIGNS[proof.status]} {number} "{words}" {", ".join(facts)}'

    def _link(self, source: Source, match: Match) -> str | None:
        return deep_link(self._viewer_url, match.anchor, link_ref(source.opened.document, match))

    def _unknown(self) -> Iterator[str]:
        size = self._detail.remark or 60
        for text in self._sources.unknown[:_UNKNOWN]:
            yield f"Not found: {line(text, size)}"
        yield from _rest(len(self._sources.unknown) - _UNKNOWN, "unknown ref")


class _Branch:
    """A line of the tree; ``level`` from 1."""

    def __init__(self, level: int, text: str, section: int | None) -> None:
        self.level = level
        self.text = text
        self.section = section


def _under(
    source: Source, rows: Sequence[Row], proofs: Sequence[tuple[int, Proof]]
) -> dict[int | None, list[tuple[int, Proof]]]:
    """The quotes by the section whose row they go below: the deepest around them that has one, ``None``: no row."""
    shown = {row.section.id for row in rows if row.last is None}
    out: dict[int | None, list[tuple[int, Proof]]] = {}
    for number, proof in proofs:
        assert proof.match is not None
        path = source.opened.outline.path(source.section_of(proof.match).id)
        home = next((s.id for s in reversed(path) if s.id in shown), None)
        out.setdefault(home, []).append((number, proof))
    return out


def _drawn(branches: Sequence[_Branch]) -> Iterator[str]:
    """The lines with the strokes of a tree before them."""
    least = min((b.level for b in branches), default=1)
    follows: list[bool] = []  # by level: whether another line of that level comes below, before one further out
    strokes: list[str] = []
    for branch in reversed(branches):
        depth = branch.level - least
        follows = [*follows[: depth + 1], *[False] * (depth + 1 - len(follows))]
        strokes.append("".join("│ " if f else "  " for f in follows[:depth]) + ("├ " if follows[depth] else "└ "))
        follows[depth] = True
    for stroke, branch in zip(reversed(strokes), branches, strict=True):
        yield stroke + branch.text


def _read(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} tokens read"


def _tokens(n: int) -> str:
    return f"{n:,} token" + ("" if n == 1 else "s")


def _rest(n: int, what: str) -> list[str]:
    return [f"… {n:,} more {what}{'' if n == 1 else 's'}"] if n > 0 else []
