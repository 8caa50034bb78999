"""What the commands share: their arguments, opening a document, progress, JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from pincite.errors import RequestError
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.library import ParseConfig, ParseResult

DONE, REFUSED, USAGE, NO = 0, 1, 2, 3
STDIN = "-"


class Command(NamedTuple):
    """A command: its name, what it does in words, its arguments, and what runs it and returns the exit status."""

    name: str
    text: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace, Settings], int]
    has_json: bool = True


def file_argument(parser: argparse.ArgumentParser) -> None:
    """The document that a command is about, and its password."""
    parser.add_argument("file", metavar="FILE", help="path or URL of the document, or - for standard input")
    parser.add_argument("--password", default=None, help="password of an encrypted document")
    name_argument(parser)


def name_argument(parser: argparse.ArgumentParser) -> None:
    """What standard input is called: nothing else tells Markdown, or HTML without a head, from plain text."""
    parser.add_argument("--name", default=None, metavar="NAME", help="what standard input is called, as in notes.md")


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer, and tell errors, as JSON")


def print_json(value: Any) -> None:
    """Writes a value as one JSON text."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2, default=str) + "\n")


def stdin_bytes() -> bytes:
    """The document on standard input. Raises ``RequestError`` (bad_argument) for a terminal."""
    if sys.stdin.isatty():
        raise RequestError("- reads a document from standard input.", hint="Pipe one in: pincite - < FILE.")
    return sys.stdin.buffer.read()


def config_of(settings: Settings, *, hidden: bool = False) -> ParseConfig:
    """The settings as options of the library; ``hidden``: what no reader sees is wanted, too."""
    from pincite.library import ParseConfig

    return ParseConfig(
        max_pages=settings.max_pages,
        include_comments=settings.comments,
        include_speaker_notes=settings.notes,
        tracked_changes=settings.changes,
        include_hidden=hidden,
        render=settings.render,
        libreoffice=settings.libreoffice,
        ocr=settings.ocr,
        ocr_languages=settings.ocr_languages,
    )


@contextmanager
def opened(options: argparse.Namespace, settings: Settings, *, hidden: bool = False) -> Iterator[ParseResult]:
    """The document, from the cache where it is there; standard input, and what is read with its hidden text, is parsed
    and not kept. Raises as ``parse_document``."""
    from pincite.library import DocumentParser, ParseResult
    from pincite.registry import OpenDocument, Registry

    config = config_of(settings, hidden=hidden)
    if options.file == STDIN or hidden:
        piped = options.file == STDIN
        with DocumentParser(config) as parser, progress("reading") as step:
            result = parser.parse(
                stdin_bytes() if piped else options.file,
                options.password,
                name=options.name if piped else None,
                on_stage=lambda stage: step(stage.done, stage.total),
            )
        yield result
        return
    registry = Registry(settings)
    try:
        with progress("reading") as step:
            found = registry.open(
                options.file,
                password=options.password,
                refresh=getattr(options, "refresh", False),
                on_progress=step,
                wait_s=None,
            )
        assert isinstance(found, OpenDocument)  # without a deadline there is nothing to wait for
        yield ParseResult(found.document, config)
    finally:
        registry.close()


@contextmanager
def progress(text: str, unit: str = "pages") -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr that takes (done, total)."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(text, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
