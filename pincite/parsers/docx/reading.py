"""The walk over the blocks of a part in the author's order: paragraphs, tables, content controls, inserted files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.model import DocumentWarning, HiddenText, Kind
from pincite.parsers.docx.content import Node, Paragraph
from pincite.parsers.docx.fields import Fields
from pincite.parsers.docx.inline import Inline
from pincite.parsers.docx.inserted import inserted_nodes
from pincite.parsers.docx.notes import Notes
from pincite.parsers.docx.numbering import Numbering
from pincite.parsers.docx.pages import PageCounter
from pincite.parsers.docx.styles import ParagraphStyle, StyleSheet, is_shaded, number_ref, outline_of, switch
from pincite.parsers.docx.tables import table_nodes
from pincite.parsers.ooxml.names import MC, Element, M, W, chosen
from pincite.parsers.ooxml.package import Package

_THROUGH = frozenset({W + "customXml", W + "smartTag", W + "sdtContent"})
_ADDED = frozenset({W + "ins", W + "moveTo"})
_REMOVED = frozenset({W + "del", W + "moveFrom"})


@dataclass(slots=True)
class Shared:
    """What all parts of a document share while they are read. ``hidden`` are the words that no reader sees,
    ``changed`` counts the tracked changes; ``bookmarks`` has the pages that they are on, ``contents`` those that the
    table of contents gives for them."""

    package: Package
    styles: StyleSheet
    numbering: Numbering
    notes: Notes
    pages: PageCounter
    changes: str = "accepted"
    comments: bool = False
    hidden: list[HiddenText] = field(default_factory=list)
    changed: int = 0
    bookmarks: dict[str, int] = field(default_factory=dict)
    contents: dict[str, str] = field(default_factory=dict)
    warnings: list[DocumentWarning] = field(default_factory=list)
    nested: int = 0


class Reader:
    """Reads one part. ``paged`` says that its page breaks are those of the document; ``skipped`` names fields whose
    results are left out."""

    def __init__(self, shared: Shared, part: str, *, paged: bool = False, skipped: tuple[str, ...] = ()) -> None:
        self.shared = shared
        self.part = part
        self.paged = paged
        self.skipped = skipped
        self.fields = Fields()
        self.on_ground = False  # inside something that paints a ground, where white text can be read
        self.in_table = 0
        self._carry: Paragraph | None = None
        self._opened: list[str] = []

    @property
    def page(self) -> int:
        return self.shared.pages.number

    def blocks(self, parent: Element) -> list[Node]:
        """The nodes of a body, cell, text box or note in order."""
        out: list[Node] = []
        self._walk(parent, out)
        if self._carry is not None:
            out.append(self._carry)
            self._carry = None
        return out

    def _walk(self, parent: Element, out: list[Node]) -> None:
        for child in parent:
            tag = child.tag
            if tag == W + "p":
                self._paragraph(child, out)
            elif tag == W + "tbl":
                out += table_nodes(self, child)
            elif tag == W + "sdt":
                content = child.find(W + "sdtContent")
                if content is not None:
                    self._walk(content, out)
            elif tag in _THROUGH:
                self._walk(child, out)
            elif tag in _ADDED:
                if self.adds():
                    self._walk(child, out)
            elif tag in _REMOVED:
                if self.removes():
                    self._walk(child, out)
                else:
                    self.skip(child)
            elif tag == W + "altChunk":
                out += inserted_nodes(self, child)
            elif tag == MC + "AlternateContent":
                branch = chosen(child)
                if branch is not None:
                    self._walk(branch, out)
            elif tag == M + "oMathPara":
                self._paragraph(_wrapped(child), out)
            elif tag == W + "bookmarkStart":
                self.bookmark(child)
            elif tag in (W + "commentRangeStart", W + "commentRangeEnd"):
                self.shared.notes.mark_range(child)

    def other(self, part: str) -> Reader:
        """A reader for another part whose words stand at the present place."""
        return Reader(self.shared, part)

    def box(self, content: Element) -> list[Node]:
        """The nodes of a text box."""
        inner = Reader(self.shared, self.part, skipped=self.skipped)
        inner.on_ground = True
        return inner.blocks(content)

    def lay_down(self) -> Paragraph | None:
        """For a story inside this one (a cell): the paragraph that would go on; ``take_up`` gives it back."""
        carried, self._carry = self._carry, None
        return carried

    def take_up(self, carried: Paragraph | None) -> None:
        self._carry = carried

    def skip(self, node: Element) -> None:
        """What is not read stood on the pages when Word saved them."""
        for _ in node.iter(W + "lastRenderedPageBreak") if self.paged else ():
            self.shared.pages.saved_break()

    def bookmark(self, node: Element) -> None:
        name = node.get(W + "name")
        if name and self.paged:
            if name in self.shared.contents and not self.in_table:
                self.shared.pages.expect(self.shared.contents[name])
            self._opened.append(name)

    def land(self) -> None:
        """Words come: the bookmarks that were opened stand on their page."""
        for name in self._opened:
            self.shared.bookmarks.setdefault(name, self.page)
        self._opened.clear()

    def adds(self) -> bool:
        """Whether what was inserted is read; counts the change."""
        self.shared.changed += 1
        return self.shared.changes != "original"

    def removes(self) -> bool:
        """Whether what was deleted is read; counts the change."""
        self.shared.changed += 1
        return self.shared.changes != "accepted"

    def _paragraph(self, node: Element, out: list[Node]) -> None:
        """Reads a paragraph. One whose mark was deleted (or is not there yet) goes on in the next."""
        made = self._read(node, self._carry)
        self._carry = None
        properties = node.find(W + "pPr")
        if self._runs_on(properties):
            self._carry = made
            return
        out.append(made)
        if self.paged and not self.in_table and properties is not None and properties.find(W + "sectPr") is not None:
            self.shared.pages.end_section()

    def _read(self, node: Element, carried: Paragraph | None) -> Paragraph:
        shared = self.shared
        properties = node.find(W + "pPr")
        named = properties.find(W + "pStyle") if properties is not None else None
        style = shared.styles.paragraph(named.get(W + "val") if named is not None else None)
        if self.paged and not self.in_table and switch(properties, "pageBreakBefore", style.page_break_before):
            shared.pages.hard_break()
        made = carried or Paragraph(page=self.page)
        made.style = style.name
        made.outline = outline_of(properties, style.outline)
        if style.is_title and made.outline is None:
            made.kind, made.outline = Kind.HEADING, -1
        ground = self.on_ground or style.shaded or is_shaded(properties)
        inline = Inline(self, style.look, on_ground=ground)
        inline.read(node)
        made.runs += inline.runs
        made.after += inline.after
        if made.runs:
            made.page = made.runs[0].page
        made.centred = _centred(properties, style.centred)
        made.kept_with_next = switch(properties, "keepNext", style.kept_with_next)
        if inline.listed or re.fullmatch(r"toc \d", style.name):
            made.kind = Kind.TOC_ENTRY
            self._note_entry(made)
        only_break = not made.runs and properties is not None and properties.find(W + "sectPr") is not None
        # a paragraph that runs on leaves its number to the next; a mere section break has none
        if not only_break and not self._runs_on(properties):
            self._number(made, properties, style)
        return made

    def _note_entry(self, entry: Paragraph) -> None:
        """Which page a table of contents gives for a bookmark."""
        anchor = next((run.anchor for run in entry.runs if run.anchor), None)
        said = entry.text.rpartition("\t")[2].strip()
        if anchor and said:
            self.shared.contents.setdefault(anchor, said)

    def _number(self, made: Paragraph, properties: Element | None, style: ParagraphStyle) -> None:
        label = self.shared.numbering.label(number_ref(properties, style.number), style)
        if label is None:
            return
        made.label, made.depth, made.bullet = label.text, label.level, label.bullet
        if label.text and made.outline is not None and self.paged:
            self.shared.pages.chapter(made.outline, label.text)

    def _runs_on(self, properties: Element | None) -> bool:
        marks = properties.find(W + "rPr") if properties is not None else None
        if marks is None:
            return False
        gone = marks.find(W + "del") is not None or marks.find(W + "moveFrom") is not None
        new = marks.find(W + "ins") is not None or marks.find(W + "moveTo") is not None
        return (gone and self.shared.changes == "accepted") or (new and self.shared.changes == "original")


def _wrapped(math: Element) -> Element:
    """An equation that stands between paragraphs, as a paragraph."""
    paragraph = math.makeelement(W + "p")
    paragraph.append(math)
    return paragraph


def _centred(properties: Element | None, inherited: bool) -> bool:
    node = properties.find(W + "jc") if properties is not None else None
    return inherited if node is None else node.get(W + "val") == "center"
