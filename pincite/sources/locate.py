"""From what a caller names to a file that may be opened: where it is, whether it is allowed, what it really is."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pincite.errors import SourceError
from pincite.identity import file_id
from pincite.limits import FILE_MB
from pincite.sources import filetypes, pathforms
from pincite.sources.attachments import is_attachment, is_sandbox_path, upload_directories
from pincite.sources.compound import compound_kind
from pincite.sources.nearby import documents_in, near_files

_SHOWN_LENGTH = 200


@dataclass(frozen=True, slots=True)
class SourcePolicy:
    """What may be opened. ``roots``: only files inside them (none: whatever the process may read); ``max_file_mb``:
    larger files are refused (``None``: no limit); ``legacy``: old Office files are taken, to be converted;
    ``chat_folders``: files that were attached to sessions below them are opened, whatever the roots are."""

    roots: tuple[Path, ...] = ()
    max_file_mb: int | None = FILE_MB
    legacy: bool = False
    chat_folders: tuple[Path, ...] = ()

    def resolved_roots(self) -> tuple[Path, ...]:
        """The roots spelt as on disk, with their symbolic links followed, as the paths that they are compared with."""
        return tuple(_real(root) for root in self.roots)

    def allows(self, path: Path) -> bool:
        """Whether a resolved path may be opened."""
        if not self.roots or any(_holds(root, path) for root in self.resolved_roots()):
            return True
        return is_attachment(path, [_real(folder) for folder in self.chat_folders])


@dataclass(frozen=True, slots=True)
class Source:
    """A file to open. ``name`` is without a directory, ``path`` absolute with links resolved, ``size`` in bytes."""

    name: str
    path: Path
    size: int
    mtime_ns: int
    format: str


def locate(source: str, policy: SourcePolicy) -> Source:
    """Finds the file that ``source`` names: a path (absolute, ``~``, or relative to a root or the working directory),
    or a ``file:`` URI.

    Raises ``SourceError``: not_found, is_directory, empty, unreadable, outside_roots, unsupported_format, wrong_type,
    too_large, url_not_allowed. An error never tells whether something exists outside the roots.
    """
    text = pathforms.pasted(source)
    if not text:
        raise SourceError("No source was named.", hint="Give the path of a document.")
    if scheme := pathforms.url_scheme(text):
        raise _url_refused(scheme)
    return checked(_find(text, policy), policy)


def content_id(path: Path) -> str:
    """The id of a document: 12 characters that come from the file's bytes alone. Raises ``SourceError``
    (unreadable)."""
    try:
        return file_id(path)
    except OSError as error:
        raise _unreadable(path.name, error) from None


def _find(text: str, policy: SourcePolicy) -> Path:
    """The resolved path: a file before a directory, inside the roots."""
    uploads = upload_directories(policy.chat_folders)
    directory: Path | None = None
    missing: list[Path] = []
    for candidate in _candidates(text, policy, uploads):
        path = _resolve(candidate, policy)
        if path is None:
            continue
        mode = _mode(path)
        if mode is None:
            missing.append(path)
        elif not stat.S_ISDIR(mode):
            return path
        else:
            directory = directory or path
    if directory is not None:
        raise _is_directory(text, directory)
    if missing or not policy.roots:
        raise _not_found(text, missing, policy.resolved_roots(), uploads)
    raise _outside(text, policy.roots)


def _candidates(text: str, policy: SourcePolicy, uploads: Sequence[Path]) -> Iterator[Path]:
    """Absolute paths that the text may mean, the likeliest first."""
    for spelling in pathforms.spellings(text, windows=os.name == "nt"):
        if not _can_be_a_name(spelling):
            continue
        path = _expand_user(Path(spelling))
        if not path.is_absolute():
            yield from (base / path for base in (*policy.roots, *_working_directory(), *uploads))
            continue
        yield path
        if is_sandbox_path(spelling):
            yield from (base / path.name for base in uploads)


def _can_be_a_name(spelling: str) -> bool:
    try:
        return b"\0" not in os.fsencode(spelling)
    except UnicodeEncodeError:  # half a character
        return False


def _working_directory() -> list[Path]:
    try:
        return [Path.cwd()]
    except OSError:  # removed under a running server
        return []


def _expand_user(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:  # ~nobody
        return path


def _resolve(path: Path, policy: SourcePolicy) -> Path | None:
    """The path with links followed and its name spelt as on disk, or ``None`` where it is not to be opened."""
    if os.name == "nt" and pathforms.is_network_path(str(path)):
        known = (*policy.roots, *policy.resolved_roots())
        if not any(map(path.is_relative_to, known)):
            return None  # to look there would be to send the user's credentials to whom it names
    resolved = _real(path)
    return resolved if policy.allows(resolved) else None


def _real(path: Path) -> Path:
    """The path with links followed, its names spelt as on disk."""
    if _mode(path) is None and path.is_absolute():
        path = _respell(path)
    return Path(os.path.realpath(path))


def _holds(root: Path, path: Path) -> bool:
    """Whether a resolved path is the root or lies below it: by its spelling, or, where the disk does not tell capital
    letters apart or knows short names, because one of its parents is that very directory."""
    if path.is_relative_to(root):
        return True
    try:
        facts = root.stat()
    except OSError:
        return False
    return any(_is_same(parent, facts) for parent in path.parents)


def _is_same(path: Path, facts: os.stat_result) -> bool:
    try:
        return os.path.samestat(path.stat(), facts)
    except (OSError, ValueError):
        return False


def _mode(path: Path) -> int | None:
    """The type bits of what is there, ``None`` where nothing is (or nothing that can be looked at)."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None


def _respell(path: Path) -> Path:
    """The path with each name as the disk has it where only its Unicode form differs (é as one character or two, a
    no-break space). Names that nothing matches stay."""
    here = Path(path.anchor)
    for name in path.relative_to(here).parts:
        child = here / name
        here = child if name == ".." or os.path.lexists(child) else here / (_same_name(here, name) or name)
    return here


def _same_name(directory: Path, name: str) -> str | None:
    """The one entry whose compatibility form is that of ``name``."""
    wanted = unicodedata.normalize("NFKC", name)
    try:
        with os.scandir(directory) as entries:
            found = [e.name for e in entries if unicodedata.normalize("NFKC", e.name) == wanted]
    except OSError:
        return None
    return found[0] if len(found) == 1 else None


def checked(path: Path, policy: SourcePolicy, *, name: str | None = None, sniffed: str | None = None) -> Source:
    """The source, once its size and its content say that it can be parsed. ``name`` is what it is called where its file
    is not; ``sniffed`` the one that decides its format where its content does not. Raises ``SourceError``."""
    name = name or path.name
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise SourceError(f"{name} is not a regular file.", code="unreadable", hint="Give the path of a document.")
        if facts.st_size == 0:
            raise SourceError(f"{name} is empty (0 bytes).", code="empty", hint="Copy or download the file again.")
        with path.open("rb") as file:
            format = format_of(file, facts.st_size, sniffed or name)
    except OSError as error:
        raise _unreadable(name, error) from None
    accept(name, facts.st_size, format, policy)
    return Source(name, path, facts.st_size, facts.st_mtime_ns, format)


def accept(name: str, size: int, format: str, policy: SourcePolicy) -> None:
    """Raises ``SourceError`` (too_large, unsupported_format, wrong_type) where the policy does not take it."""
    if policy.max_file_mb is not None and size > policy.max_file_mb * 1_000_000:
        raise _too_large(name, size, policy.max_file_mb)
    if not (filetypes.supported(format) or (policy.legacy and format in filetypes.LEGACY)):
        raise _wrong_kind(name, format)


def format_of(file: BinaryIO, size: int, name: str) -> str:
    """The format of an open file; its name decides where its content does not. Raises ``OSError``."""
    head = file.read(filetypes.HEAD_BYTES)
    file.seek(max(0, size - filetypes.TAIL_BYTES))
    format = filetypes.sniff(head, file.read(filetypes.TAIL_BYTES), name)
    return filetypes.of_compound(compound_kind(file), name) if format == "ole" else format


def _wrong_kind(name: str, format: str) -> SourceError:
    """``wrong_type`` where the name promises a format that we read and the content is another one."""
    error = filetypes.unsupported(name, format)
    promised = filetypes.by_extension(name)
    if not filetypes.supported(promised) or promised in filetypes.PLAIN:
        return error
    return SourceError(
        f"{name} is not what its name says: it is {filetypes.describe(format)}. "
        f"This version reads {filetypes.readable()}.",
        code="wrong_type",
        hint=error.hint,
    )


def _url_refused(scheme: str) -> SourceError:
    if scheme == "pincite":
        return SourceError(
            "That is an anchor into a document, not a source.",
            code="url_not_allowed",
            hint="Its document is open already: pass the anchor or its document id to the call that reads.",
        )
    return SourceError(
        f"{scheme}: addresses are not opened; files are, and http and https URLs.",
        code="url_not_allowed",
        hint="Save the document to a file and open its path.",
    )


def _not_found(text: str, missing: list[Path], roots: tuple[Path, ...], uploads: Sequence[Path]) -> SourceError:
    near = near_files(missing, (*roots, *uploads))
    if near:
        hint = "Did you mean " + " or ".join(near) + "?"
    elif is_sandbox_path(text):
        hint = (
            "That path belongs to the chat's sandbox, out of this server's sight: use the one on the user's computer."
        )
    elif os.name != "nt" and pathforms.is_drive_path(text):
        hint = "That is a path of Windows, and this server runs on another system: use the path that holds there."
    elif roots:
        hint = "Documents are looked for in: " + ", ".join(map(str, roots)) + "."
    else:
        hint = "Give the absolute path of the file."
    return SourceError(f"There is no file {_shown(text)}.", code="not_found", hint=hint)


def _outside(text: str, roots: tuple[Path, ...]) -> SourceError:
    return SourceError(
        f"{_shown(text)} is not inside the directories that this server may read.",
        code="outside_roots",
        hint=f"Allowed: {', '.join(map(str, roots))}. Put the file there, or start the server with another --root.",
    )


def _is_directory(text: str, directory: Path) -> SourceError:
    names, more = documents_in(directory)
    if not names:
        hint = "It holds no document that this version reads."
    else:
        hint = "Open one of its documents: " + ", ".join(names) + (f", and {more} more." if more else ".")
    return SourceError(f"{_shown(text)} is a directory.", code="is_directory", hint=hint)


def _unreadable(name: str, error: OSError) -> SourceError:
    reason = error.strerror or type(error).__name__
    return SourceError(f"{name} cannot be read: {reason}.", code="unreadable", hint="Check the file's permissions.")


def _too_large(name: str, size: int, limit: int) -> SourceError:
    return SourceError(
        f"{name} has {size / 1e6:.0f} MB, more than the {limit} MB that are allowed.",
        code="too_large",
        hint="Split the file; the limit of a server is PINCITE_MAX_FILE_MB.",
    )


def _shown(text: str) -> str:
    """The caller's own words, safe to print."""
    plain = "".join(c if c.isprintable() else "\ufffd" for c in text)
    return plain if len(plain) <= _SHOWN_LENGTH else plain[:_SHOWN_LENGTH] + "…"
