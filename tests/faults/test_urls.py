"""Opening URLs through the registry: once, again, unchanged, given up, and left clean."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pincite.cache.store import DocumentStore
from pincite.errors import PinciteError
from pincite.parsers.pool import WorkerPool
from pincite.registry import OpenDocument, Pending, Registry, journeys
from pincite.settings import Settings
from tests.faults.fakes import PARSER
from tests.sites import Site, Visit, drip, serve_site

HEADER = "%PDF-1.7\n"
MakeRegistry = Callable[..., Registry]


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as site:
        yield site


@pytest.fixture
def make_registry(tmp_path: Path) -> Iterator[MakeRegistry]:
    made: list[Registry] = []

    def make(*, parser: str = PARSER, **settings: object) -> Registry:
        values = {"cache_dir": tmp_path / "cache", "allow_private_urls": True, **settings}
        made.append(Registry(Settings.model_validate(values), pool=WorkerPool(2, parser=parser, timeout_s=20)))
        return made[-1]

    yield make
    for registry in made:
        registry.close()


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "downloads"


def opened(registry: Registry, source: str, **options: object) -> OpenDocument:
    found = registry.open(source, **options)  # type: ignore[arg-type]
    assert isinstance(found, OpenDocument)
    return found


def refused(registry: Registry, source: str, **options: object) -> PinciteError:
    with pytest.raises(PinciteError) as caught:
        registry.open(source, **options)  # type: ignore[arg-type]
    return caught.value


def versioned(body: str, tag: str) -> Callable[[Visit], None]:
    """A page that is sent only to those who do not have it."""

    def page(visit: Visit) -> None:
        same = visit.headers.get("If-None-Match") == tag
        visit.answer(304 if same else 200, b"" if same else (HEADER + body).encode(), etag=tag)

    return page


def forget_the_moment(registry: Registry) -> None:
    """As if the documents had been opened long ago."""
    registry._journeys._recent.clear()


def test_a_document_is_fetched_and_its_file_removed(make_registry: MakeRegistry, site: Site, downloads: Path) -> None:
    registry = make_registry()
    url = site.page("/a/report.pdf", HEADER + "words", "application/pdf")
    first = opened(registry, url)
    assert first.document.source == "report.pdf"
    assert registry.get(first.document.doc_id) is first
    assert opened(registry, url) is first
    assert site.paths == ["/a/report.pdf"]
    assert downloads.stat().st_mode & 0o77 == 0
    assert not list(downloads.iterdir())


def test_many_who_ask_for_one_url_share_a_download(make_registry: MakeRegistry, site: Site, tmp_path: Path) -> None:
    registry, tally = make_registry(), tmp_path / "tally"
    url = site.page("/a.pdf", f"{HEADER}tally {tally}", "application/pdf")
    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(lambda _: opened(registry, url), range(6)))
    assert len({id(one) for one in found}) == 1
    assert site.paths == ["/a.pdf"]
    assert len(tally.read_text().split()) == 1


def test_an_unchanged_page_is_neither_sent_nor_parsed_again(
    make_registry: MakeRegistry, site: Site, tmp_path: Path
) -> None:
    tally = tmp_path / "tally"
    site.pages["/a.pdf"] = versioned(f"tally {tally}", '"v1"')
    first = opened(make_registry(), site.url("/a.pdf"))
    again = opened(make_registry(), site.url("/a.pdf"))
    assert again.document == first.document
    assert site.seen[1][1]["If-None-Match"] == '"v1"'
    assert len(tally.read_text().split()) == 1


def test_a_changed_page_is_another_document(make_registry: MakeRegistry, site: Site) -> None:
    registry = make_registry()
    site.pages["/a.pdf"] = versioned("old", '"v1"')
    first = opened(registry, site.url("/a.pdf"))
    site.pages["/a.pdf"] = versioned("new", '"v2"')
    assert opened(registry, site.url("/a.pdf")) is first  # a moment later it is taken as it was
    assert opened(registry, site.url("/a.pdf"), refresh=True).document.doc_id != first.document.doc_id
    forget_the_moment(registry)
    assert opened(registry, site.url("/a.pdf")).document.text.endswith("new")


def test_an_unchanged_page_that_was_forgotten_is_fetched_again(make_registry: MakeRegistry, site: Site) -> None:
    registry = make_registry()
    site.pages["/a.pdf"] = versioned("words", '"v1"')
    first = opened(registry, site.url("/a.pdf"))
    registry.forget(first.document.doc_id)
    assert opened(registry, site.url("/a.pdf")).document.doc_id == first.document.doc_id
    assert "If-None-Match" not in site.seen[1][1]


def test_an_unchanged_page_that_was_evicted_is_fetched_again(
    make_registry: MakeRegistry, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.pages["/a.pdf"] = versioned("words", '"v1"')
    first = opened(make_registry(), site.url("/a.pdf"))
    monkeypatch.setattr(DocumentStore, "get", lambda *_: None)
    assert opened(make_registry(), site.url("/a.pdf")).document.text == first.document.text
    assert len(site.seen) == 3


def test_a_slow_download_is_pending_and_then_there(make_registry: MakeRegistry, site: Site) -> None:
    registry, free = make_registry(), threading.Event()

    def page(visit: Visit) -> None:
        free.wait(10)
        visit.answer(200, (HEADER + "words").encode())

    site.pages["/a.pdf"] = page
    opening = registry.begin(site.url("/a.pdf?token=hidden"))
    assert not opening.done
    pending = opening.wait(0.1)
    assert isinstance(pending, Pending)
    assert pending.doc_id is None
    assert "hidden" not in pending.source
    free.set()
    assert opened(registry, site.url("/a.pdf?token=hidden")).document.text.endswith("words")
    assert len(site.seen) == 1


def test_a_download_that_nobody_waits_for_is_stopped(make_registry: MakeRegistry, site: Site, downloads: Path) -> None:
    registry = make_registry()
    site.pages["/a.pdf"] = drip
    registry.begin(site.url("/a.pdf")).cancel()
    _until(lambda: not registry._journeys._journeys)
    assert not list(downloads.glob("*"))
    site.page("/a.pdf", HEADER + "words")
    assert opened(registry, site.url("/a.pdf")).document.text.endswith("words")


def test_a_parse_that_nobody_waits_for_is_stopped(make_registry: MakeRegistry, site: Site, downloads: Path) -> None:
    registry = make_registry()
    opening = registry.begin(site.page("/a.pdf", HEADER + "slow 30"))
    _until(lambda: opening.pending().pages_done > 0)
    opening.cancel()
    _until(lambda: not registry._journeys._journeys)
    assert not list(downloads.iterdir())


def test_a_closing_registry_does_not_wait_for_the_web(make_registry: MakeRegistry, site: Site) -> None:
    registry = make_registry()
    site.pages["/a.pdf"] = drip
    opening = registry.begin(site.url("/a.pdf"))
    _until(lambda: bool(site.seen))
    start = time.monotonic()
    registry.close()
    with pytest.raises(PinciteError):
        opening.wait(10)
    assert time.monotonic() - start < 10
    with pytest.raises(PinciteError):
        registry.begin(site.url("/b.pdf")).wait(10)


def test_a_password_is_asked_for_and_taken(make_registry: MakeRegistry, site: Site, downloads: Path) -> None:
    registry = make_registry()
    site.pages["/a.pdf"] = versioned("secret sesame", '"v1"')
    assert refused(registry, site.url("/a.pdf")).code == "password_required"
    assert opened(registry, site.url("/a.pdf"), password="sesame").document.text
    assert refused(make_registry(), site.url("/a.pdf")).code == "password_required"
    assert not list(downloads.iterdir())


@pytest.mark.parametrize(
    ("settings", "code"),
    [({"allow_urls": False}, "url_not_allowed"), ({"allow_private_urls": False}, "private_address")],
)
def test_what_is_refused(
    make_registry: MakeRegistry, site: Site, settings: dict[str, object], code: str, tmp_path: Path
) -> None:
    registry = make_registry(roots=(tmp_path,), **settings)
    assert refused(registry, site.page("/a.pdf", HEADER)).code == code
    assert not site.seen


def test_errors_of_the_site_and_of_the_file(make_registry: MakeRegistry, site: Site, downloads: Path) -> None:
    registry = make_registry()
    assert refused(registry, site.url("/missing.pdf")).code == "http_status"
    assert refused(registry, site.page("/a.pdf", HEADER + "segfault")).code == "worker_crashed"
    assert refused(registry, "http://user:secret@127.0.0.1/").code == "url_not_allowed"
    assert not list(downloads.iterdir())


def test_what_a_dead_process_left_is_removed(make_registry: MakeRegistry, site: Site, downloads: Path) -> None:
    import os

    downloads.mkdir(parents=True)
    for name, age in (("download-old", 2 * journeys._ORPHAN_S), ("download-new", 10)):
        (downloads / name).write_text("x")
        os.utime(downloads / name, (time.time() - age,) * 2)
    opened(make_registry(), site.page("/a.pdf", HEADER + "words"))
    assert [path.name for path in downloads.iterdir()] == ["download-new"]


def test_a_page_at_two_addresses_keeps_its_own_links(make_registry: MakeRegistry, site: Site) -> None:
    registry = make_registry(parser="pincite.parsers.formats:parse_file")
    body = "<html><body><h1>Fees</h1><p>See <a href='more'>the rest</a> of it.</p></body></html>"
    documents = [opened(registry, site.page(path, body)).document for path in ("/a/x", "/b/x")]
    links = [link.uri for doc in documents for block in doc.blocks for link in block.links]
    assert links == [site.url("/a/more"), site.url("/b/more")]
    assert documents[0].doc_id == documents[1].doc_id


def _until(holds: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)
