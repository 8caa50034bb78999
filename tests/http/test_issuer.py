"""Tokens that an identity provider signed: those meant for us, in time, from whom we trust; and nothing else."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from jwt.algorithms import ECAlgorithm

from pincite.server.http.issuer import Issuer
from tests.http.conftest import agent, browser, serving, settings_of

URL = "https://docs.example"
ISSUER = "https://id.example"
KEY, OTHER = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())


class Keys:
    """The issuer's keys, as if they had been fetched."""

    def get_signing_key_from_jwt(self, token: str) -> Any:
        if jwt.get_unverified_header(token).get("kid") != "k1":
            raise jwt.PyJWKClientError("unknown key")
        public = json.loads(ECAlgorithm.to_jwk(KEY.public_key()))
        return jwt.PyJWK({**public, "kid": "k1", "alg": "ES256"})


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Issuer, "_keys", lambda _: Keys())


def signed(key: Any = KEY, kid: str = "k1", **changed: Any) -> str:
    claims = {"iss": ISSUER, "aud": f"{URL}/mcp", "sub": "eve", "exp": time.time() + 60, "scope": "read openid"}
    claims.update(changed)
    return jwt.encode({k: v for k, v in claims.items() if v is not None}, key, "ES256", {"kid": kid})


REFUSED: dict[str, Callable[[], str]] = {
    "expired": lambda: signed(exp=time.time() - 1),
    "without an end": lambda: signed(exp=None),
    "without a user": lambda: signed(sub=None),
    "for another server": lambda: signed(aud="https://other.example/mcp"),
    "for no server": lambda: signed(aud=None),
    "of another issuer": lambda: signed(iss="https://evil.example"),
    "signed by another": lambda: signed(OTHER),
    "with an unknown key": lambda: signed(kid="k2"),
    "unsigned": lambda: jwt.encode({"iss": ISSUER, "aud": f"{URL}/mcp", "sub": "eve"}, "", "none"),
    "signed with a shared secret": lambda: jwt.encode({"sub": "eve"}, "x" * 32, "HS256", {"kid": "k1"}),
    "torn": lambda: signed()[:-4],
    "endless": lambda: signed(note="x" * 20_000),
}


@pytest.mark.anyio
async def test_only_tokens_for_us_are_taken(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, public_url=URL, jwt_issuer=ISSUER, jwt_keys=f"{ISSUER}/keys")
    async with serving(settings) as app, browser(app) as client:
        for name, make in REFUSED.items():
            answer = await client.get("/metrics", headers={"Authorization": f"Bearer {make()}"})
            assert answer.status_code == 401, name
            assert f'resource_metadata="{URL}/.well-known/' in answer.headers["www-authenticate"]
        assert (await client.get("/metrics", headers={"Authorization": f"Bearer {signed()}"})).status_code == 200
        for scope, status in (("pincite:upload read", 400), ("read", 403), ("openid", 403)):
            headers = {"Authorization": f"Bearer {signed(scope=scope)}"}
            assert (await client.post("/documents", content=b"", headers=headers)).status_code == status, scope
        async with agent(app, {"Authorization": f"Bearer {signed()}"}) as one:
            assert (await one.list_tools()).tools
        told = (await client.get("/.well-known/oauth-protected-resource/mcp")).json()
        assert (told["resource"], told["authorization_servers"]) == (f"{URL}/mcp", [ISSUER])
        signs_in = await client.post("/login", data={"token": signed(), "next": "/"})
        assert signs_in.status_code == 303
        assert (await client.get("/metrics")).status_code == 200  # by the cookie


@pytest.mark.anyio
async def test_without_an_issuer_nothing_is_told_of_one(tmp_path: Path) -> None:
    async with serving(settings_of(tmp_path, tokens="alice sha256:" + "0" * 64)) as app, browser(app) as client:
        answer = await client.get("/.well-known/oauth-protected-resource/mcp")
        assert answer.status_code == 404
        assert "resource_metadata" not in (await client.post("/mcp")).headers["www-authenticate"]
