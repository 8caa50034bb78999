"""What a row of the search table holds: our own words, each marked with its field, as one ``tsvector``.

The database's dictionaries have no part in it: words are folded and stemmed as those of the embedded index are, so both
find the same. A lexeme is ``<version><field>:<word>``; documents and kinds of block are lexemes too, so that one index
answers for words and scope together.

    t  words, stemmed      e  words as they stand     j  compounds as one word     h  titles, stemmed
    a  asides, stemmed     c  single characters of scripts that are indexed in pairs
    m  stems that stand there several times           d  the document              k  kinds of block     r  any row
    p  two words side by side: a digest of them

To find a phrase of frequent words by their places, the database would read each row with all of them. The digests of
its pairs leave few rows to read; there are few digests, so that they cost little room, and the places still decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from zlib import crc32

from pincite.index import schema
from pincite.index.engine import Character, Look, Phrase, Term
from pincite.index.schema import Worded, stems, worded
from pincite.index.words import is_spaceless
from pincite.model import Document
from pincite.outline import Outline

VERSION = 100 * schema.VERSION + 2  # a change of words, passages or lexemes needs a new one
_MARKS = {"text": "t", "exact": "e", "joined": "j", "titles": "h", "aside": "a"}
_OFTEN = 3
_PAIRS = 4096  # digests of pairs
_MOST_POSITION = 16_383  # the engine's own limit
_MOST_WORDS = 32_767

COLUMNS = ("doc_id", "first", "last", "start", "stop", "text_words", "title_words", "aside_words", "words")


_ROW = f"{VERSION}r:"  # in every row
ANYTHING = f"'{_ROW}'"


def rows(doc: Document, outline: Outline) -> Iterator[tuple[object, ...]]:
    """The rows of a document, in the order of ``COLUMNS``."""
    for one in worded(doc, outline):
        passage, words, titles = one
        n = min(words.single.count(" ") + 1 if words.single else 0, _MOST_WORDS)
        yield (
            doc.doc_id,
            passage.pieces[0].block.id,
            passage.pieces[-1].block.id,
            passage.start,
            passage.end,
            0 if passage.aside else n,
            min(len(titles.split()), _MOST_WORDS),
            n if passage.aside else 0,
            _vector(doc.doc_id, one),
        )


def exact_words(vectors: Iterable[str]) -> set[str]:
    """The words as they stand, out of lexemes."""
    mark = lexeme("e", "")
    return {word.removeprefix(mark) for word in vectors if word.startswith(mark)}


def lexeme(mark: str, word: str) -> str:
    """A word with its mark."""
    return f"{VERSION}{mark}:{word}"


def query(look: Look) -> str:
    """What is looked for, as a ``tsquery``."""
    if isinstance(look, Character):
        return _quoted(lexeme("c", look.char))
    mark = _MARKS[look.field]
    if isinstance(look, Term):
        return _quoted(lexeme(mark, look.word))
    first, *others = (_quoted(lexeme(mark, word)) for word in look.words)
    chain = _chain(first, others, look)
    if look.field != "exact" or look.slop:
        return chain
    return "(" + " & ".join([*map(_quoted, sorted(_pairs(look.words))), chain]) + ")"


def exactly(word: str) -> str:
    """The word as it stands."""
    return _quoted(lexeme("e", word))


def often(look: Term) -> str:
    """The same, where it stands several times in a passage."""
    return _quoted(lexeme("m", look.word))


def any_of(mark: str, words: Sequence[str]) -> str:
    """Any of these words; never true where there are none."""
    return "(" + " | ".join(_quoted(lexeme(mark, word)) for word in words or ("",)) + ")"


def _chain(first: str, others: Sequence[str], look: Phrase) -> str:
    distances = range(1, look.slop + 2)
    if len(others) > 1 or look.slop == 0:
        return "(" + " <-> ".join([first, *others]) + ")"
    return "(" + " | ".join(f"({first} <{distance}> {others[0]})" for distance in distances) + ")"


def _pairs(words: Sequence[str]) -> set[str]:
    return {lexeme("p", f"{crc32(f'{a} {b}'.encode()) % _PAIRS:x}") for a, b in pairwise(words)}


def _vector(doc_id: str, one: Worded) -> str:
    passage, words, titles = one
    found: dict[str, list[int]] = defaultdict(list)
    exact = words.single.split()
    _place(found, "e", exact)
    _place(found, "a" if passage.aside else "t", roots := stems(exact))
    _place(found, "h", stems(titles.split()))
    _place(found, "j", words.joined.split())
    bare = [_ROW, lexeme("d", doc_id), *(lexeme("k", kind) for kind in passage.kinds)]
    bare += _pairs(exact)
    bare += [lexeme("c", char) for char in {c for word in exact if is_spaceless(word) for c in word}]
    if not passage.aside:
        bare += [lexeme("m", root) for root in set(roots) if len(found[lexeme("t", root)]) >= _OFTEN]
    placed = (f"{_quoted(term)}:{','.join(map(str, places))}" for term, places in found.items())
    return " ".join([*map(_quoted, bare), *placed])


def _place(found: dict[str, list[int]], mark: str, words: Iterable[str]) -> None:
    for place, word in enumerate(words, start=1):
        found[lexeme(mark, word)].append(min(place, _MOST_POSITION))


def _quoted(term: str) -> str:
    return "'" + term.replace("\\", "\\\\").replace("'", "''") + "'"
