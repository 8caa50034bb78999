"""URLs over the real protocol, from a site on this machine."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from mcp import Client

from pincite.cli import main
from pincite.server.app import create_server
from pincite.settings import Settings
from tests.contract.conftest import Connect, report_pdf
from tests.contract.requirements import covers
from tests.contract.talk import error, text
from tests.sites import Visit, serve_site

pytestmark = pytest.mark.anyio
PAGE = "<html><head><title>Tariff</title></head><body><h1>Tariff</h1><p>A visit costs 12 euros.</p></body></html>"


@covers("open.url", "errors.typed")
async def test_urls_are_opened_as_files_are(connect: Connect) -> None:
    with serve_site() as site:
        url = site.page("/tariff", PAGE)
        site.redirect("/moved", "/files/report.pdf")
        site.page("/files/report.pdf", report_pdf().bytes(), "application/octet-stream")
        site.redirect("/loop", "/loop")
        async with connect(PINCITE_ALLOW_PRIVATE_URLS="1") as client:
            page = await text(client, "open_document", source=url)
            assert "Tariff" in page
            assert "A visit costs 12 euros." in page
            assert "HTML" in page.splitlines()[0]
            assert "Annual Report" in await text(client, "open_document", source=site.url("/moved"))
            assert await text(client, "open_document", source=url) == page
            assert site.paths.count("/tariff") == 1
            for path, expected in (("/gone?key=hidden", "[http_status]"), ("/loop", "[redirect_loop]")):
                said = await error(client, "open_document", source=site.url(path))
                assert expected in said
                assert "hidden" not in said
            assert "[private_address]" in await error(client, "open_document", source="http://169.254.169.254/latest/")


@covers("open.url", "open.pending", "open.again")
async def test_a_slow_download_is_pending_and_other_calls_go_on(tmp_path: Path) -> None:
    free = threading.Event()

    def slow(visit: Visit) -> None:
        free.wait(20)
        visit.answer(200, PAGE.encode(), content_type="text/html")

    settings = Settings(cache_dir=tmp_path, allow_private_urls=True, workers=1)
    with serve_site() as site:
        site.pages["/slow"] = slow
        async with Client(create_server(settings, open_wait_s=0.3)) as client:
            first = await text(client, "open_document", source=site.url("/slow"))
            assert first.startswith("status: parsing | the download goes on after")
            assert f'open_document("{site.url("/slow")}") again' in first
            assert await text(client, "list_documents")
            free.set()
            while (said := await text(client, "open_document", source=site.url("/slow"))).startswith("status:"):
                pass
            assert "A visit costs 12 euros." in said
        assert site.paths == ["/slow"]


@covers("open.url")
async def test_urls_can_be_switched_off(connect: Connect) -> None:
    async with connect(PINCITE_ALLOW_URLS="0", PINCITE_ALLOW_PRIVATE_URLS="1") as client:
        assert "[url_not_allowed]" in await error(client, "open_document", source="http://127.0.0.1:9/a")


@covers("open.url")
def test_the_command_line_takes_urls(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    with serve_site() as site:
        url = site.page("/tariff", PAGE)
        assert main(["inspect", url, "--allow-private-urls", "1"]) == 0
        assert "A visit costs" in capsys.readouterr().out
        assert main([url, "--allow-private-urls", "1", "--cache-dir", str(tmp_path)]) == 0
        assert "Tariff" in capsys.readouterr().out
        assert main([url, "--cache-dir", str(tmp_path)]) == 1
        assert "[private_address]" in capsys.readouterr().err
