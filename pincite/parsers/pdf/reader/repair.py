"""Makes files readable that have lost their end, and with it the table that says where everything is.

pdfium finds the objects of such a file by itself, but not which of them is the root: the trailer told that.
"""

from __future__ import annotations

import re
from itertools import pairwise

_OBJECT = re.compile(rb"(?<!\d)(\d{1,8})\s+(\d{1,5})\s+obj\b")
_KIND = re.compile(rb"/Type\s*/(Catalog|Page)\b")
_ENDS = re.compile(rb"endobj|stream")
_LONGEST = 8_192  # bytes of a dictionary that are looked at
_MOST_PAGES = 20_000


def repair(data: bytes) -> bytes | None:
    """The file with a new end, or ``None`` where no pages are to be seen in it. Encrypted files cannot be helped: the
    key was in the trailer too."""
    if b"%PDF-" not in data[:1024] or re.search(rb"/Filter\s*/Standard\b", data):
        return None
    root, pages = _find(data)
    end = b"\nendstream\nendobj\n"
    if root is None:
        if not pages:
            return None
        first = 1 + max(int(match[1]) for match in _OBJECT.finditer(data))
        kids = b" ".join(b"%d 0 R" % page for page in pages)
        end += b"%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n" % (first, first + 1)
        end += b"%d 0 obj\n<< /Type /Pages /Count %d /Kids [ %s ] >>\nendobj\n" % (first + 1, len(pages), kids)
        root = first
    return data + end + b"trailer\n<< /Root %d 0 R >>\nstartxref\n0\n%%%%EOF\n" % root


def _find(data: bytes) -> tuple[int | None, list[int]]:
    """Numbers of the last catalog and of the pages, in the order of the file."""
    root: int | None = None
    pages: dict[int, None] = {}
    for match, after in pairwise([*_OBJECT.finditer(data), None]):
        assert match is not None
        begin, end = match.end(), match.end() + _LONGEST
        end = end if after is None else min(end, after.start())
        stop = _ENDS.search(data, begin, end)
        kind = _KIND.search(data, begin, stop.start() if stop else end)
        if kind is None:
            continue
        if kind[1] == b"Catalog":
            root = int(match[1])
        elif len(pages) < _MOST_PAGES:
            pages[int(match[1])] = None
    return root, list(pages)
