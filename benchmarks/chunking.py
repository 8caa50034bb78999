"""What it costs to cut a parsed document into chunks.

    python -m benchmarks.chunking [FILE ...] [--runs 5]

Chunks each FILE, or a document of 500 pages that it draws (needs reportlab). The first line is what a process pays
once, the vocabulary that counts tokens; the others are the median of the runs, on a document that nothing was derived
from yet. CPU seconds.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import pincite
from benchmarks.growth import draw
from pincite.costs import count_tokens
from pincite.library import ParseResult

PAGES = 500


def seconds(result: ParseResult) -> float:
    """Of one chunking, the outline included."""
    fresh, begun = ParseResult(result.document, result.config), time.process_time()
    assert fresh.chunks
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    begun = time.process_time()
    count_tokens("")
    print(f"vocabulary, once a process: {time.process_time() - begun:.2f} s")
    print(f"{'file':40} {'pages':>5} {'chunks':>6} {'cpu s':>6} {'s/500 pages':>11}")
    with tempfile.TemporaryDirectory() as folder:
        if not options.files:
            draw(drawn := Path(folder, "drawn.pdf"), PAGES)
        for path in options.files or [drawn]:
            result = pincite.parse_document(path)
            cost, pages = statistics.median(seconds(result) for _ in range(options.runs)), len(result.pages)
            each = f"{cost * 500 / pages:.2f}" if pages else "-"
            print(f"{path.name[:40]:40} {pages:5} {len(result.chunks):6} {cost:6.2f} {each:>11}", flush=True)


if __name__ == "__main__":
    main()
