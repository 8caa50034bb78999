"""Outlines of filings as a reader of each wrote them down, beside what comes out here.

    python -m benchmarks.outlines FOLDER [NAME ...]

``benchmarks/outlines/NAME.txt`` holds the Parts, Items, statements, notes, signatures and exhibit index of a filing,
read from its printed contents and its pages: level, printed page label (``-``: none is printed) and title by line, and
the beginning of the SHA-256 of the file that it is about. Each file below FOLDER that one of them is about is opened
and compared; what is missing, what is too many and what is wrong is told, and the exit status is 1 if there is any.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_LINE = re.compile(r"(\d+) (\S+) (.+)")
_PARTS = re.compile(r"(?:part [ivx]+|item \d+[a-c]?|note \d+)\b", re.I)
_NO_LABEL = "-"


class Entry(NamedTuple):
    """A heading: its level from 1, the label printed on its page (``None``: none) and its title."""

    level: int
    label: str | None
    title: str

    @property
    def key(self) -> str:
        """The title without what writers set differently in contents and text: case, spaces, punctuation."""
        return "".join(c for c in self.title.casefold() if c.isalnum())


class Golden(NamedTuple):
    """A written outline, and the beginning of the SHA-256 of the document that it is about."""

    name: str
    sha256: str
    entries: Sequence[Entry]


def read_golden(path: Path) -> Golden:
    """The outline in a file. Raises ``ValueError`` for a line that is none."""
    sha256, entries = "", []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("sha256 "):
            sha256 = line.removeprefix("sha256 ").strip()
        elif line.strip() and not line.startswith("#"):
            found = _LINE.fullmatch(line.strip())
            if found is None:
                raise ValueError(f"{path.name}: {line!r} is no level, page label and title")
            entries.append(Entry(int(found[1]), None if found[2] == _NO_LABEL else found[2], found[3]))
    return Golden(path.stem, sha256, entries)


def compare(golden: Sequence[Entry], found: Sequence[Entry]) -> list[str]:
    """What is wrong with the outline ``found``: headings that are missing, that stand on another page or below another
    heading than they should, and Parts, Items and notes that are none. Other headings between are welcome."""
    places = _matched(golden, found)
    faults = [f"missing: {e.title}" for e, place in zip(golden, places, strict=True) if place is None]
    faults += _misplaced(golden, found, places)
    taken = set(places)
    keys = {e.key for e in golden}
    for i, e in enumerate(found):
        if i not in taken and _PARTS.match(e.title) and (e.key in keys or not _is_within(found, i, taken)):
            faults.append(f"too many: {e.title} [{e.label or _NO_LABEL}]")
    return faults


def _matched(golden: Sequence[Entry], found: Sequence[Entry]) -> list[int | None]:
    """For each written heading the place of its like, in order: a longest common subsequence, by title."""
    rows = [[0] * (len(found) + 1) for _ in range(len(golden) + 1)]
    for i in reversed(range(len(golden))):
        for j in reversed(range(len(found))):
            score = _likeness(golden[i], found[j])
            rows[i][j] = max(rows[i + 1][j], rows[i][j + 1], score and score + rows[i + 1][j + 1])
    places: list[int | None] = []
    i = j = 0
    while i < len(golden):
        if j < len(found) and rows[i][j] == rows[i][j + 1]:
            j += 1
        elif j < len(found) and rows[i][j] > rows[i + 1][j]:
            places.append(j)
            i, j = i + 1, j + 1
        else:
            places.append(None)
            i += 1
    return places


def _likeness(a: Entry, b: Entry) -> int:
    """2 for the same title on the page where it should be, 1 for the same title elsewhere."""
    return (2 if a.label == b.label else 1) if a.key == b.key else 0


def _misplaced(golden: Sequence[Entry], found: Sequence[Entry], places: Sequence[int | None]) -> Iterator[str]:
    matched = {place: entry for entry, place in zip(golden, places, strict=True) if place is not None}
    for k, (entry, place) in enumerate(zip(golden, places, strict=True)):
        if place is None:
            continue
        if entry.label is not None and found[place].label != entry.label:
            yield f"page {found[place].label or _NO_LABEL}, not {entry.label}: {entry.title}"
        should = next((e for e in reversed(golden[:k]) if e.level < entry.level), None)
        above = next((matched[i] for i in _ancestors(found, place) if i in matched), None)
        if above is not should and (should is None or should in matched.values()):
            where = f"below {above.title}" if above else "at the top"
            yield f"{where}, not {f'below {should.title}' if should else 'at the top'}: {entry.title}"


def _ancestors(found: Sequence[Entry], place: int) -> Iterator[int]:
    level = found[place].level
    for i in reversed(range(place)):
        if found[i].level < level:
            level = found[i].level
            yield i


def _is_within(found: Sequence[Entry], place: int, taken: set[int | None]) -> bool:
    """Whether a heading is a part of a written one: ``Item 14 (a)(2)`` below ``Item 14``."""
    return any(i in taken and _PARTS.match(found[i].title) for i in _ancestors(found, place))


def outline_of(path: Path) -> list[Entry]:
    """The outline that comes out for a file."""
    import pincite

    nodes = pincite.parse_document(path).hierarchy.flatten()
    return [Entry(node.level, node.page_label, " ".join(node.text.split())) for node in nodes]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="outlines to compare, if not all")
    options = parser.parse_args()
    folder = Path(__file__).parent
    goldens = {g.sha256: g for g in map(read_golden, sorted(folder.glob("*.txt")))}
    wrong = 0
    for path in sorted(p for p in options.folder.rglob("*") if p.is_file()):
        golden = goldens.get(hashlib.sha256(path.read_bytes()).hexdigest()[:16])
        if golden is None or (options.names and golden.name not in options.names):
            continue
        faults = compare(golden.entries, outline_of(path))
        wrong += bool(faults)
        print(f"{golden.name}: {len(golden.entries)} headings, {len(faults) or 'no'} faults", flush=True)
        for fault in faults:
            print(f"  {fault}")
    return 1 if wrong else 0
