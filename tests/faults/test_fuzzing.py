"""Damaged documents by the hundred, the same ones each time; and what longer runs have found (``benchmarks.fuzz``)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import anyio
import pytest

from benchmarks.fuzz import Tally, fuzz, made
from benchmarks.fuzzing.seeds import MUTATORS, seeds_of
from benchmarks.fuzzing.trial import Finding, server_on_trial
from pincite.errors import ParseError
from pincite.model import Kind
from pincite.parsers.options import ParseOptions
from pincite.parsers.pdf.reader.bombs import defuse
from pincite.parsers.plain.inline import plain_html
from tests.docxs import HEADINGS, docx, p, parsed, texts
from tests.faults.test_workers import linux_only
from tests.packages import package
from tests.pages import html_bytes
from tests.unit.test_xlsx import made as workbook
from tests.unit.test_xlsx import parsed as parsed_workbook
from tests.unit.test_xlsx import sales

SHORT = 12  # inputs of each format
FEW = 3  # of one that needs OCR


@linux_only
@pytest.mark.parametrize("format", MUTATORS)
def test_a_short_run(format: str, tmp_path: Path) -> None:
    count = FEW if format == "scan" else SHORT
    tally = anyio.run(fuzz, format, seeds_of(format, [], 0), 6, range(count), tmp_path)
    assert tally.inputs == count
    assert not tally.findings, "\n".join(path.read_text() for path in tmp_path.glob("*.why"))
    assert tally.opened


@pytest.mark.parametrize("format", MUTATORS)
def test_an_input_can_be_made_again(format: str) -> None:
    seeds = seeds_of(format, [], 0)
    inputs = [made(format, seeds, 1, n) for n in range(5)]
    assert inputs == [made(format, seeds, 1, n) for n in range(5)]
    assert len(set(inputs)) == 5


def test_a_finding_is_saved_with_its_seed(tmp_path: Path) -> None:
    tally = Tally("pdf", tmp_path)
    for n in range(9):
        tally.add(Finding("crash", "open_document: it died"), b"%PDF", f"pdf-3-{n}")
    assert sorted(path.name for path in tmp_path.glob("*.pdf")) == [f"pdf-3-{n}-crash.pdf" for n in range(3)]
    assert tally.findings.total() == 9


@linux_only
def test_the_judge_sees_what_a_parse_touches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A parser that opens a file, calls a port or leaves a file behind is found out."""
    deeds = {
        "open('/etc/passwd').read()": "files",
        "import socket; socket.getaddrinfo('localhost', 80)": "network",
        "import tempfile; open(tempfile.mkstemp()[0], 'w').close()": "files",
        "raise KeyError": "untyped",
        "import os; os.kill(os.getpid(), 9)": "crash",
    }
    monkeypatch.setattr("benchmarks.fuzzing.trial.PARSER", "tests.faults.doer:parse")

    async def run() -> list[str]:
        found = []
        async with server_on_trial() as trial:
            for deed in deeds:
                outcome = await trial.judge(deed.encode(), ".txt", tools=False)
                found.append(outcome.finding.kind if outcome.finding else "")
        return found

    assert anyio.run(run) == list(deeds.values())


# What longer runs have found.


def test_a_header_whose_names_are_of_no_name_space_costs_the_header_only() -> None:
    data = docx(
        p("Words of the body"), parts={"word/header1.xml": "<w:hdr><w:p/></w:hdr>"},
        links=(("h", "header", "header1.xml"),),
    )  # fmt: skip
    document = parsed(data)
    assert texts(document) == ["Words of the body"]
    assert "partial" in {warning.code for warning in document.warnings}


@pytest.mark.parametrize("target", ["header", "outside"])
def test_comments_that_are_none(target: str) -> None:
    """The relationship to the comments leads to another part, or out of the file."""
    data = docx(
        p("Words"), styles=HEADINGS, parts={"word/header1.xml": "<w:hdr xmlns:w='x'/>"},
        links=(("c", "comments", "header1.xml"),), external=("c",) if target == "outside" else (),
    )  # fmt: skip
    assert texts(parsed(data, ParseOptions(comments=True))) == ["Words"]


def test_a_comment_without_a_date_or_with_a_wrong_one() -> None:
    mark = '<w:r><w:t>Words</w:t></w:r><w:r><w:commentReference w:id="{}"/></w:r>'
    words = p("<w:r><w:t>Why</w:t><w:tab/><w:t>so?</w:t></w:r>", '<w:tabs><w:tab w:val="left"/></w:tabs>')
    comments = "".join(
        f'<w:comment w:id="{n}" w:author="Ann"{date}>{words}</w:comment>'
        for n, date in enumerate(("", ' w:date="soon"', ' w:date="2024-05-06T07:08:09Z"'))
    )
    document = parsed(
        docx("".join(p(mark.format(n)) for n in range(3)), comments=comments), ParseOptions(comments=True)
    )
    assert texts(document, Kind.COMMENT) == [
        "Comment by Ann: Why\tso?", "Comment by Ann: Why\tso?", "Comment by Ann, 2024-05-06: Why\tso?",
    ]  # fmt: skip


@pytest.mark.parametrize("half", [b"&#xD800;", b"\xed\xa0\x80", b"&#0;", b"\xff"])
def test_half_a_character_in_xml(half: bytes) -> None:
    """The rest of the part is read, and what comes out is text."""
    data = changed(docx(p("Words HERE and more") + p("Another")), {})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        body = archive.read("word/document.xml").replace(b"HERE", half)
    document = parsed(changed(data, {"word/document.xml": body}))
    assert document.text.encode()
    assert "Words" in document.text


def changed(data: bytes, parts: Mapping[str, bytes]) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return package({name: archive.read(name) for name in archive.namelist()} | dict(parts))


@pytest.mark.parametrize("xml", [b"<x:workbook", b"<workbook \xff"])
def test_a_workbook_whose_main_part_cannot_be_read(xml: bytes) -> None:
    with pytest.raises(ParseError) as caught:
        parsed_workbook(changed(workbook(sales), {"xl/workbook.xml": xml}))
    assert caught.value.code == "corrupt"


@pytest.mark.parametrize("charset", ["undefined", "idna", "unicode_escape", "utf-7", "base64"])
def test_a_charset_that_only_python_knows(charset: str) -> None:
    page = f"<meta charset={charset}><p>\\ud800 +2AA- words</p>".encode()
    text = html_bytes(page).text
    assert "words" in text
    assert text.encode()


def test_a_packed_stream_with_a_code_that_stands_for_nothing() -> None:
    noise = b"\xff\x00\x7f" * 9000
    stream = b"1 0 obj<</Filter/LZWDecode/Length %d>>stream\n%s\nendstream endobj" % (len(noise), noise)
    assert defuse(stream)[:2] == (stream, 0)


@pytest.mark.parametrize("mark", ["<!--", "<script>", "<style", "<br ", "<a "])
def test_marks_of_html_that_never_end(mark: str) -> None:
    """Two hundred thousand of them are passed once, and what comes before and after them is kept."""
    text = plain_html(f"<p>before<!-- no --><script>no</script></p> {mark * 200_000} after")
    assert text.startswith("before")
    assert "no" not in text
    assert text.endswith("after")
