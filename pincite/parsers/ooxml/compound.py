"""Compound files: Office puts an encrypted package into one, and its old binary formats are such files."""

from __future__ import annotations

import io
from typing import Any

from pincite.errors import ParseError, SourceError

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DEFAULT_PASSWORD = "VelvetSweatshop"  # noqa: S105 - Office's own, for files that are only protected from changes
_OLD = {"WordDocument": ".doc", "PowerPoint Document": ".ppt", "Workbook": ".xls", "Book": ".xls"}


def decrypted(data: bytes, name: str, password: str | None) -> bytes:
    """The package inside an encrypted file. Raises ``ParseError`` (password_required, wrong_password, corrupt) and
    ``SourceError`` unsupported_format for the old binary formats."""
    import msoffcrypto
    from msoffcrypto.exceptions import InvalidKeyError

    if b"E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00" not in data:
        raise _not_a_package(data, name)
    for word in (password, _DEFAULT_PASSWORD) if password else (_DEFAULT_PASSWORD,):
        try:
            return _unlock(msoffcrypto.OfficeFile(io.BytesIO(data)), word)
        except InvalidKeyError:
            continue
        except Exception as error:  # noqa: BLE001 - the library lets through whatever a broken header makes it meet
            raise ParseError(
                f"{name} is encrypted, and its encryption cannot be read ({type(error).__name__}).",
                code="corrupt",
                hint="Open it in Office, save it without a password, and open that.",
            ) from None
    if password:
        raise ParseError(f"The password does not open {name}.", code="wrong_password", hint="Check the password.")
    raise ParseError(f"{name} is encrypted.", code="password_required", hint="Open it again with its password.")


def _unlock(file: Any, password: str) -> bytes:
    file.load_key(password=password, verify_password=True)
    out = io.BytesIO()
    file.decrypt(out)
    return out.getvalue()


def _not_a_package(data: bytes, name: str) -> SourceError:
    old = next((kind for stream, kind in _OLD.items() if stream.encode("utf-16-le") + b"\x00\x00" in data), "binary")
    return SourceError(
        f"{name} is an Office file of the old {old} kind, which is not read here.",
        code="unsupported_format",
        hint="Open it in Word, PowerPoint, Excel or LibreOffice, save it in the present format, and open that.",
    )
