"""How long a picture of a page takes: the first one (a process starts), pages not seen before, and pages seen before.

    python benchmarks/pictures.py FILES... [--pages 12] [--width 160]

Each page is asked for as a model gets it, with a line of it marked, and as a thumbnail. ``fresh`` are pages that nobody
asked for before, in a process that is warm; ``kept`` the same pages again. Milliseconds of wall time; sizes in kB.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from pincite.model import Span
from pincite.pictures import PagePicture
from pincite.registry import OpenDocument, Registry
from pincite.settings import Settings


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=12, help="of each file")
    parser.add_argument("--width", type=int, default=160, help="of a thumbnail, in pixels")
    asked = parser.parse_args(arguments)
    print(f"{'':36} {'first':>6} {'fresh':>14} {'thumbnail':>14} {'kept':>14} {'kB':>5}")
    print(f"{'':36} {'':>6}" + 3 * f" {'median':>7} {'max':>6}" + f" {'max':>5}")
    for path in asked.files:
        with tempfile.TemporaryDirectory() as folder:
            registry = Registry(Settings(cache_dir=Path(folder), max_pages=asked.pages + 1, ocr="never"))
            try:
                _file(registry, path, asked.pages, asked.width)
            finally:
                registry.close()


def _file(registry: Registry, path: Path, most: int, width: int) -> None:
    opened = registry.open(str(path))
    assert isinstance(opened, OpenDocument)
    first = _timed(lambda: registry.picture(opened, 1))[0]
    pages = [page.number for page in opened.document.pages if 1 < page.number <= most + 1] or [1]
    times: list[list[float]] = []
    largest = 0.0
    for page in pages:
        wish = partial(registry.picture, opened, page, highlight=_line(opened, page))
        took, picture = _timed(wish)
        thumbnail = partial(registry.picture, opened, page, width=width)
        times.append([took, _timed(thumbnail)[0], _timed(wish)[0]])
        largest = max(largest, len(picture.data) / 1000)
    columns = [f"{statistics.median(part):7.1f} {max(part):6.1f}" for part in zip(*times, strict=True)]
    print(f"{path.name[:36]:36} {first:6.0f} {' '.join(columns)} {largest:5.0f}")


def _line(opened: OpenDocument, page: int) -> Span | None:
    regions = [r for b in opened.document.blocks if not b.kind.is_furniture for r in b.regions if r.page == page]
    return regions[len(regions) // 2].span if regions else None


def _timed(make: Callable[[], PagePicture]) -> tuple[float, PagePicture]:
    began = time.perf_counter()
    picture = make()
    return 1000 * (time.perf_counter() - began), picture


if __name__ == "__main__":
    main()
