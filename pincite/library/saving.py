"""Results as files. The name of a path says what is written:

- ``chunks.csv``, ``blocks.jsonl``, ``tables.parquet``, ``charts.json``: one collection; also as ``report.chunks.csv``
- any other ``.json``: the whole result, which ``load`` reads
- ``.md``, ``.txt``, ``.html``: the document as Markdown, text, a page for a person
- a directory (there, or a name without an extension): ``result.json``, ``document.md``, and each collection that is not
  empty as ``.jsonl``
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import TYPE_CHECKING

from pincite.errors import ParseError, RequestError, SourceError
from pincite.exports.files import WRITERS
from pincite.exports.resultjson import from_json
from pincite.library.config import ParseConfig
from pincite.library.rows import COLUMNS, rows_of

if TYPE_CHECKING:
    from pincite.library.result import ParseResult
    from pincite.model import Document

_RESULT = "result.json"
WHOLE_FORMS: Mapping[str, Callable[[ParseResult], str]] = MappingProxyType(
    {
        "json": lambda result: result.to_json(),
        "markdown": lambda result: result.export_to_markdown(),
        "html": lambda result: result.export_to_html(),
        "text": lambda result: result.export_to_text(),
    }
)
_FORM_OF = {"json": "json", "md": "markdown", "markdown": "markdown", "txt": "text", "html": "html", "htm": "html"}


def save(result: ParseResult, path: Path) -> Path:
    """Writes the result, or the part that the path names; see above. Raises ``RequestError`` (bad_argument),
    ``MissingPackageError``, ``OSError``."""
    if path.is_dir() or not path.suffix:
        return _save_all(result, path)
    write(path, _content(result, path))
    return path


def load(path: Path) -> tuple[Document, ParseConfig]:
    """What ``save`` wrote as ``.json``, or into a directory. Raises ``SourceError`` (not_found, unreadable),
    ``ParseError`` (corrupt)."""
    file = path / _RESULT if path.is_dir() else path
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise SourceError(f"There is no file {file}.", hint="Save a result there first.") from None
    except OSError as error:
        raise SourceError(f"{file} cannot be read: {error.strerror}.", code="unreadable") from None
    document, options = from_json(data)
    try:
        return document, ParseConfig(**options)
    except RequestError as error:
        raise ParseError(f"{file} is no saved result: {error.message}", hint=error.hint) from None


def write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all. Raises ``OSError``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _save_all(result: ParseResult, directory: Path) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    write(directory / _RESULT, result.to_json().encode())
    write(directory / "document.md", result.export_to_markdown().encode("utf-8", "replace"))
    for collection, columns in COLUMNS.items():
        if rows := rows_of(result, collection):
            write(directory / f"{collection}.jsonl", WRITERS["jsonl"](rows, columns))
    return directory


def collection_of(name: str) -> str | None:
    """The collection that the name of a file ends with, as ``report.tables.csv``; ``None`` where it names none."""
    last = re.split(r"[.\-_ ]", PurePath(name).stem)[-1].lower()
    return last if last in COLUMNS else None


def rows_as(result: ParseResult, form: str, collection: str) -> tuple[bytes, str, int]:
    """A collection in one of the forms of rows, its name, and how many rows there are. Raises
    ``MissingPackageError``."""
    rows = rows_of(result, collection)
    return WRITERS[form](rows, COLUMNS[collection]), collection, len(rows)


def _content(result: ParseResult, path: Path) -> bytes:
    form = path.suffix[1:].lower()
    collection = collection_of(path.name)
    if form in WRITERS and collection is not None:
        return rows_as(result, form, collection)[0]
    if form in _FORM_OF:
        return WHOLE_FORMS[_FORM_OF[form]](result).encode("utf-8", "replace")
    raise RequestError(
        f"{path.name} does not say what to save.",
        hint=f"Name a collection ({', '.join(COLUMNS)}) with .csv, .jsonl, .json or .parquet, as in chunks.csv; or "
        "result.json, a name with .md, .txt or .html, or a directory.",
    )
