"""A document in lines of text for a person: the health of each page, each block, and why it was taken for that."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import NamedTuple

from pincite.health import page_health, page_ranges, troubles
from pincite.model import Block, Document, Kind, Role
from pincite.parsers.pdf.engine import numbered
from pincite.parsers.pdf.health import measure
from pincite.parsers.pdf.layout import Layout

_WORDS = 70  # characters of a block that are shown
_KIND = 17  # characters; the longest usual kind with its level


class Notes(NamedTuple):
    """What the layout knows beyond the document: the evidence of each block, and the numbers of each page."""

    evidence: Mapping[int, list[str]]
    pages: Mapping[int, str]


NO_NOTES = Notes({}, {})


def notes_of(layout: Layout) -> Notes:
    """The notes of an analysed PDF."""
    evidence = {
        id: [*block.evidence, *(block.table.evidence if block.table else ())]
        for block, id in numbered(layout)
        if id is not None
    }
    pages = {}
    for page in layout.pages:
        found = measure(page)
        parts = [f"{found.words} words"]
        parts += [f"{found.hidden} hidden"] if found.hidden else []
        parts += [f"{found.garbled:.0%} garbled"] if found.garbled else []
        parts += [f"pictures {found.images:.0%}"] if found.images else []
        if (ocr := page.recognition) is not None:
            parts += [f"OCR {ocr.confidence:.0f} % ({ocr.reason})"]
            parts += [f"straightened by {-ocr.degrees:.1f} degrees"] if ocr.degrees else []
        pages[page.number] = ", ".join(parts)
    return Notes(evidence, pages)


def report(doc: Document, notes: Notes, pages: Collection[int], *, blocks: bool = True) -> Iterator[str]:
    """The lines for these physical pages (all blocks, where the format has no pages), then what is wrong. ``blocks``:
    with the blocks of each page."""
    yield _head(doc)
    on_page: dict[int, list[Block]] = {}
    for block in doc.blocks:
        on_page.setdefault(block.regions[0].page if block.regions else 0, []).append(block)
    if blocks:
        yield from _blocks(doc, on_page.get(0, []), notes)
    for health, page in zip(page_health(doc), doc.pages, strict=True):
        if page.number not in pages:
            continue
        states = ", ".join(state.value for state in health.states)
        label = f" (label {page.label}, {page.label_source.value})" if page.label else ""
        counts = notes.pages.get(page.number, "")
        yield f"page {page.number}{label}  {states}" + (f"  {counts}" if counts else "")
        if blocks:
            yield from _blocks(doc, on_page.get(page.number, []), notes)
    yield from trouble_lines(doc, str)


def trouble_lines(doc: Document, name: Callable[[int], str]) -> Iterator[str]:
    """A line for each kind of trouble; ``name`` gives the name of a page."""
    for trouble in troubles(doc):
        where = f", {page_ranges(trouble.pages, name)}" if trouble.pages else ""
        yield f"warning {trouble.code}{where}: {trouble.text}"


def _head(doc: Document) -> str:
    kinds: dict[str, int] = {}
    for block in doc.blocks:
        kinds[block.kind.value] = kinds.get(block.kind.value, 0) + 1
    counts = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items(), key=lambda item: -item[1]))
    pages = f"{len(doc.pages)} pages, " if doc.pages else ""
    return f"{doc.source}  {doc.format}, {pages}{len(doc.blocks)} blocks ({counts or 'none'})"


def _blocks(doc: Document, blocks: list[Block], notes: Notes) -> Iterator[str]:
    for block in blocks:
        level = f" {block.level}" if block.level else ""
        role = f"/{block.role.value}" if block.role is not Role.BODY and not block.kind.is_furniture else ""
        last = block.regions[-1].page if block.regions else 0
        goes_on = f"  (to page {last})" if block.regions and last != block.regions[0].page else ""
        evidence = notes.evidence.get(block.id)
        why = f"  <- {'; '.join(evidence)}" if evidence else ""
        what = f"{block.kind.value}{level}{role}"
        yield f"  {f'b{block.id}':<6}{what:<{_KIND}} {_words(doc, block)}{goes_on}{why}"


def _words(doc: Document, block: Block) -> str:
    if block.kind is Kind.TABLE and block.table is not None:
        table = doc.tables[block.table]
        heads = min((c.row for c in table.cells if not c.is_header), default=table.n_rows)
        first = " | ".join(c.text for c in table.cells if c.row == 0)
        size = f"{table.n_rows} x {table.n_cols}, {heads} header row{'' if heads == 1 else 's'}"
        return f"t{table.id}: {size}: {_short(first)}"
    return _short(doc.text[block.start : block.end])


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _WORDS else flat[: _WORDS - 1].rstrip() + "…"
