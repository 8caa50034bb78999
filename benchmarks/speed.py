"""Pages per second beside peers and beside raw text extraction, on the same files, in alternation.

    python benchmarks/speed.py FILE.pdf ... [--runs 3] [--peer NAME=PYTHON ...]

Each measurement is a fresh process that imports first and then parses once, cold, with one process; CPU seconds of
the parse (children included) and wall seconds are taken inside it. ``--peer docslicer=/path/to/venv/bin/python``
adds a peer that is installed in an environment of its own (known: docslicer, pymupdf4llm, kreuzberg). ``raw`` is
pypdfium2's plain text of every page: nothing that reads text through it can be faster.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

FRAME = """
import json, os, sys, time
path = sys.argv[1]
{imports}
t = time.perf_counter(); c = sum(os.times()[:4])
{parse}
print(json.dumps({{"cpu": sum(os.times()[:4]) - c, "wall": time.perf_counter() - t}}))
"""
PARSERS = {
    "pincite": (
        "import pincite.parsers.formats, pincite.parsers.pdf.engine, pincite.parsers.pdf.reader.pdfium, numpy, pincite",
        "r = pincite.parse_document(path); r.hierarchy; r.export_to_markdown()",
    ),
    "raw": (
        "import pypdfium2",
        "d = pypdfium2.PdfDocument(path)\n"
        "for page in d:\n x = page.get_textpage(); x.get_text_range(); x.close(); page.close()",
    ),
    "docslicer": ("import docslicer", "r = docslicer.parse_pdf(path, max_workers=1)"),
    "pymupdf4llm": ("import pymupdf4llm", "pymupdf4llm.to_markdown(path)"),
    "kreuzberg": ("import kreuzberg", "kreuzberg.extract_file_sync(path)"),
}


def measure(python: str, name: str, path: Path) -> dict[str, float] | None:
    """CPU and wall seconds of one cold parse; ``None`` where the parser failed."""
    imports, parse = PARSERS[name]
    code = FRAME.format(imports=imports, parse=parse)
    run = subprocess.run([python, "-c", code, str(path)], capture_output=True, text=True, check=False)
    if run.returncode:
        print(f"  {name} failed: {run.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    result: dict[str, float] = json.loads(run.stdout.strip().splitlines()[-1])
    return result


def pages_of(path: Path) -> int:
    import pypdfium2

    return len(pypdfium2.PdfDocument(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=PYTHON")
    options = parser.parse_args()
    pythons = {"pincite": sys.executable, "raw": sys.executable, **dict(p.split("=", 1) for p in options.peer)}
    print(f"{'file':40} {'parser':12} {'pages':>5} {'cpu s':>8} {'wall s':>8} {'pages/cpu s':>12} {'pincite is':>12}")
    for path in options.files:
        taken: dict[str, list[dict[str, float]]] = {name: [] for name in pythons}
        for _ in range(options.runs):
            for name, python in pythons.items():
                result = measure(python, name, path)
                if result:
                    taken[name].append(result)
        pages = pages_of(path)
        ours = statistics.median(r["cpu"] for r in taken["pincite"])
        for name, runs in taken.items():
            if not runs:
                continue
            cpu, wall = (statistics.median(r[k] for r in runs) for k in ("cpu", "wall"))
            times = "" if name == "pincite" else f"{cpu / ours:.1f} x"
            print(f"{path.name[:40]:40} {name:12} {pages:5} {cpu:8.2f} {wall:8.2f} {pages / cpu:12.1f} {times:>12}")


if __name__ == "__main__":
    main()
