"""The main job, shown to a person: an agent's calls over a real stdio MCP session, on the sample report.

    python scripts/demo.py FILE.pdf

Opens the document, looks at its outline, reads one section, searches, and has two quotes verified: one that stands
in the document and the same with a figure changed.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from rich.console import Console
from rich.markup import escape

console = Console(highlight=False, width=110)


def show(call: str, seconds: float, text: str, lines: int) -> None:
    """A call, how long it took, and the beginning of what came back."""
    console.print(f"\n[bold cyan]{escape(call)}[/bold cyan]  [dim]{seconds * 1000:.0f} ms[/dim]")
    shown = text.splitlines()
    for line in shown[:lines]:
        console.print("  " + escape(line[:160]))
    if len(shown) > lines:
        console.print(f"  [dim]… {len(shown) - lines} more lines[/dim]")


async def call(client: Client, tool: str, lines: int = 12, **arguments: Any) -> str:
    """Calls a tool and shows it; returns what a model would see."""
    start = time.perf_counter()
    result = await client.call_tool(tool, arguments)
    seconds = time.perf_counter() - start
    if result.structured_content is not None:
        text = json.dumps(result.structured_content, ensure_ascii=False, indent=1)
    else:
        text = "\n".join(getattr(block, "text", "") for block in result.content)
    shown = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in arguments.items())
    show(f"{tool}({shown})", seconds, text, lines)
    if result.is_error:
        raise SystemExit("The call failed; see above.")
    return text


async def session(path: Path, cache: Path) -> None:
    """The session of an agent that asks how revenue developed."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "pincite", "serve", "--root", str(path.parent), "--cache-dir", str(cache)],
    )
    async with Client(server) as client:
        opened = await call(client, "open_document", lines=14, source=path.name)
        found = re.search(r"\b[a-z2-7]{12}\b", opened)
        assert found, "open_document names the document"
        doc_id = found[0]
        await call(client, "get_outline", lines=16, doc_id=doc_id, depth=2)
        await call(client, "search", lines=24, query="revenue by region 2025", doc_ids=[doc_id], limit=3)
        text = await call(client, "read", lines=18, doc_id=doc_id, refs=["Results of operations"], max_tokens=1200)
        sentence = re.search(r"Revenue was .*? per cent\.", text.replace("\n", " "))
        assert sentence, "the section holds the sentence"
        quote = sentence[0]
        await call(client, "verify_citations", lines=30, citations=[{"doc_id": doc_id, "quote": quote}])
        altered = quote.replace("720,750", "720,570")
        await call(client, "verify_citations", lines=30, citations=[{"doc_id": doc_id, "quote": altered}])


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    path = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="pincite-demo-") as cache:
        asyncio.run(session(path, Path(cache)))
    console.print("\n[green]Opened, outlined, searched, read and verified over a stdio MCP session.[/green]")


if __name__ == "__main__":
    main()
