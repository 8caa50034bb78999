"""Every text that tells a model what to do: instructions of the server, descriptions of its tools, prompts.

They stand in files beside this one, so that a writer can change them without touching code.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template


@dataclass(frozen=True, slots=True)
class ToolText:
    """What a client shows of a tool. ``parameters`` maps the name of each parameter to its description."""

    title: str
    description: str
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PromptText:
    """What a client shows of a prompt. ``arguments`` maps the name of each argument to its description, ``defaults``
    those that need not be given to what stands in their place."""

    title: str
    description: str
    arguments: Mapping[str, str]
    defaults: Mapping[str, str]


def load(name: str, **values: object) -> str:
    """The text of the file ``name``, ``$placeholders`` filled. Raises ``KeyError`` for one without a value."""
    return Template(_source(name)).substitute({k: str(v) for k, v in values.items()}).strip()


@cache
def _source(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def tool_texts(**values: object) -> Mapping[str, ToolText]:
    """The texts of all tools by name, ``$placeholders`` filled."""
    table = tomllib.loads(load("tools.toml", **values))
    return {
        name: ToolText(text["title"], _one_line(text["description"]), text.get("parameters", {}))
        for name, text in table.items()
    }


def prompt_texts() -> Mapping[str, PromptText]:
    """What clients show of all prompts, by name; the text of each is in the file ``{name}.md``."""
    table = tomllib.loads(_source("prompts.toml"))
    return {
        name: PromptText(text["title"], text["description"], text["arguments"], text.get("defaults", {}))
        for name, text in table.items()
    }


def _one_line(text: str) -> str:
    """The lines of a paragraph joined; blank lines still separate paragraphs."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))
