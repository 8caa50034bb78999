"""Fetches a document: redirects, waiting, limits, and the file that comes out of it."""

from __future__ import annotations

import contextlib
import os
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pincite.errors import SourceError
from pincite.sources.locate import Source, checked
from pincite.sources.web import answers
from pincite.sources.web.addresses import Guard, Resolve
from pincite.sources.web.bodies import ENCODINGS, unpacked
from pincite.sources.web.deadline import Deadline
from pincite.sources.web.policy import WebPolicy
from pincite.sources.web.proxy import read_proxy
from pincite.sources.web.refresh import refresh_target
from pincite.sources.web.urls import base_of, shown, web_url

if TYPE_CHECKING:
    from httpx2 import URL, Client, Response

MAX_REDIRECTS = 10
_RETRIES = 3
_BUSY = (429, 503)
_LONGEST_WAIT_S = 30.0
_REDIRECTS = (301, 302, 303, 307, 308)
_CHARACTERS = ("html", "text", "markdown")
_ACCEPT = "text/html,application/xhtml+xml,application/pdf,*/*;q=0.8"


class Known(NamedTuple):
    """The version of a document that is known already, by what its server called it, and the URL that served it."""

    etag: str
    modified: str
    url: str


class Origin(NamedTuple):
    """What the parse of a page depends on besides its bytes: ``base`` is what its links are relative to, ``charset``
    what the server says of its encoding. Both are ``None`` where they do not matter."""

    base: str | None
    charset: str | None


@dataclass(frozen=True, slots=True)
class Download:
    """A document that was fetched. ``source`` is its file, which is its user's to remove; ``version`` is what the
    server calls it."""

    source: Source
    version: Known
    origin: Origin

    def remove(self) -> None:
        """Removes the file."""
        with contextlib.suppress(OSError):
            self.source.path.unlink()


def fetch(
    url: str,
    policy: WebPolicy,
    directory: Path,
    *,
    known: Known | None = None,
    stop: threading.Event | None = None,
    resolve: Resolve | None = None,
) -> Download | None:
    """Fetches the document behind ``url`` into ``directory``; ``None`` where it is still the ``known`` one.

    ``stop``, once set, ends the download; ``resolve`` replaces the system's resolver. Raises ``SourceError``:
    url_not_allowed, bad_url, private_address, dns_failure, connection_failed, certificate_error, timeout, http_status,
    redirect_loop, too_large, bad_response, empty, unsupported_format, wrong_type; ``ParseError`` cancelled.
    """
    policy.check()
    from pincite.sources.web.connecting import errors_mapped, open_client

    address = web_url(url)
    deadline = Deadline(policy.fetch_timeout, stop)
    guard = Guard(policy.allow_private_urls, resolve)
    headers = {"User-Agent": policy.user_agent, "Accept": _ACCEPT, "Accept-Encoding": ENCODINGS}
    with errors_mapped(shown(url)), open_client(guard, deadline, headers, read_proxy(policy.proxy)) as client:
        for _ in range(MAX_REDIRECTS + 1):
            with _answer(client, address, deadline, known) as response:
                if response.status_code == 304:
                    return None
                download = _save(response, policy, directory)
                target = _refreshed(response.url, download)
            if target is None:
                return download
            download.remove()
            address = target
    raise _endless(address)


def _refreshed(url: URL, download: Download) -> URL | None:
    """Where a page sends its readers on to; ``None`` where it stays. Raises as a redirect does, without the file."""
    target = refresh_target(download.source.path) if download.source.format == "html" else None
    try:
        there = None if target is None else _next(url, target)
    except SourceError:
        download.remove()
        raise
    return None if there == url.copy_with(fragment=None) else there


@contextlib.contextmanager
def _answer(client: Client, url: URL, deadline: Deadline, known: Known | None) -> Iterator[Response]:
    """The answer at the end of all redirects, good or 304."""
    for _ in range(MAX_REDIRECTS + 1):
        response = _ask(client, url, deadline, known)
        try:
            if response.status_code in _REDIRECTS and "location" in response.headers:
                url = _next(url, response.headers["location"])
                continue
            if response.status_code != 200 and not (response.status_code == 304 and known is not None):
                raise _refused(response)
            yield response
            return
        finally:
            response.close()
    raise _endless(url)


def _endless(url: URL) -> SourceError:
    return SourceError(
        f"{shown(str(url))} leads from one address to the next, without end.",
        code="redirect_loop",
        hint="Open the page in a browser and give the address at which it ends.",
    )


def _next(url: URL, location: str) -> URL:
    import httpx2

    try:
        target = url.join(location)
    except (httpx2.InvalidURL, ValueError):
        raise SourceError(
            f"{shown(str(url))} leads to an address that is none.", code="bad_url", hint="Check the address."
        ) from None
    return web_url(str(target))


def _ask(client: Client, url: URL, deadline: Deadline, known: Known | None) -> Response:
    """The answer to one request, asked again where the server is busy and says for how long."""
    headers = _conditions(known) if known is not None and known.url == base_of(str(url)) else {}
    attempt = 0
    while True:
        response = client.send(client.build_request("GET", url, headers=headers), stream=True)
        if response.status_code not in _BUSY or attempt == _RETRIES:
            return response
        asked = answers.retry_after(response.headers)
        wait = 2.0**attempt if asked is None else asked
        if wait > _LONGEST_WAIT_S or not deadline.allows(wait):
            return response
        response.close()
        deadline.sleep(wait)
        attempt += 1


def _conditions(known: Known) -> dict[str, str]:
    named = {"If-None-Match": known.etag, "If-Modified-Since": known.modified}
    return {name: value for name, value in named.items() if value}


def _save(response: Response, policy: WebPolicy, directory: Path) -> Download:
    url = str(response.url)
    kind, name = answers.kind_of(response.headers), answers.name_of(url, response.headers)
    limit = None if policy.max_file_mb is None else policy.max_file_mb * 1_000_000
    path = _new_file(directory)
    try:
        _write(response, path, name, limit)
        source = checked(path, policy.files(), name=name, sniffed=answers.sniffed_name(name, kind))
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    version = Known(_header(response.headers, "etag"), _header(response.headers, "last-modified"), base_of(url))
    base = base_of(url) if source.format == "html" else None
    return Download(source, version, Origin(base, kind.charset if source.format in _CHARACTERS else None))


def save_page(html: bytes, name: str, policy: WebPolicy, directory: Path) -> Source:
    """A page that is in memory, as a file. Raises ``SourceError`` too_large."""
    path = _new_file(directory)
    try:
        path.write_bytes(html)
        return checked(path, policy.files(), name=name, sniffed=f"{name}.html")
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _new_file(directory: Path) -> Path:
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, path = tempfile.mkstemp(prefix="download-", dir=directory)  # readable by its owner alone
    os.close(handle)
    return Path(path)


def _write(response: Response, path: Path, name: str, limit: int | None) -> None:
    announced = response.headers.get("content-length", "")
    if limit is not None and announced.isdigit() and int(announced) > limit:
        raise _too_large(name, limit)
    size = 0
    encoding = response.headers.get("content-encoding", "")
    with path.open("wb") as file:
        for piece in unpacked(response.iter_raw(), encoding, shown(str(response.url))):
            size += len(piece)
            if limit is not None and size > limit:
                raise _too_large(name, limit)
            file.write(piece)


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name, "")
    return value if len(value) <= 1000 and value.isprintable() else ""


def _too_large(name: str, limit: int) -> SourceError:
    return SourceError(
        f"{name} is larger than the {limit / 1e6:.0f} MB that are allowed.",
        code="too_large",
        hint="Raise PINCITE_MAX_FILE_MB, or get a part of it and open that.",
    )


def _refused(response: Response) -> SourceError:
    status = response.status_code
    reason = f" ({response.reason_phrase})" if response.reason_phrase else ""
    return SourceError(
        f"{shown(str(response.url))} answers with status {status}{reason}.",
        code="http_status",
        hint=_advice(status, response.headers),
    )


def _advice(status: int, headers: Mapping[str, str]) -> str:
    if status in (401, 402, 407):
        return "The document is behind a log-in: save it to a file from a browser and open that."
    if status == 403:
        return (
            "The site refuses programs or wants to know who asks: set PINCITE_USER_AGENT to a name and a mail address, "
            "or save the document from a browser and open the file."
        )
    if status in (404, 410):
        return "Check the address."
    if status in _BUSY:
        asked = answers.retry_after(headers)
        return f"Try again in {asked:.0f} seconds." if asked else "The site is busy: try again later."
    return "Try again later." if status >= 500 else "Open the address in a browser to see what it is."
