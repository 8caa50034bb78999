"""The figures of the quality benchmark: what is right counts in full, each fault in its own figure."""

from __future__ import annotations

from benchmarks.quality import made
from benchmarks.quality.scores import score
from benchmarks.quality.structure import of_markdown, of_page
from pincite import parse_html

PAGE = """<body><h1>Pumps</h1><p>Sales rose.</p><h2>Norway</h2><p>They fell.</p><h2>Chile</h2>
<table><tr><th>Year</th><th>Sales</th></tr><tr><td>2025</td><td>85</td></tr></table></body>"""
RIGHT = """# Pumps

Sales *rose*.

## Norway

They fell.

## Chile

| Year | Sales |
| --- | --- |
| 2025 | 85 |
"""


def test_all_that_is_right_is_one() -> None:
    assert set(score(of_page(PAGE), of_markdown(RIGHT))) == {1.0}


def test_a_table_in_html_counts_as_one_in_pipes() -> None:
    html = "<table><tr><td>Year</td><td>Sales</td></tr><tr><td>2025</td><td>85</td></tr></table>\n"
    assert score(of_page(PAGE), of_markdown(RIGHT.split("| Year")[0] + html)).tables == 1.0


def test_a_heading_on_the_wrong_level_costs_the_tree_only() -> None:
    scores = score(of_page(PAGE), of_markdown(RIGHT.replace("## Chile", "### Chile")))
    assert (scores.headings, round(scores.tree or 0, 3)) == (1.0, 0.667)


def test_a_heading_too_many_and_one_that_is_missing() -> None:
    assert score(of_page(PAGE), of_markdown(f"{RIGHT}\n## More\n")).headings == 6 / 7
    assert score(of_page(PAGE), of_markdown(RIGHT.replace("## Norway", "Norway"))).headings == 4 / 5


def test_cells_that_are_one_lose_their_relations() -> None:
    merged = RIGHT.replace("| Year | Sales |", "| Year Sales | |")
    assert score(of_page(PAGE), of_markdown(merged)).tables == 2 / 5


def test_words_that_are_lost_invented_and_out_of_order() -> None:
    truth = of_page(PAGE)
    assert score(truth, of_markdown(RIGHT.replace("Sales *rose*.", ""))).recall == 9 / 11
    assert score(truth, of_markdown(f"{RIGHT}\nand more")).precision == 11 / 13
    assert score(truth, of_markdown(f"They fell.\n\n{RIGHT.replace('They fell.', '')}")).order == 9 / 11


def test_pages_are_made_alike_and_hold_what_is_looked_for() -> None:
    first, again = list(made.pages(3)), list(made.pages(3))
    assert first == again
    assert len(first) == len(made.STYLES)
    for _, html in first:
        truth = of_page(html)
        assert {level for level, _ in truth.headings} == {1, 2, 3, 4}
        assert truth.tables
        found = of_markdown(parse_html(html.encode()).export_to_markdown())
        assert score(truth, found).tree == 1.0
