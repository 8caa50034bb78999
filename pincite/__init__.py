"""Pincite: answer from documents too large for a context window, and prove every quote.

    import pincite
    result = pincite.parse_document("report.pdf")
    result.verify("Total revenue rose by 4 percent").status

Heavy parts load when they are first used: importing the package costs a few milliseconds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.errors import (
    MissingPackageError,
    ParseError,
    PinciteError,
    RequestError,
    SourceError,
    UnknownReferenceError,
)
from pincite.lazy import getter

if TYPE_CHECKING:
    from pincite.batch import BatchSummary, Parsed, parse_all, write_all
    from pincite.library import (
        Chunk,
        DocumentParser,
        HiddenText,
        ParseConfig,
        ParseResult,
        Stage,
        parse_document,
        parse_docx,
        parse_html,
        parse_pdf,
        parse_pptx,
        parse_xlsx,
    )

__version__ = "0.1.0"
__all__ = [
    "BatchSummary",
    "Chunk",
    "DocumentParser",
    "HiddenText",
    "MissingPackageError",
    "ParseConfig",
    "ParseError",
    "ParseResult",
    "Parsed",
    "PinciteError",
    "RequestError",
    "SourceError",
    "Stage",
    "UnknownReferenceError",
    "__version__",
    "parse_all",
    "parse_document",
    "parse_docx",
    "parse_html",
    "parse_pdf",
    "parse_pptx",
    "parse_xlsx",
    "write_all",
]
_BATCH = ("BatchSummary", "Parsed", "parse_all", "write_all")
__getattr__ = getter(
    __name__,
    {name: "pincite.batch" if name in _BATCH else "pincite.library" for name in __all__ if name not in globals()},
)


def __dir__() -> list[str]:
    return __all__
