"""``pincite serve``: the MCP server."""

from __future__ import annotations

import argparse

from pincite.cli.command import DONE, Command
from pincite.settings import Settings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--transport", choices=("stdio",), default="stdio", help="how clients connect (default: stdio)")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    from pincite.server import stdio

    assert options.transport == "stdio"
    stdio.run(settings)
    return DONE


COMMAND = Command("serve", "run the MCP server", _arguments, _run, has_json=False)
