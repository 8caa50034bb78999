"""``/documents`` and ``/uploads``: where users send documents, ask how far they are, share them and take them back."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pincite.errors import PinciteError, RequestError, UnknownReferenceError
from pincite.registry import OpenDocument
from pincite.server.http.guard import told
from pincite.server.http.metrics import Metrics
from pincite.server.http.parts import first_file
from pincite.server.http.rates import Rates
from pincite.server.http.uploads import Incoming, Upload, metadata_of
from pincite.server.http.user import User
from pincite.server.http.visitor import visitor

if TYPE_CHECKING:
    from pincite.server.desk import Desk

_TUS = {"Tus-Resumable": "1.0.0"}
_TUS_BODY = "application/offset+octet-stream"
_STATUS = {"too_large": 413, "unknown_upload": 404, "unknown_document": 404, "wrong_offset": 409, "busy": 423}
_READER = re.compile(r"everyone|(group|user):[A-Za-z0-9._@-]{1,64}")
_WAIT_S = 20.0  # that an answer waits for the parse, if it is asked to

Endpoint = Callable[[Any, Request], Awaitable[Response]]


def _answers(work: Endpoint) -> Endpoint:
    """Errors as JSON, each with the status that fits."""

    @wraps(work)
    async def endpoint(self: Any, request: Request) -> Response:
        try:
            return await work(self, request)
        except PinciteError as error:
            status = _STATUS.get(error.code, 403 if error.code == "not_allowed" else 400)
            return JSONResponse(told(error), status, _TUS)
        except ClientDisconnect:
            return Response(status_code=400)

    return endpoint


class Documents:
    """The routes of documents that come over HTTP. ``rates`` are the bytes that a token may send."""

    def __init__(self, desk: Desk, rates: Rates, metrics: Metrics) -> None:
        self._desk = desk
        self._metrics = metrics
        self._rates = rates
        self._incoming = Incoming(desk.settings)

    def routes(self) -> list[Route]:
        """Those for sending only where uploads are taken."""
        kept = [
            Route("/documents/{doc_id}", self.tell, methods=["GET"]),
            Route("/documents/{doc_id}", self.forget, methods=["DELETE"]),
            Route("/documents/{doc_id}/readers/{reader}", self.share, methods=["PUT", "DELETE"]),
        ]
        if not self._desk.settings.uploads:
            return kept
        return [
            Route("/documents", self.take, methods=["POST"]),
            Route("/uploads", self.begin, methods=["POST"]),
            Route("/uploads", self.tell_tus, methods=["OPTIONS"]),
            Route("/uploads/{id}", self.tell_offset, methods=["HEAD"]),
            Route("/uploads/{id}", self.go_on, methods=["PATCH"]),
            Route("/uploads/{id}", self.give_up, methods=["DELETE"]),
            *kept,
        ]

    @_answers
    async def take(self, request: Request) -> Response:
        """A whole file: the body, or the first file of a form. ``?name=`` is what it is called, ``?share=`` with whom
        it is shared."""
        size = request.headers.get("content-length", "")
        known = int(size) if size.isdecimal() else self._incoming.largest
        self._pay(known if size.isdecimal() else 1)
        form = request.headers.get("content-type", "").startswith("multipart/form-data")
        if known > self._incoming.largest + (1 << 16 if form else 0):
            self._incoming.new(_owner(), known, "x")  # raises
        share, name = _share(request), request.query_params.get("name", "")
        upload = self._incoming.new(_owner(), min(known or 1, self._incoming.largest), name, share)
        try:
            chunks: AsyncIterator[bytes] = request.stream()
            if form:
                sent, chunks = await first_file(request)
                name = name or sent
            total = await self._incoming.append(upload, 0, chunks, self._desk.work)
            if not total:
                self._incoming.new(_owner(), 0, name)  # raises
            return await self._keep(self._incoming.file(upload), name or upload.name, share, request, status=201)
        finally:
            await self._desk.work(lambda: self._incoming.drop(upload))

    @_answers
    async def tell_tus(self, request: Request) -> Response:  # noqa: ARG002 - the answer is always the same
        told = {"Tus-Version": "1.0.0", "Tus-Extension": "creation,termination"}
        return Response(status_code=204, headers={**_TUS, **told, "Tus-Max-Size": str(self._incoming.largest)})

    @_answers
    async def begin(self, request: Request) -> Response:
        """The first step of tus: where the parts go."""
        size = request.headers.get("upload-length", "")
        if not size.isdecimal():
            raise RequestError("Upload-Length is missing.", hint="Say how many bytes the file has.")
        self._pay(int(size))
        facts = metadata_of(request.headers.get("upload-metadata", ""))
        name, share = facts.get("filename", facts.get("name", "")), _checked_reader(facts.get("share"))
        upload = await self._desk.work(lambda: self._incoming.new(_owner(), int(size), name, share))
        return Response(status_code=201, headers={**_TUS, "Location": f"/uploads/{upload.id}"})

    @_answers
    async def tell_offset(self, request: Request) -> Response:
        upload = self._found(request)
        headers = {"Upload-Offset": str(self._incoming.offset(upload)), "Upload-Length": str(upload.size)}
        return Response(headers={**_TUS, **headers, "Cache-Control": "no-store"})

    @_answers
    async def go_on(self, request: Request) -> Response:
        """The next part. With the last one the document is there: its id comes as ``Pincite-Doc-Id``."""
        upload, offset = self._found(request), request.headers.get("upload-offset", "")
        if request.headers.get("content-type") != _TUS_BODY or not offset.isdecimal():
            raise HTTPException(415, f"A part needs the type {_TUS_BODY}, and Upload-Offset.")
        at = await self._incoming.append(upload, int(offset), request.stream(), self._desk.work)
        headers = {**_TUS, "Upload-Offset": str(at)}
        if at < upload.size:
            return Response(status_code=204, headers=headers)
        try:
            answer = await self._keep(self._incoming.file(upload), upload.name, upload.share, request, status=200)
        finally:
            await self._desk.work(lambda: self._incoming.drop(upload))
        answer.headers.update(headers)
        return answer

    @_answers
    async def give_up(self, request: Request) -> Response:
        upload = self._found(request)
        await self._desk.work(lambda: self._incoming.drop(upload))
        return Response(status_code=204, headers=_TUS)

    @_answers
    async def tell(self, request: Request) -> Response:
        """How far the document is."""
        doc_id = request.path_params["doc_id"]
        return JSONResponse(await self._state(doc_id, _waits(request)))

    @_answers
    async def forget(self, request: Request) -> Response:
        doc_id = request.path_params["doc_id"]
        await self._desk.work(lambda: self._desk.registry.forget(doc_id))
        return JSONResponse({"doc_id": doc_id, "status": "forgotten"})

    @_answers
    async def share(self, request: Request) -> Response:
        """Lets another user, a group or everyone see the document, or no longer."""
        doc_id, reader = request.path_params["doc_id"], _checked_reader(request.path_params["reader"]) or ""
        shared = request.method == "PUT"
        await self._desk.work(lambda: self._desk.registry.share(doc_id, reader, shared=shared))
        return JSONResponse({"doc_id": doc_id, "reader": reader, "shared": shared})

    async def _keep(self, file: Path, name: str, share: str | None, request: Request, status: int) -> JSONResponse:
        """Keeps the file for who sent it and has it parsed; answers at once, or when it is parsed if the request says
        ``?wait=``."""
        registry = self._desk.registry
        doc_id = await self._desk.work(lambda: registry.bring(file, name))
        self._metrics.count("pincite_uploaded_bytes_total", file.stat().st_size)
        if share is not None:
            await self._desk.work(lambda: registry.share(doc_id, share))
        return JSONResponse(await self._state(doc_id, _waits(request)), status, {"Pincite-Doc-Id": doc_id})

    async def _state(self, doc_id: str, wait_s: float) -> dict[str, Any]:
        """``ready`` with the facts of the document, ``parsing``, or ``failed`` and why. Raises
        ``UnknownReferenceError``."""
        registry = self._desk.registry
        await self._desk.work(lambda: registry.demand(doc_id))
        try:
            opening = await self._desk.work(lambda: registry.begin(doc_id))
            done = anyio.Event()
            if not opening.done and wait_s:
                portal = anyio.lowlevel.current_token()
                opening.add_done_callback(lambda: anyio.from_thread.run_sync(done.set, token=portal))
                with anyio.move_on_after(wait_s):
                    await done.wait()
            found = await self._desk.work(lambda: opening.wait(0))
        except UnknownReferenceError:
            raise
        except PinciteError as error:
            return {"doc_id": doc_id, "status": "failed", **told(error)}
        if not isinstance(found, OpenDocument):
            return {"doc_id": doc_id, "status": "parsing", "pages_done": found.pages_done}
        document = found.document
        facts = {"title": document.title, "pages": len(document.pages), "tokens": found.costs.total}
        return {"doc_id": doc_id, "status": "ready", **facts}

    def _found(self, request: Request) -> Upload:
        return self._incoming.find(request.path_params["id"], _owner())

    def _pay(self, size: int) -> None:
        """Counts bytes that are about to come. Raises 429."""
        who = visitor()
        wait_s = self._rates.take(who.identity.key, size) if isinstance(who, User) else 0
        if wait_s:
            raise HTTPException(429, "This token has sent too much in an hour.", {"Retry-After": str(wait_s)})


def _owner() -> str:
    return visitor().name


def _waits(request: Request) -> float:
    with suppress(ValueError):
        return min(_WAIT_S, max(0.0, float(request.query_params.get("wait", "0"))))
    return 0.0


def _share(request: Request) -> str | None:
    return _checked_reader(request.query_params.get("share"))


def _checked_reader(text: str | None) -> str | None:
    if text and not _READER.fullmatch(text):
        raise RequestError(f"Nobody is called {text[:80]!r}.", hint="Share with everyone, group:NAME or user:NAME.")
    return text or None
