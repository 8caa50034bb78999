"""``pincite serve``: the MCP server."""

from __future__ import annotations

import argparse
from pathlib import Path

from pincite.cli.command import DONE, Command
from pincite.settings import Settings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--transport",
        choices=("stdio", "http"),
        default="stdio",
        help="how clients connect: one over stdin and stdout, or many over HTTP at /mcp (default: stdio)",
    )
    parser.add_argument("folders", nargs="*", metavar="DIR", help="directories to open documents from, as with --root")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    if options.folders:
        folders = (Path(folder).expanduser() for folder in options.folders)
        settings = settings.model_copy(update={"roots": (*settings.roots, *folders)})
    if options.transport == "stdio":
        from pincite.server import stdio

        stdio.run(settings)
    else:
        from pincite.server.http import serve

        # chats of this machine's own user are nobody else's
        serve.run(settings.model_copy(update={"allow_chat_dir": False}))
    return DONE


COMMAND = Command("serve", "run the MCP server", _arguments, _run, has_json=False)
