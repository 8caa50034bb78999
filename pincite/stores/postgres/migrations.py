"""The tables, and how they change from version to version.

Replicas of two versions run side by side while one is rolled out, so a step only adds: a server that finds more steps
than it knows goes on. What is derived carries the version of its form in its rows, and each server sees its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.stores.postgres.database import Session

_LOCK = 0x50494E43  # an advisory lock: one server at a time changes tables

STEPS = (
    """
    create table pincite.artifacts (
        name bytea primary key,       -- a digest of document, parser, options and form
        doc_id text not null,
        tag text not null,            -- what lists show of it, as JSON
        size bigint not null,         -- bytes of the packed document
        data bytea,                   -- null: it lies in the object storage
        stored timestamptz not null default clock_timestamp(),
        used timestamptz not null default clock_timestamp()
    );
    alter table pincite.artifacts alter column data set storage external; -- it is compressed already
    create index on pincite.artifacts (doc_id);
    create table pincite.aliases (
        name bytea primary key,       -- a digest of machine and path, or of the URL
        doc_id text not null,
        state text not null,
        made timestamptz not null default clock_timestamp()
    );
    create index on pincite.aliases (doc_id);
    create table pincite.graves (
        name bytea primary key,       -- a digest of the id of a document that was deleted
        mark text not null,
        made timestamptz not null default clock_timestamp()
    );
    create table pincite.leases (
        name bytea primary key,       -- of the artifact that is being made
        holder text not null,
        until timestamptz not null,
        done integer not null default 0,
        total integer not null default 0
    );
    create table pincite.claims (
        doc_id text not null,
        owner text not null,
        name text not null,
        shared boolean not null,
        stored double precision not null,
        primary key (doc_id, owner)
    );
    create index on pincite.claims (owner);
    create table pincite.blobs (
        name text not null,
        part integer not null,
        data bytea not null,
        primary key (name, part)
    );
    alter table pincite.blobs alter column data set storage external;
    """,
    """
    create table pincite.indexed (
        doc_id text not null,
        version smallint not null,
        rev text not null,
        passages integer not null,
        text_words integer not null,
        title_words integer not null,
        aside_words integer not null,
        primary key (doc_id, version)
    );
    create table pincite.passages (
        doc_id text not null,
        first integer not null,
        last integer not null,
        start integer not null,
        stop integer not null,
        text_words smallint not null,
        title_words smallint not null,
        aside_words smallint not null,
        words tsvector not null
    ) with (toast_tuple_target = 8160);  -- ranking reads the words of many rows: they stay in the row
    create index on pincite.passages (doc_id);
    create index passages_words on pincite.passages using gin (words) with (fastupdate = off); -- searched at once
    create table pincite.vocabulary (word text collate "C" primary key);
    create table pincite.state (changes bigint not null);  -- one row: how often the index was changed
    insert into pincite.state (changes) values (0);
    """,
    """
    create table pincite.grants (
        doc_id text not null,
        reader text not null,
        giver text not null,
        since double precision not null,
        primary key (doc_id, reader, giver)
    );
    create index on pincite.grants (reader, doc_id);
    """,
)
"""One script a version, the first makes version 1."""


def migrate(session: Session) -> None:
    """Makes the schema or brings it up to date, while no other server does."""
    with session.transaction():
        session.rows("select pg_advisory_xact_lock(%s)", (_LOCK,))
        known = _version(session)
        for version, script in enumerate(STEPS, start=1):
            if version > known:
                session.change(script)
                session.change("insert into pincite.versions (version) values (%s)", (version,))


def _version(session: Session) -> int:
    """The version of the tables; 0 where there are none."""
    if session.row("select 1 from pg_namespace where nspname = 'pincite'") is None:
        session.change("create schema pincite")
    session.change(
        "create table if not exists pincite.versions (version integer primary key, made timestamptz default now())"
    )
    row = session.row("select max(version) from pincite.versions")
    return int(row[0] or 0) if row else 0
