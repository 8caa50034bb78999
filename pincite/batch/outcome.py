"""What came of one document of a batch."""

from __future__ import annotations

from concurrent.futures import CancelledError
from typing import NamedTuple

from pincite.errors import ParseError, PinciteError
from pincite.library import ParseResult


class Parsed(NamedTuple):
    """A document of a batch: ``source`` as it was named or found, ``outcome`` its result, or why there is none."""

    source: str
    outcome: ParseResult | PinciteError

    @property
    def result(self) -> ParseResult:
        """The result. Raises the error of a document without one."""
        if isinstance(self.outcome, PinciteError):
            raise self.outcome
        return self.outcome

    @property
    def error(self) -> PinciteError | None:
        """What went wrong; ``None`` where nothing did."""
        return self.outcome if isinstance(self.outcome, PinciteError) else None


def as_error(source: str, error: BaseException) -> PinciteError:
    """What a future failed with as one of our errors. Whatever else comes out of an executor is its own failure: it
    broke, it lost its worker too often, the task could not travel."""
    if isinstance(error, PinciteError):
        return error
    if isinstance(error, CancelledError):
        return ParseError(f"Reading {source} was cancelled.", code="cancelled", hint="")
    return ParseError(
        f"The executor gave nothing back for {source} ({type(error).__name__}: {error}).",
        code="worker_crashed",
        hint="Look at the executor's own log. The document is as it was: it can be parsed again.",
    )
