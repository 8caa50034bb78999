"""The log of a shared server: a JSON object a line on stderr, for programs to read.

No text of a document and no secret gets into it: messages of other libraries and of errors may hold what a user sent,
so of those only the place and the kind is told.
"""

from __future__ import annotations

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Any

from pincite.errors import PinciteError

_OWN = ("pincite", "uvicorn")
_FRAMES = 12
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=str)


class JsonLines(logging.Formatter):
    """A record as a line. ``extra={"facts": {…}}`` adds fields to it."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {"time": moment, "level": record.levelname.lower(), "logger": record.name}
        line["event"] = _message(record)
        line.update(getattr(record, "facts", {}))
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = _error(record.exc_info[1])
        return _ENCODER.encode(line)


def log_as_json(level: int = logging.INFO) -> None:
    """From now on this process logs so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("pincite").setLevel(level)


def _message(record: logging.LogRecord) -> str:
    """Our own words; for other libraries where in them it happened. What is filled into our words may be a document's:
    errors are told by their code."""
    if not record.name.startswith(_OWN):
        return f"{record.module}.{record.funcName}:{record.lineno}"
    if isinstance(record.args, tuple):
        try:
            return str(record.msg) % tuple(map(_safe, record.args))
        except (TypeError, ValueError):
            pass
    return str(record.msg)


def _safe(value: object) -> object:
    if isinstance(value, PinciteError):
        return value.code
    return type(value).__name__ if isinstance(value, BaseException) else value


def _error(error: BaseException) -> dict[str, Any]:
    """What went wrong and where, without the words of the error."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    told: dict[str, Any] = {
        "type": type(error).__name__,
        "at": [f"{PurePath(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames],
    }
    if isinstance(error, PinciteError):
        told["code"] = error.code
    if error.__cause__ is not None:
        told["cause"] = type(error.__cause__).__name__
    return told
