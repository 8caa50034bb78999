"""Nothing of a shared server is reached without the guard's leave."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Mount, Route

from pincite.errors import RequestError
from pincite.server.http.app import make_app
from pincite.server.http.configured import check
from pincite.server.http.guard import RULES, rule_of
from pincite.server.http.login import own_place
from pincite.server.http.origins import Hosts, fetch_allowed, is_loopback
from pincite.server.http.rates import Rates
from pincite.settings import Settings
from tests.http.conftest import Users, agent, browser, serving, settings_of

PUBLIC = {"/healthz", "/readyz", "/login"}
HTML = {"accept": "text/html"}


def paths_of(settings: Settings) -> dict[str, set[str]]:
    """The routes there are, each with its methods, with something in the place of parameters."""
    found: dict[str, set[str]] = {}
    for route in make_app(settings).routes:
        assert isinstance(route, (Route, Mount)), f"{route} is of a kind that this test does not know"
        path = route.path
        for name in getattr(route, "param_convertors", {}):
            path = re.sub(rf"{{{name}(:\w+)?}}", "1", path)
        found.setdefault(path, set()).update(getattr(route, "methods", None) or {"GET", "POST", "DELETE"})
    return found


@pytest.mark.anyio
async def test_every_route_is_closed_to_strangers(tmp_path: Path, users: Users) -> None:
    settings = settings_of(tmp_path, users)
    routes = paths_of(settings)
    assert {"/mcp", "/login", "/healthz"} <= set(routes)
    async with serving(settings) as app, browser(app) as client:
        for path, methods in routes.items():
            for method in methods:
                answer = await client.request(method, path)
                closed = answer.status_code == 401 and "www-authenticate" in answer.headers
                assert closed != (path in PUBLIC), f"{method} {path}: {answer.status_code}"


STRANGERS: dict[str, tuple[dict[str, str], int]] = {
    "no token": ({}, 401),
    "a wrong token": ({"Authorization": "Bearer pin_wrong"}, 401),
    "half a token": ({"Authorization": "Bearer"}, 401),
    "another scheme": ({"Authorization": "Basic YWxpY2U6eA=="}, 401),
    "the hash instead of the token": ({"Authorization": "Bearer sha256:HASH"}, 401),
    "an expired token": ({"Authorization": "EXPIRED"}, 401),
    "a foreign host": ({"Authorization": "GOOD", "Host": "evil.example"}, 421),
    "a host that begins like ours": ({"Authorization": "GOOD", "Host": "127.0.0.1.evil.example"}, 421),
    "a host with a user before it": ({"Authorization": "GOOD", "Host": "127.0.0.1@evil.example"}, 421),
    "a foreign origin": ({"Authorization": "GOOD", "Origin": "https://evil.example"}, 403),
    "no origin at all, says the page": ({"Authorization": "GOOD", "Origin": "null"}, 403),
    "an image in a foreign page": (
        {"Authorization": "GOOD", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        403,
    ),
    "a frame in a foreign page": (
        {
            "Authorization": "GOOD",
            "Sec-Fetch-Site": "cross-site",
            "Sec-Fetch-Mode": "navigate",
            "Sec-Fetch-Dest": "iframe",
        },
        403,
    ),
    "a cookie that is made up": ({"Cookie": "pincite=W10.00"}, 401),
}


@pytest.mark.anyio
async def test_strangers_get_nothing(tmp_path: Path, users: Users) -> None:
    users.add("late", expires=time.time() - 1)
    settings = settings_of(tmp_path, users)
    alice = next(line for line in users.path.read_text().splitlines() if line.startswith("alice"))
    known = {"GOOD": users.headers("alice")["Authorization"], "EXPIRED": users.headers("late")["Authorization"]}
    paths = [path for path in paths_of(settings) if path not in PUBLIC]
    async with serving(settings) as app, browser(app) as client:
        for name, (headers, status) in STRANGERS.items():
            sent = {k: known.get(v, v).replace("sha256:HASH", alice.split()[1]) for k, v in headers.items()}
            for path in paths:
                for method in ("GET", "POST"):
                    answer = await client.request(method, path, headers=sent)
                    assert answer.status_code == status, f"{name}: {method} {path}"
                    assert "alice" not in answer.text
        for path in PUBLIC:  # also what anybody may ask is not for foreign pages
            for headers in ({"Host": "evil.example"}, {"Origin": "https://evil.example"}):
                assert (await client.get(path, headers=headers)).status_code in (403, 421)


@pytest.mark.anyio
async def test_the_protocol_works_with_a_token_in_both_eras(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users)) as app:
        for mode in ("auto", "legacy"):
            async with agent(app, users.headers("alice"), mode) as client:
                assert {tool.name for tool in (await client.list_tools()).tools} >= {"read", "search"}
        with pytest.raises(BaseException):  # noqa: B017, PT011 - the SDK has its own group of errors for it
            async with agent(app, {"Authorization": "Bearer wrong"}) as client:
                await client.list_tools()


@pytest.mark.anyio
async def test_a_token_may_do_what_its_scopes_say(tmp_path: Path, users: Users) -> None:
    users.add("reader", "read")
    users.add("sender", "upload")
    async with serving(settings_of(tmp_path, users)) as app, browser(app) as client:
        refused = await client.post("/documents", headers=users.headers("reader"))
        assert refused.status_code == 403
        assert 'scope="upload"' in refused.headers["www-authenticate"]
        assert (await client.post("/mcp", headers=users.headers("sender"))).status_code == 403


@pytest.mark.anyio
async def test_a_revoked_token_is_a_wrong_one_at_once(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users)) as app, browser(app, **users.headers("alice")) as client:
        assert (await client.get("/", headers={"accept": "text/plain"})).status_code == 200
        kept = [line for line in users.path.read_text().splitlines() if not line.startswith("alice")]
        users.path.write_text("\n".join(kept))
        assert (await client.get("/")).status_code == 401


@pytest.mark.anyio
async def test_too_many_requests_have_to_wait(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users, rate_limit=3)) as app, browser(app) as client:
        answers = [await client.get("/", headers=users.headers("alice")) for _ in range(4)]
        assert [a.status_code for a in answers] == [200, 200, 200, 429]
        assert 1 <= int(answers[3].headers["retry-after"]) <= 20
        assert (await client.get("/", headers=users.headers("bob"))).status_code == 200


def test_a_bucket_fills_up_again() -> None:
    rates = Rates(60, 60)
    assert [rates.take("a", 30, now=0) for _ in range(3)] == [0, 0, 30]
    assert rates.take("a", 1, now=10) == 0
    assert rates.take("b", 500, now=10) == 0  # more than it ever holds: once, and then not for long
    assert rates.take("b", 1, now=11) > 400
    assert Rates(0, 60).take("a", 1e9) == 0


@pytest.mark.anyio
async def test_a_person_signs_in_and_gets_a_cookie_that_no_script_reads(tmp_path: Path, users: Users) -> None:
    secret = users.secrets["alice"]
    async with serving(settings_of(tmp_path, users)) as app, browser(app) as client:
        sent = await client.get("/d/abc?a=s1", headers=HTML)
        assert (sent.status_code, sent.headers["location"]) == (303, "/login?next=%2Fd%2Fabc%3Fa%3Ds1")
        form = await client.get(sent.headers["location"])
        assert 'value="/d/abc?a=s1"' in form.text
        assert (await client.post("/login", data={"token": "wrong", "next": "/"})).status_code == 401
        done = await client.post("/login", data={"token": secret, "next": "/d/abc?a=s1"})
        assert (done.status_code, done.headers["location"]) == (303, "/d/abc?a=s1")
        cookie = done.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=strict" in cookie
        assert secret.lower() not in cookie
        assert (await client.get("/", headers=HTML)).status_code == 200  # the client keeps the cookie
        assert (await client.post("/mcp")).status_code == 401  # the tools are for tokens only
        assert (await client.post("/documents")).status_code == 401  # to change things, a page of ours must ask
        users.path.write_text("")
        assert (await client.get("/")).status_code == 401


@pytest.mark.anyio
async def test_a_token_in_a_link_is_exchanged_and_taken_out(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users)) as app, browser(app) as client:
        bad = await client.get("/d/abc?a=s1&token=wrong", headers=HTML)
        assert bad.headers["location"] == "/login?next=%2Fd%2Fabc%3Fa%3Ds1"
        good = await client.get(f"/d/abc?a=s1&token={users.secrets['alice']}", headers=HTML)
        assert (good.status_code, good.headers["location"]) == (303, "/d/abc?a=s1")
        assert "pincite=" in good.headers["set-cookie"]


@pytest.mark.anyio
async def test_who_follows_a_link_from_elsewhere_is_sent_on_once_more(tmp_path: Path, users: Users) -> None:
    """A strict cookie is not sent with the first request of such a link."""
    async with serving(settings_of(tmp_path, users)) as app, browser(app) as client:
        page = await client.get(
            "/login?next=/d/abc", headers={**HTML, "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        )
        assert '<meta http-equiv="refresh" content="0;url=/d/abc">' in page.text


@pytest.mark.parametrize(
    "place", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:1", "", "/a\nb"]
)
def test_signing_in_leads_to_places_of_ours_only(place: str) -> None:
    assert own_place(place) == "/"


@pytest.mark.anyio
async def test_without_tokens_this_machine_alone_is_served(tmp_path: Path) -> None:
    async with serving(settings_of(tmp_path)) as app, browser(app) as client:
        assert (await client.get("/")).status_code == 200
        assert (await client.get("/", headers={"Host": "evil.example"})).status_code == 421
        assert (await client.post("/mcp", headers={"Origin": "https://evil.example"})).status_code == 403
        async with agent(app) as one:
            assert (await one.list_tools()).tools


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"roots": (), "uploads": False}, "--uploads"),
        ({"host": "0.0.0.0"}, "pincite token new"),
        ({"host": "192.168.1.5"}, "pincite token new"),
        ({"host": "::"}, "pincite token new"),
        ({"jwt_issuer": "https://id.example", "tokens": ""}, "PINCITE_PUBLIC_URL"),
        ({"tokens": "alice"}, "pincite token new"),
    ],
)
def test_a_server_that_would_be_open_does_not_start(tmp_path: Path, values: dict[str, Any], word: str) -> None:
    with pytest.raises(RequestError) as caught:
        check(settings_of(tmp_path, **values))
    assert word in caught.value.hint


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.8.9.1"])
def test_this_machine_needs_no_token(tmp_path: Path, host: str) -> None:
    check(settings_of(tmp_path, host=host))
    assert is_loopback(host)


def test_hosts_are_those_of_the_settings() -> None:
    hosts = Hosts.of(Settings(public_url="https://docs.example:8443", allowed_hosts=("b.example",), host="0.0.0.0"))
    for ours in ("localhost:8000", "127.0.0.1", "[::1]:8000", "docs.example:8443", "B.example", "b.example:99"):
        assert hosts.allows(ours), ours
    for foreign in ("docs.example", "docs.example:1", "0.0.0.0", "a.example", "", "b.example/x", "b.example:x", "[::1"):
        assert not hosts.allows(foreign), foreign


def test_pages_elsewhere_may_only_lead_people_here() -> None:
    there = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    assert fetch_allowed("GET", there)
    assert not fetch_allowed("POST", there)
    assert not fetch_allowed("GET", {**there, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"})
    assert fetch_allowed("GET", {})


def test_a_rule_is_for_a_path_and_what_is_below_it() -> None:
    assert rule_of("/documents/x").scope == rule_of("/uploads").scope == "upload"
    assert rule_of("/documentsx").scope == rule_of("/healthz/x").scope == rule_of("/anything").scope == "read"
    assert {rule.path for rule in RULES if rule.scope is None} - {"/.well-known/oauth-protected-resource"} == PUBLIC
