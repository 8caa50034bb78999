"""JSON with comments and trailing commas, changed in one place: all else of a text stays, to the character."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

_TRIVIA = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\d.eE+-]*|true|false|null")
_DEPTH = 200


class NotJsonError(ValueError):
    """The text is no JSON; ``line`` and ``column`` from 1 say where."""

    def __init__(self, text: str, at: int, wanted: str) -> None:
        self.line = text.count("\n", 0, at) + 1
        self.column = at - text.rfind("\n", 0, at)
        super().__init__(f"line {self.line}, column {self.column}: {wanted}")


@dataclass(frozen=True, slots=True)
class Node:
    """A value and where it stands. ``members``: of an object, by name; of names that come twice the last counts."""

    start: int
    end: int
    is_object: bool = False
    members: dict[str, Member] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an object: where its name begins, and its value."""

    start: int
    value: Node


def parse(text: str) -> Node:
    """The outermost value. Raises ``NotJsonError``."""
    at = _skip(text, 0)
    node = _value(text, at, 0)
    if (end := _skip(text, node.end)) != len(text):
        raise NotJsonError(text, end, "more after the end")
    return node


def value_at(text: str, path: Sequence[str]) -> Any:
    """The value of a member, ``None`` where there is none. Raises ``NotJsonError``."""
    node = parse(text)
    for name in path:
        if name not in node.members:
            return None
        node = node.members[name].value
    return json.loads(_plain(text[node.start : node.end]))


def with_member(text: str, path: Sequence[str], value: Any) -> str:
    """The text with the member at ``path`` set. Objects on the way are made; an empty text becomes one. Raises
    ``NotJsonError``, also where something on the way is no object."""
    if not text.strip():
        return json.dumps(_nested(path, value), indent=2, ensure_ascii=False) + "\n"
    node = parse(text)
    for depth, name in enumerate(path):
        if not node.is_object:
            raise NotJsonError(text, node.start, "an object was expected here")
        if name not in node.members:
            return _inserted(text, node, name, _nested(path[depth + 1 :], value))
        node = node.members[name].value
    indent = _indent_of(text, node.start)
    return text[: node.start] + _printed(text, value, indent) + text[node.end :]


def without_member(text: str, path: Sequence[str]) -> str:
    """The text without the member at ``path``; as it was where there is none. Raises ``NotJsonError``."""
    node = parse(text)
    for name in path[:-1]:
        if name not in node.members:
            return text
        node = node.members[name].value
    member = node.members.get(path[-1])
    if member is None:
        return text
    cuts = [_whole_line(text, member)]
    comma = _skip(text, member.value.end)
    if text[comma] != ",":  # the last one: the comma before it goes as well
        before = [m.value.end for m in node.members.values() if m.value.end <= member.start]
        if before and text[comma := _skip(text, max(before))] == ",":
            cuts.append((comma, comma + 1))
    for start, end in sorted(cuts, reverse=True):
        text = text[:start] + text[end:]
    return text


def _whole_line(text: str, member: Member) -> tuple[int, int]:
    """What the member takes up, its comma and, where nothing else stands on them, its lines included."""
    start, end = _line_start(text, member.start), member.value.end
    if text[comma := _skip(text, end)] == ",":
        end = comma + 1
    rest = re.compile(r"[ \t]*\r?\n").match(text, end)
    return start, rest.end() if rest and (start == 0 or text[start - 1] == "\n") else end


def _nested(path: Sequence[str], value: Any) -> Any:
    for name in reversed(path):
        value = {name: value}
    return value


def _inserted(text: str, node: Node, name: str, value: Any) -> str:
    """The text with a new last member of the object."""
    close = node.end - 1
    last = max((m.value.end for m in node.members.values()), default=None)
    unit = _unit(text, node)
    indent = _indent_of(text, node.start)
    if last is not None and "\n" not in text[node.start : node.end]:
        return f"{text[:last]}, {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}{text[last:]}"
    line = "\r\n" if "\r\n" in text else "\n"
    member = f"{indent}{unit}{json.dumps(name)}: {_printed(text, value, indent + unit, unit)}"
    if last is None:
        inner = text[node.start + 1 : close].rstrip()
        return f"{text[: node.start + 1]}{inner}{line}{member}{line}{indent}{text[close:]}"
    comma = _skip(text, last)
    body = text[:close].rstrip() if text[comma] == "," else text[:last] + "," + text[last:close].rstrip()
    return f"{body}{line}{member}{line}{indent}{text[close:]}"


def _printed(text: str, value: Any, indent: str, unit: str | None = None) -> str:
    unit = unit or _unit(text, parse(text))
    line = "\r\n" if "\r\n" in text else "\n"
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", line + indent)


def _unit(text: str, node: Node) -> str:
    """By how much members stand further in than their object."""
    for member in node.members.values():
        if text[_line_start(text, member.start) : member.start].strip() == "" and "\n" in text[: member.start]:
            inner, outer = _indent_of(text, member.start), _indent_of(text, node.start)
            if len(inner) > len(outer) and inner.startswith(outer):
                return inner[len(outer) :]
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def _line_start(text: str, at: int) -> int:
    """Where the line begins, if nothing but white space stands before ``at`` on it; else ``at``."""
    start = text.rfind("\n", 0, at) + 1
    return start if not text[start:at].strip() else at


def _indent_of(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at) + 1
    found = re.match(r"[ \t]*", text[start:at])
    return found[0] if found else ""


def _skip(text: str, at: int) -> int:
    found = _TRIVIA.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int, depth: int) -> Node:
    if depth > _DEPTH:
        raise NotJsonError(text, at, "nested too deeply")
    if text[at : at + 1] == "{":
        return _object(text, at, depth)
    if text[at : at + 1] == "[":
        return _array(text, at, depth)
    found = _STRING.match(text, at) or _SCALAR.match(text, at)
    if found is None:
        raise NotJsonError(text, at, "a value was expected here")
    return Node(at, found.end())


def _object(text: str, start: int, depth: int) -> Node:
    members: dict[str, Member] = {}
    at = _skip(text, start + 1)
    while text[at : at + 1] != "}":
        name = _STRING.match(text, at)
        if name is None:
            raise NotJsonError(text, at, "a name in quotes was expected here")
        colon = _skip(text, name.end())
        if text[colon : colon + 1] != ":":
            raise NotJsonError(text, colon, "a colon was expected here")
        value = _value(text, _skip(text, colon + 1), depth + 1)
        members[json.loads(name[0])] = Member(at, value)
        at = _next(text, value.end, "}")
    return Node(start, at + 1, True, members)


def _array(text: str, start: int, depth: int) -> Node:
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]":
        at = _next(text, _value(text, at, depth + 1).end, "]")
    return Node(start, at + 1)


def _next(text: str, at: int, close: str) -> int:
    """Where the next member begins, or the end of what holds it stands."""
    at = _skip(text, at)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != close:
        raise NotJsonError(text, at, f"a comma or {close} was expected here")
    return at


def _plain(text: str) -> str:
    """JSON without its comments and trailing commas."""
    kept = re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda m: m[1] or " ", text, flags=re.DOTALL)
    return re.sub(r'("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])', lambda m: m[1] or "", kept)
