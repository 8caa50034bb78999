"""The invariants of the document and its outline."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given

from pincite.model import Document
from pincite.outline import build_outline
from tests.properties.strategies import documents


@given(documents())
def test_blocks_ascend_and_are_disjoint_and_separated_by_a_blank_line(doc: Document) -> None:
    assert [b.id for b in doc.blocks] == list(range(len(doc.blocks)))
    for one, other in pairwise(doc.blocks):
        assert doc.text[one.end : other.start] == "\n\n"
    if doc.blocks:
        assert doc.blocks[0].start == 0
        assert doc.blocks[-1].end == len(doc.text)


@given(documents())
def test_blocks_have_text_without_outer_white_space(doc: Document) -> None:
    for block in doc.blocks:
        text = doc.text[block.start : block.end]
        assert text
        assert text == text.strip()


@given(documents())
def test_regions_ascend_and_lie_inside_their_block(doc: Document) -> None:
    for block in doc.blocks:
        assert all(block.start <= r.start < r.end <= block.end for r in block.regions)
        assert all(one.end <= other.start for one, other in pairwise(block.regions))


@given(documents())
def test_cells_lie_inside_the_block_of_their_table_and_hold_their_text(doc: Document) -> None:
    for table in doc.tables:
        block = doc.blocks[table.block]
        assert block.table == table.id
        for cell in table.cells:
            assert block.start <= cell.start <= cell.end <= block.end
            assert doc.text[cell.start : cell.end].replace("\\|", "|") == cell.text


@given(documents())
def test_child_sections_lie_inside_their_parents_and_sections_cover_all_blocks(doc: Document) -> None:
    outline = build_outline(doc)
    for section in outline.sections:
        assert outline.sections[section.id] is section
        assert 0 <= section.start < section.end <= len(doc.blocks)
        if section.parent is None:
            assert section.level == 1
        else:
            parent = outline.sections[section.parent]
            assert parent.start <= section.start
            assert section.end <= parent.end
            assert section.level == parent.level + 1
    roots = outline.roots
    if doc.blocks:
        assert roots[0].start == 0
        assert roots[-1].end == len(doc.blocks)
    assert all(one.end == other.start for one, other in pairwise(roots))
    for section in outline.sections:
        assert all(one.end == other.start for one, other in pairwise(outline.children(section.id)))


@given(documents())
def test_the_section_of_a_block_is_the_deepest_that_holds_it(doc: Document) -> None:
    outline = build_outline(doc)
    for block in doc.blocks:
        holding = [s for s in outline.sections if s.start <= block.id < s.end]
        assert outline.section_of(block.id) == max(holding, key=lambda s: s.level)
