"""``pincite table FILE t3``: one table; without its name the list of them."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pincite.cli.command import DONE, Command, file_argument, opened, print_json
from pincite.errors import UnknownReferenceError
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.library import ParseResult, TableView

_FORMS: Mapping[str, Callable[[TableView], str]] = MappingProxyType(
    {
        "markdown": lambda table: table.to_markdown(),
        "csv": lambda table: table.to_csv(),
        "jsonl": lambda table: table.to_jsonl(),
        "melted": lambda table: table.to_melted(),
        "html": lambda table: table.to_html(),
    }
)


def _arguments(parser: argparse.ArgumentParser) -> None:
    file_argument(parser)
    parser.add_argument("table", nargs="?", default=None, metavar="TABLE", help="its name, as t3 (default: list them)")
    parser.add_argument("-t", "--to", choices=tuple(_FORMS), default="markdown", help="its form (default: markdown)")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    with opened(options, settings) as result:
        if options.table is None:
            _list(result, as_json=options.json)
        elif options.json:
            table = _find(result, options.table)
            print_json(_facts(table) | {"cells": [r for r in result.rows("tables") if r["table_id"] == table.id]})
        else:
            sys.stdout.write(_FORMS[options.to](_find(result, options.table)).rstrip("\n") + "\n")
    return DONE


def _find(result: ParseResult, name: str) -> TableView:
    match = re.fullmatch(r"t?(\d{1,9})", name.strip())
    found = [table for table in result.tables if match and table.id == int(match[1])]
    if not found:
        last = f"Tables are t0 to t{len(result.tables) - 1}." if result.tables else "The document has none."
        raise UnknownReferenceError(f"There is no table {name}.", code="unknown_table", hint=last)
    return found[0]


def _facts(table: TableView) -> dict[str, object]:
    return {
        "id": f"t{table.id}",
        "caption": table.caption,
        "page_number": table.page_number,
        "page_label": table.page_label,
        "rows": table.table.n_rows,
        "columns": table.table.n_cols,
    }


def _list(result: ParseResult, *, as_json: bool) -> None:
    facts = [_facts(table) for table in result.tables]
    if as_json:
        print_json(facts)
        return
    for one in facts:
        page = f"p. {one['page_label']}  " if one["page_label"] else ""
        sys.stdout.write(f"{one['id']}  {page}{one['rows']} x {one['columns']}  {one['caption'] or ''}".rstrip() + "\n")


COMMAND = Command("table", "print a table of a document, or list them", _arguments, _run)
