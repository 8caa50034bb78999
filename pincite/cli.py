"""The command line: ``pincite FILE``, ``pincite inspect FILE``, ``pincite serve``.

Documents are shown on stdout; progress and errors go to stderr. Exit status: 0 done, 1 the document or the arguments
were refused, 2 the command line could not be read.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite import __version__
from pincite.errors import PinciteError, RequestError
from pincite.settings import Settings, add_flags, definitions

if TYPE_CHECKING:
    from rich.console import Console
    from rich.tree import Tree

    from pincite.parsers.ocr.task import OcrTask
    from pincite.parsers.options import ParseOptions
    from pincite.registry import OpenDocument
    from pincite.sources import Source
    from pincite.sources.web import Download

COMMANDS = ("outline", "inspect", "serve")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status. A first argument that is no command is a file to outline."""
    args = list(sys.argv[1:] if argv is None else argv)
    if args and not args[0].startswith("-") and args[0] not in COMMANDS:
        args.insert(0, "outline")
    parser = _parser()
    options = parser.parse_args(args)
    if options.run is None:
        parser.print_help()
        return 2
    try:
        settings = Settings.from_env(**{d.name: getattr(options, d.name, None) for d in definitions()})
        options.run(options, settings)
    except PinciteError as error:
        sys.stderr.write(f"pincite: {error.message} [{error.code}]\n")
        if error.hint:
            sys.stderr.write(f"         {error.hint}\n")
        return 1
    except BrokenPipeError:  # the reader of our output has gone, as in `pincite FILE | head`
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="pincite",
        description="Answer from long documents and prove every quote.",
        epilog="pincite FILE is short for pincite outline FILE.",
    )
    parser.add_argument("--version", action="version", version=f"pincite {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    outline = _command(
        commands, "outline", "print the outline of a document and what each part costs to read", _outline
    )
    _file_arguments(outline)
    outline.add_argument("--depth", type=int, default=None, metavar="N", help="levels to show (default: all)")
    outline.add_argument("--refresh", action="store_true", help="parse again, whatever the cache holds")
    inspect = _command(
        commands,
        "inspect",
        "show how a document was understood: the health of each page, each block, and for a PDF the reasons",
        _inspect,
    )
    _file_arguments(inspect)
    inspect.add_argument(
        "--pages", default=None, metavar="LIST", help="physical pages that are shown, as in 3-7,12 (default: all)"
    )
    inspect.add_argument("--health", action="store_true", help="only the line of each page, without its blocks")
    inspect.add_argument(
        "--draw",
        default=None,
        metavar="DIR",
        help="write a picture of each page to DIR (page-007.png), with blocks coloured by kind and numbered in reading "
        "order, lines, table cells, levels of headings, running heads and hidden text marked (PDF only)",
    )
    serve = _command(commands, "serve", "run the MCP server", _serve)
    serve.add_argument("--transport", choices=("stdio",), default="stdio", help="how clients connect (default: stdio)")
    return parser


def _command(
    commands: Any, name: str, text: str, run: Callable[[argparse.Namespace, Settings], None]
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
    parser.set_defaults(run=run)
    add_flags(parser)
    return parser


def _file_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="path or URL of the document")
    parser.add_argument("--password", default=None, help="password of an encrypted document")


def _serve(options: argparse.Namespace, settings: Settings) -> None:
    from pincite.server import stdio

    assert options.transport == "stdio"
    stdio.run(settings)


@contextmanager
def _progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr that takes (done, total)."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("pages"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _outline(options: argparse.Namespace, settings: Settings) -> None:
    from rich.console import Console

    from pincite.registry import OpenDocument, Registry

    registry = Registry(settings)
    try:
        with _progress("reading") as step:
            opened = registry.open(
                options.file, password=options.password, refresh=options.refresh, on_progress=step, wait_s=None
            )
        assert isinstance(opened, OpenDocument)  # without a deadline there is nothing to wait for
        _print_outline(Console(highlight=False), opened, options.depth)
    finally:
        registry.close()


def _print_outline(console: Console, opened: OpenDocument, depth: int | None) -> None:
    from rich.markup import escape
    from rich.tree import Tree

    from pincite.health import page_ranges, troubles

    doc, outline, costs = opened.document, opened.outline, opened.costs
    tree = Tree(
        f"[bold]{escape(doc.title)}[/bold]  {len(doc.pages)} pages, {costs.total:,} tokens, {len(doc.tables)} tables  "
        f"[dim]{doc.doc_id}[/dim]"
    )
    nodes: dict[int | None, Tree] = {None: tree}
    for section in outline.sections:
        if depth is not None and section.level > depth:
            continue
        regions = doc.blocks[section.start].regions
        page = f"p. {doc.pages[regions[0].page - 1].cite}, " if regions else ""
        look = "" if section.kind == "heading" else "[italic]"
        title = f"{look}{escape(section.title)}{'[/italic]' if look else ''}"
        nodes[section.id] = nodes[section.parent].add(f"{title}  [dim]{page}{costs.section(section):,} tokens[/dim]")
    console.print(tree)
    for trouble in troubles(doc):
        where = f", {page_ranges(trouble.pages, lambda n: doc.pages[n - 1].cite)}" if trouble.pages else ""
        console.print(f"[yellow]{escape(trouble.code + where)}[/yellow]: {escape(trouble.text)}")


def _inspect(options: argparse.Namespace, settings: Settings) -> None:
    from pincite.sources import SourcePolicy, locate
    from pincite.sources.web import Download, Known, Origin, is_url

    if is_url(options.file):
        _inspect_url(options, settings)
    else:
        source = locate(options.file, SourcePolicy(settings.roots, settings.max_file_mb))
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
    from pincite.parsers.ocr.task import OcrTask
    from pincite.parsers.process import available_cores

    return OcrTask(settings.ocr, _options(settings).languages, available_cores())


def _inspect_pdf(source: Source, doc_id: str, options: argparse.Namespace, settings: Settings) -> None:
    from pincite.parsers.pdf.engine import analyse, build
    from pincite.parsers.pdf.inspection.report import notes_of, report

    with _progress("analysing") as step:
        layout = analyse(
            source.path, password=options.password, max_pages=settings.max_pages, progress=step, ocr=_ocr(settings)
        )
    document = build(layout, doc_id=doc_id, name=source.name)
    pages = page_numbers(options.pages, len(layout.pages))
    for line in report(document, notes_of(layout), pages, blocks=not options.health):
        sys.stdout.write(line + "\n")
    if options.draw:
        from pincite.parsers.pdf.inspection.draw import draw_pages

        with _progress("drawing") as step:
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
    from pincite.sources.browser.rendering import render, render_file
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
        show = partial(render, options.file) if is_url(options.file) else partial(render_file, download.source)
        found, _ = parse_page(download, parse, lambda: show(policy, Path(directory)), policy)
    document = found.document
    pages = page_numbers(options.pages, len(document.pages))
    for line in report(document, NO_NOTES, pages, blocks=not options.health):
        sys.stdout.write(line + "\n")


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


if __name__ == "__main__":
    sys.exit(main())
