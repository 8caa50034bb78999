"""Where a caller may have a file written: a new one, of a kind that is made here, in a directory that it may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from pincite.errors import RequestError, SourceError
from pincite.sources import pathforms
from pincite.sources.locate import SourcePolicy


def destination(
    named: str | None, default: str, suffixes: tuple[str, ...], policy: SourcePolicy, directory: Path
) -> Iterator[Path]:
    """The paths to try, the first first: what is ``named`` (relative to ``directory``), or ``default`` in the directory
    that is named, else in ``directory``, which is made; a default has a number where its name is taken.

    A path leads into ``directory`` or a root of the policy, whatever links it follows, or anywhere where there are no
    roots, but into nothing hidden: no profile of a shell, no key. Raises ``SourceError`` (outside_roots, not_found,
    not_writable), ``RequestError`` for a name that promises another kind of file."""
    if named is None or not named.strip():
        _make(directory)
        yield from _numbered(_allowed(directory, policy, directory) / default)
        return
    path = _absolute(named.strip(), directory)
    if path.parent == directory:
        _make(directory)
    if path.is_dir():
        yield from _numbered(_allowed(path, policy, directory) / default)
        return
    if not path.suffix:
        path = path.with_name(path.name + suffixes[0])
    elif path.suffix.lower() not in suffixes:
        raise RequestError(f"{path.name} is no name for this format.", hint=f"End it with {' or '.join(suffixes)}.")
    parent = _allowed(path.parent, policy, directory)
    if not parent.is_dir():
        raise SourceError(f"There is no directory {path.parent}.", hint="Name one that is there.")
    if path.name.startswith("."):
        raise _refused(path, policy, directory)
    yield parent / path.name


def write_new(paths: Iterator[Path], data: bytes) -> Path:
    """Writes a file that was not there; of one that cannot be written to its end nothing stays. Raises ``SourceError``
    (exists, not_writable)."""
    path: Path | None = None
    for path in paths:
        try:
            with path.open("xb") as file:
                try:
                    file.write(data)
                except BaseException:
                    path.unlink(missing_ok=True)
                    raise
        except FileExistsError:
            continue
        except OSError as error:
            raise _not_writable(path, error) from None
        return path
    raise SourceError(f"{path} is there already.", code="exists", hint="Nothing is overwritten: name another file.")


def _absolute(text: str, directory: Path) -> Path:
    if "\x00" in text:
        raise RequestError("A path holds no zero character.", hint="Leave output_path out for the usual place.")
    path = Path(text)
    with suppress(RuntimeError):  # ~nobody
        path = path.expanduser()
    if os.name == "nt" and pathforms.is_network_path(str(path)):  # to look there would send the user's credentials
        raise SourceError(f"{path} is on another machine.", code="outside_roots", hint="Name a directory of this one.")
    return path if path.is_absolute() else directory / path


def _allowed(path: Path, policy: SourcePolicy, directory: Path) -> Path:
    """The directory with links followed. Raises ``SourceError`` (outside_roots)."""
    resolved = Path(os.path.realpath(path))
    homes = [Path(os.path.realpath(directory)), *policy.resolved_roots()]
    if not policy.roots:
        homes.append(Path(resolved.anchor))
    within = [home for home in homes if resolved.is_relative_to(home)]
    if not any(not _hidden(resolved.relative_to(home)) for home in within):
        raise _refused(path, policy, directory)
    return resolved


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _refused(path: Path, policy: SourcePolicy, directory: Path) -> SourceError:
    places = ", ".join(map(str, (directory, *policy.roots)))
    return SourceError(
        f"{path} is not where this server may write.",
        code="outside_roots",
        hint=f"Name a file in: {places}." if policy.roots else "Name a file that is not hidden, where nothing is.",
    )


def _make(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _not_writable(directory, error) from None


def _numbered(path: Path) -> Iterator[Path]:
    yield path
    for n in count(2):
        yield path.with_name(f"{path.stem} ({n}){path.suffix}")


def _not_writable(path: Path, error: OSError) -> SourceError:
    return SourceError(
        f"{path} cannot be written: {error.strerror or type(error).__name__}.",
        code="not_writable",
        hint="Name another directory as output_path, or set PINCITE_EXPORT_DIR.",
    )
