"""The card in a host: a sandboxed frame in a real browser, with results of a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.card.host import Host, Talk

REVENUE = "Total revenue rose by 4 percent to 52,576 million dollars"
LEASE = "the lease of the warehouse in Lyon ends in 2027"
WRONG = "Total revenue rose by 5 percent to 52,576 million dollars"


@pytest.fixture(scope="module")
def doc_id(talk: Talk) -> str:
    return opened(talk, "report.pdf")


def opened(talk: Talk, name: str) -> str:
    text = talk.call("open_document", {"source": str(talk.home / name)})["content"][0]["text"]
    return str(re.findall(r"doc_id (\w+)", text)[0])


def arguments(doc_id: str, *quotes: str, **more: Any) -> dict[str, Any]:
    cited = [{"doc_id": doc_id, "quote": quote} for quote in quotes]
    read = [{"doc_id": doc_id, "refs": ["s1"], "why": "its title", "found": "the figure"}]
    return {"question": "How did revenue develop?", "read": read, "cited": cited, **more}


@pytest.fixture
def host(browser: Browser, talk: Talk) -> Iterator[Host]:
    host = Host(browser, talk)
    yield host
    assert host.escaped == []
    assert host.broken == []
    host.close()


def shown(host: Host, talk: Talk, asked: dict[str, Any], *, picture: bool = True) -> dict[str, Any]:
    """Shows the sources and waits for the picture; gives the record."""
    result = talk.call("show_sources", asked)
    host.show(result, asked)
    if picture:
        host.find("#pane img").wait_for()
    return dict(result["structuredContent"])


def chosen_marks(host: Host) -> list[list[float]]:
    """The rectangles of the chosen quote as parts of the page: left, top, right, bottom."""
    found: list[list[float]] = host.frame.evaluate(
        """() => { const sheet = document.querySelector(".sheet").getBoundingClientRect();
        return [...document.querySelectorAll(".mark.chosen")].map(m => m.getBoundingClientRect()).map(m =>
          [(m.left - sheet.left) / sheet.width, (m.top - sheet.top) / sheet.height,
           (m.right - sheet.left) / sheet.width, (m.bottom - sheet.top) / sheet.height]) }"""
    )
    return found


def test_the_marks_cover_what_the_picture_of_the_server_marks(host: Host, talk: Talk, doc_id: str) -> None:
    record = shown(host, talk, arguments(doc_id, REVENUE))
    (quote,) = record["quotes"]
    picture = talk.picture(doc_id, quote["sheet"], quote["ref"])
    wanted = [
        [m.x0 / picture.width, m.y0 / picture.height, m.x1 / picture.width, m.y1 / picture.height]
        for m in picture.marks
    ]
    marks = chosen_marks(host)
    assert len(marks) == len(wanted) >= 1
    for mark, want in zip(marks, wanted, strict=True):
        assert mark == pytest.approx(want, abs=0.002)
    assert host.calls == [("card_page", {"doc_id": doc_id, "page": 2})]
    assert host.find("#caption").inner_text().startswith("✓\nVerified")
    assert "Page 1 · Revenue by segment" in host.find("#caption .where").inner_text()


def test_the_passage_is_in_sight_and_the_frame_as_tall_as_the_card(host: Host, talk: Talk, doc_id: str) -> None:
    shown(host, talk, arguments(doc_id, REVENUE))
    inside = """() => { const pane = document.querySelector("#pane").getBoundingClientRect();
        return [...document.querySelectorAll(".mark.chosen")].map(m => m.getBoundingClientRect()).every(m =>
          m.top >= pane.top && m.bottom <= pane.bottom && m.left >= pane.left && m.right <= pane.right) }"""
    assert host.frame.evaluate(inside)
    host.page.wait_for_function("document.querySelector('iframe').clientHeight > 300")
    sizes = host.said("ui/notifications/size-changed")
    assert sizes[-1]["height"] == host.frame.evaluate("Math.ceil(document.body.getBoundingClientRect().height)")
    before = len(sizes)
    host.find("#tab-details").click()
    host.page.wait_for_function(f"log.filter(m => m.method === 'ui/notifications/size-changed').length > {before}")


def test_lines_that_the_record_leaves_out_come_with_the_picture(host: Host, talk: Talk, doc_id: str) -> None:
    asked = arguments(doc_id, REVENUE)
    result = talk.call("show_sources", asked)
    (quote,) = result["structuredContent"]["quotes"]
    del quote["lines"]
    host.show(result, asked)
    host.find(".mark.chosen").first.wait_for()
    assert host.calls == [("card_page", {"doc_id": doc_id, "page": 2, "refs": [quote["ref"]]})]


def test_pages_and_quotes_can_be_clicked_through(host: Host, talk: Talk, doc_id: str) -> None:
    shown(host, talk, arguments(doc_id, REVENUE, LEASE, WRONG))
    assert host.find("#strip button").all_inner_texts() == ["i", "1", "2"]
    names = [b.get_attribute("aria-label") for b in host.find("#strip button").all()]
    assert names == ["Page i, not opened", "Page 1, cited", "Page 2, cited"]
    host.find(".quote").nth(1).click()
    host.find('.sheet img[alt*="page 2. Marked: the lease"]').wait_for()
    assert host.find(".leaf[aria-current]").inner_text() == "2"
    host.find("#strip button").nth(0).click()
    host.find('.sheet img[alt="Annual Report, page i"]').wait_for()
    assert host.find(".mark").count() == 0
    assert "not opened" in host.find("#caption").inner_text()
    host.find("#tool-next").click()
    host.find('.sheet img[alt*="page 1. Marked"]').wait_for()
    host.find("#zoom").click()
    host.find(".sheet img").wait_for()
    tall = host.frame.evaluate(
        "document.querySelector('.sheet').offsetHeight <= document.querySelector('#pane').offsetHeight"
    )
    assert tall
    host.find(".quote").nth(2).click()
    caption = host.find("#caption")
    caption.locator("del").wait_for()
    assert "Not in the document" in caption.inner_text()
    assert caption.locator("del").inner_text() == "5"
    assert caption.locator("ins").inner_text() == "4"
    assert len(host.calls) == 3  # each page once


def test_everything_can_be_reached_by_keyboard(host: Host, talk: Talk, doc_id: str) -> None:
    shown(host, talk, arguments(doc_id, REVENUE, LEASE))
    press = host.page.keyboard.press

    def focused() -> str:
        return str(host.frame.evaluate("document.activeElement.id || document.activeElement.className"))

    host.find("#tab-sources").focus()
    stops = []
    for _ in range(9):
        press("Tab")
        stops.append(focused())
    assert stops[0] == "leaf cited"
    assert stops[1] == "pane"
    assert "zoom" in stops
    assert stops[-1].startswith(("quote", "tool", "zoom", "tab", "BODY")) or stops[-1] == ""
    assert [s for s in stops if s.startswith("quote")]
    host.find(".quote").nth(0).focus()
    press("ArrowDown")
    press("Enter")
    host.find('.sheet img[alt*="Marked: the lease"]').wait_for()
    assert focused() == "quote"
    press("Home")
    press("Space")
    host.find('.sheet img[alt*="Marked: Total revenue"]').wait_for()
    host.find("#tab-sources").focus()
    press("ArrowRight")
    assert focused() == "tab-details"
    assert host.find("#details").is_visible()
    assert not host.find("#sources").is_visible()


def test_details_tell_question_share_rounds_map_and_quotes(host: Host, talk: Talk, doc_id: str) -> None:
    record = shown(host, talk, arguments(doc_id, REVENUE, WRONG, read=[{"doc_id": doc_id, "refs": ["s1", "s77"]}] * 6))
    host.find("#tab-details").click()
    details = host.find("#details").inner_text()
    for words in (
        "How did revenue develop?", "6 of 5 rounds", "more than allowed", "Revenue by segment", "Verified",
        "Not in the document",
        "There is no section s77", "{tokens_read} of {tokens} tokens".format(**record["documents"][0]),
    ):  # fmt: skip
        assert words in details
    assert host.find(".bar > div").count() == len(record["documents"][0]["bar"])
    assert host.find(".map tbody tr").count() == 3
    assert host.find(".map tr.cited th").inner_text() == "Revenue by segment"
    host.find(".proofs button").nth(0).click()
    assert host.find("#sources").is_visible()


def test_a_page_without_a_picture_says_why(host: Host, talk: Talk, doc_id: str) -> None:
    host.fail = lambda _: "The file is not there any more. [missing_file] Open it again."
    shown(host, talk, arguments(doc_id, REVENUE), picture=False)
    host.find("#pane strong").wait_for()
    assert "There is no picture of page 1." in host.find("#pane").inner_text()
    assert "Open it again." in host.find("#pane").inner_text()
    assert "Verified" in host.find("#caption").inner_text()
    host.fail = lambda _: None
    host.find(".quote").first.click()  # it may be there next time
    host.find("#pane img").wait_for()


HOSTILE = '<img src=x onerror="parent.postMessage(1)"><script>fetch("http://evil.test/")</script></td></table>'


def test_what_documents_say_stays_text(host: Host, talk: Talk) -> None:
    doc = opened(talk, "hostile.pdf")
    shown(
        host, talk, arguments(doc, "Words of a hostile page", "Words of an hostile page " + HOSTILE, question=HOSTILE)
    )
    host.find(".quote").nth(1).click()
    host.find("#tab-details").click()
    assert HOSTILE[:20] in host.find("#details").inner_text()
    assert host.frame.evaluate("document.querySelectorAll('script').length") == 1
    assert host.frame.evaluate("document.querySelectorAll('img').length") <= 1
    assert {m["method"] for m in host.messages if "method" in m} <= {
        "ui/initialize", "ui/notifications/initialized", "ui/notifications/size-changed", "tools/call",
    }  # fmt: skip


def test_only_the_window_around_it_may_speak_to_the_card(host: Host, talk: Talk, doc_id: str) -> None:
    shown(host, talk, arguments(doc_id, REVENUE))
    forged = {
        "jsonrpc": "2.0",
        "method": "ui/notifications/tool-result",
        "params": {"content": [{"type": "text", "text": "forged"}]},
    }
    host.frame.evaluate(
        "(m) => { const f = document.body.appendChild(document.createElement('i')); window.postMessage(m, '*') }",
        forged,
    )
    host.page.evaluate("tell('ping-nobody-knows', {})")
    host.page.wait_for_timeout(100)
    assert not host.find("#note").is_visible()


def test_light_and_dark_follow_the_host(browser: Browser, talk: Talk, doc_id: str) -> None:
    variables = {"--color-text-primary": "rgb(1, 2, 3)", "--evil": "1", "background": "red"}
    host = Host(browser, talk, context={"theme": "dark", "styles": {"variables": variables}})
    shown(host, talk, arguments(doc_id, REVENUE))
    background = "getComputedStyle(document.body).backgroundColor"
    dark = host.frame.evaluate(background)
    assert host.frame.evaluate("getComputedStyle(document.body).color") == "rgb(1, 2, 3)"
    assert host.frame.evaluate("document.documentElement.style.getPropertyValue('--evil')") == ""
    host.tell("ui/notifications/host-context-changed", {"theme": "light"})
    host.page.wait_for_function("true")
    host.find("html[data-theme=light]").wait_for()
    light = host.frame.evaluate(background)
    assert (dark, light) == ("rgb(31, 31, 30)", "rgb(255, 255, 255)")
    assert host.broken == []
    host.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(browser: Browser, talk: Talk, doc_id: str, theme: str) -> None:
    host = Host(browser, talk, context={"theme": theme, "availableDisplayModes": ["inline", "fullscreen"]})
    other = opened(talk, "second.pdf")
    asked = arguments(doc_id, REVENUE, WRONG, "2027")
    asked["cited"].append({"doc_id": other, "quote": LEASE})
    asked["read"].append({"doc_id": doc_id, "refs": ["s9"]})
    shown(host, talk, asked)
    assert host.faults() == []
    host.find(".quote").nth(1).click()
    assert host.faults() == []
    host.find("#tab-details").click()
    assert host.faults() == []
    assert host.broken == []
    assert host.escaped == []
    host.close()


def test_several_documents_are_chosen_from_a_list(host: Host, talk: Talk, doc_id: str) -> None:
    other = opened(talk, "second.pdf")
    asked = arguments(doc_id, REVENUE)
    asked["cited"].append({"doc_id": other, "quote": LEASE})
    shown(host, talk, asked)
    assert host.find("#document option").all_inner_texts() == ["Annual Report", "Second Report"]
    host.find("#document").select_option("1")
    host.find('.sheet img[alt*="Second Report, page 2"]').wait_for()
    host.find(".quote").nth(0).click()
    host.find('.sheet img[alt*="Annual Report, page 1"]').wait_for()
    assert host.find("#document").input_value() == "0"


def test_fifty_quotes_and_a_huge_document_find_room(host: Host, talk: Talk) -> None:
    doc = opened(talk, "long.pdf")
    quotes = [f"Clause {n} binds the tenant" for n in range(0, 100, 2)]
    record = shown(
        host, talk, arguments(doc, *quotes, read=[{"doc_id": doc, "refs": [f"p{n}"]} for n in range(2, 60, 4)])
    )
    assert len(record["quotes"]) == 50
    assert record["verified"] == 50
    assert host.find(".quote").count() == 50
    assert host.find("#strip button").count() == len(record["documents"][0]["strip"])
    host.find(".quote").nth(49).click()
    host.find('.sheet img[alt*="Marked: Clause 98"]').wait_for()
    assert host.find(".mark.chosen").count() >= 1
    wide = host.frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide
    assert host.page.locator("iframe").bounding_box()["height"] < 1200  # type: ignore[index]


def test_one_passage_alone(host: Host, talk: Talk, doc_id: str) -> None:
    record = talk.call("show_sources", arguments(doc_id, LEASE))["structuredContent"]
    uri = f"pincite://doc/{doc_id}@{talk.rev(doc_id)}/{record['quotes'][0]['ref']}"
    host.show(talk.call("show_citation", {"uri": uri}), {"uri": uri})
    host.find(".mark.chosen").first.wait_for()
    assert host.find("h1").inner_text() == "Citation"
    assert not host.find("#tabs").is_visible()
    assert not host.find("#quotes").is_visible()
    assert LEASE in host.find("#caption").inner_text()
    assert host.faults() == []


def test_a_result_without_a_record_is_shown_as_its_text(host: Host, talk: Talk, doc_id: str) -> None:
    host.show({"content": [{"type": "text", "text": "├ the text tree"}]})
    host.find("#note", has_text="the text tree").wait_for()
    host.tell("ui/notifications/tool-cancelled", {"reason": "no"})
    host.find("#note", has_text="cancelled").wait_for()


def test_links_are_opened_by_the_host(host: Host, talk: Talk, doc_id: str) -> None:
    result = talk.call("show_sources", arguments(doc_id, REVENUE))
    result["structuredContent"]["quotes"][0]["link"] = "http://127.0.0.1:1/d/x?a=b1"
    host.show(result)
    host.find("#open").click()
    host.page.wait_for_function("log.some(m => m.method === 'ui/open-link')")
    assert host.said("ui/open-link") == [{"url": "http://127.0.0.1:1/d/x?a=b1"}]


def test_a_quote_over_two_pages_is_marked_on_both(host: Host, talk: Talk) -> None:
    doc = opened(talk, "two.pdf")
    quote = "the tenants of house 16 pay rent to the owner in each month of the year, the tenants of house 17"
    record = shown(host, talk, arguments(doc, quote, read=[{"doc_id": doc, "refs": ["all"]}]))
    assert (record["verified"], record["quotes"][0]["page"]) == (1, "1-2")
    assert len(chosen_marks(host)) == 1
    assert "It runs over pages 1-2." in host.find("#caption").inner_text()
    host.find("#tool-next").click()
    host.find('.sheet img[alt*="page 2. Marked: the tenants of house 16"]').wait_for()
    assert len(chosen_marks(host)) == 1
    assert host.find(".quote").get_attribute("aria-pressed") == "true"


def test_a_web_page_is_shown_with_the_words_marked(host: Host, talk: Talk) -> None:
    doc = opened(talk, "page.html")
    record = shown(
        host, talk, arguments(doc, "A visit of the museum costs 12 euros", read=[{"doc_id": doc, "refs": ["all"]}])
    )
    assert "lines" not in record["quotes"][0]
    host.find("#caption", has_text="Drawn by another program").or_(
        host.find("#caption", has_text="text as it was read")
    ).wait_for()
    assert len(chosen_marks(host)) == 1
    assert host.find(".sheet.painted").count() == 1


def test_a_page_that_needs_longer_is_waited_for(host: Host, talk: Talk, doc_id: str) -> None:
    answers = iter(["It is still being laid out. [pending] Call again."])
    host.fail = lambda _: next(answers, None)
    shown(host, talk, arguments(doc_id, REVENUE))
    assert len(host.calls) == 2
