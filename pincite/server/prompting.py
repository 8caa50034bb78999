"""The prompts as a client sees them, and the names of documents that it can complete while a user types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from mcp.server.mcpserver.prompts import Prompt
from mcp.server.mcpserver.prompts.base import PromptArgument
from mcp.types import Completion, CompletionArgument, PromptReference, ResourceTemplateReference

from pincite.errors import PinciteError
from pincite.prompts import PromptText, load, prompt_texts
from pincite.server import listing
from pincite.server.citing import MAX_CITATIONS
from pincite.server.fence import line

if TYPE_CHECKING:
    from pincite.registry import Entry
    from pincite.server.desk import Desk

_NAMES = frozenset({"document", "doc_a", "doc_b"})  # arguments that name a document
_IDS = "id_rev"  # of the templates of resources
_MOST = 50
_TITLE = 80


def make_prompts(desk: Desk) -> list[Prompt]:
    """All prompts in the order of their texts."""
    return [_prompt(desk, name, text) for name, text in prompt_texts().items()]


def _prompt(desk: Desk, name: str, text: PromptText) -> Prompt:
    arguments = [
        PromptArgument(name=each, description=words, required=each not in text.defaults)
        for each, words in text.arguments.items()
    ]
    return Prompt(
        name=name,
        title=text.title,
        description=text.description,
        arguments=arguments,
        fn=_filled(desk, name, text),
        icons=None,
        context_kwarg=None,
    )


def _filled(desk: Desk, name: str, text: PromptText) -> Callable[..., str]:
    def fill(**given: str) -> str:
        said = {each: value for each, value in given.items() if value.strip()}
        values = {**dict.fromkeys(text.arguments, "(not said)"), **text.defaults, **said}
        return load(f"{name}.md", **values, rounds=desk.limits.max_rounds, citations=MAX_CITATIONS)

    return fill


class Names:
    """Completes the name of a document as a user types it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def complete(
        self, ref: PromptReference | ResourceTemplateReference, argument: CompletionArgument
    ) -> Completion | None:
        """The documents at hand whose title, file name or id has what was typed, those that begin with it first; none
        for other arguments. Where the cache cannot be read there are none: tools will say why."""
        is_prompt = isinstance(ref, PromptReference)
        if argument.name not in (_NAMES if is_prompt else {_IDS}):
            return None
        entries: Sequence[Entry] = ()
        with suppress(PinciteError):
            entries = await self._desk.work(lambda: listing.distinct(self._desk.registry.entries()))
        found = _like(argument.value, entries)
        values = [_name(entry, entries) if is_prompt else entry.key.doc_id for entry in found]
        return Completion(values=values[:_MOST], total=len(values), has_more=len(values) > _MOST)


def _like(typed: str, entries: Sequence[Entry]) -> list[Entry]:
    wanted = " ".join(typed.casefold().split())
    texts = {entry.key.doc_id: _texts(entry) for entry in entries}
    begins = [e for e in entries if any(text.startswith(wanted) for text in texts[e.key.doc_id])]
    holds = [e for e in entries if e not in begins and any(wanted in text for text in texts[e.key.doc_id])]
    return begins + holds


def _texts(entry: Entry) -> list[str]:
    return [" ".join(text.casefold().split()) for text in (entry.title, entry.source, entry.key.doc_id)]


def _name(entry: Entry, entries: Sequence[Entry]) -> str:
    """The title; with the id where several documents have it."""
    title = line(entry.title, _TITLE)
    same = sum(line(other.title, _TITLE) == title for other in entries)
    return title if same == 1 else f"{title} ({entry.key.doc_id})"
