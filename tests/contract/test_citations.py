"""``verify_citations``: a verdict for each quote, with the place or the nearest passage."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client

from pincite.registry import OpenDocument
from pincite.server.citing import verify_citations
from pincite.server.desk import Desk
from pincite.server.fence import CLOSE, OPEN
from pincite.server.wire import Citation
from pincite.settings import Settings
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, FakeRegistry, sentences
from tests.contract.requirements import covers
from tests.contract.talk import call, error, facts, text_of, tokens

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def report() -> OpenDocument:
    draft = (
        Draft("Report").page("i").heading("Summary").text("Total revenue rose by 4 percent to 52,576 million dollars.")
    )
    draft.page("1").heading("Details").heading("Shops", 2).text("The number of shops fell to 1,045 during the year.")
    draft.text("This sentence stands here twice, word for word.")
    draft.page("2").heading("Annex").text("This sentence stands here twice, word for word.")
    return draft.text(sentences(3000)).open("report.pdf")


async def check(client: Client, opened: OpenDocument, quote: str, **claim: str) -> dict[str, Any]:
    citation = {"quote": quote, "doc_id": opened.document.doc_id, **claim}
    report = await facts(client, "verify_citations", citations=[citation])
    (result,) = report["results"]
    return dict(result)


@covers("cite.status")
async def test_a_quote_that_stands_there_comes_with_its_place(report: OpenDocument) -> None:
    doc = report.document
    async with Client(serve(report)) as client:
        result = await check(client, report, "the number of shops fell to 1,045", page="1")
    assert result["status"] == "verified"
    (place,) = result["places"]
    assert place["anchor"].startswith(f"pincite://doc/{doc.doc_id}@{doc.rev}/b4")
    assert (place["page"], place["sheet"], place["section"]) == ("1", 2, "Details > Shops")
    assert place["words"] == f"{OPEN}The number of shops fell to 1,045{CLOSE}"  # only the case differs, and it says so
    assert "nearest" not in result


@covers("cite.status")
async def test_moved_ambiguous_and_stale(report: OpenDocument) -> None:
    doc = report.document
    twice = "This sentence stands here twice, word for word."
    async with Client(serve(report)) as client:
        moved = await check(client, report, "The number of shops fell to 1,045 during the year.", page="i")
        assert (moved["status"], moved["places"][0]["page"]) == ("moved", "1")
        ambiguous = await check(client, report, twice)
        assert ambiguous["status"] == "ambiguous"
        assert [p["page"] for p in ambiguous["places"]] == ["1", "2"]
        settled = await check(client, report, twice, page="2")
        assert (settled["status"], [p["page"] for p in settled["places"]]) == ("verified", ["2"])
        anchored = await check(client, report, twice, anchor=ambiguous["places"][0]["anchor"])
        assert (anchored["status"], [p["page"] for p in anchored["places"]]) == ("verified", ["1"])
        short = await check(client, report, twice, anchor=ambiguous["places"][0]["anchor"].rpartition("/")[2])
        assert short == anchored
        old = ambiguous["places"][0]["anchor"].replace(f"@{doc.rev}", "@aaaaaaaa")
        stale = await check(client, report, "Total revenue rose by 4 percent", anchor=old)
        assert (stale["status"], stale["places"][0]["page"]) == ("stale", "i")


@covers("cite.status")
async def test_a_changed_digit_is_drift_and_the_difference_is_marked(report: OpenDocument) -> None:
    async with Client(serve(report)) as client:
        result = await check(client, report, "Total revenue rose by 5 percent to 52,576 million dollars.")
    assert result["status"] == "drift"
    assert result["nearest"].startswith(OPEN)
    assert "[-5-]{+4+} percent" in result["nearest"]


@covers("cite.sheet", "cite.status")
async def test_a_page_may_be_claimed_as_a_sheet(report: OpenDocument) -> None:
    quote = "Total revenue rose by 4 percent"
    async with Client(serve(report)) as client:
        results = [
            await check(client, report, quote, page=page) for page in ("p1", "i", "[Page i]", "p1-p2", "p2", "p9")
        ]
    assert [r["status"] for r in results] == ["verified"] * 4 + ["moved"] * 2
    assert "message" not in results[0]  # the place says it all
    assert results[4]["message"] == "It does not stand at page 1, but on page i."


@covers("cite.unknown")
async def test_what_does_not_exist_is_a_verdict(report: OpenDocument) -> None:
    doc_id = report.document.doc_id
    other = "pincite://doc/aaaaaaaaaaaa@bbbbbbbb/b1"
    citations = [
        {"quote": "Total revenue rose", "doc_id": "nope"},
        {"quote": "Total revenue rose", "doc_id": doc_id, "anchor": "chapter 3"},
        {"quote": "Total revenue rose", "doc_id": doc_id, "anchor": other},
        {"quote": "Total revenue rose", "doc_id": doc_id, "anchor": "b9999"},
        {"quote": "Total revenue rose", "doc_id": doc_id, "page": "999"},
        {"quote": "Total revenue rose by 4 percent", "doc_id": doc_id},
    ]
    async with Client(serve(report)) as client:
        result = await facts(client, "verify_citations", citations=citations)
    assert [r["status"] for r in result["results"]] == ["unknown"] * 4 + ["moved", "verified"]
    messages = [r.get("message", "") for r in result["results"]]
    assert f"Near: {doc_id}" in messages[0]
    assert "'chapter 3' is not a reference. [bad_anchor] A reference is b12" in messages[1]
    assert f"The anchor belongs to document aaaaaaaaaaaa, the citation names {doc_id}." in messages[2]
    assert "b9999" in messages[3]
    assert result["verified"] == 1


@covers("cite.bounds", "errors.typed")
async def test_number_and_size_are_limited(report: OpenDocument) -> None:
    doc_id = report.document.doc_id
    async with Client(serve(report)) as client:
        many = await error(client, "verify_citations", citations=[{"quote": "Total", "doc_id": doc_id}] * 51)
        none = await error(client, "verify_citations", citations=[])
        long = await error(client, "verify_citations", citations=[{"quote": "x" * 5000, "doc_id": doc_id}])
        empty = await error(client, "verify_citations", citations=[{"quote": "", "doc_id": doc_id}])
        odd = await error(client, "verify_citations", citations=[{"quote": "x", "doc": doc_id}])
    assert many == "51 citations in one call. [bad_argument] Give 1 to 50."
    assert none.startswith("0 citations in one call.")
    assert long.startswith("Quote 1 has 5,000 characters, more than 4,000. [bad_argument]")
    assert empty.startswith("citations.0.quote: string should have at least 1 character. [bad_argument]")
    assert "citations.0.doc_id: field required; citations.0.doc: extra inputs are not permitted." in odd


@covers("cite.bounds", "bounds.whole")
async def test_a_full_report_says_where_the_next_call_begins(report: OpenDocument) -> None:
    doc_id = report.document.doc_id
    quotes = [f"In year {1900 + i} the revenue of unit {i} was {i * 38}." for i in range(50)]
    async with Client(serve(report, max_read_tokens=700)) as client:
        result = await call(client, "verify_citations", citations=[{"quote": q, "doc_id": doc_id} for q in quotes])
    assert tokens(text_of(result)) <= 700
    record = result.structured_content
    assert record is not None
    shown = len(record["results"])
    assert 3 <= shown < 50
    assert record["next"] == f"The answer is full: call again with citation {shown + 1} and those after it."
    assert {r["status"] for r in record["results"][1:]} == {"drift"}


@covers("cite.string")
async def test_places_come_as_a_person_would_cite_them_and_with_a_link_where_there_is_a_viewer(
    report: OpenDocument,
) -> None:
    server = serve(report)
    quote = "The number of shops fell to 1,045"
    async with Client(server) as client:
        (place,) = (await check(client, report, quote))["places"]
    assert place["citation"] == "Report, p. 1, Details > Shops"
    assert "deep_link" not in place
    desk = Desk(Settings(), FakeRegistry(report))  # type: ignore[arg-type]
    desk.viewer_url = "http://127.0.0.1:8000"
    found = verify_citations([Citation(quote=quote, doc_id=report.document.doc_id)], desk.get, 4000, desk.viewer_url)
    assert found.results[0].places is not None
    link = found.results[0].places[0].deep_link
    doc, ref = report.document, place["anchor"].rpartition("/")[2]
    assert link == f"http://127.0.0.1:8000/d/{doc.doc_id}?a={ref}&r={doc.rev}"
