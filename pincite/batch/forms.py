"""What a batch writes: for each document the bytes of its files, and how the rows of many become one file."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, get_args

from pincite.errors import RequestError
from pincite.exports.files import WRITERS
from pincite.library import ParseResult
from pincite.library.rows import COLUMNS, rows_of

Form = Literal["parquet", "jsonl", "csv", "json", "markdown", "html", "text"]
PARTED = ("parquet", "jsonl", "csv")  # the forms in which the rows of many documents share a file
SUFFIX: Mapping[str, str] = MappingProxyType({"markdown": "md", "text": "txt"})  # where it is not the form's name
_EXPORTS: Mapping[str, Callable[[ParseResult], str]] = MappingProxyType(
    {
        "json": ParseResult.to_json,
        "markdown": ParseResult.export_to_markdown,
        "html": ParseResult.export_to_html,
        "text": ParseResult.export_to_text,
    }
)
WHOLE = "document"  # what stands for a collection in the forms that take the document whole


@dataclass(frozen=True)
class MakeFiles:
    """Makes of a result the bytes of what is written of it, by collection (``document`` in the forms of whole
    documents). Rows have two columns more, ``document`` (its source) and ``doc_id``, and their columns have the same
    types in every file. Raises ``RequestError`` (bad_argument), ``MissingPackageError``."""

    form: Form
    collections: Sequence[str] = ("chunks",)

    def __post_init__(self) -> None:
        if self.form not in get_args(Form):
            raise RequestError(f"There is no form {self.form!r}.", hint=f"Say one of: {', '.join(get_args(Form))}.")
        for name in self.collections:
            if name not in COLUMNS:
                raise RequestError(f"There is no collection {name!r}.", hint=f"Say one of: {', '.join(COLUMNS)}.")
        if self.form == "parquet":
            WRITERS["parquet"]([], ())  # says now what is missing

    def __call__(self, source: str, result: ParseResult) -> dict[str, bytes]:
        if self.form not in PARTED:
            return {WHOLE: _EXPORTS[self.form](result).encode("utf-8", "replace")}
        return {name: self._rows(source, result, name) for name in self.collections}

    def _rows(self, source: str, result: ParseResult, collection: str) -> bytes:
        own = {"document": source, "doc_id": result.document.doc_id}
        rows = [own | row for row in rows_of(result, collection)]
        columns = list(dict.fromkeys((*own, *COLUMNS[collection])))
        if self.form == "parquet":
            return _parquet(rows, columns)
        return WRITERS[self.form](rows, columns)

    def join(self, parts: Sequence[bytes]) -> bytes:
        """The files of one collection of several documents as one."""
        if len(parts) == 1:
            return parts[0]
        if self.form == "csv":
            return parts[0] + b"".join(part.partition(b"\n")[2] for part in parts[1:])
        return _joined(parts) if self.form == "parquet" else b"".join(parts)


def _parquet(rows: list[dict[str, Any]], columns: Sequence[str]) -> bytes:
    import pyarrow

    from pincite.batch.schema import schema

    types = schema(columns)
    data = {f.name: [_column_value(row.get(f.name), f.type) for row in rows] for f in types}
    return _written(pyarrow.table(data, schema=types))


def _column_value(value: Any, kind: Any) -> Any:
    """A mapping or another value of no fixed shape stands in a column of texts as JSON."""
    import json

    import pyarrow

    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if value is not None and pyarrow.types.is_string(kind):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value


def _written(table: Any) -> bytes:
    from pyarrow import parquet

    out = io.BytesIO()
    parquet.write_table(table, out)
    return out.getvalue()


def _joined(parts: Sequence[bytes]) -> bytes:
    import pyarrow
    from pyarrow import parquet

    return _written(pyarrow.concat_tables([parquet.read_table(io.BytesIO(part)) for part in parts]))
