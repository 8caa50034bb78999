"""The file of a document, for what needs more than was parsed of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Original:
    """The file whose bytes gave ``doc_id``. ``name`` is what people call it."""

    doc_id: str
    path: Path
    format: str
    name: str
    password: str | None = field(default=None, repr=False)  # no log may show it
