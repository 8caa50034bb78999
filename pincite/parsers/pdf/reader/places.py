"""Whether the table of a file says truly where its objects are: pdfium believes most of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.parsers.pdf.reader.rawobjects import RawObjects

_START = re.compile(rb"startxref\s+(\d{1,12})")
_TABLE = re.compile(rb"\s*xref\s+")
_SECTION = re.compile(rb"\s*(\d{1,9})\s+(\d{1,9})\s+(?=\d{10} )")
_ENTRY = re.compile(rb"(\d{10}) \d{5} ([nf])\s{1,2}")
_PREVIOUS = re.compile(rb"/Prev\s+(\d{1,12})")
_HEAD = re.compile(rb"[\x00\s]*(\d{1,9})\s+\d{1,5}\s+obj\b")
_UPDATES = 100
_ENTRY_LENGTH = 20


def with_true_places(data: bytes) -> bytes:
    """The file without the pointer to its table, so that its objects are looked for, if the table has other places for
    some than they have; else the file as it is."""
    wrong = set(_misplaced(data))
    if not wrong or wrong.isdisjoint(RawObjects(data).starts):
        return data
    return data.replace(b"startxref", b"startnone")


def _misplaced(data: bytes) -> Iterator[int]:
    """The numbers of the objects that are not where the table says."""
    begin = max(0, data.find(b"%PDF-", 0, 1024))
    for table in _tables(data, begin):
        at = table
        while section := _SECTION.match(data, at):
            at = section.end()
            for number in range(int(section[1]), int(section[1]) + int(section[2])):
                if _is_true(data, at, number, begin):
                    at += _ENTRY_LENGTH
                    continue
                entry = _ENTRY.match(data, at)
                if entry is None:
                    break
                at = entry.end()
                head = _HEAD.match(data, begin + int(entry[1])) if entry[2] == b"n" else None
                if entry[2] == b"n" and (head is None or int(head[1]) != number):
                    yield number


def _is_true(data: bytes, at: int, number: int, begin: int) -> bool:
    """Whether an entry of the usual form leads to its object, also written as is usual: others need a closer look."""
    entry = data[at : at + _ENTRY_LENGTH]
    usual = entry[17:18] == b"n" and entry[18:].isspace() and len(entry) == _ENTRY_LENGTH and entry[:10].isdigit()
    return usual and data.startswith(b"%d 0 obj" % number, begin + int(entry[:10]))


def _tables(data: bytes, begin: int) -> Iterator[int]:
    """Where the entries of the last table begin, and of those that it goes back to."""
    starts = _START.findall(data[-2048:])
    at, seen = int(starts[-1]) if starts else -1, set[int]()
    while at >= 0 and at not in seen and len(seen) < _UPDATES:
        seen.add(at)
        table = _TABLE.match(data, begin + at)
        if table is None:
            return
        yield table.end()
        trailer = data.find(b"trailer", table.end())
        before = _PREVIOUS.search(data, trailer, trailer + 2048) if trailer >= 0 else None
        at = int(before[1]) if before else -1
