"""A document and the options that it is shown under as one JSON text, and back, the same in all its parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pincite.errors import ParseError
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

SCHEMA = "pincite-result/1"


def to_json(doc: Document, config: Mapping[str, Any]) -> str:
    """Everything that the document holds. Lone surrogates pass as escapes."""
    out = {"schema": SCHEMA, "config": dict(config), "document": _document(doc)}
    return json.dumps(out, ensure_ascii=True, separators=(",", ":"))


def from_json(text: str | bytes) -> tuple[Document, dict[str, Any]]:
    """What ``to_json`` was given. Raises ``ParseError`` (corrupt) for anything else."""
    try:
        found = json.loads(text)
        if found["schema"] != SCHEMA:
            raise ValueError(f"its schema is {found['schema']!r}, not {SCHEMA!r}")
        return _read_document(found["document"]), dict(found["config"])
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise ParseError(
            f"This is no saved result: {type(error).__name__} {error}.",
            hint="Parse the document again and save the result.",
        ) from None


def _document(doc: Document) -> dict[str, Any]:
    plain = {name: getattr(doc, name) for name in ("doc_id", "rev", "source", "format", "parser", "text")}
    return plain | {
        "metadata": {name: getattr(doc.metadata, name) for name in Metadata.__slots__},
        "pages": [_fields(page) | {"label_source": page.label_source.value} for page in doc.pages],
        "blocks": [_fields(block) for block in doc.blocks],
        "tables": [_fields(table) for table in doc.tables],
        "charts": [_fields(chart) for chart in doc.charts],
        "warnings": [_fields(warning) for warning in doc.warnings],
        "confidences": doc.confidences,
        "hidden": doc.hidden,
    }


def _fields(record: Any) -> dict[str, Any]:
    """The fields of a record; named tuples in them become lists."""
    return {name: getattr(record, name) for name in type(record).__slots__}


def _read_document(found: dict[str, Any]) -> Document:
    values = dict(found)
    values["metadata"] = Metadata(**found["metadata"])
    values["pages"] = tuple(Page(**p | {"label_source": LabelSource(p["label_source"])}) for p in found["pages"])
    values["blocks"] = tuple(map(_block, found["blocks"]))
    values["tables"] = tuple(map(_table, found["tables"]))
    values["charts"] = tuple(map(_chart, found["charts"]))
    values["warnings"] = tuple(DocumentWarning(**warning) for warning in found["warnings"])
    values["confidences"] = tuple(Confidence(*word) for word in found.get("confidences", ()))
    values["hidden"] = tuple(
        HiddenText(text, page, Hiding(why), tuple(BBox(*box) for box in boxes))
        for text, page, why, boxes in found.get("hidden", ())
    )
    return Document(**values)


def _block(found: dict[str, Any]) -> Block:
    regions = tuple(Region(a, b, page, None if box is None else BBox(*box)) for a, b, page, box in found["regions"])
    links = tuple(Link(*link) for link in found["links"])
    return Block(
        **found | {"kind": Kind(found["kind"]), "role": Role(found["role"]), "regions": regions, "links": links}
    )


def _table(found: dict[str, Any]) -> Table:
    cells = tuple(Cell._make([*cell, None if fact is None else Fact(*fact)]) for *cell, fact in found["cells"])
    return Table(**found | {"cells": cells, "pages": tuple(found["pages"])})


def _chart(found: dict[str, Any]) -> Chart:
    series = tuple((name, tuple((category, value) for category, value in values)) for name, values in found["series"])
    return Chart(**found | {"axes": tuple(found["axes"]), "series": series})
