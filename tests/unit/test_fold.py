"""One spelling for look-ups, with the way back."""

from __future__ import annotations

import pytest

from pincite.fold import fold, fold_text


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Notes", "notes"),
        ("  Notes \n\t on  Revenue ", "notes on revenue"),
        ("The “Company’s” ‘plan’", "the \"company's\" 'plan'"),
        ("2019–2020 — −5", "2019-2020 - -5"),
        ("eﬃcient ﬁnal", "efficient final"),
        ("ＡＢＣ１２３", "abc123"),
        ("co\u00adoperate", "cooperate"),
        ("zero\u200bwidth\ufeff", "zerowidth"),
        ("non\u00a0breaking\u202fspace", "non breaking space"),
        ("Straße", "strasse"),
        ("x² ½", "x2 1/2"),
        ("Caf\u00e9", "caf\u00e9"),
        ("Cafe\u0301", "caf\u00e9"),
        ("日本語", "日本語"),
        ("", ""),
    ],
)
def test_folds_what_readers_take_for_the_same(text: str, folded: str) -> None:
    assert fold_text(text) == folded


@pytest.mark.parametrize(
    ("one", "other"), [("resume", "résumé"), ("1,234", "1.234"), ("-5", "5"), ("$5", "€5"), ("a b", "ab")]
)
def test_keeps_apart_what_differs(one: str, other: str) -> None:
    assert fold_text(one) != fold_text(other)


def test_case_is_kept_unless_asked() -> None:
    assert fold("The ﬁnal Word").text == "The final Word"
    assert fold("The ﬁnal Word", case=True).text == "the final word"


def test_offsets_lead_back_to_the_original() -> None:
    text = "The  ﬁnal\n“word”"
    folded = fold(text)
    assert folded.text == 'The final "word"'
    start = folded.text.index("final")
    assert text[folded.offsets[start] : folded.offsets[start + 5]] == "ﬁnal"
    assert folded.offsets[len(folded.text)] == len(text)


def test_a_letter_and_its_accent_are_one_place() -> None:
    folded = fold("cafe\u0301s")
    assert folded.text == "cafés"
    assert list(folded.offsets) == [0, 1, 2, 3, 5, 6]


def test_a_longer_casefold_keeps_the_map() -> None:
    folded = fold("Maß A", case=True)
    assert folded.text == "mass a"
    assert list(folded.offsets) == [0, 1, 2, 2, 3, 4, 5]
