"""What a document is called in a citation, and the company of a filing."""

from __future__ import annotations

import re

from pincite.citations.dating import period_of
from pincite.citations.front import Front
from pincite.fold import fold_text
from pincite.model import Document

_FORM = re.compile(r"\bform\s+(\d{1,2}-[a-z]{1,2}(?:/a)?|[sf]-\d{1,2}(?:/a)?|def 14a|424b\d)\b", re.IGNORECASE)
_AUTHORITY = "securities and exchange commission"
_REGISTRANT = re.compile(r"\(?exact name of (?:the )?(?:registrant|issuer|company)\b", re.IGNORECASE)
_NAME = re.compile(r"(?=.{2,80}$)[^\W\d_].*")


def registrant_of(front: Front) -> str | None:
    """The company that made a filing, as its cover names it above the words for that."""
    for above, line in zip(front.lines, front.lines[1:], strict=False):
        if _REGISTRANT.match(line) and _NAME.fullmatch(above):
            return above
    return None


def title_of(doc: Document, front: Front) -> str:
    """The title; of a filing that is called by its company or its form alone its form with the end of its period, which
    tell it from the company's others."""
    title = " ".join(doc.title.split())
    form = _FORM.search(front.text) if _AUTHORITY in front.text.casefold() else None
    if form is None or not doc.metadata.title:
        return title
    rest = _without(title, registrant_of(front))
    named, ended = f"Form {form[1].upper()}", period_of(front)
    if fold_text(rest) not in ("", fold_text(named), fold_text(form[1])):
        return rest
    return f"{named}, {ended[0]}" if ended else named


def _without(title: str, company: str | None) -> str:
    """The title without the company before it, which the citation names as the author."""
    if company and title.casefold().startswith(company.casefold()):
        return title[len(company) :].lstrip(" ,:;–—-")
    return title
