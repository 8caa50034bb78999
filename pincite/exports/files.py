"""Flat rows as the bytes of a file: CSV, JSON, JSON Lines, Parquet."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any

from pincite.errors import MissingPackageError

Rows = Sequence[Mapping[str, Any]]


def to_csv(rows: Rows, columns: Iterable[str]) -> bytes:
    """Comma-separated, UTF-8; lists stand in a cell as JSON, ``None`` as nothing."""
    names = list(columns)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_csv_cell(row.get(name)) for name in names] for row in rows)
    return out.getvalue().encode("utf-8", "backslashreplace")


def _csv_cell(value: Any) -> Any:
    return _json(value) if isinstance(value, (list, tuple, Mapping)) else value


def to_jsonl(rows: Rows, columns: Iterable[str]) -> bytes:
    """A JSON object a line."""
    names = list(columns)
    return "".join(_json({name: row.get(name) for name in names}) + "\n" for row in rows).encode("utf-8", "replace")


def to_json(rows: Rows, columns: Iterable[str]) -> bytes:
    """A JSON list of objects."""
    names = list(columns)
    lines = ",\n".join(_json({name: row.get(name) for name in names}) for row in rows)
    return f"[\n{lines}\n]\n".encode("utf-8", "replace")


def to_parquet(rows: Rows, columns: Iterable[str]) -> bytes:
    """A Parquet file. Raises ``MissingPackageError`` without pyarrow."""
    if find_spec("pyarrow") is None:
        raise MissingPackageError(
            "Parquet needs pyarrow, which is not installed.", hint="pip install 'pincite[parquet]'"
        )
    import pyarrow
    from pyarrow import parquet

    data = {name: [_plain(row.get(name)) for row in rows] for name in columns}
    out = io.BytesIO()
    parquet.write_table(pyarrow.table(data), out)
    return out.getvalue()


def _plain(value: Any) -> Any:
    """What a column can hold: mappings of many shapes as JSON, tuples as lists."""
    if isinstance(value, Mapping):
        return _json(value)
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=_unmapped)


def _unmapped(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(type(value).__name__)


WRITERS: Mapping[str, Callable[[Rows, Iterable[str]], bytes]] = MappingProxyType(
    {"csv": to_csv, "jsonl": to_jsonl, "json": to_json, "parquet": to_parquet}
)
