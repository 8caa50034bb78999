"""Imports point one way, vendor libraries stay behind one module, start-up stays light, modules stay readable."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract.conftest import report_pdf

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pincite"
MODULES = sorted(PACKAGE.rglob("*.py"))

# the core, from the bottom: each part may import those before it
CORE = (
    "lazy",
    "errors",
    "fold",
    "model",
    "identity",
    "markup",
    "spans",
    "health",
    "outline",
    "costs",
    "render",
    "anchors",
    "tables",
    "verify",
    "citations",
    "selection",
    "chunks",
    "exports",
    "derived",
    "compare",
)
BELOW = {part: CORE[:i] for i, part in enumerate(CORE)}
# what a part may import of the package besides itself
ALLOWED: dict[str, tuple[str, ...]] = {
    **BELOW,
    "limits": (),
    "places": (),
    "clients": ("errors", "places"),
    "settings": ("errors", "limits", "places"),
    "parsers": (*CORE, "limits"),
    "index": CORE,
    "cache": CORE,
    "sources": (*CORE, "limits"),
    "stores": (*CORE, "cache", "index", "settings"),
    "pictures": (*CORE, "limits", "parsers"),
    "registry": (*CORE, "limits", "parsers", "index", "cache", "settings", "sources", "stores", "pictures"),
    "library": (*CORE, "parsers", "index", "cache", "settings", "sources", "pictures"),
    "batch": (*CORE, "parsers", "sources", "library"),
    "integrations": (*CORE, "library", "batch"),
    "prompts": ("errors",),
    "server": (*CORE, "clients", "registry", "prompts", "settings", "sources", "stores", "library", "pictures"),
    "cli": (*CORE, "clients", "parsers", "cache", "registry", "settings", "sources", "library", "batch", "server"),
}
VENDORS = {
    "mcp": ("server", "prompts"),
    "playwright": ("sources/browser/rendering.py",),
    "httpx2": ("sources/web", "cli/sending.py"),
    "httpcore2": ("sources/web",),
    "pypdfium2_raw": (
        "parsers/pdf/reader/pdfium.py",
        "parsers/pdf/reader/calls.py",
        "parsers/pdf/reader/loading.py",
        "parsers/pdf/reader/pictures.py",
        "parsers/pdf/reader/pagebox.py",
        "parsers/pdf/reader/fontfacts.py",
    ),
    "pptx": ("parsers/pptx/inheritance.py",),
    "tantivy": ("index",),
    "diskcache": ("cache",),
    "psycopg": ("stores/postgres/database.py",),
    "psycopg_pool": ("stores/postgres/database.py",),
    "obstore": ("stores/objects.py",),
    "quicktok": ("costs.py",),
    "platformdirs": ("settings.py",),
    "PIL": ("parsers/pdf/inspection", "parsers/ocr/pictures.py", "parsers/image/frames.py", "pictures"),
    "pytesseract": ("parsers/ocr/tesseract.py",),
    "lxml": ("parsers",),
    "docx": ("parsers/docx",),
    "msoffcrypto": ("parsers/ooxml/compound.py",),
}


def part_of(module: str) -> str:
    return module.split(".")[0]


def imports(path: Path) -> set[str]:
    """Full names of what a module imports, wherever in it the import stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    relative = path.relative_to(PACKAGE)
    part = part_of(relative.parts[0].removesuffix(".py"))
    if part not in ALLOWED:
        assert part in ("__init__", "__main__"), f"{part} has no rule: say in ALLOWED what it may import"
        return
    used = {part_of(name.removeprefix("pincite.")) for name in imports(path) if name.startswith("pincite.")}
    known = used & set(ALLOWED)
    assert known - {part} <= set(ALLOWED[part]), f"{relative} reaches up"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_each_vendor_library_stays_behind_one_part(path: Path) -> None:
    relative = path.relative_to(PACKAGE).as_posix()
    for name in imports(path):
        homes = VENDORS.get(name.split(".")[0])
        assert homes is None or relative.startswith(homes), f"{relative} imports {name}"


def test_limits_are_set_in_one_place() -> None:
    again = re.compile("^_?(?:MAX|MOST)_(?:PARTS|PAGES|BYTES|TAGS|PIXELS|OBJECTS) = ", re.M)
    others = [p for p in MODULES if p.name != "limits.py" or p.parent != PACKAGE]
    assert [p.relative_to(PACKAGE).as_posix() for p in others if again.search(p.read_text())] == []


def test_only_settings_reads_the_environment() -> None:
    readers = [
        p.relative_to(PACKAGE).as_posix() for p in MODULES if "os.environ" in p.read_text() or "getenv" in p.read_text()
    ]
    assert readers == ["parsers/loading.py", "settings.py"]  # the first heeds a variable of a library


def test_importing_the_package_loads_no_heavy_library() -> None:
    heavy = (
        "numpy",
        "tantivy",
        "pypdfium2_raw",
        "quicktok",
        "mcp",
        "pydantic",
        "diskcache",
        "rapidfuzz",
        "rich",
        "PIL",
        "pytesseract",
        "httpx2",
        "playwright",
        "psycopg",
        "obstore",
    )
    code = f"import sys, pincite; print([m for m in {heavy!r} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert out.stdout.strip() == "[]"


def test_a_parse_loads_nothing_that_only_its_result_uses(tmp_path: Path) -> None:
    later = (
        "pincite.verify",
        "pincite.chunks.making",
        "pincite.exports",
        "pincite.index",
        "pincite.costs",
        "rapidfuzz",
    )
    path = tmp_path / "a.pdf"
    path.write_bytes(report_pdf().bytes())
    code = (
        f"import sys, pincite; r = pincite.parse_document({str(path)!r}); r.hierarchy.flatten();"
        f"print([m for m in {later!r} if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert out.stdout.strip() == "[]"


def test_modules_hold_one_noun_each() -> None:
    long = {p.relative_to(PACKAGE).as_posix(): n for p in MODULES if (n := p.read_text().count("\n")) > 500}
    assert not long, "more than 500 lines is more than one noun"


def test_functions_can_be_taken_in_at_a_glance() -> None:
    long = [
        f"{p.relative_to(PACKAGE)}:{node.lineno} {node.name}"
        for p in MODULES
        for node in ast.walk(ast.parse(p.read_text()))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (node.end_lineno or 0) - node.lineno > 80
    ]
    assert not long
