"""Reads the command line, runs the command, and turns errors into words and an exit status."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from pincite import __version__
from pincite.cli import (
    cache,
    compare,
    completion,
    convert,
    doctor,
    inspect,
    install,
    outline,
    push,
    search,
    serve,
    table,
    token,
    verify,
)
from pincite.cli.command import REFUSED, USAGE, Command, add_json
from pincite.errors import PinciteError
from pincite.settings import Settings, add_flags, definitions

COMMANDS: tuple[Command, ...] = (
    outline.COMMAND,
    search.COMMAND,
    verify.COMMAND,
    table.COMMAND,
    compare.COMMAND,
    convert.COMMAND,
    inspect.COMMAND,
    serve.COMMAND,
    token.COMMAND,
    push.COMMAND,
    install.COMMAND,
    cache.COMMAND,
    doctor.COMMAND,
    completion.COMMAND,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status. A first argument that is no command is a file to outline."""
    args = list(sys.argv[1:] if argv is None else argv)
    if args and (args[0] == "-" or not args[0].startswith("-")) and args[0] not in {c.name for c in COMMANDS}:
        args.insert(0, "outline")
    parser = make_parser()
    options = parser.parse_args(args)
    if options.run is None:
        parser.print_help()
        return USAGE
    try:
        settings = Settings.from_env(**{d.name: getattr(options, d.name, None) for d in definitions()})
        status = options.run(options, settings)
        sys.stdout.flush()
    except PinciteError as error:
        _tell(error, as_json=getattr(options, "json", False))
        return REFUSED
    except BrokenPipeError:  # the reader of our output has gone, as in `pincite FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return int(status)


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = argparse.ArgumentParser(
        prog="pincite",
        description="Answer from long documents and prove every quote.",
        epilog="pincite FILE is short for pincite outline FILE. FILE is a path, a URL, or - for standard input.",
    )
    parser.add_argument("--version", action="version", version=f"pincite {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        text = command.text
        one = commands.add_parser(command.name, help=text, description=text[0].upper() + text[1:] + ".")
        one.set_defaults(run=command.run)
        command.add_arguments(one)
        if command.has_json:
            add_json(one)
        add_flags(one)
    return parser


def _tell(error: PinciteError, *, as_json: bool) -> None:
    if as_json:
        told = {"code": error.code, "message": error.message, "hint": error.hint}
        sys.stderr.write(json.dumps({"error": told}) + "\n")
        return
    sys.stderr.write(f"pincite: {error.message} [{error.code}]\n")
    if error.hint:
        sys.stderr.write(f"         {error.hint}\n")
