"""A shared server in this process, over documents made by hand, and users who ask it things."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette

from pincite.cache.store import DocumentStore
from pincite.registry import OpenDocument
from pincite.server.http.app import make_app
from pincite.server.http.tokens import Token, new_token, token_line
from pincite.settings import Settings
from tests.contract.fakes import Draft, sentences

BASE = "http://127.0.0.1:8000"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Users:
    """The file of tokens, and what each user sends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.secrets: dict[str, str] = {}

    def add(self, user: str, *scopes: str, groups: tuple[str, ...] = (), expires: float | None = None) -> Token:
        secret, token = new_token(user, scopes or ("read", "upload"), groups, expires)
        self.secrets[user] = secret
        with self.path.open("a") as file:
            file.write(token_line(token) + "\n")
        return token

    def headers(self, user: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secrets[user]}"}


@pytest.fixture
def users(tmp_path: Path) -> Users:
    made = Users(tmp_path / "tokens")
    for user in ("alice", "bob"):
        made.add(user)
    made.add("root", "read", "upload", "admin")
    return made


def draft(title: str, name: str) -> OpenDocument:
    """A small document about something of its own."""
    return Draft(title).page("1").heading(title).text(sentences(60, title.lower())).open(name)


def settings_of(tmp_path: Path, users: Users | None = None, **values: Any) -> Settings:
    directory = tmp_path / "library"
    directory.mkdir(exist_ok=True)
    more: dict[str, Any] = {"roots": (directory,), "uploads": True, "workers": 1, **values}
    return Settings(cache_dir=tmp_path / "cache", tokens_file=users.path if users else None, **more)


def keep(settings: Settings, *documents: OpenDocument) -> None:
    """Puts documents into the cache, as if they had been parsed: the real parsers' keys, so that they are shown."""
    from pincite.cache.store import DocumentKey
    from pincite.parsers.formats import PARSERS, ParseOptions, effective

    store = DocumentStore(settings.cache_dir)
    for opened in documents:
        key = DocumentKey(opened.document.doc_id, PARSERS["pdf"], effective(ParseOptions(), "pdf").key)
        store.put(key, opened.document, tokens=opened.costs.total)
    store.close()


Serve = Callable[..., AbstractAsyncContextManager[Starlette]]


@asynccontextmanager
async def serving(settings: Settings) -> AsyncIterator[Starlette]:
    """The application, started."""
    app = make_app(settings)
    async with app.router.lifespan_context(app):
        yield app


@asynccontextmanager
async def browser(app: Starlette, **headers: str) -> AsyncIterator[httpx2.AsyncClient]:
    """Plain HTTP requests."""
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url=BASE, headers=headers, timeout=60) as client:
        yield client


@asynccontextmanager
async def agent(app: Starlette, headers: dict[str, str] | None = None, mode: str = "auto") -> AsyncIterator[Client]:
    """A client of the protocol."""
    async with (
        browser(app, **(headers or {})) as http,
        Client(streamable_http_client(f"{BASE}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client
