"""The viewer beside a server over stdio: one port of this machine, one token, one cookie."""

from __future__ import annotations

import asyncio
import http.client
from html import escape
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from mcp import Client

from pincite.server.app import create_server
from pincite.settings import Settings
from tests.contract.conftest import Connect
from tests.contract.fakes import Draft, FakeRegistry
from tests.contract.talk import facts, text

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Answer(NamedTuple):
    status: int
    text: str
    cookie: str


async def ask(base: str, path: str, **headers: str) -> Answer:
    """The answer to a request with these headers, whatever it is."""
    return await asyncio.to_thread(_ask, base, path, headers)


def _ask(base: str, path: str, headers: dict[str, str]) -> Answer:
    parts = urlsplit(base)
    assert parts.hostname == "127.0.0.1"
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.read().decode(), (answer.getheader("set-cookie") or ""))
    finally:
        connection.close()


async def test_links_open_the_door_and_nothing_else_does() -> None:
    report = Draft("Annual Report").page("1").heading("Revenue").text("Revenue rose by 4 percent.").open("report.pdf")
    doc_id = report.document.doc_id
    server = create_server(Settings(), FakeRegistry(report), viewer=True)  # type: ignore[arg-type]
    async with Client(server) as client:
        checked = await facts(client, "verify_citations", citations=[{"quote": "rose by 4", "doc_id": doc_id}])
        link = checked["results"][0]["places"][0]["deep_link"]
        path = link.removeprefix(link[: link.index("/k/")])
        place = f"/d/{doc_id}?a=b1:8-17&r={report.document.rev}"
        assert path.endswith(place)
        opened = await ask(link, path)
        assert opened.status == 200
        assert f'content="0;url={escape(place)}"' in opened.text
        assert "HttpOnly" in opened.cookie
        assert "samesite=strict" in opened.cookie.lower()
        cookie = opened.cookie.split(";")[0]
        shown = await ask(link, place, cookie=cookie)
        assert shown.status == 200
        assert "rose by 4" in shown.text
        assert "Pause the endpoint" not in (await ask(link, "/settings", cookie=cookie)).text
        refused = [
            await ask(link, f"/d/{doc_id}"),
            await ask(link, f"/d/{doc_id}", cookie=cookie.split("=")[0] + "=wrong"),
            await ask(link, "/k/wrong/"),
            await ask(link, f"/d/{doc_id}", cookie=cookie, host="evil.test"),
        ]
        assert [answer.status for answer in refused] == [401, 401, 403, 421]
        assert not any("Revenue" in answer.text for answer in refused)
        away = await ask(link, path.replace(place.removeprefix("/"), "/evil.test/"))
        assert 'content="0;url=/evil.test/"' in away.text
    assert server.desk.viewer_url is None


async def test_a_server_over_stdio_has_one_when_it_is_told_to(connect: Connect) -> None:
    async with connect(PINCITE_VIEWER="1") as client:
        doc_id = (await text(client, "open_document", source="report.pdf")).split()[1]
        checked = await facts(client, "verify_citations", citations=[{"quote": "rose by 4 percent", "doc_id": doc_id}])
        link = checked["results"][0]["places"][0]["deep_link"]
        answer = await ask(link, link[link.index("/k/") :])
        shown = await ask(link, f"/d/{doc_id}?a=b1", cookie=answer.cookie.split(";")[0])
        assert "Annual Report" in shown.text
