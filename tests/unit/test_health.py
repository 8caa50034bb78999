"""The states of pages and what is said of them, from the warnings of a document."""

from __future__ import annotations

import dataclasses

from pincite.health import State, Trouble, page_health, page_ranges, troubles
from pincite.model import Document, DocumentWarning
from tests.contract.fakes import Draft


def made(*warnings: tuple[str, int | None]) -> Document:
    doc = Draft("Book").page("i").text("Words on the first page.").page("1").page("2").open().document
    return dataclasses.replace(doc, warnings=tuple(DocumentWarning(c, f"About {c}.", p) for c, p in warnings))


def states(doc: Document) -> list[tuple[State, ...]]:
    return [h.states for h in page_health(doc)]


def test_a_page_has_text_or_is_blank() -> None:
    assert states(made()) == [(State.TEXT,), (State.BLANK,), (State.BLANK,)]


def test_a_page_may_have_several_states() -> None:
    doc = made(("hidden_text", 1), ("no_text_layer", 2), ("scanned_page", 1), ("partial", None))
    assert states(doc) == [
        (State.TEXT, State.SCAN, State.HIDDEN_TEXT),
        (State.SCAN, State.NEEDS_OCR),
        (State.BLANK,),
    ]


def test_text_that_cannot_be_relied_on_does_not_count() -> None:
    assert states(made(("garbled_text", 1)))[0] == (State.GARBLED, State.NEEDS_OCR)
    assert states(made(("scanned_page", 1), ("junk_text_layer", 1)))[0] == (
        State.SCAN,
        State.JUNK_LAYER,
        State.NEEDS_OCR,
    )


def test_troubles_are_put_together_by_kind() -> None:
    doc = made(("no_text_layer", 3), ("odd", 1), ("no_text_layer", 2), ("partial", None))
    assert troubles(doc) == (
        Trouble("no_text_layer", (2, 3), "scan without text (needs OCR)"),
        Trouble("odd", (1,), "About odd."),
        Trouble("partial", (), "About partial."),
    )
    assert troubles(made()) == ()


def test_pages_are_named_in_ranges() -> None:
    assert page_ranges([3], str) == "page 3"
    assert page_ranges([3, 4, 5, 9, 14, 15], str) == "pages 3-5, 9, 14-15"
    assert page_ranges([1, 2], {1: "i", 2: "ii"}.__getitem__) == "pages i-ii"
    assert page_ranges(list(range(1, 400, 2)), str) == "pages 1, 3, 5, 7, 9, 11, 13, 15 and 192 more"
