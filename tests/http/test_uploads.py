"""Documents that users send: in one piece or in parts, theirs alone, and never larger or more than allowed."""

from __future__ import annotations

import base64
import shlex
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from pincite.errors import RequestError
from pincite.server.http.advice import how_to_send
from pincite.server.http.uploads import metadata_of, plain_name
from tests.contract.talk import error, text
from tests.http.conftest import Users, agent, browser, serving, settings_of
from tests.pdfs import Pdf


def pdf(words: str) -> bytes:
    made = Pdf(title=words)
    made.page().text(72, 80, words, size=18, bold=True)
    return bytes(made.paragraph(72, 120, 460, f"All that is said here is about {words}. " * 5, size=11).bytes())


async def slowly(data: bytes) -> AsyncIterator[bytes]:
    for start in range(0, len(data), 1000):
        yield data[start : start + 1000]


@pytest.mark.anyio
async def test_a_file_is_sent_and_then_read_by_who_sent_it_alone(tmp_path: Path, users: Users) -> None:
    settings = settings_of(tmp_path, users)
    alice, bob = users.headers("alice"), users.headers("bob")
    async with serving(settings) as app, browser(app) as client:
        sent = await client.post(
            "/documents?wait=20", files={"file": ("otters of the north.pdf", pdf("otters"))}, headers=alice
        )
        assert sent.status_code == 201, sent.text
        told = sent.json()
        assert (told["status"], told["pages"], told["title"]) == ("ready", 1, "otters")
        doc_id = told["doc_id"]
        assert sent.headers["pincite-doc-id"] == doc_id
        async with agent(app, alice) as one:
            assert "otters of the north.pdf" in await text(one, "open_document", source=doc_id)
            assert "about otters" in await text(one, "read", doc_id=doc_id, refs=["p1"])
        async with agent(app, bob) as other:
            assert "[not_found]" in await error(other, "open_document", source=doc_id)
            assert "[unknown_document]" in await error(other, "read", doc_id=doc_id, refs=["p1"])
        for method in ("GET", "DELETE"):
            assert (await client.request(method, f"/documents/{doc_id}", headers=bob)).status_code == 404
        # the same content sent by another is the same document; each has it as their own
        again = await client.post("/documents?name=b.pdf&wait=20", content=slowly(pdf("otters")), headers=bob)
        assert again.json()["doc_id"] == doc_id
        assert (await client.delete(f"/documents/{doc_id}", headers=alice)).status_code == 200
        assert (await client.get(f"/documents/{doc_id}", headers=alice)).status_code == 404
        assert (await client.get(f"/documents/{doc_id}", headers=bob)).json()["status"] == "ready"
        assert (await client.delete(f"/documents/{doc_id}", headers=bob)).status_code == 200
        kept = [p for p in settings.cache_dir.rglob("*") if p.is_file() and b"%PDF" in p.read_bytes()]
        assert not kept, "nothing is kept of a document that nobody wants"


@pytest.mark.anyio
async def test_a_large_file_comes_in_parts_and_goes_on_where_it_broke(tmp_path: Path, users: Users) -> None:
    data = pdf("walruses")
    tus = {"Tus-Resumable": "1.0.0", **users.headers("alice")}
    part = {**tus, "Content-Type": "application/offset+octet-stream"}
    async with serving(settings_of(tmp_path, users)) as app, browser(app) as client:
        about = await client.options("/uploads", headers=tus)
        assert "creation" in about.headers["tus-extension"]
        name = base64.b64encode("wälrus.pdf".encode()).decode()
        begun = await client.post(
            "/uploads", headers={**tus, "Upload-Length": str(len(data)), "Upload-Metadata": f"filename {name}"}
        )
        place = begun.headers["location"]
        first = await client.patch(place, content=data[:500], headers={**part, "Upload-Offset": "0"})
        assert (first.status_code, first.headers["upload-offset"]) == (204, "500")
        wrong = await client.patch(place, content=data[:500], headers={**part, "Upload-Offset": "0"})
        assert wrong.status_code == 409
        assert (await client.head(place, headers=tus)).headers["upload-offset"] == "500"
        for method in ("HEAD", "DELETE"):  # another user's upload is not there
            other = {**tus, **users.headers("bob")}
            assert (await client.request(method, place, headers=other)).status_code == 404
        done = await client.patch(place + "?wait=20", content=data[500:], headers={**part, "Upload-Offset": "500"})
        assert (done.status_code, done.headers["upload-offset"]) == (200, str(len(data)))
        assert done.json()["status"] == "ready"
        assert done.headers["pincite-doc-id"] == done.json()["doc_id"]
        assert (await client.head(place, headers=tus)).status_code == 404
        given_up = (await client.post("/uploads", headers={**tus, "Upload-Length": "9"})).headers["location"]
        assert (await client.delete(given_up, headers=tus)).status_code == 204
        assert (await client.head(given_up, headers=tus)).status_code == 404


@pytest.mark.anyio
async def test_what_cannot_be_taken_says_why(tmp_path: Path, users: Users) -> None:
    settings = settings_of(tmp_path, users, max_file_mb=1, upload_mb_per_hour=3)
    async with serving(settings) as app, browser(app, **users.headers("alice")) as client:

        async def told(answer: httpx2.Response) -> tuple[int, str]:
            return answer.status_code, answer.json()["error"]["code"]

        large = bytes(1_100_000)
        assert await told(await client.post("/documents", content=large)) == (413, "too_large")
        assert await told(await client.post("/documents", content=slowly(large))) == (413, "too_large")
        assert await told(await client.post("/uploads", headers={"Upload-Length": "1100000"})) == (413, "too_large")
        assert await told(await client.post("/documents", content=b"")) == (400, "empty")
        rtf = await client.post("/documents?name=x.rtf", content=b"{\\rtf1 plain words}")
        assert await told(rtf) == (400, "unsupported_format")
        cut = {"Content-Type": "multipart/form-data; boundary=x"}
        form = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF'
        for body in (form, b"--x--\r\n", b"nonsense"):
            assert await told(await client.post("/documents", content=body, headers=cut)) == (400, "bad_argument")
        assert not list((settings.cache_dir / "incoming").glob("*.part"))
        assert (await client.post("/documents", content=bytes(900_000))).status_code in (400, 429)
        assert (await client.post("/documents", content=bytes(900_000))).status_code == 429


@pytest.mark.anyio
async def test_a_document_that_cannot_be_parsed_says_so_and_is_kept(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users)) as app, browser(app, **users.headers("alice")) as client:
        broken = await client.post("/documents?wait=20", content=b"%PDF-1.7\n" + b"\x00garbage\xff" * 50)
        assert broken.json()["status"] == "failed"
        assert broken.json()["error"]["code"] == "corrupt"


@pytest.mark.anyio
async def test_who_names_a_file_of_their_own_computer_learns_how_to_send_it(tmp_path: Path, users: Users) -> None:
    async with serving(settings_of(tmp_path, users)) as app, agent(app, users.headers("alice")) as client:
        said = await error(client, "open_document", source="/home/alice/my report.pdf")
        assert "curl -sS -H \"Authorization: Bearer $PINCITE_TOKEN\" -F 'file=@/home/alice/my report.pdf' " in said
        assert "http://127.0.0.1:8000/documents" in said
    async with serving(settings_of(tmp_path, users, uploads=False)) as app, browser(app) as http:
        assert (await http.post("/documents", headers=users.headers("alice"))).status_code in (404, 405)
        async with agent(app, users.headers("alice")) as client:
            assert "curl" not in await error(client, "open_document", source="/home/alice/my report.pdf")


def test_the_command_can_be_pasted_whatever_the_file_is_called() -> None:
    for name in ("a b.pdf", "it's.pdf", "$(rm -rf).pdf", 'quo"te.pdf', "semi;colon,s.pdf"):
        words = shlex.split(how_to_send("https://docs.example", f"/x/{name}", with_token=False).split(": ", 1)[1])
        sent = words[words.index("-F") + 1].removeprefix("file=@")
        quoted = sent.startswith('"')
        assert (sent[1:-1].replace('\\"', '"') if quoted else sent) == f"/x/{name}"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\files\\a.pdf", "a.pdf"),
        ("", "document"),
        ("/", "document"),
        ("a\n\x00b.pdf", "ab.pdf"),
        ("x" * 500 + ".pdf", "x" * 196 + ".pdf"),
    ],
)
def test_a_file_is_called_by_the_last_part_of_its_path(given: str, name: str) -> None:
    assert plain_name(given) == name


def test_metadata_is_read_as_tus_writes_it() -> None:
    assert metadata_of("filename YS5wZGY=, is_final") == {"filename": "a.pdf", "is_final": ""}
    with pytest.raises(RequestError):
        metadata_of("filename ???")
