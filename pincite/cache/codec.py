"""Document <-> bytes: compressed columns behind a header with a format version and a checksum.

The bytes are data that cannot execute (no pickle); whatever is wrong with them ends in ``CorruptEntry``. Decoding is
what a warm ``open`` waits for, so nothing here loops over records where C code can: a document of 500 pages decodes
in some 40 ms.
"""

from __future__ import annotations

import gc
import hashlib
import json
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice, repeat
from typing import Any, TypeVar

from pincite.cache.columns import ColumnReader, ColumnWriter
from pincite.model import (
    BBox,
    Block,
    Cell,
    Chart,
    Confidence,
    Document,
    DocumentWarning,
    Fact,
    HiddenText,
    Hiding,
    Kind,
    LabelSource,
    Link,
    Metadata,
    Page,
    Region,
    Role,
    Table,
)

FORMAT_VERSION = 4
_HEADER = struct.Struct("<4sHQ16s")  # magic, version, length of the uncompressed payload, digest of the compressed one
_MAGIC = b"PNCT"
_MAX_RAW = 1 << 32
_LEVEL = 4
_ABSENT = -1  # stands for None in a column of ids, levels and page numbers, none of which is negative

T = TypeVar("T")


class CorruptEntry(Exception):  # noqa: N818 - a state of a cache entry, which its reader turns into a miss
    """The bytes are not a document that this version wrote: cut off, changed, foreign, or of another format version."""


def encode(doc: Document) -> bytes:
    """The document as bytes, such that ``decode(encode(doc)) == doc``. Raises ValueError where the ids of blocks,
    tables or charts are not their positions."""
    for ids in ([b.id for b in doc.blocks], [t.id for t in doc.tables], [c.id for c in doc.charts]):
        if ids != list(range(len(ids))):
            raise ValueError("ids must be positions")
    out = ColumnWriter()
    out.text(json.dumps(_facts(doc), ensure_ascii=True, separators=(",", ":")))
    out.text(doc.text)
    _write_blocks(out, doc.blocks)
    _write_confidences(out, doc.confidences)
    _write_cells(out, doc)
    raw = out.getvalue()
    body = zlib.compress(raw, _LEVEL)
    return _HEADER.pack(_MAGIC, FORMAT_VERSION, len(raw), _digest(body)) + body


def decode(data: bytes) -> Document:
    """The document that ``encode`` was given. Raises CorruptEntry for anything but its complete, unchanged bytes."""
    raw = _payload(data)
    try:
        with _collector_paused():
            return _read(ColumnReader(raw))
    except (ValueError, TypeError, KeyError, IndexError, StopIteration, RecursionError) as error:
        raise CorruptEntry(f"the columns do not make a document: {error}") from error


def _digest(body: bytes | memoryview) -> bytes:
    return hashlib.blake2b(body, digest_size=16).digest()


def _payload(data: bytes) -> bytes:
    if len(data) < _HEADER.size:
        raise CorruptEntry("too short")
    magic, version, length, digest = _HEADER.unpack_from(data)
    if magic != _MAGIC:
        raise CorruptEntry("not a document of this cache")
    if version != FORMAT_VERSION:
        raise CorruptEntry(f"format version {version}, not {FORMAT_VERSION}")
    body = memoryview(data)[_HEADER.size :]
    if _digest(body) != digest or length > _MAX_RAW:
        raise CorruptEntry("checksum differs")
    inflater = zlib.decompressobj()
    try:
        raw = inflater.decompress(body, length + 1)
    except (zlib.error, MemoryError) as error:
        raise CorruptEntry(str(error)) from error
    if len(raw) != length or not inflater.eof or inflater.unused_data:
        raise CorruptEntry("length differs")
    return raw


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Making a hundred thousand objects that all live on sets off collections that find nothing and take a third of
    the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


# What occurs by the hundred at most: as JSON.


def _facts(doc: Document) -> dict[str, object]:
    meta = doc.metadata
    return {
        "document": [doc.doc_id, doc.rev, doc.source, doc.format, doc.parser],
        "metadata": [getattr(meta, name) for name in Metadata.__slots__],
        "pages": [
            [p.number, p.label, p.width, p.height, p.rotation, p.source, p.label_source.value, p.confidence]
            for p in doc.pages
        ],
        "tables": [[t.block, t.n_rows, t.n_cols, len(t.cells), t.caption, t.pages] for t in doc.tables],
        "charts": [[c.block, c.kind, c.title, c.axes, c.series] for c in doc.charts],
        "warnings": [[w.code, w.message, w.page] for w in doc.warnings],
        "hidden": [[h.text, h.page, h.why.value, h.boxes] for h in doc.hidden],
    }


def _read(columns: ColumnReader) -> Document:
    facts = json.loads(columns.text())
    doc_id, rev, source, format, parser = facts["document"]
    text = columns.text()
    blocks = _read_blocks(columns)
    confidences = _read_confidences(columns)
    cells = _read_cells(columns, text)
    columns.finish()
    return Document(
        doc_id=doc_id,
        rev=rev,
        source=source,
        format=format,
        parser=parser,
        text=text,
        pages=tuple(map(_page, facts["pages"])),
        blocks=blocks,
        tables=tuple(_table(i, row, cells) for i, row in enumerate(facts["tables"])),
        charts=tuple(_chart(i, row) for i, row in enumerate(facts["charts"])),
        warnings=tuple(DocumentWarning(*row) for row in facts["warnings"]),
        metadata=Metadata(*facts["metadata"]),
        confidences=confidences,
        hidden=tuple(map(_hidden, facts["hidden"])),
    )


def _page(row: Sequence[Any]) -> Page:
    number, label, width, height, rotation, source, label_source, confidence = row
    return Page(number, label, width, height, rotation, source, LabelSource(label_source), confidence)


def _hidden(row: Sequence[Any]) -> HiddenText:
    text, page, why, boxes = row
    return HiddenText(text, page, Hiding(why), tuple(BBox(*box) for box in boxes))


def _table(index: int, row: Sequence[Any], cells: Iterator[Cell]) -> Table:
    block, n_rows, n_cols, n_cells, caption, pages = row
    own = tuple(islice(cells, n_cells))
    return Table(index, block, n_rows, n_cols, own, caption, tuple(pages))


def _chart(index: int, row: Sequence[Any]) -> Chart:
    block, kind, title, axes, series = row
    points = tuple((name, tuple((category, value) for category, value in values)) for name, values in series)
    return Chart(index, block, kind, title, tuple(axes), points)


# Blocks, regions and links: as columns.


def _write_blocks(out: ColumnWriter, blocks: Sequence[Block]) -> None:
    _write_names(out, [b.kind.value for b in blocks])
    _write_names(out, [b.role.value for b in blocks])
    out.steps([b.start for b in blocks])
    out.steps([b.end for b in blocks])
    for values in ([b.level for b in blocks], [b.table for b in blocks], [b.chart for b in blocks]):
        _write_optional(out, values)
    out.integers([len(b.regions) for b in blocks])
    out.integers([len(b.links) for b in blocks])
    _write_regions(out, [r for b in blocks for r in b.regions])
    _write_links(out, [link for b in blocks for link in b.links])


def _read_blocks(columns: ColumnReader) -> tuple[Block, ...]:
    kinds = _read_names(columns, Kind)
    roles = _read_names(columns, Role)
    starts, ends = columns.steps(), columns.steps()
    levels, tables, charts = (_read_optional(columns) for _ in range(3))
    n_regions, n_links = columns.integers(), columns.integers()
    regions = _groups(_read_regions(columns), n_regions)
    links = _groups(_read_links(columns), n_links)
    fields = (range(len(kinds)), kinds, starts, ends, regions, levels, roles, tables, charts, links)
    return _records(Block, fields)


def _write_regions(out: ColumnWriter, regions: Sequence[Region]) -> None:
    out.steps([r.start for r in regions])
    out.integers([r.end - r.start for r in regions])
    out.integers([r.page for r in regions])
    boxes = [r.bbox for r in regions if r.bbox is not None]
    out.integers([] if len(boxes) in (0, len(regions)) else [r.bbox is not None for r in regions])
    for side in range(4):
        out.floats([box[side] for box in boxes])


def _read_regions(columns: ColumnReader) -> list[Region]:
    starts, lengths, pages, has_box = columns.steps(), columns.integers(), columns.integers(), columns.integers()
    sides = [columns.floats() for _ in range(4)]
    boxes: Iterable[BBox | None] = _tuples(BBox, zip(*sides, strict=True))
    if has_box:
        boxes = _spread(boxes, has_box)
    elif not sides[0]:
        boxes = repeat(None, len(starts))
    ends = map(int.__add__, starts, lengths)
    return list(_tuples(Region, zip(starts, ends, pages, boxes, strict=True)))


def _spread(values: Iterable[T], present: Iterable[int]) -> Iterator[T | None]:
    rest = iter(values)
    return (next(rest) if here else None for here in present)


def _write_links(out: ColumnWriter, links: Sequence[Link]) -> None:
    numbers: dict[str, int] = {}
    uris = [None if link.uri is None else numbers.setdefault(link.uri, len(numbers)) for link in links]
    out.text(json.dumps(list(numbers)))
    _write_optional(out, uris)
    out.steps([link.start for link in links])
    out.steps([link.end for link in links])
    _write_optional(out, [link.page for link in links])


def _read_links(columns: ColumnReader) -> list[Link]:
    table: list[str] = json.loads(columns.text())
    uris = [None if i is None else table[i] for i in _read_optional(columns)]
    starts, ends, pages = columns.steps(), columns.steps(), _read_optional(columns)
    return list(_tuples(Link, zip(starts, ends, uris, pages, strict=True)))


# Cells: their text is the document's own but for escaped pipes, so only the exceptions are stored.


def _write_cells(out: ColumnWriter, doc: Document) -> None:
    cells = [cell for table in doc.tables for cell in table.cells]
    out.steps([c.start for c in cells])
    out.steps([c.end for c in cells])
    for values in ([c.row for c in cells], [c.col for c in cells]):
        out.integers(values)
    for values in ([c.rowspan for c in cells], [c.colspan for c in cells], [int(c.is_header) for c in cells]):
        out.integers(values)
    other = [(i, c.text) for i, c in enumerate(cells) if c.text != doc.text[c.start : c.end]]
    out.integers([i for i, _ in other])
    out.text(json.dumps([text for _, text in other]))
    told = [(i, c.fact) for i, c in enumerate(cells) if c.fact is not None]
    out.integers([i for i, _ in told])
    out.text(json.dumps([fact for _, fact in told]))


def _read_cells(columns: ColumnReader, text: str) -> Iterator[Cell]:
    starts, ends = columns.steps(), columns.steps()
    rows, cols, rowspans, colspans, headers = (columns.integers() for _ in range(5))
    texts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    for i, other in zip(columns.integers(), json.loads(columns.text()), strict=True):
        texts[i] = other
    facts: list[Fact | None] = [None] * len(texts)
    for i, fact in zip(columns.integers(), json.loads(columns.text()), strict=True):
        facts[i] = Fact(*fact)
    fields = zip(rows, cols, rowspans, colspans, map(bool, headers), starts, ends, texts, facts, strict=True)
    return _tuples(Cell, fields)


def _write_confidences(out: ColumnWriter, confidences: Sequence[Confidence]) -> None:
    out.steps([c.start for c in confidences])
    out.integers([c.end - c.start for c in confidences])
    out.integers([c.percent for c in confidences])


def _read_confidences(columns: ColumnReader) -> tuple[Confidence, ...]:
    starts, lengths, percents = columns.steps(), columns.integers(), columns.integers()
    ends = map(int.__add__, starts, lengths)
    return tuple(_tuples(Confidence, zip(starts, ends, percents, strict=True)))


# Helpers for many records at once.


def _tuples(cls: type[T], rows: Iterable[tuple[object, ...]]) -> Iterator[T]:
    """Named tuples out of plain ones, without a Python frame for each."""
    make: Callable[..., T] = tuple.__new__
    return map(make, repeat(cls), rows)


def _records(cls: type[T], fields: Sequence[Iterable[object]]) -> tuple[T, ...]:
    """Frozen slotted records, a column at a time through the slots themselves: a third of the time of calling the
    class."""
    columns = [list(field) for field in fields]
    if len({len(column) for column in columns}) != 1:
        raise ValueError("columns of different lengths")
    records = tuple(map(object.__new__, repeat(cls, len(columns[0]))))
    slots: Sequence[str] = cls.__slots__  # type: ignore[attr-defined]  # a frozen slotted dataclass
    for name, column in zip(slots, columns, strict=True):
        deque(map(getattr(cls, name).__set__, records, column), maxlen=0)
    return records


def _groups(items: Sequence[T], sizes: Iterable[int]) -> Iterator[tuple[T, ...]]:
    """Consecutive runs of ``items`` of the given sizes. Raises ValueError unless they cover all of them."""
    at = 0
    for size in sizes:
        yield tuple(items[at : at + size]) if size else ()
        at += size
    if at != len(items):
        raise ValueError("group sizes do not add up")


def _write_names(out: ColumnWriter, names: Sequence[str]) -> None:
    numbers: dict[str, int] = {}
    codes = [numbers.setdefault(name, len(numbers)) for name in names]
    out.text(json.dumps(list(numbers)))
    out.integers(codes)


def _read_names(columns: ColumnReader, make: Callable[[str], T]) -> list[T]:
    members = [make(name) for name in json.loads(columns.text())]
    return list(map(members.__getitem__, columns.integers()))


def _write_optional(out: ColumnWriter, values: Sequence[int | None]) -> None:
    if any(value is not None and value < 0 for value in values):
        raise ValueError("a negative id, level or page number")
    out.integers(list(chain(_ABSENT if value is None else value for value in values)))


def _read_optional(columns: ColumnReader) -> list[int | None]:
    values = columns.integers()
    if not values or max(values) == _ABSENT:
        return [None] * len(values)
    return [None if value == _ABSENT else value for value in values]
