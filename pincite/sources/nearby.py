"""Documents near a place where none was found, to name in an error."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from pincite.sources.filetypes import by_extension, supported

_SUGGESTIONS = 3
_LISTED = 20
_ENTRIES_SEEN = 5000  # a look around must stay cheap, whatever the directory holds
_DEPTH = 4
_LIKENESS = 60  # of 100, as rapidfuzz counts


def near_files(missing: Sequence[Path], roots: Sequence[Path]) -> list[str]:
    """Paths of documents with a name like that of a missing file: in the directory where it should be, else below the
    roots. At most three, the likeliest first. Every path in ``missing`` must be one that the caller may know about.
    """
    for path in missing:
        beside = [path.parent / name for name in _names(path.parent)]
        if near := _likest(path.name, beside):
            return near
    below = list(islice((p for root in roots for p in _documents_below(root)), _ENTRIES_SEEN))
    return _likest(missing[0].name, below) if missing else []


def documents_in(directory: Path) -> tuple[list[str], int]:
    """Names of the documents that stand in the directory itself, and how many more there are than are listed."""
    names = sorted(_names(directory))
    return names[:_LISTED], max(0, len(names) - _LISTED)


def _likest(name: str, paths: Sequence[Path]) -> list[str]:
    from rapidfuzz import fuzz, process

    folded = {i: path.stem.casefold() for i, path in enumerate(paths)}
    found = process.extract(
        Path(name).stem.casefold(), folded, scorer=fuzz.WRatio, limit=_SUGGESTIONS, score_cutoff=_LIKENESS
    )
    return [str(paths[key]) for _, _, key in found]


def _names(directory: Path) -> list[str]:
    try:
        with os.scandir(directory) as entries:
            return [e.name for e in islice(entries, _ENTRIES_SEEN) if _is_document(e.name) and e.is_file()]
    except OSError:
        return []


def _documents_below(root: Path) -> Iterator[Path]:
    """Documents below the root, hidden directories and links to directories left out."""
    for at, directories, files in os.walk(root):
        depth = len(Path(at).relative_to(root).parts)
        directories[:] = [] if depth >= _DEPTH else sorted(d for d in directories if not d.startswith("."))
        yield from (Path(at) / name for name in files if _is_document(name))


def _is_document(name: str) -> bool:
    return not name.startswith(".") and supported(by_extension(name))
