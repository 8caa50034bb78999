"""Memory that functions of pdfium write into, one row for each thing that they are asked of."""

from __future__ import annotations

from ctypes import c_void_p

import numpy as np
from numpy.typing import NDArray


class Rows:
    """Rows of some ``columns`` of numbers, and the address of each. They are used again: making the objects that hold
    addresses costs more than the calls."""

    def __init__(self, columns: int) -> None:
        self._memory: NDArray[np.float32] = np.zeros((0, columns), np.float32)
        self._addresses: list[c_void_p] = []

    def take(self, n: int) -> tuple[NDArray[np.float32], list[c_void_p]]:
        """The first ``n`` rows, zeroed, and at least their addresses. The next call overwrites them."""
        if n > len(self._memory):
            columns = self._memory.shape[1]
            self._memory = np.zeros((max(2 * len(self._memory), n, 1_024), columns), np.float32)
            first = self._memory.ctypes.data
            self._addresses = [c_void_p(first + 4 * columns * i) for i in range(len(self._memory))]
        rows = self._memory[:n]
        rows[:] = 0
        return rows, self._addresses
