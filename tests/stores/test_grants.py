"""Who may see what, in the file of one server and in the database of many."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.server.http.grants import EVERYONE, Grants, SqliteGrants
from pincite.stores.postgres.database import Database
from pincite.stores.postgres.grants import PostgresGrants


@pytest.fixture(params=("embedded", "postgres"))
def grants(request: pytest.FixtureRequest, tmp_path: Path) -> Grants:
    if request.param == "embedded":
        return SqliteGrants(tmp_path / "grants.db")
    database: Database = request.getfixturevalue("database")
    return PostgresGrants(database)


def test_what_was_given_is_seen_by_its_reader_alone(grants: Grants) -> None:
    grants.give("one", "user:ann", "user:ann")
    grants.give("one", "user:ann", "user:ann")
    assert grants.readers("one") == [("user:ann", "user:ann")]
    assert grants.may_see("one", ["group:x", "user:ann"])
    assert not grants.may_see("one", ["user:bob", EVERYONE])
    assert not grants.may_see("two", ["user:ann"])
    assert not grants.may_see("one", [])


def test_what_several_gave_stays_until_the_last_takes_it(grants: Grants) -> None:
    grants.give("one", "user:ann", "user:ann")
    grants.give("one", EVERYONE, "user:ann")
    grants.give("one", "user:bob", "user:bob")
    assert grants.visible(["user:carl", EVERYONE]) == {"one"}
    assert grants.take("one", giver="user:ann", reader=EVERYONE) == 1
    assert grants.visible(["user:carl", EVERYONE]) == set()
    assert grants.take("one", giver="user:ann") == 1
    assert grants.readers("one") == [("user:bob", "user:bob")]
    assert grants.take("one") == 1
    assert grants.readers("one") == []
