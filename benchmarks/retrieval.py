"""How well chunks are found: recall of the pages with the evidence, and what the hits cost.

    python -m benchmarks.retrieval GROUNDTRUTH [--files ROOT] [--docslicer-python PYTHON] [--keep DIR]

GROUNDTRUTH holds ``financebench/`` (``*.jsonl`` and ``doc_name_to_file.json``) and ``mmlongbench-doc/``
(``samples*.json`` and ``doc_id_to_file.json``); ROOT is what their paths are relative to (the folder above). The same
BM25 ranks the chunks of each document by each question; the best five are its hits. Compared are our chunks, windows of
500 tokens over the plain text, and the chunks of docslicer by the interpreter that has it. ``--keep`` keeps parsed
documents between runs.

"in 2000 tokens": the share of the pages with evidence that the best hits stand on, of as many as fit into so many
tokens, averaged over questions. It compares what a reader gets for the same money, whatever the sizes of chunks;
recall@5 alone favours those that are large. recall/1k: recall@5 for each thousand tokens of the hits. A chunk of
docslicer tells only the page on which it begins; it is given all pages up to the one on which the next chunk begins.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import pincite
from pincite.cache.codec import CorruptEntry, decode, encode
from pincite.costs import count_each
from pincite.library import ParseResult

K1, B = 1.2, 0.75
HITS = 5
BUDGETS = (500, 1000, 2000, 4000)  # tokens
WINDOW = 500
_WORD = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_STOP = frozenset(
    "a an and are as at be by did do does for from has have how in is it its of on or that the this to was were what "
    "which who with".split()
)
_PEER = """
import json, sys, docslicer
def main():
    chunks = docslicer.parse_document(sys.argv[1], max_workers=1).chunks
    print(json.dumps([[c.text, c.page_number] for c in chunks]))
if __name__ == "__main__":
    main()
"""


class Question(NamedTuple):
    """A question on a file, and the physical pages that hold the evidence."""

    source: str
    file: str
    text: str
    pages: frozenset[int]


class Passage(NamedTuple):
    """What is ranked, and the physical pages that it stands on."""

    text: str
    pages: frozenset[int]


class Score(NamedTuple):
    """Means over questions: ``recall`` of the best ``HITS``, ``budgeted`` of as many as fit into each of ``BUDGETS``;
    ``tokens`` and ``pages`` of one hit."""

    recall: float
    budgeted: tuple[float, ...]
    tokens: float
    pages: float

    @property
    def per_thousand(self) -> float:
        """Recall for each thousand tokens of hits."""
        return self.recall / (HITS * self.tokens / 1000)

    def __str__(self) -> str:
        within = " ".join(f"{share:7.3f}" for share in self.budgeted)
        return f"{self.recall:8.3f} {self.tokens:10.0f} {self.per_thousand:9.3f}   {within} {self.pages:9.2f}"

    def beats(self, other: Score) -> bool:
        """Whether it is ahead for each token, and within each of ``BUDGETS``."""
        pairs = zip((self.per_thousand, *self.budgeted), (other.per_thousand, *other.budgeted), strict=True)
        return all(ours > theirs for ours, theirs in pairs)


def questions(folder: Path) -> Iterator[Question]:
    """Those of both sets that name pages."""
    bench = folder / "financebench"
    files = json.loads((bench / "doc_name_to_file.json").read_text())
    for path in sorted(bench.glob("*.jsonl")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            pages = frozenset(e["evidence_page_num"] + 1 for e in row["evidence"])
            yield Question("financebench", files[row["doc_name"]], row["question"], pages)
    bench = folder / "mmlongbench-doc"
    files = json.loads((bench / "doc_id_to_file.json").read_text())
    for path in sorted(bench.glob("samples*.json")):
        for row in json.loads(path.read_text()):
            if pages := frozenset(json.loads(row["evidence_pages"])):
                yield Question("mmlongbench-doc", files[row["doc_id"]], row["question"], pages)


def words(text: str) -> list[str]:
    """Words in lower case, without a plural s, stop words left out."""
    found = (word.lower() for word in _WORD.findall(text))
    return [w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in found if w not in _STOP]


class Bm25:
    """Ranks passages."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        counts = [Counter(words(p.text)) for p in passages]
        self._n = len(counts)
        lengths = [sum(c.values()) for c in counts]
        mean = sum(lengths) / max(1, self._n)
        self._norms = [K1 * (1 - B + B * length / mean) for length in lengths]
        self._holders: dict[str, list[tuple[int, int]]] = {}
        for i, found in enumerate(counts):
            for word, count in found.items():
                self._holders.setdefault(word, []).append((i, count))

    def best(self, query: str, limit: int = HITS) -> list[int]:
        """The indexes of the passages that fit best."""
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words(query)):
            holders = self._holders.get(word, [])
            rarity = math.log(1 + (self._n - len(holders) + 0.5) / (len(holders) + 0.5))
            for i, count in holders:
                scores[i] += rarity * count * (K1 + 1) / (count + self._norms[i])
        return sorted(scores, key=lambda i: (-scores[i], i))[:limit]


class Corpus:
    """The documents, parsed once."""

    def __init__(self, root: Path, kept: Path, docslicer: str | None) -> None:
        self._root, self._kept, self._docslicer = root, kept, docslicer

    def result(self, file: str) -> ParseResult:
        """By us."""
        kept = self._kept / f"{Path(file).name}.pincite"
        with suppress(OSError, CorruptEntry):  # not there, or of another version
            return ParseResult(decode(kept.read_bytes()))
        result = pincite.parse_document(self._root / file)
        kept.write_bytes(encode(result.document))
        return result

    def ours(self, file: str) -> list[Passage]:
        """Our chunks as they are."""
        return [Passage(c.text, frozenset(c.page_numbers)) for c in self.result(file).chunks]

    def windows(self, file: str) -> list[Passage]:
        """The plain text of the pages in windows of ``WINDOW`` tokens that do not overlap, cut between words."""
        pieces = [
            (page.number, piece)
            for page in self.result(file).pages
            for piece in re.findall(r"\s*\S+", f"\n{page.text}")
        ]
        sizes = count_each([piece for _, piece in pieces])
        out: list[Passage] = []
        text, pages, room = "", set[int](), WINDOW
        for (page, piece), size in zip(pieces, sizes, strict=True):
            if text and size > room:
                out.append(Passage(text, frozenset(pages)))
                text, pages, room = "", set(), WINDOW
            text, room = text + piece, room - size
            pages.add(page)
        return [*out, Passage(text, frozenset(pages))]

    def peer(self, file: str) -> list[Passage]:
        """The chunks of docslicer as they are."""
        kept = self._kept / f"{Path(file).name}.docslicer.json"
        if not kept.exists():
            assert self._docslicer is not None
            print(f"{'':16} docslicer reads {file}", flush=True)
            command = [self._docslicer, "-c", _PEER, str(self._root / file)]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
            kept.write_text(done.stdout.splitlines()[-1])
        rows = json.loads(kept.read_text())
        starts = [row[1] or 1 for row in rows]
        ends = [max(a, b) for a, b in zip(starts, [*starts[1:], starts[-1]], strict=True)] if rows else []
        return [Passage(text, frozenset(range(a, b + 1))) for (text, *_), a, b in zip(rows, starts, ends, strict=True)]


def score(asked: Sequence[Question], passages: Callable[[str], list[Passage]]) -> Score:
    """Means over the questions."""
    recalls: list[float] = []
    budgeted: list[list[float]] = []
    hits: list[tuple[int, int]] = []
    for file in dict.fromkeys(question.file for question in asked):
        ranked = passages(file)
        index = Bm25(ranked)
        tokens = count_each([p.text for p in ranked])
        for question in asked:
            if question.file != file:
                continue
            best = index.best(question.text, 20 * HITS)
            spent = list(accumulate(tokens[i] for i in best))
            recalls.append(recall(question, [ranked[i] for i in best[:HITS]]))
            fitting = [[ranked[i] for i, n in zip(best, spent, strict=True) if n <= room] for room in BUDGETS]
            budgeted.append([recall(question, part) for part in fitting])
            hits += [(tokens[i], len(ranked[i].pages)) for i in best[:HITS]]
    within = tuple(map(fmean, zip(*budgeted, strict=True)))
    return Score(fmean(recalls), within, fmean(t for t, _ in hits), fmean(p for _, p in hits))


def recall(question: Question, hits: Sequence[Passage]) -> float:
    """The share of the pages with evidence that the hits stand on."""
    return len(question.pages & {page for hit in hits for page in hit.pages}) / len(question.pages)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groundtruth", type=Path)
    parser.add_argument("--files", type=Path, default=None)
    parser.add_argument("--docslicer-python", metavar="PYTHON", default=None, help="the interpreter that has docslicer")
    parser.add_argument("--keep", type=Path, default=None, metavar="DIR")
    options = parser.parse_args()
    asked = list(questions(options.groundtruth))
    with tempfile.TemporaryDirectory() as temporary:
        kept = options.keep or Path(temporary)
        kept.mkdir(parents=True, exist_ok=True)
        peer = options.docslicer_python
        if missing := _missing(peer):
            print(f"docslicer is left out: {missing}")
        corpus = Corpus(options.files or options.groundtruth.parent, kept, peer)
        kinds: dict[str, Callable[[str], list[Passage]]] = {
            "pincite": corpus.ours,
            f"{WINDOW}-token windows": corpus.windows,
        }
        if not missing:
            kinds["docslicer"] = corpus.peer
        head = " ".join(f"in {room:4}" for room in BUDGETS)
        print(f"{'set':16} {'chunks':18} questions recall@{HITS} tokens/hit recall/1k   {head} pages/hit")
        for source in (*dict.fromkeys(q.source for q in asked), "all"):
            chosen = [q for q in asked if source in (q.source, "all")]
            scores = {}
            for name, passages in kinds.items():
                scores[name] = score(chosen, passages)
                print(f"{source:16} {name:18} {len(chosen):9} {scores[name]}", flush=True)
    ours, *others = scores.values()
    ahead = all(ours.beats(other) for other in others)
    print(f"pincite is {'' if ahead else 'NOT '}ahead for each token and within each of {BUDGETS} tokens")
    sys.exit(not ahead)


def _missing(python: str | None) -> str:
    """Why docslicer cannot be compared; empty where it can."""
    if python is None:
        return "--docslicer-python names the interpreter that has it"
    try:
        done = subprocess.run([python, "-c", "import docslicer"], capture_output=True, text=True, check=False)
    except OSError as error:
        return f"{python} does not start: {error.strerror}"
    return f"{python} cannot import it" if done.returncode else ""


if __name__ == "__main__":
    main()
