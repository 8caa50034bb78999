"""Opening a document: waits as long as a client will, tells how far the parse is, and gives up when the client does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import anyio

from pincite.errors import ParseError

if TYPE_CHECKING:
    from pincite.registry import OpenDocument, Opening, Pending
    from pincite.server.desk import Desk
    from pincite.server.sight import Sight

Report = Callable[[float, float | None, str | None], Awaitable[None]]
"""Tells a client: pages done, pages in all (``None``: unknown), a message."""

_REPORT_EVERY_S = 0.5


async def open_document(desk: Desk, begin: Callable[[Sight], Opening], report: Report) -> OpenDocument | Pending:
    """The document, or how far it is after ``desk.open_wait_s`` seconds: the parse then goes on by itself.

    Where the call is cancelled, its parse stops unless somebody else waits for it. Raises what the parse raised.
    """
    try:
        return await _attempt(desk, begin, report)
    except ParseError as error:
        if error.code != "source_changed":
            raise
    return await _attempt(desk, begin, report)  # the file was replaced meanwhile: once more, with what is there now


async def _attempt(desk: Desk, begin: Callable[[Sight], Opening], report: Report) -> OpenDocument | Pending:
    begun: list[Opening] = []
    try:
        await desk.work(lambda: begun.append(begin(desk.registry)))
        opening = begun[0]
        if not opening.done:
            await _wait(opening, desk, report)
        return await desk.work(lambda: opening.wait(0))
    except BaseException:  # cancelled: a thread cannot be, so what it began is ended here
        for opening in begun:
            opening.cancel()
        raise


async def _wait(opening: Opening, desk: Desk, report: Report) -> None:
    """Waits for the document, at most as long as the desk does, and not while the server is leaving."""
    done = asyncio.Event()
    loop = asyncio.get_running_loop()
    opening.add_done_callback(lambda: _tell(loop, done))
    with anyio.move_on_after(desk.open_wait_s):
        seen = -1
        while not done.is_set() and not desk.leaving.is_set():
            pending = opening.pending()
            if pending.pages_done > seen:  # another parse may begin anew, what a client hears only rises
                seen = pending.pages_done
                await report(seen, pending.pages_total or None, f"{seen} of {pending.pages_total or '?'} pages")
            with anyio.move_on_after(_REPORT_EVERY_S):
                await done.wait()


def _tell(loop: asyncio.AbstractEventLoop, done: asyncio.Event) -> None:
    with suppress(RuntimeError):  # the loop is closed: the client left long before the parse ended
        loop.call_soon_threadsafe(done.set)
