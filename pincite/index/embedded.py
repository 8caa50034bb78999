"""The engine of the embedded index: what is looked for as queries of tantivy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import tantivy

from pincite.index.engine import Character, Clause, Look, Phrase, Record, Scope, Term

_MANY_DOCUMENTS = 50
_FEW = 1000
_COLUMNS = ("first", "last", "start", "end")

Must, Should = tantivy.Occur.Must, tantivy.Occur.Should
Query = tantivy.Query


class EmbeddedEngine:
    """An ``Engine`` over one commit."""

    def __init__(self, searcher: tantivy.Searcher, schema: tantivy.Schema, scope: Scope) -> None:
        self._searcher = searcher
        self._schema = schema
        self._scope = _scope_query(schema, scope)
        self._all = max(1, searcher.num_docs)
        self._counts: dict[Look, int] = {}
        self._known: dict[str, dict[str, int]] = {}
        self.size = self._count(None) if self._scope is not None else self._all

    def expect(self, looks: Iterable[Look]) -> None:
        """Nothing to do: counting is quick here."""

    def count(self, look: Look) -> int:
        if look not in self._counts:
            self._counts[look] = self._counted(look)
        return self._counts[look]

    def stand_together(self, looks: Sequence[Look]) -> bool:
        return bool(self._count(Query.boolean_query([(Must, self._query(look)) for look in looks])))

    def spelled(self, prefix: str, lengths: range) -> list[str]:
        if prefix not in self._known:
            self._known[prefix] = dict(self._searcher.terms_with_prefix("exact", prefix, self._scope))
        return [word for word in self._known[prefix] if len(word) in lengths]

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        return {word: n for known in self._known.values() for word in words if (n := known.get(word))}

    def best(self, clauses: Sequence[Clause], required: Sequence[Look], either: bool, limit: int) -> Iterator[Record]:
        query = Query.boolean_query([(Should, self._weighted(clause)) for clause in clauses])
        phrases = [self._query(look) for look in required]
        if either:
            phrases = [Query.boolean_query([(Should, phrase) for phrase in phrases])]
        for phrase in phrases:
            query = Query.boolean_query([(Must, phrase), (Should, query)])
        found = self._searcher.search(self._within(query), limit, count=False).hits
        addresses = [address for _, address in found]
        columns = [self._searcher.fast_field_values(field, addresses) for field in _COLUMNS]
        for (score, address), first, last, start, end in zip(found, *columns, strict=True):
            doc_id = self._searcher.doc(address)["doc"][0]
            yield Record(doc_id, int(first), int(last), int(start), int(end), score)

    def _counted(self, look: Look) -> int:
        if isinstance(look, Term):
            n = self._searcher.doc_freq(*look)
            if not n or (n >= _FEW and self._scope is None):
                return int(n)
        return self._count(self._query(look))  # it may stand in deleted records only, or out of scope

    def _query(self, look: Look) -> tantivy.Query:
        if isinstance(look, Term):
            return Query.term_query(self._schema, *look)
        if isinstance(look, Character):
            return Query.regex_query(self._schema, "exact", f".?{look.char}.?")
        return Query.phrase_query(self._schema, look.field, list(look.words), slop=look.slop)

    def _weighted(self, clause: Clause) -> tantivy.Query:
        query = self._query(clause.look)
        if clause.flat or isinstance(clause.look, Character):
            return Query.const_score_query(query, clause.weight)
        return Query.boost_query(query, clause.weight / self._usual(clause.look))

    def _usual(self, look: Term | Phrase) -> float:
        """How rare it is in the whole index, by which tantivy weighs it unless told otherwise."""
        words = look.words if isinstance(look, Phrase) else (look.word,)
        return sum(self._usual_word(look.field, word) for word in words)

    def _usual_word(self, field: str, word: str) -> float:
        n = self._searcher.doc_freq(field, word)
        return math.log(1 + (max(0, self._all - n) + 0.5) / (n + 0.5))

    def _count(self, query: tantivy.Query | None) -> int:
        within = self._within(query)
        return int(self._searcher.search(within, 1, count=True).count)  # type: ignore[attr-defined]  # not in its stub

    def _within(self, query: tantivy.Query | None) -> tantivy.Query:
        """The query held to the scope, which does not change scores."""
        if self._scope is None or query is None:
            return query or self._scope or Query.all_query()
        return Query.boolean_query([(Must, query), (Must, self._scope)])


def _scope_query(schema: tantivy.Schema, scope: Scope) -> tantivy.Query | None:
    parts: list[tantivy.Query] = []
    if scope.doc_ids is not None:
        parts.append(_any_document(schema, scope.doc_ids))
    if scope.blocks is not None:
        start, stop = scope.blocks
        unsigned = tantivy.FieldType.Unsigned
        parts.append(Query.range_query(schema, "last", unsigned, lower_bound=start))
        parts.append(Query.range_query(schema, "first", unsigned, upper_bound=stop, include_upper=False))
    if scope.kinds is not None:
        parts.append(Query.term_set_query(schema, "kinds", list(scope.kinds)))
    if not parts:
        return None
    query = parts[0] if len(parts) == 1 else Query.boolean_query([(Must, part) for part in parts])
    return Query.const_score_query(query, 0.0)


def _any_document(schema: tantivy.Schema, doc_ids: Sequence[str]) -> tantivy.Query:
    """For a few documents, their terms one by one are much faster than a set of terms."""
    if len(doc_ids) > _MANY_DOCUMENTS:
        return Query.term_set_query(schema, "doc", list(doc_ids))
    each = [Query.term_query(schema, "doc", doc_id) for doc_id in doc_ids]
    return each[0] if len(each) == 1 else Query.boolean_query([(Should, query) for query in each])
