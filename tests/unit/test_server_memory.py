"""What a server has freed is not held."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PROGRAM = """
import os
from pathlib import Path
{first}
def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
before = resident()
large = bytearray(30_000_000)
del large  # from here on glibc keeps pieces of this size
pieces, held = [], []
for _ in range(10):
    pieces.append(bytearray(8_000_000))
    held.append(bytearray(100_000))
del pieces
print(resident() - before)
"""


def held_mb(first: str = "") -> float:
    """What a program holds after it has freed 80 MB."""
    program = PROGRAM.format(first=first)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True)
    return float(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other libraries keep less")
def test_what_was_freed_is_given_back() -> None:
    assert held_mb() > 60
    assert held_mb("from pincite.server.memory import give_back_what_is_free as do; do()") < 20
