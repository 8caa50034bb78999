"""The entry that starts this server, whatever the environment and the working directory of the client are."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any

# where uv keeps the environments of what it runs once; they go when it cleans its cache
_PASSING = ("archive-v0", "environments-v2")


def own_entry(flags: Mapping[str, Sequence[str]], *, typed: bool = False) -> dict[str, Any]:
    """The entry for the interpreter that runs."""
    found = shutil.which("uvx")
    return server_entry(Path(sys.executable), flags, uvx=Path(found) if found else None, typed=typed)


def server_entry(
    interpreter: PurePath, flags: Mapping[str, Sequence[str]], *, uvx: PurePath | None = None, typed: bool = False
) -> dict[str, Any]:
    """``command`` and ``args`` with the absolute path of the interpreter, since desktop programs inherit no PATH; or of
    ``uvx``, where the interpreter belongs to an environment that will not last. ``flags``: those of ``pincite serve``
    and their values."""
    given = [part for flag, values in flags.items() for value in values for part in (flag, value)]
    if is_passing(interpreter) and uvx is not None:
        command, args = str(uvx), ["pincite", "serve"]
    else:  # -P: a module in the working directory must not take the place of one of ours
        command, args = str(interpreter), ["-P", "-m", "pincite", "serve"]
    return {**({"type": "stdio"} if typed else {}), "command": command, "args": [*args, *given]}


def is_passing(interpreter: PurePath) -> bool:
    """Whether the interpreter stands in an environment that was made for one run."""
    return any(part in _PASSING for part in interpreter.parts)
