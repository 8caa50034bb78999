"""Connections that go to the very address that was checked, and never outlast their deadline."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import httpcore2
import httpx2

from pincite.errors import PinciteError, SourceError
from pincite.sources.web.addresses import Guard
from pincite.sources.web.deadline import Deadline
from pincite.sources.web.proxy import Proxy

_CONNECT_S = 10.0  # for each address of a host
_SLICE_S = 0.5  # how often a waiting read looks whether it is still wanted
_SILENCE_S = 30.0  # after which a server is given up


class _Stream(httpcore2.NetworkStream):
    """A connection whose reads and writes end with the deadline, however slowly bytes drip in. The timeouts that the
    library passes are those of single reads, and not ours."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ARG002
        waited = 0.0
        while True:
            step = min(_SLICE_S, self._deadline.left())
            try:
                return self._stream.read(max_bytes, step)
            except httpcore2.ReadTimeout:
                waited += step
                if waited >= _SILENCE_S:
                    raise

    def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ARG002
        self._stream.write(buffer, min(_CONNECT_S, self._deadline.left()))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ARG002
    ) -> httpcore2.NetworkStream:
        left = min(_CONNECT_S, self._deadline.left())
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


class _Backend(httpcore2.NetworkBackend):
    """Looks names up, has their addresses checked, and connects to one of those: no second look-up comes between."""

    def __init__(self, guard: Guard, deadline: Deadline) -> None:
        self._guard = guard
        self._deadline = deadline
        self._plain = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ARG002
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        failure: Exception | None = None
        for address in self._guard.addresses(host, port, self._deadline.left()):
            try:
                left = min(_CONNECT_S, self._deadline.left())
                return _Stream(
                    self._plain.connect_tcp(address, port, left, local_address, socket_options), self._deadline
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        assert failure is not None
        raise failure


class _Body(httpx2.SyncByteStream):
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        yield from self._stream

    def close(self) -> None:
        self._stream.close()


class _Transport(httpx2.BaseTransport):
    def __init__(self, guard: Guard, deadline: Deadline, proxy: Proxy | None) -> None:
        self._guard, self._deadline, self._proxy = guard, deadline, proxy
        self._pool: httpcore2.ConnectionPool
        if proxy is None:
            self._pool = httpcore2.ConnectionPool(
                ssl_context=_ssl_context(), max_connections=4, network_backend=_Backend(guard, deadline)
            )
        else:
            self._pool = httpcore2.HTTPProxy(
                proxy.url,
                proxy_headers={"Proxy-Authorization": proxy.authorization} if proxy.secret else None,
                ssl_context=_ssl_context(),
                max_connections=4,
                network_backend=_Backend(Guard(allow_private=True), deadline),
            )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        url = request.url
        if self._proxy is not None:
            self._guard.check(url.raw_host.decode(), url.port or 443, self._deadline.left())
        answer = self._pool.handle_request(
            httpcore2.Request(
                request.method,
                httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
                headers=request.headers.raw,
                extensions=request.extensions,
            )
        )
        return httpx2.Response(
            answer.status, headers=answer.headers, stream=_Body(answer.stream), extensions=answer.extensions
        )

    def close(self) -> None:
        self._pool.close()


@lru_cache(maxsize=1)
def _ssl_context() -> ssl.SSLContext:
    return httpx2.create_ssl_context()


def open_client(guard: Guard, deadline: Deadline, headers: dict[str, str], proxy: Proxy | None = None) -> httpx2.Client:
    """A client without redirects or credentials of its own, and with no proxy but this one: nothing of the environment
    leads it elsewhere."""
    return httpx2.Client(
        transport=_Transport(guard, deadline, proxy),
        headers=headers,
        follow_redirects=False,
        trust_env=False,
        timeout=None,
    )


@contextlib.contextmanager
def errors_mapped(where: str) -> Iterator[None]:
    """What goes wrong on the way, as ``SourceError``: timeout, certificate_error, connection_failed. ``where`` is the
    URL as it may be shown."""
    try:
        yield
    except PinciteError:
        raise
    except (httpcore2.TimeoutException, httpx2.TimeoutException):
        raise SourceError(f"{where} does not answer.", code="timeout", hint="Try again later.") from None
    except (httpcore2.NetworkError, httpcore2.ProtocolError, httpx2.HTTPError, ssl.SSLError, OSError) as error:
        raise _failed(where, error) from None


def _failed(where: str, error: Exception) -> SourceError:
    text = str(error)
    if "CERTIFICATE" in text.upper() or isinstance(error, ssl.SSLCertVerificationError):
        return SourceError(
            f"The certificate of {where} is not valid.",
            code="certificate_error",
            hint="Check the address. If it is right, get the document another way and open the file.",
        )
    if isinstance(error, (httpcore2.ConnectError, OSError)):
        what = "No connection could be made to"
    elif isinstance(error, httpcore2.ProtocolError):
        what = "No proper answer came from"
    else:
        what = "The connection broke to"
    return SourceError(f"{what} {where}.", code="connection_failed", hint="Check the address, or try again later.")
