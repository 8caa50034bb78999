"""What ``read`` returns: one line of facts, the text between delimiters, and how to go on where it was cut."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pincite.anchors import parse_ref
from pincite.errors import RequestError, UnknownReferenceError
from pincite.render import Position, Slice, page_of, render
from pincite.server import cursor as cursors
from pincite.server.budget import MIN_CONTENT, fit
from pincite.server.fence import fence, line
from pincite.server.pages import PageNames
from pincite.server.references import WHOLE, Target, find_target, find_targets

if TYPE_CHECKING:
    from pincite.registry import OpenDocument

CALL = "read"
_NOTES = 5
_TITLED = 3  # so many places are named with title, pages and cost; more of them only by their refs


class Part(NamedTuple):
    """What was read of one target: ``begun`` if an earlier result held its beginning."""

    target: Target
    slice: Slice
    begun: bool


class Rest(NamedTuple):
    """What is still to be read: the targets, and where the first of them goes on (``None``: at its beginning)."""

    targets: Sequence[Target]
    start: Position | None


def read_text(opened: OpenDocument, refs: Sequence[str] | None, cursor: str | None, limit: int) -> str:
    """The text of the places, at most ``limit`` tokens in all.

    Raises ``UnknownReferenceError`` if no ref names a place here; ``RequestError``: bad_argument without refs and
    cursor, bad_cursor, bad_budget.
    """
    if not refs and not cursor:
        raise RequestError(
            "Nothing to read: refs is empty.", hint='Give places, as refs=["s1"]; get_outline lists them.'
        )
    targets, missed = find_targets(opened, refs) if refs else ([], [])
    rest = _read_cursor(opened, cursor, targets) if cursor else Rest(targets, None)
    return fit(lambda room: _compose(opened, rest, missed, room), limit)


def whole_text(opened: OpenDocument, room: int) -> list[str]:
    """The beginning of the whole document between delimiters, and how to go on if that is not all."""
    parts, rest = _take(opened, Rest([find_target(opened, WHOLE)], None), room)
    return [_content(parts), *_next_step(opened, rest)]


def _compose(opened: OpenDocument, todo: Rest, missed: Sequence[UnknownReferenceError], room: int) -> str:
    parts, rest = _take(opened, todo, room)
    notes = [line(f"Not read: {e.message} {e.hint}", 400) for e in missed[:_NOTES]]
    if len(missed) > _NOTES:
        notes.append(f"Not read: {len(missed) - _NOTES} more unknown refs.")
    return "\n".join([_facts(opened, parts), _content(parts), *notes, *_next_step(opened, rest)])


def _content(parts: Sequence[Part]) -> str:
    return fence("\n\n".join(part.slice.text.strip("\n") for part in parts))


def _take(opened: OpenDocument, todo: Rest, room: int) -> tuple[list[Part], Rest | None]:
    """Renders target after target until the room, of at least ``MIN_CONTENT`` tokens, is used."""
    parts: list[Part] = []
    start = todo.start
    for i, target in enumerate(todo.targets):
        if parts and room < MIN_CONTENT:
            return parts, Rest(todo.targets[i:], None)
        piece = render(opened.document, target.spans, costs=opened.costs, max_tokens=room, start=start)
        parts.append(Part(target, piece, start is not None))
        if piece.next is not None:
            return parts, Rest(todo.targets[i:], piece.next)
        room -= piece.tokens
        start = None
    return parts, None


def _facts(opened: OpenDocument, parts: Sequence[Part]) -> str:
    title = line(opened.document.title, 60)
    names = PageNames(opened)
    if len(parts) == 1:
        return " | ".join([title, *_part_facts(opened, parts[0], names)])
    if len(parts) <= _TITLED:
        return f"{title} | " + "; ".join(", ".join(_part_facts(opened, part, names)) for part in parts)
    numbers = sorted({n for part in parts for n in _page_numbers(opened, part.slice)})
    facts = [title, ", ".join(p.target.ref for p in parts), names.range_name(numbers), f"{_tokens(parts):,} tokens"]
    return " | ".join(f for f in facts if f)


def _part_facts(opened: OpenDocument, part: Part, names: PageNames) -> list[str]:
    pages = names.range_name(_page_numbers(opened, part.slice))
    whole = not part.begun and part.slice.next is None
    of = "" if whole else f" of {target_cost(opened, part.target):,}"
    return [fact for fact in (part.target.title, pages, f"{part.slice.tokens:,}{of} tokens") if fact]


def _tokens(parts: Sequence[Part]) -> int:
    return sum(part.slice.tokens for part in parts)


def _page_numbers(opened: OpenDocument, piece: Slice) -> list[int]:
    """First and last physical page of what was rendered; empty without pages."""
    doc = opened.document
    spans = [(s.start, s.end) for s in piece.segments if s.start is not None and s.end is not None and s.end > s.start]
    if not spans or not doc.pages:
        return []
    ends = (page_of(doc, spans[0][0]), page_of(doc, spans[-1][1] - 1))
    return sorted({page.number for page in ends if page is not None})


def target_cost(opened: OpenDocument, target: Target) -> int:
    """What reading the whole target costs, as the outline says it."""
    if target.ref.startswith("s"):
        return opened.costs.section(opened.outline.sections[int(target.ref[1:])])
    if target.ref.startswith("b") and ":" not in target.ref:
        ref = parse_ref(target.ref)
        return opened.costs.blocks(ref.first, (ref.last or ref.first) + 1)
    return render(opened.document, target.spans, costs=opened.costs).tokens


def _next_step(opened: OpenDocument, rest: Rest | None) -> list[str]:
    if rest is None:
        return []
    return [f'Cut here. Continue: read("{opened.document.doc_id}", cursor="{_write_cursor(opened, rest)}")']


def _scope(opened: OpenDocument) -> str:
    return f"{opened.document.doc_id}@{opened.document.rev}"


def _write_cursor(opened: OpenDocument, rest: Rest) -> str:
    refs = "+".join(target.ref for target in rest.targets)
    at = f"@{rest.start}" if rest.start else ""
    return cursors.encode(CALL, _scope(opened), refs + at)


def _read_cursor(opened: OpenDocument, cursor: str, asked: Sequence[Target]) -> Rest:
    """What a cursor leaves to read. Raises ``RequestError`` (bad_cursor) if the call asks for other places besides."""
    refs, _, at = cursors.decode(CALL, _scope(opened), cursor).partition("@")
    targets = [find_target(opened, ref) for ref in refs.split("+")]
    if asked and [t.ref for t in asked][-len(targets) :] != [t.ref for t in targets]:
        raise cursors.bad_cursor(CALL)
    return Rest(targets, Position.parse(at) if at else None)
