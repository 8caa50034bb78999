"""How large and how strange a package may be before it is refused."""

from __future__ import annotations

import zipfile

from pincite.errors import ParseError
from pincite.limits import (
    OFFICE_BYTES,
    OFFICE_PART_BYTES,
    OFFICE_PARTS,
    OFFICE_RATIO,
    OFFICE_RATIO_FROM,
    OFFICE_TAGS,
    WORD_PARAGRAPHS,
)


def check_entries(entries: list[zipfile.ZipInfo], name: str) -> None:
    """Raises ``ParseError`` too_large or unsafe for an archive that would unpack into too much. What an entry declares
    is a promise that ``zipfile`` holds: it never gives more."""
    if len(entries) > OFFICE_PARTS:
        raise _too_large(f"{name} has {len(entries):,} parts, more than the {OFFICE_PARTS:,} that are read.")
    for entry in entries:
        if entry.file_size > OFFICE_RATIO_FROM and entry.file_size > OFFICE_RATIO * max(1, entry.compress_size):
            raise unsafe(name, f"a part of it is {entry.file_size >> 20:,} MB packed into almost nothing")
    largest = max((entry.file_size for entry in entries), default=0)
    if largest > OFFICE_PART_BYTES or sum(entry.file_size for entry in entries) > OFFICE_BYTES:
        raise _too_large(
            f"{name} unpacks into more than is read ({OFFICE_BYTES >> 30} GB; {OFFICE_PART_BYTES >> 20} MB a part)."
        )


def check_tags(data: bytes, name: str) -> None:
    """Raises ``ParseError`` too_large for a part of more elements than can be held."""
    if data.count(b"<") > OFFICE_TAGS:
        raise _too_large(f"{name} has a part of more than {OFFICE_TAGS:,} XML tags, which is more than is read.")


def check_paragraphs(count: int, name: str) -> None:
    """Raises ``ParseError`` too_large for a text of more paragraphs than are read."""
    if count > WORD_PARAGRAPHS:
        raise _too_large(f"{name} has {count:,} paragraphs, more than the {WORD_PARAGRAPHS:,} that are read.")


def unsafe(name: str, reason: str) -> ParseError:
    """The error for a file that is built to do harm."""
    return ParseError(
        f"{name} is not safe to read: {reason}.",
        code="unsafe",
        hint="No office program writes such a file: ask its sender for another copy, or for a PDF.",
    )


def _too_large(message: str) -> ParseError:
    return ParseError(message, code="too_large", hint="Split the document, or export it as a PDF and open that.")
