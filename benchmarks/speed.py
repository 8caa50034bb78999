"""Pages per second beside peers and beside raw text extraction, on the same files, in alternation.

    python -m benchmarks.speed FILE ... [--runs 3] [--peers PYTHON] [--peer NAME=PYTHON ...]

Each measurement is a fresh process that imports first and then parses once, cold, with one process. ``--peers`` is the
interpreter of an environment that has peers, ``--peer`` that of one of them. The last lines sum up: the median of the
files' ratios, and the ratio of the whole times.
"""

from __future__ import annotations

import argparse
import statistics
from collections import defaultdict
from pathlib import Path

from benchmarks.measuring import add_peer_options, alternate, pages_of, runners


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    add_peer_options(parser)
    options = parser.parse_args()
    all_runners = runners(options, raw=True)
    print(f"{'file':40} {'parser':12} {'pages':>5} {'cpu s':>8} {'wall s':>8} {'pages/cpu s':>12} {'pincite is':>12}")
    beside: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)  # CPU seconds of a peer, and ours
    for path in options.files:
        pages = pages_of(path)
        costs = alternate([r for r in all_runners if pages or r.name != "raw"], path, options.runs)
        ours = costs.get("pincite")
        for name, cost in costs.items():
            times = ""
            if ours and name != "pincite":
                beside[name].append((cost.cpu, ours.cpu))
                times = f"{cost.cpu / ours.cpu:.1f} x"
            rate = f"{pages / cost.cpu:.1f}" if pages else "-"
            shown = f"{pages or '-':>5} {cost.cpu:8.2f} {cost.wall:8.2f} {rate:>12} {times:>12}"
            print(f"{path.name[:40]:40} {name:12} {shown}", flush=True)
    for name, pairs in beside.items():
        middle = statistics.median(theirs / ours for theirs, ours in pairs)
        whole = sum(theirs for theirs, _ in pairs) / sum(ours for _, ours in pairs)
        print(f"{name}: pincite is {middle:.1f} x in the median of {len(pairs)} files, {whole:.1f} x over all of them")


if __name__ == "__main__":
    main()
