"""Documents in an index, as a search needs them."""

from __future__ import annotations

from pathlib import Path

from pincite.index import DocumentIndex, SearchResult
from pincite.model import Document, Kind
from pincite.outline import Outline, build_outline
from pincite.stores.protocols import SearchIndex
from tests.builders import document

REPORT = document("""
    --- i
    > ACME Corporation annual report
    # ACME Corporation
    The ACME Corporation makes rockets, anvils and portable holes for discerning customers.
    --- 1
    > ACME Corporation annual report
    # Risk factors
    Our products may explode. The co-operation of coyotes is required in all cases.
    --- 2
    # Management discussion
    ## Liquidity
    Capital expenditures were $1,577 million in 2018, mostly for the new test range.
    Résumé names are kept by naïve users.
    ## Revenue recognition
    Revenue is recognized when the rocket is handed over. The deposit is recognised earlier.
    --- 3
    ## Balance sheet
    $ in millions
    |Item|2018|2017|
    |Goodwill|1,383|1,384|
    |Long-term debt|13,411|12,096|
    --- 4
    ## Other matters
    Then build the | shed before the winter comes. SHA‐1 sums of all plans are kept.
""", title="acme-2018-10k.pdf")  # fmt: skip


class Shelf:
    """An index, in memory or on disk unless it is given, and the documents that are in it."""

    def __init__(self, *docs: Document, directory: Path | None = None, index: SearchIndex | None = None) -> None:
        self.index: SearchIndex = index or DocumentIndex(directory)
        self.docs: dict[str, tuple[Document, Outline]] = {}
        for doc in docs:
            self.add(doc)

    def add(self, doc: Document) -> None:
        self.docs[doc.doc_id] = (doc, build_outline(doc))
        self.index.add(*self.docs[doc.doc_id])

    def search(
        self, query: str, *, doc_ids: list[str] | None = None, blocks: range | None = None,
        kinds: list[Kind] | None = None, limit: int = 8,
    ) -> SearchResult:  # fmt: skip
        return self.index.search(
            query, documents=self.docs.get, doc_ids=doc_ids, blocks=blocks, kinds=kinds, limit=limit
        )

    def pages(self, query: str) -> list[int | None]:
        return [hit.page_number for hit in self.search(query).hits]

    def missing(self, query: str) -> dict[str, tuple[str, ...]]:
        return dict(self.search(query).missing)


def annual(company: str, doc_id: str, debt: str) -> Document:
    return document(
        f"--- 1\n# Annual report\n{company} makes things.\n--- 2\n# Debt\nTotal debt of the firm was {debt} million.",
        doc_id=doc_id,
        title=f"{company.lower()}-2018.pdf",
    )
