"""Which rows and columns of a table a client means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite import tables
from pincite.errors import RequestError
from pincite.fold import fold_text
from pincite.server.fence import line

_NUMBERS = re.compile(r"^(\d{1,9})(?:\s*([-–])\s*(\d{1,9})?)?$")
_SHOWN_HEADERS = 12


class Grid(tables.Grid):
    """A table as clients ask for it."""

    def rows(self, asked: str | None) -> list[int]:
        """The body rows that a client means by ``0-20``, ``3,7`` or the beginning of a row; all without a wish.

        Raises ``RequestError`` (bad_argument) that names the rows there are.
        """
        names = [self.row_header(row) if row >= self.head else "" for row in range(self.table.n_rows)]
        return [row for row in _select(asked, names, "rows") if row >= self.head]

    def columns(self, asked: str | None) -> list[int]:
        """The same for columns, by number or header."""
        return _select(asked, [self.column_header(col) for col in range(self.table.n_cols)], "columns")


def _select(asked: str | None, names: Sequence[str], what: str) -> list[int]:
    """Indexes for a wish: a whole name, or numbers, ranges and names with commas between; all without a wish."""
    if asked is None or not asked.strip():
        return list(range(len(names)))
    folded = [fold_text(name) for name in names]
    chosen = _called(asked, folded)
    if not chosen:
        parts = [_part(part, folded) for part in asked.split(",")]
        chosen = sorted({i for part in parts for i in part}) if all(parts) else _like(asked, folded)
    if not chosen:
        raise _no_such(asked, names, what)
    return chosen


def _part(text: str, names: Sequence[str]) -> list[int]:
    """One name, number or range; empty where it means nothing. A name wins: 2024 is a year before it is a number."""
    return _called(text, names) or _numbered(text, len(names)) or _like(text, names)


def _called(text: str, names: Sequence[str]) -> list[int]:
    wanted = fold_text(text)
    return [i for i, name in enumerate(names) if wanted and name == wanted]


def _numbered(text: str, count: int) -> list[int]:
    match = _NUMBERS.match(text.strip())
    if match is None:
        return []
    first = int(match[1])
    last = int(match[3]) if match[3] else (count - 1 if match[2] else first)
    return list(range(first, min(last, count - 1) + 1))


def _like(text: str, names: Sequence[str]) -> list[int]:
    """Those that begin with the text, else those that hold it."""
    wanted = fold_text(text)
    if not wanted:
        return []
    beginning = [i for i, name in enumerate(names) if name.startswith(wanted)]
    return beginning or [i for i, name in enumerate(names) if wanted in name]


def _no_such(asked: str, names: Sequence[str], what: str) -> RequestError:
    titled = [line(name, 30) for name in names if name]
    shown = ", ".join(titled[:_SHOWN_HEADERS]) + (", …" if len(titled) > _SHOWN_HEADERS else "")
    return RequestError(
        f'No {what} "{line(asked, 40)}" in this table.',
        hint=f"It has {what} 0-{len(names) - 1}" + (f": {shown}." if shown else "."),
    )


def ranges(numbers: Sequence[int], limit: int = 40) -> str:
    """``0-3,7`` for ascending numbers; at most ``limit`` ranges."""
    runs: list[list[int]] = []
    for n in numbers:
        if runs and n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ",".join(f"{a}-{b}" if b > a else f"{a}" for a, b in runs[:limit])
