"""Several server processes of one user share a cache directory."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import pytest

from pincite.cache.store import DocumentStore
from tests.faults.fakes import PARSER

ROOT = Path(__file__).parents[2]
SCRIPT = f"""
import json, sys, time
from pathlib import Path
from pincite.parsers.pool import WorkerPool
from pincite.registry import Registry
from pincite.settings import Settings
cache, start, words, *files = sys.argv[1:]
registry = Registry(Settings(cache_dir=cache), pool=WorkerPool(1, parser={PARSER!r}))
while time.time() < float(start):
    time.sleep(0.005)
documents = [registry.open(file).document for file in files]
hits = registry.search(words).hits
print(json.dumps({{
    "documents": [[doc.doc_id, doc.rev, doc.text] for doc in documents],
    "hits": sorted({{hit.doc_id for hit in hits}}),
    "entries": sorted(entry.source for entry in registry.entries()),
}}))
registry.close()
"""


def start(cache: Path, at: float, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(cache), str(at), *arguments],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
    )  # fmt: skip


class Seen(NamedTuple):
    """What a process saw: documents as (id, revision, text), ids of hits, names of entries."""

    documents: list[tuple[str, str, str]]
    hits: list[str]
    entries: list[str]


def finish(process: subprocess.Popen[str]) -> Seen:
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert err == ""
    return Seen(**json.loads(out))


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    paths = []
    for i in range(4):
        path = tmp_path / f"{i}.pdf"
        path.write_text(f"%PDF-1.7\nslow 0.3\nriver number {i}")
        paths.append(str(path))
    return paths


def test_three_open_the_same_file_at_once(tmp_path: Path, files: list[str]) -> None:
    at = time.time() + 1.5
    results = [finish(p) for p in [start(tmp_path / "cache", at, "river", files[0]) for _ in range(3)]]
    assert results[0] == results[1] == results[2]
    (doc_id, _, text), *_ = results[0].documents
    assert "river number 0" in text
    assert results[0].hits == [doc_id]
    assert results[0].entries == ["0.pdf"]


def test_three_open_different_files_at_once(tmp_path: Path, files: list[str]) -> None:
    at = time.time() + 1.5
    processes = [start(tmp_path / "cache", at, "river", *files[i:], *files[:i]) for i in range(3)]
    results = [finish(p) for p in processes]
    for result in results:
        assert len(result.hits) == 4
        assert result.entries == ["0.pdf", "1.pdf", "2.pdf", "3.pdf"]
    last = finish(start(tmp_path / "cache", 0, "river"))
    assert last.documents == []
    assert last.hits == results[0].hits


def test_a_server_killed_in_the_middle_leaves_nothing_torn(tmp_path: Path, files: list[str]) -> None:
    for delay in (0.3, 0.6, 0.9, 1.2):
        victim = start(tmp_path / "cache", 0, "river", *files)
        time.sleep(delay)
        victim.kill()
        victim.communicate()
    result = finish(start(tmp_path / "cache", 0, "river", *files))
    assert [text.split("number ")[1] for *_, text in result.documents] == ["0", "1", "2", "3"]
    assert len(result.hits) == 4


EVICTOR = f"""
import random, sys, time
from pathlib import Path
from pincite.parsers.pool import WorkerPool
from pincite.registry import Registry
from pincite.settings import Settings
cache, docs, start, *names = sys.argv[1:]
registry = Registry(Settings(cache_dir=cache, cache_max_mb=1), pool=WorkerPool(1, parser={PARSER!r}))
while time.time() < float(start):
    time.sleep(0.005)
for name in names:
    found = registry.open(str(Path(docs) / name)).document
    assert f"number {{name}} " in found.text, name
    assert registry.get(found.doc_id).document.text == found.text
registry.close()
"""


def test_two_evict_at_once(tmp_path: Path) -> None:
    """More documents than the cache may hold, opened by two processes in different order: each gets what it asks for,
    the ceiling holds, and no file stays that belongs to no entry."""
    docs, cache = tmp_path / "docs", tmp_path / "cache"
    docs.mkdir()
    names = [f"{i}.pdf" for i in range(24)]
    for name in names:
        noise = random.Random(name).randbytes(40_000).hex()
        (docs / name).write_text(f"%PDF-1.7\nnumber {name} of many {noise}")
    at = str(time.time() + 1.5)
    evictors = [
        subprocess.Popen(
            [sys.executable, "-c", EVICTOR, str(cache), str(docs), at, *order],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for order in (names, names[::-1])
    ]  # fmt: skip
    ends = [(evictor.communicate(timeout=120)[1], evictor.returncode) for evictor in evictors]
    assert ends == [("", 0), ("", 0)]
    store = DocumentStore(cache, max_mb=1)
    kept = store.entries()
    assert 1 <= len(kept) < len(names)
    assert all(store.get(entry.key) is not None for entry in kept)
    files = list((cache / "documents").rglob("*.val"))
    assert len(files) == len(kept)
    assert sum(path.stat().st_size for path in files) <= 1_000_000
