"""What is asked of OCR."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OcrTask:
    """``mode``: ``auto`` (pages that need it), ``always`` (every page) or ``never``; ``languages`` as Tesseract names
    them, ``()`` for those that fit; ``processes`` are how many pages may be read side by side; after ``seconds``
    (``None``: never) no further page is begun."""

    mode: str = "auto"
    languages: tuple[str, ...] = ()
    processes: int = 1
    seconds: float | None = None
