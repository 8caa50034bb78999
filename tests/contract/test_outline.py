"""``get_outline``: costs that are true, folding that says what it hides, pages of a flat list."""

from __future__ import annotations

import re

import pytest
from mcp import Client

from pincite.registry import OpenDocument
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, sentences
from tests.contract.requirements import covers
from tests.contract.talk import content, cursor_of, error, text, tokens

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def deep() -> OpenDocument:
    """Six parts of ten chapters of five paragraphs."""
    draft = Draft("Deep").page("1")
    for part in range(6):
        draft.heading(f"Part {part}")
        for chapter in range(10):
            draft.heading(f"Chapter {part}.{chapter}", 2).text(sentences(20 + 30 * part))
            for i in range(5):
                draft.heading(f"Paragraph {part}.{chapter}.{i}", 3).text(sentences(18, f"item {i}"))
    return draft.open("deep.pdf")


@pytest.fixture(scope="module")
def flat() -> OpenDocument:
    """A title with 900 clauses below it."""
    draft = Draft("Flat").page("1").heading("Agreement")
    for i in range(900):
        draft.heading(f"Clause {i}", 2).text(f"Words of clause {i}.")
    return draft.open("flat.pdf")


ENTRY = re.compile(r"^ *s(\d+) .* \(p\. \S+, ([\d,]+) tokens.*?\)(?: \+([\d,]+) entries, ([\d,]+) tokens)?$")


@covers("outline.costs")
async def test_every_cost_of_the_outline_is_what_the_read_reports(deep: OpenDocument) -> None:
    async with Client(serve(deep)) as client:
        outline = content(await text(client, "get_outline", doc_id=deep.document.doc_id))
        entries = [ENTRY.match(line) for line in outline.splitlines()]
        assert len(entries) > 60
        for entry in entries[:: len(entries) // 20]:
            assert entry is not None
            read = await text(client, "read", doc_id=deep.document.doc_id, refs=[f"s{entry[1]}"])
            if cursor_of(read) is None:
                assert read.splitlines()[0].endswith(f"| {entry[2]} tokens")
                assert abs(tokens(content(read)) - int(entry[2].replace(",", ""))) <= max(
                    3, 0.02 * tokens(content(read))
                )
            else:
                assert read.splitlines()[0].endswith(f" of {entry[2]} tokens")


@covers("outline.folds")
async def test_levels_are_folded_from_below_and_counted(deep: OpenDocument) -> None:
    doc_id = deep.document.doc_id
    async with Client(serve(deep)) as client:
        result = await text(client, "get_outline", doc_id=doc_id, max_tokens=300)
        lines = content(result).splitlines()
        assert [ENTRY.match(line)[0].split(" (")[0] for line in lines] == [  # type: ignore[index]
            f"s{66 * 0 + i * 61} Part {i}" for i in range(6)
        ]
        costs = deep.costs
        for i, line in enumerate(lines):
            children = deep.outline.children(i * 61)
            inside = costs.blocks(children[0].start, children[-1].end)
            assert inside <= costs.section(deep.outline.sections[i * 61])
            assert line.endswith(f"+60 entries, {inside:,} tokens")
        assert result.splitlines()[-1] == f'Folded (+): get_outline("{doc_id}", section=…)'
        below = content(await text(client, "get_outline", doc_id=doc_id, section="s61"))
        assert below.splitlines()[0].startswith("s62 Chapter 1.0 (p. 1, ")
        assert sum("Chapter 1." in line for line in below.splitlines()) == 10
        assert sum("Paragraph 1." in line for line in below.splitlines()) == 50


@covers("outline.folds")
async def test_room_is_used_for_the_largest_parts_first(deep: OpenDocument) -> None:
    async with Client(serve(deep)) as client:
        lines = content(await text(client, "get_outline", doc_id=deep.document.doc_id, max_tokens=800)).splitlines()
    unfolded = [line.split(" (")[0] for line in lines if not line.startswith(" ") and "entries" not in line]
    assert unfolded == ["s244 Part 4", "s305 Part 5"]


@covers("outline.folds")
async def test_depth_limits_the_levels(deep: OpenDocument) -> None:
    doc_id = deep.document.doc_id
    async with Client(serve(deep)) as client:
        one = content(await text(client, "get_outline", doc_id=doc_id, depth=1)).splitlines()
        two = content(await text(client, "get_outline", doc_id=doc_id, depth=2)).splitlines()
        said = await error(client, "get_outline", doc_id=doc_id, depth=0)
    assert len(one) == 6
    assert len(two) == 66
    assert all("+5 entries" in line for line in two if line.startswith("  "))
    assert said == "depth=0 shows nothing. [bad_argument] Give 1 or more, or leave it out."


@covers("outline.pages")
@pytest.mark.parametrize("budget", [300, 1000])
async def test_a_flat_list_is_seen_completely_page_by_page(flat: OpenDocument, budget: int) -> None:
    doc_id = flat.document.doc_id
    seen: list[int] = []
    async with Client(serve(flat)) as client:
        result = await text(client, "get_outline", doc_id=doc_id, section="Agreement", max_tokens=budget)
        while True:
            seen += [int(n) for n in re.findall(r"Clause (\d+)", content(result))]
            cursor = cursor_of(result)
            if cursor is None:
                break
            rest = re.search(r"^\+([\d,]+) more entries here, ([\d,]+) tokens", result.splitlines()[-1])
            assert rest is not None
            assert int(rest[1]) == 900 - len(seen)
            result = await text(client, "get_outline", doc_id=doc_id, cursor=cursor, max_tokens=budget)
            assert tokens(result) <= budget
    assert seen == list(range(900))


@covers("outline.pages", "outline.folds")
async def test_a_flat_list_below_a_single_title_is_begun(flat: OpenDocument) -> None:
    doc_id = flat.document.doc_id
    async with Client(serve(flat)) as client:
        result = await text(client, "get_outline", doc_id=doc_id, max_tokens=1000)
        lines = content(result).splitlines()
        assert lines[0].startswith("s0 Agreement")
        assert lines[1].startswith("  s1 Clause 0")
        shown = len(lines) - 2
        assert shown > 30
        more = re.match(r'  \+([\d,]+) entries, [\d,]+ tokens: section="s0", cursor="([^"]+)"', lines[-1])
        assert more is not None
        assert int(more[1]) == 900 - shown
        rest = content(await text(client, "get_outline", doc_id=doc_id, section="s0", cursor=more[2]))
        assert rest.startswith(f"s{shown + 1} Clause {shown} ")


@covers("read.cursor")
async def test_a_cursor_of_another_outline_is_refused(flat: OpenDocument, deep: OpenDocument) -> None:
    async with Client(serve(flat, deep)) as client:
        cursor = cursor_of(await text(client, "get_outline", doc_id=flat.document.doc_id, section="s0", max_tokens=300))
        for arguments in (
            {"doc_id": deep.document.doc_id, "cursor": cursor},
            {"doc_id": flat.document.doc_id, "section": "Clause 5", "cursor": cursor},
            {"doc_id": flat.document.doc_id, "cursor": f"{cursor}x"},
            {"doc_id": flat.document.doc_id, "cursor": "nonsense"},
        ):
            assert "[bad_cursor]" in await error(client, "get_outline", **arguments)


@covers("outline.costs")
async def test_tables_and_charts_stand_with_their_section() -> None:
    draft = Draft("Tables").page("1").heading("One").table([["A"], ["1"]]).table([["B"], ["2"]]).heading("Two")
    opened = draft.table([["C"], ["3"]]).text(sentences(8000)).open()
    async with Client(serve(opened)) as client:
        lines = content(await text(client, "get_outline", doc_id=opened.document.doc_id)).splitlines()
    assert lines[0].endswith("tokens, t0-t1)")
    assert lines[1].endswith("tokens, t2)")
