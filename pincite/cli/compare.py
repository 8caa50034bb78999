"""``pincite compare A B``: what changed between two versions of a document."""

from __future__ import annotations

import argparse
import sys
from dataclasses import asdict

from pincite.cli.command import DONE, NO, Command, opened, print_json
from pincite.settings import Settings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("old", metavar="A", help="path or URL of the older version")
    parser.add_argument("new", metavar="B", help="path or URL of the newer one")
    parser.add_argument("--password", default=None, help="password of encrypted documents")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    from pincite.compare import compare, lines, summary, versions_of

    old, new = (argparse.Namespace(**{**vars(options), "file": name}) for name in (options.old, options.new))
    with opened(old, settings) as one, opened(new, settings) as other:
        versions = versions_of(one, other)
    found = compare(versions)
    if options.json:
        print_json({**asdict(found), "is_same": found.is_same})
        return DONE if found.is_same else NO
    sys.stdout.write(f"{summary(found)}\n")
    head = ""
    for line in lines(versions, found):
        if line.head != head:
            head = line.head
            sys.stdout.write(f"\n{head}\n")
        sys.stdout.write(f"{line.text}\n")
    return DONE if found.is_same else NO


COMMAND = Command("compare", "say what changed between two versions of a document", _arguments, _run)
