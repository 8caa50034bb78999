"""What ``compare_documents`` returns: one line of counts, the changes between delimiters, and how to go on."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, NamedTuple

from pincite.compare import Comparison, Line, Versions, compare, lines, summary, versions_of
from pincite.costs import count_tokens
from pincite.errors import RequestError, UnknownReferenceError
from pincite.server import cursor as cursors
from pincite.server.budget import NoRoomError, fit
from pincite.server.fence import fence, line
from pincite.server.references import find_section

if TYPE_CHECKING:
    from pincite.outline import Section
    from pincite.registry import OpenDocument

CALL = "compare_documents"
WAIT_S = 20.0
"""Seconds that a call waits for a comparison: clients give up on calls after half a minute, some of them."""

_KEPT = 4  # comparisons
_PENDING = "Still comparing {} with {}. Call compare_documents again with the same arguments: it waits for the rest."


class Asked(NamedTuple):
    """What is compared: ``section`` by id, heading or path, of the old version or of the new one."""

    section: str | None
    cursor: str | None


class Told(NamedTuple):
    comparison: Comparison
    lines: Sequence[Line]


class Comparisons:
    """The comparisons of one server; the last few are kept, so that one that goes on is not made again. ``wait_s`` is
    how long a call waits for one. Safe for threads."""

    def __init__(self, wait_s: float = WAIT_S) -> None:
        self._wait_s = wait_s
        self._lock = threading.Lock()
        self._one = threading.Lock()
        self._versions: OrderedDict[str, Versions] = OrderedDict()
        self._told: dict[str, dict[str, Told]] = {}
        self._coming: dict[tuple[str, str], Future[Told]] = {}

    def text(self, old: OpenDocument, new: OpenDocument, asked: Asked, limit: int) -> str:
        """What changed from ``old`` to ``new``, at most ``limit`` tokens.

        Raises ``UnknownReferenceError`` for the section, ``RequestError``: bad_argument for a document and itself,
        bad_cursor, bad_budget.
        """
        if old.document.doc_id == new.document.doc_id:
            raise RequestError("Both are the same document.", hint="Give two versions: the older as doc_a.")
        scope = _scope(old, new)
        place, _, first = cursors.decode(CALL, scope, asked.cursor).rpartition(".") if asked.cursor else ("", "", "0")
        if asked.cursor is None and asked.section:
            place = _place(old, new, asked.section)
        told = self._told_of((old, new), scope, place)
        if told is None:
            return _PENDING.format(line(old.document.title, 60), line(new.document.title, 60))
        return fit(lambda room: _compose((old, new), place, told, int(first), room), limit)

    def __len__(self) -> int:
        return len(self._versions)

    def forget(self, doc_id: str) -> None:
        """Drops what is kept of the document."""
        with self._lock:
            for scope in [s for s in self._versions if _names(s, doc_id)]:
                del self._versions[scope], self._told[scope]
            for key in [k for k in self._coming if _names(k[0], doc_id)]:
                del self._coming[key]

    def _told_of(self, both: tuple[OpenDocument, OpenDocument], scope: str, place: str) -> Told | None:
        """The comparison; ``None`` while it goes on."""
        key = (scope, place)
        with self._lock:
            told = self._told.get(scope, {}).get(place)
            if told is not None:
                self._versions.move_to_end(scope)
                return told
            coming = self._coming.get(key)
            if coming is None:
                coming = self._coming[key] = Future()
                threading.Thread(target=self._make, args=(coming, both, key), daemon=True).start()
        try:
            return coming.result(self._wait_s)
        except TimeoutError:
            return None

    def _make(self, coming: Future[Told], both: tuple[OpenDocument, OpenDocument], key: tuple[str, str]) -> None:
        """One at a time: they take seconds of the whole machine."""
        scope, place = key
        try:
            with self._one:
                with self._lock:
                    versions = self._versions.get(scope)
                versions = versions or versions_of(*both)
                comparison = compare(versions, *_sections(*both, place))
                told = Told(comparison, lines(versions, comparison))
            self._keep(coming, versions, key, told)
            coming.set_result(told)
        except Exception as error:  # noqa: BLE001  # whoever waits for it gets it
            coming.set_exception(error)
        finally:
            with self._lock:
                if self._coming.get(key) is coming:
                    del self._coming[key]

    def _keep(self, coming: Future[Told], versions: Versions, key: tuple[str, str], told: Told) -> None:
        """Unless one of the documents was forgotten meanwhile."""
        scope, place = key
        with self._lock:
            if self._coming.get(key) is not coming:
                return
            self._versions[scope] = versions
            self._versions.move_to_end(scope)
            self._told.setdefault(scope, {})[place] = told
            while len(self._versions) > _KEPT:
                self._told.pop(self._versions.popitem(last=False)[0])


def _names(scope: str, doc_id: str) -> bool:
    return any(version.startswith(f"{doc_id}@") for version in scope.split("+"))


def _scope(old: OpenDocument, new: OpenDocument) -> str:
    return "+".join(f"{opened.document.doc_id}@{opened.document.rev}" for opened in (old, new))


def _place(old: OpenDocument, new: OpenDocument, section: str) -> str:
    """``a7`` or ``b7``: a section of the old version, or one that only the new version has."""
    try:
        return f"a{find_section(old, section).id}"
    except UnknownReferenceError as error:
        try:
            return f"b{find_section(new, section).id}"
        except UnknownReferenceError:
            raise error from None


def _sections(old: OpenDocument, new: OpenDocument, place: str) -> tuple[Section | None, Section | None]:
    if not place:
        return None, None
    side = old if place[0] == "a" else new
    section = side.outline.sections[int(place[1:])]
    return (section, None) if side is old else (None, section)


def _compose(both: tuple[OpenDocument, OpenDocument], place: str, told: Told, first: int, room: int) -> str:
    old, new = both
    facts = [f"{line(old.document.title, 60)} -> {line(new.document.title, 60)}", summary(told.comparison)]
    if place:
        sections = [s for s in _sections(old, new, place) if s]
        facts.insert(
            1, f"in s{sections[0].id} {line(sections[0].title, 60)} of the {'old' if place[0] == 'a' else 'new'}"
        )
    if first:
        facts.append("continued")
    if told.comparison.is_same:
        different = old.document.format != new.document.format
        return " | ".join(facts) + "\n" + _same(old, new, different=different)
    shown, done = _shown(told.lines[first:], room)
    out = [" | ".join(facts), fence("\n".join(shown))]
    left = len(told.lines) - first - done
    if left:
        doc_ids = f'"{old.document.doc_id}", "{new.document.doc_id}"'
        go_on = cursors.encode(CALL, _scope(old, new), f"{place}.{first + done}")
        out.append(f'{left:,} more lines. Continue: {CALL}({doc_ids}, cursor="{go_on}")')
    return "\n".join(out)


def _same(old: OpenDocument, new: OpenDocument, *, different: bool) -> str:
    if different:
        forms = f"{old.document.format.upper()} and {new.document.format.upper()}"
        return f"The words are the same; only the format differs ({forms})."
    return "The words are the same; at most layout differs."


def _shown(rest: Sequence[Line], room: int) -> tuple[list[str], int]:
    """As many lines as fit, each under its heads, and their number. Raises ``NoRoomError`` if not even one fits."""
    shown: list[str] = []
    heads: list[str] = []
    used = 0
    for n, each in enumerate(rest):
        new_heads = each.head.split("\n")
        same = next((i for i, head in enumerate(new_heads) if heads[i : i + 1] != [head]), len(new_heads))
        more = [*new_heads[same:], each.text]
        cost = count_tokens("\n".join(more) + "\n")
        if used + cost > room:
            if not shown:
                raise NoRoomError(cost)
            return shown, n
        shown += more
        heads, used = new_heads, used + cost
    return shown, len(rest)
