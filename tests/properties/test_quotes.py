"""Any quote copied out of a read verifies, on the page whose marker stands above it; and what was changed does not."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from hypothesis import assume, given
from hypothesis import strategies as st

from pincite.anchors import parse_anchor, resolve
from pincite.model import Document, Span
from pincite.outline import build_outline
from pincite.render import render
from pincite.verify import MAX_MATCHES, Status, Verifier
from pincite.verify.gaps import CURRENCY
from tests.properties.strategies import documents

MARKER = re.compile(r"^\[Pages? (.*)\]$")
SYMBOLS = "%‰°^.,/(|#\\*-−–—+<>±~≈½" + CURRENCY
FOUND = (Status.VERIFIED, Status.AMBIGUOUS)


class Copy(NamedTuple):
    """A quote copied out of a read: ``page`` is what the marker above it says, ``start:end`` where it stands."""

    doc: Document
    quote: str
    page: str | None
    start: int
    end: int


class Token(NamedTuple):
    text: str
    at: int
    page: str | None
    letters: list[int]  # where its letters and digits stand in the document


def is_letter(char: str) -> bool:
    return char.isalnum() and unicodedata.normalize("NFKC", char).isalnum() and char not in "ʼʹʻـ"


def tokens_of(doc: Document) -> tuple[str, list[Token]]:
    """The text of a read of the whole document and its words, page markers left out."""
    slice_ = render(doc, (Span(0, len(doc.text)),))
    text, page, owners = "", None, []
    for segment in slice_.segments:
        found = MARKER.match(segment.text.strip()) if segment.start is None else None
        page = found[1] if found else page
        for i in range(len(segment.text)):
            owners.append((bool(found), page, None if segment.start is None else segment.start + i))
        text += segment.text
    tokens = []
    for found in re.finditer(r"(?:\S|[\u00a0\u2009\u202f])+", text):
        in_marker, above, _ = owners[found.start()]
        letters = [place for i in range(*found.span()) if (place := owners[i][2]) is not None and is_letter(text[i])]
        if not in_marker:
            tokens.append(Token(found[0], found.start(), above, letters))
    return text, tokens


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether the quote does not cut a number off from a sign, bracket, currency or unit that stands apart from it."""
    before = re.sub(r"\n\[Pages? [^\]\n]*\]\n", "", text[:start]).rstrip()[-1:]
    after = re.sub(r"\n\[Pages? [^\]\n]*\]\n", "", text[end:]).lstrip()[:1]
    quote = text[start:end]
    if quote[0] == "½" and before.isdigit():
        return False
    opens = re.sub(r"^[^\w]*", "", quote)[:1].isdigit() or quote[0] in ".$€"
    closes = re.sub(r"[^\w]*$", "", quote)[-1:].isdigit()
    return not (opens and before and before in SYMBOLS) and not (closes and after and after in SYMBOLS)


@st.composite
def copies(draw: st.DrawFn) -> Copy:
    doc = draw(documents())
    text, tokens = tokens_of(doc)
    assume(tokens)
    i = draw(st.integers(0, len(tokens) - 1))
    j = draw(st.integers(i, min(len(tokens) - 1, i + 25)))
    start, end = tokens[i].at, tokens[j].at + len(tokens[j].text)
    quote = text[start:end]
    body = [t for t in tokens[i : j + 1] if t.letters]
    assume(body)
    assume(is_whole(text, start, end))
    return Copy(doc, quote, body[0].page, body[0].letters[0], body[-1].letters[-1] + 1)


@given(copies())
def test_a_copied_quote_verifies_on_the_page_whose_marker_stands_above_it(copy: Copy) -> None:
    doc = copy.doc
    verifier = Verifier(doc, build_outline(doc))
    verdict = verifier.verify(copy.quote)
    assert verdict.status in FOUND, verdict
    assert not verdict.case_differs
    if copy.page is None:
        return
    verdict = verifier.verify(copy.quote, page=copy.page)
    assert verdict.status is Status.VERIFIED, verdict
    here = [m for m in verdict.matches if m.spans[0].start <= copy.start and copy.end <= m.spans[-1].end]
    assert here or len(verdict.matches) == MAX_MATCHES, verdict


@given(copies())
def test_the_anchor_of_a_match_leads_back_to_its_words(copy: Copy) -> None:
    doc, outline = copy.doc, build_outline(copy.doc)
    verifier = Verifier(doc, outline)
    for match in verifier.verify(copy.quote).matches:
        anchor = parse_anchor(str(match.anchor))
        assert anchor == match.anchor
        (span,) = resolve(doc, outline, anchor.ref)
        assert span.start <= match.spans[0].start
        assert match.spans[-1].end <= span.end
        assert verifier.verify(copy.quote, anchor=anchor).status is Status.VERIFIED
        assert all(r.page in match.page_numbers for r in match.regions)
        assert all(any(s.start <= r.start and r.end <= s.end for s in match.spans) for r in match.regions)


@given(copies(), st.data())
def test_a_changed_word_never_verifies(copy: Copy, data: st.DataObject) -> None:
    words = list(re.finditer(r"[A-Za-z]+", re.sub(r"\[Pages? [^\]]*\]", lambda m: " " * len(m[0]), copy.quote)))
    assume(words)
    word = data.draw(st.sampled_from(words))
    changed = copy.quote[: word.start()] + "zyzzyva" + copy.quote[word.end() :]
    verdict = Verifier(copy.doc, build_outline(copy.doc)).verify(changed)
    assert verdict.status is Status.DRIFT
    assert not verdict.matches


@given(copies(), st.data())
def test_a_changed_digit_never_verifies(copy: Copy, data: st.DataObject) -> None:
    places = [
        m.start() for m in re.finditer("[0-9]", re.sub(r"\[Pages? [^\]]*\]", lambda m: "x" * len(m[0]), copy.quote))
    ]
    assume(places)
    at = data.draw(st.sampled_from(places))
    changed = copy.quote[:at] + "77777" + copy.quote[at + 1 :]  # stands in no document here
    assert Verifier(copy.doc, build_outline(copy.doc)).verify(changed).status is Status.DRIFT


def letters_and_signs(text: str) -> str:
    """The text without white space and Markdown, typography unified: what no honest copy changes."""
    unified = text.translate(str.maketrans("–—−‐‑“”‘’", "-----''''"))
    return re.sub(r"[\s*_`|\\#>•]|\[Pages? [^\]]*\]", "", unified).casefold()


@given(copies(), st.sampled_from(["-", "(", "$", "€", "not", "<", "+"]), st.data())
def test_an_added_sign_or_negation_never_verifies(copy: Copy, added: str, data: st.DataObject) -> None:
    assume("[Page" not in copy.quote)
    places = [m.start() for m in re.finditer(r"(?<!\S)\w", copy.quote)]
    assume(places)
    at = data.draw(st.sampled_from(places))
    changed = copy.quote[:at] + added + (" " if added == "not" else "") + copy.quote[at:]
    if letters_and_signs(changed).lstrip("-").rstrip(".,;:") not in letters_and_signs(copy.doc.text):
        status = Verifier(copy.doc, build_outline(copy.doc)).verify(changed).status
        assert status is Status.DRIFT or (added in "-+" and not copy.quote[at].isdigit())
