"""Servers to talk to: in memory over documents made by hand, and as a real process over PDF files."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from pincite.registry import OpenDocument
from pincite.server.app import DocumentServer, create_server
from pincite.settings import Settings
from tests.contract.fakes import FakeRegistry
from tests.pdfs import Pdf

ROOT = Path(__file__).parents[2]

Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def serve(
    *documents: OpenDocument, registry: FakeRegistry | None = None, wait_s: float = 5, **settings: object
) -> DocumentServer:
    """A server over documents made by hand."""
    values = Settings(**settings)  # type: ignore[arg-type]
    return create_server(values, registry or FakeRegistry(*documents), open_wait_s=wait_s)  # type: ignore[arg-type]


CHAPTERS = {
    "Summary": "This report tells how the company did. Orders came in faster than in any year before, and the plant in "
    "Oslo ran at night for the first time. Three of the four regions grew.",
    "Revenue by segment": "Shoes brought in most of the money. Total revenue rose by 4 percent to 52,576 million "
    "dollars, while the number of shops fell to 1,045. Boots gained a little ground after the cold winter.",
    "Outlook": "Management expects slower growth. Prices of rubber remain high, a new customs duty takes effect in "
    "March, and the lease of the warehouse in Lyon ends in 2027.",
}
TABLE = [["Segment", "2024", "2023"], ["Shoes", "51,362", "48,763"], ["Boots", "1,214", "987"]]


def report_pdf(title: str = "Annual Report") -> Pdf:
    """A small report: a chapter on each page, a ruled table on the second, pages labelled i, 1 and 2."""
    pdf = Pdf(title=title)
    for n, (heading, prose) in enumerate(CHAPTERS.items()):
        pdf.page().bookmark(heading, 1, 60).text(72, 80, heading, size=18, bold=True)
        pdf.paragraph(72, 120, 460, f"{prose} This is the {title}.", size=11)
        if n == 1:
            pdf.text(72, 300, "Table 1: Revenue in millions of dollars", size=10)
            pdf.grid([72, 200, 300, 400], [320, 340, 360, 380], TABLE)
    return pdf.label(1, "r").label(2, "D")


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory of files, good and bad."""
    directory = tmp_path_factory.mktemp("library")
    (directory / "report.pdf").write_bytes(report_pdf().bytes())
    (directory / "second.pdf").write_bytes(report_pdf("Second Report").bytes())
    (directory / "locked.pdf").write_bytes(report_pdf("Locked Report").bytes(password="sesame"))
    (directory / "empty.pdf").write_bytes(b"")
    (directory / "broken.pdf").write_bytes(b"%PDF-1.7\n" + b"\x00garbage\xff" * 50)
    (directory / "packed.pdf").write_bytes(b"\x1f\x8b\x08" + bytes(64))
    (directory / "notes.rtf").write_bytes(b"{\\rtf1 plain words}")
    (directory / "folder").mkdir()
    return directory


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def connect(library: Path, cache: Path) -> Connect:
    """Starts ``pincite serve`` and speaks to it: ``async with connect("legacy") as client``."""

    @asynccontextmanager
    async def start(mode: str = "auto", **env: str) -> AsyncIterator[Client]:
        parameters = StdioServerParameters(
            command=sys.executable,
            args=["-m", "pincite", "serve"],
            env={"PINCITE_ROOTS": str(library), "PINCITE_CACHE_DIR": str(cache), "PINCITE_WORKERS": "2", **env},
            cwd=ROOT,
        )
        async with Client(parameters, mode=mode) as client:
            yield client

    return start
