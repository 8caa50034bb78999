"""What differs between two wordings: word by word, ``[-old-]{+new+}``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pincite.compare.sequences import Letters as WordLetters
from pincite.fold import fold, fold_text
from pincite.verify.letters import Letters
from pincite.verify.searcher import Searcher, wanted

_KEPT = 6  # words shown before and after a difference
_JOINED = 2  # so few words between two differences are told with them


class _Run(NamedTuple):
    """Words that are the same (``old == new`` to a reader), or those of either side."""

    same: bool
    old: Sequence[str]
    new: Sequence[str]


def same_words(old: str, new: str, *, any_case: bool = False) -> bool:
    """Whether the two say the same: typography, line ends and white space may differ, nothing that carries meaning.
    ``any_case``: nor capitals."""
    if old == new or _plain(old) == _plain(new) or (any_case and fold_text(old) == fold_text(new)):
        return True
    return _stands_in(old, new, any_case=any_case) or _stands_in(new, old, any_case=any_case)


def marked(old: str, new: str) -> Iterator[str]:
    """The new wording with what was left out as ``[-old-]`` and what came in as ``{+new+}``, in pieces of about a
    paragraph; long stretches that are the same are shortened."""
    runs = list(_joined(_runs(old.split(), new.split())))
    last = len(runs) - 1
    for n, run in enumerate(runs):
        if run.same:
            yield " ".join(_shortened(run.new, first=n == 0, last=n == last))
        else:
            out = f"[-{' '.join(run.old)}-]" if run.old else ""
            yield out + (f"{{+{' '.join(run.new)}+}}" if run.new else "")


def _plain(text: str) -> str:
    return " ".join((text if text.isascii() else fold(text).text).split())


def _stands_in(text: str, quote: str, *, any_case: bool) -> bool:
    letters, want = Letters(text), wanted(quote)
    if want is None or letters.text != want.text:
        return False
    return any(any_case or hit.same_case for hit in Searcher(letters).find(want))


def _runs(old: Sequence[str], new: Sequence[str]) -> Iterator[_Run]:
    from rapidfuzz.distance import LCSseq

    letters = WordLetters()
    ours, theirs = (letters.spell([w if w.isascii() else fold(w).text for w in words]) for words in (old, new))
    for op in LCSseq.opcodes(ours, theirs):
        yield _Run(op.tag == "equal", old[op.src_start : op.src_end], new[op.dest_start : op.dest_end])


def _joined(runs: Iterator[_Run]) -> Iterator[_Run]:
    """Neighbouring differences as one, with the few words between them."""
    held: _Run | None = None
    between: _Run | None = None
    for run in runs:
        if run.same:
            if held is None or between is not None or len(run.new) > _JOINED:
                if held is not None:
                    yield held
                if between is not None:
                    yield between
                held = between = None
                yield run
            else:
                between = run
            continue
        if held is None:
            held = run
        elif between is None:
            held = _Run(False, [*held.old, *run.old], [*held.new, *run.new])
        else:
            held = _Run(False, [*held.old, *between.old, *run.old], [*held.new, *between.new, *run.new])
            between = None
    yield from (run for run in (held, between) if run is not None)


def _shortened(words: Sequence[str], *, first: bool, last: bool) -> list[str]:
    head = 0 if first else _KEPT
    tail = 0 if last else _KEPT
    if len(words) <= head + tail + 2:
        return list(words)
    return [*words[:head], "…", *(words[-tail:] if tail else [])]
