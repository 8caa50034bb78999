"""Text that is read in another direction than its page."""

from __future__ import annotations

import pytest

from pincite.parsers.pdf.engine import analyse
from pincite.parsers.pdf.layout import LayoutBlock
from tests.rawpdfs import raw_pdf

BODY = " ".join(
    f"1 0 0 1 100 {720 - 14 * i} Tm (This is a line of running text that fills the page number {i}) Tj"
    for i in range(20)
)


def upward(x: float, y: float, text: str) -> str:
    return f"0 1 -1 0 {x} {y} Tm ({text}) Tj"


def downward(x: float, y: float, text: str) -> str:
    return f"0 -1 1 0 {x} {y} Tm ({text}) Tj"


def blocks(*lines: str) -> list[LayoutBlock]:
    """The blocks of a page with running text and some other lines."""
    return analyse(raw_pdf(f"BT /F1 10 Tf {BODY} {' '.join(lines)} ET")).pages[0].blocks


def text(block: LayoutBlock) -> list[str]:
    return [line.text for line in block.lines]


def test_a_label_that_reads_upwards_stands_alone() -> None:
    body, label = blocks(upward(60, 100, "Share of households in percent"))
    assert len(body.lines) == 20
    assert text(label) == ["Share of households in percent"]


def test_running_text_does_not_go_on_in_a_sideways_line() -> None:
    body, note = blocks(downward(560, 700, "arXiv 2012.12345 first"))
    assert body.lines[-1].text.endswith("number 19")
    assert text(note) == ["arXiv 2012.12345 first"]


@pytest.mark.parametrize("turn", [upward, downward])
def test_a_caption_of_two_lines_is_read_in_its_own_direction(turn: object) -> None:
    assert callable(turn)
    step = 12 if turn is upward else -12
    top = 100 if turn is upward else 700
    first, second = "Table 4. Share of the households that have", "a connection to the network"
    _, caption = blocks(turn(560 + step, top, second), turn(560, top, first))
    assert text(caption) == [first, second]
    box = caption.box
    assert box.x1 - box.x0 < box.y1 - box.y0


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_a_page_that_is_turned_with_its_text_reads_as_it_was_written(rotate: int) -> None:
    layout = analyse(raw_pdf(f"BT /F1 10 Tf {BODY} ET", rotate=rotate))
    (body,) = layout.pages[0].blocks
    assert [line.text.rsplit(None, 1)[-1] for line in body.lines] == [str(i) for i in range(20)]


def test_a_page_that_is_turned_against_its_text_reads_upright() -> None:
    lines = " ".join(upward(100 + 14 * i, 100, f"This is the line of text with the number {i}") for i in range(20))
    page = analyse(raw_pdf(f"BT /F1 10 Tf {lines} ET", rotate=90)).pages[0]
    assert {word.angle for word in page.words} == {0}
    assert [line.text.rsplit(None, 1)[-1] for line in page.blocks[0].lines] == [str(i) for i in range(20)]
