"""JSON with comments is changed in one place, and all else stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.clients.jsonc import NotJsonError, parse, value_at, with_member, without_member

PATH = ("servers", "pincite")
ENTRY = {"command": "/usr/bin/python3", "args": ["-m", "pincite"]}
COMMENTED = """// servers of this machine
{
\t"servers": {
\t\t/* the old one { "x": } */
\t\t"other": {"command": "a // no comment", "args": [1, 2,],}, // keep
\t},
\t"inputs": [], // "servers": {}
}
"""


def test_comments_commas_and_tabs_stay() -> None:
    text = with_member(COMMENTED, PATH, ENTRY)
    assert value_at(text, PATH) == ENTRY
    assert value_at(text, ("servers", "other")) == {"command": "a // no comment", "args": [1, 2]}
    added = '\t\t"pincite": {\n\t\t\t"command": "/usr/bin/python3",\n\t\t\t"args": [\n\t\t\t\t"-m",\n'
    assert added in text
    kept = [line for line in text.splitlines() if line in COMMENTED.splitlines()]
    assert [line for line in COMMENTED.splitlines() if line not in kept] == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ["{", '  "servers": {', '    "pincite": 1', "  }", "}"]),
        ("{}", ["{", '  "servers": {', '    "pincite": 1', "  }", "}"]),
        ("{ // all\n}\n", ["{ // all", '  "servers": {', '    "pincite": 1', "  }", "}"]),
        ('{"a": 1}', ['{"a": 1, "servers": {"pincite": 1}}']),
        (
            '{\n    "a": 1 // one\n}',
            ["{", '    "a": 1, // one', '    "servers": {', '        "pincite": 1', "    }", "}"],
        ),
        ('{"servers": {}}', ['{"servers": {', '  "pincite": 1', "}}"]),
        (
            '{\n  "servers": {\n    "pincite": {"old": [1]}\n  }\n}',
            ["{", '  "servers": {', '    "pincite": 1', "  }", "}"],
        ),
    ],
)
def test_where_a_member_goes(text: str, lines: list[str]) -> None:
    assert with_member(text, PATH, 1).splitlines() == lines


def test_lines_end_as_they_did() -> None:
    text = with_member('{\r\n  "a": 1\r\n}\r\n', PATH, {"b": 2})
    assert text.count("\r\n") == text.count("\n") > 5


def test_of_a_name_that_comes_twice_the_last_counts() -> None:
    assert value_at('{"a": 1, "a": 2}', ("a",)) == 2
    assert with_member('{"a": 1, "a": 2}', ("a",), 3) == '{"a": 1, "a": 3}'


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('{"servers": {"pincite": 1, "b": 2}}', '{"servers": { "b": 2}}'),
        ('{"servers": {"b": 2, "pincite": 1}}', '{"servers": {"b": 2 }}'),
        ('{"servers": {"pincite": 1}}', '{"servers": {}}'),
        ('{"servers": {\n  "b": 2, // b\n  "pincite": {\n  }\n}}', '{"servers": {\n  "b": 2 // b\n}}'),
        ('{"servers": {\n  "pincite": 1,\n  "b": 2\n}}', '{"servers": {\n  "b": 2\n}}'),
        ('{"servers": {"b": 2}}', '{"servers": {"b": 2}}'),
        ("{}", "{}"),
    ],
)
def test_a_member_is_taken_out(text: str, left: str) -> None:
    assert without_member(text, PATH) == left


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{", "line 1, column 2: a name in quotes"),
        ('{\n  "a" 1}', "line 2, column 7: a colon"),
        ('{"a": }', "line 1, column 7: a value"),
        ('{"a": 1 "b": 2}', "line 1, column 9: a comma or }"),
        ("[1 2]", "line 1, column 4: a comma or ]"),
        ("{} {}", "line 1, column 4: more after the end"),
        ("{'a': 1}", "line 1, column 2: a name in quotes"),
        ('{"a": /* 1}', "line 1, column 7: a value"),
        ("[" * 5000, "nested too deeply"),
    ],
)
def test_what_is_no_json_says_where(text: str, where: str) -> None:
    with pytest.raises(NotJsonError) as caught:
        parse(text)
    assert where in str(caught.value)


@pytest.mark.parametrize("text", ["[]", "1", '{"servers": []}', '{"servers": null}'])
def test_a_value_that_is_no_object_is_not_replaced(text: str) -> None:
    with pytest.raises(NotJsonError, match="an object was expected"):
        with_member(text, PATH, 1)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
SERVERS = st.dictionaries(st.text(), JSON, max_size=3)


@given(
    st.dictionaries(st.text().filter(lambda k: k != "servers"), JSON, max_size=3),
    SERVERS,
    st.sampled_from([None, 1, 4, "\t"]),
    JSON,
)
def test_set_and_taken_out_again_all_else_is_as_it_was(
    rest: dict[str, object], servers: dict[str, object], indent: int | str | None, value: object
) -> None:
    before = {**rest, "servers": servers}
    text = json.dumps(before, indent=indent, ensure_ascii=False)
    added = with_member(text, PATH, value)
    assert json.loads(added) == {**rest, "servers": {**servers, "pincite": value}}
    assert list(json.loads(added)) == list(before)
    assert json.loads(without_member(added, PATH)) == {
        **rest,
        "servers": {k: v for k, v in servers.items() if k != "pincite"},
    }
