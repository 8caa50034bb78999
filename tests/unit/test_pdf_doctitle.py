from __future__ import annotations

import pytest

from pincite.model import Metadata
from pincite.parsers.pdf.headings.doctitle import is_makeshift
from pincite.parsers.pdf.headings.headings import mark_headings
from tests.layouts import Sheets


def titled(given: str | None, doc: Sheets | None = None) -> str | None:
    if doc is None:
        doc = Sheets().page().title("The growth of rivers", size=20, bold=True, centred=True).text()
        doc.title("1 Sources", size=13, bold=True).text().title("2 Mouths", size=13, bold=True).text()
    doc.layout.metadata = Metadata(title=given)
    mark_headings(doc.layout)
    return doc.layout.metadata.title


@pytest.mark.parametrize(
    "title",
    [
        "0000123456-21-000014", "Microsoft Word - report.doc", "untitled", "Untitled-1", "PowerPoint Presentation",
        "thesis.dvi", "report_final.pdf", "Document1", "d12345dex102", "C:\\jobs\\a.ps", "Slide 1", "...",
    ],
)  # fmt: skip
def test_makeshifts(title: str) -> None:
    assert is_makeshift(title)
    assert titled(title) == "The growth of rivers"


@pytest.mark.parametrize(
    "title", ["Annual report 2023", "Rivers", "Form 10-K", "How to read example.pdf files in practice", "目次の作り方"]
)
def test_titles_of_people_stay(title: str) -> None:
    assert titled(title) == title


def test_a_file_without_a_title_is_named_by_its_cover() -> None:
    assert titled(None) == "The growth of rivers"


def test_where_the_pages_have_none() -> None:
    assert titled("untitled", Sheets().page().text()) is None
    assert titled("ACT2023", Sheets().page().text()) == "ACT2023"


def filing(*cover: str) -> Sheets:
    doc = Sheets().page()
    for line in cover:
        doc.title(line, size=20, bold=True, centred=True)
    doc.text().page().title("PART I", size=13, bold=True).text().title("PART II", size=13, bold=True).text()
    return doc


def test_a_filing_is_named_by_its_form() -> None:
    assert titled("0000123456-21-000014", filing("FORM 10-Q")) == "FORM 10-Q"
    assert titled("0000123456-21-000014", filing("SECURITIES AND EXCHANGE COMMISSION")) is None


def test_a_heading_as_large_as_the_text_names_no_document() -> None:
    doc = Sheets().page().title("BACKGROUND", bold=True).text().title("TERM", bold=True).text()
    assert titled(None, doc) is None
