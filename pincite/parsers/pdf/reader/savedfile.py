"""The objects of a file as pdfium saves it: all of them plain, none encrypted, with one table of their places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pincite.limits import TREE_LEVELS
from pincite.parsers.pdf.reader.bombs import DECODERS

_STEPS = 20  # from one reference to the next
_SPACE = rb"[\x00\t\n\f\r ]*"
_TOKEN = re.compile(
    _SPACE + rb"(?:(?P<open><<|\[)|(?P<close>>>|\])|/(?P<name>[^\x00\t\n\f\r ()<>\[\]{}/%]*)"
    rb"|(?P<reference>\d+) \d+ R(?![A-Za-z])|(?P<number>[+-]?\.?\d[\d.]*)|(?P<word>[a-z]+)"
    rb"|(?P<string>\((?:[^\\()]|\\.)*\)|<[0-9A-Fa-f]*>))",
    re.DOTALL,
)
_HEAD = re.compile(_SPACE + rb"\d+ \d+ obj")
_STREAM = re.compile(_SPACE + rb"stream\r?\n")
_ESCAPED = re.compile(r"#([0-9A-Fa-f]{2})")
_START = re.compile(rb"startxref\s+(\d+)")
_SECTION = re.compile(rb"(\d+) (\d+)\s+")
_ENTRY = 20  # bytes

Resources = Mapping[str, Any]


class Name(str):
    """A name, without its slash."""

    __slots__ = ()


class Reference(NamedTuple):
    """Stands for the object with a number."""

    number: int


class Stream(NamedTuple):
    """A stream with its dictionary, still packed."""

    head: Mapping[str, Any]
    packed: bytes


class SavedFile:
    """The objects of a file. Dictionaries are read as ``dict``, arrays as ``list``, names as ``Name``, strings as
    bytes in the notation of the file. Raises ``ValueError`` (also ``KeyError``, ``IndexError``) where the bytes are
    no such file."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        at = int(_START.findall(data[-64:])[-1])
        self._places, end = _read_places(data, at)
        self._known: dict[int, Any] = {}
        self._root = _Scanner(data, data.index(b"trailer", end) + len(b"trailer")).value()["Root"]

    def value(self, value: Any) -> Any:
        """A value, or what it refers to; ``None`` for objects that the file does not have."""
        for _ in range(_STEPS):
            if not isinstance(value, Reference):
                return value
            if value.number not in self._known:
                self._known[value.number] = self._read(value.number)
            value = self._known[value.number]
        return None

    def dictionary(self, value: Any) -> Mapping[str, Any]:
        """A dictionary, also that of a stream; empty where there is none."""
        value = self.value(value)
        return value.head if isinstance(value, Stream) else value if isinstance(value, dict) else {}

    def array(self, value: Any) -> list[Any]:
        value = self.value(value)
        return value if isinstance(value, list) else []

    def unpacked(self, value: Any) -> bytes:
        """The content of a stream; empty where it is packed in a way that is not known."""
        stream = self.value(value)
        if not isinstance(stream, Stream):
            return b""
        filters = self.value(stream.head.get("Filter")) or []
        content = stream.packed
        for name in filters if isinstance(filters, list) else [filters]:
            decode = DECODERS.get(self.value(name).encode())
            if decode is None or "DecodeParms" in stream.head:
                return b""
            content = b"".join(decode([content]))
        return content

    def pages(self) -> Iterator[Resources]:
        """The resources of the pages, in their order."""
        return self._pages(self.dictionary(self._root).get("Pages"), {}, set(), 0)

    def _pages(self, node: Any, inherited: Resources, seen: set[int], depth: int) -> Iterator[Resources]:
        number = getattr(node, "number", 0)
        if depth > TREE_LEVELS or number in seen:
            return
        seen.add(number)
        entries = self.dictionary(node)
        resources = self.dictionary(entries["Resources"]) if "Resources" in entries else inherited
        if "Kids" not in entries:
            yield resources
        for kid in self.array(entries.get("Kids")):
            yield from self._pages(kid, resources, seen, depth + 1)

    def _read(self, number: int) -> Any:
        place = self._places.get(number)
        head = None if place is None else _HEAD.match(self._data, place)
        if head is None:
            return None
        scanner = _Scanner(self._data, head.end())
        value = scanner.value()
        start = _STREAM.match(self._data, scanner.at) if isinstance(value, dict) else None
        if start is None:
            return value
        return Stream(value, self._data[start.end() : start.end() + int(self.value(value["Length"]))])


def _read_places(data: bytes, at: int) -> tuple[dict[int, int], int]:
    """Where each object stands, and where the table ends."""
    places: dict[int, int] = {}
    at = data.index(b"xref", at) + len(b"xref\r\n")
    while section := _SECTION.match(data, at):
        first, count = int(section[1]), int(section[2])
        at = section.end()
        for number, entry in enumerate(range(at, at + count * _ENTRY, _ENTRY), first):
            if data[entry + 17 : entry + 18] == b"n":
                places[number] = int(data[entry : entry + 10])
        at += count * _ENTRY
    return places, at


class _Scanner:
    """Reads one value after the other."""

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self.at = at

    def value(self) -> Any:
        return self._value(self._next(), 0)

    def _next(self) -> re.Match[bytes]:
        token = _TOKEN.match(self._data, self.at)
        if token is None:
            raise ValueError("no value stands here")
        self.at = token.end()
        return token

    def _value(self, token: re.Match[bytes], depth: int) -> Any:
        kind = token.lastgroup or ""
        text = token[kind]
        if kind == "name":
            return _name(text)
        if kind == "reference":
            return Reference(int(text))
        if kind == "number":
            return float(text) if b"." in text else int(text)
        if kind == "open":
            items = self._items(depth + 1)
            return items if text == b"[" else dict(zip(map(str, items[::2]), items[1::2], strict=False))
        if kind == "close":
            raise ValueError("nothing is open here")
        return text if kind == "string" else {b"true": True, b"false": False}.get(text)

    def _items(self, depth: int) -> list[Any]:
        if depth > TREE_LEVELS:
            raise ValueError("nested too deeply")
        items: list[Any] = []
        while (token := self._next()).lastgroup != "close":
            items.append(self._value(token, depth))
        return items


def _name(raw: bytes) -> Name:
    text = raw.decode("latin-1")
    return Name(_ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "#" in text else text)
