"""An Office file as a set of parts. What is broken beside the main part costs that part only, and a warning."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from pincite.errors import ParseError, SourceError
from pincite.model import DocumentWarning
from pincite.parsers.ooxml.compound import MAGIC, decrypted
from pincite.parsers.ooxml.limits import check_entries
from pincite.parsers.ooxml.names import Element
from pincite.parsers.ooxml.relations import Relation, read_relations, relations_name
from pincite.parsers.ooxml.salvage import read_as_far_as_possible, salvage
from pincite.parsers.ooxml.xmlparts import cleaned, parsed

_KINDS = {"document": "docx", "presentation": "pptx", "workbook": "xlsx"}
_WORDS = {"docx": "a Word document", "pptx": "a PowerPoint presentation", "xlsx": "an Excel workbook"}
_MAIN_NAMES = re.compile(r"(?:word/document|ppt/presentation|xl/workbook)\d*\.xml", re.I)
_ROOT = re.compile(rb"<(?:[\w.-]+:)?(document|presentation|workbook)[\s>/]")
_ROOT_WITHIN = 4096
_MAIN_TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_NOT_READABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


def open_package(source: Path | bytes, name: str, password: str | None = None) -> Package:
    """Opens a file, or its bytes. Raises ``ParseError`` (corrupt, password_required, wrong_password, unsafe, too_large)
    and ``SourceError`` unsupported_format for a file of Office that is none of these kinds."""
    data = source if isinstance(source, bytes) else source.read_bytes()
    if data.startswith(MAGIC):
        data = decrypted(data, name, password)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _NOT_READABLE:
        return _salvaged(data, name)
    check_entries(archive.infolist(), name)
    return Package(archive, name)


def _salvaged(data: bytes, name: str) -> Package:
    """A file whose archive has lost its directory, with what the headers of its entries lead to."""
    found = salvage(data)
    if not found.entries:
        raise _corrupt(name, "its archive cannot be read")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for part, content in found.entries.items():
            archive.writestr(part, content)
    try:
        package = Package(zipfile.ZipFile(out), name)
    except SourceError:
        raise _corrupt(name, "its archive cannot be read") from None
    package.warnings.append(DocumentWarning("partial", "The file is cut off or damaged: parts of it may be missing."))
    for part in found.cut:
        package.warn(part)
    return package


def open_as(kind: str, source: Path | bytes, name: str, password: str | None = None) -> Package:
    """``open_package`` for a file that must be of this kind. Raises as that does, and ``SourceError`` wrong_type: what
    an encrypted file holds shows only now."""
    package = open_package(source, name, password)
    if package.kind != kind:
        raise SourceError(
            f"{name} is {_WORDS[package.kind]}, whatever its name says.",
            code="wrong_type",
            hint=f"Give it the extension .{package.kind}, and open it again.",
        )
    return package


class Package:
    """The parts of a file. Part names have no leading slash and are found whatever their case. ``kind`` is ``"docx"``,
    ``"pptx"`` or ``"xlsx"``, ``main`` the name of the main part, ``warnings`` what was found broken so far."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self.name = name
        self.warnings: list[DocumentWarning] = []
        self._archive = archive
        self._entries = {_plain(entry.filename): entry for entry in archive.infolist() if not entry.is_dir()}
        self._relations: dict[str, dict[str, Relation]] = {}
        self.main, self.kind = self._find_main()
        if all(relation.target != self.main for relation in self.related("", "officeDocument")):
            self._relations[""]["main"] = Relation("main", "officeDocument", self.main, False, _MAIN_TYPE)
            self.warnings.append(
                DocumentWarning("partial", "The file does not say what its parts are; some may be lost.")
            )

    def names(self) -> list[str]:
        """The names of all parts."""
        return [entry.filename.replace("\\", "/").lstrip("/") for entry in self._entries.values()]

    def has(self, part: str) -> bool:
        return _plain(part) in self._entries

    def size(self, part: str) -> int:
        """Bytes of the part when it is unpacked, 0 where there is none."""
        entry = self._entries.get(_plain(part))
        return entry.file_size if entry else 0

    def read(self, part: str) -> bytes | None:
        """The bytes of a part; ``None`` where it does not exist or cannot be unpacked."""
        entry = self._entries.get(_plain(part))
        if entry is None:
            return None
        try:
            return self._archive.read(entry)
        except _NOT_READABLE:
            self.warn(part)
            return self._rest_of(entry)

    def _rest_of(self, entry: zipfile.ZipInfo) -> bytes | None:
        """What can be had of an entry that is damaged; ``None`` where that is nothing."""
        try:
            with self._archive.open(entry) as file:
                file._expected_crc = None  # type: ignore[attr-defined]  # the only way to read on past a wrong sum
                return read_as_far_as_possible(file) or None
        except _NOT_READABLE:
            return None

    def text(self, part: str) -> bytes | None:
        """The bytes of an XML part, made safe; ``None`` as for ``read``. Raises ``ParseError`` unsafe."""
        data = self.read(part)
        return None if data is None else cleaned(data, self.name)

    def xml(self, part: str) -> Element | None:
        """The root element of an XML part; ``None`` where there is none to be had. Raises ``ParseError`` unsafe."""
        data = self.text(part)
        if data is None:
            return None
        root, whole = parsed(data, self.name)
        if not whole:
            self.warn(part)
        return root

    def main_root(self) -> Element:
        """The root element of the main part. Raises ``ParseError`` corrupt where there is none to be had."""
        root = self.xml(self.main)
        if root is None:
            raise _corrupt(self.name, "its main part cannot be read")
        return root

    def relations(self, part: str) -> dict[str, Relation]:
        """The relationships of a part (empty: of the package) by their ids, also those that lead nowhere."""
        key = _plain(part)
        if key not in self._relations:
            self._relations[key] = read_relations(self.xml(relations_name(part)), part)
        return self._relations[key]

    def related(self, part: str, *types: str) -> Iterator[Relation]:
        """The relationships of these types to parts that exist."""
        for relation in self.relations(part).values():
            if relation.type in types and not relation.external and self.has(relation.target):
                yield relation

    def target(self, part: str, relation_id: str | None) -> str | None:
        """The name of the existing part behind a relationship, else ``None``."""
        relation = self.relations(part).get(relation_id or "")
        return relation.target if relation and not relation.external and self.has(relation.target) else None

    def content_type(self, part: str) -> str:
        """What the package declares; empty where it does not."""
        overrides, defaults = self._content_types
        key = _plain(part)
        return overrides.get(key) or defaults.get(key.rpartition(".")[2], "")

    @cached_property
    def _content_types(self) -> tuple[dict[str, str], dict[str, str]]:
        overrides: dict[str, str] = {}
        defaults: dict[str, str] = {}
        root = self.xml("[Content_Types].xml")
        for node in root if root is not None else ():
            kind = node.get("ContentType") or ""
            if node.get("PartName"):
                overrides[_plain(node.get("PartName"))] = kind
            elif node.get("Extension"):
                defaults[node.get("Extension").lower()] = kind
        return overrides, defaults

    def _find_main(self) -> tuple[str, str]:
        """By the package's own relationship, else by the usual names; its root says what kind of file it is."""
        declared = [relation.target for relation in self.related("", "officeDocument")]
        usual = [part for part in self.names() if _MAIN_NAMES.fullmatch(part)]
        for part in dict.fromkeys(declared + usual):
            found = _ROOT.search((self.text(part) or b"")[:_ROOT_WITHIN])
            if found:
                return part, _KINDS[found[1].decode()]
        if declared or usual:
            raise _corrupt(self.name, "its main part cannot be read")
        raise SourceError(
            f"{self.name} is an archive without a document that is read here.",
            code="unsupported_format",
            hint="Save or export it as a PDF and open that.",
        )

    def warn(self, part: str) -> None:
        """Notes that a part is damaged."""
        self.warnings.append(DocumentWarning("partial", f"{part} is damaged; what it says may be missing in part."))


def _plain(part: str) -> str:
    return part.replace("\\", "/").lstrip("/").lower()


def _corrupt(name: str, reason: str) -> ParseError:
    return ParseError(
        f"{name} is damaged: {reason}.",
        code="corrupt",
        hint="Copy or download it again; or let Word or LibreOffice repair it and save it anew.",
    )
