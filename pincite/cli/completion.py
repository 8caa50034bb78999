"""``pincite completion SHELL``: the script that completes commands, options and files."""

from __future__ import annotations

import argparse
import sys

from pincite.cli.command import DONE, Command
from pincite.errors import MissingPackageError
from pincite.settings import Settings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="for which shell; load its output there")


def _run(options: argparse.Namespace, settings: Settings) -> int:  # noqa: ARG001 - as all commands
    try:
        import shtab
    except ImportError:
        raise MissingPackageError("Completion needs shtab, which is not installed.", hint="pip install shtab") from None

    from pincite.cli.main import make_parser

    sys.stdout.write(shtab.complete(_with_files(make_parser(), shtab.FILE), options.shell))
    return DONE


def _with_files(parser: argparse.ArgumentParser, files: object) -> argparse.ArgumentParser:
    """Marks the arguments that are completed with names of files."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in set(action.choices.values()):
                _with_files(command, files)
        elif action.dest in ("file", "files", "draw", "output", "cache_dir", "roots"):
            action.complete = files  # type: ignore[attr-defined]
    return parser


COMMAND = Command("completion", "print the script that completes the command line", _arguments, _run, has_json=False)
