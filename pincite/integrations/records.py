"""What every loader hands on: texts with flat facts, those that a vector store can keep and a citation needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, get_args

from pincite.batch import parse_all
from pincite.batch.running import OnError, Passwords
from pincite.batch.sources import Sources
from pincite.errors import RequestError
from pincite.library import ParseResult
from pincite.library.config import Options

By = Literal["chunk", "page", "document"]


class Record(NamedTuple):
    """A text and what is known of it; all facts are texts, numbers or truth values, as vector stores need them."""

    id: str
    text: str
    facts: dict[str, Any]


def records(
    sources: Sources,
    *,
    by: By,
    password: Passwords,
    workers: int | None,
    on_error: OnError,
    options: Options,
) -> Iterator[Record]:
    """The records of documents as they come. Raises as ``parse_all``; ``RequestError`` (bad_argument)."""
    if by not in get_args(By):
        raise RequestError(f"by cannot be {by!r}.", hint="Say chunk, page or document.")
    found = parse_all(sources, password=password, workers=workers, on_error=on_error, **options)
    for source, outcome in found:
        if isinstance(outcome, ParseResult):
            yield from _MAKERS[by](source, outcome)


def _common(source: str, result: ParseResult) -> dict[str, Any]:
    known = result.metadata
    return {"source": source, "doc_id": known.doc_id, "title": known.title, "format": known.format}


def _chunks(source: str, result: ParseResult) -> Iterator[Record]:
    common = _common(source, result)
    for chunk in result.chunks:
        facts = {
            "page": chunk.page_number,
            "page_label": chunk.page_label,
            "section": " > ".join(chunk.path),
            "heading": chunk.heading,
            "anchor": chunk.anchor,
            "chunk": chunk.id,
            "tokens": chunk.tokens,
        }
        yield Record(f"{common['doc_id']}-{chunk.id}", chunk.text, common | _known(facts))


def _pages(source: str, result: ParseResult) -> Iterator[Record]:
    common = _common(source, result)
    for page in result.pages:
        first = next(iter(result.blocks_by_page(page.number)), None)
        facts = {
            "page": page.number,
            "page_label": page.label,
            "section": " > ".join(first.path) if first else None,
            "anchor": first.anchor if first else None,
        }
        yield Record(f"{common['doc_id']}-p{page.number}", page.text, common | _known(facts))


def _documents(source: str, result: ParseResult) -> Iterator[Record]:
    common = _common(source, result)
    facts = {"pages": len(result.document.pages), "tokens": result.metadata.tokens}
    yield Record(common["doc_id"], result.export_to_markdown(page_markers=True), common | facts)


def _known(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if value is not None}


_MAKERS = {"chunk": _chunks, "page": _pages, "document": _documents}
