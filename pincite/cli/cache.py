"""``pincite cache``: what is kept of documents, and its removal."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from typing import Any

from pincite.cli.command import DONE, Command, print_json
from pincite.settings import Settings


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=("list", "clear", "path"), default="list", help="(default: list)")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    if options.action == "path":
        path = str(settings.cache_dir)
        print_json({"path": path}) if options.json else sys.stdout.write(path + "\n")
        return DONE
    from pincite.registry import Registry

    registry = Registry(settings)
    try:
        entries = registry.entries() if settings.database_url or settings.cache_dir.exists() else []
        if options.action == "clear":
            for doc_id in {entry.key.doc_id for entry in entries}:
                registry.forget(doc_id)
    finally:
        registry.close()
    facts: list[dict[str, Any]] = [
        {
            "doc_id": entry.key.doc_id,
            "source": entry.source,
            "title": entry.title,
            "format": entry.format,
            "pages": entry.pages,
            "tokens": entry.tokens,
            "bytes": entry.size,
            "used": datetime.fromtimestamp(entry.used, UTC).isoformat(timespec="seconds"),
        }
        for entry in entries
    ]
    if options.json:
        print_json({"cleared" if options.action == "clear" else "documents": facts})
    elif options.action == "clear":
        sys.stdout.write(f"{len(facts)} document{'' if len(facts) == 1 else 's'} removed\n")
    else:
        for one in facts:
            sys.stdout.write(f"{one['doc_id']}  {one['used'][:10]}  {one['pages']:>5} pages  {one['source']}\n")
    return DONE


COMMAND = Command("cache", "list the documents that are kept, remove them, or tell where they are", _arguments, _run)
