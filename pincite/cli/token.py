"""``pincite token``: who may use a shared server."""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.cli.command import DONE, NO, Command, print_json
from pincite.errors import RequestError
from pincite.settings import Settings

if TYPE_CHECKING:
    from pincite.server.http.tokens import Token

_DAY_S = 86_400.0


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        choices=("new", "list", "revoke"),
        help="new: make a token for USER and show it once; list: all tokens, without what is secret; "
        "revoke: take a token back, by its id, or all of a user",
    )
    parser.add_argument("user", nargs="?", metavar="USER", help="name of the user; for revoke, or the id of a token")
    parser.add_argument(
        "--scope",
        action="append",
        metavar="SCOPE",
        help="what it may do: read, upload or admin; may be given again (default: read and upload)",
    )
    parser.add_argument("--group", action="append", default=[], metavar="GROUP", help="group that the user is in")
    parser.add_argument("--days", type=float, default=None, metavar="N", help="days until it expires (default: never)")
    parser.add_argument("--line", action="store_true", help="show the line for PINCITE_TOKENS instead of keeping it")


def _run(options: argparse.Namespace, settings: Settings) -> int:
    if options.action == "list":
        return _list(_file(settings), as_json=options.json)
    if not options.user:
        raise RequestError("Whose token?", hint=f"pincite token {options.action} USER")
    return _new(options, settings) if options.action == "new" else _revoke(options.user, settings)


def _new(options: argparse.Namespace, settings: Settings) -> int:
    from pincite.server.http.tokens import TokenFile, new_token, token_line

    expires = None if options.days is None else time.time() + options.days * _DAY_S
    secret, token = new_token(options.user, options.scope or ("read", "upload"), options.group, expires)
    if not options.line:
        TokenFile(_file(settings)).add(token)
    if options.json:
        print_json({**_facts(token), "token": secret, "line": token_line(token)})
        return DONE
    sys.stdout.write(f"{secret}\n")
    if options.line:
        sys.stdout.write(f"PINCITE_TOKENS='{token_line(token)}'\n")
    sys.stderr.write("pincite: this token is shown once; only its hash is kept.\n")
    return DONE


def _list(path: Path, *, as_json: bool) -> int:
    from pincite.server.http.tokens import TokenFile

    tokens = TokenFile(path).tokens()
    if as_json:
        print_json([_facts(token) for token in tokens])
        return DONE
    for token in tokens:
        facts = _facts(token)
        words = [f"{facts['id']}  {token.user}", ",".join(facts["scopes"]), ",".join(facts["groups"]), facts["expires"]]
        sys.stdout.write("  ".join(str(word) for word in words if word) + ("" if token.valid else " (expired)") + "\n")
    return DONE


def _revoke(name: str, settings: Settings) -> int:
    from pincite.server.http.tokens import TokenFile

    gone = TokenFile(_file(settings)).revoke(name)
    for token in gone:
        sys.stdout.write(f"revoked {token.id} of {token.user}\n")
    if not gone:
        sys.stderr.write(f"pincite: there is no token of {name}.\n")
    return DONE if gone else NO


def _file(settings: Settings) -> Path:
    if settings.tokens_file is None:
        raise RequestError("Which file of tokens?", hint="Name it with --tokens-file or PINCITE_TOKENS_FILE.")
    return settings.tokens_file


def _facts(token: Token) -> dict[str, Any]:
    moment = None if token.expires is None else datetime.fromtimestamp(token.expires, UTC).strftime("%Y-%m-%d %H:%M")
    return {
        "id": token.id,
        "user": token.user,
        "scopes": sorted(token.scopes),
        "groups": sorted(token.groups),
        "expires": moment,
    }


COMMAND = Command("token", "make, list and revoke the tokens of a shared server", _arguments, _run)
