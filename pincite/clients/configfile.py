"""A configuration file of a client: one server set or taken out, what was there kept aside, nothing half written."""

from __future__ import annotations

import contextlib
import difflib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pincite.clients.jsonc import NotJsonError, value_at, with_member, without_member
from pincite.errors import RequestError

_BACKUP = ".before-pincite"
_BOM = "\ufeff"


class Undo(NamedTuple):
    """What undoing would leave: the text, or ``None`` where there was no file before."""

    text: str | None
    exact: bool  # the file becomes what it was, to the byte; else only our entry goes


class ConfigFile:
    """The file at ``path`` (which need not be there) and the member of it that holds the servers. ``text`` is what it
    holds now. Raises ``RequestError`` (bad_argument) where it cannot be read."""

    def __init__(self, path: Path, table: str) -> None:
        self.path = Path(os.path.realpath(path))  # of a link, what it leads to is changed
        self._table = table
        self._before = self._read(self.path)
        self.text = (self._before or b"").decode().removeprefix(_BOM)

    @property
    def backup(self) -> Path:
        """Where the file as it was before us is kept; empty where there was none."""
        return self.path.with_name(self.path.name + _BACKUP)

    def entry(self, name: str) -> Any:
        """What stands there under a name, ``None`` where nothing does."""
        with self._told():
            return value_at(self.text, (self._table, name)) if self.text.strip() else None

    def with_entry(self, name: str, entry: dict[str, Any]) -> str:
        """The text with the server in it."""
        with self._told():
            return with_member(self.text, (self._table, name), entry)

    def undone(self, name: str) -> Undo:
        """What the file was before the server was put in; or, where it has changed since, the same without the server.
        Raises ``RequestError`` where there is nothing to undo."""
        present = self.entry(name)
        kept = self._read(self.backup)
        if present is None and kept is None:
            raise RequestError(
                f"{self.path} has no server {name} to take out.", hint="Name it with --name, or its file with --file."
            )
        old = (kept or b"").decode()
        with self._told():
            if kept is not None and with_member(old.removeprefix(_BOM), (self._table, name), present) == self.text:
                return Undo(old.removeprefix(_BOM) if old else None, True)
            former = value_at(old.removeprefix(_BOM), (self._table, name)) if old.strip() else None
            if former is not None:
                return Undo(with_member(self.text, (self._table, name), former), False)
            return Undo(without_member(self.text, (self._table, name)), False)

    def diff(self, text: str | None) -> str:
        """What would change, as a unified diff; empty where nothing would."""
        old, new = self.text.splitlines(keepends=True), (text or "").splitlines(keepends=True)
        lines = difflib.unified_diff(old, new, str(self.path), str(self.path), n=2)
        return "".join(line if line.endswith("\n") else line + "\n" for line in lines)

    def write(self, text: str | None) -> None:
        """Puts the text in place at once, or removes the file. What was there before us is kept beside it the first
        time. Raises ``RequestError`` where the file has changed since it was read, or cannot be written."""
        if self._read(self.path) != self._before:
            raise RequestError(f"{self.path} has just been changed by another program.", hint="Run the command again.")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.backup.exists():
                self._put(self.backup, self._before or b"")
            if text is None:
                self.path.unlink()
            else:
                mark = _BOM if (self._before or b"").startswith(_BOM.encode()) else ""
                self._put(self.path, (mark + text).encode())
        except OSError as error:
            raise self._unusable("written", error) from None

    def write_undone(self, undo: Undo) -> None:
        """Puts in place what ``undone`` gave; the kept copy is needed no more. Raises as ``write``."""
        self.write(undo.text)
        with contextlib.suppress(OSError):
            self.backup.unlink()

    def _put(self, path: Path, data: bytes) -> None:
        mode = self.path.stat().st_mode & 0o777 if self.path.exists() else 0o600
        number, name = tempfile.mkstemp(dir=path.parent, prefix=path.name + ".")
        try:
            with os.fdopen(number, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(mode)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def _read(self, path: Path) -> bytes | None:
        try:
            data = path.read_bytes()
            data.decode()
        except FileNotFoundError:
            return None
        except UnicodeDecodeError:
            raise RequestError(f"{path} is not UTF-8; nothing was changed.", hint="Save it as UTF-8.") from None
        except OSError as error:
            raise self._unusable("read", error) from None
        return data

    def _unusable(self, what: str, error: OSError) -> RequestError:
        return RequestError(
            f"{self.path} cannot be {what}: {error.strerror or type(error).__name__}.",
            hint="Check its permissions, or name another file with --file.",
        )

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except NotJsonError as error:
            raise RequestError(
                f"{self.path} is not JSON that can be changed ({error}); nothing was changed.", hint="Mend it first."
            ) from None
