"""``pincite verify FILE QUOTE``: whether a quote stands in a document, and where."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from pincite.cli.command import DONE, NO, Command, file_argument, opened, print_json
from pincite.settings import Settings

_STANDS = ("verified", "ambiguous")  # on the page that was named, where one was


def _arguments(parser: argparse.ArgumentParser) -> None:
    file_argument(parser)
    parser.add_argument("quote", metavar="QUOTE", help="the words, as they are cited")
    parser.add_argument("--page", default=None, metavar="PAGE", help="where it should stand: a printed label or number")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    with opened(options, settings) as result:
        found = result.verify(options.quote, page=options.page)
    if options.json:
        print_json(asdict(found))
    else:
        sys.stdout.write(f"{found.status}: {found.message}\n")
        for anchor in found.anchors:
            page = f"p. {anchor.page_label}  " if anchor.page_label else ""
            sys.stdout.write(f"  {page}{' > '.join(anchor.section)}  {anchor.uri}\n")
        if found.nearest:
            sys.stdout.write(f"  nearest: {found.nearest}\n")
    return DONE if found.status in _STANDS else NO


COMMAND = Command("verify", "say whether a quote stands in a document, and where", _arguments, _run)
