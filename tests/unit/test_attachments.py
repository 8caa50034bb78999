"""Files that were attached to a chat: found by name, inside their folders only."""

from __future__ import annotations

import os
from pathlib import Path, PureWindowsPath

import pytest

from pincite.errors import SourceError
from pincite.sources import SourcePolicy, locate
from pincite.sources.attachments import is_attachment, upload_directories
from tests.pdfs import Pdf

PDF = Pdf().page().text(72, 72, "Hello").bytes()
SESSIONS = PureWindowsPath("C:/Users/ann/AppData/Roaming/Claude/local-agent-mode-sessions")


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    """Two sessions of one account with a report each, the second newer and with the records of a session."""
    folder = tmp_path / "Claude" / "local-agent-mode-sessions"
    for n, place in enumerate(("acc/ws/local_one", "acc/ws/agent/local_two")):
        uploads = folder / place / "uploads"
        uploads.mkdir(parents=True)
        (uploads / f"report-{n}.pdf").write_bytes(PDF)
        (uploads / "same.pdf").write_bytes(PDF + b"\n" * n)
        os.utime(uploads, (1000 + n, 1000 + n))
    (folder / "acc/ws/agent/local_two/audit.md").write_text("# Records\n\nNobody's business.")
    return folder


@pytest.fixture
def policy(tmp_path: Path, chats: Path) -> SourcePolicy:
    (tmp_path / "root").mkdir()
    return SourcePolicy((tmp_path / "root",), chat_folders=(chats,))


def test_an_attachment_is_opened_by_its_path_and_by_its_name(chats: Path, policy: SourcePolicy) -> None:
    path = chats / "acc/ws/local_one/uploads/report-0.pdf"
    for source in (str(path), path.as_uri(), "report-0.pdf", "/mnt/user-data/uploads/report-0.pdf"):
        assert locate(source, policy).path == path.resolve()
    assert locate("/sessions/brave-otter/mnt/uploads/report-1.pdf", policy).name == "report-1.pdf"


def test_of_two_with_one_name_the_newer_chat_has_it(policy: SourcePolicy) -> None:
    assert "local_two" in str(locate("same.pdf", policy).path)


def test_a_root_comes_before_chats(tmp_path: Path, policy: SourcePolicy) -> None:
    (tmp_path / "root" / "same.pdf").write_bytes(PDF)
    assert locate("same.pdf", policy).path.parent.name == "root"


@pytest.mark.parametrize("name", ["audit.md", "uploads/../audit.md", "uploads"])
def test_the_records_of_a_session_are_not_opened(chats: Path, policy: SourcePolicy, name: str) -> None:
    with pytest.raises(SourceError) as caught:
        locate(str(chats / "acc/ws/agent/local_two" / name), policy)
    assert caught.value.code == "outside_roots"
    assert "Records" not in caught.value.for_model()


@pytest.mark.skipif(os.name == "nt", reason="links of POSIX")
def test_a_link_among_attachments_leads_nowhere_else(chats: Path, policy: SourcePolicy) -> None:
    (chats / "acc/ws/local_one/uploads/door.md").symlink_to(chats / "acc/ws/agent/local_two/audit.md")
    with pytest.raises(SourceError) as caught:
        locate(str(chats / "acc/ws/local_one/uploads/door.md"), policy)
    assert caught.value.code == "outside_roots"


def test_switched_off_nothing_there_is_opened(tmp_path: Path, chats: Path, policy: SourcePolicy) -> None:
    with pytest.raises(SourceError) as caught:
        locate(str(chats / "acc/ws/local_one/uploads/report-0.pdf"), SourcePolicy(policy.roots))
    assert caught.value.code == "outside_roots"


def test_a_wrong_name_says_which_attachment_is_near(policy: SourcePolicy) -> None:
    with pytest.raises(SourceError) as caught:
        locate("/mnt/user-data/uploads/report-7.pdf", policy)
    assert "report-" in caught.value.hint


def test_no_folder_no_directories(tmp_path: Path) -> None:
    assert upload_directories([tmp_path / "none"]) == []


@pytest.mark.parametrize(
    ("below", "is_one"),
    [
        ("acc/ws/local_1/uploads/a.pdf", True),
        ("acc/ws/agent/local_1/uploads/sub/a.pdf", True),
        ("acc/ws/local_1/outputs/a.pdf", False),
        ("acc/ws/local_1/uploads", False),
        ("uploads/a.pdf", False),
    ],
)
def test_what_is_an_attachment_on_windows(below: str, is_one: bool) -> None:
    """Whatever the case of its drive letter."""
    for spelt in (SESSIONS / below, PureWindowsPath(str(SESSIONS / below).replace("C:", "c:"))):
        assert is_attachment(spelt, [SESSIONS]) is is_one
