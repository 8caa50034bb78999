"""What an agent is told that names a file of its user's computer to a server elsewhere."""

from __future__ import annotations

import shlex

from pincite.server.fence import line

_LONGEST = 400


def how_to_send(address: str, source: str, *, with_token: bool) -> str:
    """The command that sends the file, and what to do with its answer."""
    path = line(source.strip().removeprefix("file://"), _LONGEST)
    header = '-H "Authorization: Bearer $PINCITE_TOKEN" ' if with_token else ""
    if set(path) & set(';,"\\'):  # curl would read more into them
        path = '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'
    command = f"curl -sS {header}-F {shlex.quote(f'file=@{path}')} {address}/documents"
    return (
        f"If the file is on your user's computer, send it from there: {command} Then open the doc_id that it answers."
    )
