"""Read budgets that change while a server runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp import Client

from pincite.errors import RequestError
from pincite.model import Kind
from pincite.server.readlimits import BUDGETS, ReadLimits
from pincite.settings import Settings
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, sentences
from tests.contract.talk import text, tokens


def test_they_begin_as_the_settings_say() -> None:
    limits = ReadLimits(Settings(max_read_tokens=900, full_text_tokens=0, max_rounds=3))
    assert limits.values() == {"max_read_tokens": 900, "full_text_tokens": 0, "max_rounds": 3}
    assert [budget.name for budget in BUDGETS] == list(limits.values())


def test_one_that_is_not_named_stays_as_it_was() -> None:
    limits = ReadLimits(Settings())
    limits.change({"max_rounds": "7"})
    limits.change({"max_read_tokens": 2000})
    assert limits.values() == {"max_read_tokens": 2000, "full_text_tokens": 6000, "max_rounds": 7}


@pytest.mark.parametrize(
    "values",
    [{"max_read_tokens": "299"}, {"max_rounds": "0"}, {"max_rounds": "many"}, {"max_rounds": 2, "workers": 1}],
)
def test_a_bad_value_changes_nothing(values: dict[str, str | int]) -> None:
    called: list[int] = []
    limits = ReadLimits(Settings(), lambda: called.append(1))
    before = limits.values()
    with pytest.raises(RequestError):
        limits.change({"full_text_tokens": 10, **values})
    assert limits.values() == before
    assert not called


def test_processes_of_one_server_share_them(tmp_path: Path) -> None:
    heard: list[int] = []
    one, other = ReadLimits(Settings()), ReadLimits(Settings())
    other.on_change = lambda: heard.append(other.max_rounds)
    for limits in (one, other):
        limits.share(tmp_path / "budgets.json")
    assert other.max_rounds == 5
    one.change({"max_rounds": 9})
    assert other.max_rounds == 9
    assert heard == [9]
    assert [path.name for path in tmp_path.iterdir()] == ["budgets.json"]


@pytest.mark.anyio
async def test_a_running_server_keeps_them_from_the_next_call_on() -> None:
    novel = Draft("Novel").page("1").heading("One").block(Kind.PARAGRAPH, sentences(5000)).open("novel.pdf")
    server = serve(novel)
    async with Client(server) as client:
        before = await text(client, "read", doc_id=novel.document.doc_id, refs=["s0"])
        server.desk.limits.change({"max_read_tokens": 500})
        after = await text(client, "read", doc_id=novel.document.doc_id, refs=["s0"])
    assert 3000 < tokens(before) <= 4000
    assert tokens(after) <= 500
    assert "No result exceeds 500 tokens" in (server.instructions or "")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
