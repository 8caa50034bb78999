"""No word that a page shows is lost or doubled, whatever its elements."""

from __future__ import annotations

from collections import Counter
from html import escape

from hypothesis import given
from hypothesis import strategies as st

from tests.pages import html

_BLOCKS = ("div", "p", "section", "article", "blockquote", "h2", "h4", "center", "ul", "nav", "aside", "footer", "dd")
_INLINE = ("b", "i", "span", "font", "a", "em", "code", "u", "sup")

words = st.integers(0, 10**6).map(lambda n: f"word{n}")
runs = st.lists(words, min_size=1, max_size=6).map(" ".join)
inline = st.builds(lambda tag, text: f"<{tag}>{text}</{tag}>", st.sampled_from(_INLINE), runs)
lines = st.lists(st.one_of(runs, inline, st.just("<br>")), min_size=1, max_size=4).map(" ".join)


def _wrapped(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    many = st.lists(inner, min_size=1, max_size=3).map(" ".join)
    block = st.builds(lambda tag, text: f"<{tag}> {text} </{tag}>", st.sampled_from(_BLOCKS), many)
    item = many.map(lambda text: f"<ul><li>{text}</li></ul>")
    row = st.lists(st.one_of(inner, st.just("")), min_size=1, max_size=4).map(
        lambda cells: "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    )
    table = st.lists(row, min_size=1, max_size=4).map(lambda rows: f"<table>{''.join(rows)}</table>")
    ruled = many.map(lambda text: f'{text}<hr style="page-break-after:always">{text.replace("word", "more")}')
    return st.one_of(block, item, table, ruled)


pages = st.recursive(lines, _wrapped, max_leaves=12)


@given(pages)
def test_every_word_stands_once(body: str) -> None:
    shown = [part for part in _tagless(body).split() if part.startswith(("word", "more"))]
    if not shown:
        return
    doc = html(body)
    found = [word for word in doc.text.replace("|", " ").split() if word.startswith(("word", "more"))]
    assert Counter(found) == Counter(shown)


@given(
    st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc", "Cf", "Zs", "Zl", "Zp")), min_size=1, max_size=20)
)
def test_any_characters_come_through(text: str) -> None:
    if not text.strip():
        return
    doc = html(f"<p>before</p><p>{escape(text)}</p>")
    assert " ".join(text.split()) in doc.text


def _tagless(source: str) -> str:
    out, depth = [], 0
    for char in source:
        depth += (char == "<") - (char == ">")
        out.append(" " if char in "<>" or depth else char)
    return "".join(out)
