"""Where Claude Desktop keeps its files, under the rules of each system."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from pincite.places import Machine, chat_folders, claude_desktop
from pincite.settings import Settings, this_machine

ANN = PureWindowsPath("C:/Users/ann")


@pytest.mark.parametrize(
    ("machine", "first"),
    [
        (Machine("darwin", PurePosixPath("/Users/ann"), {}), "/Users/ann/Library/Application Support/Claude"),
        (Machine("linux", PurePosixPath("/home/ann"), {}), "/home/ann/.config/Claude"),
        (Machine("linux", PurePosixPath("/home/ann"), {"XDG_CONFIG_HOME": "/etc/ann"}), "/etc/ann/Claude"),
        (Machine("linux", PurePosixPath("/home/ann"), {"XDG_CONFIG_HOME": "not/absolute"}), "/home/ann/.config/Claude"),
        (Machine("win32", ANN, {}), "C:\\Users\\ann\\AppData\\Roaming\\Claude"),
        (Machine("win32", ANN, {"APPDATA": "D:\\Roaming"}), "D:\\Roaming\\Claude"),
    ],
)
def test_the_usual_place(machine: Machine, first: str) -> None:
    assert str(claude_desktop(machine)[0]) == first
    assert chat_folders(machine)[0] == claude_desktop(machine)[0] / "local-agent-mode-sessions"


def test_windows_has_a_second_place_for_what_comes_from_its_store() -> None:
    machine = Machine("win32", ANN, {"LOCALAPPDATA": "C:\\Users\\ann\\AppData\\Local"})
    assert str(claude_desktop(machine)[-1]).startswith("C:\\Users\\ann\\AppData\\Local\\Packages\\Claude_")
    assert claude_desktop(machine)[-1].parts[-3:] == ("LocalCache", "Roaming", "Claude")


def test_the_folder_can_be_switched_off() -> None:
    assert Settings().chat_folders() == tuple(map(Path, chat_folders(this_machine())))
    assert Settings(allow_chat_dir=False).chat_folders() == ()


def test_a_user_without_a_home_has_a_machine_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    assert this_machine().home == Path("/")
