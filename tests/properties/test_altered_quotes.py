"""A true quote of ordinary prose and tables with one digit, sign or word altered is never found, unless the document
says that, too."""

from __future__ import annotations

import re

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pincite.model import Document, Kind, Page
from pincite.outline import build_outline
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftTable, Piece
from pincite.verify import Status, Verifier
from tests.builders import built

WORDS = ("revenue", "rose", "fell", "by", "to", "the", "Company", "shall", "may", "pay", "not", "of", "costs", "items")
NUMBERS = (
    "4,512", "$4,512", "4,521", "(4,512)", "$(4,512)", "-4,512", "-$4,512", "4,512%", "5", "15", "15%", "1.5", "$15",
    "€15", "US$15", "<15", "+15", "1½", "½", "1 1/2", "11/2", "1/2", "10^6", "10⁶", "106", "2023-2024", "12/31/2023",
)  # fmt: skip
SIGNS = ("-", "(", "$", "€", "<", "+", "±")

tokens = st.one_of(st.sampled_from(WORDS), st.sampled_from(WORDS), st.sampled_from(NUMBERS))
sentences = st.lists(tokens, min_size=3, max_size=14)


@st.composite
def reports(draw: st.DrawFn) -> tuple[Document, list[list[str]]]:
    """A document of paragraphs, and perhaps a table; and the tokens of each of its texts."""
    texts = draw(st.lists(sentences, min_size=1, max_size=4))
    blocks = [DraftBlock(Kind.PARAGRAPH, [Piece(" ".join(text) + ".", 1)]) for text in texts]
    rows = draw(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(NUMBERS)), max_size=4))
    if rows:
        cells = [DraftCell(r, c, pieces=[Piece(text, 1)]) for r, row in enumerate(rows) for c, text in enumerate(row)]
        blocks.append(DraftBlock(Kind.TABLE, table=DraftTable(len(rows), 2, cells)))
        texts.append([text for row in rows for text in row])
    return built(blocks, [Page(1)]), texts


def altered(draw: st.DrawFn, token: str) -> str:
    """The token with one digit, sign or word altered."""
    digits = [m.start() for m in re.finditer("[0-9]", token)]
    signs = [m.start() for m in re.finditer(r"[-($€<+%^½,.]", token)]
    choice = draw(st.sampled_from(["digit", "sign", "more"])) if digits else "word"
    if choice == "digit":
        at = draw(st.sampled_from(digits))
        return token[:at] + draw(st.sampled_from("0123456789")) + token[at + 1 :]
    if choice == "sign" and signs:
        at = draw(st.sampled_from(signs))
        return token[:at] + draw(st.sampled_from(("", "-", "/", "€"))) + token[at + 1 :]
    if digits:
        return draw(st.sampled_from([sign for sign in SIGNS if sign != token[0]])) + token
    return draw(st.sampled_from([word for word in (*WORDS, "not " + token) if word != token]))


def canon(text: str) -> str:
    """One spelling of fractions and powers, without the stops that end words."""
    text = re.sub(r"(?<=\d)\s?½", " 1/2", text).replace("½", "1/2").replace("⁶", "^6")
    return re.sub(r"[.,;:](?=\s|\Z)", "", text)


def says(texts: list[list[str]], quote: str) -> bool:
    """Whether one of the texts has the quote's tokens in a row, but for a currency sign before the first."""
    wanted = re.escape(canon(quote).strip())
    everything = canon(" ".join(token for text in texts for token in text))
    return re.search(rf"(?<!\S)(?:US)?[$€]?{wanted}(?!\S)", everything) is not None


@settings(max_examples=400)
@given(reports(), st.data())
def test_one_altered_digit_sign_or_word_is_never_verified(
    made: tuple[Document, list[list[str]]], data: st.DataObject
) -> None:
    doc, texts = made
    text = data.draw(st.sampled_from(texts))
    first = data.draw(st.integers(0, len(text) - 1))
    quote = text[first : data.draw(st.integers(first + 1, len(text)))]
    at = data.draw(st.integers(0, len(quote) - 1))
    changed = " ".join([*quote[:at], data.draw(st.composite(altered)(quote[at])), *quote[at + 1 :]])
    assume(re.search(r"\w", changed) and not says(texts, changed))
    assert Verifier(doc, build_outline(doc)).verify(changed).status is Status.DRIFT, changed


@settings(max_examples=100)
@given(reports(), st.data())
def test_the_quote_itself_is_found(made: tuple[Document, list[list[str]]], data: st.DataObject) -> None:
    doc, texts = made
    text = data.draw(st.sampled_from(texts))
    quote = " ".join(text)
    assert Verifier(doc, build_outline(doc)).verify(quote).status in (Status.VERIFIED, Status.AMBIGUOUS), quote
