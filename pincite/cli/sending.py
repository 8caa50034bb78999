"""Sends files to a shared server, in parts (tus 1.0): a connection that breaks costs the part that it carried."""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple
from urllib.parse import urljoin, urlsplit

from pincite.errors import RequestError, SourceError

if TYPE_CHECKING:
    import httpx2

_PART = 16 << 20
_BLOCK = 1 << 18
_TRIES = 6  # of one part, without a byte of it arriving
_TUS = {"Tus-Resumable": "1.0.0"}
_WAIT_S = 20
_POLLS = 90  # half an hour of parsing

Progress = Callable[[int, int], None]
"""Bytes that have arrived, bytes in all."""


class Server(NamedTuple):
    """A shared server by its address, and the user's token (empty: it asks for none)."""

    url: str
    token: str = ""

    def client(self) -> httpx2.Client:
        import httpx2

        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise RequestError(f"{self.url} is no address of a server.", hint="Give one as https://docs.example.")
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return httpx2.Client(base_url=self.url.rstrip("/").removesuffix("/mcp"), headers=headers, timeout=60)


def push(
    server: Server,
    file: str | Path,
    *,
    share: str | None = None,
    on_progress: Progress | None = None,
    pause_s: float = 1.0,
) -> dict[str, Any]:
    """Sends a file and waits until it is parsed; returns what the server says of it: ``doc_id``, ``status`` (``ready``
    or ``failed``), and facts or an ``error``. ``pause_s`` is how long a broken connection is first waited for.

    Raises ``SourceError`` (not_found, connection_failed, http_status) and ``RequestError``.
    """
    path = Path(file).expanduser()
    if not path.is_file():
        raise SourceError(f"There is no file {path}.", hint="Give the path of a document.")
    with server.client() as client, path.open("rb") as source:
        told = _send(client, source, _begin(client, path, share), path.stat().st_size, on_progress, pause_s)
        return _parsed(client, told)


def _begin(client: httpx2.Client, path: Path, share: str | None) -> str:
    """Where the parts go."""
    pairs = {"filename": path.name, **({"share": share} if share else {})}
    told = ",".join(f"{k} {base64.b64encode(v.encode('utf-8', 'replace')).decode()}" for k, v in pairs.items())
    headers = {**_TUS, "Upload-Length": str(path.stat().st_size), "Upload-Metadata": told}
    answer = _accepted(_ask(client, "POST", "uploads", headers=headers))
    return urljoin(str(answer.url), answer.headers["location"])


def _send(
    client: httpx2.Client, source: BinaryIO, place: str, size: int, on_progress: Progress | None, pause_s: float
) -> dict[str, Any]:
    """Sends all parts; returns what the server says of the last. A part that broke is asked for and goes on."""
    import httpx2

    at, failures = 0, 0
    while True:
        headers = {**_TUS, "Upload-Offset": str(at), "Content-Type": "application/offset+octet-stream"}
        try:
            source.seek(at)
            part = _blocks(source, min(_PART, size - at))
            answer = client.patch(f"{place}?wait={_WAIT_S}", content=part, headers=headers)
            if answer.status_code not in (409, 423, 429, 502, 503, 504):
                _accepted(answer)
                at, failures = int(answer.headers["upload-offset"]), 0
                if on_progress is not None:
                    on_progress(at, size)
                if answer.status_code == 200:
                    return dict(answer.json())
                continue
        except httpx2.TransportError as error:
            if failures + 1 >= _TRIES:
                raise _unreachable(client, error) from None
        failures += 1
        if failures >= _TRIES:
            _accepted(answer)
        time.sleep(pause_s * 2 ** (failures - 1))
        known = _ask(client, "HEAD", place, headers=_TUS, again=True)
        if known is not None and known.status_code == 200:
            at, moved = int(known.headers["upload-offset"]), at
            failures = failures if at <= moved else 0


def _blocks(source: BinaryIO, size: int) -> Iterator[bytes]:
    while size > 0 and (block := source.read(min(_BLOCK, size))):
        size -= len(block)
        yield block


def _parsed(client: httpx2.Client, told: dict[str, Any]) -> dict[str, Any]:
    """Waits for the end of the parse."""
    for _ in range(_POLLS):
        if told["status"] != "parsing":
            break
        told = _accepted(_ask(client, "GET", f"documents/{told['doc_id']}?wait={_WAIT_S}")).json()
    return told


def _ask(client: httpx2.Client, method: str, path: str, *, again: bool = False, **more: Any) -> Any:
    """The answer; ``None`` where the server cannot be reached and will be asked ``again``."""
    import httpx2

    try:
        return client.request(method, path, **more)
    except httpx2.TransportError as error:
        if again:
            return None
        raise _unreachable(client, error) from None


def _accepted(answer: httpx2.Response) -> httpx2.Response:
    """The answer, if it is a good one. Raises ``SourceError`` (http_status, or the server's own code)."""
    if answer.is_success:
        return answer
    try:
        told = answer.json()["error"]
        raise SourceError(told["message"], code=told["code"], hint=told["hint"])
    except (ValueError, KeyError, TypeError):
        pass
    hint = {401: "Give a valid token: PINCITE_TOKEN.", 404: "Does this server take uploads (PINCITE_UPLOADS)?"}
    raise SourceError(
        f"The server answers {answer.status_code}: {answer.text[:200].strip()}",
        code="http_status",
        hint=hint.get(answer.status_code, ""),
    )


def _unreachable(client: httpx2.Client, error: Exception) -> SourceError:
    return SourceError(
        f"{client.base_url} cannot be reached: {type(error).__name__}.", code="connection_failed", hint="Is it running?"
    )
