"""Runs an image that ``scripts/container.sh`` has built, and asks its server. Three parts of one trial:

    make DIR                           documents and a user's token
    run ROOT CONFIG DIR TARGET         in a mount namespace of its own: the image's command, user and health check
    ask URL TARGET TOKEN               inside the image: what can be written, who is answered, documents, citations

Needs no more than the package does; ``make`` draws a scan with pillow.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

NOTE = "# Pumps\n\nSales of pumps rose by 4 percent.\n"
SCAN = "The lighthouse keeper wrote every night."
PAGE = """<!doctype html><title>Valves</title><div id=root></div><script>
const words = ["Valves", "cost", "85", "euros."];
document.getElementById("root").innerHTML = "<h1>Valves</h1><p>" + words.join(" ") + "</p>";
</script>"""


def make(directory: Path) -> None:
    """Documents in ``documents``, a token in ``token``, the line about it in ``tokens``."""
    from PIL import Image, ImageDraw, ImageFont

    from pincite.server.http.tokens import new_token, token_line

    documents = directory / "documents"
    documents.mkdir(parents=True, exist_ok=True)
    (documents / "pumps.md").write_text(NOTE)
    (documents / "valves.html").write_text(PAGE)
    scan = Image.new("L", (1200, 300), 255)
    ImageDraw.Draw(scan).text((60, 100), SCAN, fill=0, font=ImageFont.load_default(48))
    scan.save(documents / "keeper.png")
    secret, token = new_token("ann", ["read"])
    (directory / "token").write_text(secret)
    (directory / "tokens").write_text(token_line(token))
    shutil.copy(__file__, documents / "try_container.py")


def run(root: Path, config: Path, given: Path, target: str) -> None:
    """Raises ``CalledProcessError`` where the image does not do as it should."""
    wanted = json.loads(config.read_text())["Docker"]["config"]
    user = wanted["User"]
    _mount(root, given, user)
    env = dict(pair.split("=", 1) for pair in wanted["Env"])
    port = _free_port()
    env |= {"PINCITE_PORT": port, "PINCITE_TOKENS": (given / "tokens").read_text(), "TINI_SUBREAPER": ""}

    def inside(*command: str) -> list[str]:
        pairs = [f"{name}={value}" for name, value in env.items()]
        return ["chroot", f"--userspec={user}", str(root), "env", "-i", "-C", wanted["WorkingDir"], *pairs, *command]

    subprocess.run(inside("pincite", "doctor"), check=True, stdout=subprocess.DEVNULL)
    server = subprocess.Popen(inside(*wanted["Entrypoint"], *wanted["Cmd"]))
    try:
        _healthy(inside(*wanted["Healthcheck"]["Test"][1:]), server)
        token = (given / "token").read_text()
        ask = ["python3", "/documents/try_container.py", "ask", f"http://127.0.0.1:{port}", target, token]
        subprocess.run(inside(*ask), check=True)
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) in (0, 143, -15), server.returncode
    finally:
        with contextlib.suppress(ProcessLookupError):
            server.kill()


def _free_port() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return str(one.getsockname()[1])


def _mount(root: Path, given: Path, user: str) -> None:
    """What an engine would mount: the cache, the documents, a temporary directory; the rest read-only."""
    cache = given / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    cache.mkdir()
    os.chown(cache, *map(int, user.split(":")))

    def mount(*args: str) -> None:
        subprocess.run(["mount", *args], check=True)

    mount("--bind", str(root), str(root))
    mount("-t", "proc", "proc", str(root / "proc"))
    mount("--rbind", "/dev", str(root / "dev"))
    mount("-t", "tmpfs", "tmpfs", str(root / "tmp"))
    mount("--bind", str(cache), str(root / "cache"))
    mount("--bind", str(given / "documents"), str(root / "documents"))
    mount("-o", "remount,bind,ro", str(root / "documents"))
    mount("-o", "remount,bind,ro", str(root))


def _healthy(command: list[str], server: subprocess.Popen[bytes]) -> None:
    for _ in range(60):
        if subprocess.run(command, check=False, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode == 0:
            return
        assert server.poll() is None, "the server ended"
        time.sleep(1)
    raise SystemExit("the server did not become healthy")


async def ask(url: str, target: str, token: str) -> None:
    """Raises ``AssertionError`` where an answer is not as it should be."""
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    assert os.getuid() == 10001
    for place in ("/x", "/opt/pincite/x", "/documents/x"):
        try:
            Path(place).write_text("x")
        except OSError:
            continue
        raise AssertionError(f"{place} could be written")
    assert httpx2.get(f"{url}/mcp").status_code == 401, "a stranger was answered"
    wanted = {"pumps.md": "Sales of pumps rose by 4 percent."}
    if target == "full":
        wanted |= {"keeper.png": SCAN, "valves.html": "Valves cost 85 euros."}
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=httpx2.Timeout(30, read=120)) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
    ):
        for name, quote in wanted.items():
            opened = await client.call_tool("open_document", {"source": name})
            text: Any = opened.content[0]
            assert not opened.is_error, text.text
            doc_id = text.text.split("doc_id ", 1)[1].split()[0]
            checked = await client.call_tool("verify_citations", {"citations": [{"quote": quote, "doc_id": doc_id}]})
            assert (checked.structured_content or {})["results"][0]["status"] == "verified", (name, text.text)


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "make":
        make(Path(rest[0]))
    elif what == "run":
        run(Path(rest[0]), Path(rest[1]), Path(rest[2]), rest[3])
    else:
        asyncio.run(ask(*rest))
