"""Starts a server over HTTP, with everything switched on, and has the protocol's own tools look at it.

    python scripts/ask_server.py [--conformance PROGRAM] [--inspector PROGRAM]

Ends with 1 where one of them finds fault, and prints what it said. ``scripts/judge_protocol.sh`` installs the two.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from reportlab.lib.styles import getSampleStyleSheet
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table, TableStyle

ROOT = Path(__file__).parents[1]
REVISIONS = ("2026-07-28", "2025-11-25")
ERAS = ("modern", "legacy")
READY_S = 60
LONGEST_S = 300  # for one run of a tool; all of them together take half a minute of two cores
REFUSED = {"export_document": "[not_here]"}  # what a shared server lists and does not do: others' files are not its own
QUOTE = "Sales of pumps rose by 4 percent"


class FaultError(Exception):
    """What a tool found, or why it could not look."""


def calls(first: str, second: str, last: str, anchor: str) -> dict[str, dict[str, Any]]:
    """Arguments for every tool that may be listed: the ids of two documents that are open and of one that may be
    forgotten, and a place in the first."""
    cited = {"doc_id": first, "quote": QUOTE}
    return {
        "open_document": {"source": "first.pdf"},
        "list_documents": {"limit": 2},
        "get_outline": {"doc_id": first},
        "read": {"doc_id": first, "refs": ["all"]},
        "search": {"query": "pumps", "doc_ids": [first, second]},
        "get_table": {"doc_id": first, "table": "t0", "format": "json"},
        "verify_citations": {"citations": [cited, {"doc_id": first, "quote": "Sales fell"}]},
        "export_document": {"doc_id": first, "format": "markdown"},
        "view_page": {"doc_id": first, "highlight": QUOTE},
        "compare_documents": {"doc_a": first, "doc_b": second},
        "show_sources": {"question": "How were sales?", "read": [{"doc_id": first, "refs": ["all"]}], "cited": [cited]},
        "show_citation": {"uri": anchor},
        "card_page": {"doc_id": first, "page": 1},
        "forget_document": {"doc_id": last},
    }


def draw(path: Path, year: int) -> None:
    """A small report with a heading, a table and the quote."""
    styles = getSampleStyleSheet()
    grid = TableStyle([("GRID", (0, 0), (-1, -1), 0.5, "black")])
    table = Table([["", str(year), str(year - 1)], ["Sales", "104", "100"], ["Costs", "60", "58"]], style=grid)
    story = [
        Paragraph("Report on pumps", styles["Title"]),
        Paragraph("Sales", styles["Heading1"]),
        Paragraph(f"{QUOTE} in {year}.", styles["BodyText"]),
        table,
        Paragraph("Outlook", styles["Heading1"]),
        Paragraph("Growth goes on, as far as anybody can tell.", styles["BodyText"]),
    ]
    SimpleDocTemplate(str(path), title=f"Pumps {year}").build(story)


@contextmanager
def serving(directory: Path) -> Iterator[str]:
    """The address of a server that is ready. Raises ``FaultError`` with its log where it does not become so."""
    library, log = directory / "library", directory / "log"
    library.mkdir()
    for year, name in enumerate(("first", "second", *(f"last-{era}" for era in ERAS)), 2025):
        draw(library / f"{name}.pdf", year)
    command = [sys.executable, "-m", "pincite", "serve", "--transport", "http", "--port", "0", "--root", str(library)]
    command += ["--cache-dir", str(directory / "cache"), "--show-citation", "true", "--rate-limit", "0"]
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PINCITE_")}
    with log.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(command, cwd=ROOT, env=plain, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
    try:
        yield _ready(process, log)
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _ready(process: subprocess.Popen[bytes], log: Path) -> str:
    until = time.monotonic() + READY_S
    while time.monotonic() < until and process.poll() is None:
        if found := re.search(r'"url": "(http://[^"]+)/mcp"', log.read_text(encoding="utf-8")):
            try:
                with urllib.request.urlopen(f"{found[1]}/readyz", timeout=10):
                    return found[1]
            except (urllib.error.URLError, OSError):
                pass
        time.sleep(0.2)
    raise FaultError("The server did not become ready:\n" + log.read_text(encoding="utf-8"))


def run(command: list[str], status: int = 0) -> str:
    """What a tool prints. Raises ``FaultError`` with all it says where it ends with another status, or does not."""
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LONGEST_S)
    except subprocess.TimeoutExpired as error:
        raise FaultError(f"{' '.join(command)} did not end.\n{error.stdout or b''!r}") from None
    if done.returncode != status:
        raise FaultError(f"{' '.join(command)} ended with {done.returncode}.\n{done.stdout}{done.stderr}")
    return done.stdout


def conform(program: str, url: str, revision: str, directory: Path) -> str:
    """Runs the scenarios of one revision."""
    baseline = f"scripts/conformance-{revision}.yml"
    command = [program, "server", "--url", f"{url}/mcp", "--requirements", revision, "-o", str(directory / revision)]
    told = run([*command, "--expected-failures", baseline])
    passed = len(re.findall(r"^✓ ", told, re.MULTILINE))
    return f"conformance {revision}: {passed} scenarios pass, the others are those of its baseline"


def inspect(program: str, url: str, era: str) -> str:
    """Lists and calls the tools as a client of one era. The inspector holds each result against its schema."""

    def ask(method: str, *more: str, status: int = 0) -> dict[str, Any]:
        command = [program, "--cli", f"{url}/mcp", "--protocol-era", era, "--advertise-apps", "--format", "json", "-q"]
        result: dict[str, Any] = json.loads(run([*command, "--method", method, *more], status))["result"]
        return result

    def call(name: str, arguments: dict[str, Any], status: int = 0) -> dict[str, Any]:
        return ask("tools/call", "--tool-name", name, "--tool-args-json", json.dumps(arguments), status=status)

    def opened(name: str) -> str:
        text = call("open_document", {"source": f"{name}.pdf"})["content"][0]["text"]
        return str(re.findall(r"\b[a-z2-7]{12}\b", text)[0])

    tools = [tool["name"] for tool in ask("tools/list", "--strict")["tools"]]
    first, second, last = map(opened, ("first", "second", f"last-{era}"))
    quoted = {"citations": [{"doc_id": first, "quote": QUOTE}]}
    (checked,) = call("verify_citations", quoted)["structuredContent"]["results"]
    arguments = calls(first, second, last, checked["places"][0]["anchor"])
    if lacking := set(tools) - set(arguments):
        raise FaultError(f"{', '.join(sorted(lacking))}: no arguments stand in {Path(__file__).name}.")
    for name in tools:
        wanted = REFUSED.get(name, "")
        if wanted not in str(call(name, arguments[name], 5 if wanted else 0)["content"]):
            raise FaultError(f"{name} ({era}) was to be refused: {wanted}")
    return f"inspector, {era}: {len(tools)} tools listed and called"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--conformance")
    parser.add_argument("--inspector")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, serving(Path(name)) as url:
        looks: list[Callable[[], str]] = []
        if wanted.conformance:
            looks += [partial(conform, wanted.conformance, url, revision, Path(name)) for revision in REVISIONS]
        if wanted.inspector:
            looks += [partial(inspect, wanted.inspector, url, era) for era in ERAS]
        with ThreadPoolExecutor(4) as pool:
            told = [pool.submit(look) for look in looks]
        for each in told:
            print(f"judges: {each.result()}")


if __name__ == "__main__":
    try:
        main()
    except FaultError as fault:
        sys.exit(f"judges: {fault}")
