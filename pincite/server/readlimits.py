"""The read budgets of a running server, which its settings page may change between two calls."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pincite.errors import RequestError
from pincite.settings import Settings


class Budget(NamedTuple):
    """One of the budgets: the field of ``Settings`` that it begins as, and what a person is told of it."""

    name: str
    title: str
    unit: str


BUDGETS = (
    Budget("max_read_tokens", "Ceiling of one result", "tokens"),
    Budget("full_text_tokens", "Documents that come whole when they are opened, up to", "tokens"),
    Budget("max_rounds", "Rounds of reading that prompts allow", "rounds"),
)


class ReadLimits:
    """What one result may hold. Tools ask at each call, so that a change holds from the next call on. ``on_change`` is
    called after each change. Safe for threads."""

    def __init__(self, settings: Settings, on_change: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self._file: Path | None = None
        self._seen = 0
        self._lock = threading.RLock()  # who hears of a change may ask
        self.on_change = on_change

    def share(self, file: Path) -> None:
        """Keeps them in a file from now on, where all processes of one server find them."""
        self._file = file

    @property
    def max_read_tokens(self) -> int:
        """Ceiling of one result in tokens."""
        return self._now().max_read_tokens

    @property
    def full_text_tokens(self) -> int:
        """Documents of up to so many tokens come whole when they are opened."""
        return self._now().full_text_tokens

    @property
    def max_rounds(self) -> int:
        """Rounds of reading that the prompts allow."""
        return self._now().max_rounds

    def values(self) -> dict[str, int]:
        """All of them by name."""
        return _values(self._now())

    def change(self, values: Mapping[str, str | int]) -> None:
        """Sets the budgets named, all or none. Raises ``RequestError`` (bad_argument) for a name that is none, or a
        number that the setting does not allow."""
        unknown = set(values) - {budget.name for budget in BUDGETS}
        if unknown:
            raise RequestError(f"No budget {min(unknown)}.", hint=f"Budgets: {', '.join(b.name for b in BUDGETS)}.")
        self._settings = Settings.from_env({}, **{**self.values(), **values})
        if self._file is not None:
            _write(self._file, _values(self._settings))
        self.on_change()

    def _now(self) -> Settings:
        """The budgets as this process, or another of the same server, set them last."""
        if self._file is None:
            return self._settings
        with self._lock, suppress(FileNotFoundError):
            written = self._file.stat().st_mtime_ns
            if written != self._seen:
                self._settings = Settings.from_env({}, **json.loads(self._file.read_text()))
                self._seen = written
                self.on_change()
        return self._settings


def _values(settings: Settings) -> dict[str, int]:
    return {budget.name: getattr(settings, budget.name) for budget in BUDGETS}


def _write(file: Path, values: Mapping[str, int]) -> None:
    """Replaces the file in one step: nobody reads half of it."""
    made = file.with_suffix(f".{os.getpid()}")
    made.write_text(json.dumps(values))
    made.replace(file)
