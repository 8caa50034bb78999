"""What stands inside a paragraph: runs of text, links, fields, changes, equations, notes, drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.model import HiddenText, Hiding
from pincite.parsers.docx.anchored import drawing_nodes, picture_nodes
from pincite.parsers.docx.content import Look, Node, Run
from pincite.parsers.docx.fields import link_of
from pincite.parsers.docx.styles import TINY, run_look
from pincite.parsers.docx.symbols import is_symbol_font, symbol
from pincite.parsers.ooxml.names import MC, Element, M, R, W, chosen
from pincite.parsers.ooxml.omml import latex

if TYPE_CHECKING:
    from pincite.parsers.docx.reading import Reader

_THROUGH = frozenset({W + n for n in ("smartTag", "customXml", "dir", "bdo", "sdtContent", "rubyBase", "rt")})
_CHARS = {W + "tab": "\t", W + "ptab": "\t", W + "cr": "\n", W + "noBreakHyphen": "\u2011", W + "softHyphen": ""}
_MARKS = {
    W + "ins": ("{++", "++}"),
    W + "moveTo": ("{++", "++}"),
    W + "del": ("{--", "--}"),
    W + "moveFrom": ("{--", "--}"),
}
_ADDED = (W + "ins", W + "moveTo")
Link = tuple[str | None, str | None]
_NO_LINK: Link = (None, None)
_R, _T, _RPR, _LINK, _SDT = W + "r", W + "t", W + "rPr", W + "hyperlink", W + "sdt"


class Inline:
    """Reads one paragraph: its ``runs``, and in ``after`` what is anchored in it."""

    def __init__(self, reader: Reader, look: Look, *, on_ground: bool) -> None:
        self.runs: list[Run] = []
        self.after: list[Node] = []
        self.listed = False  # words of a table of contents were read
        self._reader = reader
        self._base = look
        self._on_ground = on_ground
        self._hidden: HiddenText | None = None  # the last that was kept apart

    def read(self, parent: Element, link: Link = _NO_LINK) -> None:
        for child in parent:
            tag = child.tag
            if tag == _R:
                self._run(child, link)
            elif tag == _LINK:
                self.read(child, self._target(child) or link)
            elif tag in _MARKS:
                self._change(child, link)
            elif tag == _SDT:
                content = child.find(W + "sdtContent")
                if content is not None:
                    self.read(content, link)
            elif tag in _THROUGH:
                self.read(child, link)
            elif tag == W + "fldSimple":
                self._simple_field(child, link)
            elif tag in (M + "oMath", M + "oMathPara"):
                self._equation(child)
            elif tag == MC + "AlternateContent":
                branch = chosen(child)
                if branch is not None:
                    self.read(branch, link)
            elif tag == W + "bookmarkStart":
                self._reader.bookmark(child)
            elif tag in (W + "commentRangeStart", W + "commentRangeEnd"):
                self._reader.shared.notes.mark_range(child)

    def _target(self, node: Element) -> Link | None:
        relation = self._reader.shared.package.relations(self._reader.part).get(node.get(R + "id") or "")
        anchor = node.get(W + "anchor")
        if relation is None:
            return (None, anchor) if anchor else None
        if relation.target.startswith("#"):
            return None, relation.target[1:]
        return (relation.target + (f"#{anchor}" if anchor else ""), None) if relation.external else None

    def _change(self, node: Element, link: Link) -> None:
        reader = self._reader
        if not (reader.adds() if node.tag in _ADDED else reader.removes()):
            reader.skip(node)
            return
        if reader.shared.changes != "marked":
            self.read(node, link)
            return
        before = len(self.runs)
        self.read(node, link)
        if len(self.runs) > before:
            opening, closing = _MARKS[node.tag]
            self.runs.insert(before, self.runs[before]._replace(text=opening))
            self.runs.append(self.runs[-1]._replace(text=closing))

    def _simple_field(self, node: Element, link: Link) -> None:
        instruction = node.get(W + "instr") or ""
        if instruction.split(None, 1)[:1] and instruction.split(None, 1)[0].upper() in self._reader.skipped:
            return
        found = link_of(instruction)
        self.read(node, found if any(found) else link)

    def _equation(self, node: Element) -> None:
        text = latex(node)
        if text:
            self._add(f"${text}$", self._base)

    def _run(self, node: Element, link: Link) -> None:
        reader = self._reader
        properties = node.find(_RPR)
        look, font = self._look(properties)
        for child in node:
            tag = child.tag
            if tag == _T:
                text = child.text or ""
                self._add(symbol(text, font) if font else text, look, link)
            elif tag == _RPR:
                continue
            elif tag in _CHARS:
                self._add(_CHARS[tag], look, link)
            elif tag == W + "lastRenderedPageBreak":
                if reader.paged:
                    reader.shared.pages.saved_break()
            elif tag == W + "br":
                self._break(child, look, link)
            elif tag == W + "fldChar":
                self._add(reader.fields.mark(child), look, link, printed=True)
            elif tag == W + "instrText":
                reader.fields.instruct(child.text or "")
            elif tag == W + "delText":
                self._add(child.text or "", look, link)
            elif tag == W + "sym":
                self._symbol(child, look, link)
            else:
                self._other(child, look, link)

    def _other(self, child: Element, look: Look, link: Link) -> None:
        """What is rare in a run."""
        reader, tag = self._reader, child.tag
        if tag in (W + "drawing", W + "object", W + "pict"):
            if reader.fields.printing:
                self.after += drawing_nodes(reader, child) if tag == W + "drawing" else picture_nodes(reader, child)
        elif tag == MC + "AlternateContent":
            branch = chosen(child)
            for part in branch if branch is not None else ():
                self._other(part, look, link)
        elif tag in (W + "footnoteReference", W + "endnoteReference"):
            self._note(child, look)
        elif tag == W + "commentReference":
            self.after += reader.shared.notes.comment(reader, child.get(W + "id") or "")
        elif tag == W + "ruby":
            self._ruby(child, link)
        elif tag in (M + "oMath", M + "oMathPara"):
            self._equation(child)
        elif tag == _R:
            self._run(child, link)

    def _break(self, node: Element, look: Look, link: Link) -> None:
        if node.get(W + "type") == "page" and self._reader.paged and not self._reader.in_table:
            self._reader.shared.pages.hard_break()
        self._add("\n", look, link)

    def _symbol(self, node: Element, look: Look, link: Link) -> None:
        code = node.get(W + "char") or ""
        try:
            char = chr(int(code, 16))
        except (ValueError, OverflowError):
            return
        self._add(symbol(char, node.get(W + "font") or ""), look, link)

    def _note(self, node: Element, look: Look) -> None:
        kind = "footnote" if node.tag == W + "footnoteReference" else "endnote"
        mark, nodes = self._reader.shared.notes.refer(self._reader, kind, node)
        self._add(mark, look)
        self.after += nodes

    def _ruby(self, node: Element, link: Link) -> None:
        """The word, and above it how it is read."""
        for name in ("rubyBase", "rt"):
            part = node.find(W + name)
            if part is None:
                continue
            before = len(self.runs)
            self.read(part, link)
            if name == "rt" and len(self.runs) > before:
                self.runs.insert(before, self.runs[before]._replace(text="("))
                self.runs.append(self.runs[-1]._replace(text=")"))

    def _look(self, properties: Element | None) -> tuple[Look, str]:
        """The look of a run, and the symbol font that it is set in (empty: none)."""
        if properties is None:
            return self._base, ""
        styles = self._reader.shared.styles
        look, font = self._base, ""
        named = properties.find(W + "rStyle")
        if named is not None:
            look = styles.run(named.get(W + "val"), look)
        fonts = properties.find(W + "rFonts")
        if fonts is not None:
            name = fonts.get(W + "ascii") or fonts.get(W + "hAnsi") or ""
            font = name if is_symbol_font(name) else ""
        return run_look(properties, look), font

    def _hide(self, text: str, look: Look) -> None:
        """Keeps apart what no reader sees; what goes on in the same paragraph and for the same reason is one text."""
        reader, hidden = self._reader, self._reader.shared.hidden
        why = Hiding.COLOR if not look.hidden else Hiding.TINY if 0 < look.size <= TINY else Hiding.MARKED
        found = HiddenText(text, reader.page if reader.paged else None, why)
        last = hidden[-1] if hidden else None
        if last is not None and last is self._hidden and last[1:] == found[1:]:
            found = hidden.pop()._replace(text=last.text + text)
        elif not text.strip():
            return
        hidden.append(found)
        self._hidden = found

    def _add(self, text: str, look: Look, link: Link = _NO_LINK, *, printed: bool = False) -> None:
        reader = self._reader
        if not text or not (printed or reader.fields.printing):
            return
        if reader.skipped and reader.fields.holds(*reader.skipped):
            return
        shared = reader.shared
        if look.hidden or (look.white and not self._on_ground):
            self._hide(text, look)
            return
        if reader.paged and text.strip():
            shared.pages.text()
            reader.land()
        if shared.notes.open_ranges:
            shared.notes.hear(text)
        if reader.fields.stack:
            self.listed = self.listed or (reader.fields.in_contents and bool(text.strip()))
            link = reader.fields.link() if link == _NO_LINK else link
        self.runs.append(Run(text, shared.pages.number, look, *link))
