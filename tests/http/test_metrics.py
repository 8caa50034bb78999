"""What a shared server counts and logs: numbers and names of tools, never what is read."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from pincite.errors import ParseError
from pincite.server.http.logs import JsonLines
from pincite.server.http.metrics import Metrics
from pincite.server.http.noting import kind_of
from tests.contract.talk import text
from tests.http.conftest import Users, agent, browser, draft, keep, serving, settings_of
from tests.http.test_sight import granted

SECRET = "Zanzibar merger"


@pytest.mark.anyio
async def test_calls_are_counted_and_logged_without_what_was_read(
    tmp_path: Path, users: Users, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    settings = settings_of(tmp_path, users)
    opened = draft(SECRET, "zanzibar.pdf")
    keep(settings, opened)
    granted(settings, (opened, "user:alice"))
    doc_id = opened.document.doc_id
    async with serving(settings) as app, browser(app, **users.headers("alice")) as client:
        async with agent(app, users.headers("alice")) as alice:
            read = await text(alice, "read", doc_id=doc_id, refs=["s0"])
            await alice.call_tool("read", {"doc_id": "nothing"})
            await alice.call_tool("no_such_tool", {})
        await client.get(f"/d/{doc_id}?a=s0")
        assert (await client.get("/metrics", headers={"Authorization": "Bearer x"})).status_code == 401
        told = (await client.get("/metrics")).text
    assert SECRET in read
    assert 'pincite_calls_total{outcome="ok",tool="read"} 1' in told
    assert 'pincite_calls_total{outcome="error",tool="read"} 1' in told
    assert 'tool="unknown"' in told
    assert 'pincite_call_seconds_count{tool="read"} 2' in told
    assert 'pincite_refused_total{reason="token"} 1' in told
    assert "pincite_tokens_served_total" in told
    assert "pincite_processes 1" in told
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    calls = [line for line in lines if line["event"] == "call"]
    assert (calls[0]["tool"], calls[0]["user"], calls[0]["outcome"]) == ("read", "alice", "ok")
    assert any(line["event"] == "request" and line["path"] == "/d" for line in lines)
    everything = json.dumps(lines) + told
    for private in (SECRET, "zanzibar", users.secrets["alice"], doc_id):
        assert private not in everything


def test_processes_add_up_and_those_that_ended_still_count(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    metrics.count("pincite_calls_total", 2, tool="read")
    rows = [["pincite_calls_total", [["tool", "read"]], 5], ["pincite_processes", [], 1]]
    (tmp_path / "metrics-999999999.json").write_text(json.dumps(rows))
    (tmp_path / "metrics-1x.json").write_text("torn")
    told = metrics.text()
    assert 'pincite_calls_total{tool="read"} 7' in told
    assert "pincite_processes 1" in told


def test_a_histogram_is_cumulative() -> None:
    metrics = Metrics()
    for seconds in (0.004, 0.2, 90):
        metrics.observe("pincite_call_seconds", seconds, tool="read")
    told = metrics.text()
    for bound, count in (("0.005", 1), ("0.1", 1), ("0.25", 2), ("25", 2), ("+Inf", 3)):
        assert f'pincite_call_seconds_bucket{{tool="read",le="{bound}"}} {count}' in told
    assert 'pincite_call_seconds_count{tool="read"} 3' in told


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/mcp", "mcp"), ("/d/abc/p/1.png", "d"), ("/", ""), ("/documents/secret", "documents"), ("/x", "other")],
)
def test_of_a_path_only_its_kind_is_told(path: str, kind: str) -> None:
    assert kind_of(path) == kind


def logged(name: str, message: str, *args: object, error: BaseException | None = None) -> dict[str, object]:
    info = (type(error), error, error.__traceback__) if error is not None else None
    record = logging.LogRecord(name, logging.WARNING, "/x/place.py", 7, message, args, info, "there")
    line = JsonLines().format(record)
    assert "\n" not in line
    return dict(json.loads(line))


def test_what_other_libraries_say_is_told_by_its_place() -> None:
    assert logged("mcp.server", "Failed to validate request: {'quote': 'secret'}")["event"] == "place.there:7"


def test_an_error_is_told_by_its_kind() -> None:
    try:
        raise ValueError("secret words")
    except ValueError as caught:
        line = logged("pincite.x", "it failed", error=caught)
    assert line["event"] == "it failed"
    assert "secret" not in json.dumps(line)
    assert "ValueError" in json.dumps(line["error"])
    assert logged("pincite.x", "%s: %s", "a.pdf", ParseError("secret"))["event"] == "a.pdf: corrupt"
