"""Web sites on this machine, as tests need them: kind ones, and ones that lie."""

from __future__ import annotations

import contextlib
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = Callable[["Visit"], None]


class Visit(BaseHTTPRequestHandler):
    """One request, answered by the page of its path."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.site.seen.append((self.path, dict(self.headers.items())))
        with contextlib.suppress(OSError):
            self.server.site.pages.get(path, missing)(self)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def answer(self, status: int, body: bytes = b"", **headers: str) -> None:
        """A whole answer; underscores in the names of headers stand for hyphens."""
        self.send_response(status)
        names = {name.replace("_", "-").lower(): value for name, value in headers.items()}
        for name, value in {"content-length": str(len(body)), **names}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@dataclass
class Site:
    """``pages`` by path; ``seen`` are the paths and headers of the requests so far."""

    port: int
    pages: dict[str, Answer] = field(default_factory=dict)
    seen: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)

    def url(self, path: str, host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.seen]

    def page(self, path: str, body: bytes | str, type: str = "text/html; charset=utf-8", **headers: str) -> str:
        """Serves a body; returns its URL."""
        data = body.encode() if isinstance(body, str) else body
        self.pages[path] = lambda visit: visit.answer(200, data, content_type=type, **headers)
        return self.url(path)

    def redirect(self, path: str, target: str, status: int = 302) -> str:
        self.pages[path] = lambda visit: visit.answer(status, location=target)
        return self.url(path)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 50
    site: Site

    def handle_error(self, request: object, client_address: object) -> None:
        pass


@contextlib.contextmanager
def serve_site(address: str = "127.0.0.1", tls: ssl.SSLContext | None = None) -> Iterator[Site]:
    """A site on a free port of this machine."""
    server = _Server((address, 0), Visit)
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True)
    server.site = Site(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server.site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def missing(visit: Visit) -> None:
    visit.answer(404, b"nothing here", content_type="text/plain")


def drip(visit: Visit) -> None:
    """An answer that never ends, a byte at a time."""
    visit.send_response(200)
    visit.send_header("content-type", "text/html")
    visit.send_header("content-length", "1000000")
    visit.end_headers()
    _drip(visit)


def drip_headers(visit: Visit) -> None:
    """Not even its headers end."""
    visit.wfile.write(b"HTTP/1.1 200 OK\r\nx-slow: ")
    _drip(visit)


def flood(visit: Visit) -> None:
    """An answer without a length that is larger than any limit."""
    visit.send_response(200)
    visit.send_header("content-type", "application/pdf")
    visit.send_header("connection", "close")
    visit.end_headers()
    visit.wfile.write(b"%PDF-1.7\n")
    for _ in range(400):
        visit.wfile.write(b"x" * 65536)


def _drip(visit: Visit) -> None:
    for _ in range(1000):
        visit.wfile.write(b"<")
        visit.wfile.flush()
        time.sleep(0.05)
