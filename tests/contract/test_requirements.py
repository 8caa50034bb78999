"""Every promise has a test, and every test of this folder holds a promise."""

from __future__ import annotations

import importlib
from pathlib import Path

from tests.contract.requirements import REQUIREMENTS

HERE = Path(__file__).parent


def contract_tests() -> dict[str, tuple[str, ...]]:
    """The promises that each test of this folder names."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        if path.name == Path(__file__).name:
            continue
        module = importlib.import_module(f"tests.contract.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_"):
                found[f"{path.stem}.{name}"] = getattr(test, "covers", ())
    return found


def test_every_requirement_has_a_test() -> None:
    covered = {requirement for ids in contract_tests().values() for requirement in ids}
    assert set(REQUIREMENTS) - covered == set()


def test_every_contract_test_names_its_requirement() -> None:
    assert [name for name, ids in contract_tests().items() if not ids] == []
