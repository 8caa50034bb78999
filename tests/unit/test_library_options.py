"""The options of a parse: names, values, what they change in each format."""

from __future__ import annotations

import dataclasses
import io
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from msoffcrypto.format.ooxml import OOXMLFile

import pincite
from pincite.library import DocumentParser, Options, ParseConfig, Stage
from pincite.model import Kind
from tests.decks import Deck, body, title
from tests.docxs import docx, p, r
from tests.pdfs import Pdf

NOTED = docx(
    p(r("It holds 400 litres") + '<w:r><w:footnoteReference w:id="1"/></w:r>')
    + p('<w:del w:id="1" w:author="A"><w:r><w:delText>Pay 90.</w:delText></w:r></w:del>'
        '<w:ins w:id="2" w:author="A"><w:r><w:t>Pay 105.</w:t></w:r></w:ins>')
    + p('<w:commentRangeStart w:id="0"/>' + r("All of it.") + '<w:commentRangeEnd w:id="0"/>'
        '<w:r><w:commentReference w:id="0"/></w:r>'),
    footnotes='<w:footnote w:id="1"><w:p><w:r><w:t>By hand.</w:t></w:r></w:p></w:footnote>',
    comments='<w:comment w:id="0" w:author="B"><w:p><w:r><w:t>Is that so?</w:t></w:r></w:p></w:comment>',
)  # fmt: skip


def shown(data: bytes, **options: Any) -> str:
    result = pincite.parse_document(data, **options)
    texts = [result.export_to_text(), result.export_to_markdown(), *(c.text for c in result.chunks)]
    assert all(b.text in result.export_to_text() for b in result.blocks if b.table_id is None)
    return "\n".join(texts)


def test_names_of_options_are_those_of_the_configuration() -> None:
    assert list(get_type_hints(Options)) == [f.name for f in dataclasses.fields(ParseConfig)]


@pytest.mark.parametrize(
    ("options", "near"),
    [
        ({"max_chunk_size": 2000}, "max_chunk_tokens"),
        ({"include_footnote": True}, "include_footnotes"),
        ({"tracked_change": "marked"}, "tracked_changes"),
        ({"qqq": 1}, "Options are"),
    ],
)
def test_an_unknown_option_is_refused_with_the_nearest_ones(options: dict[str, Any], near: str) -> None:
    for attempt in (lambda: ParseConfig(**options), lambda: pincite.parse_document(b"x", **options)):
        with pytest.raises(pincite.RequestError) as caught:
            attempt()
        assert near in caught.value.hint


@pytest.mark.parametrize(
    "options",
    [
        {"tracked_changes": "halfway"},
        {"include_footnotes": "yes"},
        {"max_pages": 0},
        {"max_pages": True},
        {"max_workers": 0},
        {"max_chunk_tokens": 10},
        {"min_chunk_tokens": 900},
        {"table_representation": "xml"},
        {"extra_fields": ("font",)},
        {"extra_fields": "kinds"},
        {"render": "sometimes"},
    ],
)
def test_a_value_that_does_not_fit_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(pincite.RequestError) as caught:
        ParseConfig(**options)
    assert caught.value.code == "bad_argument"
    assert caught.value.hint


def test_a_configuration_is_a_value() -> None:
    config = ParseConfig(max_pages=3, extra_fields=("kinds",))
    assert pickle.loads(pickle.dumps(config)) == config
    assert ParseConfig(**config.as_dict()) == config
    assert hash(config) == hash(ParseConfig(max_pages=3, extra_fields=("kinds",)))


def test_footnotes() -> None:
    assert "By hand." in shown(NOTED)
    assert "By hand." not in shown(NOTED, include_footnotes=False)


def test_comments() -> None:
    assert "Is that so?" not in shown(NOTED)
    assert "Is that so?" in shown(NOTED, include_comments=True)


def test_tracked_changes() -> None:
    assert "Pay 105." in shown(NOTED)
    assert "Pay 90." in shown(NOTED, tracked_changes="original")
    assert "{--Pay 90.--}{++Pay 105.++}" in shown(NOTED, tracked_changes="marked")


def test_speaker_notes() -> None:
    deck = Deck().slide(title("Plan"), body("Salt the ramps"), notes="Thank the staff.").bytes()
    assert "Thank the staff." in shown(deck)
    assert "Thank the staff." not in shown(deck, include_speaker_notes=False)


@pytest.fixture(scope="module")
def report() -> bytes:
    """Four pages with a running head and numbers."""
    pdf = Pdf()
    for number in range(1, 5):
        pdf.page().text(72, 40, "Annual report of the Company").text(300, 770, f"{number}")
        for line in range(6):
            pdf.text(72, 100 + 14 * line, f"Sentence {line} of page {number} says that pumps are sold and serviced.")
    return pdf.bytes()


def test_running_heads(report: bytes) -> None:
    assert "Annual report of the Company" not in shown(report)
    assert shown(report, include_headers_footers=True).count("Annual report of the Company") >= 12


def test_what_is_shown_changes_without_another_parse(report: bytes) -> None:
    result = pincite.parse_document(report)
    other = result.with_options(include_headers_footers=True, chunking=False)
    assert other.document is result.document
    assert other.chunks == []
    assert any(b.kind is Kind.HEADER for b in other.blocks)
    with pytest.raises(pincite.RequestError) as caught:
        result.with_options(tracked_changes="original")
    assert "Parse it again" in caught.value.hint


def test_extra_fields_come_with_chunks_and_blocks(report: bytes) -> None:
    result = pincite.parse_document(report, extra_fields=["kinds", "lines", "page_sources"])
    chunk = result.chunks[0]
    assert (chunk.extra["kinds"], chunk.extra["page_sources"]) == (["paragraph"], ["text"])
    assert chunk.extra["lines"][0].page == 1
    assert result.blocks[0].extra["kinds"] == ["paragraph"]
    assert dict(pincite.parse_document(report).chunks[0].extra) == {}


def test_tokens_are_exact_or_estimated(report: bytes) -> None:
    from pincite.costs import count_tokens

    exact, rough = (pincite.parse_document(report, exact_tokens=e).chunks for e in (True, False))
    assert all(c.tokens == count_tokens(c.text) for c in exact)
    assert all(c.tokens == (len(c.text) + 3) // 4 for c in rough)


def test_sources_of_all_kinds(report: bytes, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    path.write_bytes(report)
    with path.open("rb") as file:
        documents = [pincite.parse_document(s).document for s in (path, str(path), path.as_uri(), report, file)]
    documents.append(pincite.parse_document(io.BytesIO(report), name="report.pdf").document)
    documents.append(pincite.parse_document(memoryview(report)).document)
    assert len({(d.doc_id, d.rev) for d in documents}) == 1
    assert [d.source for d in documents] == ["report.pdf"] * 3 + ["document.pdf"] + ["report.pdf"] * 2 + [
        "document.pdf"
    ]


def test_what_is_no_source_is_refused() -> None:
    for source, code in ((b"", "empty"), (b"\x00\x01\x02", "unsupported_format")):
        with pytest.raises(pincite.SourceError) as caught:
            pincite.parse_document(source)
        assert caught.value.code == code
    for wrong in (io.StringIO("text"), 7):
        with pytest.raises(pincite.RequestError):
            pincite.parse_document(wrong)  # type: ignore[arg-type]


FILES = {
    "pdf": Pdf().page().text(72, 100, "Pumps").bytes(),
    "docx": docx(p("Pumps")),
    "pptx": Deck().slide(title("Pumps")).bytes(),
    "html": b"<!doctype html><title>t</title><p>Pumps",
}


@pytest.mark.parametrize("format", FILES)
def test_a_parser_of_one_format_refuses_the_others(format: str) -> None:
    parse = getattr(pincite, f"parse_{format}")
    for other, data in FILES.items():
        if other == format:
            assert parse(data).document.format == format
            continue
        with pytest.raises(pincite.SourceError) as caught:
            parse(data)
        assert caught.value.code == "wrong_type"


def test_an_encrypted_office_file_in_memory_needs_no_name() -> None:
    padding = {"media/noise.bin": random.Random(1).randbytes(9000)}  # the library that encrypts fails on tiny files
    plain, locked = io.BytesIO(Deck().slide(title("Secret"), parts=padding).bytes()), io.BytesIO()
    OOXMLFile(plain).encrypt("tulip", locked)
    for parse in (pincite.parse_document, pincite.parse_pptx):
        assert parse(locked.getvalue(), "tulip").document.format == "pptx"
    with pytest.raises(pincite.SourceError) as caught:
        pincite.parse_docx(locked.getvalue(), "tulip")
    assert caught.value.code == "wrong_type"
    with pytest.raises(pincite.ParseError) as refused:
        pincite.parse_document(locked.getvalue(), "rose")
    assert refused.value.code == "wrong_password"


def test_stages_are_told_in_order(report: bytes) -> None:
    stages: list[Stage] = []
    pincite.parse_document(report, on_stage=stages.append)
    assert stages[0] == Stage("parse", 0, 0)
    assert stages[-1] == Stage("parse", 4, 4)


def test_workers_give_the_same_document_and_keep_errors(report: bytes) -> None:
    stages: list[Stage] = []
    with DocumentParser(ParseConfig(max_pages=2), workers=1) as parser:
        found = parser.parse(report, on_stage=stages.append)
        assert found.document == pincite.parse_document(report, max_pages=2).document
        with pytest.raises(pincite.ParseError) as caught:
            parser.parse(b"%PDF-1.7\nnothing of use")
        assert caught.value.code == "corrupt"
    assert stages[-1].done == 2
    with pytest.raises(pincite.ParseError) as caught:
        parser.parse(report)
    assert caught.value.code == "cancelled"


def test_import_is_light() -> None:
    heavy = ("numpy", "pandas", "polars", "pyarrow", "playwright", "PIL", "pydantic", "tantivy", "quicktok", "lxml")
    code = f"import sys, pincite; print([m for m in {heavy!r} if m in sys.modules], len(sys.modules))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded, modules = out.stdout.rsplit(" ", 1)
    assert loaded == "[]"
    assert int(modules) < 150  # an interpreter alone has some 60


def test_what_fetches_is_loaded_for_urls_alone(report: bytes, tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(report)
    path = str(tmp_path / "a.pdf")
    code = f"import sys, pincite; pincite.parse_document({path!r}); print('pincite.sources.web' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


def test_what_shows_pages_is_loaded_for_those_that_need_it(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<h1>Terms</h1><p>Prices are fixed until December.")
    path = str(tmp_path / "a.html")
    name = "pincite.sources.browser.rendering"
    code = f"import sys, pincite; pincite.parse_document({path!r}); print({name!r} in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"


def test_the_package_is_typed_and_says_what_is_public() -> None:
    assert (Path(pincite.__file__).parent / "py.typed").is_file()
    for name in pincite.__all__:
        assert getattr(pincite, name).__class__ is not type(None)
    assert set(pincite.__all__) == set(dir(pincite))
    with pytest.raises(AttributeError):
        _ = pincite.parse_documents


class TestErrorsOfParsers:
    @pytest.mark.parametrize(
        ("raised", "code"),
        [
            (KeyError("x"), "parser_error"),
            (AssertionError(), "parser_error"),
            (OSError("disk"), "parser_error"),
            (RecursionError(), "unsafe"),
            (MemoryError(), "too_large"),
        ],
        ids=lambda v: type(v).__name__ if isinstance(v, Exception) else v,
    )
    def test_come_as_errors_of_this_package(
        self, raised: Exception, code: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fails(*_: object, **__: object) -> None:
            raise raised

        monkeypatch.setattr("pincite.parsers.formats.parse_file", fails)
        with pytest.raises(pincite.ParseError, match=r"notes\.txt") as caught:
            pincite.parse_document(b"Nine crates were counted.", name="notes.txt")
        assert caught.value.code == code
        assert caught.value.__cause__ is raised
        assert caught.value.hint

    @pytest.mark.parametrize("raised", [KeyboardInterrupt, SystemExit, GeneratorExit])
    def test_what_ends_a_program_ends_it(self, raised: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
        def fails(*_: object, **__: object) -> None:
            raise raised

        monkeypatch.setattr("pincite.parsers.formats.parse_file", fails)
        with pytest.raises(raised):
            pincite.parse_document(b"Nine crates were counted.", name="notes.txt")

    def test_what_the_callers_own_function_raises_is_the_callers(self) -> None:
        class EnoughError(Exception):
            pass

        def stop(_: object) -> None:
            raise EnoughError

        with pytest.raises(EnoughError):
            pincite.parse_document(b"Nine crates were counted.", name="notes.txt", on_stage=stop)

    def test_a_failing_file_object_fails_as_itself(self) -> None:
        class Torn(io.BytesIO):
            def read(self, *_: object) -> bytes:
                raise ConnectionResetError

        with pytest.raises(ConnectionResetError):
            pincite.parse_document(Torn())
