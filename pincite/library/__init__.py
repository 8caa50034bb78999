"""The Python library: ``parse_document`` and what it returns.

The same core as the server's. A document is parsed in this process, in one go, or by the workers of a
``DocumentParser``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.lazy import getter
from pincite.library.config import Options, ParseConfig
from pincite.library.hierarchy import Hierarchy, Node
from pincite.library.parsing import (
    DocumentParser,
    Stage,
    parse_document,
    parse_docx,
    parse_html,
    parse_pdf,
    parse_pptx,
    parse_xlsx,
)
from pincite.library.result import ParseResult
from pincite.model import HiddenText

if TYPE_CHECKING:
    from pincite.chunks import Chunk, ChunkPart
    from pincite.library.finding import Citation, Hit, Verification
    from pincite.library.tables import ChartPoint, ChartView, TableView
    from pincite.library.views import BlockView, DocumentMetadata, PageView

__all__ = [
    "BlockView", "ChartPoint", "ChartView", "Chunk", "ChunkPart", "Citation", "DocumentMetadata", "DocumentParser",
    "HiddenText", "Hierarchy", "Hit", "Node", "Options", "PageView", "ParseConfig", "ParseResult", "Stage", "TableView",
    "Verification", "parse_document", "parse_docx", "parse_html", "parse_pdf", "parse_pptx", "parse_xlsx",
]  # fmt: skip
_LATER = {
    "pincite.chunks": ("Chunk", "ChunkPart"),
    "pincite.library.finding": ("Citation", "Hit", "Verification"),
    "pincite.library.tables": ("ChartPoint", "ChartView", "TableView"),
    "pincite.library.views": ("BlockView", "DocumentMetadata", "PageView"),
}
__getattr__ = getter(__name__, {name: home for home, names in _LATER.items() for name in names})
