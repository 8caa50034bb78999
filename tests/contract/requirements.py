"""What the server promises, one line each. ``covers`` marks the tests that hold a promise; ``test_requirements`` checks
both ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

REQUIREMENTS = {
    # the surface
    "surface.tools": "the tools are exactly these, with titles, annotations and described parameters",
    "surface.size": "all tool descriptions together stay under 3,500 tokens, the instructions under 2,000 characters",
    "surface.eras": "every tool works in the handshake era and in the modern one over a real stdio process",
    "surface.stdout": "nothing but the protocol is written to stdout",
    "surface.start": "a started server answers its first call within about a second",
    # bounds
    "bounds.whole": "max_tokens bounds the whole result as the client sees it",
    "bounds.ceiling": "a client may lower the ceiling, never raise it",
    "bounds.zero": "a budget of zero or less is the error bad_budget",
    "bounds.tiny": "a budget too small for anything says the smallest useful one, and that one works",
    "bounds.giants": "a giant section, a flat outline of thousands and a table of long cells are bounded too",
    "bounds.frame": "what surrounds the text of a read is short",
    # fence
    "fence.inside": "text of a document stands between delimiters",
    "fence.broken": "a closing delimiter in text, titles, captions, snippets and file names is broken",
    "fence.markers": "a forged page marker in the text is told apart from a real one",
    "fence.controls": "bidirectional overrides and controls do not reach the client; a heading stays on one line",
    # opening
    "open.facts": "open_document gives doc_id, title, format, pages, tokens, warnings and the outline",
    "open.short": "a short document comes back whole; one above the ceiling begins and says how to go on",
    "open.pending": "an open that takes long answers status: parsing with doc_id and pages, and reports progress",
    "open.again": "opening again waits for the rest",
    "open.url": "a URL is opened as a file is: pages, PDFs, errors; an unchanged one is not fetched twice",
    "open.cancel": "a cancelled call gives its parse up",
    "open.parallel": "twenty documents opened at once in one session all arrive, and other calls go on meanwhile",
    "open.processes": "servers of several clients that open the same file at once all get it, and share what they keep",
    "open.torn": "a torn cache entry is parsed again without a word",
    "open.worker": "a killed worker costs its request, not the server",
    "open.example": "the entry that shows how to read one is small",
    # outline
    "outline.costs": "the cost that the outline prints is the cost that the read reports",
    "outline.folds": "what does not fit is folded and says how many entries and tokens, and how to see them",
    "outline.pages": "a flat list goes on with a cursor, and nothing is lost or shown twice",
    # reading
    "read.refs": "sections by id, heading, path; pages by label and sheet, ranges; blocks, tables, cells, anchors",
    "read.labels": "labels that several pages carry are told apart",
    "read.unknown": "an unknown ref in a list is named with what is near, the rest is read; all unknown: an error",
    "read.continue": "a cut read goes on exactly where it stopped: nothing lost, nothing twice",
    "read.cursor": "a cursor of another document, revision or request, or a changed one, is the error bad_cursor",
    "read.verifies": "any quote copied out of a read verifies on the page whose marker stands above it",
    # export
    "export.file": "a document becomes a file that was not there, and none of its text comes back",
    "export.place": "nothing is overwritten, hidden or outside the roots; a shared server says how else to get it",
    "desktop.bundle": "the bundle opens what its folders hold, each an argument of its own; without one, nothing",
    "desktop.bare": "an empty environment, a strange working directory and any spelling of paths do no harm",
    # search
    "search.hits": "hits carry ref, section path, page, sheet, kind, costs and a snippet, and can be read by their ref",
    "search.missing": "words found nowhere are named with near spellings",
    "search.narrow": "a search can be narrowed to documents, a section and kinds; bad arguments say what there is",
    # tables
    "table.forms": "a table comes as markdown, csv, json and melted",
    "table.window": "rows and columns by number and name; header rows are repeated; a cut table names the next rows",
    "table.named": "a table without a caption is named by the short lines above it, its unit among them",
    # citations
    "cite.status": "each status comes with place, page and section, or the nearest passage",
    "cite.string": "each place comes as a person would cite it, with the link that opens it where there is a viewer",
    "cite.bounds": "number and size of quotes are limited with a clear error; a full report says where to go on",
    "cite.sheet": "a page may be claimed by its sheet (p31), too, as reads and hits name it",
    "cite.unknown": "an unknown document, a malformed anchor and a foreign one are verdicts, not failures",
    # pictures
    "view.page": "a page comes as a picture under 700 KB with a sentence that says which page it is, and what it shows",
    "view.highlight": "a quote, ref or anchor is marked, or the sentence says why it is not",
    # comparisons
    "compare.clauses": "versions are compared by clause: changed, moved, added, removed, renumbered, cells of tables",
    "compare.same": "what differs in nothing but format is the same",
    "compare.bounded": "a long comparison goes on exactly where it stopped",
    "compare.patience": "a comparison that takes long goes on when the call ends, and the next waits for the rest",
    # sources
    "sources.record": "show_sources tells rounds with costs, quotes verified again, the map and the share read",
    "sources.rounds": "rounds are counted against the cap of the prompt, and those beyond it are said",
    "sources.once": "what was read several times is counted once",
    "sources.documents": "sources of several documents are grouped by document",
    "sources.unknown": "refs and quotes that name nothing here are listed, not failures",
    "sources.sizes": "the sizes of all arguments are limited with a clear error",
    "sources.bounds": "text and record are bounded, whatever is asked; ten quotes take under 1,500 tokens of text",
    "sources.forms": "clients without cards get the text alone, those with cards a record that is complete too",
    "sources.citation": "show_citation shows one passage by its anchor, and is there only where it is switched on",
    "card.tools": "tools of the card are listed for clients with cards only, and work",
    "card.page": "the card is one page without any address in it, under a policy that allows its own program only",
    # documents
    "list.page": "list_documents pages, filters and is bounded",
    "forget.gone": "a forgotten document is gone from list, memory, cache and index",
    # errors
    "errors.typed": "every error is a sentence, a [code] and the next step",
    "errors.opaque": "a crash shows neither its text nor a path, and the server goes on",
    "errors.unread": "what is not found may stand on pages without readable text: search, read and verification say so",
    "errors.arguments": "arguments of the wrong type or of an unknown name are named with what the tool takes",
    # resources and prompts
    "resource.anchors": "documents, sections, blocks, pages, tables and cells are resources by their anchors",
    "resource.bounded": "a resource is bounded and says how to go on; an unknown or stale one is not found",
    "prompt.rounds": "answer_with_citations holds document, question, the number of rounds and the verification",
    "prompt.list": "all prompts are listed with their arguments and can be filled in both eras",
    "prompt.texts": "the prompts plan, read within a budget, verify, and say what was not read or found",
    "prompt.names": "names of documents are completed while a user types, in both eras",
    "prompt.table": "extract_table holds document and table",
}


def covers(*ids: str) -> Callable[[F], F]:
    """Marks a test as holding these promises."""
    unknown = set(ids) - set(REQUIREMENTS)
    assert not unknown, f"no such requirement: {unknown}"

    def mark(test: F) -> F:
        vars(test)["covers"] = ids
        return test

    return mark
