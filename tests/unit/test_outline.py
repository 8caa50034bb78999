"""Sections from headings, or from pages."""

from __future__ import annotations

import pytest

from pincite.outline import Outline, build_outline
from tests.builders import document


def tree(outline: Outline) -> list[tuple[int, str, str, int, int]]:
    return [(s.level, s.kind, s.title, s.start, s.end) for s in outline.sections]


REPORT = """
    Cover words.
    # Item 1. Business
    Text.
    ## Overview
    Text.
    ## Risks
    Text.
    # Notes
    ## Revenue
    Text.
"""


def test_headings_make_a_tree_over_the_blocks() -> None:
    assert tree(build_outline(document(REPORT))) == [
        (1, "preamble", "Opening text", 0, 1),
        (1, "heading", "Item 1. Business", 1, 7),
        (2, "heading", "Overview", 3, 5),
        (2, "heading", "Risks", 5, 7),
        (1, "heading", "Notes", 7, 10),
        (2, "heading", "Revenue", 8, 10),
    ]


def test_parents_children_and_paths() -> None:
    outline = build_outline(document(REPORT))
    assert [s.title for s in outline.roots] == ["Opening text", "Item 1. Business", "Notes"]
    assert [s.title for s in outline.children(1)] == ["Overview", "Risks"]
    assert [s.title for s in outline.path(5)] == ["Notes", "Revenue"]
    assert [outline.section_of(b).id for b in range(10)] == [0, 1, 1, 2, 2, 3, 3, 4, 5, 5]


def test_levels_are_depths_whatever_the_headings_skip() -> None:
    outline = build_outline(document("### Deep\n# Top\n#### Deeper\n## Middle"))
    assert [(s.level, s.title, s.parent) for s in outline.sections] == [
        (1, "Deep", None),
        (1, "Top", None),
        (2, "Deeper", 1),
        (2, "Middle", 1),
    ]


def test_a_title_stands_on_one_line() -> None:
    assert build_outline(document("# Part One\\nGeneral  rules")).sections[0].title == "Part One General rules"


def test_running_heads_before_the_first_heading_are_no_preamble() -> None:
    outline = build_outline(document("> ACME\n# Scope\nText."))
    assert tree(outline) == [(1, "heading", "Scope", 0, 3)]
    assert outline.section_of(0).title == "Scope"


def test_a_document_without_headings_has_a_section_a_page() -> None:
    doc = document("--- iv\nOne.\nTwo.\n--- \nThree goes | on.\n^ A note.\nFour.")
    assert tree(build_outline(doc)) == [
        (1, "page", "Page iv", 0, 2),
        (1, "page", "Page 2", 2, 3),
        (1, "page", "Page 3", 3, 5),
    ]


def test_a_lone_title_over_many_pages_has_its_pages_below_it() -> None:
    doc = document("--- 1\n# Report\n" + "\n".join(f"Text {n}.\n--- {n}" for n in range(2, 10)) + "\nEnd.")
    outline = build_outline(doc)
    assert tree(outline)[:3] == [
        (1, "heading", "Report", 0, 10),
        (2, "page", "Page 1", 1, 2),
        (2, "page", "Page 2", 2, 3),
    ]
    assert len(outline.sections) == 10
    assert outline.section_of(1).title == "Page 1"


def test_a_document_without_pages_or_headings_is_one_section() -> None:
    assert tree(build_outline(document("Words.\nMore.", paged=False))) == [(1, "preamble", "test.pdf", 0, 2)]


def test_an_empty_document_has_an_empty_section() -> None:
    assert len(build_outline(document("--- 1")).sections) == 1


TITLES = """
    # 1. Scope
    # Item 7. Management’s Discussion
    ## Revenue
    # Notes to the Accounts
    ## Revenue
    ## A > B
"""


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("1. Scope", [0]),
        ("scope", [0]),
        ("  1.  SCOPE ", [0]),
        ("Item 7. Management's Discussion", [1]),
        ("Management’s discussion", [1]),
        ("Revenue", [2, 4]),
        ("Notes to the Accounts > Revenue", [4]),
        ("notes to the accounts>revenue", [4]),
        ("Notes > Revenue", [4]),
        ("Note > Revenue", []),
        ("Management's > Revenue", [2]),
        ("Management's Discussion > Revenue", [2]),
        ("Scope > Revenue", []),
        ("A > B", [5]),
        ("Rev", []),
        ("", []),
    ],
)
def test_sections_are_found_by_title_or_path(text: str, ids: list[int]) -> None:
    assert [s.id for s in build_outline(document(TITLES)).find(text)] == ids


def test_a_title_in_full_comes_before_one_without_its_number() -> None:
    outline = build_outline(document("# 1. Scope\n# Scope"))
    assert [s.id for s in outline.find("Scope")] == [1]


def test_near_titles_come_best_first() -> None:
    outline = build_outline(document(TITLES))
    assert [s.title for s in outline.near("Revenues")][:2] == ["Revenue", "Revenue"]
    assert outline.near("Managment discusion")[0].id == 1
    assert outline.near("") == []
    assert len(outline.near("Notes", n=1)) == 1
