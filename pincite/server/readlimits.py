"""The read budgets of a running server, which its settings page may change between two calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    called after each change."""

    def __init__(self, settings: Settings, on_change: Callable[[], None] = lambda: None) -> None:
        self._settings = settings
        self.on_change = on_change

    @property
    def max_read_tokens(self) -> int:
        """Ceiling of one result in tokens."""
        return self._settings.max_read_tokens

    @property
    def full_text_tokens(self) -> int:
        """Documents of up to so many tokens come whole when they are opened."""
        return self._settings.full_text_tokens

    @property
    def max_rounds(self) -> int:
        """Rounds of reading that the prompts allow."""
        return self._settings.max_rounds

    def values(self) -> dict[str, int]:
        """All of them by name."""
        return {budget.name: getattr(self, budget.name) for budget in BUDGETS}

    def change(self, values: Mapping[str, str | int]) -> None:
        """Sets the budgets named, all or none. Raises ``RequestError`` (bad_argument) for a name that is none, or a
        number that the setting does not allow."""
        unknown = set(values) - {budget.name for budget in BUDGETS}
        if unknown:
            raise RequestError(f"No budget {min(unknown)}.", hint=f"Budgets: {', '.join(b.name for b in BUDGETS)}.")
        self._settings = Settings.from_env({}, **{**self.values(), **values})
        self.on_change()
