"""A proxy that the settings name, for downloads and for what a page loads. A site of the tests stands for one: it is
asked for whole addresses."""

from __future__ import annotations

import base64
import http.client
from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.errors import RequestError, SourceError
from pincite.sources.browser.gateway import Gateway
from pincite.sources.web import WebPolicy, fetch
from pincite.sources.web.addresses import Guard
from pincite.sources.web.proxy import Proxy, read_proxy
from tests.sites import Site, serve_site

PAGE = "<p>Pay within 30 days.</p>"
WANTED = "Basic " + base64.b64encode(b"ann:p@ss").decode()


@pytest.fixture
def site() -> Iterator[Site]:
    with serve_site() as site:
        yield site


def policy(site: Site) -> WebPolicy:
    return WebPolicy(proxy=f"http://ann:p%40ss@127.0.0.1:{site.port}", fetch_timeout=20)


def nowhere(host: str, port: int) -> list[str]:
    raise OSError(f"only the proxy knows {host}:{port}")


def test_a_download_goes_through_it_and_names_are_looked_up_by_it(site: Site, tmp_path: Path) -> None:
    site.page("http://docs.example/terms.html", PAGE)
    download = fetch("http://docs.example/terms.html", policy(site), tmp_path, resolve=nowhere)
    assert download is not None
    assert download.source.path.read_text() == PAGE
    assert site.seen[0][1]["Proxy-Authorization"] == WANTED


@pytest.mark.parametrize("url", ["http://127.0.0.1/x", "http://[::1]/x", "http://inner.example/x"])
def test_inner_addresses_are_refused_before_it_is_asked(site: Site, tmp_path: Path, url: str) -> None:
    with pytest.raises(SourceError) as caught:
        fetch(url, policy(site), tmp_path, resolve=lambda host, port: ["10.0.0.7"])
    assert caught.value.code == "private_address"
    assert site.seen == []


def test_where_it_redirects_to_is_checked_too(site: Site, tmp_path: Path) -> None:
    site.redirect("http://docs.example/a", "http://169.254.169.254/latest")
    with pytest.raises(SourceError) as caught:
        fetch("http://docs.example/a", policy(site), tmp_path, resolve=nowhere)
    assert caught.value.code == "private_address"


def test_what_a_setting_names() -> None:
    assert read_proxy("") is None
    assert read_proxy("http://proxy.example:3128") == Proxy("proxy.example", 3128, "")
    assert read_proxy("http://[::1]:3128/") == Proxy("::1", 3128, "")
    found = read_proxy("http://ann:p%40ss@proxy.example")
    assert found is not None
    assert (found.url, found.authorization) == ("http://proxy.example:80", WANTED)
    for bad in ("proxy.example:3128", "socks5://proxy.example", "http://", "http://proxy.example:x", "http://a/b"):
        with pytest.raises(RequestError):
            read_proxy(bad)


class TestGateway:
    @pytest.fixture
    def gateway(self, site: Site) -> Iterator[Gateway]:
        gateway = Gateway()
        gateway.open(Guard(resolve=nowhere), 1_000_000, 10, read_proxy(policy(site).proxy))
        yield gateway
        gateway.close()

    @pytest.fixture
    def line(self, gateway: Gateway) -> Iterator[http.client.HTTPConnection]:
        line = http.client.HTTPConnection("127.0.0.1", int(gateway.url.rpartition(":")[2]), timeout=5)
        yield line
        line.close()

    @pytest.fixture
    def ours(self, gateway: Gateway) -> dict[str, str]:
        secret = base64.b64encode(f"pincite:{gateway.password}".encode()).decode()
        return {"Proxy-Authorization": f"Basic {secret}"}

    def test_asks_the_proxy_and_shows_it_its_own_password(
        self, line: http.client.HTTPConnection, ours: dict[str, str], site: Site
    ) -> None:
        site.page("http://docs.example/a", "words")
        line.request("GET", "http://docs.example/a?b=c", headers=ours)
        assert line.getresponse().read() == b"words"
        assert site.seen[0][0] == "http://docs.example/a?b=c"
        assert site.seen[0][1]["Proxy-Authorization"] == WANTED

    def test_asks_it_for_tunnels(self, line: http.client.HTTPConnection, ours: dict[str, str]) -> None:
        line.set_tunnel("docs.example", 443, ours)
        with pytest.raises(OSError, match="501"):  # what the site says, which is no real proxy
            line.request("GET", "/")

    def test_refuses_inner_addresses_by_itself(
        self, line: http.client.HTTPConnection, ours: dict[str, str], site: Site
    ) -> None:
        line.request("GET", "http://127.0.0.1:1/a", headers=ours)
        assert line.getresponse().status == 403
        assert site.seen == []
