"""``pincite search FILE QUERY``: places that a question leads to."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from pincite.cli.command import DONE, NO, Command, file_argument, opened, print_json
from pincite.settings import Settings


def _arguments(parser: argparse.ArgumentParser) -> None:
    file_argument(parser)
    parser.add_argument("query", metavar="QUERY", help='a question, words, or a "quoted phrase"')
    parser.add_argument("--limit", type=int, default=8, metavar="N", help="places to show (default: 8)")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    with opened(options, settings) as result:
        hits = result.search(options.query, limit=max(1, options.limit))
    if options.json:
        print_json([asdict(hit) for hit in hits])
    for hit in () if options.json else hits:
        page = f"p. {hit.page_label}  " if hit.page_label else ""
        sys.stdout.write(f"{page}{' > '.join(hit.section)}\n    {' '.join(hit.snippet.split())}\n    {hit.uri}\n")
    return DONE if hits else NO


COMMAND = Command("search", "find the places of a document that a question leads to", _arguments, _run)
