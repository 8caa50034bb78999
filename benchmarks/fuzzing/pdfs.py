"""Damage to PDF files that keeps them files: objects, their dictionaries and arrays, streams, filters, tables of
contents of the file."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from benchmarks.fuzzing.havoc import BAIT_FILE, BAIT_URL, DEPTHS, NUMBERS, havoc

_OBJECT = re.compile(rb"(?<!\d)(\d{1,9})\s+\d+\s+obj\b(.*?)\bendobj", re.S)
_STREAM = re.compile(rb"(.*?)\bstream\r?\n(.*?)\r?\n?endstream", re.S)
_TRAILER = re.compile(rb"trailer\s*(<<.*?>>)\s*startxref", re.S)
_TOKEN = re.compile(
    rb"\s+|/[^\s/<>\[\]()%]*|\d+\s+\d+\s+R\b|[+-]?[\d.]+|\((?:\\.|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|[\[\]]|[^\s/<>\[\]()]+|.",
    re.S,
)
_NAMES = re.findall(
    r"\S+",
    """
    Type Subtype Page Pages Kids Count Parent Catalog Contents Resources MediaBox CropBox Rotate Font XObject Form
    Image ExtGState ToUnicode Encoding Differences DescendantFonts CIDSystemInfo W DW Widths FirstChar LastChar
    FontDescriptor FontFile FontFile2 FontFile3 BaseFont Type0 Type1 Type3 TrueType CIDFontType2 Identity-H
    CharProcs FontMatrix Length Filter DecodeParms Predictor Columns Colors FlateDecode LZWDecode ASCIIHexDecode
    ASCII85Decode RunLengthDecode DCTDecode JPXDecode JBIG2Decode CCITTFaxDecode Crypt ObjStm XRef N First Extends
    Index Prev Size Root Info ID Encrypt Annots Annot Link Widget Rect A URI Launch JavaScript JS OpenAction AA
    Names EmbeddedFiles Dests Outlines First Last Next Dest Title PageLabels Nums St P S StructTreeRoot K ParentTree
    StructParents RoleMap MCID Pg OBJR MCR AcroForm Fields T V DA FT Tx XFA Width Height BitsPerComponent ColorSpace
    Indexed ICCBased SMask Matrix BBox Group OCProperties
    """,
)
_FILTERS = (
    "FlateDecode",
    "LZWDecode",
    "ASCIIHexDecode",
    "ASCII85Decode",
    "RunLengthDecode",
    "DCTDecode",
    "JBIG2Decode",
)
_ACTIONS = (
    f"/A<</S/URI/URI({BAIT_URL})>>",
    f"/OpenAction<</S/Launch/F({BAIT_FILE})>>",
    f"/OpenAction<</S/JavaScript/JS(app.launchURL\\('{BAIT_URL}'\\))>>",
    f"/F<</FS/URL/F({BAIT_URL})>>/FFilter/FlateDecode",
    f"/F({BAIT_FILE})",
)


@dataclass(slots=True)
class Part:
    """An indirect object; ``stream`` is ``None`` where it has none."""

    number: int
    head: bytes
    stream: bytes | None


@dataclass(slots=True)
class File:
    """A PDF file taken apart. ``trailer`` is its dictionary."""

    parts: list[Part]
    trailer: bytes


def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """The file with a few of its objects damaged, and now and then with a damaged order of them."""
    file = _taken_apart(chance.choice(others) if chance.random() < 0.02 else data)
    if not file.parts:
        return havoc(data, chance)
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        chance.choice(_CHANGES)(file, chance)
    return _put_together(file, chance)


def _taken_apart(data: bytes) -> File:
    parts = []
    for found in _OBJECT.finditer(data):
        stream = _STREAM.fullmatch(found[2].strip())
        head, body = (stream[1], stream[2]) if stream else (found[2], None)
        parts.append(Part(int(found[1]), head.strip(), body))
    trailers = _TRAILER.findall(data)
    root = next((p.number for p in parts if b"/Catalog" in p.head), 1)
    return File(parts, trailers[-1] if trailers else b"<</Root %d 0 R>>" % root)


def _put_together(file: File, chance: Random) -> bytes:
    """The file with a table that fits its objects, or one that does not quite."""
    out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), {}
    if chance.random() < 0.03:
        out[:0] = chance.randbytes(chance.choice((3, 700, 1100)))
    for part in file.parts:
        places[part.number] = len(out)
        out += b"%d 0 obj\n" % part.number + part.head
        if part.stream is not None:
            out += b"\nstream\n" + part.stream + b"\nendstream"
        out += b"\nendobj\n"
    start, size = len(out), max(places, default=0) + 1
    if chance.random() < 0.05:
        places = {n: max(0, at + chance.randrange(-40, 41)) for n, at in places.items()}
    if chance.random() < 0.03:
        places = {n: chance.randrange(start + 1) for n in places}
    rows = [
        b"%010d 00000 n \n" % places[n] if n in places else b"0000000000 65535 f \n" for n in range(min(size, 5000))
    ]
    trailer = re.sub(rb"/(?:Prev|Size|XRefStm)\s+[^/>]*", b"", file.trailer)
    more = b"/Prev %d" % chance.choice((start, 0, 10**12)) if chance.random() < 0.03 else b""
    trailer = re.sub(rb"<<", b"<</Size %d " % size + more, trailer, count=1)
    out += b"xref\n0 %d\n" % len(rows) + b"".join(rows) + b"trailer\n" + trailer
    out += b"\nstartxref\n%d\n%%%%EOF\n" % (start if chance.random() > 0.03 else chance.randrange(10**6))
    if chance.random() < 0.03:
        del out[chance.randrange(len(out)) :]
    return bytes(out)


def _change_tokens(file: File, chance: Random) -> None:
    part = chance.choice(file.parts)
    part.head = _with_other_tokens(part.head, file, chance)


def _change_trailer(file: File, chance: Random) -> None:
    file.trailer = _with_other_tokens(file.trailer, file, chance)


def _with_other_tokens(text: bytes, file: File, chance: Random) -> bytes:
    tokens: list[bytes] = _TOKEN.findall(text)
    telling = [i for i, token in enumerate(tokens) if token.strip()]
    if not telling:
        return text
    at = chance.choice(telling)
    how = chance.randrange(8)
    if how < 3:
        tokens[at] = _another(tokens[at], file, chance)
    elif how == 3:
        del tokens[at : at + chance.choice((1, 2, 6))]
    elif how == 4:
        tokens[at:at] = tokens[at : at + chance.choice((1, 2, 6))] * chance.choice((1, 3, 500))
    elif how == 5:
        other = chance.choice(telling)
        tokens[at], tokens[other] = tokens[other], tokens[at]
    elif how == 6:
        deep = chance.choice(DEPTHS)
        mark, end = chance.choice(((b"[", b"]"), (b"<</K ", b">>"), (b"<</Kids[", b"]>>")))
        tokens[at] = mark * deep + tokens[at] + (end * deep if chance.random() < 0.7 else b"")
    else:
        tokens.insert(at, b" " + chance.choice(_ACTIONS).encode() + b" ")
    return b"".join(tokens)


def _another(token: bytes, file: File, chance: Random) -> bytes:
    """Another token of this kind, or of any."""
    names: list[bytes] = [b"/" + name.encode() for name in _NAMES]
    reference = b"%d 0 R" % chance.choice([p.number for p in file.parts] + [0, 99999])
    if chance.random() < 0.25:
        return b" " + chance.choice((chance.choice(names), reference, b"null", b"[]", b"<<>>", b"()", b"true", b"-1"))
    if token.startswith(b"/"):
        return chance.choice(names)
    if token.endswith(b"R"):
        return reference
    if token[:1] in b"(<":
        return (
            b"(" + chance.choice((b"", b"\\376\\377\\330\\000", b"\\000" * 9, b"x" * 3000, b"\xff\xfe\x00\xd8")) + b")"
        )
    return b" " + chance.choice(NUMBERS).encode() + b" "


def _change_stream(file: File, chance: Random) -> None:
    """Other content behind the same filter; the length fits mostly."""
    part = _with_stream(file, chance)
    if part is None or part.stream is None:
        return
    plain = _inflated(part)
    if plain is None or chance.random() < 0.15:
        part.stream = havoc(part.stream, chance)
        return
    how = chance.randrange(5)
    if how < 3:
        for _ in range(chance.choice((1, 3, 20))):
            plain = _with_other_tokens(plain, file, chance) if len(plain) < 300_000 else havoc(plain, chance)
    elif how == 3:
        plain = havoc(plain, chance)
    else:
        plain *= chance.choice((0, 2, 100))
    part.stream = zlib.compress(plain, 1)
    if chance.random() < 0.1:
        part.stream = part.stream[: len(part.stream) // 2]
    if chance.random() < 0.9:
        part.head = re.sub(rb"/Length\s+\d+(\s+\d+\s+R)?", b"/Length %d" % len(part.stream), part.head)


def _change_filter(file: File, chance: Random) -> None:
    """A filter more, or other words about it."""
    part = _with_stream(file, chance)
    if part is None or part.stream is None:
        return
    if chance.random() < 0.3:  # a small bomb
        for _ in range(chance.choice((1, 2, 3))):
            part.stream = zlib.compress(part.stream.ljust(3_000_000), 9)
            part.head = re.sub(rb"/Filter\s*\[?", b"/Filter [/FlateDecode ", part.head, count=1)
        part.head = re.sub(rb"(\[(?:\s*/\w+)+)(?!\s*/|\w|\s*\])", rb"\1]", part.head, count=1)
    else:
        filters = b"".join(b"/" + chance.choice(_FILTERS).encode() for _ in range(chance.choice((1, 2, 9))))
        parms = b"/DecodeParms<</Predictor 15/Columns %s/Colors %s>>" % (
            chance.choice(NUMBERS).encode(), chance.choice(NUMBERS).encode(),
        )  # fmt: skip
        part.head = re.sub(rb"/Filter\s*(/\w+|\[[^\]]*\])", b"", part.head)
        part.head = re.sub(rb">>$", b"/Filter[" + filters + b"]" + parms + b">>", part.head)


def _with_stream(file: File, chance: Random) -> Part | None:
    streams = [part for part in file.parts if part.stream is not None]
    return chance.choice(streams) if streams else None


def _inflated(part: Part) -> bytes | None:
    """The content of a stream without a filter or with the usual one."""
    assert part.stream is not None
    if b"/Filter" not in part.head:
        return part.stream
    if not re.search(rb"/Filter\s*\[?\s*/FlateDecode\s*[\]/>]", part.head):
        return None
    try:
        return zlib.decompressobj().decompress(part.stream, 2_000_000)
    except zlib.error:
        return None


def _change_objects(file: File, chance: Random) -> None:
    """An object goes, comes twice, or stands for another one."""
    at = chance.randrange(len(file.parts))
    how = chance.randrange(4)
    if how == 0 and len(file.parts) > 1:
        del file.parts[at]
    elif how == 1:
        file.parts.append(file.parts[at])
    elif how == 2:
        file.parts[at].number = chance.choice(file.parts).number
    else:
        other = chance.choice(file.parts)
        file.parts[at].head, file.parts[at].stream = other.head, other.stream


def _tie_loop(file: File, chance: Random) -> None:
    """References that lead back: of pages, outlines, forms, fonts, tags."""
    part = chance.choice(file.parts)
    own = b"%d 0 R" % part.number
    key = chance.choice((b"/Kids", b"/K", b"/Parent", b"/Next", b"/First", b"/Contents", b"/DescendantFonts", b"/Prev"))
    value = b"[" + own * chance.choice((1, 1000)) + b"]" if chance.random() < 0.5 else own
    part.head = re.sub(key + rb"\s*(\[[^\]]*\]|\d+\s+\d+\s+R)", key + b" " + value, part.head) or part.head
    if value not in part.head:
        part.head = re.sub(rb"^<<", b"<<" + key + b" " + value, part.head)


_CHANGES: tuple[Callable[[File, Random], None], ...] = (
    _change_tokens, _change_tokens, _change_tokens, _change_stream, _change_stream, _change_filter, _change_objects,
    _tie_loop, _change_trailer,
)  # fmt: skip
