"""Characters by the names of their glyphs, and the fonts of a file that need it."""

from __future__ import annotations

import pytest
from pikepdf import Pdf as PikePdf

from pincite.parsers.pdf.layout import Flag
from pincite.parsers.pdf.reader.fontprograms import FontPrograms
from pincite.parsers.pdf.reader.glyphnames import read_names
from pincite.parsers.pdf.reader.pdfium import PdfFile, read_layout
from tests.rawpdfs import Array, Dictionary, Name, Stream, raw_pdf

ADOBE = {"A": "A", "quoteleft": "\u2018", "alpha": "\u03b1", "two": "2"}


def coded(text: str, form: str = "G%02X", first: int = 1) -> dict[int, str]:
    return {first + i: form % ord(char) for i, char in enumerate(text)}


class TestNames:
    def test_names_that_adobe_lists(self) -> None:
        assert read_names({5: "alpha", 96: "quoteleft", 7: "nonsense"}, ADOBE.get) == {5: "\u03b1", 96: "\u2018"}

    def test_ligatures_stay_one_character(self) -> None:
        assert read_names({1: "ff", 2: "f_f_i"}, {"ff": "ff"}.get) == {1: "\ufb00", 2: "\ufb03"}

    def test_names_that_are_codes(self) -> None:
        assert read_names(coded("On the river"), ADOBE.get) == dict(enumerate("On the river", 1))

    def test_codes_of_windows_quotation_marks_and_variants(self) -> None:
        names = coded("Variants") | {20: "G93", 21: "G46._"}
        assert {20: "\u201c", 21: "F"}.items() <= read_names(names, ADOBE.get).items()

    def test_decimal_codes(self) -> None:
        assert read_names(coded("rivers of", "c%d"), ADOBE.get) == dict(enumerate("rivers of", 1))

    @pytest.mark.parametrize(
        "names",
        [
            {i: f"g{i:02X}" for i in range(64)},
            {i: f"G{i}" for i in range(32, 60)},
            coded("The"),
            coded("The ri") | coded("vers", "H%02X", 10),
            coded("On the river") | {20: "G81"},
        ],
        ids=["numbers of glyphs", "digits only", "too few", "two sorts", "no character"],
    )
    def test_numbers_that_prove_nothing(self, names: dict[int, str]) -> None:
        assert read_names(names, ADOBE.get) == {}

    def test_missing_glyphs_have_no_meaning(self) -> None:
        assert read_names({0: ".notdef"}, ADOBE.get) == {}


# Codes from 9 on, as a printer driver of Windows gives them out: white space of ASCII is among them.
LETTERS = "Yourdivectshaplnbg.wm%,G "  # G has the code of the blank
CODES = {char: code for code, char in enumerate(LETTERS, 9)}


def driver_font(pdf: PikePdf) -> None:
    names = Array([9])
    widths = []
    for char, _ in sorted(CODES.items(), key=lambda item: item[1]):
        names.append(Name(f"/G{ord(char):02X}"))
        widths.append(600)
    shape = Stream(pdf, b"600 0 0 0 500 700 d1 0 0 500 700 re f")
    glyphs = {str(name): shape for name in names[1:]}
    pdf.pages[0].obj.Resources.Font["/Own"] = Dictionary(
        Type=Name.Font, Subtype=Name.Type3, Name=Name.MSTT31, FontBBox=Array([0, 0, 1000, 1000]), FirstChar=9,
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), LastChar=8 + len(widths), Widths=Array(widths),
        Encoding=Dictionary(Type=Name.Encoding, Differences=names), CharProcs=Dictionary(glyphs),
    )  # fmt: skip


def printed(text: str, x: float = 72) -> str:
    codes = "".join(f"{CODES[char]:02x}" for char in text)
    return f"BT /Own 10 Tf {x} 700 Td <{codes}> Tj ET "


def fonts(data: bytes) -> FontPrograms:
    with PdfFile(data) as pdf:
        copy = pdf.saved()
    return FontPrograms(lambda: copy)


class TestFiles:
    def test_a_font_whose_names_are_codes_is_read(self) -> None:
        page = read_layout(raw_pdf(printed("Your directors have"), change=driver_font)).pages[0]
        assert [(w.text, w.flags) for w in page.words] == [("Your", 0), ("directors", 0), ("have", 0)]

    @pytest.mark.parametrize(
        "content", [printed("Your Good bag"), printed("Your") + printed("Good", 101) + printed("bag", 130)]
    )
    def test_a_letter_in_the_place_of_the_blank(self, content: str) -> None:
        page = read_layout(raw_pdf(content, change=driver_font)).pages[0]
        assert [(w.text, w.flags) for w in page.words] == [("Your", 0), ("Good", 0), ("bag", 0)]

    def test_without_names_that_tell_the_characters_stay_unknown(self) -> None:
        def change(pdf: PikePdf) -> None:
            driver_font(pdf)
            names = pdf.pages[0].obj.Resources.Font["/Own"].Encoding.Differences
            pdf.pages[0].obj.Resources.Font["/Own"].Encoding.Differences = names[:4]

        page = read_layout(raw_pdf(printed("have"), change=change)).pages[0]
        assert all(w.flags & Flag.GARBLED for w in page.words)

    def test_a_damaged_file_has_no_fonts(self) -> None:
        assert FontPrograms(lambda: b"no pdf at all").of_page(0) == {}
        assert FontPrograms(lambda: b"").of_page(0) == {}
        assert fonts(raw_pdf("")).of_page(3) == {}

    def test_fonts_of_one_name_that_differ_tell_only_what_they_agree_on(self) -> None:
        def change(pdf: PikePdf) -> None:
            for key, names in (("/A1", ["alpha", "beta"]), ("/A2", ["alpha", "gamma"])):
                encoding = Dictionary(Differences=Array([1, *(Name("/" + name) for name in names)]))
                pdf.pages[0].obj.Resources.Font[key] = Dictionary(
                    Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/ABCDEF+Own"), Encoding=encoding
                )

        assert fonts(raw_pdf("", change=change)).of_page(0)["Own"] == {1: "\u03b1"}

    @pytest.mark.parametrize("base", [None, "WinAnsiEncoding"])
    def test_a_font_program_knows_its_own_codes(self, base: str | None) -> None:
        """Unless the file gives the codes of all of its characters."""

        def change(pdf: PikePdf) -> None:
            program = b"%!PS\n/Encoding 256 array\ndup 1/alpha put\ndup 2 /beta put\nreadonly def eexec \xff"
            stream = Stream(pdf, program)
            stream.Length1 = len(program) - 1
            encoding = Dictionary(Differences=Array([2, Name.gamma]))
            if base:
                encoding.BaseEncoding = Name("/" + base)
            pdf.pages[0].obj.Resources.Font["/Own"] = Dictionary(
                Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Own, Encoding=encoding,
                FontDescriptor=Dictionary(FontFile=stream),
            )  # fmt: skip

        found = fonts(raw_pdf("", change=change)).of_page(0)["Own"]
        assert found.get(1) == (None if base else "\u03b1")
        assert found[2] == "\u03b3"
        assert found.get(65) == ("A" if base else None)

    def test_blanks_of_a_font_with_unicode_values_stay_blanks(self) -> None:
        """Codes of such a font are not Unicode values: its code 32 is some letter."""

        def change(pdf: PikePdf) -> None:
            names = ["one", "blank", "two", "G"]  # codes 31 to 34; the last has no Unicode value
            shape = Stream(pdf, b"600 0 0 0 500 700 d1 0 0 500 700 re f")
            cmap = (
                b"1 begincodespacerange <00> <ff> endcodespacerange "
                b"3 beginbfchar <1f> <0061> <20> <0062> <21> <0020> endbfchar"
            )
            pdf.pages[0].obj.Resources.Font["/Own"] = Dictionary(
                Type=Name.Font, Subtype=Name.Type3, FontBBox=Array([0, 0, 1000, 1000]), FirstChar=31, LastChar=34,
                FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]), Widths=Array([600] * 4), ToUnicode=Stream(pdf, cmap),
                Encoding=Dictionary(Differences=Array([31, *(Name(f"/{name}") for name in names)])),
                CharProcs=Dictionary({f"/{name}": shape for name in names}),
            )  # fmt: skip

        content = "BT /Own 10 Tf 72 700 Td <1f20211f2021221f> Tj ET"
        page = read_layout(raw_pdf(content, change=change)).pages[0]
        assert [w.text for w in page.words] == ["ab", "ab", "Ga"]
