"""``pincite install``: this server in the configuration of a client, or out of it again."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pincite.cli.command import DONE, REFUSED, Command, print_json
from pincite.clients import CLIENTS, Client, ConfigFile, own_entry
from pincite.errors import RequestError
from pincite.settings import Settings, definitions, this_machine


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--client", choices=tuple(CLIENTS), required=True, help="the program that is to use it")
    parser.add_argument("--name", default="pincite", help="what the server is called there (default: pincite)")
    parser.add_argument("--project", metavar="DIR", help="write the configuration of a project, not the user's")
    parser.add_argument("--file", metavar="FILE", help="the configuration file, where it stands elsewhere")
    parser.add_argument("--undo", action="store_true", help="take the server out again")
    parser.add_argument("--dry-run", action="store_true", help="show what would change and change nothing")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    client = CLIENTS[options.client]
    file = ConfigFile(_path(options, client), client.table)
    undo = file.undone(options.name) if options.undo else None
    text = undo.text if undo else file.with_entry(options.name, _entry(options, settings, client))
    diff = file.diff(text)
    changes = bool(diff) or (undo is not None and undo.text is None)
    sure = changes and not options.dry_run and _agreed(options, diff)
    if sure:
        if undo:
            file.write_undone(undo)
        else:
            file.write(text)
    if options.json:
        print_json({"file": str(file.path), "diff": diff, "written": sure})
    elif options.dry_run:
        sys.stdout.write(diff or f"{file.path}: nothing would change.\n")
    elif changes:
        sys.stdout.write(f"{file.path} was changed. {client.afterwards}\n" if sure else "Nothing was changed.\n")
    else:
        sys.stdout.write(f"{file.path} is so already.\n")
    return DONE if sure or options.dry_run or not changes else REFUSED


def _path(options: argparse.Namespace, client: Client) -> Path:
    if options.file:
        return Path(options.file).expanduser()
    if options.project is None:
        path = client.file(this_machine())
        if not path.parent.is_dir():
            raise RequestError(
                f"{client.title} keeps its settings in {path.parent}, and that is not there.",
                hint=f"Install {client.title} and start it once, or name its file with --file.",
            )
        return path
    if client.project_file is None:
        raise RequestError(f"{client.title} has no settings of a project.", hint="Leave --project out.")
    project = Path(options.project).expanduser()
    if not project.is_dir():
        raise RequestError(f"{project} is no directory.", hint="Name the directory of the project.")
    return project / client.project_file


def _entry(options: argparse.Namespace, settings: Settings, client: Client) -> dict[str, Any]:
    """The entry with each flag of a setting that was given, its paths absolute."""
    for root in settings.roots:
        if not root.is_dir():
            raise RequestError(f"{root} is no directory.", hint="Name a directory of documents with --root.")
    return own_entry(_flags(options, settings), typed=client.typed)


def _flags(options: argparse.Namespace, settings: Settings) -> Mapping[str, Sequence[str]]:
    given = [d for d in definitions() if getattr(options, d.name, None) is not None]
    return {d.flag: _values(getattr(options, d.name), getattr(settings, d.name)) for d in given}


def _values(given: str | list[str], value: Any) -> list[str]:
    """What was given, as it is; places of this machine as absolute paths."""
    if isinstance(value, Path):
        return [str(value.absolute())]
    if isinstance(value, tuple) and value and all(isinstance(one, Path) for one in value):
        return [str(one.absolute()) for one in value]
    return list(given) if isinstance(given, list) else [given]


def _agreed(options: argparse.Namespace, diff: str) -> bool:
    if options.yes:
        return True
    if options.json or not sys.stdin.isatty():
        sys.stderr.write(diff)
        raise RequestError("Nothing was written: nobody can be asked here.", hint="Say --yes, or --dry-run to look.")
    sys.stderr.write(f"{diff}Write this? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


COMMAND = Command("install", "put this server into the configuration of a client", _arguments, _run)
