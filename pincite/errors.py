"""What can go wrong, as one tree.

    PinciteError
    ├── SourceError            the thing that was named cannot be opened
    ├── ParseError             it was opened, but no document came out of it
    ├── UnknownReferenceError  a document, section, page, table or anchor that does not exist here
    ├── RequestError           the arguments of a call do not make sense
    ├── MissingPackageError    an optional package is not installed
    ├── StoreError             the cache directory cannot be used
    └── IndexUnavailableError  the search index cannot be used

Each error has a stable ``code`` for programs, a message that says what is wrong, and a ``hint`` that names the next
step.
"""

from __future__ import annotations


class PinciteError(Exception):
    """Base of all our errors. ``str(error)`` is the message, ``error.hint`` the next step, ``error.code`` is stable."""

    default_code = "error"
    default_hint = ""

    def __init__(self, message: str, *, code: str | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.default_code
        self.hint = self.default_hint if hint is None else hint

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.message, self.code, self.hint))

    def for_model(self) -> str:
        """Message, code and hint in the form that a tool result or a terminal shows."""
        return f"{self.message} [{self.code}]" + (f" {self.hint}" if self.hint else "")


def _rebuild(cls: type[PinciteError], message: str, code: str, hint: str) -> PinciteError:
    return cls(message, code=code, hint=hint)


class SourceError(PinciteError):
    """Codes: not_found, is_directory, empty, unreadable, outside_roots, unsupported_format, wrong_type, too_large.
    Of files to write: outside_roots, not_found (their directory), exists, not_writable.

    Of URLs: url_not_allowed (switched off, not http, a user name in it), bad_url (malformed), private_address (of this
    machine, its network, or a cloud's metadata), dns_failure, connection_failed, certificate_error, timeout,
    http_status (the message has the status), redirect_loop, bad_response (its packing is damaged),
    browser_unavailable."""

    default_code = "not_found"


class ParseError(PinciteError):
    """Codes: corrupt, password_required, wrong_password, unsupported_encryption (no password opens it), too_large,
    worker_crashed, timeout, cancelled, source_changed, parser_error, unsafe, needs_javascript, pending (a page that
    another program still lays out)."""

    default_code = "corrupt"


class UnknownReferenceError(PinciteError):
    """Codes: unknown_document, unknown_section, unknown_page, unknown_table, unknown_block, bad_anchor, stale_revision,
    empty_page, unknown_upload; ambiguous_section, ambiguous_page, ambiguous_table where a name fits several."""

    default_code = "unknown_document"


class RequestError(PinciteError):
    """Codes: bad_argument, bad_budget, bad_cursor, not_here (this server does not do it), no_picture.

    Of shared servers: not_allowed, forbidden (to this user, from this page), busy and wrong_offset (of an upload),
    address_in_use."""

    default_code = "bad_argument"


class MissingPackageError(PinciteError):
    """Code: missing_package. The hint has the command that installs it."""

    default_code = "missing_package"


class StoreError(PinciteError):
    """Codes: cache_unavailable (cannot be written), cache_busy, cache_full; of what replicas share:
    database_unavailable (it does not answer), database_refused (rights are missing), objects_unavailable; of a shared
    server: issuer_unavailable (the keys that its users' tokens are signed with cannot be fetched)."""

    default_code = "cache_unavailable"
    default_hint = "Set PINCITE_CACHE_DIR to a directory that can be written and has room."


class IndexUnavailableError(PinciteError):
    """Codes: index_unavailable, index_busy (another process writes for too long); those of ``StoreError`` where the
    index is in a database."""

    default_code = "index_unavailable"
    default_hint = "Set PINCITE_CACHE_DIR to a directory that can be written and has room."
