"""What a user may not see is not there for them: the same answers as for what never was, in every tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError

from pincite.registry import OpenDocument
from pincite.server.http.grants import EVERYONE, SqliteGrants
from pincite.server.http.identity import Identity
from pincite.server.http.user import User, roots_of
from pincite.server.http.visitor import visiting
from pincite.server.sight import Sharing, Sight
from pincite.settings import Settings
from pincite.stores import original_store
from tests.contract.talk import error, facts, text
from tests.http.conftest import Users, agent, browser, draft, keep, serving, settings_of
from tests.pdfs import Pdf

SECRET = "Zanzibar merger"


@pytest.fixture
def documents() -> tuple[OpenDocument, OpenDocument]:
    return draft(SECRET, "zanzibar.pdf"), draft("Open report", "report.pdf")


def granted(settings: Settings, *rows: tuple[OpenDocument, str]) -> None:
    grants = SqliteGrants(settings.cache_dir / "grants.db")
    for opened, reader in rows:
        grants.give(opened.document.doc_id, reader, reader)
    grants.close()


async def answers(client: Client, doc_id: str) -> list[str]:
    """What each tool and resource says of a document, with its id taken out."""
    calls: dict[str, dict[str, Any]] = {
        "open_document": {"source": doc_id},
        "read": {"doc_id": doc_id, "refs": ["s0"]},
        "get_outline": {"doc_id": doc_id},
        "get_table": {"doc_id": doc_id, "table": "t0"},
        "view_page": {"doc_id": doc_id, "page": "1"},
        "export_document": {"doc_id": doc_id, "format": "markdown"},
        "search": {"query": "Zanzibar", "doc_ids": [doc_id]},
        "verify_citations": {"citations": [{"doc_id": doc_id, "quote": SECRET}]},
        "forget_document": {"doc_id": doc_id},
    }
    said = []
    for tool, arguments in calls.items():
        result = await client.call_tool(tool, arguments)
        said.append(f"{tool}: {result.content}")
    for uri in (f"pincite://doc/{doc_id}", f"pincite://doc/{doc_id}/s0"):
        try:
            said.append(str(await client.read_resource(uri)))
        except MCPError as refused:
            said.append(str(refused))
    return [answer.replace(doc_id, "DOC") for answer in said]


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_document_of_another_is_answered_like_none(
    tmp_path: Path, users: Users, documents: tuple[OpenDocument, OpenDocument], mode: str
) -> None:
    secret, report = documents
    settings = settings_of(tmp_path, users)
    keep(settings, secret, report)
    granted(settings, (secret, "user:alice"), (report, EVERYONE))
    there, nowhere = secret.document.doc_id, "a" * 12
    async with serving(settings) as app, agent(app, users.headers("bob"), mode) as bob:
        assert await answers(bob, there) == await answers(bob, nowhere)
        listed = await facts(bob, "list_documents")
        assert [d["title"] for d in listed["documents"]] == ["Open report"]
        assert (await facts(bob, "list_documents", query="zanzibar"))["total"] == 0
        found = await facts(bob, "search", query="Zanzibar merger report")
        assert {hit["doc_id"] for hit in found["hits"]} == {report.document.doc_id}
        assert "Zanzibar" not in await error(bob, "read", doc_id="zanzibar.pdf", refs=["s0"])
        resources = [r.uri for r in (await bob.list_resources()).resources]
        assert f"pincite://doc/{report.document.doc_id}" in map(str, resources)
        assert not [uri for uri in resources if there in str(uri)]
        near = await facts(bob, "search", query="Zanzibat")
        assert "zanzibar" not in str(near).lower().replace("zanzibat", "")


@pytest.mark.anyio
async def test_the_pages_of_another_are_not_there(
    tmp_path: Path, users: Users, documents: tuple[OpenDocument, OpenDocument]
) -> None:
    secret, _ = documents
    settings = settings_of(tmp_path, users)
    keep(settings, secret)
    granted(settings, (secret, "user:alice"))
    there, nowhere = secret.document.doc_id, "a" * 12
    async with serving(settings) as app, browser(app) as client:
        for place in ("/d/{}", "/d/{}?a=s0", "/d/{}/p/1.png", "/documents/{}"):
            seen, none = [
                await client.get(place.format(doc_id), headers=users.headers("bob")) for doc_id in (there, nowhere)
            ]
            assert seen.status_code == none.status_code == 404, place
            assert seen.text.replace(there, "DOC") == none.text.replace(nowhere, "DOC")
        assert SECRET not in (await client.get("/", headers=users.headers("bob"))).text
        assert SECRET in (await client.get("/", headers=users.headers("alice"))).text
        assert SECRET in (await client.get("/", headers=users.headers("root"))).text


@pytest.mark.anyio
async def test_a_document_is_shared_by_who_brought_it(
    tmp_path: Path, users: Users, documents: tuple[OpenDocument, OpenDocument]
) -> None:
    secret, _ = documents
    settings = settings_of(tmp_path, users)
    keep(settings, secret)
    granted(settings, (secret, "user:alice"))
    doc_id = secret.document.doc_id
    users.add("carol", groups=("legal",))
    async with serving(settings) as app, browser(app) as client:

        async def seen_by(*names: str) -> list[bool]:
            answers = [await client.get(f"/documents/{doc_id}", headers=users.headers(n)) for n in names]
            return [answer.status_code == 200 for answer in answers]

        share = f"/documents/{doc_id}/readers/"
        assert (await client.put(share + "everyone", headers=users.headers("bob"))).status_code == 404
        assert (await client.put(share + "group:legal", headers=users.headers("alice"))).status_code == 200
        assert await seen_by("carol", "bob") == [True, False]
        for method, path in (("PUT", share + "everyone"), ("DELETE", f"/documents/{doc_id}")):
            assert (await client.request(method, path, headers=users.headers("carol"))).status_code == 403
        assert (await client.put(share + "somebody", headers=users.headers("alice"))).status_code == 400
        await client.delete(share + "group:legal", headers=users.headers("alice"))
        assert await seen_by("carol", "alice") == [False, True]
        await client.put(share + "everyone", headers=users.headers("root"))  # an administrator may, too
        assert await seen_by("carol", "bob") == [True, True]
        await client.delete(f"/documents/{doc_id}", headers=users.headers("root"))
        assert await seen_by("alice", "root") == [False, False]


@pytest.mark.anyio
async def test_directories_are_for_their_group(tmp_path: Path, users: Users) -> None:
    legal = tmp_path / "legal"
    legal.mkdir()
    page = Pdf(title="Contract")
    page.page().text(72, 80, "Contract", size=18, bold=True).paragraph(
        72, 120, 400, "The parties agree on it.", size=11
    )
    (legal / "contract.pdf").write_bytes(page.bytes())
    settings = settings_of(tmp_path, users, group_roots=(("legal", legal),))
    users.add("carol", groups=("legal",))
    users.add("dave", groups=("legal",))
    async with serving(settings) as app:
        async with agent(app, users.headers("bob")) as bob:
            for name in ("contract.pdf", str(legal / "contract.pdf"), "../legal/contract.pdf"):
                said = await error(bob, "open_document", source=name)
                assert "legal" not in said.replace(name, "")
        async with agent(app, users.headers("carol")) as carol:
            assert "Contract" in await text(carol, "open_document", source="contract.pdf")
            assert "[not_allowed]" in await error(
                carol, "forget_document", doc_id=(await facts(carol, "list_documents"))["documents"][0]["doc_id"]
            )
        async with agent(app, users.headers("dave")) as dave:  # sees what a colleague opened there
            assert (await facts(dave, "list_documents"))["total"] == 1
        async with agent(app, users.headers("bob")) as bob:
            assert (await facts(bob, "list_documents"))["total"] == 0


@pytest.mark.anyio
async def test_what_a_password_opened_is_open_to_who_knew_it(tmp_path: Path, users: Users) -> None:
    settings = settings_of(tmp_path, users)
    page = Pdf(title="Vault")
    page.page().text(72, 80, "Vault", size=18, bold=True).paragraph(72, 120, 400, "The code is 4711.", size=11)
    (settings.roots[0] / "vault.pdf").write_bytes(page.bytes(password="sesame"))
    async with serving(settings) as app:
        async with agent(app, users.headers("alice")) as alice:
            await text(alice, "open_document", source="vault.pdf", password="sesame")
            doc_id = (await facts(alice, "list_documents"))["documents"][0]["doc_id"]
            assert "4711" in await text(alice, "read", doc_id=doc_id, refs=["p1"])
        async with agent(app, users.headers("bob")) as bob:
            assert "[password_required]" in await error(bob, "open_document", source="vault.pdf")
            assert "[unknown_document]" in await error(bob, "read", doc_id=doc_id, refs=["p1"])
            assert (await facts(bob, "list_documents"))["total"] == 0
        # also for one who has the file itself
        sent = (settings.roots[0] / "vault.pdf").read_bytes()
        async with browser(app, **users.headers("bob")) as client:
            assert (await client.post("/documents?wait=9", content=sent)).json()["error"]["code"] == "password_required"
        async with agent(app, users.headers("bob")) as bob:
            assert "[password_required]" in await error(bob, "read", doc_id=doc_id, refs=["p1"])
            assert (await facts(bob, "search", query="code 4711"))["hits"] == []
            assert "Vault" in await text(bob, "open_document", source=doc_id, password="sesame")
            assert "4711" in await text(bob, "read", doc_id=doc_id, refs=["p1"])


def test_without_a_user_a_shared_registry_shows_nothing(tmp_path: Path) -> None:
    from pincite.errors import RequestError
    from tests.contract.fakes import FakeRegistry

    sharing = Sharing(SqliteGrants(tmp_path / "g.db"), original_store(Settings(cache_dir=tmp_path)), None)
    sight = Sight(FakeRegistry(draft("A", "a.pdf")), sharing)  # type: ignore[arg-type]
    with pytest.raises(RequestError) as caught:
        sight.entries()
    assert caught.value.code == "not_allowed"
    nobody = User(Identity("x", frozenset({"read"}), frozenset(), "k"), list, sharing.grants)
    with visiting(nobody):
        assert sight.entries() == []


def test_an_administrator_reads_all_directories_and_others_those_of_their_groups(tmp_path: Path) -> None:
    a, b, c = (tmp_path / name for name in "abc")
    settings = Settings(roots=(a,), group_roots=(("legal", b), ("tax", c)), cache_dir=tmp_path)

    def roots(scopes: set[str], *groups: str) -> list[Path]:
        return roots_of(Identity("x", frozenset(scopes), frozenset(groups), "k"), settings)  # type: ignore[arg-type]

    assert roots({"read"}) == [a]
    assert roots({"read"}, "tax") == [a, c]
    assert roots({"admin"}) == [a, b, c]


def test_grants_are_counted_by_giver(tmp_path: Path) -> None:
    grants = SqliteGrants(tmp_path / "g.db")
    for reader, giver in (("user:a", "user:a"), ("everyone", "user:a"), ("everyone", "user:b"), ("user:b", "user:b")):
        grants.give("doc", reader, giver)
        grants.give("doc", reader, giver)
    assert grants.take("doc", giver="user:a") == 2
    assert grants.readers("doc") == [("everyone", "user:b"), ("user:b", "user:b")]
    assert grants.visible(["everyone"]) == {"doc"}
    assert grants.may_see("doc", ["user:b"])
    assert not grants.may_see("doc", ["user:a"])
    assert grants.take("doc") == 2
    assert grants.visible(["everyone"]) == set()
