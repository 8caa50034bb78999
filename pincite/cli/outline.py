"""``pincite FILE``: the outline of a document and what each part costs to read."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from pincite.cli.command import DONE, Command, file_argument, opened, print_json
from pincite.settings import Settings

if TYPE_CHECKING:
    from rich.console import Console

    from pincite.library import ParseResult


def _arguments(parser: argparse.ArgumentParser) -> None:
    file_argument(parser)
    parser.add_argument("--depth", type=int, default=None, metavar="N", help="levels to show (default: all)")
    parser.add_argument("--refresh", action="store_true", help="parse again, whatever the cache holds")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    with opened(options, settings) as result:
        if options.json:
            print_json(_facts(result, options.depth))
        else:
            from rich.console import Console

            _print(Console(highlight=False), result, options.depth)
    return DONE


def _facts(result: ParseResult, depth: int | None) -> dict[str, object]:
    costs = {section.id: result.costs.section(section) for section in result.outline.sections}
    nodes = [node for node in result.hierarchy if depth is None or node.level <= depth]
    return {
        **asdict(result.metadata),
        "tables": len(result.tables),
        "charts": len(result.charts),
        "outline": [
            {
                "id": node.id,
                "level": node.level,
                "title": node.text,
                "page_number": node.page_number,
                "page_label": node.page_label,
                "parent": node.parent,
                "tokens": costs[node.id],
            }
            for node in nodes
        ],
        "troubles": [
            {"code": trouble.code, "pages": list(trouble.pages), "text": trouble.text} for trouble in result.troubles
        ],
    }


def _print(console: Console, result: ParseResult, depth: int | None) -> None:
    from rich.markup import escape
    from rich.tree import Tree

    from pincite.health import page_ranges, troubles

    doc, outline, costs = result.document, result.outline, result.costs
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


COMMAND = Command("outline", "print the outline of a document and what each part costs to read", _arguments, _run)
