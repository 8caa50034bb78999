from __future__ import annotations

from pincite.parsers.pdf.headings.headings import mark_headings
from tests.layouts import PROSE, Sheets, outline


def headings(doc: Sheets) -> list[tuple[int, str]]:
    mark_headings(doc.layout)
    return outline(doc.layout)


def opinion() -> Sheets:
    doc = Sheets().page().title("RIVER DISTRICT v. DAM BOARD", size=16, bold=True, centred=True).text()
    doc.block(["I", "A"], centred=True).text()
    doc.block(["B"], centred=True).text()
    doc.page().text().block(["II"], centred=True).text().text()
    return doc


def test_numerals_alone_in_the_middle_are_parts() -> None:
    assert headings(opinion()) == [
        (1, "RIVER DISTRICT v. DAM BOARD"), (2, "I"), (3, "A"), (3, "B"), (2, "II")
    ]  # fmt: skip


def test_a_numeral_at_the_beginning_of_a_block_is_split_off() -> None:
    doc = opinion()
    for page in doc.layout.pages:
        at = next(i for i, b in enumerate(page.blocks) if b.lines[-1].text in ("B", "II"))
        page.blocks[at].lines += page.blocks[at + 1].lines
        del page.blocks[at + 1]
    assert [title for _, title in headings(doc)][1:] == ["I", "A", "B", "II"]
    assert doc.layout.pages[0].blocks[-1].lines[0].text == PROSE[:90].rsplit(" ", 1)[0]


def test_a_letter_alone_means_nothing_by_itself() -> None:
    doc = Sheets().page().title("Report", size=16, bold=True).text().block(["B"], centred=True).text()
    doc.block(["4"], centred=True).text()
    assert headings(doc) == [(1, "Report")]
