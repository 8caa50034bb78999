"""The state of a page's text."""

from __future__ import annotations

import pytest

from pincite.model import BBox, DocumentWarning
from pincite.parsers.pdf.health import is_junk, measure, warn_of_unreadable_pages
from pincite.parsers.pdf.layout import Flag, Furniture, Layout, Line, PageLayout, Rule, Word

WHOLE = BBox(0, 0, 600, 780)


def word(text: str, flags: Flag = Flag.NONE) -> Word:
    return Word(text, 0, 0, 10, 10, 0, -1, flags)


def words(text: str) -> list[Word]:
    return [word(part) for part in text.split()]


def line(text: str, furniture: Furniture | None = None) -> Line:
    return Line(words(text), 0, 0, 10, 10, 1, 10, 0, text, furniture=furniture)


def page(**parts: object) -> PageLayout:
    made = PageLayout(1, 600, 800, 0)
    for name, value in parts.items():
        setattr(made, name, value)
    return made


def warned(made: PageLayout, *before: DocumentWarning) -> list[str]:
    layout = Layout([made], [], warnings=list(before))
    warn_of_unreadable_pages(layout)
    assert all(w.page == 1 for w in layout.warnings)
    return [w.code for w in layout.warnings[len(before) :]]


@pytest.mark.parametrize(
    ("made", "codes"),
    [
        (page(words=[word("text")]), []),
        (page(), []),
        (page(images=[WHOLE]), ["no_text_layer"]),
        (page(images=[WHOLE], words=[word("text")]), []),
        (page(images=[BBox(0, 0, 200, 200)]), ["picture_only"]),
        (page(images=[BBox(0, 0, 20, 20)]), []),
        (page(rules=[Rule(0, 0, 9, 0, 1)]), []),
        (page(rules=[Rule(0, 0, 9, 0, 1)] * 30), ["picture_only"]),
        (page(rules=[Rule(0, 0, 9, 0, 1)] * 30, words=[word("text")]), []),
        (page(words=[word("\ufffd", Flag.GARBLED), word("b"), word("c")]), ["garbled_text"]),
        (page(words=[word("\ufffd", Flag.GARBLED)] + [word("a")] * 9), []),
    ],
)
def test_what_is_no_reliable_text_is_warned_of(made: PageLayout, codes: list[str]) -> None:
    assert warned(made) == codes


def test_a_running_head_over_a_picture_of_text_is_not_the_text_of_the_page() -> None:
    head = line("Register 7", Furniture.HEADER)
    assert warned(page(images=[WHOLE], words=head.words, lines=[head])) == ["no_text_layer"]
    assert warned(page(images=[WHOLE], words=head.words, lines=[head, line("a caption")])) == []
    assert warned(page(words=head.words, lines=[head])) == []


def test_counts_and_shares() -> None:
    found = measure(
        page(words=[word("a")] * 4, hidden=[word("b")], images=[BBox(0, 0, 300, 800), BBox(0, 0, 600, 800)])
    )
    assert found == (4, 4, 1, 0.0, 1.0)


class TestTextLayers:
    SCAN = DocumentWarning("scanned_page", "A scan.", 1)
    BAD = "lnvoice tota1 Tbe arnount due is $l2,45O.OO payab1e witbin tbirty days"

    def test_a_layer_of_bad_recognition_is_junk(self) -> None:
        assert warned(page(words=words(self.BAD), images=[WHOLE]), self.SCAN) == ["junk_text_layer"]

    def test_the_same_words_in_print_are_what_the_page_says(self) -> None:
        assert warned(page(words=words(self.BAD))) == []

    @pytest.mark.parametrize(
        "text",
        [
            "Board minutes of 4 March The lease was renewed for six years Rent rises by two percent each April",
            "The 3rd and 21st sittings of the 1990s, see § 12a and No. 4b, were held on 5 May at 10am in room 7",
            "Contents .......... 5 Part two ........... 17 ____________ --------- * * * and so on until page 99",
            "write to office@example.org or see https://example.org/a1b2 for the forms needed by all 25 members",
            "€ 1.250,00 + 19% = 1.487,50 (net 30 days) 12/31/2025 A-12 F-3 10-K – 5.2.1",
        ],
    )
    def test_ordinary_text_is_not(self, text: str) -> None:
        assert not is_junk(words(text))
