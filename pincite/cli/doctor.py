"""``pincite doctor``: what is installed, how to get what is missing, and a document opened end to end."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from pincite.cli.command import DONE, NO, Command, print_json
from pincite.errors import PinciteError
from pincite.settings import Settings

_PACKAGES = (
    ("playwright", "web pages that programs make", "pip install 'pincite[browser]'"),
    ("pyarrow", "Parquet files", "pip install 'pincite[parquet]'"),
    ("pandas", "data frames (or polars)", "pip install 'pincite[dataframes]'"),
    ("polars", "data frames (or pandas)", "pip install polars"),
    ("psycopg", "state shared by replicas: PINCITE_DATABASE_URL", "pip install 'pincite[postgres]'"),
    ("obstore", "files in an object storage: PINCITE_OBJECT_STORE", "pip install 'pincite[s3]'"),
    ("langchain_core", "the loader for LangChain", "pip install 'pincite[langchain]'"),
    ("llama_index", "the reader for LlamaIndex", "pip install 'pincite[llamaindex]'"),
    ("shtab", "shell completion", "pip install shtab"),
)
_PROGRAMS = (
    (("tesseract",), "OCR of scans", "apt install tesseract-ocr, or brew install tesseract"),
    (
        ("soffice", "libreoffice"),
        "old Office files (.doc, .ppt, .xls) and page pictures of all Office files",
        "apt install libreoffice",
    ),
    (
        ("chromium", "chromium-browser", "google-chrome", "microsoft-edge"),
        "web pages that programs make",
        "apt install chromium, or install Chrome",
    ),
)
_NOTE = "# Pumps\n\nSales of pumps rose by 4 percent.\n\n| part | price |\n| --- | --- |\n| valve | 85 |\n"


class Check(NamedTuple):
    """Something that was looked at: whether it is there, what for, and how to get it."""

    name: str
    ok: bool
    use: str
    fix: str


def _arguments(parser: argparse.ArgumentParser) -> None:
    pass


def _run(options: argparse.Namespace, settings: Settings) -> int:
    optional = [Check(name, find_spec(name) is not None, use, fix) for name, use, fix in _PACKAGES]
    optional += [Check(names[0], any(map(shutil.which, names)), use, fix) for names, use, fix in _PROGRAMS]
    required = [_cache(settings), _self_test()]
    ok = all(check.ok for check in required)
    if options.json:
        print_json({"ok": ok, "required": [c._asdict() for c in required], "optional": [c._asdict() for c in optional]})
        return DONE if ok else NO
    for title, checks in (("needed", required), ("optional", optional)):
        sys.stdout.write(f"{title}:\n")
        for check in checks:
            rest = check.use if check.ok else f"{check.use}; to get it: {check.fix}"
            sys.stdout.write(f"  {'ok     ' if check.ok else 'missing'}  {check.name}: {rest}\n")
    return DONE if ok else NO


def _cache(settings: Settings) -> Check:
    """Whether the cache directory, or the nearest one above it, can be written."""
    place = settings.cache_dir
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError as error:
        return Check("cache", False, f"{settings.cache_dir} ({error.strerror})", "set PINCITE_CACHE_DIR")
    return Check("cache", True, str(settings.cache_dir), "")


def _self_test() -> Check:
    """A small document is written, opened by a process of its own, kept, read back, searched and a quote of it
    verified."""
    from pincite.library import ParseResult
    from pincite.registry import OpenDocument, Registry

    use = "a document is opened, kept, searched and cited"
    with tempfile.TemporaryDirectory(prefix="pincite-") as directory:
        path = Path(directory) / "pumps.md"
        path.write_text(_NOTE)
        registry = Registry(Settings(cache_dir=Path(directory) / "cache", workers=1))
        try:
            found = registry.open(str(path), wait_s=None)
            assert isinstance(found, OpenDocument)
            result = ParseResult(found.document)
            right = result.verify("Sales of pumps rose by 4 percent.").status == "verified"
            wrong = result.verify("Sales of pumps rose by 5 percent.").status == "drift"
            whole = right and wrong and bool(result.search("pumps")) and len(result.tables) == 1
        except PinciteError as error:
            return Check("self-test", False, f"{use}: {error.message} [{error.code}]", error.hint or "reinstall")
        finally:
            registry.close()
    return Check("self-test", whole, use, "pip install --force-reinstall pincite")


COMMAND = Command("doctor", "say what is installed and what is missing, and test it", _arguments, _run)
