"""What goes wrong inside a parser, as our errors: for the two edges at which parsers are called."""

from __future__ import annotations

from pincite.errors import ParseError

_TOO_DEEP = "No program writes such a file: ask its sender for another copy, or for a PDF."


def failure_of(error: Exception, name: str, *, more_memory: str, more_about_it: str) -> ParseError:
    """The error for what a parser raised on the file of this name: too_large, unsafe (nested too deep) or parser_error.
    ``more_memory`` is the next step where memory was not enough, ``more_about_it`` where to find more of a fault."""
    if isinstance(error, MemoryError):
        return ParseError(f"Reading {name} needs more memory than there is.", code="too_large", hint=more_memory)
    if isinstance(error, RecursionError):
        return ParseError(
            f"{name} is not safe to read: what is in it is nested too deep.", code="unsafe", hint=_TOO_DEEP
        )
    return ParseError(
        f"The parser failed on {name} ({type(error).__name__}).",
        code="parser_error",
        hint=f"This is a fault of the parser: please report it. {more_about_it}",
    )
