"""The one edge where our errors become results of a tool, and where a tool gets its texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Self

from mcp.server.mcpserver.context import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp.types import ToolAnnotations
from pydantic import ValidationError

from pincite.errors import PinciteError, RequestError
from pincite.prompts import ToolText
from pincite.server.fence import line

_RESULT_CHARACTERS = 200_000  # above any result of ours: tells clients not to save one to a file
_SHOWN_PROBLEMS = 3


class Behaviour(NamedTuple):
    """What a client is told of a tool beside its texts."""

    structured: bool = False
    writes: bool = False
    destructive: bool = False
    open_world: bool = False
    ui: Mapping[str, Any] | None = None  # ``_meta`` of a tool that has to do with the card; its results are small

    @property
    def changes(self) -> bool:
        """Whether it changes what is on a disk; its results are a few words."""
        return self.writes or self.destructive

    @property
    def meta(self) -> dict[str, Any] | None:
        """``_meta`` of the tool."""
        if self.ui is not None:
            return dict(self.ui)
        return None if self.changes else {"anthropic/maxResultSizeChars": _RESULT_CHARACTERS}


class DocumentTool(Tool):
    """A tool whose errors end with ``[code]`` and the next step. Nothing else of an error reaches the client."""

    @classmethod
    def make(cls, fn: Callable[..., Any], text: ToolText, behaviour: Behaviour) -> Self:
        """The tool of a method, named as the method is."""
        tool = cls.from_function(
            fn,
            title=text.title,
            description=text.description,
            annotations=_annotations(behaviour),
            meta=behaviour.meta,
            structured_output=None if behaviour.structured else False,
        )
        assert isinstance(tool, cls)
        _describe(tool, text)
        return tool

    async def run(self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False) -> Any:
        """Runs the tool; raises ``ToolError`` with a message for the model. Arguments that the tool does not have are
        refused: the SDK would drop them, and the client believe that they did something."""
        unknown = [name for name in arguments if name not in self.parameters["properties"]]
        if unknown:
            raise ToolError(_sendable(self._unknown_argument(unknown).for_model()))
        try:
            return await super().run(arguments, context, convert_result)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                cause = self._bad_argument(cause)
            if isinstance(cause, PinciteError):
                raise ToolError(_sendable(cause.for_model())) from cause
            if isinstance(error, UnexpectedToolError):  # the SDK logs its cause, the client must not see it
                raise UnexpectedToolError(
                    f"{self.name} failed inside the server. [internal_error] Its log tells why; other calls still work."
                ) from cause
            raise

    def _bad_argument(self, error: ValidationError) -> RequestError:
        """The first problems of the arguments in words, without the values that were sent."""
        problems = [
            f"{'.'.join(map(str, e['loc'])) or 'arguments'}: {_lower_first(e['msg'])}"
            for e in error.errors()[:_SHOWN_PROBLEMS]
        ]
        return RequestError(line("; ".join(problems), 400) + ".", hint=self._arguments())

    def _unknown_argument(self, names: list[str]) -> RequestError:
        shown = ", ".join(line(name, 40) for name in names[:_SHOWN_PROBLEMS])
        return RequestError(f"{self.name} has no argument {shown}.", hint=self._arguments())

    def _arguments(self) -> str:
        return f"Arguments of {self.name}: {', '.join(self.parameters['properties'])}."


def _sendable(text: str) -> str:
    """The text without lone surrogates, which a client may send in JSON but nobody can send back."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _annotations(behaviour: Behaviour) -> ToolAnnotations:
    if behaviour.destructive:
        return ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
    if behaviour.writes:  # adds a file and changes none
        return ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
    # the other hints say nothing of a reader
    return ToolAnnotations(read_only_hint=True, open_world_hint=behaviour.open_world)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def _describe(tool: Tool, text: ToolText) -> None:
    """Puts our descriptions into the schemas and takes the generated titles out: clients pay for every word of them."""
    parameters = tool.parameters["properties"]
    unknown = set(text.parameters) - set(parameters)
    assert not unknown, f"{tool.name} has no parameter {unknown}"
    for name, words in text.parameters.items():
        parameters[name]["description"] = words
    tool.parameters = {**_slim(_inlined(tool.parameters)), "additionalProperties": False}
    if tool.fn_metadata.output_schema is not None:
        tool.fn_metadata.output_schema = _slim(_inlined(tool.fn_metadata.output_schema))


def _inlined(schema: dict[str, Any]) -> Any:
    """The schema with each definition where it is used: ours are used once and hold none of themselves."""
    definitions = schema.get("$defs", {})

    def resolved(part: Any) -> Any:
        if isinstance(part, list):
            return [resolved(p) for p in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return resolved(
                {**definitions[part["$ref"].rpartition("/")[2]], **{k: v for k, v in part.items() if k != "$ref"}}
            )
        return {k: resolved(v) for k, v in part.items() if k != "$defs"}

    return resolved(schema)


def _slim(schema: Any) -> Any:
    """A JSON schema without generated titles and without the ``null`` that our optional fields never send."""
    if isinstance(schema, list):
        return [_slim(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    out = {
        k: _slim(v)
        for k, v in schema.items()
        if not (k == "title" and isinstance(v, str)) and not (k == "default" and v is None)
    }
    options = out.get("anyOf")
    if isinstance(options, list):
        options = [o for o in options if o != {"type": "null"}]
        if len(options) == 1:
            out.pop("anyOf")
            out = {**options[0], **out}
    return out
