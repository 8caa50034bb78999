"""Damaged archives: what can be had of them is read, with a warning."""

from __future__ import annotations

import io
import random
import struct
import zipfile

import pytest

from pincite.errors import ParseError
from pincite.model import Document
from pincite.parsers.formats import parse_file
from pincite.parsers.ooxml.salvage import salvage
from tests.packages import word

CHANCE = random.Random(7)
BODY = "".join(
    f"<w:p><w:r><w:t>Crate {n} holds {CHANCE.random()} of it</w:t></w:r></w:p>" for n in range(400)
)  # fmt: skip
WHOLE = word(BODY, {"word/styles.xml": "<a/>"})
DIRECTORY = WHOLE.index(b"PK\x01\x02")


def read(data: bytes) -> Document:
    return parse_file(data, format="docx", doc_id="a", name="a.docx")


def codes(document: Document) -> set[str]:
    return {warning.code for warning in document.warnings}


def unseekable(parts: dict[str, bytes]) -> bytes:
    """An archive written to a pipe: sizes and sums stand behind the data."""

    class Pipe(io.RawIOBase):
        data = b""

        def writable(self) -> bool:
            return True

        def write(self, data: object) -> int:
            self.data += bytes(data)  # type: ignore[call-overload]
            return len(data)  # type: ignore[arg-type]

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return pipe.data


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("data", [WHOLE[:DIRECTORY], WHOLE[:-30], WHOLE + bytes(70_000)], ids=["none", "cut", "far"])
def test_an_archive_without_its_directory(data: bytes) -> None:
    document = read(data)
    assert document.text == read(WHOLE).text
    assert codes(document) == {"partial"}


def test_sizes_that_stand_behind_the_data() -> None:
    data = unseekable(parts_of(WHOLE))
    assert read(data).text == read(WHOLE).text
    assert read(data[: data.index(b"PK\x01\x02")]).text == read(WHOLE).text


def test_a_file_cut_in_its_text_gives_the_first_part() -> None:
    at = WHOLE.index(b"word/document.xml")
    document = read(WHOLE[: at + (DIRECTORY - at) // 2])
    assert document.text.startswith("Crate 0 holds")
    assert 50 < len(document.blocks) < 400
    assert codes(document) == {"partial"}
    assert any("word/document.xml" in warning.message for warning in document.warnings)


def test_a_wrong_checksum_is_told_and_the_text_is_read() -> None:
    data = bytearray(WHOLE)
    entry = data.rindex(b"word/document.xml") - 46
    struct.pack_into("<I", data, entry + 16, 1)
    document = read(bytes(data))
    assert document.text == read(WHOLE).text
    assert codes(document) == {"partial"}


def test_what_is_no_archive_at_all() -> None:
    with pytest.raises(ParseError) as caught:
        read(b"PK\x03\x04 no archive")
    assert caught.value.code == "corrupt"


def test_bombs_stay_bounded() -> None:
    data = word("<w:p/>" * 3_000_000)
    found = salvage(data[: data.index(b"PK\x01\x02")])
    assert sum(map(len, found.entries.values())) <= 300 << 20


class TestXmlOfTheMainPart:
    @pytest.mark.parametrize(
        "tail", ["unclosed &bad; <w:q", "unclosed", "unclosed & more</w:t></w:r></w:p>", "unclosed</w:x></w:t>"]
    )
    def test_what_stands_before_the_fault_is_read(self, tail: str) -> None:
        document = read(word(BODY + "<w:p><w:r><w:t>" + tail))
        assert document.text.startswith("Crate 0 holds")
        assert "Crate 399 holds" in document.text
        assert "unclosed" in document.text
        assert "partial" in codes(document)

    def test_a_file_that_names_no_main_part(self) -> None:
        document = read(word(BODY).replace(b"_rels/.rels", b"_rels/.relx"))
        assert "Crate 399 holds" in document.text
        assert "partial" in codes(document)

    def test_a_sound_file_is_whole(self) -> None:
        assert "partial" not in codes(read(word(BODY)))
