"""The program of a process that reads ranges of pages for a worker.

Its first two jobs are the password (as JSON, or null) and the bytes of the file; each later one is a range of pages
(first and last, from 0, half open), answered by ``pageswire`` bytes, with progress after each page: the pages of the
range that are done, which those that only OCR can read are not.
"""

from __future__ import annotations

import gc
import json
import logging
import queue
import struct
import sys
from typing import BinaryIO

from pincite.errors import ParseError, PinciteError
from pincite.model import DocumentWarning
from pincite.parsers.frames import FrameKind, encode_error, encode_progress, write_frame
from pincite.parsers.pdf.health import is_unread
from pincite.parsers.pdf.reader.pageswire import RecordedStyles, encode_pages
from pincite.parsers.pdf.reader.pdfium import PdfFile
from pincite.parsers.process import leave, limit_threads, read_jobs, take_stdout

RANGE = struct.Struct("<II")


def main(_: list[str]) -> None:
    out = take_stdout()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    limit_threads()
    gc.disable()  # what is read here is not garbage until the process ends
    jobs = read_jobs(sys.stdin.buffer)
    write_frame(out, FrameKind.READY)
    password = json.loads(jobs.get())
    try:
        with PdfFile(jobs.get(), password) as pdf:
            _answer(pdf, jobs, out)
    except MemoryError:
        write_frame(out, FrameKind.ERROR, encode_error(ParseError("The pages need too much memory.", code="too_large")))
    except PinciteError as error:
        write_frame(out, FrameKind.ERROR, encode_error(error))
    leave(1)


def _answer(pdf: PdfFile, jobs: queue.SimpleQueue[bytes], out: BinaryIO) -> None:
    """Reads one range after the other; the end of the parent ends the process."""
    while True:
        first, last = RANGE.unpack(jobs.get())
        styles, warnings = RecordedStyles(), list[DocumentWarning]()
        pages = []
        done = 0
        for index in range(first, last):
            pages.append(pdf.read_page(index, styles, warnings))
            done += not is_unread(pages[-1])
            write_frame(out, FrameKind.PROGRESS, encode_progress(done, last - first))
        write_frame(out, FrameKind.RESULT, encode_pages(pages, styles, warnings))
