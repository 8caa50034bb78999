"""``pincite inspect FILE``: how a document was understood."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from pincite.cli.command import DONE, STDIN, Command, file_argument, print_json, progress, stdin_bytes
from pincite.errors import RequestError
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.model import Document
    from pincite.parsers.ocr.task import OcrTask
    from pincite.parsers.options import ParseOptions
    from pincite.sources import Source
    from pincite.sources.web import Download


def _arguments(parser: argparse.ArgumentParser) -> None:
    file_argument(parser)
    parser.add_argument(
        "--pages", default=None, metavar="LIST", help="physical pages that are shown, as in 3-7,12 (default: all)"
    )
    parser.add_argument("--health", action="store_true", help="only the line of each page, without its blocks")
    parser.add_argument(
        "--draw",
        default=None,
        metavar="DIR",
        help="write a picture of each page to DIR (page-007.png), with blocks coloured by kind and numbered in reading "
        "order, lines, table cells, levels of headings, running heads and hidden text marked (PDF only)",
    )


def _run(options: argparse.Namespace, settings: Settings) -> int:
    if options.file == STDIN:
        _inspect_stdin(options, settings)
    else:
        _inspect(options, settings)
    return DONE


def _inspect(options: argparse.Namespace, settings: Settings) -> None:
    from pincite.sources import SourcePolicy, locate
    from pincite.sources.web import Download, Known, Origin, is_url

    if is_url(options.file):
        _inspect_url(options, settings)
    else:
        source = locate(options.file, SourcePolicy(settings.roots, settings.max_file_mb))
        _inspect_fetched(Download(source, Known("", "", ""), Origin(None, None)), options, settings)


def _inspect_stdin(options: argparse.Namespace, settings: Settings) -> None:
    import tempfile

    from pincite.sources import SourcePolicy, locate
    from pincite.sources.web import Download, Known, Origin

    with tempfile.TemporaryDirectory(prefix="pincite-") as directory:
        path = Path(directory) / (PurePath(options.name or "").name or "stdin")
        path.write_bytes(stdin_bytes())
        source = locate(str(path), SourcePolicy(max_file_mb=settings.max_file_mb))
        _inspect_fetched(Download(source, Known("", "", ""), Origin(None, None)), options, settings)


def _inspect_url(options: argparse.Namespace, settings: Settings) -> None:
    import tempfile

    from pincite.sources.web import WebPolicy, fetch

    with tempfile.TemporaryDirectory(prefix="pincite-") as directory:
        download = fetch(options.file, WebPolicy.of(settings), Path(directory))
        assert download is not None  # without a known version there is always something new
        _inspect_fetched(download, options, settings)


def _inspect_fetched(download: Download, options: argparse.Namespace, settings: Settings) -> None:
    from pincite.sources import content_id

    source = download.source
    if source.format == "pdf":
        _inspect_pdf(source, content_id(source.path), options, settings)
    elif options.draw:
        raise RequestError(
            f"--draw shows the pages of PDF files; this is {source.format}.",
            hint="Leave --draw out to see its blocks, or save it as PDF first.",
        )
    else:
        _inspect_other(download, options, settings)


def _options(settings: Settings) -> ParseOptions:
    from pincite.parsers.options import ParseOptions

    return ParseOptions(max_pages=settings.max_pages, ocr=settings.ocr, ocr_languages=settings.ocr_languages)


def _ocr(settings: Settings) -> OcrTask:
    from pincite.parsers.cores import available_cores
    from pincite.parsers.ocr.task import OcrTask

    return OcrTask(settings.ocr, _options(settings).languages, available_cores())


def _inspect_pdf(source: Source, doc_id: str, options: argparse.Namespace, settings: Settings) -> None:
    from pincite.parsers.pdf.engine import analyse, build
    from pincite.parsers.pdf.inspection.report import notes_of, report

    with progress("analysing") as step:
        layout = analyse(
            source.path, password=options.password, max_pages=settings.max_pages, progress=step, ocr=_ocr(settings)
        )
    document = build(layout, doc_id=doc_id, name=source.name)
    pages = page_numbers(options.pages, len(layout.pages))
    _show(document, report(document, notes_of(layout), pages, blocks=not options.health), pages, options)
    if options.draw:
        from pincite.parsers.pdf.inspection.draw import draw_pages

        with progress("drawing") as step:
            written = draw_pages(
                source.path, layout, document, pages, Path(options.draw), password=options.password, progress=step
            )
        sys.stderr.write(f"{len(written)} picture{'' if len(written) == 1 else 's'} in {options.draw}\n")


def _inspect_other(download: Download, options: argparse.Namespace, settings: Settings) -> None:
    """What is no PDF; a web page is shown in a browser where it needs one."""
    import tempfile

    from pincite.derived import Derived
    from pincite.parsers.formats import parse_file
    from pincite.parsers.pdf.inspection.report import NO_NOTES, report
    from pincite.sources import content_id
    from pincite.sources.browser.choice import parse_page
    from pincite.sources.web import WebPolicy, is_url

    def parse(file: Download) -> Derived:
        found, limits = file.source, replace(_options(settings), **file.origin._asdict())
        return Derived(
            parse_file(
                found.path,
                format=found.format,
                doc_id=content_id(found.path),
                name=found.name,
                password=options.password,
                options=limits,
            )
        )

    policy = WebPolicy.of(settings)
    with tempfile.TemporaryDirectory(prefix="pincite-") as directory:

        def show() -> Download:
            from pincite.sources.browser.rendering import render, render_file

            if is_url(options.file):
                return render(options.file, policy, Path(directory))
            return render_file(download.source, policy, Path(directory))

        found, _ = parse_page(download, parse, show, policy)
    document = found.document
    pages = page_numbers(options.pages, len(document.pages))
    _show(document, report(document, NO_NOTES, pages, blocks=not options.health), pages, options)


def _show(document: Document, lines: Iterable[str], pages: set[int], options: argparse.Namespace) -> None:
    if not options.json:
        for line in lines:
            sys.stdout.write(line + "\n")
        return
    from pincite.health import page_health
    from pincite.library import ParseResult

    blocks = [] if options.health else ParseResult(document).rows("blocks")
    print_json(
        {
            "doc_id": document.doc_id,
            "format": document.format,
            "pages": [health._asdict() for health in page_health(document) if health.page in pages],
            "blocks": [row for row in blocks if row["page_number"] in (None, *pages)],
            "warnings": [asdict(warning) for warning in document.warnings],
        }
    )


def page_numbers(value: str | None, count: int) -> set[int]:
    """``3``, ``3-7``, ``12-`` and lists of them with commas, as physical pages; ``None`` means all. Raises
    ``RequestError`` for what is no such list and where none of the pages exists."""
    if value is None:
        return set(range(1, count + 1))
    found: set[int] = set()
    for part in value.split(","):
        match = re.fullmatch(r"\s*(\d{1,9})\s*(-\s*(\d{1,9})?\s*)?", part)
        first = int(match[1]) if match else 0
        last = int(match[3] or count) if match and match[2] else first
        if not 1 <= first <= last:
            raise RequestError(f"--pages {value} is no list of pages.", hint="Give pages or ranges, as in 3-7,12.")
        found.update(range(first, min(last, count) + 1))
    if not found:
        raise RequestError(f"--pages {value}: this document has {count} pages.", hint="Give pages or ranges of them.")
    return found


COMMAND = Command(
    "inspect",
    "show how a document was understood: the health of each page, each block, and for a PDF the reasons",
    _arguments,
    _run,
)
