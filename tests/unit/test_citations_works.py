"""Author, title and date of a document as a careful librarian would take them: from what it says of itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.citations import format_citation
from pincite.citations.people import Date
from pincite.citations.places import Work, work_of
from pincite.citations.written import dates_in
from pincite.model import Document, Metadata
from tests.builders import document


def work(picture: str, *, format: str = "pdf", paged: bool = True, **told: str | None) -> Work:
    return work_of(made(picture, format=format, paged=paged, **told))


def made(picture: str, *, format: str = "pdf", paged: bool = True, **told: str | None) -> Document:
    return replace(document(picture, paged=paged), format=format, metadata=Metadata(**told))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("April 2024", Date(2024, 4)),
        ("February 3, 2025", Date(2025, 2, 3)),
        ("JUNE 27,2004", Date(2004, 6, 27)),
        ("Sept. 9th 2021", Date(2021, 9, 9)),
        ("07 July 2019", Date(2019, 7, 7)),
        ("this 20th day of December 2018", Date(2018, 12, 20)),
        ("Diciembre 2014", Date(2014, 12)),
        ("3 de febrero de 2024", Date(2024, 2, 3)),
        ("1er août 2023", Date(2023, 8, 1)),
        ("12. März 2022", Date(2022, 3, 12)),
        ("2024-02-03", Date(2024, 2, 3)),
        ("27.4.2016", Date(2016, 4, 27)),
        ("2026 年03月04日", Date(2026, 3, 4)),
        ("03/04/2024", Date(2024)),  # March or April
        ("version 12.3.2011.4", None),
        ("May 32, 2024", None),
        ("the march 2 of 20245", None),
        ("2024-13-40", None),
    ],
)
def test_dates_as_they_are_written(line: str, expected: Date | None) -> None:
    assert next((found.date for found in dates_in(line)), None) == expected


@pytest.mark.parametrize(
    ("cover", "expected"),
    [
        ("# A handbook\nOctober 1, 2012", Date(2012, 10, 1)),
        ("# A policy\nIssue Date: March 7, 2014", Date(2014, 3, 7)),
        ("FOR IMMEDIATE RELEASE February 5, 2025", Date(2025, 2, 5)),
        ("# A talk\nAnnual Meeting in New Orleans, October 29, 2012", Date(2012, 10, 29)),
        ("# A law\naf 27. april 2016", Date(2016, 4, 27)),
        ("> 12 May 2021\n# A report with its date in the running head", Date(2021, 5, 12)),
        ("|Water system:|Lake|\n|Report Date:|June 27, 2004|", Date(2004, 6, 27)),
        ("# A lease\nThis lease is made and entered into as of December 13, 1999 (the day).", Date(1999, 12, 13)),
        ("SUBJECT TO COMPLETION, DATED DECEMBER 12, 2024\n# Offer (To Prospectus dated November 29, 2024)",
         Date(2024, 12, 12)),
        ("# A guide\n© 2019–2021 Acme", Date(2021)),
        ("# A guide\nFirst published May 2006. This edition July 2016.", Date(2016, 7)),
        # what is no date of the document
        ("# A list\n" + "\n".join(f"May {n}, 2015" for n in range(1, 9)), None),
        ("# A deal\nUnder the master agreement dated January 1, 2011 the parties grant each other what is told below, "
         "and nothing else.", None),
        ("# A bond\nThe notes are due on October 1, 2012.", None),
        ("# A note\nPrices as of\nThe law of March 3, 1999 applies until June 4, 2001.", None),
        ("# Two\nMarch 3, 1999\nMarch 3, 2005", None),
        ("# A log\nMarch 3, 1999\nApril 4, 1999", Date(1999)),
    ],
)  # fmt: skip
def test_the_date_that_the_front_states(cover: str, expected: Date | None) -> None:
    assert work(f"--- 1\n{cover}\n--- 2\nText of July 4, 1776.").date == expected


def test_the_date_that_is_stated_goes_before_that_of_the_file() -> None:
    assert work("--- 1\n# Handbook\nOctober 1, 2012", created="2023-05-15T19:28:00Z").date == Date(2012, 10, 1)
    page = work("# Post\nText.", format="html", paged=False, created="2024-02-03")
    assert page.date == Date(2024, 2, 3)


REPORT = """
    ---
    # Annual report
    For the fiscal year ended December 31, 2024
    --- 1
    Sales of 2023 and 2024 rose. Signed on behalf of the board.
    {end}
"""


@pytest.mark.parametrize(
    ("end", "created", "expected"),
    [
        ("Date: February 9, 2025 By: A. Writer", None, Date(2025, 2, 9)),
        ("Date: February 9, 2025", "2030-01-02", Date(2025, 2, 9)),
        ("Nothing.", "2025-02-09T10:00:00Z", Date(2025)),
        ("Nothing.", "2000-05-06", None),  # a report on 2024 was not written then
        ("Nothing.", "2029-05-06", None),  # saved anew
        ("Date: February 9, 2015", None, None),
    ],
)
def test_a_report_is_no_older_than_the_period_it_is_on(end: str, created: str | None, expected: Date | None) -> None:
    assert work(REPORT.format(end=end), created=created).date == expected


@pytest.mark.parametrize(
    ("format", "title", "created", "modified", "expected"),
    [
        ("pdf", "Guide", "2021-05-06T10:00:00Z", "2023-01-01", Date(2021)),  # the year alone: no day of publication
        ("pdf", "Guide", None, "2023-01-01", None),
        ("pdf", "Guide", "2000-01-01T00:00:00Z", None, None),
        ("pdf", "Guide", "1980-01-01", None, None),
        ("pdf", "Guide", "1970-01-01T00:00:00Z", None, None),
        ("pdf", "Annual Report 2025", "2001-03-04", None, None),
        ("pdf", "Annual Report 2025", "2026-03-04", None, Date(2026)),
        ("pdf", "Annual Report 2003", "2007-03-04", None, None),
        ("pdf", "Strategic Plan 2022-2026", "2022-03-04", None, Date(2022)),
        ("docx", "Guide", "2021-05-06", "2021-07-01", Date(2021)),
        ("docx", "Guide", "2010-09-21", "2012-10-29", None),  # the date of its template
    ],
)
def test_the_date_of_a_file_counts_where_nothing_speaks_against_it(
    format: str, title: str, created: str | None, modified: str | None, expected: Date | None
) -> None:
    doc = work("--- 1\nText.", format=format, title=title, created=created, modified=modified)
    assert doc.date == expected


@pytest.mark.parametrize(
    ("author", "front", "expected"),
    [
        ("Acme, Inc.", "A report of ACME INC for all", ["Acme, Inc."]),
        ("Jane M. Doe", "by Jane Doe", ["Jane M. Doe"]),
        ("Jane Doe", "J. M. Doe, University of Oslo", ["Jane Doe"]),
        ("Doe, Jane; Smith, John", "Jane Doe and others", ["Doe, Jane"]),
        ("U.S. Department of Labor", "DEPARTMENT OF LABOR", ["U.S. Department of Labor"]),
        ("Bonterms", "The Bonterms agreement", ["Bonterms"]),
        ("株式会社 日立製作所", "株式会社日立製作所の帳票", ["株式会社 日立製作所"]),
        # typists, machines, converters
        ("lqgraves", "A plan", []),
        ("Microsoft Office User", "Six-month results", []),
        ("Administrator", "A report of Acme", []),
        ("EDGAR Online, a division of Donnelley Financial Solutions", "Form 10-Q of Acme", []),
        ("Jane Doe", "A report by John Smith", []),
        ("Jane Doe", "Jane said that a long way from here there was Doe", []),
    ],
)
def test_an_author_is_named_where_the_document_names_them(author: str, front: str, expected: list[str]) -> None:
    assert [a.name for a in work(f"--- 1\n{front}", author=author).authors] == expected


def test_an_author_may_be_named_at_the_end() -> None:
    text = "\n".join(f"--- {n}\nPage {n} of a book." for n in range(1, 9))
    assert work(f"{text}\nWritten by Jane Doe.", author="Jane Doe").authors
    assert not work(f"--- 1\nA book.\n{text}\n", author="Jane Doe").authors


FILING = """
    ---
    UNITED STATES SECURITIES AND EXCHANGE COMMISSION
    # FORM 10-Q
    For the quarterly period ended April 1, 2023
    Acme Inc.
    (Exact name of registrant as specified in its charter)
    --- 1
    Sales rose.
    Date: May 4, 2023
"""


@pytest.mark.parametrize("title", ["Acme Inc.", "FORM 10-Q", "10-Q", "Acme Inc., Form 10-Q"])
def test_a_filing_is_named_by_company_form_and_period(title: str) -> None:
    doc = made(FILING, title=title, author="Filings Online, a division of Converters")
    assert format_citation(doc, "b5").startswith("Form 10-Q, April 1, 2023 (Acme Inc., 2023), p. 1")
    assert format_citation(doc, "b5", "bluebook") == "Acme Inc., Form 10-Q, April 1, 2023, at 1 (May 4, 2023)."


def test_a_filing_with_a_title_of_its_own_keeps_it() -> None:
    assert work_of(made(FILING, title="Acme Inc., 10-Q, April 1, 2023")).title == "10-Q, April 1, 2023"
    assert work_of(made(FILING, title="A quarter")).title == "A quarter"
    assert work_of(made(FILING)).title == "test.pdf"
