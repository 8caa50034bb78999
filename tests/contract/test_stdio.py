"""The real thing: ``pincite serve`` as a process, real PDF files, both eras of the protocol."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.conftest import ROOT, TABLE, Connect
from tests.contract.requirements import covers
from tests.contract.talk import content, cursor_of, error, facts, text, tokens

pytestmark = pytest.mark.anyio

ERAS = pytest.mark.parametrize("mode", ["auto", "legacy"])


@covers("surface.eras", "surface.stdout", "open.short", "read.verifies")
@ERAS
async def test_every_tool_on_a_real_file(connect: Connect, library: Path, mode: str) -> None:
    async with connect(mode) as client:
        opened = await text(client, "open_document", source="report.pdf")
        doc_id = opened.split()[1]
        assert opened.startswith(f"doc_id {doc_id} | Annual Report (report.pdf) | PDF, 3 pages, ")
        assert "[Page i]\n\n# Summary\n\nThis report tells" in content(opened)
        assert await text(client, "open_document", source=str(library / "report.pdf")) == opened

        outline = content(await text(client, "get_outline", doc_id=doc_id)).splitlines()
        assert [line.split(" (")[0] for line in outline] == ["s0 Summary", "s1 Revenue by segment", "s2 Outlook"]
        assert "(p. 1, " in outline[1]
        assert outline[1].endswith(", t0)")

        read = await text(client, "read", doc_id=doc_id, refs=["page 2"])
        assert content(read).startswith("[Page 2]\n\n# Outlook")
        cut = await text(client, "read", doc_id=doc_id, refs=["all"], max_tokens=200)
        assert tokens(cut) <= 200
        assert content(await text(client, "read", doc_id=doc_id, cursor=cursor_of(cut)))

        found = await facts(client, "search", query="customs duty", doc_ids=[doc_id])
        assert (found["hits"][0]["page"], found["hits"][0]["sheet"], found["hits"][0]["section"]) == ("2", 3, "s2")

        table = json.loads(content(await text(client, "get_table", doc_id=doc_id, table="t0", format="json")))
        assert [table["columns"], *table["rows"]] == TABLE

        quotes = [
            "Total revenue rose by 4 percent to 52,576 million",
            "rose by 9 percent to 52,576 million",
            "Shoes 51,362",
        ]
        report = await facts(client, "verify_citations", citations=[{"quote": q, "doc_id": doc_id} for q in quotes])
        assert [r["status"] for r in report["results"]] == ["verified", "drift", "verified"]
        place = report["results"][0]["places"][0]
        assert (place["page"], place["sheet"], place["section"]) == ("1", 2, "Revenue by segment")
        assert "52,576 million" in (await client.read_resource(place["anchor"])).contents[0].text  # type: ignore[union-attr]

        listed = await facts(client, "list_documents", query="annual")
        assert [d["doc_id"] for d in listed["documents"]] == [doc_id]
        assert await client.get_prompt("extract_table", {"document": doc_id, "table": "segments"})


@covers("surface.eras", "forget.gone")
@ERAS
async def test_a_forgotten_file_is_gone_and_can_be_opened_again(connect: Connect, mode: str) -> None:
    async with connect(mode) as client:
        doc_id = (await text(client, "open_document", source="second.pdf")).split()[1]
        assert "Forgotten" in await text(client, "forget_document", doc_id=doc_id)
        assert "[unknown_document]" in await error(client, "read", doc_id=doc_id, refs=["s0"])
        assert doc_id not in await text(client, "list_documents")
        found = await facts(client, "search", query="Second Report")
        assert doc_id not in {hit["doc_id"] for hit in found["hits"]}
        assert (await text(client, "open_document", source="second.pdf")).split()[1] == doc_id


BAD_SOURCES = [
    ("missing.pdf", "[not_found]"),
    ("repot.pdf", "report.pdf"),
    ("folder", "[is_directory]"),
    ("empty.pdf", "[empty]"),
    ("packed.pdf", "[wrong_type]"),
    ("notes.rtf", "[unsupported_format]"),
    ("broken.pdf", "[corrupt]"),
    ("locked.pdf", "[password_required]"),
    ("/etc/passwd", "[outside_roots]"),
    ("../../../../../../etc/passwd", "[outside_roots]"),
    ("file:///etc/passwd", "[outside_roots]"),
    ("ftp://example.com/x.pdf", "[url_not_allowed]"),
    ("http://127.0.0.1/x.pdf", "[private_address]"),
    ("https://user:word@example.com/", "[url_not_allowed]"),
    ("", "[not_found]"),
    ("\x00", "[outside_roots]"),
]


@covers("errors.typed", "errors.opaque", "surface.eras")
@ERAS
async def test_every_bad_input_has_its_error(connect: Connect, library: Path, mode: str) -> None:
    unreadable = library / "unreadable.pdf"
    unreadable.write_bytes(b"%PDF-1.7")
    unreadable.chmod(0)
    cases = list(BAD_SOURCES)
    if os.geteuid():  # root reads everything
        cases.append(("unreadable.pdf", "[unreadable]"))
    async with connect(mode) as client:
        for source, expected in cases:
            said = await error(client, "open_document", source=source)
            assert expected in said, said
            assert "Traceback" not in said
            assert "root:" not in said
        assert "[wrong_password]" in await error(client, "open_document", source="locked.pdf", password="wrong")
        opened = await text(client, "open_document", source="locked.pdf", password="sesame")
        assert "Locked Report" in opened
        assert "[password_required]" in await error(client, "open_document", source="locked.pdf")

        doc_id = (await text(client, "open_document", source="report.pdf")).split()[1]
        other = (await text(client, "open_document", source="second.pdf")).split()[1]
        cut = await text(client, "read", doc_id=doc_id, refs=["all"], max_tokens=200)
        calls: list[tuple[str, dict[str, object], str]] = [
            ("read", {"doc_id": "aaaaaaaaaaaa", "refs": ["s0"]}, "[unknown_document]"),
            ("read", {"doc_id": "../report", "refs": ["s0"]}, "[unknown_document]"),
            ("read", {"doc_id": doc_id, "refs": ["Outlok"]}, "Near: s2 Outlook (p. 2)"),
            ("read", {"doc_id": doc_id, "refs": ["pincite://doc/b1"]}, "[bad_anchor]"),
            ("read", {"doc_id": doc_id, "refs": ["s0"], "max_tokens": 0}, "[bad_budget]"),
            ("read", {"doc_id": other, "cursor": cursor_of(cut)}, "[bad_cursor]"),
            ("get_outline", {"doc_id": doc_id, "section": "s99"}, "[unknown_section]"),
            ("get_table", {"doc_id": doc_id, "table": "t9"}, "[unknown_table]"),
            ("search", {"query": ""}, "[bad_argument]"),
        ]
        for tool, arguments, expected in calls:
            assert expected in await error(client, tool, **arguments)
    unreadable.chmod(0o600)


@covers("surface.stdout")
def test_stdout_holds_only_the_protocol(library: Path, tmp_path: Path) -> None:
    """By hand, without a client: each answer is a line of JSON."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    calls = [("list_documents", {}), ("open_document", {"source": "broken.pdf"})]
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        *(
            {"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
            for i, (name, arguments) in enumerate(calls, 2)
        ),
    ]
    env = {**os.environ, "PINCITE_ROOTS": str(library), "PINCITE_CACHE_DIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-m", "pincite", "serve"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=env, text=True,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        for request in requests[:3]:
            process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(2)]
        process.stdin.write(json.dumps(requests[3]) + "\n")
        process.stdin.flush()
        answers.append(json.loads(process.stdout.readline()))
        out, _ = process.communicate(timeout=30)
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert answers[0]["result"]["serverInfo"]["name"] == "pincite"
    assert answers[2]["result"]["isError"]
    assert out == ""
    assert process.returncode == 0


@covers("surface.start")
def test_a_server_loads_nothing_heavy_before_its_first_answer() -> None:
    heavy = (
        "numpy", "pypdfium2_raw", "pdfminer", "lxml", "docx", "pptx", "bs4", "tinycss2", "PIL", "tantivy", "diskcache",
        "rapidfuzz", "quicktok", "playwright", "msoffcrypto", "charset_normalizer", "pincite.parsers.pdf.engine",
    )  # fmt: skip
    code = (
        "import sys, pincite.cli, pincite.registry, pincite.server.app, pincite.server.stdio\n"
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert out.stdout.strip() == "[]"
