"""See the package."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

import benchmarks.quality
from benchmarks.measuring import Runner, add_peer_options, runners
from benchmarks.quality import made
from benchmarks.quality.scores import Scores, score
from benchmarks.quality.structure import of_markdown, of_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KINDS = ("html", "pdf-tagged", "pdf")
_MARKDOWN: Mapping[str, str] = {
    "pincite": "import pincite; print(pincite.parse_document(path).export_to_markdown())",
    "docslicer": "import docslicer; print(docslicer.parse_document(path).export_to_markdown())",
    "pymupdf4llm": "import pymupdf4llm; print(pymupdf4llm.to_markdown(path))",
    "kreuzberg": "import kreuzberg as k; "
    'print(k.extract_file_sync(path, config=k.ExtractionConfig(output_format="markdown")).content)',
}
_FOOT = '<div style="font-size: 8pt; margin: 0 auto"><span class="pageNumber"></span></div>'
_HEAD = '<div style="font-size: 8pt; margin: 0 auto">Printed for a comparison</div>'


def main() -> None:
    parser = argparse.ArgumentParser(
        description=benchmarks.quality.__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pages", nargs="*", type=Path, metavar="PAGE.html")
    parser.add_argument("--seed", type=int, default=1, help="of the pages that are made")
    parser.add_argument("--each", action="store_true", help="the figures of each document as well")
    add_peer_options(parser)
    options = parser.parse_args()
    sources = [(path.stem, path.read_text(errors="replace")) for path in options.pages] or made.pages(options.seed)
    compared = runners(options, raw=False)
    taken: dict[tuple[str, str], list[Scores]] = defaultdict(list)
    print(f"{'kind':12}{'parser':14}{'n':>4}" + "".join(f"{name:>11}" for name in Scores._fields))
    with tempfile.TemporaryDirectory() as directory, _browser() as browser:
        for name, html in sources:
            truth = of_page(html)
            for kind, path in _documents(browser, Path(directory), name, html):
                for runner in compared:
                    found = of_markdown(_markdown(runner, path))
                    taken[kind, runner.name].append(score(truth, found))
                    if options.each:
                        _print_row(f"{kind} {name}", runner.name, taken[kind, runner.name][-1:])
    for kind in KINDS:
        for runner in compared:
            _print_row(kind, runner.name, taken[kind, runner.name])


def _documents(browser: Browser, directory: Path, name: str, html: str) -> Iterator[tuple[str, Path]]:
    """The page as a file, and as PDFs."""
    page = directory / f"{name}.html"
    page.write_text(html)
    yield "html", page
    for kind in KINDS[1:]:
        (directory / kind).mkdir(exist_ok=True)
        pdf = directory / kind / f"{name}.pdf"
        _print_pdf(browser, page, pdf, tagged=kind == "pdf-tagged")
        yield kind, pdf


def _print_pdf(browser: Browser, page: Path, pdf: Path, *, tagged: bool) -> None:
    sheet = browser.new_page()
    sheet.goto(page.as_uri())
    sheet.pdf(
        path=pdf, tagged=tagged, outline=False, format="A4", display_header_footer=True,
        header_template=_HEAD, footer_template=_FOOT,
        margin={"top": "2cm", "bottom": "2cm", "left": "2cm", "right": "2cm"},
    )  # fmt: skip
    sheet.close()


@contextmanager
def _browser() -> Iterator[Browser]:
    """One browser for all that is printed."""
    from playwright.sync_api import sync_playwright

    from pincite.sources.browser.finding import find_browser

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser("auto"), chromium_sandbox=False)
        yield browser
        browser.close()


def _markdown(runner: Runner, path: Path) -> str:
    """What a parser makes of a file, in a process of its own; nothing, with a line on stderr, where it fails."""
    code = f"import sys; path = sys.argv[1]; {_MARKDOWN[runner.name]}"
    done = subprocess.run(
        [runner.python, "-X", "utf8", "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        print(f"{runner.name} failed on {path.name}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return ""
    return done.stdout


def _print_row(kind: str, name: str, scores: Sequence[Scores]) -> None:
    means = [
        f"{fmean(known):11.3f}" if (known := [one for one in figures if one is not None]) else f"{'-':>11}"
        for figures in zip(*scores, strict=True)
    ]
    print(f"{kind[:11]:12}{name:14}{len(scores):4}{''.join(means)}", flush=True)


if __name__ == "__main__":
    main()
