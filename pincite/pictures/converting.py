"""The program of a process that turns Office files into PDF, by LibreOffice."""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from pathlib import Path

from pincite.errors import ParseError
from pincite.limits import OFFICE_BYTES, OFFICE_PARTS
from pincite.parsers.frames import JobMessage
from pincite.parsers.libreoffice import convert, find_libreoffice
from pincite.parsers.process import scratch_prefix
from pincite.parsers.worker import read_expected

TIMEOUT_S = 100.0
_FILTERS = {
    "pptx": 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}',
    "ppt": 'pdf:impress_pdf_Export:{"ExportHiddenSlides":{"type":"boolean","value":"true"}}',
}
_RELATION = re.compile(rb"<(?:\w+:)?Relationship\b[^>]*>", re.S)
_OUTSIDE = re.compile(rb"TargetMode\s*=\s*[\"']External[\"']")
_LINK = re.compile(rb"Type\s*=\s*[\"'][^\"']*/hyperlink[\"']")


def to_pdf(job: JobMessage) -> bytes:
    """The file of a job as PDF. Raises ``ParseError`` (corrupt, timeout), ``SourceError`` (unreadable)."""
    data = read_expected(job)
    program = find_libreoffice()
    with tempfile.TemporaryDirectory(prefix=scratch_prefix()) as folder:
        source = Path(folder) / f"document.{job.format}"
        source.write_bytes(without_outside(data) if zipfile.is_zipfile(io.BytesIO(data)) else data)
        made = program and convert(program, source, _FILTERS.get(job.format, "pdf"), job.name, TIMEOUT_S)
        if not made:
            raise ParseError(f"LibreOffice cannot show {job.name}.", code="corrupt", hint="Its text can be read.")
        return made.read_bytes()


def without_outside(data: bytes) -> bytes:
    """An Office package without relations to anything outside it, which would be fetched to be shown; hyperlinks stay.
    Raises ``ParseError`` too_large where it unpacks to an absurd size, corrupt where it is damaged."""
    out = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as plain:
            entries = package.infolist()
            if len(entries) > OFFICE_PARTS or sum(entry.file_size for entry in entries) > OFFICE_BYTES:
                raise ParseError("The file unpacks to an absurd size.", code="too_large", hint="Its text can be read.")
            for entry in entries:
                part = package.read(entry)
                if entry.filename.endswith(".rels"):
                    part = _RELATION.sub(_kept, part)
                plain.writestr(entry.filename, part)
    except (zipfile.BadZipFile, RuntimeError, OSError, ValueError, NotImplementedError):
        raise ParseError("The package is damaged.", code="corrupt", hint="Its text can be read.") from None
    return out.getvalue()


def _kept(relation: re.Match[bytes]) -> bytes:
    whole = relation.group()
    return b"" if _OUTSIDE.search(whole) and not _LINK.search(whole) else whole
