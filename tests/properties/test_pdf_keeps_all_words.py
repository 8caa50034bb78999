"""No pass of the PDF engine loses a word or tells it twice.

Pages are drawn out of parts (columns, tables, notes, contents, turned text, heads and feet). After all passes each of
their words is in exactly one block, and in the text of the document.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.model import Document
from pincite.parsers.pdf.engine import analyse, build
from pincite.parsers.pdf.layout import Layout, LayoutBlock
from tests.pdfs import Pdf

Part = Callable[[Pdf, "Words"], None]


class Words:
    """Words that are all different: letters only, so that no pass takes them for numbers."""

    def __init__(self) -> None:
        self._made = count(26**2)

    def __call__(self, n: int, end: str = ".") -> str:
        """A sentence of ``n`` words."""
        return " ".join(self._word() for _ in range(n)).capitalize() + end

    def _word(self) -> str:
        number, letters = next(self._made), ""
        while number:
            number, digit = divmod(number, 26)
            letters += "abcdefghijklmnopqrstuvwxyz"[digit]
        return letters + "o"


def text(pdf: Pdf, words: Words) -> None:
    pdf.paragraph(72, 100, 460, words(60)).paragraph(72, 190, 460, words(45), indent=14)


def items(pdf: Pdf, words: Words) -> None:
    for i in range(4):
        pdf.text(80, 100 + 30 * i, f"({'abcd'[i]})").paragraph(100, 100 + 30 * i, 420, words(18))


def columns(pdf: Pdf, words: Words) -> None:
    pdf.text(72, 90, words(3, ""), size=14, bold=True)
    pdf.paragraph(72, 120, 220, words(70)).paragraph(320, 120, 220, words(70))


def three_columns(pdf: Pdf, words: Words) -> None:
    for x in (50, 230, 410):
        pdf.paragraph(x, 120, 150, words(40))


def ruled_table(pdf: Pdf, words: Words) -> None:
    pdf.paragraph(72, 90, 460, words(20))
    cells = [[words(2, "") for _ in range(3)] for _ in range(4)]
    pdf.grid([72, 220, 370, 520], [120, 140, 160, 180, 200], cells).paragraph(72, 230, 460, words(20))


def plain_table(pdf: Pdf, words: Words) -> None:
    pdf.paragraph(72, 90, 460, words(20)).text(300, 120, "2025").text(400, 120, "2024")
    for i in range(5):
        y = 140 + 14 * i
        pdf.text(72, y, words(3, "")).text(300, y, f"{1200 + i}").text(400, y, f"{1100 + i}")
    pdf.paragraph(72, 240, 460, words(20))


def form(pdf: Pdf, words: Words) -> None:
    for i in range(4):
        pdf.text(72, 120 + 40 * i, words(2, ":")).text(330, 120 + 40 * i, words(2, ":"))
        pdf.rule(150, 122 + 40 * i, 300, 122 + 40 * i)


def notes(pdf: Pdf, words: Words) -> None:
    pdf.paragraph(72, 100, 460, words(60)).rule(72, 680, 200, 680)
    for i in range(2):
        pdf.text(72, 692 + 22 * i, str(i + 1), size=6).paragraph(78, 695 + 22 * i, 450, words(14), size=8)


def contents(pdf: Pdf, words: Words) -> None:
    pdf.text(72, 80, "Contents", size=14, bold=True)
    for i in range(8):
        title = words(3, "")
        pdf.text(72, 110 + 16 * i, f"{i + 1} {title} {'.' * 60}").text(520, 110 + 16 * i, str(3 + i), align="right")


def turned(pdf: Pdf, words: Words) -> None:
    for i in range(6):
        pdf.text(150 + 14 * i, 600, words(8), angle=90)
    pdf.paragraph(300, 200, 220, words(20))


def sideways(pdf: Pdf, words: Words) -> None:
    for i in range(10):
        pdf.text(150 + 14 * i, 650, words(9), angle=90)


def picture(pdf: Pdf, words: Words) -> None:
    pdf.box(100, 100, 500, 300).text(150, 200, words(1, ""), size=7).text(300, 260, words(2, ""), size=7)
    pdf.text(100, 320, f"Figure 1: {words(6)}", size=9).paragraph(72, 360, 460, words(50))


def headings(pdf: Pdf, words: Words) -> None:
    pdf.text(72, 90, f"1 {words(3, '')}", size=15, bold=True).paragraph(72, 115, 460, words(30))
    pdf.text(72, 180, f"1.1 {words(2, '')}", size=12, bold=True).paragraph(72, 200, 460, words(30))
    pdf.text(72, 260, words(2), bold=True).paragraph(160, 260, 360, words(30))


def code(pdf: Pdf, words: Words) -> None:
    pdf.paragraph(72, 90, 460, words(20))
    pdf.lines(90, 130, [words(5, ";") for _ in range(5)], font="Courier", size=9)


PARTS = (
    *(text, items, columns, three_columns, ruled_table, plain_table, form),
    *(notes, contents, turned, sideways, picture, headings, code),
)


def draw(parts: list[Part], *, head: bool = False, foot: bool = False, flowing: bool = False, rotate: int = 0) -> Pdf:
    """A page for each part, all with a running head, or numbered at the foot or right under the text."""
    pdf, words = Pdf(), Words()
    for number, part in enumerate(parts, 1):
        pdf.page(rotate=rotate)
        part(pdf, words)
        if head:
            pdf.text(72, 40, "Pilot agreement of the parties", size=8)
        if foot:
            pdf.text(306, 770, f"Page {number} of {len(parts)}", size=8, align="center")
        if flowing:
            pdf.text(306, 740, str(number), align="center")
    return pdf


def letters(text: str) -> Counter[str]:
    return Counter(re.sub(r"\s", "", text))


def told(block: LayoutBlock) -> Iterator[tuple[int, str]]:
    """The texts of a block with their pages."""
    if block.table is not None:
        for cell in block.table.table.cells:
            yield from ((piece.page, piece.text) for piece in cell.pieces if piece.page)
    for line in block.lines:
        yield line.page, line.text


def differences(layout: Layout) -> dict[int, tuple[str, str]]:
    """Per page the characters that are lost and those that are told too often. Leaders of contents may go."""
    found: dict[int, tuple[str, str]] = {}
    out: dict[int, Counter[str]] = {page.number: Counter() for page in layout.pages}
    for page in layout.pages:
        for block in page.blocks:
            for number, text in told(block):
                out[number] += letters(text)
    for page in layout.pages:
        words = letters("".join(word.text for word in page.words))
        lost, new = words - out[page.number], out[page.number] - words
        del lost["."]
        if lost or new:
            found[page.number] = "".join(sorted(lost.elements())), "".join(sorted(new.elements()))
    return found


def words_of(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def check(pdf: Pdf) -> None:
    layout = analyse(pdf.bytes())
    drawn = words_of(" ".join(word.text for page in layout.pages for word in page.words))
    assert differences(layout) == {}
    document: Document = build(layout, doc_id="d", name="d.pdf")
    assert drawn - words_of(document.text) == Counter()
    assert words_of(document.text) - drawn == Counter()


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
@pytest.mark.parametrize("rotate", [0, 90])
def test_a_page_keeps_its_words(part: Part, rotate: int) -> None:
    check(draw([part], rotate=rotate))


@given(
    st.lists(st.sampled_from(PARTS), min_size=2, max_size=7), st.booleans(), st.sampled_from(["foot", "flowing", ""])
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_document_keeps_its_words(parts: list[Part], head: bool, numbers: str) -> None:
    check(draw(parts, head=head, foot=numbers == "foot", flowing=numbers == "flowing"))
