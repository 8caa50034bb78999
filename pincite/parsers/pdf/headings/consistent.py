"""Headings of one kind stand or fall together: what most parts of a numbered row are, the others are too."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.titles import ends_sentence, verb_count

_ROW = 3  # parts that make a row
_MOST = 0.6  # of a row that are headings: so are the others that look the same
_FEW = 0.2  # of a row that are headings: neither are these
_NEAR = -4.2  # a score below which something else than its look spoke against a part
_WORDS = 14
_SURE = 0.5


def weigh_rows(candidates: Sequence[Candidate], threshold: float) -> None:
    """Raises the parts of a numbered row that are no headings where most of the row, in the same look, are; and lowers
    the few that are where most are not."""
    rows: dict[Hashable, list[Candidate]] = defaultdict(list)
    for c in candidates:
        if c.counted is not None:
            rows[id(c.counted.chain)].append(c)
    for row in rows.values():
        if len(row) >= _ROW:
            _settle(row, threshold)


def _settle(row: Sequence[Candidate], threshold: float) -> None:
    looks: dict[Hashable, list[Candidate]] = defaultdict(list)
    for c in row:
        looks[c.look.face, c.look.caps].append(c)
    for alike in looks.values():
        heads = [c for c in alike if c.short and c.score >= threshold]
        if len(alike) >= _ROW and len(heads) >= _MOST * len(alike):
            for c in alike:
                if c.short and _NEAR < c.score < threshold and _is_title(c):
                    c.weigh(threshold + _SURE - c.score, "as the other parts of its row")
        elif len(heads) <= _FEW * len(alike):
            for c in heads:
                if not (c.bookmark or c.tag or c.indent or c.run_in) and c.score < threshold + 2:
                    c.weigh(threshold - _SURE - c.score, "")


def _is_title(c: Candidate) -> bool:
    """Whether its words could be a title: short, and no sentence."""
    words = len(c.text.split())
    return (
        words <= _WORDS
        and len(c.block.lines) <= 3
        and not (words > 6 and (verb_count(c.text) or ends_sentence(c.text)))
    )
