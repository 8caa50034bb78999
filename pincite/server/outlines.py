"""The map of a document: which sections there are, where they begin, and what reading them costs.

What does not fit is folded: first all topmost entries are shown, then level by level what there is room for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pincite.costs import count_tokens
from pincite.errors import RequestError
from pincite.server import cursor as cursors
from pincite.server.budget import NoRoomError, fit
from pincite.server.fence import fence, line
from pincite.server.pages import PageNames
from pincite.server.references import find_section, section_page

if TYPE_CHECKING:
    from pincite.outline import Section
    from pincite.registry import OpenDocument

CALL = "get_outline"
_INDENT = "  "
_TITLE_LENGTH = 120
_MORE_LINE = 40  # tokens of the line that says how an unfinished list of entries goes on


class Map(NamedTuple):
    """Lines of an outline; ``next`` is the index of the first topmost entry that is not shown, ``None`` where all
    are."""

    lines: list[str]
    next: int | None
    folded: bool


class OutlineView:
    """The outline of one document (or of the part below ``root``) as lines with costs."""

    def __init__(self, opened: OpenDocument, root: Section | None = None, depth: int | None = None) -> None:
        self.opened = opened
        self.root = root
        self.depth = depth
        outline = opened.outline
        self._pages = PageNames(opened)
        self._children: dict[int | None, list[Section]] = {}
        for section in outline.sections:
            self._children.setdefault(section.parent, []).append(section)
        self._below = self._count_below(outline.sections)
        self._exhibits = self._find_exhibits()

    @property
    def entries(self) -> Sequence[Section]:
        """The topmost sections of this view."""
        return self._children.get(self.root.id if self.root else None, [])

    @property
    def count(self) -> int:
        return self._below[self.root.id] if self.root else len(self.opened.outline.sections)

    def draw(self, room: int, first: int = 0) -> Map:
        """The entries from number ``first`` on, in at most ``room`` tokens. Raises ``NoRoomError`` if not even one
        fits."""
        entries = self.entries[first:]
        shown, used = self._prefix(entries, room, 0)
        if not shown and entries:
            raise NoRoomError(self._cost(entries[0], 0))
        if len(shown) < len(entries):
            return Map([self._line(s, 0) for s in shown], first + len(shown), True)
        opened, used = self._unfold(shown, room, used)
        part: dict[int, int] = {}
        if not opened and used < room // 2:
            part = self._unfold_partly(shown, room - used)
        lines = self._lines(shown, opened, part, 0)
        whole = sum(1 + self._below[s.id] for s in shown)
        return Map(lines, None, len(lines) < whole)

    def _prefix(self, sections: Sequence[Section], room: int, indent: int) -> tuple[list[Section], int]:
        """As many sections from the first on as fit, folded, and their tokens."""
        used = 0
        for i, section in enumerate(sections):
            cost = self._cost(section, indent)
            if used + cost > room:
                return list(sections[:i]), used
            used += cost
        return list(sections), used

    def _unfold(self, shown: Sequence[Section], room: int, used: int) -> tuple[set[int], int]:
        """Which sections are unfolded: level by level, the largest first, as long as the children fit."""
        opened: set[int] = set()
        level, indent = list(shown), 0
        while level and (self.depth is None or indent + 1 < self.depth):
            below: list[Section] = []
            for section in sorted(level, key=lambda s: -self.opened.costs.section(s)):
                children = self._children.get(section.id, [])
                extra = sum(self._cost(c, indent + 1) for c in children)
                if children and used + extra <= room:
                    opened.add(section.id)
                    used += extra
                    below.extend(children)
            level, indent = below, indent + 1
        return opened, used

    def _unfold_partly(self, shown: Sequence[Section], room: int) -> dict[int, int]:
        """For a flat list below one entry: how many of its children are shown (by the id of the parent)."""
        parents = [s for s in shown if self._children.get(s.id)]
        if not parents or self.depth == 1:
            return {}
        largest = max(parents, key=self.opened.costs.section)
        fitting, _ = self._prefix(self._children[largest.id], room - _MORE_LINE, 1)
        return {largest.id: len(fitting)} if fitting else {}

    def _lines(self, sections: Sequence[Section], opened: set[int], part: dict[int, int], indent: int) -> list[str]:
        out: list[str] = []
        for section in sections:
            children = self._children.get(section.id, [])
            if section.id in opened:
                out.append(self._line(section, indent, folded=False))
                out.extend(self._lines(children, opened, part, indent + 1))
            elif section.id in part:
                n = part[section.id]
                out.append(self._line(section, indent, folded=False))
                out.extend(self._line(c, indent + 1) for c in children[:n])
                out.append(_INDENT * (indent + 1) + self._more(section, children[n:], n))
            else:
                out.append(self._line(section, indent))
        return out

    def _more(self, parent: Section, rest: Sequence[Section], at: int) -> str:
        go_on = write_cursor(self.opened, parent, None, at)
        return f'{self._folded(rest)}: section="s{parent.id}", cursor="{go_on}"'

    def _folded(self, sections: Sequence[Section]) -> str:
        """``+12 entries, 8,400 tokens`` for neighbours that are not shown, with all below them."""
        entries = sum(1 + self._below[s.id] for s in sections)
        return f"+{entries:,} {'entry' if entries == 1 else 'entries'}, {self.tokens(sections):,} tokens"

    def tokens(self, sections: Sequence[Section]) -> int:
        """What it costs to read neighbours in one go."""
        return self.opened.costs.blocks(sections[0].start, sections[-1].end)

    def _cost(self, section: Section, indent: int) -> int:
        return count_tokens(self._line(section, indent) + "\n")

    def _line(self, section: Section, indent: int, *, folded: bool = True) -> str:
        """One entry: id, title, page, cost; tables and charts of its own; what is folded below it."""
        facts = []
        page = section_page(self.opened.document, section)
        if page is not None:
            facts.append(f"p. {self._pages.name(page)}")
        facts.append(f"{self.opened.costs.section(section):,} tokens")
        facts.extend(self._exhibits.get(section.id, ()))
        text = f"{_INDENT * indent}s{section.id} {line(section.title, _TITLE_LENGTH)} ({', '.join(facts)})"
        if folded and self._below[section.id]:
            text += " " + self._folded(self._children[section.id])
        return text

    def _count_below(self, sections: Sequence[Section]) -> Counter[int]:
        """Descendants of each section (a parent stands before its children)."""
        below: Counter[int] = Counter()
        for section in reversed(sections):
            if section.parent is not None:
                below[section.parent] += 1 + below[section.id]
        return below

    def _find_exhibits(self) -> dict[int, list[str]]:
        """Tables and charts by the section that directly holds them, as ``t3`` or ``t3-t9``."""
        doc, outline = self.opened.document, self.opened.outline
        tables: dict[int, list[int]] = {}
        charts: Counter[int] = Counter()
        for table in doc.tables:
            tables.setdefault(outline.section_of(table.block).id, []).append(table.id)
        for chart in doc.charts:
            charts[outline.section_of(chart.block).id] += 1
        out: dict[int, list[str]] = {}
        for section_id, ids in tables.items():
            out[section_id] = [f"t{ids[0]}" if len(ids) == 1 else f"t{ids[0]}-t{ids[-1]}"]
        for section_id, n in charts.items():
            out.setdefault(section_id, []).append("1 chart" if n == 1 else f"{n} charts")
        return out


def outline_text(opened: OpenDocument, section: str | None, depth: int | None, cursor: str | None, limit: int) -> str:
    """What ``get_outline`` returns. Raises ``UnknownReferenceError`` for the section, ``RequestError`` for depth and
    cursor."""
    if depth is not None and depth < 1:
        raise RequestError(f"depth={depth} shows nothing.", hint="Give 1 or more, or leave it out.")
    root = find_section(opened, section) if section else None
    first = 0
    if cursor is not None:
        root, depth, first = _read_cursor(opened, root, depth, cursor)
    view = OutlineView(opened, root, depth)
    return fit(lambda room: _page_of_outline(view, first, room), limit)


def _page_of_outline(view: OutlineView, first: int, room: int) -> str:
    doc, root = view.opened.document, view.root
    drawn = view.draw(room, first)
    name = line(doc.title, 60)
    what = f"{name} | below s{root.id} {line(root.title, 60)}" if root else name
    cost = view.opened.costs.section(root) if root else view.opened.costs.total
    head = f"{what} | {view.count:,} {'entry' if view.count == 1 else 'entries'}, {cost:,} tokens"
    if first:
        head += f" | from entry {first + 1}"
    return "\n".join([head, fence("\n".join(drawn.lines)), *next_step(view, drawn)])


def next_step(view: OutlineView, drawn: Map) -> list[str]:
    """The line that says how to see the rest; none where nothing is hidden."""
    doc = view.opened.document
    if drawn.next is not None:
        rest = view.entries[drawn.next :]
        tokens = view.tokens(rest)
        go_on = write_cursor(view.opened, view.root, view.depth, drawn.next)
        return [f'+{len(rest):,} more entries here, {tokens:,} tokens: get_outline("{doc.doc_id}", cursor="{go_on}")']
    if drawn.folded:
        return [f'Folded (+): get_outline("{doc.doc_id}", section=…)']
    return []


def write_cursor(opened: OpenDocument, root: Section | None, depth: int | None, at: int) -> str:
    """The cursor of the entry number ``at`` below ``root``."""
    place = f"{'' if root is None else root.id}.{depth or ''}.{at}"
    return cursors.encode(CALL, _scope(opened), place)


def _read_cursor(
    opened: OpenDocument, root: Section | None, depth: int | None, cursor: str
) -> tuple[Section | None, int | None, int]:
    """Root, depth and first entry of a cursor. Raises ``RequestError`` (bad_cursor) if the call names another
    section."""
    root_id, levels, at = cursors.decode(CALL, _scope(opened), cursor).split(".")
    marked = next((s for s in opened.outline.sections if root_id and s.id == int(root_id)), None)
    if root is not None and root != marked:
        raise cursors.bad_cursor(CALL)
    return marked, depth if depth is not None else (int(levels) if levels else None), int(at)


def _scope(opened: OpenDocument) -> str:
    return f"{opened.document.doc_id}@{opened.document.rev}"
