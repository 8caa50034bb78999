"""Who asks is known wherever work is done for them."""

from __future__ import annotations

from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from pincite.server.http.control import Control
from pincite.server.http.visitor import OWNER, SCOPES, visiting, visitor


class Guest:
    name = "guest"
    scopes = frozenset({"read"})

    def may_see(self, doc_id: str) -> bool:
        return doc_id == "mine"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def test_without_a_guard_the_one_user_may_do_everything() -> None:
    assert visitor() is OWNER
    assert OWNER.scopes == SCOPES == {"read", "upload", "admin"}
    assert OWNER.may_see("anything")


@pytest.mark.anyio
async def test_the_caller_is_known_in_threads_and_tasks_of_the_request() -> None:
    seen: list[str] = []

    async def task() -> None:
        seen.append(visitor().name)

    with visiting(Guest()):  # type: ignore[arg-type]
        seen.append(await anyio.to_thread.run_sync(lambda: visitor().name))
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(task)
    assert seen == ["guest", "guest"]
    assert visitor() is OWNER


def test_a_paused_server_stays_paused_until_it_is_resumed() -> None:
    control = Control()
    assert not control.paused
    control.pause()
    assert control.paused
    control.resume()
    assert not control.paused


def test_processes_agree_by_a_file(tmp_path: Path) -> None:
    here, there = Control(tmp_path / "paused"), Control(tmp_path / "paused")
    here.pause()
    assert there.paused
    there.resume()
    there.resume()
    assert not here.paused
