"""How large and how strange a package may be before it is refused."""

from __future__ import annotations

import zipfile

from pincite.errors import ParseError

MAX_PARTS = 20_000
MAX_PART_BYTES = 512 << 20
MAX_BYTES = 2 << 30
MAX_TAGS = 8_000_000  # of one part; a book of two thousand pages has three million
MAX_SPINS = 1_000_000  # rounds that make a key of a password; Office takes 100,000
_MAX_RATIO = 250  # XML of the most monotonous sheet shrinks to a hundredth; deflate ends at a thousandth
_RATIO_FROM = 16 << 20  # smaller parts do no harm however they shrink


def check_entries(entries: list[zipfile.ZipInfo], name: str) -> None:
    """Raises ``ParseError`` too_large or unsafe for an archive that would unpack into too much. What an entry declares
    is a promise that ``zipfile`` holds: it never gives more."""
    if len(entries) > MAX_PARTS:
        raise _too_large(f"{name} has {len(entries):,} parts, more than the {MAX_PARTS:,} that are read.")
    for entry in entries:
        if entry.file_size > _RATIO_FROM and entry.file_size > _MAX_RATIO * max(1, entry.compress_size):
            raise unsafe(name, f"a part of it is {entry.file_size >> 20:,} MB packed into almost nothing")
    largest = max((entry.file_size for entry in entries), default=0)
    if largest > MAX_PART_BYTES or sum(entry.file_size for entry in entries) > MAX_BYTES:
        raise _too_large(
            f"{name} unpacks into more than is read ({MAX_BYTES >> 30} GB; {MAX_PART_BYTES >> 20} MB a part)."
        )


def check_tags(data: bytes, name: str) -> None:
    """Raises ``ParseError`` too_large for a part of more elements than can be held."""
    if data.count(b"<") > MAX_TAGS:
        raise _too_large(f"{name} has a part of more than {MAX_TAGS:,} XML tags, which is more than is read.")


def unsafe(name: str, reason: str) -> ParseError:
    """The error for a file that is built to do harm."""
    return ParseError(
        f"{name} is not safe to read: {reason}.",
        code="unsafe",
        hint="No office program writes such a file: ask its sender for another copy, or for a PDF.",
    )


def _too_large(message: str) -> ParseError:
    return ParseError(message, code="too_large", hint="Split the document, or export it as a PDF and open that.")
