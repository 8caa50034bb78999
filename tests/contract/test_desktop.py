"""Servers as desktop programs start them: an empty environment, a strange working directory, paths as clients write
them."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests.contract.conftest import ROOT, report_pdf
from tests.contract.requirements import covers
from tests.contract.talk import error, text

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(shutil.which("env") is None, reason="needs env")]


def bare(*args: str, **env: str) -> StdioServerParameters:
    """``pincite serve`` with nothing in its environment but what is given, in the root of the disk."""
    given = [f"{name}={value}" for name, value in {"PYTHONPATH": str(ROOT), **env}.items()]
    command = [sys.executable, "-m", "pincite", "serve", "--workers", "1", *args]
    return StdioServerParameters(command=str(shutil.which("env")), args=["-i", *given, *command], cwd="/")


@covers("desktop.bare")
async def test_started_with_nothing(tmp_path: Path) -> None:
    folder = tmp_path / unicodedata.normalize("NFD", "Büro")
    uploads = tmp_path / "Claude" / "local-agent-mode-sessions" / "a" / "w" / "local_1" / "uploads"
    folder.mkdir()
    uploads.mkdir(parents=True)
    file = folder / "Übersicht 100%.pdf"
    for path in (file, uploads / "dropped.pdf"):
        path.write_bytes(report_pdf().bytes())
    (tmp_path / "link").symlink_to(tmp_path)
    root = tmp_path / "link" / unicodedata.normalize("NFC", "Büro")
    args = (str(root), "--cache-dir", str(tmp_path / "cache"))
    async with Client(bare(*args, XDG_CONFIG_HOME=str(tmp_path))) as client:
        opened = await text(client, "open_document", source=file.name)
        assert "Annual Report" in opened
        for source in (file.as_uri(), (root / file.name).as_uri(), str(root / file.name), f'"{file}"'):
            assert await text(client, "open_document", source=source) == opened
        doc_id = opened.split()[1]
        assert doc_id in await text(client, "open_document", source="/mnt/user-data/uploads/dropped.pdf")
        assert "[not_found]" in await error(client, "open_document", source="etc/passwd")
        assert "[outside_roots]" in await error(client, "open_document", source="/etc/passwd")
