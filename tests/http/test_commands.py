"""``pincite token`` and ``pincite push``, as people type them."""

from __future__ import annotations

import json
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from pincite.cli import main
from pincite.cli.sending import Server, push
from pincite.errors import SourceError
from pincite.server.http.identity import Identities
from pincite.server.http.tokens import TokenFile, digest_of, find, read_lines, token_line
from pincite.settings import Settings
from tests.http.conftest import Users


@pytest.fixture
def tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "etc" / "tokens"
    monkeypatch.setenv("PINCITE_TOKENS_FILE", str(path))
    return path


def test_a_token_is_shown_once_and_kept_as_its_hash(tokens: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["token", "new", "alice", "--scope", "read", "--group", "legal", "--days", "30"]) == 0
    secret = capsys.readouterr().out.strip()
    kept = tokens.read_text()
    assert secret not in kept
    assert digest_of(secret) in kept
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o600
    found = find(secret, TokenFile(tokens).tokens())
    assert found is not None
    assert (found.user, set(found.scopes), set(found.groups), found.valid) == ("alice", {"read"}, {"legal"}, True)
    main(["token", "new", "bob"])
    main(["token", "new", "alice"])
    capsys.readouterr()
    assert main(["token", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(t["user"], t["scopes"]) for t in listed] == [
        ("alice", ["read"]),
        ("bob", ["read", "upload"]),
        ("alice", ["read", "upload"]),
    ]
    assert main(["token", "revoke", listed[1]["id"]]) == 0
    assert main(["token", "revoke", "alice"]) == 0
    assert main(["token", "revoke", "alice"]) == 3
    assert main(["token", "list"]) == 0
    assert find(secret, TokenFile(tokens).tokens()) is None


def test_a_token_can_stand_in_the_environment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["token", "new", "alice", "--line"]) == 0
    secret, setting = capsys.readouterr().out.splitlines()
    lines = setting.removeprefix("PINCITE_TOKENS=").strip("'")
    known = Identities(Settings(tokens=f"{lines}; {lines}", cache_dir=tmp_path), None, b"x" * 32)
    found = known.of_token(secret)
    assert found is not None
    assert found.user == "alice"
    assert known.of_token(secret + "x") is None


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["new", "a b"], "is no name"),
        (["new", "alice", "--scope", "everything"], "No scope"),
        (["new"], "Whose token"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(
    tokens: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], word: str
) -> None:
    assert main(["token", *arguments]) == 1
    assert word in capsys.readouterr().err
    assert not tokens.exists()


@pytest.mark.parametrize(
    "line", ["alice", "alice sha256:12", "a/b sha256:" + "0" * 64, "alice sha256:" + "0" * 64 + " colour=red"]
)
def test_a_line_that_is_none_is_named_by_its_number(line: str) -> None:
    from pincite.errors import RequestError

    with pytest.raises(RequestError, match="tokens, line 2"):
        read_lines(["# ours", line], "tokens")


def test_a_line_says_what_its_token_is(tmp_path: Path) -> None:
    token = Users(tmp_path / "tokens").add("alice", "admin", "read", groups=("b", "a"), expires=1_900_000_000.0)
    assert read_lines([token_line(token)], "x") == [token]


class Flaky(BaseHTTPRequestHandler):
    """A server that takes uploads and breaks the connection of some of them."""

    data = b""
    breaks = 2
    size = 0
    seen: list[str] = []  # noqa: RUF012 - one server a test

    def do_POST(self) -> None:
        type(self).size = int(self.headers["upload-length"])
        self._answer(201, {"Location": "/uploads/x"})

    def do_HEAD(self) -> None:
        self._answer(200, {"Upload-Offset": str(len(self.data))})

    def do_PATCH(self) -> None:
        self.seen.append(self.headers["upload-offset"])
        body = self._body()
        if self.breaks:
            type(self).breaks -= 1
            type(self).data += body[: len(body) // 2]
            self.connection.close()
            return
        type(self).data += body
        self._answer(200, {"Upload-Offset": str(len(self.data))}, b'{"doc_id": "abc", "status": "ready"}')

    def _body(self) -> bytes:
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _answer(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def flaky(breaks: int) -> Iterator[tuple[str, type[Flaky]]]:
    handler = type("Handler", (Flaky,), {"breaks": breaks, "seen": []})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", handler
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_what_broke_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(bytes(range(256)) * 4)
    with flaky(2) as (url, handler):
        told = push(Server(url + "/mcp"), file, pause_s=0.01)
        assert told == {"doc_id": "abc", "status": "ready"}
        assert handler.data == file.read_bytes()
        assert handler.seen == ["0", "512", "768"]


def test_a_server_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.pdf"
    file.write_bytes(b"%PDF")
    with pytest.raises(SourceError) as caught:
        push(Server("http://127.0.0.1:9"), file, pause_s=0)
    assert caught.value.code == "connection_failed"
    assert main(["push", str(file), "--server", "nowhere"]) == 1
    assert "no address" in capsys.readouterr().err
    assert main(["push", str(tmp_path / "none.pdf"), "--server", "http://127.0.0.1:9"]) == 1
