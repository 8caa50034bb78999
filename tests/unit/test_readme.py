"""What the README says is there is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pincite
from pincite.library import ParseResult

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text()
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py(?:::\w+)*)`", README)))


@pytest.mark.parametrize("named", NAMED)
def test_each_named_test_exists(named: str) -> None:
    path, *names = named.split("::")
    body = ast.parse((ROOT / path).read_text()).body
    for name in names:
        found = [
            n for n in body if isinstance(n, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and n.name == name
        ]
        assert found, f"{path} has no {name}"
        body = found[0].body
    if not names:
        assert any("test" in getattr(n, "name", "").lower() for n in body)


def test_every_row_of_the_comparison_names_a_test() -> None:
    rows = README.split("### Beside DocSlicer")[1].split("\n## ")[0].splitlines()
    table = [row for row in rows if row.startswith("| ")][2:]
    assert len(table) > 30
    assert all(re.search(r"`tests/[^`]+` \|$", row) for row in table)


def test_the_names_in_the_examples_exist() -> None:
    examples = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    ast.parse(examples)
    for name in re.findall(r"\bpincite\.([A-Za-z_]\w*)", examples):
        assert hasattr(pincite, name), name
    for name in re.findall(r"\br\.([a-z_]+)", examples):
        assert hasattr(ParseResult, name) or name in ("document", "config"), name
