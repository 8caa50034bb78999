"""Whatever a Word file is built of, each of its words comes out once, in the author's order."""

from __future__ import annotations

import random

import pytest

from pincite.parsers.options import ParseOptions
from tests.docxs import HEADINGS, docx, level, num, numbering, p, parsed, r, tbl, tc, tr

LOOKS = ("", "<w:b/>", "<w:i/>", '<w:u w:val="single"/>', '<w:sz w:val="36"/>', "<w:caps/>")
STYLES = ("", "", "", "heading1", "heading2", "Title", "missing")


class Author:
    """Writes a body at random; ``words`` are those that a reader must see, in order."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.words: list[str] = []

    def word(self) -> str:
        self.words.append(f"w{len(self.words)}x")
        return self.words[-1]

    def runs(self) -> str:
        return "".join(self.inline() for _ in range(self.chance.randint(1, 5)))

    def inline(self) -> str:
        run = r(" ".join(self.word() for _ in range(self.chance.randint(1, 6))) + ". ", self.chance.choice(LOOKS))
        wrap = self.chance.choice(("{}", "{}", "{}", *WRAPS))
        return wrap.replace("{}", run)

    def paragraph(self) -> str:
        listed = num(self.chance.randint(0, 2)) if self.chance.random() < 0.3 else ""
        return p(self.runs(), listed, self.chance.choice(STYLES))

    def block(self, depth: int = 0) -> str:
        kind = self.chance.randrange(8)
        if kind == 0 and depth < 3:
            rows = self.chance.randint(1, 3)
            columns = self.chance.randint(1, 3)
            return tbl(*(tr(*(tc(self.body(depth + 1)) for _ in range(columns))) for _ in range(rows)))
        if kind == 1 and depth < 3:
            return f"<w:sdt><w:sdtContent>{self.body(depth + 1)}</w:sdtContent></w:sdt>"
        if kind == 2 and depth < 3:
            return f"<w:customXml>{self.body(depth + 1)}</w:customXml>"
        return self.paragraph()

    def body(self, depth: int = 0) -> str:
        return "".join(self.block(depth) for _ in range(self.chance.randint(1, 3 if depth else 12)))


WRAPS = (
    "<w:ins>{}</w:ins>",
    "<w:moveTo>{}</w:moveTo>",
    "<w:smartTag>{}</w:smartTag>",
    '<w:hyperlink w:anchor="a">{}</w:hyperlink>',
    "<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>",
    '<w:fldSimple w:instr="REF a">{}</w:fldSimple>',
    "<w:r><w:lastRenderedPageBreak/></w:r>{}",
    "{}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>",
    "{}<w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r>",
)
LEVELS = numbering(level(0, "%1."), level(1, "%1.%2"), level(2, "(%3)", "lowerLetter"))


@pytest.mark.parametrize("seed", range(40))
def test_each_word_once_and_in_order(seed: int) -> None:
    author = Author(seed)
    data = docx(author.body(), styles=HEADINGS, numbering=LEVELS)
    document = parsed(data)
    found = [word for word in document.text.replace(".", " ").split() if word.startswith("w") and word.endswith("x")]
    assert found == author.words
    assert "gone" not in document.text
    assert "unseen" not in document.text
    assert "unseen" not in parsed(data, ParseOptions(changes="marked")).text


@pytest.mark.parametrize("seed", range(10))
def test_pages_ascend(seed: int) -> None:
    document = parsed(docx(Author(seed).body(), styles=HEADINGS, numbering=LEVELS))
    starts = [block.regions[0].page for block in document.blocks if block.regions]
    assert starts == sorted(starts)
    assert all(1 <= region.page <= len(document.pages) for block in document.blocks for region in block.regions)
