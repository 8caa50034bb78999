"""Damages documents on purpose, opens them through a server and judges what it does: it must refuse them with a code or
read them, within its limits of time and memory, and touch nothing that is not its own.

    python -m benchmarks.fuzz [--format pdf ...] [--count 2000] [--seed 1] [--seeds-from FOLDER ...] [--out FOLDER]
    python -m benchmarks.fuzz --replay FILE ...     judges saved inputs again
    python -m benchmarks.fuzz --shrink FILE         makes a saved input as small as its fault allows

Input n of a seed is the same each time, on the same seed documents. The parse runs in a worker of the pool, as in the
server; one input of ten goes through all tools over the protocol. An input with a finding is saved with its seed and
number, and beside it what was found; of findings with one cause only the first few are.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import anyio

from benchmarks.fuzzing.seeds import MUTATORS, SUFFIXES, seeds_of
from benchmarks.fuzzing.trial import Finding, Trial, server_on_trial

_SAVED = 3  # of findings with one cause
_MB = 1_000_000
_LARGEST = 2 * _MB  # an input beyond this only takes time
_TELL_EVERY = 100
_TOOLS_EACH = 10  # inputs: the tools take ten times as long as the parse


class Tally:
    """What a run over one format has found so far."""

    def __init__(self, format: str, out: Path) -> None:
        self.format = format
        self.inputs = self.opened = 0
        self.codes: Counter[str] = Counter()
        self.findings: Counter[str] = Counter()
        self.peak_mb = self.cpu = 0.0
        self._out = out

    def add(self, finding: Finding, data: bytes, name: str) -> None:
        """Counts the finding, and saves its input."""
        self.findings[finding.place] += 1
        if self.findings[finding.place] > _SAVED:
            return
        self._out.mkdir(parents=True, exist_ok=True)
        path = self._out / f"{name}-{finding.kind}{SUFFIXES[self.format][0]}"
        path.write_bytes(data)
        path.with_name(path.name + ".why").write_text(f"{finding.place}\n\n{finding.words}\n")
        print(f"  {path}: {finding.place}", flush=True)

    def tell(self, begun: float) -> None:
        refused = ", ".join(f"{count} {code}" for code, count in self.codes.most_common())
        print(
            f"{self.format:9} {self.inputs:6} inputs: {self.opened} opened, {refused or 'none'} refused; "
            f"{sum(self.findings.values())} findings of {len(self.findings)} kinds; peak {self.peak_mb:.0f} MB, "
            f"slowest {self.cpu:.1f} CPU s; {time.monotonic() - begun:.0f} s",
            flush=True,
        )


def made(format: str, seeds: Sequence[bytes], seed: int, number: int) -> bytes:
    """Input ``number`` of a run."""
    chance = Random(f"{format} {seed} {number}")
    data: bytes = MUTATORS[format](chance.choice(seeds), seeds, chance)
    return data[:_LARGEST]


async def fuzz(format: str, seeds: Sequence[bytes], seed: int, numbers: range, out: Path) -> Tally:
    """Judges the inputs of these numbers."""
    tally, begun, left = Tally(format, out), time.monotonic(), list(numbers)
    while left:
        try:
            async with server_on_trial() as trial:
                while left:
                    await _one(trial, tally, made(format, seeds, seed, left[0]), f"{format}-{seed}-{left[0]}")
                    left.pop(0)
                    if tally.inputs % _TELL_EVERY == 0:
                        tally.tell(begun)
        except Exception as error:  # the server itself is gone: the worst of all findings, and the run goes on
            tally.add(
                Finding("crash", f"the server ended: {error!r}"), made(format, seeds, seed, left[0]), f"{left[0]}"
            )
            left.pop(0)
    tally.tell(begun)
    return tally


async def _one(trial: Trial, tally: Tally, data: bytes, name: str) -> None:
    finding, code, facts = await trial.judge(data, SUFFIXES[tally.format][0], tools=tally.inputs % _TOOLS_EACH == 0)
    tally.inputs += 1
    tally.peak_mb, tally.cpu = max(tally.peak_mb, facts.peak_mb), max(tally.cpu, facts.cpu)
    if finding is not None:
        tally.add(finding, data, name)
    elif code:
        tally.codes[code] += 1
    else:
        tally.opened += 1


async def replay(files: Sequence[Path]) -> int:
    """Judges saved inputs; how many still have a finding."""
    wrong = 0
    async with server_on_trial() as trial:
        for path in files:
            finding, code, facts = await trial.judge(path.read_bytes(), path.suffix)
            wrong += finding is not None
            said = f"{finding.place}\n{finding.words}" if finding else code or "opened"
            print(f"{path.name}: {facts.cpu:.1f} CPU s, {facts.peak_mb:.0f} MB, {said}", flush=True)
    return wrong


async def shrink(path: Path) -> Path:
    """A smaller file with the same finding, saved beside it: pieces go as long as the finding stays."""
    data = path.read_bytes()
    async with server_on_trial() as trial:
        before = (await trial.judge(data, path.suffix)).finding
        if before is None:
            raise SystemExit(f"{path.name} has no finding")
        step = len(data) // 2
        while step:
            at = 0
            while at < len(data):
                fewer = data[:at] + data[at + step :]
                found = (await trial.judge(fewer, path.suffix)).finding
                if found is not None and found.place == before.place:
                    data = fewer
                else:
                    at += step
            step //= 2
    small = path.with_name(f"{path.stem}-small{path.suffix}")
    small.write_bytes(data)
    print(f"{small}: {len(data)} bytes, {before.place}")
    return small


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", action="append", choices=list(MUTATORS), help="may be repeated; all without it")
    parser.add_argument("--count", type=int, default=2000, help="inputs of each format")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--seeds-from", action="append", type=Path, default=[], metavar="FOLDER")
    parser.add_argument("--largest-kb", type=int, default=60, help="larger files of the folders are left out")
    parser.add_argument("--out", type=Path, default=Path("out/fuzz"))
    parser.add_argument("--replay", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--shrink", type=Path, metavar="FILE")
    options = parser.parse_args()
    if options.replay:
        sys.exit(anyio.run(replay, options.replay) > 0)
    if options.shrink:
        anyio.run(shrink, options.shrink)
        return
    tallies = []
    for format in options.format or MUTATORS:
        seeds = seeds_of(format, options.seeds_from, options.largest_kb)
        numbers = range(options.first, options.first + options.count)
        tallies.append(anyio.run(fuzz, format, seeds, options.seed, numbers, options.out))
    for tally in tallies:
        for place, count in tally.findings.most_common():
            print(f"{tally.format:9} {count:5} {place}")
    sys.exit(any(tally.findings for tally in tallies))


if __name__ == "__main__":
    main()
