"""The fields of a record and how their words are made: the only place that knows both.

    doc, rev         which document, and that document in that revision
    kinds            the kinds of block in the passage
    text             its words, stemmed                    } positions, for words that stand together
    exact            its words as they stand               }
    joined           compounds as one word
    titles           title and name of the document, the headings above, caption and header row of its table, stemmed
    aside            words of running heads and contents pages, stemmed: instead of ``text``
    start, end, first, last   the passage in characters and in blocks, last block included

Each document has one record more that holds no words and says that the document is here, even where it has no text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import tantivy

from pincite.index.words import Terms, index_terms, terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.index.passages import Passage
    from pincite.model import Document
    from pincite.outline import Outline

VERSION = 1  # part of the directory's name: a change of fields, words or passages needs a new one
_WORDS, _STEMS = "words", "stems"
_MOST_STEMS = 100_000

STEMMER = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).filter(tantivy.Filter.stemmer("english")).build()


def build_schema() -> tantivy.Schema:
    """The schema; its analyzers are registered by ``register``."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("doc", stored=True, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("rev", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("kinds", tokenizer_name="raw", index_option="basic")
    builder.add_text_field("text", tokenizer_name=_STEMS, index_option="position")
    builder.add_text_field("exact", tokenizer_name=_WORDS, index_option="position")
    builder.add_text_field("joined", tokenizer_name=_WORDS, index_option="basic")
    builder.add_text_field("titles", tokenizer_name=_STEMS, index_option="freq")
    builder.add_text_field("aside", tokenizer_name=_STEMS, index_option="freq")
    for name in ("first", "last"):
        builder.add_unsigned_field(name, indexed=True, fast=True)
    for name in ("start", "end"):
        builder.add_unsigned_field(name, fast=True)
    return builder.build()


def register(index: tantivy.Index) -> tantivy.Index:
    """The index with its analyzers, which it needs after each opening."""
    index.register_tokenizer(_STEMS, STEMMER)
    index.register_tokenizer(_WORDS, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
    index.config_reader("manual")
    return index


def indexed_revisions(searcher: tantivy.Searcher) -> dict[str, str]:
    """The documents in the index, each with its revision."""
    found = searcher.terms_with_prefix("rev", "", tantivy.Query.all_query())
    return dict(term.split("@", 1) for term, _ in found)


def revision_term(doc_id: str, rev: str) -> str:
    """What the ``rev`` field holds."""
    return f"{doc_id}@{rev}"


def stems(words: Sequence[str]) -> list[str]:
    """The stem of each word, in order."""
    return [_KNOWN_STEMS[word] for word in words]


class _Stems(dict[str, str]):
    """Stems by word. The words of a language come again and again: those met are kept, up to a limit."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_STEMS:
            self.clear()
        stem: str = STEMMER.analyze(word)[0]
        self[word] = stem
        return stem


_KNOWN_STEMS = _Stems()


def records(doc: Document, outline: Outline) -> Iterator[tantivy.Document]:
    """Everything that the index holds of a document."""
    here = tantivy.Document()
    here.add_text("doc", doc.doc_id)
    here.add_text("rev", revision_term(doc.doc_id, doc.rev))
    yield here
    for passage in worded(doc, outline):
        yield _record(doc, passage)


class Worded(NamedTuple):
    """A passage with its words: its own, and those of what it is about."""

    passage: Passage
    words: Terms
    titles: str


def worded(doc: Document, outline: Outline) -> Iterator[Worded]:
    """All passages of a document with their words, for whatever engine."""
    from pincite.index.passages import passages

    names = dict.fromkeys([doc.title, doc.source.rpartition(".")[0]])
    titles: dict[tuple[str, ...], str] = {}
    for passage in passages(doc, outline):
        if passage.titles not in titles:
            titles[passage.titles] = " ".join(terms(" ".join([*names, *passage.titles])))
        about = " ".join([titles[passage.titles], *terms(passage.context)])
        yield Worded(passage, index_terms(passage.text(doc)), about)


def _record(doc: Document, worded: Worded) -> tantivy.Document:
    passage, words, titles = worded
    record = tantivy.Document()
    record.add_text("doc", doc.doc_id)
    for kind in passage.kinds:
        record.add_text("kinds", kind)
    record.add_text("aside" if passage.aside else "text", words.single)
    record.add_text("exact", words.single)
    if words.joined:
        record.add_text("joined", words.joined)
    record.add_text("titles", titles)
    record.add_unsigned("first", passage.pieces[0].block.id)
    record.add_unsigned("last", passage.pieces[-1].block.id)
    record.add_unsigned("start", passage.start)
    record.add_unsigned("end", passage.end)
    return record
