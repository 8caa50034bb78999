"""A package as python-docx opens it, with all that reading its parts needs."""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lxml import etree

from pincite.errors import ParseError
from pincite.parsers.counts import is_count
from pincite.parsers.docx.notes import Notes
from pincite.parsers.docx.numbering import Numbering
from pincite.parsers.docx.pages import PageCounter, read_section
from pincite.parsers.docx.reading import Shared
from pincite.parsers.docx.styles import StyleSheet
from pincite.parsers.ooxml.names import Element, local
from pincite.parsers.ooxml.package import Package
from pincite.parsers.ooxml.rewrite import rewritten

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

_TOLERANCE = 0.1  # between the words that Word counted and those that are there


@dataclass(slots=True)
class Opened:
    """An opened document. ``pages_stated`` is how many pages Word says that it has, ``words_stated`` how many words."""

    package: Package
    word: WordDocument
    body: Element
    content: Shared
    pages_stated: int | None
    words_stated: int | None


def open_word(package: Package) -> WordDocument:
    """Raises ``ParseError`` corrupt or unsafe."""
    import docx

    for mended in (False, True):
        try:
            word = docx.Document(rewritten(package, mended=mended))
            if word.element.body is not None:
                return word
        except (etree.XMLSyntaxError, KeyError, ValueError, TypeError, AttributeError, zipfile.BadZipFile):
            continue
    raise ParseError(
        f"{package.name} is damaged: no text can be read from it.",
        code="corrupt",
        hint="Copy or download it again; or let Word or LibreOffice repair it and save it anew.",
    )


def shared_of(package: Package, word: WordDocument, outer: Shared | None = None) -> Opened:
    """The parts of a document ready to be read; one that is inserted into an ``outer`` document shares its options and
    its place."""
    styles = StyleSheet(_part(word, "styles"))
    sections = [read_section(section._sectPr) for section in word.sections]
    notes = Notes(package, _part(word, "settings"))
    content = Shared(package, styles, Numbering(_part(word, "numbering"), styles), notes, PageCounter(sections))
    if outer is not None:
        content.pages, content.changes, content.comments = outer.pages, outer.changes, outer.comments
        content.nested, content.hidden = outer.nested + 1, outer.hidden
    facts = _facts(package)
    return Opened(package, word, word.element.body, content, _number(facts, "Pages"), _number(facts, "Words"))


def _part(word: WordDocument, kind: str) -> Element | None:
    """The root of a part that the main part is related to."""
    for relation in word.part.rels.values():
        if not relation.is_external and relation.reltype.endswith("/" + kind):
            return getattr(relation.target_part, "element", None)
    return None


def _facts(package: Package) -> dict[str, str]:
    """The extended properties: counts, the program that wrote the file."""
    relation = next(package.related("", "extended-properties"), None)
    root = package.xml(relation.target) if relation else None
    return {local(node.tag): node.text or "" for node in (root if root is not None else ())}


def _number(facts: dict[str, str], name: str) -> int | None:
    text = facts.get(name, "")
    return int(text) if is_count(text) and int(text) else None
