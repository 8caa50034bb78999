"""Walks a page in document order and makes its paragraphs, tables and breaks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from pincite.limits import NESTED_TABLES
from pincite.model import Fact, HiddenText, Hiding, Kind
from pincite.parsers.html.elements import (
    breaks_after,
    breaks_before,
    heading_level,
    is_block,
    is_frame,
    is_hidden,
    is_never_shown,
    is_notice,
    link_of,
    names_title,
    words_of,
)
from pincite.parsers.html.forms import shown_value
from pincite.parsers.html.items import Break, Item, Para, Run
from pincite.parsers.html.kinds import is_mark
from pincite.parsers.html.lists import BULLET, ListState, label_of
from pincite.parsers.html.looks import Look, Styles, inherit, length
from pincite.parsers.html.sheets import Sheets
from pincite.parsers.html.terms import Terms
from pincite.parsers.html.xbrl import Facts

_SPACE = re.compile("[ \t\r\n\f\xa0\u2007\u202f\u200b\ufeff]+")
_KINDS = {
    "pre": Kind.CODE, "listing": Kind.CODE, "xmp": Kind.CODE, "caption": Kind.CAPTION, "figcaption": Kind.CAPTION,
    "blockquote": Kind.QUOTE,
}  # fmt: skip
_FIELDS = frozenset({"input", "select", "textarea", "button"})  # they stand apart from what is beside them
_BULLET = re.compile("[\u2022\u25cf\u25aa\u25a0\u25cb\u25e6\u2023\u2043][ \n]")
_WORD_LIST = re.compile(r"mso-list:\s*\w+\s+level(\d)")
_WORD_MARK = re.compile("[\u00b7\u00a7\u00d8\u00fco\uf0b7\uf0a7\uf0d8-] ")  # letters of fonts of symbols
_ENVELOPE = frozenset({"type", "sequence", "filename", "description"})  # what an archive of filings wraps them in
_ARTICLES = frozenset({"article", "main", "section"})


@dataclass(slots=True)
class Context:
    """What holds for a page. ``hidden`` collects the words that readers do not see, ``scripts`` counts its programs;
    ``is_shell`` says that the page asks for them; ``frames`` are the addresses of pages that it shows within."""

    sheets: Sheets
    base: str | None
    facts: Facts
    hidden: list[HiddenText] = field(default_factory=list)
    scripts: int = 0
    is_shell: bool = False
    frames: list[str] = field(default_factory=list)

    def hide(self, text: str, why: Hiding) -> None:
        """Keeps words apart that readers do not see."""
        if any(map(str.isalnum, text)):
            self.hidden.append(HiddenText(text, None, why))

    def note_hidden(self, node: Any, tag: str) -> None:
        """Takes note of an element that is left out with all that is in it."""
        if tag in ("frame", "iframe") and (address := link_of(node.get("src"), self.base)[0]):
            self.frames.append(address)
        if tag == "noscript" and is_notice(node):
            self.is_shell = True
        if tag in (
            "script",
            "style",
            "template",
            "head",
            "title",
            "noscript",
            "svg",
            "map",
            "datalist",
        ) or tag.startswith("ix:"):
            return
        if not tag or next(node.iter("ix:header"), None) is not None:
            return
        self.hide(words_of(node), Hiding.MARKED)


@dataclass(slots=True)
class Frame:
    """An open element, with what its insides take over from it."""

    tag: str
    look: Look
    block: bool = False
    skipped: bool = False
    uri: str | None = None
    fragment: str | None = None
    fact: Fact | None = None
    kind: Kind = Kind.PARAGRAPH
    heading: int | None = None
    indent: float = 0.0
    is_furniture: bool = False
    in_article: bool = False
    raised: bool = False
    lists: tuple[ListState, ...] = ()
    ends_page: bool = False
    floats: bool = False  # to the left of what follows
    word_list: int = 0  # the level of the list that Word says a paragraph is an item of
    entry: str = ""  # of a list of definitions: "dt" in its term, "dd" in its definition


class Flow:
    """The items of an element. Tables inside are read by ``tables.read_table``, which makes a flow for each cell."""

    def __init__(self, context: Context, depth: int = 0) -> None:
        self._context = context
        self._depth = depth
        self._items: list[Item] = []
        self._runs: list[Run] = []
        self._frame: Frame | None = None  # the block that the open paragraph stands in
        self._anchors: list[str] = []
        self._label: tuple[str, int] | None = None
        self._mark: Para | None = None  # that floats beside the paragraph to come
        self._terms = Terms()  # whose definition is to come

    def read(self, element: Any, outer: Frame) -> list[Item]:
        """The items inside ``element``; ``outer`` is the frame that holds for it."""
        from lxml import etree

        stack = [outer]
        walker = etree.iterwalk(element, events=("start", "end"))
        for event, node in walker:
            if event == "start":
                if node is element:
                    self._add(node.text, outer)
                elif self._open(node, stack):
                    walker.skip_subtree()
            elif node is not element:
                self._close(stack.pop())
                self._add(node.tail, stack[-1])
        self._flush()
        self._release_mark()
        return self._items

    def _open(self, node: Any, stack: list[Frame]) -> bool:
        """Opens an element; returns whether its insides are to be left out or are read already."""
        outer = stack[-1]
        tag = node.tag.lower() if isinstance(node.tag, str) else ""
        styles = self._context.sheets.styles_of(node)
        if not tag or is_never_shown(node, tag) or is_hidden(node, styles):
            self._context.note_hidden(node, tag)
            stack.append(Frame(tag, outer.look, skipped=True))
            return True
        frame = self._frame_of(node, tag, styles, outer)
        stack.append(frame)
        if frame.block:
            self._flush()
        if anchor := node.get("id") or (tag == "a" and node.get("name")):
            self._anchors.append(anchor)
        if breaks_before(styles):
            self._break(Break())
        if tag == "table":
            self._table(node, frame)
            return True
        if tag == "iframe":
            self._page_within(node, frame)
            return True
        if tag == "li":
            self._label = (label_of(node, frame.lists), len(frame.lists) or 1)
        elif tag == "br":
            self._line_break(frame)
        elif tag == "hr":
            self._break(Break(None if frame.ends_page else _drawn(node)))
        elif tag == "q":
            self._add("\u201c", frame)
        elif (value := shown_value(node, tag)) is not None:
            self._add(f" {value} " if tag in _FIELDS else value, frame)
            return tag != "img"
        self._add(f" {node.text or ''}" if tag in _FIELDS else node.text, frame)
        return False

    def _frame_of(self, node: Any, tag: str, styles: Styles, outer: Frame) -> Frame:
        look = inherit(outer.look, tag, node.attrib, styles)
        frame = Frame(
            tag, look, is_block(tag, styles), uri=outer.uri, fragment=outer.fragment, fact=outer.fact, kind=outer.kind,
            heading=outer.heading, indent=outer.indent, is_furniture=outer.is_furniture, in_article=outer.in_article,
            raised=outer.raised or tag == "sup" or styles.get("vertical-align") == "super", lists=outer.lists,
            ends_page=breaks_after(styles), floats=outer.floats, word_list=outer.word_list,
            entry=tag if tag in ("dt", "dd") else outer.entry,
        )  # fmt: skip
        if tag == "ix:nonfraction":
            frame.fact = self._context.facts.of(node)
        if tag == "a":
            frame.uri, frame.fragment = link_of(node.get("href"), self._context.base)
        if not frame.block:
            return frame
        if not styles and tag in ("p", "div") and names_title(node):
            frame.look = look._replace(bold=True, family=node.get("class", ""))
        frame.kind = _KINDS.get(tag, outer.kind)
        frame.heading = heading_level(node, tag) or outer.heading
        frame.is_furniture = outer.is_furniture or (is_frame(node, tag, outer.in_article) and not _is_contents(node))
        frame.floats = outer.floats or styles.get("float") == "left"
        found = _WORD_LIST.search(node.get("style") or "")
        frame.word_list = int(found[1]) if found else outer.word_list
        frame.in_article = outer.in_article or tag in _ARTICLES
        frame.indent += indent_of(tag, styles, look.size)
        if tag in ("ul", "ol", "menu", "dir", "dl"):
            frame.lists = (*outer.lists, ListState.of(node, tag, styles))
        return frame

    def _close(self, frame: Frame) -> None:
        if frame.skipped:
            return
        if frame.tag == "q":
            self._add("\u201d", frame)
        elif frame.tag in _FIELDS:
            self._add(" ", frame)
        if frame.block:
            self._flush()
        if frame.tag == "li":
            self._label = None
        if frame.ends_page and frame.tag != "hr":
            self._break(Break())

    def _add(self, text: str | None, frame: Frame) -> None:
        """Adds characters to the open paragraph, their white space collapsed."""
        if not text or frame.skipped:
            return
        look = frame.look
        if look.is_hidden:
            self._context.hide(text.strip(), look.hiding)
            return
        last = self._runs[-1].text[-1:] if self._runs else ""
        if look.pre:
            text = text.expandtabs(8)
        else:
            text = _SPACE.sub(" ", text)
            if text[0] == " " and last in ("", " ", "\n"):
                text = text[1:]
            if not text:
                return
            if look.transform == "uppercase":
                text = text.upper()
        if frame.raised and last.isdigit() and text[0].isdigit():
            text = " " + text
        if self._frame is None:
            self._frame = frame
            if self._label is not None and self._label[0]:
                self._runs.append(Run(self._label[0], look))
        self._runs.append(Run(text, look, frame.uri, frame.fragment, frame.fact))

    def _line_break(self, frame: Frame) -> None:
        if not self._runs:
            return
        if self._runs[-1].text.endswith("\n") and not frame.look.pre:
            self._flush()  # an empty line parts paragraphs
        else:
            self._runs.append(Run("\n", frame.look))

    def _flush(self) -> None:
        """Ends the open paragraph."""
        frame, runs = self._frame, self._runs
        self._frame, self._runs = None, []
        if frame is None or not any(run.text.strip() for run in runs):
            return
        kind, level = frame.kind, None
        if self._label is not None:
            if kind is Kind.PARAGRAPH and frame.heading is None:
                kind, level = Kind.LIST_ITEM, self._label[1]
            self._label = None
        elif kind is Kind.PARAGRAPH and frame.heading is None:
            runs, level = _as_item(runs, frame.word_list)
            kind = kind if level is None else Kind.LIST_ITEM
        para = Para(
            _trimmed(runs, pre=kind is Kind.CODE), kind, heading=frame.heading, level=level, align=frame.look.align,
            indent=frame.indent, anchors=self._anchors, is_furniture=frame.is_furniture or frame.tag in _ENVELOPE,
        )  # fmt: skip
        self._anchors = []
        if frame.floats and is_mark(para.text):
            self._release_mark()
            self._mark = para
        elif frame.entry == "dt" and para.kind is Kind.PARAGRAPH and para.heading is None:
            self._items += self._terms.hold(self._marked(para), len(frame.lists), beside=frame.floats)
        else:
            self._items += self._terms.before(self._marked(para), defines=frame.entry == "dd")

    def _marked(self, para: Para) -> Para:
        """The paragraph behind the mark that floats beside it, if there is one."""
        mark, self._mark = self._mark, None
        if mark is None:
            return para
        para.runs[:0] = [*mark.runs, Run(" ", mark.runs[-1].look)]
        para.anchors[:0] = mark.anchors
        if para.kind is Kind.PARAGRAPH and para.heading is None:
            para.kind, para.level = Kind.LIST_ITEM, 1
        return para

    def _release_mark(self) -> None:
        """What floats beside no paragraph stands for itself, as terms do that no paragraph defines."""
        self._items += self._terms.release()
        if self._mark is not None:
            self._items.append(self._mark)
            self._mark = None

    def _break(self, found: Break) -> None:
        self._flush()
        self._release_mark()
        last = self._items[-1] if self._items else None
        if isinstance(last, Break) and last.rule is not None and found.rule is None:
            self._items[-1] = found
        elif not isinstance(last, Break) or (last.rule is not None and last != found):
            self._items.append(found)

    def _page_within(self, node: Any, frame: Frame) -> None:
        """The page that an element holds in its attribute, which looks as its own style sheets have it."""
        from pincite.parsers.html.tree import read_within

        root = None if self._depth >= NESTED_TABLES else read_within(node.get("srcdoc"))
        body = None if root is None else root.find("body")
        if body is not None:
            inside = replace(self._context, sheets=Sheets(root))
            own = Frame("body", Look(), block=True, is_furniture=frame.is_furniture, in_article=frame.in_article)
            self._items += Flow(inside, self._depth + 1).read(body, own)

    def _table(self, node: Any, frame: Frame) -> None:
        from pincite.parsers.html.tables import read_table

        self._flush()
        if self._depth >= NESTED_TABLES:
            self._add(" ".join(node.itertext()), frame)
            return
        items = read_table(node, frame, self._context, self._depth + 1)
        if items and isinstance(items[0], Para):
            self._marked(items[0])
        self._release_mark()
        label, self._label = self._label, None
        if label is not None and label[0] and items and isinstance(items[0], Para):
            items[0].runs.insert(0, Run(label[0], frame.look))
            items[0].kind, items[0].level = Kind.LIST_ITEM, label[1]
        if items and self._anchors:
            first = next((item for item in items if not isinstance(item, Break)), None)
            if first is not None:
                first.anchors[:0] = self._anchors
                self._anchors = []
        for item in items:
            if isinstance(item, Break):
                self._break(item)
            else:
                self._items.append(item)


def _as_item(runs: list[Run], word_list: int) -> tuple[list[Run], int | None]:
    """The runs of a paragraph with its bullet as it is shown, and the level of the list that it is an item of: where
    it begins with a bullet, or Word says so; ``None``: of none."""
    runs = _trimmed(runs, pre=False)
    text = "".join(run.text for run in runs[:3])
    if word_list and _WORD_MARK.match(text):
        end = 2 - len(runs[0].text)
        runs[0] = runs[0]._replace(text=BULLET + runs[0].text[2:])
        while end > 0 and len(runs) > 1:
            cut = runs[1].text[end:]
            end -= len(runs[1].text)
            runs[1:2] = [runs[1]._replace(text=cut)] if cut else []
    return runs, word_list or (1 if _BULLET.match(text) else None)


def _drawn(rule: Any) -> str:
    """How a horizontal rule looks: those between pages are all alike."""
    return " ".join(f"{name}={rule.get(name)}" for name in ("noshade", "size", "width", "color", "class", "style"))


def indent_of(tag: str, styles: Styles, size: float) -> float:
    """How far the insides stand to the right of what is around, in points."""
    out = 30.0 if tag in ("ul", "ol", "dd", "blockquote", "menu", "dir") else 0.0
    for name in ("margin-left", "padding-left"):
        if name in styles:
            out = max(out, length(styles[name], size, whole=500.0))
    return min(max(out + length(styles.get("text-indent", "0"), size, whole=500.0), 0.0), 250.0)


def _is_contents(node: Any) -> bool:
    """Whether most of the words of a menu lead to places within the page: its table of contents."""
    links = [a.get("href") or "" for a in node.iter("a")]
    return len(links) >= 4 and sum(href.startswith("#") and len(href) > 1 for href in links) >= 0.8 * len(links)


def _trimmed(runs: list[Run], *, pre: bool) -> list[Run]:
    """The runs without white space at both ends; of code, without empty lines there."""
    out = [run for run in runs if run.text]
    while out and not out[0].text.strip():
        del out[0]
    while out and not out[-1].text.strip():
        del out[-1]
    if out:
        out[0] = out[0]._replace(text=out[0].text.lstrip("\n") if pre else out[0].text.lstrip())
        out[-1] = out[-1]._replace(text=out[-1].text.rstrip())
    return out
