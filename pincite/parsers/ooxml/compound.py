"""Compound files: Office puts an encrypted package into one, and its old binary formats are such files."""

from __future__ import annotations

import contextlib
import io
from typing import Any

from pincite.errors import ParseError, PinciteError, SourceError
from pincite.limits import PASSWORD_SPINS
from pincite.parsers.ooxml.limits import unsafe
from pincite.parsers.passwords import spellings

MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DEFAULT_PASSWORD = "VelvetSweatshop"  # noqa: S105 - Office's own, for files that are only protected from changes
_OLD = {"WordDocument": ".doc", "PowerPoint Document": ".ppt", "Workbook": ".xls", "Book": ".xls"}


def decrypted(data: bytes, name: str, password: str | None) -> bytes:
    """The package inside an encrypted file. Raises ``ParseError`` (password_required, wrong_password, corrupt,
    unsupported_encryption, unsafe) and ``SourceError`` unsupported_format for the old binary formats."""
    if _wide("EncryptedPackage") not in data:
        raise _not_a_package(data, name)
    if _wide("DRMEncryptedTransform") in data or _wide("DRMEncryptedDataSpace") in data:
        raise _unsupported(name, "by a rights management server")
    return unlocked(data, name, password)


def unlocked(data: bytes, name: str, password: str | None) -> bytes:
    """What is inside an encrypted file of any kind. Raises ``ParseError`` as ``decrypted``."""
    import msoffcrypto
    from msoffcrypto.exceptions import InvalidKeyError

    try:
        _check_effort(msoffcrypto.OfficeFile(io.BytesIO(data)), name)
        for word in (*(spellings(password) if password else ()), _DEFAULT_PASSWORD):
            with contextlib.suppress(InvalidKeyError, UnicodeEncodeError):  # half a character is in no password
                return _unlock(data, word)
    except PinciteError:
        raise
    except Exception as error:  # noqa: BLE001 - the library lets through whatever a broken header makes it meet
        if "nsupported" in str(error):
            raise _unsupported(name, "in a way that is not read here") from None
        raise ParseError(
            f"{name} is encrypted, and its encryption cannot be read ({type(error).__name__}).",
            code="corrupt",
            hint="Open it in Office, save it without a password, and open that.",
        ) from None
    if password:
        raise ParseError(f"The password does not open {name}.", code="wrong_password", hint="Check the password.")
    raise ParseError(f"{name} is encrypted.", code="password_required", hint="Open it again with its password.")


def is_encrypted(data: bytes) -> bool:
    """Whether a file of the old formats is; not where that cannot be told."""
    import msoffcrypto

    try:
        return bool(msoffcrypto.OfficeFile(io.BytesIO(data)).is_encrypted())
    except Exception:  # noqa: BLE001 - as above
        return False


def _check_effort(file: Any, name: str) -> None:
    """Raises ``ParseError`` unsafe where trying a password would take for ever."""
    info = getattr(file, "info", None)
    if isinstance(info, dict) and info.get("spinValue", 0) > PASSWORD_SPINS:
        raise unsafe(name, "its encryption asks for an absurd number of rounds")


def _unlock(data: bytes, password: str) -> bytes:
    """What a password gives. Raises ``InvalidKeyError`` where it is not the right one."""
    import msoffcrypto

    file: Any = msoffcrypto.OfficeFile(io.BytesIO(data))
    out = io.BytesIO()
    if file.format == "ooxml":
        file.load_key(password=password, verify_password=True)
        return _package(file, out)
    file.load_key(password=password)
    file.decrypt(out)
    return out.getvalue()


def _package(file: Any, out: io.BytesIO) -> bytes:
    """The package, however damaged it is: whoever reads it says so."""
    from msoffcrypto.exceptions import InvalidKeyError

    with contextlib.suppress(InvalidKeyError):  # the password is right, but what comes out is no archive
        try:
            file.decrypt(out)
        except ValueError:  # the file is cut off in the middle of what is decrypted at a time
            file.file = _Lengthened(file.file)
            file.decrypt(out)
    return out.getvalue()


class _Lengthened:
    """A compound file whose streams end with what can be decrypted."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def openstream(self, name: str) -> io.BytesIO:
        stream = self._file.openstream(name).read()
        return io.BytesIO(stream[: len(stream) - (len(stream) - 8) % 16])


def _wide(text: str) -> bytes:
    return text.encode("utf-16-le")


def _unsupported(name: str, how: str) -> ParseError:
    return ParseError(
        f"{name} is encrypted {how}.",
        code="unsupported_encryption",
        hint="Open it in Office, save it without protection or print it as a PDF, and open that.",
    )


def _not_a_package(data: bytes, name: str) -> SourceError:
    old = next((kind for stream, kind in _OLD.items() if _wide(stream) + b"\x00\x00" in data), "binary")
    return SourceError(
        f"{name} is an Office file of the old {old} kind, which is not read here.",
        code="unsupported_format",
        hint="Open it in Word, PowerPoint, Excel or LibreOffice, save it in the present format, and open that.",
    )
