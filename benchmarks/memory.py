"""Peak of the resident memory of one cold parse, beside peers, each in a fresh process.

    python -m benchmarks.memory FILE.pdf ... [--runs 1] [--peers PYTHON] [--peer NAME=PYTHON ...]

The interpreter and the imports are part of it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.measuring import add_peer_options, alternate, pages_of, runners


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=1)
    add_peer_options(parser)
    options = parser.parse_args()
    all_runners = runners(options, raw=True)
    print(f"{'file':40} {'parser':12} {'pages':>5} {'peak MB':>8} {'pincite needs':>14}")
    for path in options.files:
        costs = alternate(all_runners, path, options.runs)
        ours = costs.get("pincite")
        for name, cost in costs.items():
            share = f"{ours.rss / cost.rss:.2f} x" if ours and name != "pincite" else ""
            print(f"{path.name[:40]:40} {name:12} {pages_of(path) or '-':>5} {cost.rss:8.0f} {share:>14}")


if __name__ == "__main__":
    main()
