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
from tests.contract.talk import error, text

pytestmark = [pytest.mark.anyio, pytest.mark.skipif(shutil.which("env") is None, reason="needs env")]


def bare(*args: str, **env: str) -> StdioServerParameters:
    """``pincite serve`` with nothing in its environment but what is given, in the root of the disk."""
    given = [f"{name}={value}" for name, value in {"PYTHONPATH": str(ROOT), **env}.items()]
    command = [sys.executable, "-m", "pincite", "serve", "--workers", "1", *args]
    return StdioServerParameters(command=str(shutil.which("env")), args=["-i", *given, *command], cwd="/")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_started_with_nothing(tmp_path: Path, mode: str) -> None:
    folder = tmp_path / unicodedata.normalize("NFD", "Büro")
    folder.mkdir()
    file = folder / "Übersicht 100%.pdf"
    file.write_bytes(report_pdf().bytes())
    (tmp_path / "link").symlink_to(tmp_path)
    root = tmp_path / "link" / unicodedata.normalize("NFC", "Büro")
    async with Client(bare(str(root), "--cache-dir", str(tmp_path / "cache")), mode=mode) as client:
        opened = await text(client, "open_document", source=file.name)
        assert "Annual Report" in opened
        for source in (file.as_uri(), (root / file.name).as_uri(), str(root / file.name), f'"{file}"'):
            assert await text(client, "open_document", source=source) == opened
        assert "[not_found]" in await error(client, "open_document", source="etc/passwd")


async def test_an_attachment_of_a_chat_is_opened_unless_that_is_switched_off(tmp_path: Path) -> None:
    uploads = tmp_path / "Claude" / "local-agent-mode-sessions" / "a" / "w" / "local_1" / "uploads"
    uploads.mkdir(parents=True)
    (uploads / "dropped.pdf").write_bytes(report_pdf().bytes())
    (tmp_path / "root").mkdir()
    args = ("--root", str(tmp_path / "root"), "--cache-dir", str(tmp_path / "cache"))
    async with Client(bare(*args, XDG_CONFIG_HOME=str(tmp_path))) as client:
        assert "Annual Report" in await text(client, "open_document", source="/mnt/user-data/uploads/dropped.pdf")
    async with Client(bare(*args, XDG_CONFIG_HOME=str(tmp_path), PINCITE_ALLOW_CHAT_DIR="0")) as client:
        assert "[outside_roots]" in await error(client, "open_document", source=str(uploads / "dropped.pdf"))
