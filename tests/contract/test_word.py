"""A Word file through the real server: opened, mapped, read, searched, cited."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests.contract.conftest import ROOT
from tests.contract.requirements import covers
from tests.contract.talk import content, error, facts, text
from tests.docxs import HEADINGS, docx, level, num, numbering, p, r, tbl, tr
from tests.unit.test_docx_pages import SAVED, section

pytestmark = pytest.mark.anyio


def agreement() -> bytes:
    body = (
        p("Access", num(0), style="heading1") + p("The Customer may use the Service during the Term.")
        + p("<w:del><w:r><w:delText>90</w:delText></w:r></w:del><w:ins>" + r("30") + "</w:ins>" + r(" days of notice."))
        + p(SAVED + r("Fees"), num(0), style="heading1") + p("Fees are paid once a month.")
        + tbl(tr("Plan", "Fee"), tr("Basic", "12"))
        + section('<w:pgNumType w:fmt="lowerRoman"/>', paragraph=False)
    )  # fmt: skip
    return docx(body, styles=HEADINGS, numbering=numbering(level(0, "%1.")))


@covers("surface.eras", "read.verifies")
async def test_a_word_file_from_opening_to_a_verified_quote(tmp_path: Path) -> None:
    (tmp_path / "agreement.docx").write_bytes(agreement())
    (tmp_path / "broken.docx").write_bytes(agreement()[:300])
    env = {"PINCITE_ROOTS": str(tmp_path), "PINCITE_CACHE_DIR": str(tmp_path / "cache"), "PINCITE_CHANGES": "original"}
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "pincite", "serve"], env={**env, "PINCITE_FULL_TEXT_TOKENS": "0"}, cwd=ROOT
    )
    async with Client(parameters) as client:
        opened = await text(client, "open_document", source="agreement.docx")
        doc_id = opened.split()[1]
        outline = content(await text(client, "get_outline", doc_id=doc_id))
        assert [line.split(" (")[0] for line in outline.splitlines()] == ["s0 1. Access", "s1 2. Fees"]
        assert "(p. ii, " in outline

        read = content(await text(client, "read", doc_id=doc_id, refs=["s0"]))
        assert read.startswith("[Page i]\n\n# 1. Access")
        assert "90 days of notice." in read

        found = await facts(client, "search", query="paid monthly fees", doc_ids=[doc_id])
        assert (found["hits"][0]["page"], found["hits"][0]["section"]) == ("ii", "s1")

        quotes = [
            {"quote": q, "doc_id": doc_id}
            for q in ("Fees are paid once a month.", "Basic 12", "The moon is made of cheese.")
        ]
        report = await facts(client, "verify_citations", citations=quotes)
        assert [one["status"] for one in report["results"]] == ["verified", "verified", "drift"]
        assert report["results"][0]["places"][0]["page"] == "ii"

        assert "corrupt" in await error(client, "open_document", source="broken.docx")
