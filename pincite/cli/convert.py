"""``pincite convert FILE… -t FORM -o OUT``: documents as other files."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from pincite.cli.command import DONE, REFUSED, STDIN, Command, config_of, name_argument, opened, print_json, progress
from pincite.errors import PinciteError, RequestError
from pincite.library.rows import COLUMNS
from pincite.settings import Settings

_FORMS = ("markdown", "json", "jsonl", "csv", "parquet", "html", "text")


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="paths, directories, URLs, or - for standard input")
    parser.add_argument("-t", "--to", choices=_FORMS, default="markdown", help="the form (default: markdown)")
    parser.add_argument(
        "-o",
        "--output",
        default=None,
        metavar="OUT",
        help="a file for one document, a directory for several: an interrupted run goes on there (default: stdout)",
    )
    parser.add_argument(
        "--collection",
        choices=tuple(COLUMNS),
        default="chunks",
        help="what goes into jsonl, csv and parquet (default: chunks); json holds the whole result",
    )
    parser.add_argument(
        "--include-hidden",
        action="store_true",
        help="read what no reader sees, too: it is in json and in the collection hidden, which asks for it by itself",
    )
    parser.add_argument("--password", default=None, help="password of encrypted documents")
    name_argument(parser)


def _run(options: argparse.Namespace, settings: Settings) -> int:
    single = len(options.files) == 1 and not Path(options.files[0]).expanduser().is_dir()
    if STDIN in options.files and not single:
        raise RequestError("Standard input is one document.", hint="Convert it by itself: pincite convert -.")
    if single and not (options.output and Path(options.output).is_dir()):
        return _convert_one(options, settings)
    return _convert_all(options, settings)


def _convert_one(options: argparse.Namespace, settings: Settings) -> int:
    from pincite.batch.forms import MakeFiles
    from pincite.library.saving import write

    make = MakeFiles(options.to, (options.collection,))
    (options.file,) = options.files
    with opened(options, settings, hidden=_hidden(options)) as result:
        (data,) = make(options.file, result).values()
    if options.output is None:
        if options.json:
            raise RequestError("--json tells what was written.", hint="Say -o OUT, or -t json for the document.")
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return DONE
    write(Path(options.output), data)
    if options.json:
        print_json({"written": 1, "skipped": 0, "failed": [], "output": options.output})
    return DONE


def _hidden(options: argparse.Namespace) -> bool:
    return bool(options.include_hidden) or options.collection == "hidden"


def _convert_all(options: argparse.Namespace, settings: Settings) -> int:
    """Several documents, parsed past the cache: many would push out what is in it."""
    from pincite.batch import write_all

    if options.output is None:
        raise RequestError("Several documents need a directory.", hint="Say -o DIRECTORY.")
    done = 0
    with progress("converting", "documents") as step:

        def note(source: str, error: PinciteError | None) -> None:
            nonlocal done
            done += 1
            step(done, 0)
            if error is not None and not options.json:
                sys.stderr.write(f"pincite: {source}: {error.message} [{error.code}]\n")

        summary = write_all(
            options.files,
            options.output,
            form=options.to,
            collections=(options.collection,),
            workers=settings.workers,
            password=options.password,
            timeout=settings.parse_timeout,
            memory_mb=settings.worker_memory_mb,
            on_document=note,
            **config_of(settings, hidden=_hidden(options)).as_dict(),
        )
    failed = [{"source": source, "code": error.code, "message": error.message} for source, error in summary.failed]
    if options.json:
        print_json({"written": summary.written, "skipped": summary.skipped, "failed": failed, "output": options.output})
    else:
        sys.stderr.write(f"{summary.written} written, {summary.skipped} were there, {len(failed)} failed\n")
    return REFUSED if failed else DONE


COMMAND = Command("convert", "write documents as Markdown, JSON, tables, HTML or text", _arguments, _run)
