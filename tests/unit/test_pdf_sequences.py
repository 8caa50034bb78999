from __future__ import annotations

from collections.abc import Hashable

from pincite.parsers.pdf.headings.numbering import Scheme, readings
from pincite.parsers.pdf.headings.sequences import Counted, find_chains, follows


def chains(*texts: str | tuple[str, Hashable]) -> list[Counted | None]:
    """Reads texts, each in the look "plain" or in its own."""
    items = [(t, "plain") if isinstance(t, str) else t for t in texts]
    return find_chains([(readings(text), look) for text, look in items])


def test_consecutive_numbers_make_a_chain() -> None:
    one, none, two, three = chains("1. Scope", "Words", "2. Terms", "3. Price")
    assert none is None
    assert one is not None
    assert two is not None
    assert three is not None
    assert one.chain is two.chain is three.chain
    assert (one.after, two.after, three.after) == (None, 0, 2)


def test_the_reading_that_continues_wins() -> None:
    *_, eighth, ninth = chains(*(f"{c}. Part" for c in "ABCDEFGHI"))
    assert eighth is not None
    assert ninth is not None
    assert (ninth.number.scheme, ninth.number.value) == (Scheme.UPPER_LETTER, 9)
    assert ninth.after == 7


def test_a_roman_chain() -> None:
    first, second, third = chains("I. Facts", "II. Law", "III. Order")
    assert first is not None
    assert third is not None
    assert first.chain is third.chain
    assert [c.number.scheme for c in (first, second, third) if c] == [Scheme.UPPER_ROMAN] * 3


def test_chapters_and_a_list_between_them_are_two_chains() -> None:
    found = chains(("1. Management", "large"), "1. Hire", "2. Renew", "3. Close", ("2. Leads", "large"))
    made = [c.chain for c in found if c]
    assert made[0] is made[4]
    assert made[1] is made[2] is made[3]
    assert made[0] is not made[1]


def test_a_chain_below_a_number_is_rooted() -> None:
    found = [c for c in chains("1 Scope", "1.1 Aims", "1.2 Means", "3.1 Stray") if c]
    assert found[1].chain is found[2].chain
    assert found[1].chain.rooted
    assert not found[3].chain.rooted


def test_suffixes_and_gaps() -> None:
    seven, seven_a, eight, nine, ten = (readings(f"Item {n}. X")[0] for n in ("7", "7A", "8", "9", "10"))
    assert follows(seven, seven_a)
    assert follows(seven_a, eight)
    assert follows(seven, eight)
    assert follows(eight, ten), "one that is missing is forgiven"
    assert not follows(nine, seven)
    assert not follows(seven, ten)
