"""Levels of headings, consistent over the document.

Headings fall into classes: one look, and one family of numbers where they are numbered. The classes are put in order by
what is seen of each pair: levels given by bookmarks or tags, kinds of parts, depth of numbers, prominence of the look,
which stands directly over which, which series of numbers goes on over which. Then headings are read in order with a
stack of those that are open, where numbers that contain each other decide first and the order of the classes second.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import tanh
from statistics import median

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.numbering import Number, Scheme
from pincite.parsers.pdf.headings.ranks import ranks_of
from pincite.parsers.pdf.headings.sightings import Key, Sightings
from pincite.parsers.pdf.headings.titles import names_contents, names_signatures
from pincite.parsers.pdf.headings.typography import prominence

Face = tuple[float, bool, bool, int, str, bool, bool, bool]
_BACK = frozenset({"appendix", "annex", "exhibit", "schedule", "attachment"})  # they follow chapters as chapters do
_BOOKS = frozenset({"volume", "book", "part"})
_CHAPTERS = frozenset({"volume", "book", "chapter"})  # never within a bare number
_STATEMENTS = frozenset({"statement", "notes"})
_SIGNED = frozenset({"part", "item", "schedule"})  # parts of a filing, which is signed as a whole
_BOUND = "exhibit"  # a document of its own, bound in behind the one that names it
_RUN_IN = 12.0  # a title within a paragraph is that much less prominent
_ACCIDENT = 5  # letters of a title that may be capitals by accident
_UNDER = 3  # blocks above the title of a statement, a company, and below it, units and dates, at most
_MAX_CLASSES = 60  # beyond these the rarest classes are ordered by prominence alone


def assign_levels(heads: Sequence[Candidate], title: Candidate | None = None, *, on_cover: bool = False) -> list[int]:
    """Levels from 1 for headings in document order; a child is always one deeper than its parent. ``title`` is the one
    that names the whole document: everything after it stands below it, unless it stands on a cover of its own
    (``on_cover``): then it stands beside what follows."""
    if not heads:
        return []
    order = _Order(heads, title)
    stack: list[int] = []
    levels = []
    parents: list[int | None] = []
    for i in range(len(heads)):
        _close(stack, order, parents, i)
        while stack and (heads[stack[-1]] is not title or on_cover):
            if heads[stack[-1]] is not title and order.above(stack, i):
                break
            stack.pop()
        parents.append(stack[-1] if stack else None)
        stack.append(i)
        levels.append(len(stack))
    return levels


def _close(stack: list[int], order: _Order, parents: Sequence[int | None], i: int) -> None:
    """Closes what the number of heading ``i`` says is over: headings that cannot contain it, and all that has opened
    since the one that its number follows, where what contained that one is still open."""
    shut = next((n for n, outer in enumerate(stack) if order.excludes(outer, i)), len(stack))
    del stack[shut:]
    if order.is_statement_page(i):
        while len(stack) > 1 and order.is_plain(stack[-1]):
            stack.pop()
    before = order.before(i)
    parent = parents[before] if before is not None else order.parent(stack, i)
    if parent is not None and parent in stack:
        del stack[stack.index(parent) + 1 :]


@dataclass(slots=True, eq=False)
class _Class:
    """Headings of one look and one family of numbers."""

    members: list[int] = field(default_factory=list)
    prominence: float = 0.0
    label: str = ""
    depth: int = 0
    given: float | None = None  # median of the levels that bookmarks or tags give
    tops: float = 0.0  # share that stands first on its page
    listed: float = 0.0  # share that the contents list
    indent: float | None = None  # median of their indents there


class _Order:
    """Who stands above whom."""

    def __init__(self, heads: Sequence[Candidate], title: Candidate | None = None) -> None:
        self._heads = heads
        self._title = title
        self._kinds = ranks_of(heads)
        self._slides = {h.page.number for h in heads if h.slide}
        self._keys = _keys(heads)
        self._classes = _classes(heads, self._keys)
        self._seen = Sightings(heads, self._keys)
        self._notes = [k for k, found in self._classes.items() if found.label == "note"]
        # Contents that list sections too put what they do not list below; those that list chapters alone say less.
        self._listing = 2.5 if len({h.indent for h in heads if h.indent}) > 1 else 1.0
        self._first_listed = next((i for i, h in enumerate(heads) if h.indent), len(heads))
        self._outermost = min((h.indent for h in heads if h.indent), default=0)
        named = next((i for i, h in enumerate(heads) if h is title), len(heads))
        self._front = range(named + 1, self._first_listed)  # behind the title, before what the contents list
        self._beside: dict[Key, list[Key]] = defaultdict(list)  # class -> those that stand beside it
        self._ranks = self._rank()
        self._begins: dict[int, int] = {}  # chain of numbers -> its first heading
        for i, head in enumerate(heads):
            if head.counted is not None:
                self._begins.setdefault(id(head.counted.chain), i)
        self._before: dict[int, int] = {}  # heading -> the one before it in its chain
        last: dict[int, int] = {}
        for i, head in enumerate(heads):
            if head.number is not None and head.counted is not None:
                chain = id(head.counted.chain)
                if chain in last:
                    self._before[i] = last[chain]
                last[chain] = i
        self._ends = self._lasts()
        self._parents = {
            k
            for k, head, after in zip(self._keys, heads, heads[1:], strict=False)
            if head.number and after.number and after.number.parts == (*head.number.parts, 1)
        }

    def _lasts(self) -> dict[int, int]:
        """For headings whose parts are numbered after them (5 over 5.1, 5.2): where the last of these stands."""
        ends: dict[int, int] = {}
        at: dict[tuple[int, ...], int] = {}  # number -> the heading that has it
        inside: dict[int, int] = {}  # chain -> the heading that it counts the parts of
        for i, head in enumerate(self._heads):
            number = head.number
            if number is None or head.counted is None or number.root is not Scheme.DECIMAL:
                continue
            if number.depth > 1:
                chain = id(head.counted.chain)
                if chain not in inside:
                    parent = at.get(number.parts[:-1], -1)
                    inside[chain] = parent if self._stays_open(parent, i) else -1
                ends[inside[chain]] = i
            at[number.parts] = i
        return ends

    def _stays_open(self, parent: int, i: int) -> bool:
        """Whether no title without a number that ranks higher stands between a heading and its first part: after one,
        2.1 belongs to another 2, that of a chapter whose number is not among the headings."""
        rank = self._ranks[self._keys[parent]]
        between = range(parent + 1, i)
        return all(self._heads[k].number is not None or self._ranks[self._keys[k]] >= rank for k in between)

    def above(self, stack: Sequence[int], i: int) -> bool:
        """Whether the innermost open heading contains heading ``i``."""
        top, head = self._heads[stack[-1]], self._heads[i]
        given = _given(top), _given(head)
        if given[0] is not None and given[1] is not None:
            return given[0] < given[1]
        if top.slide or (head.slide and top.page.number in self._slides):
            return not head.slide if top.page is head.page else top.slide and not head.slide and self._by_rank(stack, i)
        if head.kind_word not in RANKS and i < self._ends.get(stack[-1], -1) and not _counts(head):
            return True
        decided = self._by_kind(stack[-1], i)
        if decided is not None:
            return decided
        if head.indent == self._outermost and stack[-1] in self._front:
            return False
        a, b = top.number, head.number
        if not (a and b) and top.indent and head.indent and (top.indent != head.indent or _alike(top, head)):
            return top.indent < head.indent
        return self._by_rank(stack, i)

    def _by_rank(self, stack: Sequence[int], i: int) -> bool:
        return self._ranks[self._keys[stack[-1]]] < self._ranks[self._keys[i]]

    def before(self, i: int) -> int | None:
        """The heading that the number of heading ``i`` follows (2.1 before 2.2), where both have no given level."""
        at = self._before.get(i)
        if at is None or _given(self._heads[i]) is not None or _given(self._heads[at]) is not None:
            return None
        return at

    def is_statement_page(self, i: int) -> bool:
        """Whether a heading opens a page with a financial statement, as behind the text of a press release."""
        head = self._heads[i]
        if head.kind_word != "statement" or head.at >= _UNDER or _given(head) is not None or head.indent:
            return False
        return any(b.table is not None for b in head.around.flow[head.at + 1 : head.at + 1 + _UNDER])

    def is_plain(self, i: int) -> bool:
        """Whether a heading says nothing of statements or of a part that holds them."""
        head = self._heads[i]
        return not (head.number or head.kind_word or head.indent or "financial" in head.key or "statement" in head.key)

    def parent(self, stack: Sequence[int], i: int) -> int | None:
        """The open heading that the number of heading ``i`` begins with (9.7 for 9.7.1), where nothing but titles
        without numbers have opened since."""
        number = self._heads[i].number
        if number is None or number.depth < 2 or _given(self._heads[i]) is not None:
            return None
        for outer in reversed(stack):
            head = self._heads[outer]
            if head.number is not None:
                a = head.number
                alike = (a.label, a.root, a.parts) == (number.label, number.root, number.parts[:-1])
                return outer if alike else None
            if head.kind_word:
                return None
        return None

    def excludes(self, outer: int, i: int) -> bool:
        """Whether the numbers of two headings say that the first, whatever stands within it, ends before the second."""
        a, b = self._heads[outer], self._heads[i]
        if a.number is None or b.number is None or (_given(a) is not None and _given(b) is not None):
            return False
        return self._by_kind(outer, i) is False

    def _by_kind(self, outer: int, i: int) -> bool | None:
        """Whether heading ``outer`` contains heading ``i`` as their numbers and kind words have it; ``None``: these do
        not tell."""
        top, head = self._heads[outer], self._heads[i]
        a, b = top.number, head.number
        kinds = top.kind_word, head.kind_word
        if names_contents(top.text) and not top.key.startswith("indexto"):
            return False
        if i > outer + 1 and self._is_over_contents(outer):
            return False
        if kinds[0] == "statement" and kinds[1] in ("note", "notes"):
            return False
        if (kinds[0] in _SIGNED and names_signatures(head.text)) or (kinds[1] in _BACK and names_signatures(top.text)):
            return False
        begins_inside = head.counted is not None and self._begins[id(head.counted.chain)] > outer
        if a is not None and b is not None and a.label in _BACK and b.label not in _BACK:
            if not b.label and begins_inside:
                return True  # a document bound in counts anew
            if not begins_inside:
                return False  # what began before goes on behind it
        ranks = self._kinds
        if kinds[0] in ranks and kinds[1] in ranks and ranks[kinds[0]] != ranks[kinds[1]]:
            return ranks[kinds[0]] < ranks[kinds[1]]
        if kinds[1] in _BACK and head.first_on_page and a is not None and not a.label:
            return False
        if a is None or b is None:
            return None
        if not a.label and b.label in _CHAPTERS:
            return False
        restarts = a.label == b.label and a.root == b.root and a.depth > b.depth == 1 and begins_inside
        if restarts and self._keys[i] not in self._parents and b.form != a.form:
            return True  # a list within the section
        return _by_number(a, b)

    def _is_over_contents(self, i: int) -> bool:
        """Whether a heading stands directly over the title of the contents, and names no more than they do."""
        head, after = self._heads[i], self._heads[i + 1]
        plain = head is not self._title and head.number is None and _given(head) is None and not head.kind_word
        return plain and names_contents(after.text) and after.page is head.page and after.place <= head.place + 2

    def _rank(self) -> dict[Key, int]:
        """The classes in order, the highest first; classes that stand beside each other share a rank."""
        first = {k: found.members[0] for k, found in self._classes.items()}
        lead = self._leaders()
        for k, first_of in lead.items():
            self._beside[first_of].append(k)
        ordered = sorted(set(lead.values()), key=lambda k: (-self._classes[k].prominence, first[k]))
        head = self._settle(ordered[:_MAX_CLASSES])
        ordered[:_MAX_CLASSES] = head
        place = {k: i for i, k in enumerate(ordered)}
        return {k: place[lead[k]] for k in self._classes}

    def _settle(self, keys: list[Key]) -> list[Key]:
        """Moves each class up over those that all evidence together says it contains: what stands in between, a look
        seen once, holds up nobody."""
        asked: dict[tuple[Key, Key], float] = {}

        def preference(a: Key, b: Key) -> float:
            if (a, b) not in asked:
                asked[a, b] = self._preference(a, b)
                asked[b, a] = -asked[a, b]
            return asked[a, b]

        for _ in keys:
            moved = False
            for i in range(1, len(keys)):
                total, best, to = 0.0, 0.0, i
                for j in range(i - 1, -1, -1):
                    total += preference(keys[i], keys[j])
                    if total > best + 1e-9:
                        best, to = total, j
                if to < i:
                    keys.insert(to, keys.pop(i))
                    moved = True
            if not moved:
                break
        return keys

    def _leaders(self) -> dict[Key, Key]:
        """For each class the one that it stands beside: the largest in its look (Abstract and Appendix A beside 1
        Introduction)."""
        lead = {k: k for k in self._classes}
        by_look: dict[object, list[Key]] = defaultdict(list)
        for k in sorted(self._classes, key=self._precedence):
            shape = _shape(k[0])
            for other in by_look[shape]:
                if self._equal(other, k):
                    lead[k] = lead[other]
                    break
            if not self._is_book(k):
                by_look[shape].append(k)
        return lead

    def _holds(self, a: Key, b: Key) -> bool:
        """Whether class ``a`` is parts of a book and chapters stand beside class ``b``."""
        return any(_holds_chapters(self._classes[a], self._classes[k]) for k in self._beside.get(b, ()))

    def _is_book(self, k: Key) -> bool:
        """Whether a class is parts of a book ("Part I") which chapters in the same look, counted 1, 2, 3, stand in."""
        return any(
            _holds_chapters(self._classes[k], c) and _shape(k[0]) == _shape(o[0]) for o, c in self._classes.items()
        )

    def _precedence(self, k: Key) -> tuple[bool, int]:
        """Kinds of parts in a row lead, then the largest."""
        found = self._classes[k]
        return not (found.label in RANKS and len(found.members) > 1), -len(found.members)

    def _equal(self, a: Key, b: Key) -> bool:
        """Whether nothing tells two classes in one look (but for its colour and typeface) apart: at most one of them is
        numbered without a kind word, and neither is seen to contain the other."""
        x, y = self._classes[a], self._classes[b]
        if max(x.depth, y.depth) > 1 or (x.depth and y.depth and not {x.label, y.label} & _BACK):
            return False
        if x.indent is not None and y.indent is not None and x.indent != y.indent:
            return False
        ranks = self._kinds
        if x.label in ranks and y.label in ranks and ranks[x.label] != ranks[y.label]:
            return False
        if self._spanned_below(a, b) or self._spanned_below(b, a):
            return False
        seen = self._seen
        return abs(sum(seen.odds(c, a, b) for c in (seen.directly, seen.spanned, seen.restarted))) < 1.2

    def _spanned_below(self, a: Key, b: Key) -> bool:
        """Whether the numbers of a kind of part below ``a`` run on over ``b``: "Item 7", "OVERVIEW", "Item 7A"."""
        rank = self._kinds.get(self._classes[a].label)
        if rank is None or self._classes[b].label:
            return False
        below = (k for k, c in self._classes.items() if self._kinds.get(c.label, -1) > rank)
        return any(self._seen.odds(self._seen.spanned, k, b) > 1.0 for k in below)

    def _preference(self, a: Key, b: Key) -> float:
        """How much speaks for class ``a`` above class ``b``; negative: the other way round. What stands under the notes
        to financial statements stands under the statements."""
        out = self._seen_preference(a, b)
        for note in self._notes:
            for sign, x, y in ((1, a, b), (-1, b, a)):
                if self._classes[x].label in _STATEMENTS and self._classes[y].label not in RANKS:
                    out += sign * max(0.0, self._seen_preference(note, y))
        return out

    def _seen_preference(self, a: Key, b: Key) -> float:
        x, y = self._classes[a], self._classes[b]
        out = 1.2 * tanh((x.prominence - y.prominence) / 12)
        if x.given is not None and y.given is not None and x.given != y.given:
            out += 4.0 if x.given < y.given else -4.0
        ranks = self._kinds
        if x.label in ranks and y.label in ranks and ranks[x.label] != ranks[y.label]:
            out += 3.0 if ranks[x.label] < ranks[y.label] else -3.0
        out += 2.0 * (self._holds(a, b) - self._holds(b, a))
        if x.label == y.label and x.depth and y.depth and x.depth != y.depth:
            out += 3.0 if x.depth < y.depth else -3.0
        if x.indent is not None and y.indent is not None and x.indent != y.indent:
            out += 2.0 if x.indent < y.indent else -2.0
        out += 0.8 * self._seen.odds(self._seen.directly, a, b)
        out += 1.0 * self._seen.odds(self._seen.spanned, a, b)
        out += 0.8 * self._seen.odds(self._seen.restarted, a, b)
        if min(x.members[-1], y.members[-1]) >= self._first_listed:  # what stands before the contents is listed by none
            out += self._listing * (x.listed - y.listed)
        out += 4.0 * ((x.label == _BOUND) * x.tops - (y.label == _BOUND) * y.tops)
        return out + 1.0 * (x.tops - y.tops)


def _keys(heads: Sequence[Candidate]) -> list[Key]:
    """The class of each heading. Numbers of one kind and depth make one class, known by the look that most of them
    have."""
    looks: dict[Key, Counter[Face]] = defaultdict(Counter)
    families: list[Key] = []
    faces = _faces(heads)
    for head, face in zip(heads, faces, strict=True):
        number = head.number
        family: Key = ()
        if number is not None:
            family = number.label, _depth(number), "" if number.label else number.root.value
            if number.depth == 1 and not number.label:
                family = *family, face
        elif head.kind_word:
            family = head.kind_word, 0, ""
        families.append(family)
        looks[family][face] += 1
    return [(looks[f].most_common(1)[0][0], *f) if f else (face,) for face, f in zip(faces, families, strict=True)]


def _faces(heads: Sequence[Candidate]) -> list[Face]:
    """The look of each heading. Short titles may be capitals by accident ("FAQ"): they are taken as capitals where most
    longer titles of their look are ("CHILE" between "ARGENTINA" and "COLOMBIA")."""
    capitals: Counter[tuple[object, ...]] = Counter()
    for head in heads:
        if len(head.key) > _ACCIDENT:
            capitals[head.look.face] += 1 if head.look.caps else -1
    out = []
    for head in heads:
        look = head.look
        caps = look.caps and (len(head.key) > _ACCIDENT or capitals[look.face] > 0)
        out.append((look.size, look.bold, look.italic, look.color, look.family, caps, head.run_in, look.underlined))
    return out


def _shape(face: Face) -> tuple[object, ...]:
    """The look without colour and typeface."""
    return face[:3] + face[5:]


def _classes(heads: Sequence[Candidate], keys: Sequence[Key]) -> dict[Key, _Class]:
    out: dict[Key, _Class] = defaultdict(_Class)
    for i, k in enumerate(keys):
        out[k].members.append(i)
    for found in out.values():
        members = [heads[i] for i in found.members]
        n = len(members)
        found.prominence = median(prominence(m.look, centred=m.centred) - _RUN_IN * m.run_in for m in members)
        number = members[0].number
        found.label, found.depth = members[0].kind_word, _depth(number) if number else 0
        given = [g for g in map(_given, members) if g is not None]
        found.given = median(given) if given else None
        found.tops = sum(m.first_on_page for m in members) / (n + 1)
        listed = [m.indent for m in members if m.indent]
        found.listed = len(listed) / n
        found.indent = median(listed) if len(listed) > n / 2 else None
    return dict(out)


def _holds_chapters(x: _Class, y: _Class) -> bool:
    """Whether one class is parts of a book ("Part I") and the other what these are divided into, counted 1, 2, 3."""
    return x.label in _BOOKS and len(x.members) > 1 and y.depth == 1 and not y.label


def _counts(head: Candidate) -> bool:
    """Whether it has a number without a kind word."""
    return head.number is not None and not head.number.label


def _given(head: Candidate) -> int | None:
    return head.bookmark if head.bookmark is not None else head.tag or None


def _depth(number: Number) -> int:
    """How deep a number is: exhibits stand beside each other, 10.32 beside 21."""
    return 1 if number.label == _BOUND else number.depth


def _alike(a: Candidate, b: Candidate) -> bool:
    """Whether two looks are of one size, nearly."""
    return abs(a.look.size - b.look.size) <= 0.08 * max(a.look.size, b.look.size)


def _by_number(a: Number, b: Number) -> bool | None:
    """Whether a heading numbered ``a`` contains one numbered ``b``; ``None`` where the numbers do not tell."""
    if a.label == b.label == _BOUND:
        return False
    if a.label == b.label and a.root == b.root:
        return a.depth < b.depth if a.depth != b.depth or a.form == b.form else None
    if b.label == _BOUND:
        return None
    if b.label and b.label != a.label and b.label not in RANKS:
        return None  # "Example 14.2" within 14.5.4
    if a.label and not b.label and a.label not in RANKS:
        return None  # "Release 4.8 Guide" over 1.1
    counted_alike = a.root == b.root or bool(a.label) or (a.root, b.root) == (Scheme.UPPER_ROMAN, Scheme.DECIMAL)
    if a.depth < b.depth and b.parts[: a.depth] == a.parts and counted_alike:
        return True
    if a.root == b.root and a.depth >= b.depth > 1:
        return False
    return None
