"""Blocks as atoms: what a chunk is made of, each small enough for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.chunks.sizes import ChunkSizes
from pincite.markup import block_text
from pincite.model import Block, Document, Span
from pincite.render import boundary
from pincite.tables.forms import Representation, column_names, json_row, melted_row
from pincite.tables.grid import Grid, row_spans


class Atom(NamedTuple):
    """The characters ``start:end`` of a block as ``text`` of so many ``tokens``, a blank line after it included;
    ``lead`` characters at its head repeat the header of a table and belong to an earlier atom."""

    block: Block
    section: int
    start: int
    end: int
    text: str
    tokens: int
    lead: int = 0


class Splitter:
    """Makes the atoms of one document. They leave an eighth of the largest chunk free, for the heading or the lead
    that goes with them."""

    def __init__(self, doc: Document, sizes: ChunkSizes, representation: Representation) -> None:
        self._doc = doc
        self._count = sizes.counter
        self._limit = sizes.maximum - sizes.maximum // 8
        self._optimal = min(max(sizes.optimal, 16), self._limit)
        self._form = representation

    def atoms(self, blocks: Sequence[tuple[Block, int]]) -> list[list[Atom]]:
        """The atoms of each block; blocks come with their sections."""
        texts = [block_text(self._doc, block, block.start, block.end) for block, _ in blocks]
        counts = self._sizes(texts)
        out = []
        for (block, section), text, tokens in zip(blocks, texts, counts, strict=True):
            if block.table is not None and (self._form != "markdown" or tokens > self._limit):
                out.append(list(self._rows(block, section)))
            elif tokens <= self._limit:
                out.append([Atom(block, section, block.start, block.end, text, tokens)])
            else:
                out.append(list(self._sentences(block, section, Span(block.start, block.end), tokens)))
        return out

    def _sizes(self, texts: Sequence[str]) -> list[int]:
        """Tokens with the blank line after each; a leading slash may melt into what stands before."""
        counts = self._count([f"{text}\n\n" for text in texts])
        return [n + 2 if text.startswith("/") else n for n, text in zip(counts, texts, strict=True)]

    def _sentences(self, block: Block, section: int, span: Span, tokens: int) -> Iterator[Atom]:
        """Parts of about the same size, cut after sentences, lines or words."""
        start, end = span
        while start < end:
            if tokens <= self._limit:
                (tokens,) = self._sizes([block_text(self._doc, block, start, end)])
            if tokens <= self._limit:
                yield self._atom(block, section, start, end, tokens)
                return
            stop, size = self._cut(block, start, end, (end - start) // max(2, round(tokens / self._optimal)))
            while stop < end and self._doc.text[stop].isspace():
                stop += 1  # no part is white space alone
            yield self._atom(block, section, start, stop, size)
            start, tokens = stop, max(1, tokens - size)

    def _cut(self, block: Block, start: int, end: int, length: int) -> tuple[int, int]:
        """Where a part of about ``length`` characters ends, and its tokens."""
        while True:
            stop = boundary(self._doc.text, start, min(end, start + max(1, length)), in_table=False)
            (size,) = self._sizes([block_text(self._doc, block, start, stop)])
            if size <= self._limit or stop - start == 1:
                return stop, size
            length = min(stop - start - 1, (stop - start) * self._limit // size)

    def _atom(self, block: Block, section: int, start: int, end: int, tokens: int) -> Atom:
        return Atom(block, section, start, end, block_text(self._doc, block, start, end).rstrip(), tokens)

    # Tables: by rows.

    def _rows(self, block: Block, section: int) -> Iterator[Atom]:
        """Runs of rows, each below the header of the table."""
        assert block.table is not None
        grid = Grid(self._doc.tables[block.table])
        head, rows = row_spans(self._doc.text, block, grid)
        lines = self._lines(grid, rows)
        if not any(lines):  # a header and nothing else
            (tokens,) = self._sizes([block_text(self._doc, block, block.start, block.end)])
            yield from self._sentences(block, section, block.span, tokens)
            return
        title = self._doc.text[head.start : head.end] if self._form == "markdown" else ""
        yield from self._runs(block, section, title, list(zip(rows, lines, strict=True)))

    def _lines(self, grid: Grid, rows: Sequence[Span]) -> list[str]:
        """The text of each row in the form asked for."""
        first = grid.table.n_rows - len(rows)
        if self._form == "markdown":
            return [self._doc.text[row.start : row.end].rstrip("\n") for row in rows]
        if self._form == "melted":
            return [melted_row(grid, first + i) for i in range(len(rows))]
        names = column_names(grid)
        return [json_row(grid, first + i, names) for i in range(len(rows))]

    def _runs(self, block: Block, section: int, title: str, rows: Sequence[tuple[Span, str]]) -> list[Atom]:
        title_size, *sizes = self._count([title, *(f"{line}\n" for _, line in rows)])
        repeated = title if title_size <= self._limit // 2 else ""
        room = self._limit - (title_size if repeated else 0) - 2
        share = _share(sum(sizes), max(self._optimal - title_size, self._optimal // 2, 1), room)
        out: list[Atom] = []
        first = start = block.start
        if title and not repeated:  # a header too large to stand above each part stands alone
            first = start = rows[0][0].start
            out += self._sentences(block, section, Span(block.start, first), title_size)
        run: list[str] = []
        size = 0
        for (row, line), tokens in zip(rows, sizes, strict=True):
            if run and (size + tokens > room or size + tokens / 2 > share):
                out.append(self._run(block, section, Span(start, row.start), repeated, run, first))
                run, start, size = [], row.start, 0
            if tokens > room:
                out += self._sentences(block, section, Span(start, row.end), tokens + title_size)
                start = row.end
            elif line:
                run, size = [*run, line], size + tokens
        if run:
            out.append(self._run(block, section, Span(start, block.end), repeated, run, first))
        return [*out[:-1], out[-1]._replace(end=block.end)]  # rows without text at the end go with those before

    def _run(self, block: Block, section: int, span: Span, title: str, lines: Sequence[str], first: int) -> Atom:
        text = (title + "\n".join(lines)).rstrip()
        (tokens,) = self._sizes([text])
        lead = len(title) if span.start != first and title else 0
        return Atom(block, section, span.start, span.end, text, tokens, lead)


def _share(total: int, wanted: int, room: int) -> float:
    """The size of parts that are alike and near what is wanted."""
    return min(room, total / max(1, round(total / wanted)))
