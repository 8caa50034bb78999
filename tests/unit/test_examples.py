"""Every example runs, and prints what it is there to show."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHOWS = {
    "rag_chunks": ("annual-report.pdf: ", "governed by the laws of Norway"),
    "tables": ("Q3 2026", "183.5", "Revenue (EUR million)"),
    "verify_citations": ("verified  Prices are fixed", "drift     Liability is limited to EUR 25,000,000"),
    "batch": ("deck.pptx: ", "[not_found]", "4 written, 0 were there, 0 failed"),
    "langchain_loader": ("2. Price and payment", "pincite://doc/"),
    "llamaindex_reader": ("Order intake rose by 9 percent",),
}
NEEDS = {"langchain_loader": "langchain_core", "llamaindex_reader": "llama_index"}


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("examples") / "documents"
    subprocess.run([sys.executable, ROOT / "scripts" / "make_documents.py", directory], check=True)
    return directory


@pytest.mark.parametrize("name", sorted(SHOWS))
def test_an_example_shows_what_it_is_for(name: str, documents: Path) -> None:
    if name in NEEDS and find_spec(NEEDS[name]) is None:
        pytest.skip(f"{NEEDS[name]} is not installed")
    run = subprocess.run(
        [sys.executable, ROOT / "examples" / f"{name}.py", documents], capture_output=True, text=True, cwd=ROOT
    )
    assert run.returncode == 0, run.stderr
    assert [words for words in SHOWS[name] if words not in run.stdout] == []


def test_every_example_is_tested_and_listed() -> None:
    names = {path.stem for path in (ROOT / "examples").glob("*.py")}
    assert names == set(SHOWS)
    listed = (ROOT / "examples" / "README.md").read_text()
    assert all(f"`{name}.py`" in listed for name in names)
