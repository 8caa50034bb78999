"""Word files damaged at random: they are read as far as they go, or refused with a code and a hint."""

from __future__ import annotations

import io
import random
import re
import zipfile

import pytest

from pincite.errors import PinciteError
from pincite.model import Document
from tests.docxs import HEADINGS, docx, level, num, numbering, p, parsed, r, tbl, tc, tr

NOTE = '<w:footnote w:id="1"><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote>'


def whole() -> bytes:
    """A file with something of everything."""
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    body = (
        p("Report", style="Title") + p("Scope", num(0), style="heading1")
        + p(r("Text") + '<w:r><w:footnoteReference w:id="1"/></w:r><w:ins w:id="1">' + r("new") + "</w:ins>")
        + tbl(
            tr(tc("a", '<w:gridSpan w:val="2"/>')), tr("b", tc("c", '<w:vMerge w:val="restart"/>')),
            tr("d", tc("", "<w:vMerge/>")),
        )
        + p(mark.format("begin") + "<w:r><w:instrText>PAGE</w:instrText></w:r>" + mark.format("end"))
        + '<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:pgNumType w:fmt="lowerRoman" w:start="2"/>'
        "</w:sectPr>"
    )  # fmt: skip
    return docx(
        body, styles=HEADINGS, numbering=numbering(level(0, "%1.")), footnotes=NOTE, settings="<w:zoom/>",
        parts={"word/header1.xml": "<w:hdr/>"}, links=(("h", "header", "header1.xml"),),
    )  # fmt: skip


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The package with one of its parts gone, cut, garbled, or with odd values in it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = chance.choice(["word/document.xml", *parts])
    part = parts[name]
    how = chance.randrange(5)
    if how == 0:
        del parts[name]
    elif how == 1:
        parts[name] = part[: chance.randrange(len(part) + 1)]
    elif how == 2:
        letters = bytearray(part)
        for _ in range(5):
            letters[chance.randrange(len(letters))] = chance.randrange(256)
        parts[name] = bytes(letters)
    elif how == 3:
        odd = [b"", b"-1", b"99999999999", b"abc", b"0"]
        parts[name] = re.sub(rb'w:val="[^"]*"', lambda _: b'w:val="%s"' % chance.choice(odd), part)
    else:
        tags = sorted(set(re.findall(rb"<(w:\w+)", part))) or [b"w:p"]
        one, other = chance.choice(tags), chance.choice(tags)
        parts[name] = re.sub(rb"(</?)" + one + rb"(?=[\s/>])", rb"\1" + other, part)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for key, value in parts.items():
            archive.writestr(key, value)
    return out.getvalue()


@pytest.mark.parametrize("seed", range(12))
def test_damage_costs_what_it_hits(seed: int) -> None:
    chance, data = random.Random(seed), whole()
    for _ in range(15):
        outcome = attempt(damaged(data, chance))
        if isinstance(outcome, PinciteError):
            assert outcome.code in ("corrupt", "unsafe", "unsupported_format", "wrong_type")
            assert outcome.hint
        else:
            assert outcome.format == "docx"


def attempt(data: bytes) -> Document | PinciteError:
    try:
        return parsed(data)
    except PinciteError as error:
        return error


def test_every_byte_that_is_cut_off_is_noticed_or_forgiven() -> None:
    data = whole()
    for end in range(0, len(data), 97):
        outcome = attempt(data[:end])
        if isinstance(outcome, Document):  # the parts in front of the cut are whole
            assert "partial" in {warning.code for warning in outcome.warnings}
        else:
            assert outcome.hint
