"""Pages that a file has and does not count: pdfium believes the number at the root of the tree of pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.limits import PDF_PAGES
from pincite.parsers.pdf.reader.rawobjects import RawObjects
from pincite.parsers.pdf.reader.repair import Mended, with_a_flat_tree, with_a_new_tree

_PAGE = re.compile(rb"/Type\s*/Page\b")
_CATALOG = re.compile(rb"/Type\s*/Catalog\b")
_TREE = re.compile(rb"/Pages\s+(\d{1,9})\s+\d{1,5}\s+R")
_KIDS = re.compile(rb"/Kids\s*\[([^\]]*)\]")
_REFERENCE = re.compile(rb"(\d{1,9})\s+\d{1,5}\s+R")
_COUNT, _COUNTED = re.compile(rb"/Count\b"), re.compile(rb"/Count\s+\d+")
_ROOT = re.compile(rb"/Root\s+(\d{1,9})\s+\d{1,5}\s+R")


def uncounted(data: bytes, n_pages: int, packed_pages: int = 0) -> Iterator[Mended]:
    """The file with all pages that its tree leads to, where these are more than it says: without the number, so that
    they are counted, then with a tree that is only a list of them; with a new tree where its own has none. Nothing for
    all other files. ``packed_pages`` are those that object streams seem to hold."""
    if len(_PAGE.findall(data)) + packed_pages <= n_pages:
        return
    objects = RawObjects(data)
    catalog = _catalog(data, objects)
    tree = _TREE.search(objects.get(catalog)) if catalog is not None else None
    if catalog is None or tree is None:
        return
    root = int(tree[1])
    found = _leaves(objects, root)
    if not found:
        whole = with_a_new_tree(data) if root in objects.starts else None
        yield from [whole] if whole else []
    elif len(found) > n_pages:
        at = _COUNT.search(data, objects.starts[root]) if root in objects.starts else None
        if at:
            yield Mended(data[: at.start()] + b"/Told_" + data[at.end() :])
        yield with_a_flat_tree(data, objects, catalog, (root, _flat(objects.get(root), found)))


def _catalog(data: bytes, objects: RawObjects) -> int | None:
    """The number of the catalog: the last one that a trailer names, else the last one there is."""
    named = [number for number in map(int, _ROOT.findall(data)) if _CATALOG.search(objects.get(number))]
    named = named or [number for number in objects.starts if _CATALOG.search(objects.get(number))]
    return named[-1] if named else None


def _flat(node: bytes, leaves: list[int]) -> bytes:
    """The root of a tree with its leaves as its kids. These know their parents, and inherit from them as before."""
    kids = b"/Kids [ %s ]" % b" ".join(b"%d 0 R" % leaf for leaf in leaves)
    return _COUNTED.sub(b"/Count %d" % len(leaves), _KIDS.sub(lambda _: kids, node, count=1), count=1)


def _leaves(objects: RawObjects, root: int) -> list[int]:
    """Pages below a node, in order; each node counts once."""
    found, seen, stack = list[int](), set[int](), [root]
    while stack and len(found) < PDF_PAGES:
        number = stack.pop()
        if number in seen:
            continue
        seen.add(number)
        text = objects.get(number)
        if kids := _KIDS.search(text):
            stack += reversed([int(kid) for kid in _REFERENCE.findall(kids[1])])
        elif _PAGE.search(text):
            found.append(number)
    return found
