"""What becomes of the programs that OCR starts: they end with their worker, and a hung one is stopped."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pincite.identity import bytes_id
from pincite.parsers.formats import ParseOptions
from pincite.parsers.jobs import ParseRequest
from pincite.parsers.ocr import tesseract
from pincite.parsers.pool import WorkerPool
from tests.faults.living import alive
from tests.pdfs import Pdf
from tests.scans import needs_tesseract, scanned

pytestmark = [needs_tesseract, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

HANGS = """#!{python}
import sys, time
if "--version" in sys.argv:
    print("tesseract 5.0.0")
elif "--list-langs" in sys.argv:
    print("eng")
else:
    open({mark!r}, "a").write(str(__import__("os").getpid()) + "\\n")
    time.sleep(60)
"""


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Tesseract that never ends; the file tells the numbers of its processes."""
    mark = tmp_path / "started"
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    program.write_text(HANGS.format(python=sys.executable, mark=str(mark)))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    return mark


def until(what: Callable[[], bool], seconds: float = 20.0) -> bool:
    end = time.monotonic() + seconds
    while not what():
        if time.monotonic() > end:
            return False
        threading.Event().wait(0.02)
    return True


def request(directory: Path) -> ParseRequest:
    data = scanned(Pdf(300, 200).page().text(40, 60, "Rent is due in May."))
    path = directory / "scan.pdf"
    path.write_bytes(data)
    return ParseRequest(path, "pdf", bytes_id(data), path.name, options=ParseOptions(ocr_languages="eng"))


def test_a_cancelled_job_takes_its_programs_and_their_files_along(hanging: Path, tmp_path: Path) -> None:
    pool = WorkerPool(1)
    try:
        job = pool.submit(request(tmp_path))
        assert until(lambda: hanging.exists() and bool(hanging.read_text().strip()))
        (worker,) = pool.pids()
        assert list(Path(tempfile.gettempdir()).glob(f"pincite-{worker}-*/*"))
        job.cancel()
        running = [int(line) for line in hanging.read_text().split()]
        assert until(lambda: not any(map(alive, running)))
        assert until(lambda: not list(Path(tempfile.gettempdir()).glob(f"pincite-{worker}-*")))
    finally:
        pool.close()


@pytest.mark.usefixtures("hanging")
def test_a_tesseract_that_hangs_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "TIMEOUT_S", 0.3)
    with pytest.raises(tesseract.OcrError, match=r"longer than 0\.3 seconds"):
        tesseract.recognise(np.full((40, 200), 255, np.uint8), "eng", 150)
