"""``pincite push``: sends a document to a shared server. What broke goes on where it was."""

from __future__ import annotations

import argparse
import sys

from pincite.cli.command import DONE, REFUSED, Command, print_json, progress
from pincite.settings import Settings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="path of the document")
    parser.add_argument("--server", required=True, metavar="URL", help="address of the server")
    parser.add_argument("--share", default=None, metavar="WHO", help="everyone, group:NAME or user:NAME may see it too")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    from pincite.cli.sending import Server, push

    server = Server(options.server, settings.token)
    with progress("sending", "bytes") as step:
        told = push(server, options.file, share=options.share, on_progress=step)
    if options.json:
        print_json(told)
    elif told["status"] == "failed":
        sys.stderr.write(f"pincite: {told['error']['message']} [{told['error']['code']}]\n")
    else:
        sys.stdout.write(f"{told['doc_id']}\n")
    return REFUSED if told["status"] == "failed" else DONE


COMMAND = Command("push", "send a document to a shared server; its doc_id comes back", _arguments, _run)
