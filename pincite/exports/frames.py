"""Rows as data frames of the library that is installed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from pincite.errors import MissingPackageError, RequestError

LIBRARIES = ("pandas", "polars")


def frame(rows: Sequence[Mapping[str, Any]], library: str | None, columns: Iterable[str]) -> Any:
    """The rows as a data frame with these columns. ``library``: ``pandas`` or ``polars`` (``None``: the first of them
    that is installed). Raises ``MissingPackageError``, ``RequestError`` (bad_argument) for another name."""
    if library is not None and library not in LIBRARIES:
        raise RequestError(f"There are no data frames of {library!r}.", hint=f"Say {' or '.join(LIBRARIES)}.")
    found = next((name for name in ([library] if library else LIBRARIES) if find_spec(name) is not None), None)
    if found is None:
        wanted = library or " or ".join(LIBRARIES)
        raise MissingPackageError(
            f"Data frames need {wanted}, which is not installed.", hint=f"pip install {library or LIBRARIES[0]}"
        )
    data = {name: [row.get(name) for row in rows] for name in columns}
    module = import_module(found)
    return module.DataFrame(data) if found == "pandas" else module.DataFrame(data, strict=False)
