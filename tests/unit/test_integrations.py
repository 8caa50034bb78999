"""Loaders for LangChain and LlamaIndex, through the interfaces that these frameworks call."""

from __future__ import annotations

import asyncio
import warnings
from pathlib import Path
from typing import Any

import pytest

import pincite
from tests.pdfs import Pdf


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pages labelled i and ii, a section on each."""
    pdf = Pdf(title="Supply Agreement").label(1, "r")
    pdf.page().text(72, 90, "1 Scope", bold=True, size=14)
    pdf.paragraph(72, 120, 440, "This agreement covers the delivery of pumps within 30 days. " * 3)
    pdf.page().text(72, 90, "2 Prices", bold=True, size=14)
    pdf.paragraph(72, 120, 440, "Prices are fixed until 31 December 2026 and are stated below. " * 3)
    path = tmp_path_factory.mktemp("agreement") / "agreement.pdf"
    path.write_bytes(pdf.bytes())
    return path


@pytest.fixture(scope="module")
def langchain() -> Any:
    pytest.importorskip("langchain_core", reason="langchain-core is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own
        from pincite.integrations import langchain
    return langchain


@pytest.fixture(scope="module")
def llamaindex() -> Any:
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own
        from pincite.integrations import llamaindex
    return llamaindex


def check_chunks(found: list[tuple[str, dict[str, Any]]], report: Path) -> None:
    (first, known), (second, facts) = found
    assert "delivery of pumps" in first
    assert "Prices are fixed" in second
    assert (known["source"], known["page"], known["page_label"]) == (str(report), 1, "i")
    assert (facts["page"], facts["page_label"], facts["format"]) == (2, "ii", "pdf")
    assert facts["section"].endswith("2 Prices")
    assert facts["anchor"].startswith(f"pincite://doc/{facts['doc_id']}@")
    assert all(isinstance(value, (str, int)) for value in facts.values())


def test_langchain_loads_chunks_with_what_a_citation_needs(langchain: Any, report: Path) -> None:
    loader = langchain.PinciteLoader(report, workers=1, merge_small_chunks=False)
    check_chunks([(d.page_content, d.metadata) for d in loader.load()], report)


def test_langchain_loads_pages_and_documents_also_asynchronously(langchain: Any, report: Path) -> None:
    async def pages() -> list[Any]:
        return [d async for d in langchain.PinciteLoader([report], by="page", workers=1).alazy_load()]

    assert [d.metadata["page_label"] for d in asyncio.run(pages())] == ["i", "ii"]
    (whole,) = langchain.PinciteLoader(report, by="document", workers=1).lazy_load()
    assert "[Page ii]" in whole.page_content
    assert whole.metadata["pages"] == 2


def test_llamaindex_reads_chunks_with_what_a_citation_needs(llamaindex: Any, report: Path) -> None:
    reader = llamaindex.PinciteReader(workers=1, merge_small_chunks=False)
    documents = reader.load_data(report, extra_info={"tenant": "a"})
    assert documents[0].metadata.pop("tenant") == documents[1].metadata.pop("tenant") == "a"
    check_chunks([(d.text, d.metadata) for d in documents], report)
    assert documents[0].id_ != documents[1].id_


def test_options_and_missing_files_are_told_as_everywhere(langchain: Any, llamaindex: Any, tmp_path: Path) -> None:
    with pytest.raises(pincite.RequestError, match="colour"):
        langchain.PinciteLoader("x.pdf", colour="red")
    with pytest.raises(pincite.RequestError, match="by cannot be"):
        llamaindex.PinciteReader(by="word").load_data("x.pdf")
    with pytest.raises(pincite.SourceError):
        langchain.PinciteLoader(tmp_path / "none.pdf", workers=1).load()
    assert langchain.PinciteLoader(tmp_path / "none.pdf", workers=1, on_error="skip").load() == []
