"""What the benchmarks share: one cold parse in a fresh process, by us or by a peer, with what it cost.

``raw`` is pypdfium2's plain text of every page: nothing that reads text through it can be faster.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

_FRAME = """
import json, os, resource, sys, time
path = sys.argv[1]
{imports}
t = time.perf_counter(); c = sum(os.times()[:4])
{parse}
cpu, wall = sum(os.times()[:4]) - c, time.perf_counter() - t
unit = 1 if sys.platform == "darwin" else 1024
rss = unit * max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps([cpu, wall, rss / 1e6]))
"""


_OFTEN = 5


class Parser(NamedTuple):
    """Code that imports a parser, and code that parses ``path`` in full."""

    imports: str
    parse: str


OURS = Parser(
    "import pincite, pincite.library, pincite.parsers.formats, pincite.parsers.pdf.engine, numpy\n"
    "import pincite.parsers.pdf.reader.pdfium, pincite.parsers.docx.engine, pincite.parsers.pptx.engine\n"
    "import pincite.parsers.html.engine, lxml.html, bs4.dammit\n"
    "import pincite.sources.web, pincite.parsers.process",
    "r = pincite.parse_document(path, max_pages={pages}); r.hierarchy; r.export_to_markdown()",
)
RAW = Parser(
    "import pypdfium2",
    "d = pypdfium2.PdfDocument(path)\n"
    "for page in d:\n x = page.get_textpage(); x.get_text_range(); x.close(); page.close()",
)
_DOCSLICER = """if path.endswith(".pdf"):
    docslicer.parse_pdf(path, max_workers=1)
else:
    docslicer.parse_document(path)"""
PEERS: Mapping[str, Parser] = {
    "docslicer": Parser("import docslicer", _DOCSLICER),
    "pymupdf4llm": Parser("import pymupdf4llm", "pymupdf4llm.to_markdown(path)"),
    "kreuzberg": Parser("import kreuzberg", "kreuzberg.extract_file_sync(path)"),
}


class Cost(NamedTuple):
    """CPU seconds with those of children, wall seconds, peak of the resident memory in MB."""

    cpu: float
    wall: float
    rss: float


@dataclass(frozen=True, slots=True)
class Runner:
    """A parser and the interpreter that has it."""

    name: str
    python: str
    parser: Parser

    def run(self, path: Path, max_pages: int | None = None) -> Cost | None:
        """One cold parse in a fresh process, the imports not counted; ``None``, with a line on stderr, where it
        failed."""
        parse = self.parser.parse.replace("{pages}", repr(max_pages))
        code = _FRAME.format(imports=self.parser.imports, parse=parse)
        done = subprocess.run([self.python, "-c", code, str(path)], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{self.name} failed on {path.name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
            return None
        return Cost(*json.loads(done.stdout.strip().splitlines()[-1]))


def median(costs: Sequence[Cost]) -> Cost:
    """The median of each figure."""
    return Cost(*(statistics.median(figures) for figures in zip(*costs, strict=True)))


def alternate(runners: Sequence[Runner], path: Path, runs: int) -> dict[str, Cost]:
    """The median costs of each runner that succeeded; their runs take turns, so that a busy machine slows all. From
    the second turn on a fast one runs up to ``_OFTEN`` times in its turn: one short run says little of a machine whose
    speed swings, where a long one is an average in itself."""
    taken: dict[str, list[Cost]] = {runner.name: [] for runner in runners}
    for _ in range(runs):
        slowest = max((cost.wall for costs in taken.values() for cost in costs[:1]), default=0.0)
        for runner in runners:
            known = taken[runner.name]
            for _ in range(min(_OFTEN, int(slowest / known[0].wall)) if known else 1):
                cost = runner.run(path)
                if cost is not None:
                    known.append(cost)
    return {name: median(costs) for name, costs in taken.items() if costs}


def add_peer_options(parser: argparse.ArgumentParser) -> None:
    """Options for the interpreters that have the peers."""
    parser.add_argument("--peers", default=sys.executable, metavar="PYTHON", help="the interpreter that has the peers")
    parser.add_argument(
        "--peer", action="append", default=[], metavar="NAME=PYTHON", help=f"of one peer: {', '.join(PEERS)}"
    )


def runners(options: argparse.Namespace, *, raw: bool) -> list[Runner]:
    """We first, raw text if asked for, then the peers; those that cannot be imported are named."""
    found = [Runner("pincite", sys.executable, OURS)]
    if raw:
        found.append(Runner("raw", sys.executable, RAW))
    own = dict(pair.split("=", 1) for pair in options.peer)
    for name, parser in PEERS.items():
        python = own.get(name, options.peers)
        if subprocess.run([python, "-c", parser.imports], capture_output=True, check=False).returncode:
            print(f"missing: {name} ({python} cannot import it)")
        else:
            found.append(Runner(name, python, parser))
    return found


def pages_of(path: Path) -> int | None:
    """How many pages a PDF has; ``None`` for other files."""
    if path.suffix.lower() != ".pdf":
        return None
    import pypdfium2

    return len(pypdfium2.PdfDocument(path))
