"""Snippets: the words of the document that show why a passage was found."""

from __future__ import annotations

from pincite.index.snippets import Snippet, best_window
from pincite.model import Block, Document, Kind, Span
from tests.builders import document


def window(doc: Document, weights: dict[str, float], kinds: set[Kind] | None = None) -> str:
    found = snippet(doc, weights, kinds)
    assert found is not None
    return doc.text[found.span.start : found.span.end]


def snippet(doc: Document, weights: dict[str, float], kinds: set[Kind] | None = None) -> Snippet | None:
    def may_show(block: Block) -> bool:
        return (kinds is None or block.kind in kinds) and not block.kind.is_furniture

    return best_window(doc, Span(0, len(doc.text)), weights, may_show)


FILLER = "This sentence has nothing to say and says it at some length, as such sentences do. "


def test_the_window_is_around_the_words() -> None:
    doc = document(FILLER * 10 + "Capital expenditures were $1,577 million. " + FILLER * 10)
    text = window(doc, {"capit": 1.0, "expenditur": 1.0, "1577": 2.0})
    assert text.startswith("Capital expenditures were $1,577 million.")
    assert 25 <= len(text.split()) <= 40


def test_different_words_count_more_than_the_same_again() -> None:
    doc = document("Revenue, revenue, revenue. " + FILLER * 5 + "Revenue and goodwill. " + FILLER * 3)
    assert window(doc, {"revenu": 1.0, "goodwil": 1.0}).startswith("Revenue and goodwill.")


def test_it_begins_with_the_sentence_where_that_is_near() -> None:
    doc = document(FILLER * 3 + "In the second half of the year, goodwill was written off. " + FILLER * 3)
    assert window(doc, {"goodwil": 1.0}).startswith("In the second half")


def test_a_long_sentence_begins_a_few_words_before() -> None:
    doc = document(" ".join(f"w{i}" for i in range(50)) + " goodwill " + " ".join(f"v{i}" for i in range(50)))
    assert window(doc, {"goodwil": 1.0}).startswith("w42 w43")


def test_a_table_gives_whole_rows() -> None:
    rows = "\n".join(f"|Item {i}|{i},000|{i},500|" for i in range(1, 30))
    doc = document("|Item|2023|2022|\n" + rows + "\n|Goodwill|1,383|1,384|\n|Other|1|2|")
    text = window(doc, {"goodwil": 1.0})
    assert text.startswith("| Goodwill | 1,383 | 1,384 |")
    assert text.endswith("|")


def test_it_stands_in_the_document_word_for_word() -> None:
    doc = document("# Über “Größe”\nEin ﬁnal ruling, co\u00adop.")
    text = window(doc, {"final": 1.0})
    assert text in doc.text


def test_only_what_may_be_shown_is_shown() -> None:
    doc = document("# Goodwill\nGoodwill is tested.\n> Goodwill head\n|Goodwill|1|\n|a|b|")
    found = snippet(doc, {"goodwil": 1.0}, {Kind.TABLE})
    assert found is not None
    assert found.block == 3
    assert "head" not in window(doc, {"goodwil": 1.0})
    assert snippet(doc, {"goodwil": 1.0}, {Kind.CODE}) is None


def test_the_block_is_the_one_with_the_words() -> None:
    doc = document("# Notes\nNothing here.\nGoodwill is tested.")
    found = snippet(doc, {"goodwil": 1.0})
    assert found is not None
    assert found.block == 2


def test_a_compound_is_shown_though_it_was_asked_for_as_one_word() -> None:
    doc = document(FILLER * 4 + "It rests on co-operation alone. " + FILLER * 4)
    assert window(doc, {"cooper": 1.0, "cooperation": 1.0}).startswith("It rests on co-operation alone.")


def test_without_any_of_the_words_it_is_the_beginning() -> None:
    assert window(document("Alpha beta.\nGamma."), {}).startswith("Alpha beta.")
