"""Documents that are in memory: what they are and what they are called."""

from __future__ import annotations

import io

from pincite.errors import SourceError
from pincite.sources.locate import SourcePolicy, accept, format_of

_DEFAULT = "document"
_EXTENSIONS = {"text": "txt", "markdown": "md"}


def identify(data: bytes, policy: SourcePolicy, name: str | None = None) -> tuple[str, str]:
    """The format of the bytes, and ``name``, or one that suits the format. Raises ``SourceError``: empty, too_large,
    unsupported_format, wrong_type (the name promises another format)."""
    if not data:
        raise SourceError(f"{name or 'The document'} is empty (0 bytes).", code="empty", hint="Read it again.")
    format = format_of(io.BytesIO(data), len(data), name or _DEFAULT)
    called = name or f"{_DEFAULT}.{_EXTENSIONS.get(format, format)}"
    accept(name or _DEFAULT, len(data), format, policy)
    return format, called
