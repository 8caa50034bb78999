"""Over TLS: the name is proved by its certificate, though the connection goes to an address."""

from __future__ import annotations

import datetime
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from pincite.errors import SourceError
from pincite.sources.web import WebPolicy, connecting, fetch
from tests.sites import Site, serve_site

POLICY = WebPolicy(allow_private_urls=True, fetch_timeout=20)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for docs.example with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "docs.example")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("docs.example")]), critical=False)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    path = tmp_path_factory.mktemp("tls") / "docs.pem"
    encoding, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    path.write_bytes(
        key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, plain) + made.public_bytes(encoding)
    )
    return path


@pytest.fixture
def names() -> list[str]:
    """The names that clients have asked for in the handshake."""
    return []


@pytest.fixture
def site(certificate: Path, names: list[str]) -> Iterator[Site]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    context.sni_callback = lambda _, name, __: names.append(name)
    with serve_site(tls=context) as site:
        site.page("/a", "<p>Words</p>")
        yield site


def url(site: Site, host: str) -> str:
    return site.url("/a", host).replace("http:", "https:")


def test_the_name_is_asked_for_and_proved(
    site: Site, names: list[str], certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "_ssl_context", lambda: ssl.create_default_context(cafile=certificate))
    download = fetch(url(site, "docs.example"), POLICY, tmp_path, resolve=lambda *_: ["127.0.0.1"])
    assert download is not None
    assert download.source.path.read_text() == "<p>Words</p>"
    assert names == ["docs.example"]
    with pytest.raises(SourceError) as caught:
        fetch(url(site, "other.example"), POLICY, tmp_path, resolve=lambda *_: ["127.0.0.1"])
    assert caught.value.code == "certificate_error"


def test_a_certificate_of_nobody_is_refused(site: Site, tmp_path: Path) -> None:
    with pytest.raises(SourceError) as caught:
        fetch(url(site, "docs.example"), POLICY, tmp_path, resolve=lambda *_: ["127.0.0.1"])
    assert caught.value.code == "certificate_error"
    assert len(site.seen) == 0
