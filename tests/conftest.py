"""Shared by all tests: the sample report, made once a session."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from pincite.library import ParseResult, parse_document

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def sample_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample report of ``scripts/make_sample.py``."""
    spec = importlib.util.spec_from_file_location("make_sample", ROOT / "scripts" / "make_sample.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path = tmp_path_factory.mktemp("sample") / "annual-report.pdf"
    module.make_sample(path)
    return path


@pytest.fixture(scope="session")
def sample(sample_path: Path) -> ParseResult:
    """The sample report, parsed in this process."""
    return parse_document(sample_path)
