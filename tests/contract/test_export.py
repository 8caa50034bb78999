"""A document as a file on the disk of the client."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from mcp import Client

from tests.contract.conftest import serve
from tests.contract.fakes import Draft
from tests.contract.requirements import covers
from tests.contract.talk import error, text, tokens

pytestmark = pytest.mark.anyio

OPENED = (
    Draft("Annual Report")
    .page("i")
    .heading("Revenue")
    .text("Shoes brought in most of the money.")
    .table([["Segment", "2024"], ["Shoes", "51,362"]], "Revenue by segment")
    .open("annual report.pdf")
)
DOC = OPENED.document.doc_id


@covers("export.file")
async def test_each_format_is_written_and_told_in_a_line(tmp_path: Path) -> None:
    out = tmp_path / "out"
    async with Client(serve(OPENED, export_dir=out)) as client:
        for form in ("markdown", "text", "html", "json", "jsonl", "csv", "parquet"):
            told = await text(client, "export_document", doc_id=DOC, format=form)
            assert tokens(told) < 120
            assert "Shoes" not in told
    names = {path.name for path in out.iterdir()}
    assert names == {f"annual-report.{end}" for end in ("md", "txt", "html", "json", "jsonl", "csv", "parquet")}
    assert "| Shoes | 51,362 |" in (out / "annual-report.md").read_text()
    assert json.loads((out / "annual-report.json").read_text())["document"]["doc_id"] == DOC
    chunk = json.loads((out / "annual-report.jsonl").read_text().splitlines()[0])
    assert (chunk["heading"], chunk["page_label"]) == ("Revenue", "i")


@covers("export.file")
async def test_the_name_chooses_what_rows_there_are(tmp_path: Path) -> None:
    async with Client(serve(OPENED, export_dir=tmp_path)) as client:
        told = await text(client, "export_document", doc_id=DOC, format="csv", output_path="x.tables.csv")
        assert told.splitlines() == [f"written: {tmp_path / 'x.tables.csv'}", told.splitlines()[1]]
        assert told.splitlines()[1].startswith("4 tables | csv | ")
        again = await text(client, "export_document", doc_id=DOC, format="markdown")
        twice = await text(client, "export_document", doc_id=DOC, format="markdown", output_path=str(tmp_path))
    assert again.startswith(f"written: {tmp_path / 'annual-report.md'}\n")
    assert twice.startswith(f"written: {tmp_path / 'annual-report (2).md'}\n")
    rows = list(csv.DictReader((tmp_path / "x.tables.csv").read_text().splitlines()))
    assert [row["text"] for row in rows] == ["Segment", "2024", "Shoes", "51,362"]


@covers("export.place")
async def test_what_is_refused(tmp_path: Path) -> None:
    root, elsewhere, out = tmp_path / "root", tmp_path / "elsewhere", tmp_path / "out"
    for directory in (root, elsewhere, out):
        directory.mkdir()
    (root / "there.md").write_text("mine")
    (root / "link").symlink_to(elsewhere, target_is_directory=True)
    async with Client(serve(OPENED, roots=(root,), export_dir=out)) as client:
        for path, code in {
            str(elsewhere / "x.md"): "outside_roots",
            str(root / "link" / "x.md"): "outside_roots",
            f"{root}/../elsewhere/x.md": "outside_roots",
            str(root / ".profile.md"): "outside_roots",
            str(root / "there.md"): "exists",
            str(root / "x.sh"): "bad_argument",
            str(root / "nowhere" / "x.md"): "not_found",
        }.items():
            told = await error(client, "export_document", doc_id=DOC, format="markdown", output_path=path)
            assert f"[{code}]" in told
        assert "[unknown_document]" in await error(client, "export_document", doc_id="nothing", format="markdown")
        assert "format" in await error(client, "export_document", doc_id=DOC, format="docx")
        await text(client, "export_document", doc_id=DOC, format="markdown", output_path=str(root / "new"))
    assert (root / "there.md").read_text() == "mine"
    assert [path.name for path in (*elsewhere.iterdir(), *out.iterdir())] == []
    assert "Shoes" in (root / "new.md").read_text()


@covers("export.place")
async def test_a_shared_server_writes_nothing_and_says_how_else(tmp_path: Path) -> None:
    server = serve(OPENED, export_dir=tmp_path)
    server.desk.exports_to_disk = False
    async with Client(server) as client:
        told = await error(client, "export_document", doc_id=DOC, format="markdown")
        assert "[not_here]" in told
        assert "pincite convert" in told
        assert str(tmp_path) not in told
        server.desk.viewer_url = "https://docs.example.org"
        told = await error(client, "export_document", doc_id=DOC, format="markdown")
        assert f"https://docs.example.org/d/{DOC}" in told
    assert list(tmp_path.iterdir()) == []
