"""A document -> its chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pincite.chunks.atoms import Atom, Splitter
from pincite.chunks.chunk import Chunk, ChunkPart, unmarked
from pincite.chunks.packing import Pack, Packer
from pincite.chunks.sizes import DEFAULT_SIZES, ChunkSizes
from pincite.markup import BLANK_LINE, heading_marks, page_cites
from pincite.model import BBox, Block, Document, Kind, Region, Span
from pincite.outline import Outline, Section
from pincite.selection import READ, Selection
from pincite.spans import page_number, regions_in
from pincite.tables.forms import Representation


def make_chunks(
    doc: Document,
    outline: Outline,
    *,
    sizes: ChunkSizes = DEFAULT_SIZES,
    selection: Selection = READ,
    representation: Representation = "markdown",
) -> list[Chunk]:
    """The chunks in reading order. Each character of the blocks that ``selection`` takes is in exactly one of them
    (``ChunkPart.span``). ``representation`` is how tables are written."""
    packs = _packs(doc, outline, sizes, selection, representation)
    maker = _Maker(doc, outline)
    texts = [BLANK_LINE.join(atom.text for atom in pack.atoms) for pack in packs]
    tokens = sizes.counter(texts)
    return [maker.chunk(i, pack, texts[i], tokens[i]) for i, pack in enumerate(packs)]


def _packs(
    doc: Document, outline: Outline, sizes: ChunkSizes, selection: Selection, representation: Representation
) -> list[Pack]:
    """Section by section from the last, so that the sections below are packed before the one around them."""
    sections = outline.sections
    own = [[block for block in _own_blocks(doc, outline, s) if selection.takes(block)] for s in sections]
    atoms = iter(Splitter(doc, sizes, representation).atoms([(b, s.id) for s in sections for b in own[s.id]]))
    packer = Packer(sizes)
    packs = [packer.section([atom for _ in blocks for atom in next(atoms)]) for blocks in own]
    for section in reversed(sections):
        units = [packs[section.id], *(packs[child.id] for child in outline.children(section.id))]
        packs[section.id] = packer.siblings(units) if sizes.merge else _chained(units)
    tops = [packs[section.id] for section in outline.roots]
    return packer.siblings(tops) if sizes.merge else _chained(tops)


def _own_blocks(doc: Document, outline: Outline, section: Section) -> tuple[Block, ...]:
    """The blocks of a section that are in none of those below it."""
    children = outline.children(section.id)
    return doc.blocks[section.start : children[0].start if children else section.end]


def _chained(units: Iterable[list[Pack]]) -> list[Pack]:
    return [pack for unit in units for pack in unit]


class _Maker:
    """Makes the chunks of packs."""

    def __init__(self, doc: Document, outline: Outline) -> None:
        self._doc = doc
        self._paths = [tuple(_steps(doc, outline, s)) for s in outline.sections]
        self._cites = page_cites(doc)

    def chunk(self, id: int, pack: Pack, text: str, tokens: int) -> Chunk:
        boxes = _boxes(region for atom in pack.atoms for region in _regions(atom))
        parts = tuple(self._parts(pack))
        path = _common([p.path for p in parts if p.kind is not Kind.HEADING] or [p.path for p in parts])
        blocks = {atom.block.id: atom.block for atom in pack.atoms}.values()
        page = next((part.page_number for part in parts if part.page_number is not None), None)
        return Chunk(
            id=id,
            text=text,
            path=path,
            heading=unmarked(path[-1]) if path else None,
            role=pack.role,
            page_number=page,
            page_label=self._cite(page),
            page_numbers=tuple(boxes),
            page_labels=tuple(self._cites.get(n, str(n)) for n in boxes),
            table_ids=tuple(b.table for b in blocks if b.table is not None),
            chart_ids=tuple(b.chart for b in blocks if b.chart is not None),
            links=tuple(dict.fromkeys(uri for atom in pack.atoms for uri in _links(atom))),
            boxes=tuple((page, box) for page, box in boxes.items() if box is not None),
            tokens=tokens,
            anchor=self._anchor(pack.atoms),
            parts=parts,
        )

    def _parts(self, pack: Pack) -> Iterator[ChunkPart]:
        at = 0
        for atom in pack.atoms:
            end = at + len(atom.text)
            page = page_number(atom.block, atom.start)
            span = Span(atom.start, atom.end)
            yield ChunkPart(atom.block.id, atom.block.kind, at, end, span, self._paths[atom.section], page)
            at = end + len(BLANK_LINE)

    def _cite(self, number: int | None) -> str | None:
        return None if number is None else self._cites.get(number, str(number))

    def _anchor(self, atoms: list[Atom]) -> str:
        """The smallest reference that names all of it: a part of a block only where there is nothing else."""
        first, last = atoms[0], atoms[-1]
        ref = f"b{first.block.id}"
        if first.block.id != last.block.id:
            ref += f"-b{last.block.id}"
        elif (first.start, last.end) != first.block.span:
            ref += f":{first.start - first.block.start}-{last.end - first.block.start}"
        return f"pincite://doc/{self._doc.doc_id}@{self._doc.rev}/{ref}"


def _steps(doc: Document, outline: Outline, section: Section) -> Iterator[str]:
    for around in outline.path(section.id):
        if around.kind == "heading":
            heading = next(b for b in doc.blocks[around.start : around.end] if b.kind.is_heading)
            yield heading_marks(heading) + around.title


def _common(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    """The steps that all begin with."""
    shortest = min(paths, key=len)
    n = next((i for i, step in enumerate(shortest) if any(path[i] != step for path in paths)), len(shortest))
    return shortest[:n]


def _regions(atom: Atom) -> Iterable[Region]:
    if (atom.start, atom.end) == atom.block.span:
        return atom.block.regions
    return regions_in(atom.block, Span(atom.start, atom.end))


def _links(atom: Atom) -> Iterator[str]:
    for link in atom.block.links:
        if link.uri is not None and link.start < atom.end and link.end > atom.start:
            yield link.uri


def _boxes(regions: Iterable[Region]) -> dict[int, BBox | None]:
    """For each page, in order, the box around all that is on it; ``None`` where places are unknown."""
    found: dict[int, list[BBox]] = {}
    for region in regions:
        on = found.setdefault(region.page, [])
        if region.bbox is not None:
            on.append(region.bbox)
    return {page: _around(boxes) for page, boxes in found.items()}


def _around(boxes: list[BBox]) -> BBox | None:
    if len(boxes) < 2:
        return boxes[0] if boxes else None
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return BBox(min(x0), min(y0), max(x1), max(y1))
