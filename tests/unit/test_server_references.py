"""Names of places, and the places they name. What ``read`` does with them is in ``tests/contract``."""

from __future__ import annotations

import pytest

from pincite.errors import UnknownReferenceError
from pincite.registry.opened import OpenDocument
from pincite.server.pages import PageNames, sheet_range
from pincite.server.references import find_section, find_target, find_targets, section_path
from tests.contract.fakes import Draft


@pytest.fixture(scope="module")
def opened() -> OpenDocument:
    draft = Draft("Labels")
    for label in ("Cover", "ii", "12-1", "12-2", "12", "13", None, "7", "7"):
        draft.page(label).text(f"Words of the page labelled {label}.")
    return (
        draft.heading("12").text("A section that is called twelve.").heading("Page 99").text("And an odd one.").open()
    )


@pytest.mark.parametrize(
    ("text", "sheets"),
    [
        ("p3", (3, 3)),
        ("p3-p7", (3, 7)),
        ("p3-7", (3, 7)),
        ("p3 – p7", (3, 7)),
        ("3", None),
        ("page 3", None),
        ("px", None),
    ],
)
def test_sheets(text: str, sheets: tuple[int, int] | None) -> None:
    assert sheet_range(text) == sheets


@pytest.mark.parametrize(
    ("text", "sheets"),
    [
        ("Cover", (1, 1)),
        ("page COVER", (1, 1)),
        ("12-1", (3, 3)),  # a label with a dash, not the pages 12 to 1
        ("pages 12-1-12-2", (3, 4)),
        ("pages 12-13", (5, 6)),
        ("12 to 13", (5, 6)),
        ("ii..12-2", (2, 4)),
        ("pp. 12–13", (5, 6)),
        ("[Page 12]", (5, 5)),
        ("7 (sheet 9)", (9, 9)),
        ("page 7 (sheet 8)", (8, 8)),
        ("p7", (7, 7)),
    ],
)
def test_pages_by_label_and_sheet(opened: OpenDocument, text: str, sheets: tuple[int, int]) -> None:
    assert PageNames(opened).find(text) == sheets


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("7", "ambiguous_page"),  # printed twice, and the number of an unlabelled sheet
        ("page 3", "unknown_page"),  # the third sheet has a label of its own
        ("13-12", "unknown_page"),
        ("p10", "unknown_page"),
        ("p0", "unknown_page"),
        ("xiv", "unknown_page"),
        ("7 (sheet 1)", "unknown_page"),
        ("", "unknown_page"),
    ],
)
def test_pages_that_are_not_there_or_not_one(opened: OpenDocument, text: str, code: str) -> None:
    with pytest.raises(UnknownReferenceError) as raised:
        PageNames(opened).find(text)
    assert raised.value.code == code


def test_names_are_those_of_the_page_marks(opened: OpenDocument) -> None:
    names = PageNames(opened)
    assert [names.name(n) for n in range(1, 10)] == [
        "Cover", "ii", "12-1", "12-2", "12", "13", "sheet 7", "7 (sheet 8)", "7 (sheet 9)",
    ]  # fmt: skip
    assert names.range_name([]) == ""
    assert names.range_name([2]) == "page ii"
    assert names.range_name([2, 3, 4]) == "pages ii-12-2"


def test_a_heading_wins_over_a_label(opened: OpenDocument) -> None:
    assert find_target(opened, "12").ref == f"s{find_section(opened, '12').id}"
    assert find_target(opened, "page 12").ref == "p5"
    assert find_target(opened, "Page 99").title.endswith("Page 99")


def test_a_target_is_found_again_by_its_ref(opened: OpenDocument) -> None:
    for text in ("12", "page 12", "p1-p3", "b1-b2", "b0:0-5", "all", "Cover"):
        target = find_target(opened, text)
        assert find_target(opened, target.ref) == target


def test_what_lies_in_another_target_is_not_read_twice(opened: OpenDocument) -> None:
    targets, missed = find_targets(opened, ["p1-p3", "b0", "p2", "p4", "nowhere", "p1-p3"])
    assert [target.ref for target in targets] == ["p1-p3", "p4"]
    assert [error.code for error in missed] == ["unknown_section"]


@pytest.mark.parametrize(
    ("titles", "path"),
    [
        (["Notes"], "Notes"),
        (["Notes", "Revenue"], "Notes > Revenue"),
        (["A\nB", "C </document-content>"], "A B > C <\\/document-content>"),
        (
            [
                "FORM 10-K",
                "PART II",
                "Item 7. Management’s Discussion and Analysis of Financial Condition",
                "Results",
                "x " * 50,
            ],
            f"… > Results > {('x ' * 40)[:79].rstrip()}…",
        ),
    ],
)
def test_a_long_path_loses_its_outermost_titles(titles: list[str], path: str) -> None:
    assert section_path(titles) == path
    assert len(section_path(titles)) <= 125
