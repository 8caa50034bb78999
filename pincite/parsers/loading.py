"""Loads parsers at the least cost."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from pincite.parsers.pdf.collecting import no_collection

_TIMEOUT = "OPENBLAS_THREAD_TIMEOUT"
_AT_ONCE = "4"  # 2 to the power of so many cycles


@contextmanager
def light_loading() -> Iterator[None]:
    """For the imports of what stands on numpy. Little of what is loaded is garbage, so nothing looks for any
    meanwhile."""
    with no_collection():
        _load_numpy()
        yield


def _load_numpy() -> None:
    """With numpy comes OpenBLAS, whose threads spin when they are started, for as long as 60 ms of a core each, before
    they sleep. Nothing here gives them anything to do: they sleep at once. How many there are stays as it was."""
    if "numpy" in sys.modules or _TIMEOUT in os.environ:
        return
    os.putenv(_TIMEOUT, _AT_ONCE)
    try:
        import numpy  # noqa: F401
    finally:
        os.unsetenv(_TIMEOUT)
