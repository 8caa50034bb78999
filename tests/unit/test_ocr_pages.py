"""Scans become documents: read the right way up, straight, with tables, headings and boxes as on other pages."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from PIL import Image

from pincite.library import ParseResult
from pincite.model import BBox, Document
from pincite.parsers.ocr import needs, noise, tesseract
from pincite.parsers.ocr import pages as ocr_pages
from pincite.parsers.ocr.placing import place
from pincite.parsers.ocr.task import OcrTask
from pincite.parsers.ocr.tesseract import Token
from pincite.parsers.pdf.engine import parse_pdf
from pincite.parsers.pdf.layout import PageLayout
from pincite.parsers.pdf.turning import turning
from tests.pdfs import Pdf
from tests.scans import joined, needs_language, needs_tesseract, noisy, overlaid, pasted, picture, scan, scanned

pytestmark = needs_tesseract

LETTER = (
    "The tenant pays the rent on the first working day of each month. Repairs of the roof are a matter of the owner, "
    "who keeps the building insured against fire and water. Either party may end the lease with three months notice."
)
ENGLISH = OcrTask(languages=("eng",), processes=2)


def letter() -> Pdf:
    return Pdf(400, 300).page().text(40, 50, "Lease of a workshop", bold=True, size=16).paragraph(40, 80, 320, LETTER)


def read(data: bytes, task: OcrTask = ENGLISH) -> Document:
    return parse_pdf(data, doc_id="doc", name="scan.pdf", ocr=task)


def words(text: str) -> list[str]:
    return text.split()


def codes(document: Document) -> list[tuple[str, int | None]]:
    return [(w.code, w.page) for w in document.warnings]


def test_a_scan_is_read_with_its_heading() -> None:
    document = read(scanned(letter()))
    assert words(document.text)[4:] == words(LETTER)
    heading = document.blocks[0]
    assert (heading.kind, document.text[heading.start : heading.end]) == ("heading", "Lease of a workshop")
    page = document.pages[0]
    assert page.source == "ocr"
    assert page.confidence is not None
    assert page.confidence > 85
    assert codes(document) == [("ocr", 1)]


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_lies_on_its_side_or_head_is_read(turn: int) -> None:
    document = read(scanned(letter(), turn=turn))
    assert words(document.text) == ["Lease", "of", "a", "workshop", *words(LETTER)]
    page = document.pages[0]
    assert page.width is not None
    assert page.height is not None
    upright = turning(turn, page.width, page.height)(*around(document, "first working day"))
    assert upright == pytest.approx(around(read(scanned(letter())), "first working day"), abs=1.5)


def around(document: Document, quote: str) -> BBox:
    """What a quote takes up of a page: word by word where lines are turned."""
    boxes = [box for _, box in ParseResult(document).verify(quote).anchors[0].boxes]
    return BBox(*(min(b[k] for b in boxes) for k in (0, 1)), *(max(b[k] for b in boxes) for k in (2, 3)))


def test_a_crooked_page_is_read_straight_and_its_boxes_lie_on_the_crooked_lines() -> None:
    straight = around(read(scanned(letter())), "Either party may end")
    document = read(scanned(letter(), skew=3.0))
    assert words(document.text)[4:] == words(LETTER)
    crooked = around(document, "Either party may end")
    middle = (straight.x0 + straight.x1) / 2 - 200
    fallen = (crooked.y0 + crooked.y1) / 2 - (straight.y0 + straight.y1) / 2
    assert fallen == pytest.approx(middle * 0.052, abs=6.0)
    first = ParseResult(document).verify("Either").anchors[0].boxes[0][1]
    assert first.y1 - first.y0 < 0.9 * (crooked.y1 - crooked.y0)  # not the height of the whole line


def test_no_page_of_a_mixed_file_is_lost() -> None:
    typed = Pdf(400, 300).page().text(40, 60, "This page was typed.")
    last = Pdf(400, 300).page().text(40, 60, "And so was the last one.")
    document = read(joined(typed.bytes(), scanned(letter()), last.bytes()))
    assert [page.source for page in document.pages] == ["text", "ocr", "text"]
    assert "This page was typed." in document.text
    assert "three months notice" in document.text
    assert "And so was the last one." in document.text


def test_a_ruled_table_comes_out_as_a_table() -> None:
    rows = [["Item", "Price", "Weight"], ["Hammer", "12.50", "800"], ["Saw", "23.00", "650"], ["File", "7.80", "120"]]
    drawn = Pdf(400, 300).page().text(40, 40, "Tools that were bought in spring")
    drawn.grid((40, 160, 260, 360), (60, 84, 108, 132, 156), rows, size=11)
    document = read(scanned(drawn, dpi=200))
    assert len(document.tables) == 1
    table = document.tables[0]
    assert [[c.text for c in table.cells if c.row == row] for row in range(4)] == rows


def test_two_columns_are_read_one_after_the_other() -> None:
    left = (
        "In the morning the ship left the harbour and sailed along the coast to the north, where the wind was fair and "
        "the sea was calm. The captain kept a journal of the voyage, which is still in the library of the town today."
    )
    right = (
        "In the evening the crew saw the lights of the town. They dropped the anchor in the bay near the church and "
        "went on land in two boats. Nobody came to meet them, for it was the night of the fair in the next village."
    )
    drawn = Pdf(440, 300).page().paragraph(40, 60, 160, left).paragraph(240, 60, 160, right)
    assert words(read(scanned(drawn)).text) == words(f"{left} {right}")


def test_a_junk_layer_is_read_anew_and_a_good_one_is_used() -> None:
    image = picture(Pdf(400, 200).page().paragraph(40, 60, 320, "Invoice total: 12,450.00 due on 3 May for tools."))
    junk = [(40, 60, "lnv0ice t0ta1: l2,4S0.O0 d~e on 3 M^y f0r t00ls.")]
    document = read(scan(image, layer=junk))
    assert "Invoice total: 12,450.00" in document.text
    assert codes(document) == [("ocr", 1)]
    assert "reads like bad recognition" in document.warnings[0].message
    good = read(scan(image, layer=[(40, 60, "Invoice total: 12,450.00 due on 3 May for sharp tools.")]))
    assert "sharp tools" in good.text  # a word of the layer only
    assert codes(good) == [("scanned_page", 1)]
    assert good.pages[0].source == "ocr"
    assert good.pages[0].confidence is None


def test_specks_are_no_words() -> None:
    image = noisy(picture(letter()), specks=150)
    found = words(read(scan(image)).text)
    assert len([w for w in found if w in words(LETTER)]) >= 0.95 * len(words(LETTER))
    assert len(found) <= len(words(LETTER)) + 8


def test_a_picture_without_words_gives_none_and_needs_no_ocr() -> None:
    drawn = Pdf(300, 300).page()
    for i in range(12):
        drawn.box(40 + 3 * i, 40 + 9 * i, 250 - 5 * i, 150 + 9 * i, fill="#8899aa")
    document = read(scanned(drawn))
    assert document.text == ""
    assert codes(document) == [("ocr_empty", 1)]


def test_a_typed_head_over_a_scan_is_kept_and_not_doubled() -> None:
    drawn = Pdf(400, 300).page().text(40, 24, "Exhibit 7").paragraph(40, 80, 320, LETTER)
    document = read(overlaid(scanned(drawn), Pdf(400, 300).page().text(40, 24, "Exhibit 7").bytes()))
    assert document.text.count("Exhibit") == 1
    assert "three months notice" in document.text


def test_a_photograph_costs_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> list[Token]:
        raise AssertionError("there is nothing to read")

    monkeypatch.setattr(tesseract, "recognise", forbidden)
    rng = np.random.default_rng(3)
    hills = Image.fromarray(rng.integers(0, 255, (9, 7), np.uint8)).resize((700, 900), Image.Resampling.BICUBIC)
    assert codes(read(scan(hills))) == [("ocr_empty", 1)]


def exhibit(drawn: Pdf) -> bytes:
    """A typed page with a picture pasted between its lines."""
    typed = Pdf(400, 400).page().paragraph(40, 60, 320, "The lease is attached below as both parties signed it.")
    return pasted(typed.text(40, 340, "The parties agree on the text above."), picture(drawn, dpi=200), 40, 110)


def test_a_pasted_scan_is_read_in_its_place() -> None:
    document = read(exhibit(Pdf(320, 180).page().paragraph(10, 30, 300, LETTER, size=11)))
    typed, pasted, end = (document.text.find(t) for t in ("lease is attached", "rent on the first", "parties agree"))
    assert 0 <= typed < pasted < end
    assert codes(document) == [("ocr", 1)]
    told = [document.text[c.start : c.end] for c in document.confidences]
    assert told == words(LETTER)
    verify = ParseResult(document).verify
    (match,) = verify("rent on the first working day").anchors
    assert match.recognised is not None
    assert all(40 <= box.x0 < box.x1 <= 360 and 110 <= box.y0 < box.y1 <= 290 for _, box in match.boxes)
    assert verify("The parties agree on the text above.").anchors[0].recognised is None


def test_a_pasted_scan_that_is_read_badly_is_told_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise, "GOOD", 101.0)
    document = read(exhibit(Pdf(320, 180).page().paragraph(10, 30, 300, LETTER, size=11)))
    assert "rent on the first" not in document.text
    assert (document.pages[0].source, codes(document)) == ("text", [("ocr_doubtful", 1)])
    assert "seems to hold text" in document.warnings[0].message


def test_warnings_come_in_the_order_of_pages_whichever_is_read_first(monkeypatch: pytest.MonkeyPatch) -> None:
    second = threading.Event()

    def slow(page: PageLayout, reason: needs.Reason, *rest: Any) -> Any:
        if page.number == 1:
            assert second.wait(60)
        found = place(page, reason, *rest)
        if page.number == 2:
            second.set()
        return found

    monkeypatch.setattr(ocr_pages, "place", slow)
    monkeypatch.setattr(ocr_pages, "read", lambda *_, **__: None)
    document = read(joined(scanned(letter()), scanned(letter())))
    assert codes(document) == [("ocr_empty", 1), ("ocr_empty", 2)]


def test_a_smaller_picture_is_read_if_it_is_text() -> None:
    typed = Pdf(500, 600).page().paragraph(40, 60, 420, LETTER)
    note = Pdf(320, 130).page().paragraph(10, 30, 300, "Tenants pay for water and for heating. " * 5, size=11)
    document = read(pasted(typed, picture(note, dpi=200), 40, 300))  # a seventh of the page
    assert document.text.count("Tenants pay for water") == 5
    assert codes(document) == [("ocr", 1)]


def test_a_figure_with_a_few_labels_stays_a_figure() -> None:
    drawn = (
        Pdf(320, 180).page().text(20, 30, "Rent").text(200, 165, "Year").rule(20, 40, 20, 150).rule(20, 150, 300, 150)
    )
    document = read(exhibit(drawn))
    assert "Year" not in document.text
    assert (document.pages[0].source, codes(document)) == ("text", [])


def test_never_leaves_pages_and_says_so() -> None:
    document = read(scanned(letter()), OcrTask(mode="never"))
    assert document.text == ""
    assert codes(document) == [("ocr_unavailable", None), ("no_text_layer", 1)]
    assert "PINCITE_OCR" in document.warnings[0].message


def test_always_reads_pages_that_have_text() -> None:
    document = read(letter().bytes(), OcrTask(mode="always", languages=("eng",)))
    assert document.pages[0].source == "ocr"
    assert words(document.text)[4:] == words(LETTER)


def test_without_tesseract_the_rest_opens_and_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr_pages, "installed", lambda: None)
    typed = Pdf(400, 300).page().text(40, 60, "This page was typed.")
    document = read(joined(typed.bytes(), scanned(letter())))
    assert document.text == "This page was typed."
    assert codes(document) == [("ocr_unavailable", None), ("no_text_layer", 2)]
    assert "apt install tesseract-ocr" in document.warnings[0].message


def test_a_language_that_is_missing_is_named_with_its_package() -> None:
    document = read(scanned(letter()), OcrTask(languages=("xxq",)))
    assert codes(document) == [("ocr_language", None), ("ocr_language", 1), ("no_text_layer", 1)]
    assert "tesseract-ocr-xxq" in document.warnings[0].message


def test_no_page_is_begun_after_the_time_is_up() -> None:
    document = read(scanned(letter()), OcrTask(languages=("eng",), seconds=-1.0))
    assert codes(document) == [("ocr_time", 1), ("no_text_layer", 1)]


@needs_language("rus")
@needs_language("eng")
def test_the_script_of_a_page_decides_on_its_language() -> None:
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    pdfmetrics.registerFont(TTFont("cyr", "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"))
    text = ["Арендатор платит за мастерскую в первый", "рабочий день каждого месяца без скидки.", "Ремонт крыши"]
    drawn = Pdf(400, 200).page().lines(40, 60, text, leading=16, font="cyr", size=11)
    document = read(scanned(drawn, dpi=200), OcrTask(processes=2))
    assert words(document.text) == words(" ".join(text))


def test_progress_counts_pages_whose_text_is_known() -> None:
    seen: list[tuple[int, int]] = []
    typed = Pdf(400, 300).page().text(40, 60, "This page was typed.")
    data = joined(typed.bytes(), scanned(letter()), scanned(letter()))
    parse_pdf(data, doc_id="d", name="n", ocr=ENGLISH, progress=lambda done, total: seen.append((done, total)))
    assert seen[:3] == [(1, 3), (1, 3), (1, 3)]
    assert seen[3:] == [(2, 3), (3, 3)]


def test_progress_of_pages_that_are_read_twice_goes_on_where_it_was() -> None:
    seen: list[tuple[int, int]] = []
    data = joined(letter().bytes(), scanned(letter()))
    always = OcrTask("always", languages=("eng",))
    parse_pdf(data, doc_id="d", name="n", ocr=always, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 2), (1, 2), (2, 3), (3, 3)]


def test_progress_ends_with_all_pages_where_nothing_can_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr_pages, "installed", lambda: None)
    seen: list[tuple[int, int]] = []
    data = scanned(letter())
    parse_pdf(data, doc_id="d", name="n", ocr=ENGLISH, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(0, 1), (1, 1)]


def test_the_confidence_of_words_stands_on_their_characters() -> None:
    document = read(scanned(letter()))
    told = [document.text[c.start : c.end] for c in document.confidences]
    assert told == words(document.text)
    assert all(0 <= c.percent <= 100 for c in document.confidences)


def test_letters_that_the_file_gets_wrong_are_read_from_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{LETTER} {LETTER}"
    drawn = Pdf(400, 300).page().paragraph(40, 60, 320, text).bytes()
    monkeypatch.setattr(needs, "has_wrong_letters", lambda page, styles: True)
    kept = read(drawn)
    assert (kept.pages[0].source, codes(kept)) == ("text", [])  # OCR reads the same: the file is right
    monkeypatch.setattr(ocr_pages, "_agree", lambda words, found: False)
    anew = read(drawn)
    assert (anew.pages[0].source, codes(anew)) == ("ocr", [("ocr", 1)])
    assert words(anew.text) == words(text)
    monkeypatch.setattr(ocr_pages, "installed", lambda: None)
    assert codes(read(drawn)) == [("garbled_text", 1), ("ocr_unavailable", None)]


def test_a_lone_page_number_is_read() -> None:
    drawn = Pdf(400, 300).page().paragraph(40, 60, 320, LETTER).text(200, 280, "7")
    assert read(scanned(drawn)).pages[0].label == "7"


def test_without_tesseract_pictures_that_cover_much_of_a_page_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    data = exhibit(Pdf(320, 180).page().paragraph(10, 30, 300, LETTER, size=11))
    monkeypatch.setattr(ocr_pages, "installed", lambda: None)
    document = read(data)
    assert codes(document) == [("ocr_unavailable", None)]
    assert document.warnings[0].message.startswith("Pictures cover much of 1 page beside the text")
    assert codes(read(data, OcrTask(mode="never"))) == []
    assert codes(read(Pdf(400, 300).page().text(40, 60, "This page was typed.").bytes())) == []
