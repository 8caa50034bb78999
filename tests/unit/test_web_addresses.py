"""Which addresses and URLs may be reached, however they are written."""

from __future__ import annotations

import threading
from ipaddress import ip_address

import pytest

from pincite.errors import SourceError
from pincite.sources.web.addresses import Guard, is_public
from pincite.sources.web.urls import base_of, shown, web_url

PUBLIC = ["8.8.8.8", "93.184.215.14", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001:830::200e"]
NOT_PUBLIC = [
    "127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "169.254.1.1", "100.64.0.1", "100.100.100.200", "192.0.0.8", "192.0.2.1", "192.88.99.1",
    "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1",
    "2001::1", "2001:0:7f00:1::", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "3fff::1", "64:ff9b:1::7f00:1",
    "100::1", "2a00:1450::200:5efe:127.0.0.1", "2a00:1450::5efe:a00:1", "4000::1",
]  # fmt: skip
DISGUISED = ["2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "127.1", "127.0.0.1.", "0", "012.0.0.1"]


def code_of(url: str) -> str:
    with pytest.raises(SourceError) as caught:
        web_url(url)
    assert caught.value.hint
    return caught.value.code


class TestAddresses:
    @pytest.mark.parametrize("address", PUBLIC)
    def test_public_ones(self, address: str) -> None:
        assert is_public(ip_address(address))
        assert Guard().allows(address)

    @pytest.mark.parametrize("address", NOT_PUBLIC)
    def test_all_others(self, address: str) -> None:
        assert not Guard().allows(address)

    @pytest.mark.parametrize("address", ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.0.1"])
    def test_an_ipv4_address_within_an_ipv6_one(self, address: str) -> None:
        assert not Guard().allows(f"::ffff:{address}")
        assert not Guard().allows(f"64:ff9b::{address}")

    def test_translated_public_addresses(self) -> None:
        assert Guard().allows("::ffff:8.8.8.8")
        assert Guard().allows("64:ff9b::8.8.8.8")

    def test_private_ones_may_be_opened_but_never_the_metadata_of_a_cloud(self) -> None:
        guard = Guard(allow_private=True)
        assert guard.allows("127.0.0.1")
        assert guard.allows("::1")
        for address in ("169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254", "168.63.129.16"):
            assert not guard.allows(address)

    @pytest.mark.parametrize("answer", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["fe80::1%2"], ["nonsense"]])
    def test_a_name_that_leads_inside(self, answer: list[str]) -> None:
        with pytest.raises(SourceError) as caught:
            Guard(resolve=lambda *_: answer).addresses("evil.example", 80, 1)
        assert caught.value.code == "private_address"

    def test_a_name_that_is_none(self) -> None:
        def fail(host: str, port: int) -> list[str]:
            raise OSError("no such name")

        with pytest.raises(SourceError) as caught:
            Guard(resolve=fail).addresses("nowhere.example", 80, 1)
        assert caught.value.code == "dns_failure"

    def test_a_resolver_that_hangs(self) -> None:
        free = threading.Event()
        with pytest.raises(SourceError) as caught:
            Guard(resolve=lambda *_: ["8.8.8.8"] * free.wait(5)).addresses("slow.example", 80, 0.05)
        free.set()
        assert caught.value.code == "timeout"


class TestUrls:
    def test_the_form_in_which_it_is_asked_for(self) -> None:
        assert str(web_url("https://EXAMPLE.com:443/a/../b?x=1#part")) == "https://example.com/b?x=1"
        assert web_url("http://bücher.example/ü").raw_host == b"xn--bcher-kva.example"

    @pytest.mark.parametrize("host", DISGUISED)
    def test_addresses_in_disguise(self, host: str) -> None:
        assert code_of(f"http://{host}/") == "private_address"

    def test_public_addresses_in_disguise(self) -> None:
        assert code_of("http://134744072/") == "url_not_allowed"

    @pytest.mark.parametrize(
        "url",
        ["http://good.example@127.0.0.1/", "https://user:secret@example.com/", "http://:x@example.com/"],
    )
    def test_user_names(self, url: str) -> None:
        assert code_of(url) == "url_not_allowed"

    @pytest.mark.parametrize(
        "url",
        [
            "http://good.example\\@127.0.0.1/",
            "http://a b/",
            "http://example.com:99999/",
            "http://example.com:0/",
            "http://exa\nmple.com/",
            "http://①②⑦.0.0.1/",
            "http://%31%32%37.0.0.1/",
            "http:///x",
            "http://[::1/",
            "http://example.com/" + "a" * 9000,
        ],
    )
    def test_malformed_ones(self, url: str) -> None:
        assert code_of(url) == "bad_url"

    def test_secrets_are_not_shown(self) -> None:
        text = shown("https://user:secret@example.com/a?token=hidden#key")
        assert text == "https://example.com/a?…"
        assert base_of("https://user:secret@example.com/a/b?token=hidden#key") == "https://example.com/a/b"
        assert len(shown("https://example.com/" + "a" * 5000)) <= 200
