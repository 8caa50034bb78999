"""The connections to the database, and what goes wrong with them: the only module that knows psycopg.

All work is done in statements or transactions that may be repeated: one that loses its connection runs once more on
another. While the database does not answer, callers are told so at once for some seconds, not each after a wait.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, LiteralString, TypeVar

from pincite.errors import MissingPackageError, PinciteError, RequestError, StoreError
from pincite.stores.postgres.migrations import migrate

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg_pool import ConnectionPool

_log = logging.getLogger(__name__)
_MOST = 8  # connections of one process
_WAIT_S = 5.0  # for a connection
_STATEMENT_S = 60
_DOWN_S = 2.0  # for which a database that did not answer is not asked again
_HINT = "Check that the database of PINCITE_DATABASE_URL runs and can be reached, then try again."

T = TypeVar("T")
Values = Sequence[object] | Mapping[str, object]
Row = tuple[Any, ...]


class Session:
    """A connection at work; every statement stands by itself unless it is in a ``transaction``."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, statement: LiteralString, values: Values = ()) -> list[Row]:
        """The rows that come back, values in the types of Python."""
        with self._connection.cursor(binary=True) as cursor:
            cursor.execute(statement, values or None)
            return cursor.fetchall() if cursor.description else []

    def row(self, statement: LiteralString, values: Values = ()) -> Row | None:
        """The first row that comes back."""
        found = self.rows(statement, values)
        return found[0] if found else None

    def change(self, statement: LiteralString, values: Values = ()) -> int:
        """The number of rows that the statement changed."""
        with self._connection.cursor() as cursor:
            cursor.execute(statement, values or None)
            return cursor.rowcount

    def copy(self, statement: LiteralString, rows: Iterator[Sequence[object]]) -> None:
        """Many rows into a table, ``copy ... from stdin``."""
        with self._connection.cursor() as cursor, cursor.copy(statement) as stream:
            for row in rows:
                stream.write_row(row)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing of the block."""
        with self._connection.transaction():
            yield


class Database:
    """The database at ``url``; it is reached, and its tables are made or brought up to date, at the first use. Safe for
    threads. Methods raise ``StoreError`` (database_unavailable, database_refused, cache_full), ``MissingPackageError``
    and, for a URL that is none, ``RequestError``."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._pool: ConnectionPool | None = None
        self._down_until = 0.0

    def run(self, work: Callable[[Session], T]) -> T:
        """What ``work`` gives; it runs a second time where its connection was lost."""
        psycopg = _psycopg()
        with self._mapped():
            try:
                return self._once(work)
            except psycopg.OperationalError as error:
                if isinstance(error, (psycopg.errors.QueryCanceled, psycopg.errors.LockNotAvailable)) or self._is_down:
                    raise
                _log.info("a connection to the database was lost: %s", error)
                self._opened().check()  # replaces all that were lost with it
            return self._once(work)

    def rows(self, statement: LiteralString, values: Values = ()) -> list[Row]:
        """The rows of one statement."""
        return self.run(lambda session: session.rows(statement, values))

    def row(self, statement: LiteralString, values: Values = ()) -> Row | None:
        """The first row of one statement."""
        return self.run(lambda session: session.row(statement, values))

    def change(self, statement: LiteralString, values: Values = ()) -> int:
        """The number of rows that one statement changed."""
        return self.run(lambda session: session.change(statement, values))

    def close(self) -> None:
        """Closes all connections; they open again when they are needed."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    @property
    def _is_down(self) -> bool:
        return time.monotonic() < self._down_until

    def _once(self, work: Callable[[Session], T]) -> T:
        with self._opened().connection() as connection:
            return work(Session(connection))

    def _opened(self) -> ConnectionPool:
        psycopg = _psycopg()
        with self._lock:
            if self._is_down:
                raise psycopg.OperationalError("the database did not answer a moment ago")
            if self._pool is None:
                self._prepare(psycopg)
                self._pool = self._new_pool()
            return self._pool

    def _prepare(self, psycopg: Any) -> None:
        """Makes or changes the tables, on a connection that tells at once why it cannot be had."""
        with psycopg.connect(self._url, connect_timeout=round(_WAIT_S), **_OPTIONS) as connection:
            migrate(Session(connection))

    def _new_pool(self) -> ConnectionPool:
        from psycopg_pool import ConnectionPool

        return ConnectionPool(
            self._url,
            min_size=1,
            max_size=_MOST,
            timeout=_WAIT_S,
            reconnect_timeout=_WAIT_S,
            kwargs={"connect_timeout": round(_WAIT_S), **_OPTIONS},
            configure=_configure,
            open=True,
            name="pincite",
        )

    @contextmanager
    def _mapped(self) -> Iterator[None]:
        psycopg = _psycopg()
        try:
            yield
        except PinciteError:
            raise
        except psycopg.ProgrammingError as error:
            raise _misused(error) from error
        except psycopg.errors.DiskFull as error:
            raise StoreError("There is no room left in the database.", code="cache_full", hint=_HINT) from error
        except psycopg.OperationalError as error:
            if not self._is_down and not isinstance(error, psycopg.errors.QueryCanceled):
                self._down_until = time.monotonic() + _DOWN_S
            raise StoreError("The database does not answer.", code="database_unavailable", hint=_HINT) from error
        except psycopg.Error as error:
            raise _misused(error) from error


# behind a pooler, a statement that was prepared on one connection is not known on the next
_OPTIONS: dict[str, Any] = {"autocommit": True, "prepare_threshold": None, "application_name": "pincite"}


def _configure(connection: Connection) -> None:
    connection.execute(f"set statement_timeout = '{_STATEMENT_S}s'")
    # a part of many rows must be the same part each time: else a question is answered by other documents each time,
    # and each time they have to be fetched
    connection.execute("set synchronize_seqscans = off")


def _misused(error: Exception) -> PinciteError:
    """For what a change of the database's rights or of our address will mend."""
    if getattr(error, "sqlstate", None) is None:
        return RequestError(
            "PINCITE_DATABASE_URL is not the address of a PostgreSQL database.",
            hint="Its form is postgresql://user:password@host:5432/database.",
        )
    _log.warning("the database refuses: %s", error)
    return StoreError(
        "The database refuses to do this.",
        code="database_refused",
        hint="The user of PINCITE_DATABASE_URL needs the right to make a schema, or to write in the schema pincite.",
    )


def _psycopg() -> Any:
    try:
        import psycopg
        import psycopg_pool  # noqa: F401 - comes with the same extra
    except ImportError:
        raise MissingPackageError(
            "PINCITE_DATABASE_URL needs psycopg.", hint="Install it: pip install 'pincite[postgres]'."
        ) from None
    return psycopg
