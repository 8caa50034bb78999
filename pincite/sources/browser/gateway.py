"""The only way of a browser to the network: a proxy on this machine that checks each address and connects to that one.

A browser looks names up itself and follows redirects by itself; behind a proxy it does neither. Pages, redirects,
frames, workers and sockets all come through here, so what holds for a download holds for everything that a page loads.
"""

from __future__ import annotations

import base64
import contextlib
import secrets
import select
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from pincite.errors import PinciteError
from pincite.sources.web.addresses import Guard
from pincite.sources.web.proxy import Proxy

_CONNECT_S = 10.0
_IDLE_S = 30.0
_PIECE = 65536
_MAX_SENT = 1_000_000
_HOP = frozenset({"proxy-authorization", "proxy-connection", "connection", "keep-alive"})


class Gateway:
    """Serves on a free port of 127.0.0.1, to those who know its ``password`` only. ``open`` lets a page load at most so
    many bytes until a time; outside of that nothing passes."""

    def __init__(self) -> None:
        self.user, self.password = "pincite", secrets.token_urlsafe(24)
        self.refused: set[str] = set()
        self.guard = Guard()
        self.proxy: Proxy | None = None
        self._left = 0
        self._end = 0.0
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Visit)
        self._server.gateway = self
        threading.Thread(target=self._server.serve_forever, daemon=True, name="pincite-gateway").start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def open(self, guard: Guard, max_bytes: int, seconds: float, proxy: Proxy | None = None) -> None:
        """Lets one page load what it needs, through ``proxy`` where there is one."""
        self.guard, self.proxy = guard, proxy
        self.refused = set()
        self._left, self._end = max_bytes, time.monotonic() + seconds

    def shut(self) -> None:
        """Ends all that is still loading."""
        self._left = 0

    def close(self) -> None:
        self.shut()
        self._server.shutdown()
        self._server.server_close()

    def count(self, size: int) -> bool:
        """Whether so many more bytes may pass."""
        with self._lock:
            self._left -= size
            return self._left > 0 and time.monotonic() < self._end

    def connect(self, host: str, port: int) -> socket.socket | None:
        """A connection to one of the addresses of the host, ``None`` where it is refused or does not answer."""
        proxy = self.proxy
        try:
            if proxy is not None:
                self.guard.check(host, port, _CONNECT_S)
                host, port = proxy.host, proxy.port
            addresses = (self.guard if proxy is None else Guard(allow_private=True)).addresses(host, port, _CONNECT_S)
        except PinciteError as error:
            if error.code == "private_address":
                self.refused.add(host)
            return None
        for address in addresses:
            with contextlib.suppress(OSError):
                return socket.create_connection((address, port), _CONNECT_S)
        return None


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    gateway: Gateway

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that breaks is the browser's business."""


class _Visit(BaseHTTPRequestHandler):
    server: _Server

    def do_CONNECT(self) -> None:
        host, _, port = self.path.rpartition(":")
        proxy = self.server.gateway.proxy
        sent = "" if proxy is None else f"CONNECT {self.path} HTTP/1.1\r\nHost: {self.path}\r\n{_shown_to(proxy)}\r\n"
        self._pass(host.strip("[]"), port, sent.encode("latin-1"))

    def _forward(self) -> None:
        parts = urlsplit(self.path)
        if parts.scheme != "http" or not parts.hostname:
            self._say(400)
            return
        proxy = self.server.gateway.proxy
        target = self.path if proxy is not None else parts._replace(scheme="", netloc="").geturl() or "/"
        head = [f"{self.command} {target} HTTP/1.1", *_shown_to(proxy).splitlines()]
        head += [f"{name}: {value}" for name, value in self.headers.items() if name.lower() not in _HOP]
        sent = "\r\n".join([*head, "Connection: close", "", ""]).encode("latin-1") + self._body()
        self._pass(parts.hostname, str(parts.port or 80), sent)

    def _body(self) -> bytes:
        """What a page sends, where its length is told."""
        length = self.headers.get("Content-Length", "0")
        return self.rfile.read(min(int(length), _MAX_SENT)) if length.isdigit() else b""

    do_GET = do_HEAD = do_POST = do_OPTIONS = do_PUT = do_DELETE = do_PATCH = _forward  # noqa: N815

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: what a page loads is nobody's business."""

    def _pass(self, host: str, port: str, head: bytes) -> None:
        gateway = self.server.gateway
        self.close_connection = True
        if not self._is_ours():
            self._say(407)
            return
        there = gateway.connect(host, int(port)) if port.isdigit() and gateway.count(0) else None
        if there is None:
            self._say(403 if host in gateway.refused else 502)
            return
        with there:
            if head:
                there.sendall(head)
            else:
                self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            _relay(self.connection, there, gateway)

    def _is_ours(self) -> bool:
        wanted = base64.b64encode(f"{self.server.gateway.user}:{self.server.gateway.password}".encode()).decode()
        return secrets.compare_digest(self.headers.get("Proxy-Authorization", ""), f"Basic {wanted}")

    def _say(self, status: int) -> None:
        extra = "Proxy-Authenticate: Basic realm=pincite\r\n" if status == 407 else ""
        self.wfile.write(f"HTTP/1.1 {status} Refused\r\n{extra}Content-Length: 0\r\nConnection: close\r\n\r\n".encode())


def _shown_to(proxy: Proxy | None) -> str:
    """The header by which a proxy knows us, with the end of its line."""
    return f"Proxy-Authorization: {proxy.authorization}\r\n" if proxy is not None and proxy.secret else ""


def _relay(here: socket.socket, there: socket.socket, gateway: Gateway) -> None:
    """Carries bytes both ways until one side ends, nothing comes any more, or the limit is reached."""
    quiet = time.monotonic()
    while gateway.count(0) and time.monotonic() - quiet < _IDLE_S:
        ready, _, _ = select.select([here, there], [], [], 0.5)
        for source in ready:
            piece = source.recv(_PIECE)
            if not piece or not gateway.count(len(piece)):
                return
            (there if source is here else here).sendall(piece)
            quiet = time.monotonic()
