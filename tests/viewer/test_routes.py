"""The pages of the viewer: who may see what, nothing of a document acts, forms come from our own pages."""

from __future__ import annotations

import dataclasses
import json
import re
import shlex
from types import SimpleNamespace

import pytest

from pincite.anchors import parse_ref
from pincite.clients import own_entry
from pincite.errors import ParseError, RequestError, UnknownReferenceError
from pincite.model import Block, Kind, Link
from pincite.registry import OpenDocument
from pincite.server.http.control import Control
from pincite.server.viewer.clients import client_blocks
from pincite.server.viewer.contents import contents
from pincite.server.viewer.finding import _snippet
from pincite.server.viewer.markup import Html, escape, join, page, tag
from pincite.server.viewer.places import find_place, place_of, selected, table_of, words_of
from tests.contract.fakes import Draft, FakeRegistry, sentences
from tests.viewer.seeing import BASE, READER, Guest, Viewer

EVIL = '</title><script>alert(1)</script><img src=x onerror=alert(2)>" onmouseover="alert(3)'


def report() -> OpenDocument:
    draft = Draft("Annual Report").page("i").heading("Summary").text("Orders came in faster than in any year before.")
    draft.page("1").heading("Revenue").text("Revenue rose by 4 percent to 52,576 million dollars.")
    draft.table([["Segment", "2024", "2023"], ["Shoes", "51,362", "48,763"]], caption="Revenue by segment")
    return draft.open("report.pdf")


def evil() -> OpenDocument:
    draft = Draft(EVIL).page(EVIL[:20]).heading(EVIL).text(f"Words. {EVIL}")
    return draft.table([[EVIL, "a"], ["b", EVIL]], caption=EVIL).open(f"{EVIL}.pdf")


def id_of(opened: OpenDocument) -> str:
    return opened.document.doc_id


class TestMarkup:
    def test_what_is_no_html_is_escaped(self) -> None:
        assert tag("p", "<b>", tag("i", "x & y"), None, ["1", 2]) == "<p>&lt;b&gt;<i>x &amp; y</i>12</p>"
        assert tag("p", 'a"', title='"><script>') == '<p title="&quot;&gt;&lt;script&gt;">a&quot;</p>'
        assert isinstance(join("<"), Html)
        assert escape("\x00a\ud800") == "\ufffda\ufffd"

    def test_attributes(self) -> None:
        assert tag("input", class_="a", data_src="/x", readonly=True, hidden=False, size=None) == (
            '<input class="a" data-src="/x" readonly>'
        )
        assert page("en", tag("p")) == '<!doctype html>\n<html lang="en"><p></p></html>\n'

    @pytest.mark.parametrize(
        "address",
        ["javascript:alert(1)", "JAVASCRIPT:x", " javascript:x", "data:text/html,x", "//evil.test", "/\\evil"],
    )
    def test_addresses_that_could_do_harm_are_left_out(self, address: str) -> None:
        assert tag("a", "x", href=address) == "<a>x</a>"

    @pytest.mark.parametrize("attribute", ["onclick", "style"])
    def test_no_attribute_acts(self, attribute: str) -> None:
        with pytest.raises(AssertionError):
            tag("a", **{attribute: "x"})


class TestPlaces:
    def test_references_and_their_characters(self) -> None:
        opened = report()
        place = find_place(opened, "b3:0-12")
        assert (place.page, words_of(opened, place)) == (2, "Revenue rose")
        assert find_place(opened, "s1").spans == (opened.document.blocks[2].span,)
        assert find_place(opened, "p2").spans == ()
        assert find_place(opened, "p2").page == 2
        assert words_of(opened, find_place(opened, "b1:0-6,b3:0-7")) == "Orders … Revenue"
        anchor = f"pincite://doc/{id_of(opened)}@{opened.document.rev}/b3"
        assert find_place(opened, anchor) == place_of(opened, (parse_ref("b3"),))

    def test_a_cell(self) -> None:
        opened = report()
        found = table_of(opened, find_place(opened, "t0/r1c1"))
        assert found
        assert found[1]
        assert found[1].text == "51,362"
        assert table_of(opened, find_place(opened, "b3")) is None

    @pytest.mark.parametrize("asked", ["b99", "x", "t0/r9c9", "pincite://doc/aaa@bbb/b1"])
    def test_places_that_are_not_there(self, asked: str) -> None:
        with pytest.raises(UnknownReferenceError):
            find_place(report(), asked)

    def test_too_many(self) -> None:
        with pytest.raises(RequestError):
            find_place(report(), ",".join(["b1"] * 30))

    def test_selected_words_are_named_exactly(self) -> None:
        opened = report()
        text = opened.document.text
        start, end = text.index("faster"), text.index("rose") + 4
        names = selected(opened.document, start, end)
        assert words_of(opened, find_place(opened, names)) == (
            "faster than in any year before. … Revenue … Revenue rose"
        )
        with pytest.raises(UnknownReferenceError):
            selected(opened.document, end, end)


class TestDocuments:
    def test_the_list_shows_what_the_visitor_may_see(self) -> None:
        one, other = report(), Draft("Secret Plan").page("1").text("Hush.").open("plan.pdf")
        everything = Viewer(one, other).get("/")
        assert "Annual Report" in everything
        assert "Secret Plan" in everything
        some = Viewer(one, other, guest=Guest("read", sees=[id_of(one)])).get("/")
        assert "Annual Report" in some
        assert "Secret Plan" not in some

    def test_search_over_all_finds_only_what_may_be_seen(self) -> None:
        one, other = report(), Draft("Secret Plan").page("1").text("Revenue will fall.").open("plan.pdf")
        viewer = Viewer(one, other, guest=Guest("read", sees=[id_of(one)]))
        found = viewer.get("/?q=revenue")
        assert f'href="/d/{id_of(one)}?a=b' in found
        assert "will fall" not in found
        assert "will fall" in Viewer(one, other).get("/?q=revenue")

    def test_one_that_may_not_be_seen_is_not_there(self) -> None:
        one, other = report(), Draft("Secret Plan").page("1").text("Hush.").open("plan.pdf")
        viewer = Viewer(one, other, guest=Guest("read", sees=[id_of(one)]))
        hidden, none = viewer.get(f"/d/{id_of(other)}", 404), viewer.get("/d/aaaaaaaaaaaa", 404)
        assert hidden == none
        assert "Secret" not in hidden

    @pytest.mark.parametrize(
        "part", ["", "/place?a=b1", "/search?q=x", "/text/0", "/p/1", "/p/1.png", "/select?start=0&end=2"]
    )
    def test_no_part_of_one_that_may_not_be_seen(self, part: str) -> None:
        opened = report()
        viewer = Viewer(opened, guest=Guest("read", sees=[]))
        viewer.get(f"/d/{id_of(opened)}{part}", 404)

    def test_without_the_scope_to_read_nothing_is_shown(self) -> None:
        viewer = Viewer(report(), guest=Guest("upload"))
        viewer.get("/", 403)
        viewer.get("/settings", 403)


class TestOneDocument:
    def test_outline_with_costs_pages_and_mark(self) -> None:
        opened = report()
        shown = Viewer(opened).get(f"/d/{id_of(opened)}?a=b3:0-12")
        cost = opened.costs.section(opened.outline.sections[1])
        assert f"{cost:,} tokens to read" in shown
        assert 'id="p1"' in shown
        assert 'alt="Page 1, as a picture"' in shown
        assert 'loading="lazy"' in shown
        assert shown.count('class="mark"') == 1
        assert '<blockquote dir="auto">Revenue rose</blockquote>' in shown
        assert f"/d/{id_of(opened)}?a=b3:0-12" in shown

    def test_a_cell_is_shown_in_its_table(self) -> None:
        opened = report()
        shown = Viewer(opened).get(f"/d/{id_of(opened)}?a=t0/r1c1&v=text")
        assert shown.count("<mark>51,362</mark>") == 2  # in the text and beside it
        assert "Shoes · 2024" in shown

    def test_cells_stand_in_their_columns(self) -> None:
        made = Draft("Gaps").page("1").table([["", "2024", "2023"], ["Shoes", "1", "3"]]).open("gaps.pdf")
        (table,) = made.document.tables
        gap = dataclasses.replace(table, cells=table.cells[1:])
        opened = OpenDocument(dataclasses.replace(made.document, tables=(gap,)), made.key)
        shown = Viewer(opened).get(f"/d/{id_of(opened)}/text/0")
        assert [re.findall("<t[dh]", row) for row in shown.split("<tr>")[1:]] == [["<td", "<th", "<th"], ["<td"] * 3]

    def test_of_a_very_long_table_the_rows_around_the_cell(self) -> None:
        rows = [["Year", "Sum"], *([str(n), f"sum {n}"] for n in range(3000))]
        opened = Draft("Long").page("1").table(rows).open("long.pdf")
        shown = Viewer(opened).get(f"/d/{id_of(opened)}/text/0?a=t0/r2000c1")
        assert "<mark>sum 1999</mark>" in shown
        assert "1,800 rows before" in shown
        assert "801 rows after" in shown
        assert shown.count("<tr>") == 402

    def test_a_page_that_cannot_be_drawn_shows_its_words(self) -> None:
        opened = report()
        drawn = Viewer(opened).client.get(f"/d/{id_of(opened)}/p/2.png?a=b3:0-12")
        assert drawn.headers["content-type"] == "image/svg+xml"
        assert "no-store" in drawn.headers["cache-control"]
        assert drawn.text.count('class="mark"') == 1
        assert "52,576" in drawn.text

    def test_what_another_program_lays_out_is_waited_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        opened = report()
        viewer, path = Viewer(opened), f"/d/{id_of(opened)}/laidout"
        assert json.loads(viewer.get(path)) == {"ready": True}  # nothing better will come

        def pending(*_: object, **__: object) -> None:
            raise ParseError("Still being laid out.", code="pending")

        monkeypatch.setattr(FakeRegistry, "picture", pending)
        assert json.loads(viewer.get(path)) == {"ready": False}
        assert viewer.client.get(f"/d/{id_of(opened)}/p/1.png").headers["content-type"] == "image/svg+xml"

    def test_tables_are_found_as_their_cells(self) -> None:
        opened = report()
        hit = SimpleNamespace(snippet="| Shoes | | 51,362 |\n| Boots | 3 |")
        assert _snippet(hit) == "Shoes · 51,362 · Boots · 3"  # type: ignore[arg-type]
        assert "Revenue rose" in Viewer(opened).get(f"/d/{id_of(opened)}/search?q=rose")

    def test_a_place_that_is_not_there_is_said(self) -> None:
        opened = report()
        shown = Viewer(opened).get(f"/d/{id_of(opened)}?a=b99")
        assert "There is no block b99" in shown
        assert "Summary" in shown

    def test_a_link_of_another_revision_marks_nothing_and_says_so(self) -> None:
        opened = report()
        viewer, path = Viewer(opened), f"/d/{id_of(opened)}"
        for here in (f"?a=b3:0-12&r={opened.document.rev}", "?a=b3:0-12"):  # older links name no revision
            assert viewer.get(path + here).count('class="mark"') == 1
        for ref in ("b3:0-12", "b99", f"pincite://doc/{id_of(opened)}@elder/b3"):
            shown = viewer.get(f"{path}?a={ref}&r=elder")
            assert 'class="mark"' not in shown, ref
            assert 'class="notice bad"' in shown
        shown = viewer.get(f"{path}?a=b3&r=elder")
        assert "another version of the text" in shown
        assert 'id="beside" class="drawn"' in shown  # where the screen is narrow, too
        assert "another version of the text" in viewer.get(f"{path}/place?a=b3&r=elder&v=pages", 400)

    def test_a_page_by_its_label(self) -> None:
        opened = report()
        viewer = Viewer(opened)
        assert 'data-at="p1"' in viewer.get(f"/d/{id_of(opened)}?p=i")
        assert "No page" in viewer.get(f"/d/{id_of(opened)}?p=77")

    def test_an_open_page_asks_for_a_place(self) -> None:
        opened = report()
        viewer = Viewer(opened)
        place = viewer.client.get(f"/d/{id_of(opened)}/place?a=b3:0-12&v=pages").json()
        assert (place["leaves"], place["at"]) == (["p2"], "p2")
        assert "Revenue rose" in place["beside"]
        assert viewer.client.get(f"/d/{id_of(opened)}/place?a=b3:0-12&v=text").json()["leaves"] == ["c0"]
        viewer.get(f"/d/{id_of(opened)}/place?a=b99", 404)

    def test_parts(self) -> None:
        opened = report()
        viewer = Viewer(opened)
        assert "<mark>Revenue rose</mark> by 4" in viewer.get(f"/d/{id_of(opened)}/text/0?a=b3:0-12")
        assert viewer.get(f"/d/{id_of(opened)}/p/2").startswith("<svg")
        assert "52,576" in viewer.get(f"/d/{id_of(opened)}/search?q=52,576")
        viewer.get(f"/d/{id_of(opened)}/text/9", 404)
        viewer.get(f"/d/{id_of(opened)}/p/9", 404)

    def test_selected_words(self) -> None:
        opened = report()
        start = opened.document.text.index("52,576")
        answer = Viewer(opened).client.get(f"/d/{id_of(opened)}/select?start={start}&end={start + 6}")
        assert answer.json() == {"a": "b3:29-35"}
        Viewer(opened).get(f"/d/{id_of(opened)}/select?start=x&end=2", 400)

    def test_a_quote_is_verified(self) -> None:
        opened = report()
        viewer, path = Viewer(opened), f"/d/{id_of(opened)}"
        told = viewer.post(f"{path}/verify", path, 200, quote="rose by 4 percent")
        assert "Verified" in told
        assert f'href="{path}?a=b3:8-25&amp;r={opened.document.rev}"' in told
        told = viewer.post(f"{path}/verify", path, 200, quote="Revenue fell by 4 percent to 52,576 million")
        assert "Not found" in told
        assert "<del>" in told

    def test_long_documents_come_in_stretches(self) -> None:
        draft = Draft("Novel").page("1")
        for n in range(40):
            draft.heading(f"Chapter {n}").text(sentences(300))
        opened = draft.open("novel.pdf")
        shown = Viewer(opened).get(f"/d/{id_of(opened)}?v=text&a=s35")
        assert shown.count('class="leaf prose"') > 5
        assert shown.count("data-ready") < 4
        assert "<mark>Chapter 35</mark>" in shown


class TestHostility:
    @pytest.mark.parametrize(
        "path", ["/", "/d/{}", "/d/{}?v=text", "/d/{}?a=t0/r1c1", "/d/{}?q=words", "/d/{}?a=" + EVIL[8:33]]
    )
    def test_nothing_of_a_document_acts(self, path: str) -> None:
        opened = evil()
        shown = Viewer(opened).get(path.format(id_of(opened)))
        assert "<script>alert" not in shown
        assert "<img src=x" not in shown
        assert '" onmouseover' not in shown
        assert "style=" not in shown

    def test_links_lead_to_the_web_only(self) -> None:
        draft = Draft("Links").page("1").text("Here and there.")
        opened = draft.open("links.pdf")
        (block,) = opened.document.blocks

        def linked(uri: str | None, number: int | None = None) -> str:
            blocks: tuple[Block, ...] = (dataclasses.replace(block, links=(Link(0, 4, uri, number),)),)
            other = OpenDocument(dataclasses.replace(opened.document, blocks=blocks), opened.key)
            return Viewer(other).get(f"/d/{id_of(other)}/text/0")

        assert '<a href="https://example.org/" rel="noopener noreferrer nofollow"' in linked("https://example.org/")
        assert "<a" not in linked("javascript:alert(1)")
        assert "<a" not in linked("file:///etc/passwd")
        assert f'<a href="/d/{id_of(opened)}?a=p1" data-go>Here</a>' in linked(None, 1)

    @pytest.mark.parametrize(
        "path", ["/", "/d/{}", "/d/{}/p/1", "/d/{}/p/1.png", "/d/x", "/settings", "/d/{}/place?a=b0"]
    )
    def test_all_answers_carry_the_policy(self, path: str) -> None:
        opened = report()
        answer = Viewer(opened).client.get(path.format(id_of(opened)))
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"

    def test_static_files_and_no_others(self) -> None:
        viewer = Viewer()
        assert "text/css" in viewer.client.get("/static/viewer.css").headers["content-type"]
        viewer.get("/static/..%2fanswers.py", 404)
        viewer.get("/static/viewer.py", 404)


class TestSettings:
    def test_budgets_change_live(self) -> None:
        viewer = Viewer(report())
        viewer.post("/settings/budgets", "/settings", max_read_tokens="900", full_text_tokens="10", max_rounds="2")
        assert viewer.desk.limits.values() == {"max_read_tokens": 900, "full_text_tokens": 10, "max_rounds": 2}
        assert 'value="900"' in viewer.get("/settings?done=saved")
        told = viewer.post("/settings/budgets", "/settings", 400, max_read_tokens="1")
        assert "greater than or equal to 300" in told

    def test_the_endpoint_is_paused_and_resumed(self) -> None:
        viewer = Viewer(control=Control())
        assert viewer.control
        viewer.post("/settings/endpoint", "/settings", do="pause")
        assert viewer.control.paused
        assert "Resume the endpoint" in viewer.get("/settings")
        viewer.post("/settings/endpoint", "/settings", do="resume")
        assert not viewer.control.paused
        viewer.post("/settings/endpoint", "/settings", 400, do="explode")
        assert "Pause the endpoint" not in Viewer().get("/settings")

    def test_readers_see_but_change_nothing(self) -> None:
        viewer = Viewer(guest=READER, control=Control())
        shown = viewer.get("/settings")
        assert "<form" not in shown
        assert "readonly" in shown
        viewer.post("/settings/budgets", status=403, max_rounds="9")
        viewer.post("/settings/endpoint", status=403, do="pause")
        assert viewer.desk.limits.max_rounds == 5

    def test_tools_and_prompts_are_those_of_the_server(self) -> None:
        shown = Viewer().get("/settings")
        for name in ("open_document", "verify_citations", "answer_with_citations"):
            assert f"<code>{name}</code>" in shown

    @pytest.mark.parametrize(
        "headers",
        [
            {},
            {"origin": "http://evil.test"},
            {"origin": "null", "sec-fetch-site": "same-origin"},
            {"origin": BASE, "sec-fetch-site": "cross-site"},
            {"sec-fetch-site": "same-site"},
        ],
    )
    def test_forms_from_elsewhere_are_refused(self, headers: dict[str, str]) -> None:
        viewer = Viewer()
        token = viewer.get("/settings").split('name="token" value="')[1].split('"')[0]
        answer = viewer.client.post("/settings/budgets", data={"max_rounds": "9", "token": token}, headers=headers)
        assert answer.status_code == 403
        assert viewer.desk.limits.max_rounds == 5

    def test_a_form_needs_the_token_of_its_visitor(self) -> None:
        viewer, other = Viewer(), Viewer(guest=Guest("read", "admin", name="other"))
        other.desk.secret = viewer.desk.secret
        theirs = other.get("/settings").split('name="token" value="')[1].split('"')[0]
        viewer.post("/settings/budgets", status=403, max_rounds="9", token=theirs)
        viewer.post("/settings/budgets", status=403, max_rounds="9")
        viewer.post("/settings/budgets", status=400, max_rounds="9" * 70_000)

    def test_blocks_for_clients(self) -> None:
        local = {b.client: b.text for b in client_blocks(None, ["/my docs", "/b"], tokens=False)}
        assert list(local) == ["Claude Desktop", "Claude Code", "Cursor", "VS Code"]
        entry = own_entry({"--root": ["/my docs", "/b"]})  # as ``pincite install`` writes it
        assert json.loads(local["Claude Desktop"]) == {"mcpServers": {"pincite": entry}} == json.loads(local["Cursor"])
        assert json.loads(local["VS Code"]) == {"servers": {"pincite": {"type": "stdio", **entry}}}
        command = ["claude", "mcp", "add", "pincite", "--", entry["command"], *entry["args"]]
        assert shlex.split(local["Claude Code"]) == command
        remote = {b.client: b.text for b in client_blocks("https://docs.example/mcp", [], tokens=True)}
        assert "https://docs.example/mcp" in remote["Cursor"]
        assert "Authorization: Bearer YOUR-TOKEN" in remote["Claude Code"]
        shown = Viewer(control=Control()).get("/settings")
        assert "http://viewer.test/mcp" in shown
        assert "YOUR-TOKEN" not in shown  # nobody is asked for one


def test_all_kinds_of_blocks_are_shown() -> None:
    draft = Draft("Kinds").page("1")
    for kind in Kind:
        draft.block(kind, f"A {kind.value}.") if kind not in (Kind.TABLE, Kind.CHART) else None
    opened = draft.open("kinds.pdf")
    shown = Viewer(opened).get(f"/d/{id_of(opened)}/text/0")
    for kind in Kind:
        assert kind in (Kind.TABLE, Kind.CHART) or f"A {kind.value}." in shown


def test_a_long_outline_is_folded_below_its_title() -> None:
    draft = Draft("Report").page("1").heading("Report", 1)
    for i in range(30):
        draft.heading(f"Part {i}", 2).heading(f"Detail {i}", 3).text("Words.")
    shown = str(contents(draft.open("report.pdf"), "pages"))
    assert shown.count("<details open>") == 1
    assert shown.index("<details open>") < shown.index("Part 0") < shown.index("<details>")
