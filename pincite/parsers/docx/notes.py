"""Footnotes, endnotes and comments: what their marks in the text stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.counts import is_count
from pincite.parsers.docx.content import Node, Paragraph, Ready, pieces_of
from pincite.parsers.docx.numberforms import printed
from pincite.parsers.ooxml.names import Element, W, is_on
from pincite.parsers.ooxml.package import Package

if TYPE_CHECKING:
    from pincite.parsers.docx.reading import Reader

_VAL = W + "val"
_FORMS = {"footnote": "decimal", "endnote": "lowerRoman"}
_SPECIAL = ("separator", "continuationSeparator", "continuationNotice")
_ANCHOR_LENGTH = 120
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_SPOKEN = {W + "tab": "\t", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "-"}


class _Story:
    """The notes of one kind: their part, their elements by id, how they are counted."""

    def __init__(self, package: Package, kind: str, settings: Element | None) -> None:
        relation = next(package.related(package.main, kind + "s"), None)
        self.part = relation.target if relation else ""
        root = package.xml(self.part) if relation else None
        self.notes = {
            node.get(W + "id"): node
            for node in (root if root is not None else ())
            if node.tag == W + kind and node.get(W + "type") not in _SPECIAL
        }
        form, start = _format(settings, kind)
        self.form = form
        self.count = start - 1
        self.read: set[str] = set()


class Notes:
    """The notes of a document. A mark stands as ``[^1]`` in the text, the note as ``[^1]: …``; footnotes are read after
    the paragraph that refers to them, ``endnotes`` at the end."""

    def __init__(self, package: Package, settings: Element | None) -> None:
        self._stories = {kind: _Story(package, kind, settings) for kind in _FORMS}
        self._comments = _comments(package)
        self.endnotes: list[Node] = []
        self.open_ranges: dict[str, str] = {}
        self._anchors: dict[str, str] = {}

    @property
    def n_comments(self) -> int:
        return len(self._comments)

    def refer(self, reader: Reader, kind: str, reference: Element) -> tuple[str, list[Node]]:
        """The mark for a reference in the text, and the note to read after it."""
        story = self._stories[kind]
        identifier = reference.get(W + "id") or ""
        note = story.notes.get(identifier)
        if note is None or identifier in story.read:
            return "", []
        story.read.add(identifier)
        mark, lead = "", ""
        if not is_on(reference.get(W + "customMarkFollows", "0")):
            story.count += 1
            mark = f"[^{printed(story.count, story.form)}]"
            lead = mark + ": "
        blocks = _blocks(reader.other(story.part).blocks(note), lead)
        if kind == "endnote":
            self.endnotes.append(Ready(blocks))
            return mark, []
        return mark, [Ready(blocks)]

    def comment(self, reader: Reader, identifier: str) -> list[Node]:
        """The comment whose mark stands here; nothing where comments are not read."""
        found = self._comments.get(identifier)
        if found is None or not reader.shared.comments:
            return []
        date = _DATE.match(found.get(W + "date") or "")
        when = f", {date[0]}" if date else ""
        anchor = " ".join(self._anchors.get(identifier, "").split())
        about = f" on “{anchor}”" if anchor else ""
        words = "\n".join("".join(_words(paragraph)) for paragraph in found.iterfind(W + "p")).strip()
        text = f"Comment by {found.get(W + 'author') or 'unknown'}{when}{about}: {words}"
        return [Ready([DraftBlock(Kind.COMMENT, [Piece(text, reader.page)])])]

    def mark_range(self, node: Element) -> None:
        """The beginning or end of what a comment is about."""
        identifier = node.get(W + "id") or ""
        if identifier not in self._comments:
            return
        if node.tag == W + "commentRangeStart":
            self.open_ranges[identifier] = ""
        elif identifier in self.open_ranges:
            self._anchors[identifier] = self.open_ranges.pop(identifier)

    def hear(self, text: str) -> None:
        """Words inside the open ranges."""
        for identifier, heard in self.open_ranges.items():
            if len(heard) < _ANCHOR_LENGTH:
                self.open_ranges[identifier] = (heard + text)[:_ANCHOR_LENGTH]


def _comments(package: Package) -> dict[str, Element]:
    """The comments by their ids."""
    relation = next(package.related(package.main, "comments"), None)
    root = package.xml(relation.target) if relation else None
    return {node.get(W + "id") or "": node for node in (root if root is not None else ()) if node.tag == W + "comment"}


def _words(paragraph: Element) -> Iterator[str]:
    """The text of a paragraph, piece by piece."""
    for run in paragraph.iter(W + "r"):
        for node in run:
            yield (node.text or "") if node.tag == W + "t" else _SPOKEN.get(node.tag, "")


def _blocks(nodes: list[Node], lead: str) -> list[DraftBlock]:
    """A note as blocks, its mark before the first."""
    out: list[DraftBlock] = []
    for node in nodes:
        if isinstance(node, Ready):
            out += node.blocks
        elif isinstance(node, Paragraph):
            pieces = pieces_of(node.runs, node.label)
            if any(piece.text.strip() for piece in pieces):
                first = pieces[0]._replace(text=lead + pieces[0].text.lstrip())
                out.append(DraftBlock(Kind.FOOTNOTE, [first, *pieces[1:]]))
                lead = ""
            out += _blocks(node.after, "")
        else:
            out.append(DraftBlock(Kind.TABLE, table=node.table))
    return out


def _format(settings: Element | None, kind: str) -> tuple[str, int]:
    """The number format of the notes, and the number that they begin with."""
    properties = settings.find(f"{W}{kind}Pr") if settings is not None else None
    form = properties.find(W + "numFmt") if properties is not None else None
    start = properties.find(W + "numStart") if properties is not None else None
    first = (start.get(_VAL) or "") if start is not None else ""
    return (form.get(_VAL) if form is not None else None) or _FORMS[kind], int(first) if is_count(first) else 1
