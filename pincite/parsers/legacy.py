"""Old Office files (.doc, .ppt, .xls), turned into new ones by LibreOffice in a process of its own."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

from pincite.errors import ParseError, SourceError
from pincite.model import Document, DocumentWarning
from pincite.parsers.libreoffice import TIMEOUT_S, convert, find_libreoffice
from pincite.parsers.ooxml.compound import is_encrypted, unlocked
from pincite.parsers.options import OLD_FORMATS, ParseTask
from pincite.parsers.process import clear_dead_scratch, scratch_prefix


def converted(task: ParseTask, format: str) -> ParseTask:
    """The task with the bytes of the new format instead. An encrypted file is decrypted first, into a directory of the
    user that is deleted at the end. Raises ``SourceError`` unsupported_format where there is no LibreOffice,
    ``ParseError`` corrupt or timeout where nothing comes out of it, and as ``ooxml.compound.unlocked``."""
    data = task.read()
    if is_encrypted(data):
        data = unlocked(data, task.name, task.password)
    program = find_libreoffice()
    if program is None:
        raise SourceError(
            f"{task.name} needs LibreOffice, which is not installed here.",
            code="unsupported_format",
            hint=f"Install LibreOffice, or save the file as .{OLD_FORMATS[format]} and open that.",
        )
    clear_dead_scratch()
    with tempfile.TemporaryDirectory(prefix=scratch_prefix()) as folder:
        source = Path(folder) / f"document.{format}"
        source.write_bytes(data)
        made = convert(program, source, OLD_FORMATS[format], task.name, TIMEOUT_S)
        if made is None:
            raise ParseError(
                f"LibreOffice cannot read {task.name}.",
                code="corrupt",
                hint=f"Open it in Office, save it as .{OLD_FORMATS[format]} without a password, and open that.",
            )
        return replace(task, source=made.read_bytes(), password=None)


def as_read_from(document: Document, format: str) -> Document:
    """The document under the format of its file, with a word about where it comes from."""
    message = f"The file is a .{format}; LibreOffice turned it into a .{OLD_FORMATS[format]}, which was read."
    return replace(document, format=format, warnings=(DocumentWarning("converted", message), *document.warnings))
