"""Pages that a file has and does not count: pdfium believes the number at the root of the tree of pages."""

from __future__ import annotations

import re

from pincite.limits import PDF_PAGES
from pincite.parsers.pdf.reader.rawobjects import RawObjects
from pincite.parsers.pdf.reader.repair import Mended, with_a_new_tree

_PAGE = re.compile(rb"/Type\s*/Page\b")
_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_TREE = re.compile(rb"/Pages\s+(\d{1,9})\s+\d{1,5}\s+R")
_KIDS = re.compile(rb"/Kids\s*\[([^\]]*)\]")
_REFERENCE = re.compile(rb"(\d{1,9})\s+\d{1,5}\s+R")
_COUNT = re.compile(rb"/Count\b")


def uncounted(data: bytes, n_pages: int) -> Mended | None:
    """The file without the number of its pages, which are counted then, where its tree has more than it says, or with a
    new tree where its own has none; ``None`` for all other files, and where the tree stands in object streams."""
    if len(_PAGE.findall(data)) <= n_pages:
        return None
    objects = RawObjects(data)
    catalogs = [text for number in objects.starts if _CATALOG.search(text := objects.get(number))]
    tree = _TREE.search(catalogs[-1]) if catalogs else None
    if tree is None or int(tree[1]) not in objects.starts:
        return None
    found = _leaves(objects, int(tree[1]))
    if found <= n_pages:
        return None if found else with_a_new_tree(data)
    at = _COUNT.search(data, objects.starts[int(tree[1])])
    return Mended(data[: at.start()] + b"/Told_" + data[at.end() :]) if at else None


def _leaves(objects: RawObjects, root: int) -> int:
    """Pages below a node; each node counts once."""
    found, seen, stack = 0, set[int](), [root]
    while stack and found < PDF_PAGES:
        number = stack.pop()
        if number in seen:
            continue
        seen.add(number)
        text = objects.get(number)
        if kids := _KIDS.search(text):
            stack += map(int, _REFERENCE.findall(kids[1]))
        elif _PAGE.search(text):
            found += 1
    return found
