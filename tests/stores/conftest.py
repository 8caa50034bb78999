"""The stores under test, each behind the same fixtures: what holds for one holds for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.settings import Settings
from pincite.stores import OriginalStore, original_store


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(cache_dir=tmp_path / "cache")


@pytest.fixture
def originals(settings: Settings) -> OriginalStore:
    return original_store(settings)
