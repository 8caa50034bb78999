"""Bytes -> a tree of elements, whatever their encoding and however broken the markup."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import urljoin

from pincite.errors import ParseError
from pincite.limits import ATTRIBUTES

_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_DECLARED = re.compile(rb"<\?xml[^>]+encoding\s*=\s*[\"']([\w.:-]+)", re.I)
_HEAD = 4096
_PAGES = ("text/html", "application/xhtml+xml")
_MIME = re.compile(rb"(?:[\w-]+:[^\n]*\r?\n(?:[ \t][^\n]*\r?\n)*)*?content-type:\s*multipart/related", re.I)
_NOT_XML = re.compile("[\x00-\x08\x0b\x0e-\x1f\ufffe\uffff]")
_INLINE = re.compile(r"</?(?:font|span|b|i|u|em|strong|small|big|a|tt)\b[^>]*>", re.I)
_CROWDED = re.compile(  # a tag of so many words that it may have more attributes than are read
    rf"""<[a-z](?:[^\s<>"']++|\s++|"[^"]*+"|'[^']*+'){{{2 * ATTRIBUTES},}}+""", re.I
)
_ATTRIBUTE = re.compile(r"""\s+[^\s=>"']+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?""")
_ENDS = re.compile(r"</(?:body|html)\s*>", re.I)  # what stands behind them is shown, too
_XML_HEAD = re.compile(r"\s*<\?xml[^>]*\?>")


class Page(NamedTuple):
    """A parsed page. ``base`` is the address that its links are relative to, where it is known."""

    root: Any
    base: str | None
    encoding: str


def read_page(data: bytes, name: str, *, charset: str | None = None, address: str | None = None) -> Page:
    """The tree of a page. ``charset`` is what a server says of its encoding, ``address`` where it comes from. Raises
    ``ParseError`` (corrupt) where there is no element in it."""
    base = address
    frames: dict[str, str] = {}
    if _MIME.match(data[:_HEAD]):
        data, inside, charset, frames = _from_archive(data, name)
        base = inside or base
    text, encoding = decode(data, charset)
    text = _NOT_XML.sub("", _XML_HEAD.sub("", text, count=1))
    root = _parse(text, name)
    found = root.find(".//base[@href]")
    if found is not None:
        base = _joined(base, found.get("href"))
    _fill_frames(root, base, frames)
    return Page(root, base, encoding)


def read_within(text: str) -> Any:
    """The tree of a page within a page (``srcdoc``); ``None`` where it holds no elements."""
    try:
        return _parse(_NOT_XML.sub("", text), "The page within")
    except ParseError:
        return None


def _joined(base: str | None, href: str) -> str | None:
    """The base that a page names itself, which may be relative to its own address."""
    try:
        address = urljoin(base or "", href.strip())
    except ValueError:
        return base
    return address if address.startswith(("http://", "https://")) else base


def _parse(text: str, name: str) -> Any:
    """The tree. Inline tags that were never closed may nest beyond all bounds: then it is made without them."""
    from lxml import html

    text = _ENDS.sub("", _CROWDED.sub(_first_attributes, text))
    for source in (text, None):
        parser = html.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True)
        try:
            root = html.document_fromstring(_INLINE.sub("", text) if source is None else source, parser=parser)
        except (ValueError, html.etree.ParserError):
            root = None
        if root is None or len(root) == 0:
            raise ParseError(f"{name} holds no elements of HTML.", code="corrupt", hint="Open another file.")
        if not any("depth" in error.message.lower() for error in parser.error_log.filter_from_fatals()):
            return root
    raise ParseError(f"The elements of {name} are nested too deep.", code="unsafe", hint="Open another file.")


def _first_attributes(tag: re.Match[str]) -> str:
    found = list(islice(_ATTRIBUTE.finditer(tag[0]), ATTRIBUTES))
    return tag[0][: found[-1].end()] if found else tag[0]


def decode(data: bytes, charset: str | None = None) -> tuple[str, str]:
    """The text of a page and its encoding: a byte order mark, the server's word, the page's own, then what the bytes
    look like."""
    from bs4.dammit import EncodingDetector, UnicodeDammit

    stripped, marked = EncodingDetector.strip_byte_order_mark(data)
    head = data[:_HEAD]
    own = _CHARSET.search(head) or _DECLARED.search(head)
    known = [marked, charset, own and _readable(own[1].decode("ascii", "replace")), "utf-8"]
    for encoding in known:
        if encoding is None:
            continue
        encoding = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "ascii": "utf-8", "us-ascii": "utf-8"}.get(
            encoding.lower(), encoding
        )
        try:
            text = stripped.decode(encoding)
            text.encode()  # some codecs of Python make halves of characters
            return text, encoding
        except (LookupError, UnicodeError):
            continue
    found = UnicodeDammit(data, is_html=True)
    if found.unicode_markup is not None and not found.contains_replacement_characters:
        return found.unicode_markup, found.original_encoding or "utf-8"
    return stripped.decode("cp1252", "replace"), "cp1252"


def _readable(own: str) -> str:
    """The encoding that a page means by its own word, which was read as ASCII: it is none of two bytes a character."""
    name = own.lower()
    return "utf-8" if name.startswith("utf-16") else "cp1252" if name == "x-user-defined" else own


class _Archived(NamedTuple):
    """The first page of a web archive (MHTML), its address, its charset, and the pages of its frames by address."""

    page: bytes
    address: str | None
    charset: str | None
    frames: dict[str, str]


def _fill_frames(root: Any, base: str | None, frames: dict[str, str]) -> None:
    """Puts pages that came with a page into the frames that show them."""
    for frame in list(root.iter("iframe", "frame")):
        source = (frame.get("src") or "").strip()
        inside = frames.get(source) or frames.get(_joined(base, source) or "")
        if inside is not None:
            frame.tag = "iframe"
            frame.set("srcdoc", _NOT_XML.sub("", inside))
    if frames and (frameset := root.find("frameset")) is not None:
        frameset.tag = "body"


def _from_archive(data: bytes, name: str) -> _Archived:
    import email
    import email.policy

    message = email.message_from_bytes(data, policy=email.policy.default)
    found: _Archived | None = None
    for part in message.walk():
        content = part.get_payload(decode=True) if part.get_content_type() in _PAGES else None
        if not isinstance(content, bytes):
            continue
        address, charset = part.get("Content-Location"), part.get_content_charset()
        if found is None:
            address = address or message.get("Snapshot-Content-Location")
            found = _Archived(content, str(address) if address else None, charset, {})
        else:
            text = decode(content, charset)[0]
            named = "cid:" + str(part.get("Content-ID", "")).strip().strip("<>")
            found.frames.update({str(key): text for key in (address, named) if key})
    if found is None:
        raise ParseError(f"{name} is a web archive without a page of HTML in it.", code="corrupt")
    return found
