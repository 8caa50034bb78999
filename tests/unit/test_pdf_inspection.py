"""Pictures of pages on which it can be seen how they were understood."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from pincite.model import Kind
from pincite.parsers.pdf.engine import analyse, build, numbered
from pincite.parsers.pdf.inspection.draw import draw_pages
from pincite.parsers.pdf.inspection.legend import WIDTH
from pincite.parsers.pdf.inspection.palette import HIDDEN, color_of
from pincite.parsers.pdf.inspection.parts import parts_by_page
from pincite.parsers.pdf.inspection.picture import GUTTER, tag_text
from pincite.parsers.pdf.inspection.report import notes_of, report
from pincite.parsers.pdf.layout import Layout
from tests.pdfs import Pdf

SCALE = 110 / 72


def long_pdf() -> Pdf:
    """Three pages: a heading, hidden text and a table that goes on over two pages; a paragraph that does, too."""
    pdf = Pdf().page().text(72, 72, "1 Prices of everything", bold=True, size=16)
    pdf.text(72, 110, "secret", color="white")
    rows = [[f"Part {i}", f"{i},200"] for i in range(32)]
    pdf.grid([72, 250, 350], [140 + 18 * i for i in range(34)], [["Part", "Price"], *rows])
    pdf.page().grid([72, 250, 350], [72 + 18 * i for i in range(6)], [["Part", "Price"], *rows[:4]])
    pdf.text(72, 300, "2 Terms", bold=True, size=16)
    pdf.paragraph(72, 330, 440, "The prices hold until the end of the year and are paid within days of it and " * 60)
    pdf.page().paragraph(72, 72, 440, "so on until the last of all these words is written down and done. " * 3)
    return pdf


@pytest.fixture
def drawn(tmp_path: Path) -> tuple[Layout, Path]:
    path = tmp_path / "long.pdf"
    path.write_bytes(long_pdf().bytes())
    layout = analyse(path)
    draw_pages(path, layout, build(layout, doc_id="d", name="long.pdf"), {1, 2, 3}, tmp_path / "out")
    return layout, tmp_path / "out"


def pixel(path: Path, x: float, y: float) -> tuple[int, ...]:
    """The colour at a place of the page in points."""
    with Image.open(path) as image:
        found = image.convert("RGB").getpixel((round(x * SCALE) + GUTTER, round(y * SCALE)))
    assert isinstance(found, tuple)
    return found


def test_each_page_is_a_picture_with_a_legend_beside_it(drawn: tuple[Layout, Path]) -> None:
    _, out = drawn
    assert sorted(p.name for p in out.iterdir()) == ["page-1.png", "page-2.png", "page-3.png"]
    with Image.open(out / "page-1.png") as image:
        assert image.size == (round(612 * SCALE) + GUTTER + WIDTH, round(792 * SCALE))


def test_blocks_are_framed_in_the_colour_of_their_kind(drawn: tuple[Layout, Path]) -> None:
    layout, out = drawn
    parts = parts_by_page(layout)
    for kind in (Kind.HEADING, Kind.TABLE):
        box = next(p.box for p in parts[1] if p.block.kind is kind)
        assert pixel(out / "page-1.png", (box.x0 + box.x1) / 2, box.y1 + 1) == color_of(kind)


def test_hidden_words_are_marked(drawn: tuple[Layout, Path]) -> None:
    layout, out = drawn
    (word,) = layout.pages[0].hidden
    with Image.open(out / "page-1.png") as image:
        at = (round(word.x0 * SCALE) + GUTTER - 1, round(word.y0 * SCALE) - 1)
        near = [image.getpixel((at[0] + dx, at[1] + dy)) for dx in range(3) for dy in range(3)]
    assert HIDDEN in near


def test_header_cells_are_shaded_and_others_are_not(drawn: tuple[Layout, Path]) -> None:
    _, out = drawn
    head, cell = (pixel(out / "page-1.png", 240, y) for y in (149, 167))
    assert head[0] < cell[0] < 255


def test_ids_are_those_of_the_document_and_tell_levels_and_page_breaks(drawn: tuple[Layout, Path]) -> None:
    layout, _ = drawn
    doc = build(layout, doc_id="d", name="n.pdf")
    assert [(id, block.kind) for block, id in numbered(layout)] == [(b.id, b.kind) for b in doc.blocks]
    tags = {number: [tag_text(p) for p in parts] for number, parts in parts_by_page(layout).items()}
    assert tags[1][0] == "0 H1"
    assert tags[2][0] == "…1"  # the table goes on
    assert tags[2][1] == "2 H1"
    assert (tags[2][2], tags[3][0]) == ("3…", "…3")


def test_a_page_of_any_size_gives_a_picture_of_some_size(tmp_path: Path) -> None:
    path = tmp_path / "poster.pdf"
    path.write_bytes(Pdf(7000, 400).page().text(6990, 395, "cut off at the corner of it").page().bytes())
    layout = analyse(path)
    out = draw_pages(path, layout, build(layout, doc_id="d", name="n.pdf"), {1, 2}, tmp_path)
    with Image.open(out[0]) as image:
        assert image.width <= 2400 + GUTTER + WIDTH
        assert image.height >= 200  # the legend is whole


def test_the_report_names_table_sizes_roles_and_evidence(drawn: tuple[Layout, Path]) -> None:
    layout, _ = drawn
    doc = build(layout, doc_id="d", name="long.pdf")
    lines = list(report(doc, notes_of(layout), {1, 2, 3}))
    table = next(line for line in lines if "table" in line and line.startswith("  b1"))
    assert "t0: 37 x 2, 1 header row: Part | Price" in table
    assert "(to page 2)" in table
    assert "goes on on page 2" in table
    assert list(report(doc, notes_of(layout), {3}, blocks=False))[1].startswith("page 3  text")
