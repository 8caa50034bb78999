"""How the time of a parse grows with the pages: twice the pages must take twice the time.

    python -m benchmarks.growth [FILE.pdf] [--pages 50 100 200 500] [--runs 3] [--most 1.5]

Parses the first pages of FILE, or of a document that it draws (headings, paragraphs, tables; needs reportlab), each
time in a fresh process. Ends with status 1 if a page of the longest part costs more than ``--most`` times a page of
the shortest.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

from benchmarks.measuring import OURS, Cost, Runner, median, pages_of

WORDS = [
    "revenue",
    "from",
    "the",
    "sale",
    "of",
    "instruments",
    "is",
    "recognised",
    "when",
    "control",
    "passes",
    "to",
    "the",
    "customer",
    "under",
    "contracts",
]
LEFT, TOP, LINE = 72, 720, 14


def draw(path: Path, pages: int) -> None:
    """A document of many pages that are alike but not the same."""
    from reportlab.lib.pagesizes import letter
    from reportlab.pdfgen.canvas import Canvas

    canvas, chance = Canvas(str(path), pagesize=letter), random.Random(5)
    for page in range(1, pages + 1):
        canvas.setFont("Helvetica", 8)
        canvas.drawString(LEFT, TOP + 36, "Annual report")
        canvas.drawCentredString(306, 36, str(page))
        canvas.setFont("Helvetica-Bold", 13)
        canvas.drawString(LEFT, TOP, f"{page}. Notes on {' '.join(chance.sample(WORDS, 3))}")
        canvas.setFont("Helvetica", 10)
        for row in range(2, 26):
            if row % 8:
                canvas.drawString(LEFT, TOP - LINE * row, " ".join(chance.choices(WORDS, k=13)))
        for row in range(28, 42):
            canvas.drawString(LEFT, TOP - LINE * row, " ".join(chance.sample(WORDS, 2)).capitalize())
            for column in (340, 420, 500):
                canvas.drawRightString(column, TOP - LINE * row, f"{chance.randrange(10**6):,}")
        canvas.showPage()
    canvas.save()


def costs(path: Path, parts: list[int], runs: int) -> list[Cost]:
    """The median costs of the first so many pages; the parts take turns."""
    ours = Runner("pincite", sys.executable, OURS)
    taken: list[list[Cost]] = [[] for _ in parts]
    for _ in range(runs):
        for pages, costs_of_part in zip(parts, taken, strict=True):
            cost = ours.run(path, pages)
            if cost is None:
                raise SystemExit(2)
            costs_of_part.append(cost)
    return [median(part) for part in taken]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--pages", nargs="+", type=int, default=[50, 100, 200, 500])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--most", type=float, default=1.5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.file or Path(folder, "drawn.pdf")
        if options.file is None:
            draw(path, max(options.pages))
        parts = sorted({min(pages, pages_of(path) or pages) for pages in options.pages})
        found = costs(path, parts, options.runs)
    print(f"{'pages':>5} {'cpu s':>8} {'ms/page':>8} {'peak MB':>8}")
    for pages, cost in zip(parts, found, strict=True):
        print(f"{pages:5} {cost.cpu:8.2f} {1000 * cost.cpu / pages:8.1f} {cost.rss:8.0f}")
    growth = (found[-1].cpu / parts[-1]) / (found[0].cpu / parts[0])
    print(f"a page of {parts[-1]} costs {growth:.2f} times a page of {parts[0]}")
    sys.exit(growth > options.most)


if __name__ == "__main__":
    main()
