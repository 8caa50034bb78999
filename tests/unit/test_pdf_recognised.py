from __future__ import annotations

from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.layout import Recognition
from tests.layouts import Sheets, outline


def report() -> Sheets:
    doc = Sheets()
    doc.page().title("1. Roads", size=14, bold=True).text().text().title("2. Bridges", size=14, bold=True).text().text()
    return doc


def recognise(doc: Sheets, percent: int = 92, *, skip: int = 0, doubtful: str = "") -> None:
    """Says that OCR read the present page but its first ``skip`` blocks; the words ``doubtful`` with 40 per cent."""
    words = [w for b in doc.sheet.blocks[skip:] for line in b.lines for w in line.words]
    percents = [40 if w.text in doubtful.split() else percent for w in words]
    doc.sheet.recognition = Recognition("the file has no text for it", percent, 0.0, words, percents)


def headings(doc: Sheets) -> list[str]:
    mark_headings(doc.layout)
    return [title for _, title in outline(doc.layout)]


def test_labels_in_a_picture_are_no_headings() -> None:
    doc = report().page()
    for label in ("Kernel", "Startup scripts", "Objects and", "SSH server", "SUBBASIN 4", "(213) ff"):
        doc.title(label, size=27).text("kernel_t", size=12)
    recognise(doc)
    assert headings(doc) == ["1. Roads", "2. Bridges"]


def test_numbered_and_named_titles_over_a_picture_stay() -> None:
    doc = report().page().title("3. Tunnels", size=14, bold=True).title("River", size=24)
    recognise(doc)
    doc.page().title("APPENDIX A", size=20).title("Sea", size=24)
    recognise(doc)
    assert headings(doc) == ["1. Roads", "2. Bridges", "3. Tunnels", "APPENDIX A"]


def test_titles_over_scanned_text_stay_unless_their_words_are_doubtful() -> None:
    doc = report().page().title("Harbours", size=16, bold=True).text().title("Ce oo", size=16, bold=True).text()
    recognise(doc, doubtful="Ce oo")
    assert headings(doc) == ["1. Roads", "2. Bridges", "Harbours"]


def test_the_text_of_the_page_itself_is_not_asked_for_confidence() -> None:
    doc = report().page().title("Harbours", size=16, bold=True).text().title("Kernel", size=27).text("kernel_t", size=9)
    recognise(doc, skip=2)
    assert headings(doc) == ["1. Roads", "2. Bridges", "Harbours"]


def test_a_scanned_cover_keeps_its_title() -> None:
    doc = Sheets().page().gap(200).title("THE STATE OF THE ROADS", size=26, centred=True)
    recognise(doc)
    doc.page().title("Introduction", size=15, bold=True).text().text().text()
    recognise(doc)
    assert headings(doc) == ["THE STATE OF THE ROADS", "Introduction"]
