"""The viewer of a shared server: behind the guard, for who has signed in, as far as their token goes."""

from __future__ import annotations

import re
from pathlib import Path

import httpx2
import pytest

from tests.http.conftest import BASE, Users, agent, browser, serving, settings_of

pytestmark = pytest.mark.anyio

OWN_PAGE = {"origin": BASE, "sec-fetch-site": "same-origin"}


async def sign_in(client: httpx2.AsyncClient, users: Users, user: str) -> None:
    client.cookies.clear()
    answer = await client.post("/login", data={"token": users.secrets[user], "next": "/"}, headers=OWN_PAGE)
    assert answer.status_code == 303


async def form_token(client: httpx2.AsyncClient) -> str:
    found = re.search(r'name="token" value="(\w+)"', (await client.get("/settings")).text)
    return found[1] if found else ""


async def test_who_administers_pauses_the_endpoint_and_sets_the_budgets(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users)) as app, browser(app) as client:
        await sign_in(client, users, "root")
        sent = {"token": await form_token(client), "do": "pause"}
        foreign = await client.post("/settings/endpoint", data=sent, headers={"origin": "https://evil.example"})
        assert foreign.status_code == 403
        paused = await client.post("/settings/endpoint", data=sent, headers=OWN_PAGE)
        assert (paused.status_code, paused.headers["location"]) == (303, "/settings?done=paused")
        refused = await client.post("/mcp", json={}, headers=users.headers("alice"))
        assert refused.status_code == 503
        assert (await client.get("/")).status_code == 200
        await client.post("/settings/endpoint", data={**sent, "do": "resume"}, headers=OWN_PAGE)
        await client.post("/settings/budgets", data={**sent, "max_read_tokens": "700"}, headers=OWN_PAGE)
        async with agent(app, users.headers("alice")) as alice:
            assert "No result exceeds 700 tokens" in (alice.instructions or "")


async def test_who_only_reads_changes_nothing(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users)) as app, browser(app) as client:
        await sign_in(client, users, "alice")
        assert await form_token(client) == ""
        answer = await client.post("/settings/endpoint", data={"do": "pause"}, headers=OWN_PAGE)
        assert answer.status_code == 403
        assert app.state.desk.limits.max_rounds == 5
