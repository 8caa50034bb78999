"""Errors: stable codes, a hint, and the way over a process border."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pincite
from pincite.errors import ParseError, PinciteError, RequestError, SourceError, UnknownReferenceError


def test_every_error_is_ours_and_has_a_code() -> None:
    for cls in (SourceError, ParseError, UnknownReferenceError, RequestError):
        error = cls("what")
        assert isinstance(error, PinciteError)
        assert error.code != "error"


def test_code_and_hint_reach_the_model_in_one_line() -> None:
    error = SourceError("No file report.pdf.", code="not_found", hint="Did you mean reports.pdf?")
    assert error.for_model() == "No file report.pdf. [not_found] Did you mean reports.pdf?"


def test_an_error_survives_pickling_with_code_and_hint() -> None:
    error = pickle.loads(pickle.dumps(ParseError("m", code="timeout", hint="h")))
    assert (type(error), str(error), error.code, error.hint) == (ParseError, "m", "timeout", "h")


def test_the_public_names_exist() -> None:
    assert all(hasattr(pincite, name) for name in pincite.__all__)


def test_every_code_in_use_is_listed_in_the_tree() -> None:
    package = Path(pincite.__file__).parent
    listed = set(re.findall(r"[a-z]+(?:_[a-z]+)*", (package / "errors.py").read_text()))
    used = {code for path in package.rglob("*.py") for code in re.findall(r'code="([a-z_]+)"', path.read_text())}
    assert len(used) > 20
    assert used - listed == set()
