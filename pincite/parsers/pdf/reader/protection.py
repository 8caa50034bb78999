"""How PDF files are protected: the ways to write a password, and why one does not open."""

from __future__ import annotations

import re

from pincite.errors import ParseError
from pincite.parsers.passwords import spellings

_CERTIFICATES = re.compile(rb"/Filter\s*/Adobe\.PubSec\b")
_STANDARD = re.compile(rb"/Filter\s*/Standard\b")
_VERSION = re.compile(rb"/V\s+(\d+)\b")
_OPENED = frozenset({1, 2, 4, 5})  # versions of the standard protection: RC4, AES-128, AES-256
_NEAR = 2_048  # bytes of a dictionary that are looked at


def secrets(password: str | None) -> list[bytes | None]:
    """What to try, in order: newer programs write a password as UTF-8, older ones in the encoding of PDF strings or of
    their system. ``None``, no password, opens a file that all may read, whatever is given for it."""
    if not password:
        return [None]
    found: dict[bytes | None, None] = {}
    for text in spellings(password):
        found[text.encode("utf-8", "surrogatepass")] = None
    for text in spellings(password):
        if not text.isascii():
            for coded in (_pdf_bytes(text), text.encode("cp1252", "replace"), text.encode("latin-1", "replace")):
                found[coded] = None
    return [*found, None]


def refusal(data: bytes, *, has_password: bool, is_known: bool) -> ParseError:
    """The error for a file that does not open; ``is_known``: its protection is one that asks for a password."""
    if not is_known and _CERTIFICATES.search(data):
        return _unsupported("The PDF is encrypted for the holders of certain certificates, which no password opens.")
    if not is_known or not _versions(data) <= _OPENED:
        return _unsupported("The PDF is protected in a way that is not read here.")
    if has_password:
        return ParseError("The password is wrong.", code="wrong_password", hint="Ask for the right password.")
    return ParseError("The PDF is encrypted.", code="password_required", hint="Pass the password of the file.")


def _versions(data: bytes) -> set[int]:
    """What the dictionaries of standard protection say of their version."""
    found: set[int] = set()
    for match in _STANDARD.finditer(data):
        begin = max(0, match.start() - _NEAR)
        begin = max(data.rfind(b" obj", begin, match.start()), data.rfind(b"trailer", begin, match.start()), begin)
        end = data.find(b"endobj", match.end(), match.end() + _NEAR)
        near = data[begin : end if end >= 0 else match.end() + _NEAR]
        found.update(int(version[:9]) for version in _VERSION.findall(near))
    return found


def _unsupported(message: str) -> ParseError:
    hint = "Open it where it may be opened, save or print it without protection, and open that."
    return ParseError(message, code="unsupported_encryption", hint=hint)


def _pdf_bytes(text: str) -> bytes:
    """The text in PDFDocEncoding, question marks for what it lacks."""
    from pdfminer.utils import PDFDocEncoding

    codes = {char: code for code, char in enumerate(PDFDocEncoding)}
    return bytes(codes.get(char, ord("?")) for char in text)
