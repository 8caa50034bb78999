"""A real server over stdio whose parser does what its files say (see ``fakes``).

    python -m tests.faults.server CACHE DOCS [FAULT ...]

Faults of its machine: ``full`` (no file may grow beyond some kilobytes, as on a full disk), ``obedient`` (permissions
count also for root), ``hasty`` (a parse may take a few seconds only).
"""

from __future__ import annotations

import ctypes
import resource
import signal
import sys
from pathlib import Path

from pincite.parsers.pool import WorkerPool
from pincite.registry import Registry
from pincite.server.app import create_server
from pincite.settings import Settings
from tests.faults.fakes import PARSER

FULL_AT = 60_000
HASTE_S = 3.0
_OVERRIDES = 0b111  # of capabilities: chown, override permissions, read and search anything


def main(cache: str, docs: str, *faults: str) -> None:
    if "full" in faults:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (FULL_AT, FULL_AT))
    if "obedient" in faults:
        _obey_permissions()
    settings = Settings(cache_dir=Path(cache), roots=(Path(docs),))
    pool = WorkerPool(2, parser=PARSER, memory_mb=700, timeout_s=HASTE_S if "hasty" in faults else 60.0)
    create_server(settings, Registry(settings, pool=pool), open_wait_s=50).run("stdio")


def _obey_permissions() -> None:
    """Gives up what lets root write where nobody may."""
    libc = ctypes.CDLL(None, use_errno=True)
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    sets = (ctypes.c_uint32 * 6)()
    libc.capget(head, sets)
    for i in range(3):
        sets[i] &= ~_OVERRIDES
    if libc.capset(head, sets):
        raise OSError(ctypes.get_errno(), "capset")


if __name__ == "__main__":
    main(*sys.argv[1:])
