"""The types of Parquet columns: fixed, so that the parts of a batch are one data set whatever a document holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

_KINDS: Mapping[str, str] = MappingProxyType(
    {
        name: kind
        for kind, names in {
            "text": "document doc_id text heading role page_label anchor extra kind caption row column unit currency "
            "title series category label source author subject keywords language created modified creator "
            "producer format why",
            "texts": "path page_labels links",
            "whole": "page_number tokens level table_id chart_id row_index column_index scale rowspan colspan number "
            "id parent pages",
            "wholes": "page_numbers table_ids chart_ids",
            "real": "value amount width height",
            "boxes": "boxes",
            "truth": "ocr_used",
        }.items()
        for name in names.split()
    }
)


def kind_of(column: str) -> str:
    """What a column of any collection holds. Raises ``KeyError`` for one that has no type."""
    return _KINDS[column]


def schema(columns: Sequence[str]) -> Any:
    """The ``pyarrow.Schema`` of these columns."""
    import pyarrow

    types = {
        "text": pyarrow.string(),
        "texts": pyarrow.list_(pyarrow.string()),
        "whole": pyarrow.int64(),
        "wholes": pyarrow.list_(pyarrow.int64()),
        "real": pyarrow.float64(),
        "boxes": pyarrow.list_(pyarrow.list_(pyarrow.float64())),
        "truth": pyarrow.bool_(),
    }
    return pyarrow.schema([(name, types[kind_of(name)]) for name in columns])
