"""What ``search`` returns: places to read, best first, with what reading them costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pincite.errors import RequestError
from pincite.model import Document, Kind
from pincite.server.fence import inline, line
from pincite.server.pages import PageNames, unread
from pincite.server.references import find_section, path_of
from pincite.server.results import record_fits
from pincite.server.wire import Hit, Missing, SearchHits
from pincite.spans import block_at

if TYPE_CHECKING:
    from pincite.registry import OpenDocument, SearchHit, SearchResult
    from pincite.server.sight import Sight

MAX_HITS = 30
MAX_QUERY = 1000
_SNIPPET_LENGTHS = (400, 200, 100)
_SPELLINGS = 3
_MISSING = 8


class Asked(NamedTuple):
    """The arguments of a search as the client sent them."""

    query: str
    doc_ids: Sequence[str] | None
    section: str | None
    kinds: Sequence[str] | None
    limit: int


def search(registry: Sight, asked: Asked, budget: int) -> SearchHits:
    """The hits in at most ``budget`` tokens. Raises ``RequestError`` (bad_argument) and ``UnknownReferenceError``."""
    _check(asked)
    ids = [doc_id.strip() for doc_id in asked.doc_ids] if asked.doc_ids else None
    section = None
    if asked.section and asked.section.strip():
        if not ids or len(ids) != 1:
            raise RequestError("A section belongs to one document.", hint="Name its document in doc_ids.")
        section = find_section(registry.get(ids[0]), asked.section)
    kinds = _kinds(asked.kinds)
    result = registry.search(asked.query, doc_ids=ids, section=section, kinds=kinds, limit=asked.limit)
    found = _bounded(result, registry.get, budget, whole_passages=kinds is None)
    if not found.hits and ids and len(ids) == 1 and (elsewhere := unread(registry.get(ids[0]))):
        found.next = f"Nothing found. {elsewhere}"
    return found


def _check(asked: Asked) -> None:
    if not asked.query.strip():
        raise RequestError("The query is empty.", hint='Give words that the text should hold, or a "phrase" in quotes.')
    if len(asked.query) > MAX_QUERY:
        raise RequestError(f"The query has more than {MAX_QUERY:,} characters.", hint="Name the words that matter.")
    if not 1 <= asked.limit <= MAX_HITS:
        raise RequestError(f"limit={asked.limit}.", hint=f"Give a number from 1 to {MAX_HITS}.")


def _kinds(kinds: Sequence[str] | None) -> list[Kind] | None:
    """The kinds of blocks to search. Raises ``RequestError`` with the kinds there are."""
    if not kinds:
        return None
    known = {kind.value: kind for kind in Kind}
    unknown = [k for k in kinds if k not in known]
    if unknown:
        raise RequestError(f'No kind "{line(unknown[0], 30)}".', hint=f"Kinds: {', '.join(known)}.")
    return [known[k] for k in kinds]


def _bounded(
    result: SearchResult, opened: Callable[[str], OpenDocument], limit: int, *, whole_passages: bool
) -> SearchHits:
    """The result in at most ``limit`` tokens: snippets are shortened before hits are dropped."""
    documents = {doc_id: opened(doc_id) for doc_id in dict.fromkeys(hit.doc_id for hit in result.hits)}
    places = [(hit, documents[hit.doc_id]) for hit in result.hits]
    for length in _SNIPPET_LENGTHS:
        hits = [_hit(hit, document, length, whole_passages=whole_passages) for hit, document in places]
        found = SearchHits(hits=hits, missing=_missing(result), next=_advice(result))
        if record_fits(found, limit):
            return found
    return _shortened(found, limit)


def _shortened(found: SearchHits, limit: int) -> SearchHits:
    for kept in range(len(found.hits) - 1, -1, -1):
        more = len(found.hits) - kept
        advice = f"{more} more hits did not fit: narrow the query or name a section."
        shorter = found.model_copy(update={"hits": found.hits[:kept], "next": advice})
        if record_fits(shorter, limit):
            return shorter
    raise RequestError("The result does not fit.", code="bad_budget", hint="Give fewer words.")


def _hit(hit: SearchHit, opened: OpenDocument, length: int, *, whole_passages: bool) -> Hit:
    doc, outline, costs = opened.document, opened.outline, opened.costs
    section = outline.section_of(hit.block)
    first, last = _blocks_to_read(hit, doc) if whole_passages else (hit.block, hit.block)
    return Hit(
        doc_id=hit.doc_id,
        ref=_ref(doc, first, last),
        kind=doc.blocks[hit.block].kind.value,
        page=PageNames(opened).name(hit.page_number) if hit.page_number else None,
        sheet=hit.page_number,
        tokens=costs.blocks(first, last + 1),
        section=f"s{section.id}",
        section_title=path_of(opened, section),
        section_tokens=costs.section(section),
        snippet=inline(hit.snippet, length),
    )


def _blocks_to_read(hit: SearchHit, doc: Document) -> tuple[int, int]:
    """First and last block of the place: a table by itself; else the whole passage, since a line or an item of a list
    tells no more than the snippet has told. Running heads stand alone."""
    block = doc.blocks[hit.block]
    first, last = block_at(doc, hit.span.start), block_at(doc, hit.span.end - 1)
    if block.table is not None or block.kind.is_furniture or not first or not last:
        return hit.block, hit.block
    return first.id, last.id


def _ref(doc: Document, first: int, last: int) -> str:
    if first != last:
        return f"b{first}-b{last}"
    table = doc.blocks[first].table
    return f"b{first}" if table is None else f"t{table}"


def _missing(result: SearchResult) -> list[Missing] | None:
    return [_missing_word(m.word, m.near) for m in result.missing[:_MISSING]] or None


def _missing_word(word: str, near: Sequence[str]) -> Missing:
    return Missing(word=line(word, 40), near=[line(n, 40) for n in near[:_SPELLINGS]])


def _advice(result: SearchResult) -> str | None:
    if result.hits:
        return None
    return "Nothing found. Try other words for it, or look through get_outline."
