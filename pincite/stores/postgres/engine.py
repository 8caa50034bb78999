"""The engine of the index in the database: counts and the best records, by BM25 over ``tsvector``.

The database ranks a word by ``sum(1/i²)`` over its places in a row; from that sum the number of places follows, and
with it the score that the embedded index gives. To score every row with a frequent word would take long, so rows are
candidates by their rarest words first, then by frequent words where they stand together or often; where all that is
asked for is rare, or a few documents are searched, nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import LiteralString, NamedTuple

from pincite.index.engine import Clause, Look, Phrase, Record, Scope, Term
from pincite.stores.postgres import records
from pincite.stores.postgres.database import Database

_K1 = 1.2
_MANY_DOCUMENTS = 30  # above which they are a list and not part of the question
_LARGE_SHARE = 0.5  # of all rows: what is counted in all of them will do for the weights
_CANDIDATES = 300  # rows that are scored, of many
_MOST_ROWS = 3000  # that are scored where there are no others
_REMEMBERED = 20_000  # counts
_FREQUENT, _TOGETHER = 300, 4  # words in more rows are taken to stand together in one of four
_MOST_TOGETHER = 6

_DOCUMENTS: LiteralString = " and p.doc_id = any(%s::text[])"
_BLOCKS: LiteralString = " and p.last >= %s and p.first < %s"
_COUNT: LiteralString = "select (select count(*) from pincite.passages p where p.words @@ q.query::tsquery"
_OF_EACH: LiteralString = ") from unnest(%s::text[]) with ordinality q (query, i) order by q.i"
_BEST: LiteralString = "select doc_id, first, last, start, stop, "
# BM25's k1 * (1 - b + b * length / average) for k1 = 1.2, b = 0.75
_CANDIDATE_ROWS: LiteralString = (
    " as score from (select p.*, 0.3 + 0.9 * text_words / %s as text_length,"
    " 0.3 + 0.9 * title_words / %s as titles_length, 0.3 + 0.9 * aside_words / %s as aside_length,"
    " 0.3 + 0.9 * (text_words + aside_words) / %s as exact_length"
    " from pincite.passages p where p.words @@ %s::tsquery"
)
_IN_ORDER: LiteralString = " limit %s) candidates order by score desc, doc_id, start limit %s"

# how often a word stands in a row, null where it does not
_TIMES: LiteralString = (
    "round(1 / (1.64493406685 * (1 - nullif(ts_rank('{1,1,1,1}', words, %s::tsquery), 0)::float8)) - 0.5)"
)
_LENGTHS: dict[str, LiteralString] = {
    "text": "text_length",
    "titles": "titles_length",
    "aside": "aside_length",
    "exact": "exact_length",
    "joined": "exact_length",
}


class Indexed(NamedTuple):
    """A document in the index: its revision, and how many rows and words of each field it has."""

    rev: str
    passages: int
    text_words: int
    title_words: int
    aside_words: int


class PostgresEngine:
    """An ``Engine`` over the rows that are there now. ``indexed`` are all documents in the index; ``remembered`` takes
    what was counted in all rows, for the searches that follow."""

    def __init__(
        self, database: Database, indexed: Mapping[str, Indexed], scope: Scope, remembered: dict[str, int]
    ) -> None:
        self._database = database
        self._indexed = indexed
        self._remembered = remembered
        self._all = max(1, sum(one.passages + 1 for one in indexed.values()))
        self._counts: dict[Look, int] = {}
        self._parts: list[str] = []  # of every question
        self._within: LiteralString = ""
        self._values: list[object] = []
        inside = self._all
        if scope.doc_ids is not None:
            inside = sum(indexed[doc_id].passages + 1 for doc_id in scope.doc_ids if doc_id in indexed)
            self._hold_to(scope.doc_ids)
        if scope.blocks is not None:
            self._within += _BLOCKS
            self._values += scope.blocks
        if scope.kinds is not None:
            self._parts.append(records.any_of("k", scope.kinds))
        # what is counted in all documents weighs words in most of them well enough
        self._is_wide = scope.blocks is None and scope.kinds is None and inside > _LARGE_SHARE * self._all
        self._most = _MOST_ROWS if inside <= _MOST_ROWS else _CANDIDATES
        narrow = scope.blocks is not None or scope.kinds is not None
        self.size = self._ask([records.ANYTHING])[0] if narrow else inside

    def expect(self, looks: Iterable[Look]) -> None:
        """Counts them all in one journey."""
        unknown = [look for look in dict.fromkeys(looks) if look not in self._counts]
        asked = []
        for look in unknown:
            least = self._least(look)
            if least is not None and (not least or least > _FREQUENT):
                self._counts[look] = -(-least // _TOGETHER)
            else:
                asked.append(look)
        self._counts.update(zip(asked, self._ask([records.query(look) for look in asked]), strict=True))

    def count(self, look: Look) -> int:
        self.expect([look])
        return self._counts[look]

    def stand_together(self, looks: Sequence[Look]) -> bool:
        return bool(self._ask([" & ".join(map(records.query, looks))])[0])

    def spelled(self, prefix: str, lengths: range) -> list[str]:
        after = prefix[:-1] + chr(ord(prefix[-1]) + 1)
        found = self._database.rows(
            "select word from pincite.vocabulary where word >= %s and word < %s and length(word) between %s and %s",
            (prefix, after, lengths.start, lengths.stop - 1),
        )
        return [word for (word,) in found]

    def frequencies(self, words: Sequence[str]) -> dict[str, int]:
        self.expect(Term("exact", word) for word in words)
        return {word: n for word in words if (n := self._counts[Term("exact", word)])}

    def best(self, clauses: Sequence[Clause], required: Sequence[Look], either: bool, limit: int) -> Iterator[Record]:
        sums, values = _scores(clauses)
        demand = (" | " if either else " & ").join(map(records.query, required))
        statement = _BEST + sums + _CANDIDATE_ROWS + self._within + _IN_ORDER
        within = [*self._averages(), self._question(demand or self._candidates(clauses, limit)), *self._values]
        most = _MOST_ROWS if demand else self._most
        found = self._database.rows(statement, [*values, *within, most, limit])
        return (Record(*row) for row in found)

    # Candidates.

    def _candidates(self, clauses: Sequence[Clause], limit: int) -> str:
        """The rows to score, as a question."""
        worth: dict[Look, float] = {}
        for clause in clauses:
            if not isinstance(clause.look, Phrase) or clause.look.slop == 0:  # neighbours have clauses of their own
                worth[clause.look] = max(worth.get(clause.look, 0.0), clause.weight)
        chosen: list[str] = []
        frequent: list[Term] = []
        total = 0
        for look in sorted(worth, key=lambda look: -worth[look]):
            if total + (n := self.count(look)) <= self._most:
                chosen.append(records.query(look))
                total += n
            elif isinstance(look, Term):
                frequent.append(look)
        if frequent:
            chosen += self._among_frequent(frequent, total, limit)
        return " | ".join(chosen)

    def _among_frequent(self, frequent: Sequence[Term], total: int, limit: int) -> list[str]:
        """The rows in which most of the frequent words stand, or one of them often."""
        texts = [term for term in frequent if term.field == "text"] or list(frequent)
        steps = range(min(len(texts), _MOST_TOGETHER), 1, -1)
        options = [" & ".join(map(records.query, texts[:n])) for n in steps]
        options += [records.often(term) for term in texts]
        chosen: list[str] = []
        for option, n in zip(options, self._ask(options), strict=True):
            if n and total + n <= self._most:
                chosen.append(f"({option})")
                total += n
        if total < limit:
            chosen.append(records.query(frequent[0]))
        return chosen

    # Questions.

    def _hold_to(self, doc_ids: Sequence[str]) -> None:
        if len(doc_ids) > _MANY_DOCUMENTS:
            self._within += _DOCUMENTS
            self._values.append(list(doc_ids))
        else:
            self._parts.append(records.any_of("d", doc_ids))

    def _question(self, query: str) -> str:
        return " & ".join(f"({part})" for part in (query, *self._parts))

    def _ask(self, queries: Sequence[str]) -> list[int]:
        """In how many rows of the scope each of these is true."""
        if not self._is_wide:
            return self._counted(_COUNT + self._within + _OF_EACH, self._values, list(map(self._question, queries)))
        if len(self._remembered) > _REMEMBERED:
            self._remembered.clear()
        new = [query for query in queries if query not in self._remembered]
        found = dict(zip(new, self._counted(_COUNT + _OF_EACH, [], new), strict=True))
        self._remembered.update(found)
        return [found[query] if query in found else self._remembered[query] for query in queries]

    def _counted(self, statement: LiteralString, values: Sequence[object], queries: list[str]) -> list[int]:
        if not queries:
            return []
        return [int(n) for (n,) in self._database.rows(statement, [*values, queries])]

    def _least(self, look: Look) -> int | None:
        """In how many rows the rarest word of a phrase stands, where that is known."""
        if not isinstance(look, Phrase):
            return None
        counts = [self._counts.get(Term(look.field, word)) for word in look.words]
        return min((n for n in counts if n is not None), default=None)

    def _averages(self) -> list[float]:
        """Words of a row in text, titles, aside, and altogether; never 0."""
        every = self._indexed.values()
        text = sum(one.text_words for one in every) / self._all
        titles = sum(one.title_words for one in every) / self._all
        aside = sum(one.aside_words for one in every) / self._all
        return [max(average, 1e-9) for average in (text, titles, aside, text + aside)]


def _scores(clauses: Sequence[Clause]) -> tuple[LiteralString, list[object]]:
    """The sum of what the clauses add, and its values."""
    sums: list[LiteralString] = []
    values: list[object] = []
    for look, weight, flat in clauses:
        query = records.query(look)
        if flat or not isinstance(look, (Term, Phrase)):
            sums.append("case when words @@ %s::tsquery then %s else 0 end")
            values += (query, weight)
            continue
        length = _LENGTHS[look.field]
        if isinstance(look, Term):
            sums.append("coalesce(%s * (1 - " + length + " / (" + _TIMES + " + " + length + ")), 0)")
            values += (weight * (1 + _K1), query)
        else:
            sums.append("case when words @@ %s::tsquery then %s / (1 + " + length + ") else 0 end")
            values += (query, weight * (1 + _K1))
    return " + ".join(sums), values
