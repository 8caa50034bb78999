"""Makes files readable that have lost their beginning, or their end and with it the table that says where everything
is.

pdfium finds the plain objects of such a file by itself, but neither those inside object streams nor which of them is
the root: the trailer told that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from pincite.errors import ParseError
from pincite.limits import PDF_PAGES
from pincite.parsers.pdf.reader.rawobjects import RawObjects

_OBJECT = re.compile(rb"(?<!\d)\d{1,8}\s+\d{1,5}\s+obj\b")
_KIND = re.compile(rb"/Type\s*/(Catalog|Pages|Page)\b")
_TREE = re.compile(rb"/Pages\s+(\d{1,9})\s+\d{1,5}\s+R")
_COUNT = re.compile(rb"/Count\s+(\d{1,9})\b")
_LINEARIZED = re.compile(rb"/Linearized\b[^>]*?/N\s+(\d{1,9})")
_ENCRYPTED = re.compile(rb"/Filter\s*/Standard\b|/Encrypt\b")
_KEY = re.compile(rb"/Encrypt\s+\d{1,9}\s+\d{1,5}\s+R\b")
_ID = re.compile(rb"/ID\s*\[[^\]]{0,400}\]")
_END = re.compile(rb"\b(?:xref|trailer|startxref)\b")
_TAIL = 4_096  # bytes after the end mark that programs leave


T = TypeVar("T")


class Mended(NamedTuple):
    """A file to try instead. ``loss`` tells what is lost of it (``None``: nothing); ``known`` are the numbers of its
    objects (``None``: all that are wanted)."""

    data: bytes
    loss: str | None = None
    known: frozenset[int] | None = None


def opened(data: bytes, load: Callable[[bytes], T]) -> tuple[T, Mended]:
    """What ``load`` makes of the file, or of what can be mended of it, and which of them it took. Raises what ``load``
    raised for the file itself."""
    try:
        return load(data), Mended(data)
    except ParseError as error:
        if error.code != "corrupt":
            raise
        failure = error
    for mended in mendings(data):
        try:
            return load(mended.data), mended
        except ParseError as error:
            if error.code != "corrupt":
                raise
    raise failure


def is_cut(data: bytes) -> bool:
    """Whether the end of a file is missing that can be looked into."""
    return b"%%EOF" not in data[-_TAIL:] and not _ENCRYPTED.search(data)


def mendings(data: bytes) -> Iterator[Mended]:
    """What to try with a file that does not open: it without what stands before its header, with a header, with a new
    end, with a new tree of pages."""
    at = data.find(b"%PDF-")
    if at > 0:
        data = data[at:]
        yield Mended(data)
    elif at < 0 and _OBJECT.search(data):
        data = b"%PDF-1.7\n" + data
        yield Mended(data)
    key = _key(data)
    if data.startswith(b"%PDF-") and key is not None:
        yield from _with_a_new_end(data, key)


def _key(data: bytes) -> bytes | None:
    """What trailers say of the encryption: nothing of files without; ``None`` where it is gone."""
    if not _ENCRYPTED.search(data):
        return b""
    dictionaries, ids = _KEY.findall(data), _ID.findall(data)
    return b" ".join((dictionaries[-1], *ids[-1:])) if dictionaries else None


def _with_a_new_end(data: bytes, key: bytes) -> Iterator[Mended]:
    objects = RawObjects(data)
    found = _Found(objects)
    loss = _loss(len(found.pages), max([found.count, *(int(n) for n in _LINEARIZED.findall(data[:2048]))]))
    unpacked = {number: text for number, text in objects.packed.items() if number not in objects.starts}
    known = objects.numbers
    whole = _without_tail(data) + b"\nendstream\nendobj\n"
    whole += b"".join(b"%d 0 obj\n%s\nendobj\n" % item for item in unpacked.items())
    if found.root is not None:
        yield Mended(whole + _trailer(found.root, key), loss, known)
    if found.pages:
        yield Mended(whole + _tree(1 + max(known), found.pages, key), loss, known)


def with_a_new_tree(data: bytes) -> Mended | None:
    """A file whose tree of pages leads to none of them, with a tree of those that are found; ``None`` where none is,
    or nothing can be looked into."""
    if _ENCRYPTED.search(data):
        return None
    objects = RawObjects(data)
    pages = _Found(objects).pages
    if not pages:
        return None
    loss = f"The list of the file's pages is damaged: the {len(pages)} that were found were read, in their order there."
    return Mended(_unpacked(data, objects) + _tree(1 + max(objects.numbers), pages), loss)


def with_a_flat_tree(data: bytes, objects: RawObjects, catalog: int, root: tuple[int, bytes]) -> Mended:
    """The file with another root of its tree of pages: its number and the object."""
    return Mended(_unpacked(data, objects) + b"%d 0 obj\n%s\nendobj\n" % root + _trailer(catalog))


def _unpacked(data: bytes, objects: RawObjects) -> bytes:
    """The file up to its end, with what object streams hold behind it."""
    unpacked = (item for item in objects.packed.items() if item[0] not in objects.starts)
    return _without_tail(data) + b"\n" + b"".join(b"%d 0 obj\n%s\nendobj\n" % item for item in unpacked)


def _tree(first: int, pages: Sequence[int], key: bytes = b"") -> bytes:
    """A catalog, the tree of the pages, and the end of the file."""
    kids = b" ".join(b"%d 0 R" % page for page in pages)
    tree = b"%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n" % (first, first + 1)
    tree += b"%d 0 obj\n<< /Type /Pages /Count %d /Kids [ %s ] >>\nendobj\n" % (first + 1, len(pages), kids)
    return tree + _trailer(first, key)


class _Found:
    """The last catalog that leads to a tree, the pages in the order of the file, and how many there should be."""

    def __init__(self, objects: RawObjects) -> None:
        self.root: int | None = None
        self.count = 0
        pages: list[int] = []
        for number in [*objects.starts, *objects.packed]:
            text = objects.get(number)
            kind = _KIND.search(text)
            if kind is None:
                continue
            if kind[1] == b"Page":
                pages.append(number)
            elif kind[1] == b"Pages":
                self.count = max([self.count, *map(int, _COUNT.findall(text))])
            elif (tree := _TREE.search(text)) and objects.get(int(tree[1])):
                self.root = number
        self.pages = list(dict.fromkeys(pages))[:PDF_PAGES]


def _loss(n_pages: int, expected: int) -> str:
    begin = "The file is damaged, its end is missing: "
    if not expected:
        return begin + f"{n_pages} pages were found; how many are lost cannot be told."
    if n_pages < expected <= PDF_PAGES:
        return begin + f"{n_pages} of its {expected} pages were found, and those may be incomplete."
    return begin + f"all {n_pages} pages were found, and may be incomplete."


def _without_tail(data: bytes) -> bytes:
    """The file without the beginning of a table or trailer behind its last object."""
    last = data.rfind(b"endobj")
    end = _END.search(data, last) if last >= 0 else None
    return data[: end.start()] if end else data


def _trailer(root: int, key: bytes = b"") -> bytes:
    return b"trailer\n<< /Root %d 0 R %s >>\nstartxref\n0\n%%%%EOF\n" % (root, key)
