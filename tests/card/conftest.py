"""One browser and one server for all tests of the card."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from anyio.from_thread import start_blocking_portal
from mcp import Client

from pincite.registry import Registry
from pincite.server.app import create_server
from pincite.settings import Settings
from pincite.sources.browser.finding import find_browser
from tests.card.apps import AppsClient
from tests.contract.conftest import report_pdf
from tests.pdfs import Pdf

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.card.host import Talk

if find_spec("playwright") is None or find_browser("auto") is None:
    collect_ignore = ["test_card.py"]  # as other tests that need a browser, they are not run without one


@pytest.fixture(scope="module")  # not longer: its event loop keeps others from this thread
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = find_browser("auto")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Talk]:
    """A server with real documents, and a client that shows cards."""
    from tests.card.host import Talk

    home = tmp_path_factory.mktemp("card")
    (home / "report.pdf").write_bytes(report_pdf().bytes())
    (home / "second.pdf").write_bytes(report_pdf("Second Report").bytes())
    (home / "hostile.pdf").write_bytes(hostile_pdf().bytes())
    (home / "page.html").write_text(PAGE)
    (home / "two.pdf").write_bytes(two_pages().bytes())
    (home / "long.pdf").write_bytes(long_pdf().bytes())
    settings = Settings(roots=(home,), cache_dir=home / "cache", workers=1, show_citation=True)
    registry = Registry(settings)
    client = Client(create_server(settings, registry), extensions=[AppsClient()])
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(client) as talking:
        yield Talk(portal, talking, registry, home)


PAGE = """<!doctype html><title>Prices</title><h1>Prices</h1><p>A visit of the museum costs 12 euros for
everybody.</p><p>Children below six years enter free of charge.</p>"""


def two_pages() -> Pdf:
    """A paragraph that runs over a page break."""
    words = [f"the tenants of house {n} pay rent to the owner in each month of the year," for n in range(3, 20)]
    pdf = Pdf(width=400, height=300, title="Rents").page().text(30, 40, "Rents", size=14, bold=True)
    for i, line in enumerate(words):
        if i == 14:
            pdf.page()
        pdf.text(30, 70 + 15 * i if i < 14 else 40 + 15 * (i - 14), line + ("." if i == 16 else ""))
    return pdf


def hostile_pdf() -> Pdf:
    """A page that would like to be a program."""
    trick = '<img src=x onerror=alert(1)><script>fetch("http://evil.test")</script>'
    pdf = Pdf(title=f"{trick} Title").page().bookmark(f"{trick} Heading", 1, 60)
    pdf.text(72, 80, f"{trick} Heading", size=14, bold=True)
    return pdf.text(72, 120, f"Words of a hostile page {trick} end here.")


def long_pdf() -> Pdf:
    """Many short pages, each a section."""
    pdf = Pdf(width=300, height=160, title="Lease")
    for n in range(120):
        pdf.page().bookmark(f"Clause {n}", 1, 20).text(30, 40, f"{n}. Heading of clause {n}", size=12, bold=True)
        pdf.text(30, 70, f"Clause {n} binds the tenant for {n} years.")
    return pdf
