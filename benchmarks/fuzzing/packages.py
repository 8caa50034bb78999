"""Damage to Office files that keeps them packages: members, nodes and attributes of their XML, relationships."""

from __future__ import annotations

import copy
import io
import re
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from lxml import etree

from benchmarks.fuzzing.havoc import BAIT_FILE, BAIT_URL, cut, havoc, odd

Parts = dict[str, bytes]
_XML = (".xml", ".rels")
_DEEP = (2, 5, 30, 100, 3000)
_BELOW = 400  # nodes that a wrapped or doubled tree may add at one place


def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """The package with a few of its parts damaged, and now and then with a damaged directory."""
    try:
        parts = _parts(data)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError):
        return havoc(data, chance)
    for _ in range(chance.choice((1, 1, 2, 4))):
        chance.choice(_CHANGES)(parts, others, chance)
    return _packed(parts, chance)


def _parts(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _packed(parts: Parts, chance: Random) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        warnings.simplefilter("ignore")  # names that come twice are meant
        for name, content in parts.items():
            archive.writestr(_entry(name), content)
        if chance.random() < 0.03 and parts:
            name = chance.choice(list(parts))
            archive.writestr(_entry(name), parts[name])
        if chance.random() < 0.02:
            archive.writestr(_entry(_xml_name(parts, chance) or "bomb.xml"), b" " * 30_000_000)
    data = out.getvalue()
    if chance.random() < 0.06:  # the directory says otherwise: sizes, sums, methods, flags, places
        at = data.find(b"PK\x01\x02")
        data = data[:at] + havoc(data[at:], chance)
    return cut(data, chance) if chance.random() < 0.02 else data


def _entry(name: str) -> zipfile.ZipInfo:
    """Of no time of its own, so that the same input is made each time."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _xml_name(parts: Parts, chance: Random) -> str | None:
    """A part with XML; the main ones more often."""
    names = [name for name in parts if name.endswith(_XML)]
    main = [n for n in names if re.search(r"(document|slide\d+|sheet\d+|styles|numbering|workbook)\.xml$", n)]
    return chance.choice(main if main and chance.random() < 0.6 else names) if names else None


def _change_members(parts: Parts, _: Sequence[bytes], chance: Random) -> None:
    name = chance.choice(list(parts)) if parts else ""
    how = chance.randrange(5)
    if how == 0:
        parts.pop(name, None)
    elif how == 1:
        other = chance.choice(list(parts)) if parts else name
        parts[name], parts[other] = parts.get(other, b""), parts.get(name, b"")
    elif how == 2:
        parts[chance.choice((f"../{name}", f"/{name}", name.upper(), f"{name}\x00.xml", "a/" * 300 + name))] = b"<x/>"
    elif how == 3:
        parts[name] = cut(parts.get(name, b""), chance)
    else:
        parts[name] = havoc(parts.get(name, b""), chance)


def _take_from_another(parts: Parts, others: Sequence[bytes], chance: Random) -> None:
    try:
        strange = _parts(chance.choice(others))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, zlib.error, EOFError):
        return
    name = chance.choice(list(strange))
    parts[name] = strange[name]


def _change_text(parts: Parts, _: Sequence[bytes], chance: Random) -> None:
    """What only the text of XML can say: entities, declarations, references to characters, no end."""
    name = _xml_name(parts, chance)
    if name is None:
        return
    text = parts[name]
    body = re.sub(rb"^\s*<\?xml.*?\?>", b"", text, flags=re.S)
    how = chance.randrange(6)
    if how == 0:
        laughs = b"".join(b'<!ENTITY l%d "%s">' % (n + 1, b"&l%d;" % n * 10) for n in range(chance.choice((2, 9))))
        parts[name] = b'<!DOCTYPE x [<!ENTITY l0 "ha">%s]>' % laughs + re.sub(rb">[^<]+<", b">&l2;<", body, count=3)
    elif how == 1:
        target = chance.choice((BAIT_URL, f"file://{BAIT_FILE}")).encode()
        parts[name] = b'<!DOCTYPE x [<!ENTITY e SYSTEM "%s">]>' % target + re.sub(rb">[^<]+<", b">&e;<", body, count=3)
    elif how == 2:
        mark = chance.choice(
            (b"&#xD800;", b"&#0;", b"&#x110000;", b"&#xFFFF;", b"&nbsp;", b"\xff", b"<![CDATA[", b"&#8;")
        )
        parts[name] = re.sub(rb">([^<]+)<", lambda m: b">" + m[1] + mark + b"<", text, count=chance.choice((1, 30)))
    elif how == 3:
        charset = chance.choice((b"utf-16", b"utf-7", b"latin-1", b"nonsense", b"ucs-4"))
        parts[name] = b'<?xml version="1.0" encoding="%s"?>' % charset + body
    elif how == 4:
        parts[name] = body.decode("utf-8", "replace").encode(chance.choice(("utf-16", "utf-32", "utf-16-be")))
    else:
        parts[name] = re.sub(rb'xmlns:?\w*="[^"]*"', b"", text, count=chance.choice((1, 20)))


def _change_tree(parts: Parts, _others: Sequence[bytes], chance: Random) -> None:
    """Nodes and attributes that are well formed and make no sense."""
    name = _xml_name(parts, chance)
    if name is None:
        return
    try:
        root = etree.fromstring(parts[name], etree.XMLParser(resolve_entities=False, huge_tree=False))
    except (etree.XMLSyntaxError, ValueError):
        return
    for _ in range(chance.choice((1, 2, 5, 20))):
        nodes = [node for node in root.iter() if isinstance(node.tag, str)]
        _change_node(chance.choice(nodes), nodes, chance)
    parts[name] = etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _change_node(node: Any, nodes: list[Any], chance: Random) -> None:
    other, parent = chance.choice(nodes), node.getparent()
    how = chance.randrange(10)
    if how < 4 and node.attrib:
        key = chance.choice(list(node.attrib))
        values = [n.attrib[key] for n in (node, *nodes[:2000]) if key in n.attrib]
        node.attrib[key] = _safe(odd(chance)) if chance.random() < 0.7 else chance.choice(values)
    elif how == 4 and node.attrib:
        del node.attrib[chance.choice(list(node.attrib))]
    elif how == 5 and parent is not None:
        parent.remove(node)
    elif how == 6 and parent is not None:
        size = sum(1 for _ in node.iter())
        for _ in range(max(1, min(chance.choice((1, 3, 300)), _BELOW * 10 // size))):
            parent.insert(parent.index(node), copy.deepcopy(node))
    elif how == 7:
        node.tag = other.tag
    elif how == 8:
        if sum(1 for _ in other.iter()) < _BELOW:
            node.append(copy.deepcopy(other))
    else:
        _wrap_or_write(node, chance)


def _wrap_or_write(node: Any, chance: Random) -> None:
    """The node many times in itself, or with other words."""
    if chance.random() < 0.8:
        node.text = _safe(odd(chance))
        return
    for _ in range(chance.choice(_DEEP)):
        inner = etree.SubElement(node, node.tag)
        node = inner
    node.text = "deep"


def _safe(text: str) -> str:
    """lxml takes no control characters; the text of XML cannot hold them either."""
    return re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "", text)


def _change_relations(parts: Parts, _: Sequence[bytes], chance: Random) -> None:
    names = [name for name in parts if name.endswith(".rels")]
    if not names:
        return
    name = chance.choice(names)
    targets = re.findall(rb'Target="([^"]*)"', parts[name])
    target = chance.choice(
        [
            *targets,
            b"",
            b".",
            b"document.xml",
            b"slide1.xml",
            b"../" * 60 + BAIT_FILE.encode(),
            BAIT_URL.encode(),
            b"%00",
        ]
    )
    more = chance.choice((b"", b"", b' TargetMode="External"'))
    count = chance.choice((1, 1, 0))
    if chance.random() < 0.7:
        parts[name] = re.sub(rb'Target="[^"]*"', lambda _: b'Target="%s"%s' % (target, more), parts[name], count=count)
    else:
        parts[name] = re.sub(
            rb'Type="[^"]*/(\w+)"', lambda _: b'Type="%s"' % odd(chance).encode(), parts[name], count=1
        )


_CHANGES: tuple[Callable[[Parts, Sequence[bytes], Random], None], ...] = (
    _change_tree, _change_tree, _change_tree, _change_tree, _change_tree, _change_text, _change_members, _change_relations,
    _take_from_another,
)  # fmt: skip
