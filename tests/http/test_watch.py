"""What comes into a watched directory is read ahead; what goes from it is forgotten."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pincite.server.http.app import make_app
from pincite.server.http.locks import locked
from pincite.server.http.watch import Watch
from tests.contract.talk import facts
from tests.http.conftest import Users, agent, serving, settings_of
from tests.http.test_uploads import pdf


@pytest.mark.anyio
async def test_files_are_read_when_they_rest_and_leave_when_they_go(tmp_path: Path, users: Users) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    settings = settings_of(tmp_path, users, watch=(shelf,))
    app = make_app(settings)
    settings.cache_dir.mkdir(exist_ok=True)
    async with serving(settings.model_copy(update={"watch": ()})) as told:
        watch = Watch(app.state.desk)

        async def titles(user: str = "bob") -> list[str]:
            async with agent(told, users.headers(user)) as client:
                listed = await facts(client, "list_documents")
            return sorted(d["title"] for d in listed["documents"])

        (shelf / "a.pdf").write_bytes(pdf("otters"))
        (shelf / "~$a.docx").write_bytes(b"lock")
        (shelf / "notes.exe").write_bytes(b"MZ")
        (shelf / "broken.pdf").write_bytes(b"%PDF-1.7\n" + b"\x00garbage\xff" * 50)
        watch.look()
        assert not (settings.cache_dir / "watched.json").exists()  # it may still be written
        watch.look()
        known = watch._load()
        assert {Path(p).name: seen.doc_id is not None for p, seen in known.items()} == {
            "a.pdf": True,
            "broken.pdf": False,
        }
        (shelf / "a.pdf").write_bytes(pdf("walruses"))
        os.utime(shelf / "a.pdf", ns=(1, 1))
        watch.look()
        watch.look()
        changed = watch._load()
        assert changed[os.path.realpath(shelf / "a.pdf")].doc_id not in {s.doc_id for s in known.values()}
        assert len(app.state.desk.sharing.grants.visible([f"root:{os.path.realpath(shelf)}"])) == 1
        again = Watch(app.state.desk)  # another process takes over
        again._known = again._load()
        (shelf / "a.pdf").unlink()
        again.look()
        assert app.state.desk.sharing.grants.visible([f"root:{os.path.realpath(shelf)}"]) == set()
        assert await titles("root") == []
        shelf.rename(tmp_path / "away")
        again.look()
        assert set(again._load()) == {os.path.realpath(shelf) + "/broken.pdf"}  # not mounted is not gone
    app.state.desk.close()


def test_one_process_watches(tmp_path: Path) -> None:
    with locked(tmp_path / "x") as first, locked(tmp_path / "x") as second:
        assert (first, second) == (True, False)
    with locked(tmp_path / "x") as again:
        assert again
