"""Whose work a document is: the author of its file, where the document itself names them.

The field often holds who typed the file, the machine it was typed on, or the program that converted it. So it counts
only where the front of the document, its title or its end says the name, too.
"""

from __future__ import annotations

import re

from pincite.citations.front import Front
from pincite.citations.naming import registrant_of
from pincite.citations.people import Author, authors
from pincite.fold import fold_text
from pincite.model import Document

_WORD = re.compile(r"[^\W_]+")
_ENDINGS = frozenset(
    "inc llc llp lp ltd limited corp corporation co company plc gmbh ag se sa sarl nv bv the and of for und".split()
)
_COUNTRY = re.compile(r"^U\.?S\.?A?\.?\s+")  # before an authority, which seldom calls itself so
_END = 1500  # characters at the end of a document, where some name their author
_MIDDLE = 2  # words between a given name and a family name


def authors_of(doc: Document, front: Front, title: str) -> tuple[Author, ...]:
    """The authors that the file names and the document confirms; of a filing the company that made it."""
    company = registrant_of(front)
    if company is not None:
        return (Author(company),)
    found = authors(doc.metadata.author)
    if not found:
        return ()
    said = _words("\n".join((title, front.text, doc.text[-_END:])))
    return tuple(author for author in found if _is_said(author, said))


def _is_said(author: Author, said: list[str]) -> bool:
    """Whether the words of a name stand there in a row; of a person the first name may be an initial, with other names
    between the first and the last."""
    name = _words(_COUNTRY.sub("", author.in_order))
    core = [word for word in name if word not in _ENDINGS] or name
    if not core or (len(core) == 1 and len(core[0]) < 2):
        return False
    flat = f" {' '.join(word for word in said if word not in _ENDINGS)} "
    if f" {' '.join(core)} " in flat or (not core[0].isascii() and "".join(core) in flat.replace(" ", "")):
        return True
    return 2 <= len(core) <= 4 and _is_person_said(core[0], core[-1], said)


def _is_person_said(given: str, family: str, said: list[str]) -> bool:
    for at, word in enumerate(said):
        before = said[max(0, at - 1 - _MIDDLE) : at]
        if word == family and len(family) > 1 and any(first in (given, given[0]) for first in before):
            return True
    return False


def _words(text: str) -> list[str]:
    return _WORD.findall(fold_text(text).casefold())
