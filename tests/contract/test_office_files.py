"""Decks, sheets and texts through every tool: places are named as the file names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.contract.conftest import Connect
from tests.contract.requirements import covers
from tests.contract.talk import content, facts, text
from tests.decks import Deck, body, frame, table, title
from tests.unit.test_xlsx import made, sales

pytestmark = pytest.mark.anyio


@pytest.fixture
def office(library: Path) -> Path:
    """A folder with a deck whose slides count from 10, a workbook, and a text without pages."""
    folder = library / "office"
    folder.mkdir(exist_ok=True)
    grid = table([["Part", "Price"], ["Pump", "1,200"]], [100, 100])
    deck = Deck(first=10).slide(title("Winter plan"), body("Salt the ramps in the morning"), notes="Thank the staff.")
    deck.slide(title("Prices"), frame(40, 150, 200, 40, grid))
    (folder / "talk.pptx").write_bytes(deck.bytes())
    (folder / "sales.xlsx").write_bytes(made(sales))
    (folder / "memo.txt").write_text("Scope\n=====\n\nThe pump was delivered on 3 May.\n")
    return folder


@covers("surface.eras", "read.verifies")
async def test_a_deck(connect: Connect, office: Path) -> None:
    async with connect() as client:
        opened = await text(client, "open_document", source="office/talk.pptx")
        doc_id = opened.split()[1]
        assert opened.startswith(f"doc_id {doc_id} | Winter plan (talk.pptx) | PPTX, 2 pages, ")
        assert "[Page 10]\n\n# Winter plan\n\n• Salt the ramps" in content(opened)
        outline = content(await text(client, "get_outline", doc_id=doc_id)).splitlines()
        assert [line.split(",")[0] for line in outline] == ["s0 Winter plan (p. 10", "s1 Prices (p. 11"]
        read = await text(client, "read", doc_id=doc_id, refs=["page 11"])
        assert "| Pump | 1,200 |" in content(read)
        found = await facts(client, "search", query="thank the staff", doc_ids=[doc_id])
        assert (found["hits"][0]["page"], found["hits"][0]["sheet"]) == ("10", 1)
        citations = [{"doc_id": doc_id, "quote": quote} for quote in ("Salt the ramps in the morning", "Pump 1,200")]
        report = await facts(client, "verify_citations", citations=citations)
        assert [r["places"][0]["page"] for r in report["results"]] == ["10", "11"]


@covers("surface.eras", "read.verifies")
async def test_a_workbook_and_a_text(connect: Connect, office: Path) -> None:
    async with connect() as client:
        opened = await text(client, "open_document", source="office/sales.xlsx")
        assert "[Page Sales 2024]\n\n# Sales 2024\n\n| Region | Sold | Share |" in content(opened)
        sheet = opened.split()[1]
        read = await text(client, "read", doc_id=sheet, refs=["page Sales 2024"])
        assert "| North | 1,200.00 | 40% |" in content(read)
        memo = (await text(client, "open_document", source="office/memo.txt")).split()[1]
        citations = [{"doc_id": sheet, "quote": "South 1,800.50"}, {"doc_id": memo, "quote": "The pump was delivered"}]
        report = await facts(client, "verify_citations", citations=citations)
        assert [r["status"] for r in report["results"]] == ["verified", "verified"]
        assert [r["places"][0].get("page") for r in report["results"]] == ["Sales 2024", None]
