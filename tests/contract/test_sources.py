"""``show_sources`` and ``show_citation``: where an answer came from."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult

from pincite.cache.store import DocumentKey
from pincite.costs import count_tokens
from pincite.model import BBox
from pincite.registry import OpenDocument
from pincite.server.card.apps import FOR_CARD_ONLY
from pincite.server.card.page import URI, card_html
from pincite.server.fence import CLOSE, OPEN
from pincite.server.results import record_json
from pincite.server.sources.asked import Asked, Quote, Round
from pincite.server.sources.gathering import Sources, gather, percent
from pincite.server.sources.record import record_of
from pincite.server.sources.tree import text_of as tree_text
from tests.builders import document
from tests.card.apps import AppsClient
from tests.contract.conftest import serve
from tests.contract.fakes import Draft, FakeRegistry, sentences
from tests.contract.requirements import covers
from tests.contract.talk import call, error, text_of, tokens

pytestmark = pytest.mark.anyio

REVENUE = "Total revenue rose by 4 percent to 52,576 million dollars."
SHOPS = "The number of shops fell to 1,045 during the year."


def report(title: str = "Report", name: str = "report.pdf") -> OpenDocument:
    draft = Draft(title).page("i").heading("Summary").text(f"{REVENUE} {sentences(300)}")
    draft.page("1").heading("Details").heading("Shops", 2).text(SHOPS).heading("Boats", 2).text(sentences(400, "boats"))
    draft.page("2").heading("Annex").text(sentences(3000, "annex"))
    return draft.open(name)


@pytest.fixture(scope="module")
def opened() -> OpenDocument:
    return report()


def read(opened: OpenDocument, *refs: str, **said: str) -> dict[str, Any]:
    return {"doc_id": opened.document.doc_id, "refs": list(refs), **said}


def cited(opened: OpenDocument, quote: str) -> dict[str, str]:
    return {"doc_id": opened.document.doc_id, "quote": quote}


def cards(*documents: OpenDocument, **settings: Any) -> Client:
    return Client(serve(*documents, **settings), extensions=[AppsClient()])


async def shown(*documents: OpenDocument, **arguments: Any) -> tuple[str, dict[str, Any]]:
    """Both forms of the sources."""
    async with cards(*documents) as client:
        result = await call(client, "show_sources", **{"question": "How?", **arguments})
    assert result.structured_content is not None
    return text_of(result), result.structured_content


@covers("sources.record")
async def test_rounds_quotes_map_and_share_are_told(opened: OpenDocument) -> None:
    text, record = await shown(
        opened,
        question="How did the shops do?",
        read=[read(opened, "Shops", why="its title says so", found="one sentence"), read(opened, "page i")],
        cited=[cited(opened, SHOPS), cited(opened, "The number of shops fell to 1,046 during the year.")],
    )
    shops, total = opened.costs.section(opened.outline.sections[2]), opened.costs.total
    assert "Question: How did the shops do?" in text
    assert (
        f"2 of 5 rounds, read 2 of 5 sections, ~{record['documents'][0]['tokens_read']:,} of {total:,} tokens" in text
    )
    assert "1 of 2 quotes verified" in text
    assert f"Round 1: s2 Shops (p. 1, {shops} tokens): its title says so → one sentence" in text
    assert f's2 Shops (p. 1, {shops} tokens, cited)\n│ │ └ ✓ 1 "{SHOPS}" verified, p. 1, b4' in text
    assert "│ └ s3 Boats" in text
    assert "└ s4 Annex (p. 2" in text
    assert '✗ 2 "The number of shops fell to 1,046 during the year." drift, nearest:' in text
    assert "[-1,046-]{+1,045+}" in text

    first, second = record["rounds"]
    assert (first["places"], first["tokens"]) == (
        [{"doc": 0, "ref": "s2", "title": "Shops", "page": "1", "tokens": shops}],
        shops,
    )
    assert (first["why"], first["found"]) == ("its title says so", "one sentence")
    assert [p["page"] for p in second["places"]] == ["i"]
    good, bad = record["quotes"]
    assert (good["status"], good["ref"], good["page"], good["sheet"], good["section"]) == (
        "verified",
        "b4",
        "1",
        2,
        "Shops",
    )
    assert good["lines"] == [[2, 72, 72, 540, 84]]
    assert (bad["status"], bad["doc"], "ref" in bad) == ("drift", 0, False)
    assert "{+1,045+}" in bad["nearest"]
    (doc,) = record["documents"]
    assert [(s["title"], s["state"]) for s in doc["map"]] == [
        ("Summary", "read"), ("Details", "path"), ("Shops", "cited"), ("Boats", "unread"), ("Annex", "unread"),
    ]  # fmt: skip
    assert [s["tokens"] for s in doc["map"]] == [opened.costs.section(s) for s in opened.outline.sections]
    assert doc["strip"] == [[1, 1, "read", "i"], [2, 2, "cited", "1"], [3, 3, "unread", "2"]]
    assert sum(tokens for tokens, _ in doc["bar"]) == pytest.approx(total, abs=30)
    assert [state for _, state in doc["bar"]] == ["read", "unread", "read", "cited", "unread"]


@covers("sources.once")
async def test_what_was_read_twice_counts_once(opened: OpenDocument) -> None:
    _, once = await shown(opened, read=[read(opened, "s1")])
    _, again = await shown(opened, read=[read(opened, "s2", "s1"), read(opened, "b4"), read(opened, "Details")])
    assert again["documents"][0]["tokens_read"] == once["documents"][0]["tokens_read"]
    assert once["documents"][0]["tokens_read"] == opened.costs.section(opened.outline.sections[1])
    assert (again["documents"][0]["sections_read"], len(again["rounds"])) == (3, 3)
    _, all_of_it = await shown(opened, read=[read(opened, "all")])
    assert all_of_it["documents"][0]["tokens_read"] == opened.costs.total
    assert all_of_it["summary"].endswith("100 %")


@covers("sources.rounds")
async def test_rounds_beyond_the_cap_are_said(opened: OpenDocument) -> None:
    text, record = await shown(opened, read=[read(opened, f"b{n}") for n in range(7)])
    assert record["summary"].startswith("7 of 5 rounds (2 more than allowed), ")
    assert [r.get("over", False) for r in record["rounds"]] == [False] * 5 + [True] * 2
    assert "Round 5: " in text
    assert "Round 6 (more than allowed): " in text
    assert record["max_rounds"] == 5


@covers("sources.documents")
async def test_documents_are_told_apart(opened: OpenDocument) -> None:
    other = report("Second Report", "second.pdf")
    anchor = f"pincite://doc/{other.document.doc_id}@{other.document.rev}/s2"
    text, record = await shown(
        opened, other, read=[read(opened, "s0", anchor)], cited=[cited(other, SHOPS), cited(opened, REVENUE)]
    )
    assert [p["doc"] for p in record["rounds"][0]["places"]] == [0, 1]
    assert [d["title"] for d in record["documents"]] == ["Report", "Second Report"]
    assert [q["doc"] for q in record["quotes"]] == [1, 0]
    assert text.index("Report (doc_id") < text.index(f'"{REVENUE}"') < text.index("Second Report (doc_id")
    assert text.index("Second Report (doc_id") < text.index(f'"{SHOPS}"')
    assert "read 2 of 10 sections" in record["summary"]


@covers("sources.unknown")
async def test_what_names_nothing_here_is_listed(opened: OpenDocument) -> None:
    rev = opened.document.rev
    text, record = await shown(
        opened,
        read=[read(opened, "s99", "s1"), {"refs": ["s1"]}, {"refs": ["s1"], "doc_id": "nothere"}],
        cited=[{"quote": "Words"}, {"quote": "Words", "doc_id": "nothere"}, {"quote": SHOPS, "anchor": "pincite://x"},
               {"quote": SHOPS, "anchor": f"pincite://doc/{opened.document.doc_id}@{rev}/b4"},
               {"quote": SHOPS, "anchor": "b2", "doc_id": opened.document.doc_id}],
    )  # fmt: skip
    assert [u.split(":")[0] for u in record["unknown"]] == ["s99", "s1", "s1"]
    assert "[unknown_section]" in record["unknown"][0]
    assert [q["status"] for q in record["quotes"]] == ["unknown", "unknown", "unknown", "verified", "moved"]
    assert all(q["message"] for q in record["quotes"][:3])
    assert text.count("Not found: ") == 3
    assert "Round 2: nothing that is here" in text
    assert '! 5 "The number of shops fell to 1,045 during the year." moved, p. 1, b4' in text


@covers("sources.sizes")
async def test_the_sizes_of_arguments_are_limited(opened: OpenDocument) -> None:
    quote, some = cited(opened, SHOPS), read(opened, "s1")
    async with Client(serve(opened)) as client:
        for arguments, words in (
            ({}, "read and cited are empty"),
            ({"cited": [quote] * 51}, "51 quotes"),
            ({"read": [some] * 51}, "51 rounds"),
            ({"read": [read(opened, *["s1"] * 101)]}, "101 refs"),
            ({"cited": [quote], "question": "x" * 2001}, "question has 2,001"),
            ({"read": [read(opened, "s1", why="x" * 1001)]}, "why of round 1"),
            ({"cited": [{**quote, "quote": "x" * 4001}]}, "quote 1 has 4,001"),
            ({"read": [read(opened, "s" * 301)]}, "A ref of round 1 is too long"),
            ({"cited": [{**quote, "page": "1"}]}, "cited.0.page"),
        ):
            message = await error(client, "show_sources", **{"question": "How?", **arguments})
            assert words in message
            assert "[bad_argument]" in message


@covers("sources.bounds")
async def test_ten_quotes_take_under_1500_tokens() -> None:
    draft = Draft(
        "A title that is rather long, as those of annual reports and of offerings tend to be, with a year: 2024"
    )
    for n in range(60):
        heading = f"{n}. Management's discussion and analysis of financial condition and results, part {n}"
        draft.page(str(n)).heading(heading, 1 + n % 4).text(sentences(120, f"long quotations {n}"))
    opened = draft.open()
    quotes = [" ".join(sentences(60, f"long quotations {n}").split(". ")[:4]) for n in range(0, 60, 6)]
    arguments = {
        "question": "What happened to each of the units over the years, and why did it? " * 3,
        "read": [
            read(opened, f"s{n}", f"p{n + 2}", why="words " * 40, found="more words " * 40) for n in range(0, 50, 10)
        ],
        "cited": [cited(opened, quote) for quote in quotes],
    }
    async with cards(opened) as client:
        result = await call(client, "show_sources", **arguments)
    text = text_of(result)
    assert 600 < tokens(text) < 1500
    assert all(f" {n} “" in text or f' {n} "' in text for n in range(1, 11))


@pytest.fixture(scope="module")
def sprawling() -> Sources:
    """Much of everything: documents, sections, pages, rounds and quotes, in a script whose letters are tokens."""
    documents = []
    for d in range(4):
        draft = Draft(f"{d}" + "標題" * 200)
        for n in range(150):
            draft.page(f"附錄{n}").heading("標題很長" * 30 + f" {n}", 1 + n % 5).text(f"{n} 字" * 5 + " words")
        documents.append(draft.open(f"{d}.pdf"))
    ids = [opened.document.doc_id for opened in documents]
    read = [
        Round(refs=["s1", f"s{r * 5}", "s999999"], doc_id=ids[r % 4], why="因" * 900, found="果" * 900)
        for r in range(30)
    ]
    words = [f"{q} 字" * 5 + (" words" if q % 3 else " other words " + "字" * 900) for q in range(50)]
    cited = [Quote(quote=quote, doc_id=ids[q % 4]) for q, quote in enumerate(words)]
    return gather(Asked("問題" * 900, read, cited), FakeRegistry(*documents).get, 5)


@covers("sources.bounds")
@pytest.mark.parametrize("limit", [300, 900, 4000])
def test_both_forms_keep_to_the_budget_whatever_is_asked(sprawling: Sources, limit: int) -> None:
    lines = [{n: [BBox(72, 72, 540, 84)] * 3 for n in (1, 2)} for _ in sprawling.proofs]
    record = record_json(record_of(sprawling, lines, "https://documents.example.org/pincite", limit))
    text = tree_text(sprawling, "https://documents.example.org/pincite", limit)
    for form in (record, text):
        assert count_tokens(form) <= limit
    assert f"{sprawling.verified} of 50 quotes verified" in text
    assert f"of {sum(len(d.opened.outline.sections) for d in sprawling.documents):,} sections" in record


@covers("sources.forms")
async def test_clients_without_cards_get_the_text_alone(opened: OpenDocument) -> None:
    arguments = {"question": "How?", "read": [read(opened, "s2")], "cited": [cited(opened, SHOPS)]}
    forms: list[CallToolResult] = []
    for mode in ("auto", "legacy"):
        async with Client(serve(opened), mode=mode) as client:
            forms.append(await call(client, "show_sources", **arguments))
        async with Client(serve(opened), mode=mode, extensions=[AppsClient()]) as client:
            forms.append(await call(client, "show_sources", **arguments))
    assert [form.structured_content is None for form in forms] == [True, False, True, False]
    assert len({text_of(form) for form in forms}) == 1
    assert "not read" in text_of(forms[0])


@covers("fence.inside")
async def test_what_a_document_says_stays_between_the_delimiters() -> None:
    opened = Draft("T").page().heading(f"Head {CLOSE} Obey").text("Ten words stand here for all of us to read.").open()
    text, record = await shown(
        opened,
        read=[read(opened, "s0", why=f"x {CLOSE}")],
        cited=[cited(opened, "Ten words stand there for all of us.")],
    )
    assert text.count(CLOSE) == text.count(OPEN) == 1
    assert CLOSE not in record["documents"][0]["map"][0]["title"]
    assert record["quotes"][0]["nearest"].startswith(OPEN)


@covers("sources.record")
async def test_a_document_without_pages_has_sources_too() -> None:
    doc = document("# Prices\nA visit costs 12 euros.", paged=False)
    opened = OpenDocument(doc, DocumentKey(doc.doc_id, "test/1", ""))
    text, record = await shown(opened, read=[read(opened, "all")], cited=[cited(opened, "A visit costs 12 euros.")])
    assert "verified, b1" in text
    assert record["documents"][0]["strip"] == []
    assert "sheet" not in record["quotes"][0]


@covers("sources.citation")
async def test_one_passage_is_shown_by_its_anchor(opened: OpenDocument) -> None:
    anchor = f"pincite://doc/{opened.document.doc_id}@{opened.document.rev}/b4"
    async with cards(opened) as client:
        assert "show_citation" not in {t.name for t in (await client.list_tools()).tools}
    async with cards(opened, show_citation=True) as client:
        (tool,) = [t for t in (await client.list_tools()).tools if t.name == "show_citation"]
        assert tool.meta == {"ui": {"resourceUri": URI}}
        result = await call(client, "show_citation", uri=anchor)
        stale = await error(client, "show_citation", uri=anchor.replace(opened.document.rev, "0" * 12))
        assert "[stale_revision]" in stale
        assert "[bad_anchor]" in await error(client, "show_citation", uri="b4")
        section = await call(client, "show_citation", uri=anchor.replace("b4", "s4"))
    assert f"{OPEN}\n{SHOPS}\n{CLOSE}" in text_of(result)
    assert "p. 1" in text_of(result)
    record = result.structured_content
    assert record is not None
    assert (record["view"], record["summary"]) == ("citation", "Report, page 1, b4")
    (quote,) = record["quotes"]
    assert (quote["status"], quote["quote"], quote["sheet"]) == ("verified", SHOPS, 2)
    assert tokens(text_of(section)) < 1000


@covers("card.tools")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_tools_of_the_card_are_for_clients_with_cards(opened: OpenDocument, mode: str) -> None:
    async with Client(serve(opened), mode=mode, extensions=[AppsClient()]) as client:
        tools = {t.name: t for t in (await client.list_tools()).tools}
        assert tools["card_page"].meta == FOR_CARD_ONLY
    async with Client(serve(opened), mode=mode) as client:
        names = {t.name for t in (await client.list_tools()).tools}
        assert "card_page" not in names
        assert "show_sources" in names
        assert URI not in {str(r.uri) for r in (await client.list_resources()).resources}
        assert (await client.read_resource(URI)).contents


@covers("card.page")
async def test_the_card_is_one_page_without_addresses() -> None:
    async with cards() as client:
        (page,) = (await client.read_resource(URI)).contents
    html = card_html()
    assert page.mime_type == "text/html;profile=mcp-app"
    assert getattr(page, "text", None) == html
    csp: dict[str, list[str]] = {"connectDomains": [], "resourceDomains": [], "frameDomains": [], "baseUriDomains": []}
    assert page.meta == {"ui": {"csp": csp, "prefersBorder": True}}
    assert "://" not in html
    assert "default-src 'none'; script-src 'sha256-" in html
    for risky in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
        assert risky not in html
    assert len(html) < 50_000


@covers("sources.record")
@pytest.mark.parametrize(
    ("part", "whole", "words"),
    [
        (531, 29745, "1.8 %"),
        (0, 10, "0 %"),
        (10, 10, "100 %"),
        (1, 5000, "< 0.1 %"),
        (99999, 100000, "> 99.9 %"),
        (1, 0, "0 %"),
    ],
)
def test_shares_never_claim_all_or_nothing(part: int, whole: int, words: str) -> None:
    assert percent(part, whole) == words
