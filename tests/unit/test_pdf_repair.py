"""Files that have lost their end."""

from __future__ import annotations

import time

import pytest

from pincite.parsers.pdf.reader.repair import repair

PAGE = b"3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj\n"
TREE = b"2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n"
ROOT = b"1 0 obj\n<< /Type/Catalog /Pages 2 0 R >>\nendobj\n"


def test_the_root_is_named_in_a_new_trailer() -> None:
    repaired = repair(b"%PDF-1.4\n" + ROOT + TREE + PAGE)
    assert repaired is not None
    assert b"/Root 1 0 R" in repaired
    assert b"/Kids [ 3 0 R ]" not in repaired


def test_of_two_roots_the_later_one_counts() -> None:
    repaired = repair(b"%PDF-1.4\n" + ROOT + TREE + PAGE + b"9 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n")
    assert repaired is not None
    assert b"/Root 9 0 R" in repaired


def test_pages_without_a_root_get_one() -> None:
    repaired = repair(b"%PDF-1.4\n" + PAGE + PAGE.replace(b"3 0 obj", b"7 0 obj"))
    assert repaired is not None
    assert b"/Kids [ 3 0 R 7 0 R ]" in repaired
    assert b"/Root 8 0 R" in repaired


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>" + ROOT,
        b"%PDF-1.4\nnothing",
        b"%PDF-1.4\n" + ROOT + b"5 0 obj\n<< /Filter /Standard /V 5 >>\nendobj\n",
        b"%PDF-1.4\n4 0 obj\n<< /Length 99 >>\nstream\n(/Type /Page) Tj",
    ],
    ids=["empty", "no PDF", "no objects", "encrypted", "only in a stream"],
)
def test_what_cannot_be_repaired(data: bytes) -> None:
    assert repair(data) is None


def test_the_time_is_linear() -> None:
    started = time.process_time()
    repair(b"%PDF-1.4\n" + b"1 0 obj " * 200_000)
    assert time.process_time() - started < 5
