"""Dispatch by format."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.errors import RequestError, SourceError
from pincite.parsers.formats import DEFAULT_OPTIONS, PARSERS, ParseOptions, parse_file
from tests.pdfs import Pdf

ROOT = Path(__file__).parents[2]


def pdf(pages: int = 3) -> bytes:
    made = Pdf()
    for i in range(pages):
        made.page().text(72, 72, f"This is the text of page {i + 1}.")
    return made.bytes()


@pytest.mark.parametrize("as_bytes", [True, False])
def test_a_pdf_from_a_path_or_from_bytes(tmp_path: Path, as_bytes: bool) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf())
    seen: list[tuple[int, int]] = []
    document = parse_file(
        path.read_bytes() if as_bytes else path, format="pdf", doc_id="abcdefghijkl", name="a.pdf",
        progress=lambda done, total: seen.append((done, total)),
    )  # fmt: skip
    assert (document.doc_id, document.source, document.format) == ("abcdefghijkl", "a.pdf", "pdf")
    assert "text of page 3" in document.text
    assert seen[-1] == (3, 3)


def test_the_parser_s_name_is_the_one_that_the_cache_goes_by() -> None:
    document = parse_file(pdf(1), format="pdf", doc_id="a", name="a.pdf")
    assert document.parser == PARSERS["pdf"]


def test_options() -> None:
    document = parse_file(pdf(3), format="pdf", doc_id="a", name="a.pdf", options=ParseOptions(max_pages=2))
    assert len(document.pages) == 2
    assert [w.code for w in document.warnings] == ["partial"]


def test_the_key_of_options() -> None:
    assert DEFAULT_OPTIONS.key == ""
    assert ParseOptions(max_pages=7).key == "max_pages=7"


def test_options_that_make_no_sense_are_refused() -> None:
    with pytest.raises(RequestError) as caught:
        ParseOptions(changes="halfway")
    assert "accepted" in caught.value.hint


def test_a_format_without_a_parser() -> None:
    with pytest.raises(SourceError) as caught:
        parse_file(b"", format="ole", doc_id="a", name="a.msg")
    assert caught.value.code == "unsupported_format"


def test_a_server_does_not_load_what_its_workers_load() -> None:
    heavy = ("pypdfium2_raw", "numpy", "tantivy", "diskcache", "quicktok", "rapidfuzz", "pincite.parsers.pdf.engine")
    code = f"import sys, pincite.registry; print([m for m in {heavy!r} if m in sys.modules])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert out.stdout.strip() == "[]"


@pytest.mark.parametrize("own", [None, "20"])
def test_loading_leaves_the_process_as_it_was(own: str | None) -> None:
    name = "OPENBLAS_THREAD_TIMEOUT"
    code = (
        "import ctypes, gc\nfrom pincite.parsers.loading import light_loading\n"
        "with light_loading():\n    import numpy\n    assert not gc.isenabled()\n"
        f"get = ctypes.CDLL(None).getenv\nget.restype = ctypes.c_char_p\nprint(gc.isenabled(), get({name.encode()!r}))"
    )
    env = {key: value for key, value in os.environ.items() if key != name} | ({name: own} if own else {})
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env)
    assert out.stdout.strip() == f"True {own.encode() if own else None!r}"
