"""The README names the test that holds each of its promises."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_NAMED = re.compile(r"`([\w/]+\.py)::(\w+)`")
_FAULTS = (
    "crash", "hang", "memory", "print", "disk", "torn", "version", "deleted", "killed", "servers", "clock", "client",
    "Fifty", "given up", "damaged file",
)  # fmt: skip


def promises() -> list[str]:
    """The rows of the table."""
    section = (ROOT / "README.md").read_text().split("## What is promised\n")[1].split("\n## ")[0]
    return [line for line in section.splitlines() if line.startswith("| ")][2:]


def test_each_promise_names_tests_that_exist() -> None:
    for row in promises():
        named = _NAMED.findall(row)
        assert named, row
        for file, test in named:
            path = ROOT / "tests" / file
            assert path.is_file(), f"{file} does not exist"
            assert re.search(rf"^ *(?:async )?def {test}\(", path.read_text(), re.M), f"{file} has no {test}"


def test_no_fault_is_left_out() -> None:
    text = "\n".join(promises())
    assert [fault for fault in _FAULTS if fault not in text] == []
