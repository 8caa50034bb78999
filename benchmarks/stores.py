"""A library of documents in each store: filling it, listing it, and searching all of it at once.

    python benchmarks/stores.py [--documents 1000] [--pages 20] [--store embedded|postgres]

The documents are made here, of words as frequent as those of a language are. Search is measured as a server does it:
the list of documents that may be seen, the search in all of them, and the documents of the hits. PostgreSQL is started
in a directory of its own for it; it needs Debian's package.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from pincite.cache.entries import DocumentKey
from pincite.model import Document
from pincite.outline import build_outline
from pincite.parsers.formats import PARSERS
from pincite.registry import Registry
from pincite.settings import Settings
from pincite.stores.opening import Stores, open_stores
from tests.builders import document
from tests.postgres import find_programs, running

_LIMIT_MS = 50.0
_ROUNDS = 5
_COMMON = "revenue net income total tax cash operating costs shares interest equity assets risk market sales".split()


def library(count: int, pages: int) -> Iterator[Document]:
    """Documents of reports: some words stand everywhere, others in a few, one in a single document."""
    dice = random.Random(7)
    rare = ["".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=7)) for _ in range(30_000)]
    weights = [1 / rank for rank in range(1, len(rare) + 1)]
    for n in range(count):
        lines = [f"# Report of company{n}"]
        for page in range(1, pages + 1):
            lines.append(f"--- {page}\n## Part {page} of the report")
            for _ in range(3):
                words = dice.choices(rare, weights, k=70) + dice.choices(_COMMON, k=12)
                dice.shuffle(words)
                lines.append(" ".join(words).capitalize() + ".")
        lines.append(f"Only here stands unique{n}.")
        yield document("\n".join(lines), doc_id=f"report{n}", title=f"report-{n}.pdf")


def questions(count: int) -> dict[str, str]:
    return {
        "a word of one document": f"unique{count // 2}",
        "a company and a frequent word": f"revenue of company{count // 3}",
        "two frequent words": "net income",
        "one frequent word": "cash",
        "a question": "what were the total operating costs and the interest of the market",
        "a phrase": '"net income"',
        "a typing error": "opperating costs",
        "words that are nowhere": "xylophone zeppelin",
    }


@contextmanager
def settings_of(store: str, directory: Path) -> Iterator[Settings]:
    if store == "embedded":
        yield Settings(cache_dir=directory)
        return
    programs = find_programs()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed.")
    with running(programs) as server:
        yield Settings(cache_dir=directory, database_url=server.new_database())


def fill(stores: Stores, documents: Sequence[Document]) -> None:
    index = stores.new_index()
    for start in range(0, len(documents), 50):
        batch = documents[start : start + 50]
        for doc in batch:
            stores.artifacts.put(DocumentKey(doc.doc_id, PARSERS["pdf"], ""), doc, tokens=1)
        index.add_all((doc, build_outline(doc)) for doc in batch)


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def measure(store: str, documents: Sequence[Document]) -> bool:
    """Prints the figures of one store; whether each kind of question was answered in time."""
    with tempfile.TemporaryDirectory() as directory, settings_of(store, Path(directory)) as settings:
        stores = open_stores(settings)
        began = time.perf_counter()
        fill(stores, documents)
        print(f"{store}: {len(documents)} documents kept and indexed in {time.perf_counter() - began:.1f} s")
        registry = Registry(settings)
        print(f"  {'listing them':32} {timed(registry.entries):7.1f} ms")
        in_time = True
        for name, question in questions(len(documents)).items():
            first = timed(partial(registry.search, question))
            times = [timed(partial(registry.search, question)) for _ in range(_ROUNDS)]
            hits = len(registry.search(question).hits)
            median = statistics.median(times)
            in_time &= median < _LIMIT_MS
            print(f"  {name:32} {median:7.1f} ms (slowest {max(times):.1f}, first {first:.1f}); {hits} hits")
        registry.close()
        stores.artifacts.close()
    return in_time


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--pages", type=int, default=20)
    parser.add_argument("--store", choices=("embedded", "postgres"), action="append")
    options = parser.parse_args()
    documents = list(library(options.documents, options.pages))
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}: times are true on an idle machine only")
    in_time = [measure(store, documents) for store in options.store or ("embedded", "postgres")]
    raise SystemExit(0 if all(in_time) else f"A search of all documents took longer than {_LIMIT_MS:g} ms.")


if __name__ == "__main__":
    main()
