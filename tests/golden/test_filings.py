"""Outlines of filings: what is written down by hand beside what comes out."""

from __future__ import annotations

from pathlib import Path

import pytest

import pincite
from benchmarks.outlines import Entry, compare, outline_of, read_golden
from pincite.model import Role
from tests.filings import AGENTS, GOLDEN
from tests.pages import html_bytes

FOLDER = Path(__file__).parents[2] / "benchmarks" / "outlines"


def entries(text: str) -> list[Entry]:
    rows = (line.split(" ", 2) for line in text.strip().splitlines())
    return [Entry(int(level), None if label == "-" else label, title) for level, label, title in rows]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_filing_shows_its_parts_and_items_notes_and_page_labels(agent: str, tmp_path: Path) -> None:
    path = tmp_path / "filing.htm"
    path.write_text(AGENTS[agent].filing(), "utf-8")
    assert compare(entries(GOLDEN), outline_of(path)) == []


@pytest.mark.parametrize("agent", AGENTS)
def test_its_exhibits_and_signatures_have_their_roles(agent: str) -> None:
    doc = html_bytes(AGENTS[agent].filing().encode())
    told = {b.role: doc.text[b.start : b.end] for b in doc.blocks}
    assert "Articles of Incorporation" in told[Role.EXHIBIT]
    assert "pumps" in told[Role.SIGNATURE]
    assert [table.caption for table in doc.tables if table.caption] == ["CONSOLIDATED BALANCE SHEETS (In millions)"]


class TestComparing:
    WRITTEN = entries("1 1 PART I\n2 1 Item 1. Business\n2 5 Item 2. Properties\n1 - SIGNATURES")

    def test_other_headings_and_other_spellings_are_welcome(self) -> None:
        found = entries(
            "1 1 Form 10-K\n2 1 Part I\n3 1 ITEM 1 – BUSINESS\n4 2 Item 1.1\n3 5 Item 2. Properties\n2 9 Signatures"
        )
        assert compare(self.WRITTEN, found) == []

    @pytest.mark.parametrize(
        ("found", "fault"),
        [
            ("1 1 PART I\n2 1 Item 1. Business\n1 9 SIGNATURES", "missing: Item 2. Properties"),
            (
                "1 1 PART I\n2 1 Item 1. Business\n2 6 Item 2. Properties\n1 9 SIGNATURES",
                "page 6, not 5: Item 2. Properties",
            ),
            (
                "1 1 PART I\n2 1 Item 1. Business\n3 5 Item 2. Properties\n1 9 SIGNATURES",
                "below Item 1. Business, not below PART I: Item 2. Properties",
            ),
            (
                "1 1 PART I\n2 1 Item 1. Business\n2 5 Item 2. Properties\n2 9 SIGNATURES",
                "below PART I, not at the top: SIGNATURES",
            ),
            (
                "1 1 PART I\n2 1 Item 1. Business\n2 5 Item 2. Properties\n1 9 SIGNATURES\n1 9 Item 2. Properties",
                "too many: Item 2. Properties [9]",
            ),
        ],
    )
    def test_faults(self, found: str, fault: str) -> None:
        assert compare(self.WRITTEN, entries(found)) == [fault]


def test_the_written_outlines_are_well_formed() -> None:
    for path in FOLDER.glob("*.txt"):
        golden = read_golden(path)
        assert len(golden.sha256) == 16
        assert len(golden.entries) > 10
        assert golden.entries[0].level == 1


def test_a_document_without_headings_has_no_outline(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text("<p>Nothing but a few words.</p>")
    assert [entry.title for entry in outline_of(path)] == [
        n.text for n in pincite.parse_document(path).hierarchy.flatten()
    ]
