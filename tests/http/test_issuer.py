"""Tokens that an identity provider signed: those meant for us, in time, from whom we trust; and nothing else.

The provider is a small one, with keys of its own and documents that are fetched over HTTP.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwt.algorithms import ECAlgorithm, RSAAlgorithm

from pincite.errors import StoreError
from pincite.server.http.issuer import Issuer
from pincite.server.http.keyset import discovery_urls
from tests.http.conftest import agent, browser, serving, settings_of

URL = "https://docs.example"
AUDIENCE = f"{URL}/mcp"
KEY, OTHER = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
RSA_KEY = rsa.generate_private_key(65537, 2048)
OPENID, OAUTH = "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"


def public(key: Any, name: str) -> dict[str, Any]:
    shown = RSAAlgorithm.to_jwk(key.public_key()) if key is RSA_KEY else ECAlgorithm.to_jwk(key.public_key())
    return {**json.loads(shown), "kid": name, "use": "sig"}


class Provider:
    """An identity provider on this machine. ``documents``: what it answers, by path; ``asked``: for what it was
    asked."""

    def __init__(self) -> None:
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.asked.append(self.path)
                found = provider.documents.get(self.path)
                body = json.dumps(found).encode()
                self.send_response(200 if found is not None else 404)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self.asked: list[str] = []
        self.documents: dict[str, Any] = {}
        self.publish(k1=KEY, r1=RSA_KEY)
        self.tell_where(OPENID)

    def publish(self, **keys: Any) -> None:
        self.documents["/keys"] = {"keys": [public(key, name) for name, key in keys.items()]}

    def tell_where(self, path: str, issuer: str = "") -> None:
        self.documents[path] = {"issuer": issuer or self.url, "jwks_uri": f"{self.url}/keys"}

    def fetches(self) -> int:
        return self.asked.count("/keys")

    def signed(self, key: Any = KEY, kid: str | None = "k1", algorithm: str = "ES256", **changed: Any) -> str:
        now = time.time()
        claims = {"iss": self.url, "aud": AUDIENCE, "sub": "eve", "iat": now, "exp": now + 60, "scope": "read openid"}
        claims.update(changed)
        said = {name: value for name, value in claims.items() if value is not None}
        return jwt.encode(said, key, algorithm, {} if kid is None else {"kid": kid})

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def provider() -> Iterator[Provider]:
    made = Provider()
    yield made
    made.close()


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def with_public_key_as_secret(provider: Provider) -> str:
    """A token whose signature anybody can make who knows the public key, if it were taken for a shared secret."""
    pem = RSA_KEY.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    _, claims, _ = provider.signed().split(".")
    body = f"{_segment(json.dumps({'alg': 'HS256', 'kid': 'r1'}).encode())}.{claims}"
    return f"{body}.{_segment(hmac.new(pem, body.encode(), hashlib.sha256).digest())}"


def unsigned(provider: Provider) -> str:
    _, claims, _ = provider.signed().split(".")
    return f"{_segment(json.dumps({'alg': 'none', 'kid': 'k1'}).encode())}.{claims}."


def _segment(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


REFUSED: dict[str, Callable[[Provider], str]] = {
    "expired": lambda p: p.signed(exp=time.time() - 60),
    "not good yet": lambda p: p.signed(nbf=time.time() + 60),
    "without an end": lambda p: p.signed(exp=None),
    "without a user": lambda p: p.signed(sub=None),
    "for another server": lambda p: p.signed(aud="https://other.example/mcp"),
    "for no server": lambda p: p.signed(aud=None),
    "of another issuer": lambda p: p.signed(iss="https://evil.example"),
    "of no issuer": lambda p: p.signed(iss=None),
    "signed by another": lambda p: p.signed(OTHER),
    "with an unknown key": lambda p: p.signed(kid="k2"),
    "with no key named": lambda p: p.signed(kid=None),
    "with a key of another kind": lambda p: p.signed(kid="r1"),
    "unsigned": unsigned,
    "signed with the public key": with_public_key_as_secret,
    "signed with a shared secret": lambda p: p.signed("x" * 32, algorithm="HS256"),
    "torn": lambda p: p.signed()[:-4],
    "endless": lambda p: p.signed(note="x" * 20_000),
    "no token at all": lambda _: "a.b.c",
}


@pytest.mark.anyio
async def test_only_tokens_for_us_are_taken(tmp_path: Path, provider: Provider) -> None:
    async with serving(settings_of(tmp_path, public_url=URL, jwt_issuer=provider.url)) as app, browser(app) as client:
        for name, make in REFUSED.items():
            answer = await client.get("/metrics", headers={"Authorization": f"Bearer {make(provider)}"})
            assert answer.status_code == 401, name
            assert f'resource_metadata="{URL}/.well-known/' in answer.headers["www-authenticate"]
        assert (await client.post("/login", data={"token": unsigned(provider)})).status_code == 401
        for good in (provider.signed(), provider.signed(RSA_KEY, "r1", "RS256"), provider.signed(aud=["x", AUDIENCE])):
            answer = await client.get("/metrics", headers={"Authorization": f"Bearer {good}"})
            assert answer.status_code == 200
        for scope, status in (("pincite:upload read", 400), ("read", 403), ("openid", 403), (None, 403)):
            headers = {"Authorization": f"Bearer {provider.signed(scope=scope)}"}
            assert (await client.post("/documents", content=b"", headers=headers)).status_code == status, scope
        answer = await client.post("/mcp", headers={"Authorization": f"Bearer {provider.signed(scope='openid')}"})
        assert answer.status_code == 403
        assert 'error="insufficient_scope", scope="read"' in answer.headers["www-authenticate"]
        async with agent(app, {"Authorization": f"Bearer {provider.signed()}"}) as one:
            assert (await one.list_tools()).tools
        told = (await client.get("/.well-known/oauth-protected-resource/mcp")).json()
        assert (told["resource"], told["authorization_servers"]) == (AUDIENCE, [provider.url])
        signs_in = await client.post("/login", data={"token": provider.signed(), "next": "/"})
        assert signs_in.status_code == 303
        assert (await client.get("/metrics")).status_code == 200  # by the cookie
    assert provider.fetches() == 1  # unknown keys don't make us ask again and again


@pytest.mark.anyio
async def test_where_the_keys_cannot_be_had_nobody_is_called_a_stranger(tmp_path: Path, provider: Provider) -> None:
    del provider.documents["/keys"]
    async with serving(settings_of(tmp_path, public_url=URL, jwt_issuer=provider.url)) as app, browser(app) as client:
        answer = await client.get("/metrics", headers={"Authorization": f"Bearer {provider.signed()}"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "issuer_unavailable")
        assert (await client.post("/login", data={"token": provider.signed()})).status_code == 503
        assert (await client.get("/metrics")).status_code == 401


@pytest.mark.anyio
async def test_without_an_issuer_nothing_is_told_of_one(tmp_path: Path) -> None:
    async with serving(settings_of(tmp_path, tokens="alice sha256:" + "0" * 64)) as app, browser(app) as client:
        answer = await client.get("/.well-known/oauth-protected-resource/mcp")
        assert answer.status_code == 404
        assert "resource_metadata" not in (await client.post("/mcp")).headers["www-authenticate"]


def test_an_unknown_key_is_asked_for_once_in_a_while(provider: Provider) -> None:
    clock = Clock()
    issuer = Issuer(provider.url, AUDIENCE, clock=clock)
    assert [issuer.verify(provider.signed(kid=f"x{n}")) for n in range(20)] == [None] * 20
    assert provider.fetches() == 1
    clock.now += 11
    assert issuer.verify(provider.signed(kid="x")) is None
    assert provider.fetches() == 2
    assert issuer.verify(provider.signed()) is not None
    assert provider.fetches() == 2


def test_a_key_that_is_changed_is_noticed(provider: Provider) -> None:
    clock = Clock()
    issuer = Issuer(provider.url, AUDIENCE, clock=clock)
    assert issuer.verify(provider.signed()) is not None
    provider.publish(k2=OTHER)
    clock.now += 11
    assert issuer.verify(provider.signed(OTHER, "k2")) is not None
    assert issuer.verify(provider.signed()) is None  # the old key is out of use
    provider.publish(k3=KEY)
    clock.now += 301
    assert issuer.verify(provider.signed(OTHER, "k2")) is None  # also where the new one was not asked for yet


def test_a_provider_that_is_down_keeps_out_nobody_whose_key_is_known(provider: Provider) -> None:
    clock = Clock()
    issuer = Issuer(provider.url, AUDIENCE, clock=clock)
    assert issuer.verify(provider.signed()) is not None
    del provider.documents["/keys"]
    clock.now += 3600
    assert issuer.verify(provider.signed()) is not None
    with pytest.raises(StoreError, match="cannot be fetched") as told:
        issuer.verify(provider.signed(OTHER, "k2"))  # perhaps a new key
    assert told.value.code == "issuer_unavailable"
    assert provider.fetches() == 2
    clock.now += 24 * 3600
    with pytest.raises(StoreError):
        issuer.verify(provider.signed())
    provider.publish(k1=KEY)
    with pytest.raises(StoreError):
        issuer.verify(provider.signed())  # it was asked just now
    clock.now += 11
    assert issuer.verify(provider.signed()) is not None


@pytest.mark.parametrize(
    "keys",
    [None, [], {"keys": []}, {"keys": [{"kty": "oct", "k": "eA", "kid": "k1"}]}, {"keys": "none"}],
    ids=["nothing", "a list", "no keys", "a secret", "a word"],
)
def test_keys_that_are_none_let_nobody_in(provider: Provider, keys: Any) -> None:
    provider.documents["/keys"] = keys
    issuer = Issuer(provider.url, AUDIENCE)
    for token in (provider.signed(), provider.signed("x" * 32, algorithm="HS256")):
        with suppress(StoreError):
            assert issuer.verify(token) is None


def test_keys_are_found_as_either_standard_says(provider: Provider) -> None:
    assert list(discovery_urls("https://id.example/")) == [f"https://id.example{p}" for p in (OPENID, OAUTH)]
    assert list(discovery_urls("https://id.example/a")) == [
        f"https://id.example/a{OPENID}",
        f"https://id.example{OAUTH}/a",
        f"https://id.example{OPENID}/a",
    ]
    del provider.documents[OPENID]
    provider.tell_where(OAUTH)
    assert Issuer(provider.url, AUDIENCE).verify(provider.signed()) is not None
    tenant = f"{provider.url}/tenant"
    provider.tell_where(f"{OAUTH}/tenant", issuer=tenant)
    assert Issuer(tenant, AUDIENCE).verify(provider.signed(iss=tenant)) is not None
    del provider.documents[OAUTH]
    assert (
        Issuer(provider.url, AUDIENCE, f"{provider.url}/keys").verify(provider.signed()) is not None
    )  # by the setting


@pytest.mark.parametrize("told", [{"issuer": "https://evil.example"}, {"jwks_uri": "file:///etc/passwd"}, {}])
def test_a_document_of_another_issuer_or_without_keys_is_not_believed(provider: Provider, told: dict[str, str]) -> None:
    good = provider.documents[OPENID]
    provider.documents[OPENID] = {**good, **told} if told else {"issuer": provider.url}
    with pytest.raises(StoreError, match="cannot be fetched"):
        Issuer(provider.url, AUDIENCE).verify(provider.signed())
    assert provider.fetches() == 0
