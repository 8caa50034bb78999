"""The command line: ``pincite FILE``, ``pincite inspect FILE``, ``pincite serve``.

Documents are shown on stdout; progress and errors go to stderr. Exit status: 0 done, 1 the document or the arguments
were refused, 2 the command line could not be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pincite import __version__
from pincite.errors import PinciteError, RequestError
from pincite.settings import Settings, add_flags, definitions

if TYPE_CHECKING:
    from rich.console import Console
    from rich.tree import Tree

    from pincite.parsers.pdf.layout import LayoutBlock, PageLayout
    from pincite.registry import OpenDocument

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
        commands, "inspect", "show how a PDF was understood: the state of each page, each block and why", _inspect
    )
    _file_arguments(inspect)
    inspect.add_argument(
        "--pages", default=None, metavar="A-B", help="physical pages whose blocks are shown (default: all)"
    )
    inspect.add_argument("--health", action="store_true", help="only the line of each page")
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
    parser.add_argument("file", help="path of the document")
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
    for warning in doc.warnings:
        where = f" (page {doc.pages[warning.page - 1].cite})" if warning.page else ""
        console.print(f"[yellow]{warning.code}[/yellow]{where}: {escape(warning.message)}")


def _inspect(options: argparse.Namespace, settings: Settings) -> None:
    from pincite.parsers.pdf.engine import analyse
    from pincite.parsers.pdf.health import page_health
    from pincite.sources import SourcePolicy, locate

    source = locate(options.file, SourcePolicy(roots=settings.roots))
    if source.format != "pdf":
        raise RequestError(
            f"inspect shows PDF files; this is {source.format}.", hint="Use pincite FILE for its outline."
        )
    with _progress("analysing") as step:
        layout = analyse(source.path, password=options.password, max_pages=settings.max_pages, progress=step)
    first, last = _page_range(options.pages, len(layout.pages))
    out = sys.stdout
    for page in layout.pages[first - 1 : last]:
        h = page_health(page)
        label = page.printed_label or page.declared_label or "-"
        out.write(
            f"page {page.number}  label {label}  {h.state.value}  {h.words} words, {h.hidden} hidden, "
            f"{h.garbled:.0%} garbled, images {h.images:.0%}, {len(page.tables)} tables\n"
        )
        if not options.health:
            for block in page.blocks:
                out.write(_block_line(block, page))
    for warning in layout.warnings:
        out.write(f"warning {warning.code} page {warning.page or '-'}: {warning.message}\n")


def _block_line(block: LayoutBlock, page: PageLayout) -> str:
    text = " ".join(line.text for line in block.lines)
    if block.table is not None:
        text = f"{block.table.table.n_rows} x {block.table.table.n_cols}  " + "; ".join(block.table.evidence)
    level = f" {block.level}" if block.level else ""
    last = block.lines[-1].page if block.lines else page.number
    goes_on = f" to page {last}" if last != page.number else ""
    box = ",".join(f"{v:.0f}" for v in block.box)
    why = f"  <- {'; '.join(block.evidence)}" if block.evidence else ""
    return f"  {block.kind.value}{level} [{box}]{goes_on}  {text[:70]}{why}\n"


def _page_range(value: str | None, count: int) -> tuple[int, int]:
    """``"3"``, ``"3-7"`` or ``"3-"`` as first and last page."""
    if value is None:
        return 1, count
    first, dash, last = value.partition("-")
    try:
        a = int(first)
        b = (int(last) if last else count) if dash else a
    except ValueError:
        a = b = 0
    if not 1 <= a <= b or a > count:
        raise RequestError(
            f"--pages {value}: this document has pages 1-{count}.", hint="Give a page or a range, as in 3-7."
        )
    return a, min(b, count)


if __name__ == "__main__":
    sys.exit(main())
