"""Passages: what one hit is about."""

from __future__ import annotations

from pincite.index.passages import Passage, passages
from pincite.model import Document
from pincite.outline import build_outline
from tests.builders import document


def cut(doc: Document) -> list[Passage]:
    return list(passages(doc, build_outline(doc)))


def shown(doc: Document, passage: Passage) -> str:
    return " / ".join(doc.text[piece.start : piece.end] for piece in passage.pieces)


LONG = "This sentence says something about the business. " * 12  # some 590 characters


def test_short_neighbours_are_one_passage() -> None:
    doc = document("# Notes\nRevenue grew.\nCosts fell.")
    (passage,) = cut(doc)
    assert shown(doc, passage) == "Notes / Revenue grew. / Costs fell."
    assert passage.titles == ("Notes",)
    assert passage.kinds == ["heading", "paragraph"]


def test_a_page_break_ends_a_passage() -> None:
    doc = document("--- 1\n# Notes\nRevenue grew.\n--- 2\nCosts fell.")
    assert [(p.page, shown(doc, p)) for p in cut(doc)] == [(1, "Notes / Revenue grew."), (2, "Costs fell.")]


def test_a_paragraph_over_a_page_break_is_cut_there_and_read_on() -> None:
    doc = document("--- 1\nThe revenue of | the company grew.")
    first, second = cut(doc)
    assert (first.page, second.page) == (1, 2)
    assert doc.text[second.start : second.end] == "the company grew."
    assert first.text(doc) == "The revenue of the company grew."
    assert second.text(doc) == "the company grew."


def test_a_section_of_some_length_begins_a_passage() -> None:
    doc = document(f"# One\n{LONG}\n# Two\n{LONG}")
    assert [p.titles for p in cut(doc)] == [("One",), ("Two",)]


def test_short_sections_share_a_passage_and_its_titles() -> None:
    doc = document("# Assets\n## Current\nCash.\n## Other\nGoodwill.")
    (passage,) = cut(doc)
    assert passage.titles == ("Assets", "Current", "Other")


def test_titles_lead_from_the_top() -> None:
    doc = document(f"# Notes\n{LONG}\n## Revenue\n{LONG}")
    assert cut(doc)[-1].titles == ("Notes", "Revenue")


def test_a_long_paragraph_is_cut_after_sentences() -> None:
    doc = document("# One\n" + LONG * 5)
    found = cut(doc)
    assert len(found) >= 3
    assert all(doc.text[p.end - 1] in ". " for p in found)
    assert all(len(doc.text[p.start : p.end]) < 1700 for p in found)
    joined = "".join(doc.text[piece.start : piece.end] for p in found for piece in p.pieces if piece.block.id == 1)
    assert joined == doc.text[doc.blocks[1].start : doc.blocks[1].end]


def test_text_without_any_place_to_cut_is_cut_all_the_same() -> None:
    doc = document("# One\n" + "日本" * 2000)
    assert len(cut(doc)) > 5


def test_a_table_stands_with_its_heading_and_apart_from_what_follows() -> None:
    doc = document("# Balance sheet\n$ in millions\n|Item|2023|\n|Goodwill|1,383|\nSee the notes.")
    table, rest = cut(doc)
    assert shown(doc, table).startswith("Balance sheet / $ in millions / | Item | 2023 |")
    assert shown(doc, rest) == "See the notes."


def test_a_long_table_is_cut_between_rows_and_keeps_its_header_in_mind() -> None:
    rows = "\n".join(f"|Item number {i}|{i},000|" for i in range(120))
    doc = document("# Table\n|Item|Fiscal 2023|\n" + rows)
    found = cut(doc)
    assert len(found) > 2
    assert all(doc.text[p.start] == "|" for p in found[1:])
    assert found[0].context.strip() == ""
    assert found[1].context == "Item Fiscal 2023"


def test_running_heads_stand_aside_and_count_once() -> None:
    doc = document("--- 1\n> ACME 10-K\nRevenue grew.\n--- 2\n> ACME 10-K\nCosts fell.\n< Page two")
    aside = [p for p in cut(doc) if p.aside]
    assert [(p.page, shown(doc, p)) for p in aside] == [(1, "ACME 10-K"), (2, "Page two")]
    assert all("ACME" not in p.text(doc) for p in cut(doc) if not p.aside)


def test_a_document_without_pages_has_passages() -> None:
    doc = document("# Notes\nRevenue grew.", paged=False)
    (passage,) = cut(doc)
    assert passage.page is None


def test_an_empty_document_has_none() -> None:
    assert cut(document("")) == []
