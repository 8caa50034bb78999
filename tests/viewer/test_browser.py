"""The viewer in a real browser: the words of a verified quote lie under the marks, and nothing leaves the machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from pincite.clients import own_entry
from pincite.errors import ParseError
from pincite.pictures import PagePicture
from pincite.server.sight import Sight
from pincite.sources.browser.finding import find_browser
from tests.decks import Deck, body, title
from tests.docxs import docx, p, r
from tests.pdfs import Pdf
from tests.viewer.browser import Shown, Visit, covers, letter_boxes, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

needs_browser = pytest.mark.skipif(
    find_spec("playwright") is None or find_browser("auto") is None, reason="needs playwright and a browser"
)
needs_axe = pytest.mark.skipif(find_spec("axe_playwright_python") is None, reason="needs axe-playwright-python")
pytestmark = needs_browser

LONG = (
    "Orders came in faster than in any year before, and the plant in Oslo ran at night for the first time. Three of "
    "the four regions grew, while the number of shops fell to 1,045 after the cold winter."
)
FIRST, SECOND = "the lease of the warehouse in Lyon ends in the", "spring of 2027 and will not be made longer"
TABLE = [["Segment", "2024", "2023"], ["Shoes", "51,362", "48,763"], ["Boots", "1,214", "987"]]
TOWNS = (
    "Aarhus Bergen Cadiz Dublin Essen Florence Ghent Huelva Ivry Jena Kiel Lund Mainz Nantes Odense Porto Quimper "
    "Riga Seville Turku Ulm Vienna Worms Xanten York Zurich"
).split()
EVIL = "</title><script>alert(1)</script><img src=x onerror=alert(2)>"


def report() -> bytes:
    pdf = Pdf(title="Annual Report").page().text(72, 80, "Summary", size=18, bold=True).paragraph(72, 120, 300, LONG)
    pdf.page().text(72, 80, "Revenue", size=18, bold=True).text(72, 110, "The revenue of all segments in millions.")
    pdf.grid([72, 200, 300, 400], [140, 160, 180, 200], TABLE)
    pdf.paragraph(72, 730, 460, "In the south costs are lower than before because " + FIRST)
    pdf.page().paragraph(72, 80, 460, SECOND + " by the owner of the house, which is what the council had asked for.")
    pdf.page(rotate=90).paragraph(60, 300, 400, "A page that lies on its side holds the plan of the harbour of Genoa.")
    for name in TOWNS:
        pdf.page().bookmark(f"House in {name}", 1, 60).text(72, 80, f"House in {name}", size=18, bold=True)
        pdf.paragraph(
            72, 120, 400, f"What was built in {name} stands by the water, and the people of {name} are proud."
        )
    return pdf.bytes()


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    with Shown(tmp_path_factory.mktemp("viewer")) as made:
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        program = find_browser("auto")
        made = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def reader(browser: Browser, shown: Shown) -> Iterator[Visit]:
    with visit(browser, shown.url) as made:
        yield made


def test_the_link_of_a_quote_marks_its_words(reader: Visit, shown: Shown) -> None:
    data, quote = report(), "the plant in Oslo ran at night for the first time. Three of the four"
    opened = shown.open("report.pdf", data)
    page = reader.go(shown.link(opened, quote))
    assert "/k/" not in page.url
    marks = reader.marks(1)
    assert len(marks) == 2  # lines
    assert covers(marks, letter_boxes(data, 1, quote))
    assert reader.in_view(".mark")
    reader.until("document.querySelector('#p1 img').naturalWidth > 0")
    assert is_yellow(page, "#p1 .mark")
    assert "Verify a quote" in page.inner_text("#beside")
    assert page.inner_text("#cited blockquote") == quote


def is_yellow(page: Page, selector: str) -> bool:
    """Whether the picture is yellow there, with dark letters on it."""
    import io

    from PIL import Image

    image = Image.open(io.BytesIO(page.locator(selector).first.screenshot())).convert("RGB")
    colors = {pixel for _, pixel in image.getcolors(1 << 20) or ()}
    paper = max(image.getcolors(1 << 20) or (), key=lambda found: found[0])[1]
    assert isinstance(paper, tuple)
    dark = any(isinstance(c, tuple) and max(c) < 160 for c in colors)
    return paper[0] > 200 and paper[1] > 180 and paper[2] < 150 and dark


def test_a_quote_over_two_pages_is_marked_on_both(reader: Visit, shown: Shown) -> None:
    data = report()
    opened = shown.open("report.pdf", data)
    reader.go(shown.link(opened, f"{FIRST} {SECOND}"))
    assert covers(reader.marks(2), letter_boxes(data, 2, FIRST))
    assert covers(reader.marks(3), letter_boxes(data, 3, SECOND))
    assert reader.in_view("#p2 .mark")


def test_a_cell_is_marked_on_the_page_and_in_its_table(reader: Visit, shown: Shown) -> None:
    data = report()
    opened = shown.open("report.pdf", data)
    page = reader.go(f"{shown.url}/d/{opened.document.doc_id}?a=t0/r1c1")
    assert covers(reader.marks(2), letter_boxes(data, 2, "51,362"))
    assert page.inner_text("#cited .cited") == "51,362"
    assert "Shoes · 2024" in page.inner_text("#cited")
    page.click(".views >> text=Text")
    assert page.inner_text("main .cited") == "51,362"
    assert reader.in_view("main .cited")


def test_a_page_that_lies_on_its_side(reader: Visit, shown: Shown) -> None:
    data, quote = report(), "holds the plan of the harbour"
    opened = shown.open("report.pdf", data)
    page = reader.go(shown.link(opened, quote))
    assert covers(reader.marks(4), letter_boxes(data, 4, quote))
    wide, high = page.evaluate("(({width, height}) => [width, height])(document.querySelector('#p4 img'))")
    assert wide > high


def test_a_word_document(reader: Visit, shown: Shown) -> None:
    body = p(r("Agreement"), '<w:pStyle w:val="Heading1"/>') + p(r(LONG)) + p(r("The term is ") + r("three years."))
    opened = shown.open("agreement.docx", docx(body))
    page = reader.go(shown.link(opened, "The term is three years"))
    assert page.inner_text("main mark") == "The term is three years"
    assert reader.in_view("main mark")


def test_pictures_come_when_they_are_laid_out(reader: Visit, shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that was opened too early gets its pictures without being loaded anew."""
    opened = shown.open("plan.pptx", Deck().slide(title("Plan"), body("We grow in the north.")).bytes())
    drawn, asked = Sight.picture, []

    def slow(self: Sight, *args: Any, **told: Any) -> PagePicture:
        asked.append(told)
        if len(asked) <= 2:
            raise ParseError("It is still being laid out.", code="pending")
        return drawn(self, *args, **told)

    monkeypatch.setattr(Sight, "picture", slow)
    page = reader.go(f"{shown.url}/d/{opened.document.doc_id}?v=pages")
    reader.until("document.querySelector('#p1 img').getAttribute('src').includes('again=1')")
    reader.until("document.querySelector('#p1 img').complete")
    assert page.evaluate("document.querySelector('#p1 img').currentSrc").endswith("again=1")


def test_pages_load_as_one_scrolls_and_nothing_moves(reader: Visit, shown: Shown) -> None:
    opened = shown.open("report.pdf", report())
    page = reader.go(f"{shown.url}/d/{opened.document.doc_id}")
    height = page.evaluate("document.body.scrollHeight")
    assert not any("/p/28.png" in url for url in reader.asked)
    page.evaluate("document.getElementById('p28').scrollIntoView()")
    reader.until("document.querySelector('#p28 img').complete && document.querySelector('#p28 text')")
    assert any("/p/28.png" in url for url in reader.asked)
    assert page.evaluate("document.body.scrollHeight") == height


def test_search_contents_and_the_way_back(reader: Visit, shown: Shown) -> None:
    opened = shown.open("report.pdf", report())
    page = reader.go(f"{shown.url}/d/{opened.document.doc_id}")
    page.keyboard.press("/")
    page.keyboard.type("council")
    page.keyboard.press("Enter")
    page.click("#found .hits a")
    page.wait_for_selector("#p3 .mark")
    page.click("#contents >> text=House in Ulm")
    page.wait_for_selector("#p25 .mark")
    assert page.locator("#p3 .mark").count() == 0
    reader.until("document.querySelector('#contents [aria-current]').textContent.includes('House in Ulm')")
    assert "a=s" in page.url
    page.go_back()
    page.wait_for_selector("#p3 .mark")
    page.fill("#p", "28")
    page.click("text=Go")
    reader.until("Math.abs(document.querySelector('#p28').getBoundingClientRect().top) < 200")


def test_a_quote_is_verified_beside_the_document(reader: Visit, shown: Shown) -> None:
    opened = shown.open("report.pdf", report())
    page = reader.go(f"{shown.url}/d/{opened.document.doc_id}")
    page.fill("#quote", "Three of the four regions grew")
    page.click("#verify button")
    page.click("#verdict .good a")
    page.wait_for_selector("#p1 .mark")
    page.fill("#quote", "Three of the five regions grew")
    page.click("#verify button")
    page.wait_for_selector("#verdict .bad del")


def test_selected_words_are_cited_and_the_citation_copied(reader: Visit, shown: Shown) -> None:
    opened = shown.open("report.pdf", report())
    page = reader.go(f"{shown.url}/d/{opened.document.doc_id}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.wait_for_selector("#p1 text")
    page.evaluate(
        """() => {
            const line = [...document.querySelectorAll('#p1 text')].find((t) => t.textContent.includes('Orders'));
            getSelection().setBaseAndExtent(line.firstChild, 0, line.firstChild, 14);
        }"""
    )
    page.click("#cite-selection")
    page.wait_for_selector("#p1 .mark")
    assert page.inner_text("#cited blockquote") == "Orders came in"
    page.click("#cited button[aria-label='Copy: MLA']")
    page.wait_for_selector("text=Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Annual Report" in copied
    assert "Summary" in copied


def test_budgets_are_saved(reader: Visit, shown: Shown) -> None:
    page = reader.go(f"{shown.url}/settings")
    page.fill("#max_rounds", "7")
    page.click("text=Save")
    page.wait_for_selector("text=The budgets are saved.")
    assert shown.server.desk.limits.max_rounds == 7
    page.click("summary b:text-is('Cursor')")
    assert json.dumps(own_entry({})["command"]) in page.inner_text("details[open] .block pre")


@pytest.mark.parametrize("view", ["pages", "text"])
def test_nothing_of_a_document_acts(reader: Visit, shown: Shown, view: str) -> None:
    pdf = Pdf(title=EVIL).page().text(72, 80, EVIL, size=14, bold=True).text(72, 120, f"Words. {EVIL}")
    pdf.grid([72, 300, 500], [140, 160, 180], [[EVIL[:30], "a"], ["javascript:alert(3)", EVIL[30:]]])
    opened = shown.open("evil.pdf", pdf.link(72, 100, 300, 130, "javascript:alert(4)").bytes())
    page = reader.go(f"{shown.url}/d/{opened.document.doc_id}?v={view}&a=b1&q=words")
    page.wait_for_load_state("networkidle")
    assert page.locator("script").count() == 1
    assert page.locator("main img[src=x], a[href^=javascript]").count() == 0
    assert EVIL in page.title()


def test_on_a_telephone(browser: Browser, shown: Shown) -> None:
    opened = shown.open("report.pdf", report())
    with visit(browser, shown.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True) as phone:
        page = phone.go(shown.link(opened, "the plant in Oslo"))
        assert phone.in_view(".mark")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert not page.is_visible("#contents")
        page.tap("text=Contents")
        page.tap("#contents >> text=House in Dublin")
        page.wait_for_selector("#p8 .mark")
        assert not page.is_visible("#contents")
        page.tap("text=Cite & verify")
        assert page.is_visible("#verify")


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_fault_of_accessibility(browser: Browser, shown: Shown, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    opened = shown.open("report.pdf", report())
    paths = [f"/d/{opened.document.doc_id}?a=t0/r1c1&q=regions", "/settings"]
    if scheme == "light":
        paths += [f"/d/{opened.document.doc_id}?v=text&a=b1", "/"]
    rules = {"runOnly": ["color-contrast"]} if scheme == "dark" else {}  # nothing but colours is different there
    with visit(browser, shown.url, color_scheme=scheme) as made:
        for path in paths:
            page = made.go(shown.url + path)
            found = Axe().run(page, options={"resultTypes": ["violations"], **rules}).response["violations"]
            faults = [(v["id"], v["nodes"][0]["html"][:200]) for v in found if v["impact"] != "minor"]
            assert faults == [], path
