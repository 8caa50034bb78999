"""Every setting, defined once: environment variable, command-line flag, default and the words that the README shows.

No other module reads the environment. ``Settings.from_env()`` gives a frozen model; ``README`` and ``--help`` are
made from ``definitions()``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from pincite.errors import RequestError
from pincite.places import Machine, chat_folders


def _setting(
    default: Any, env: str, text: str, *, flag: str | None = None, shown: str | None = None, **limits: Any
) -> Any:
    """A field of ``Settings``. ``shown`` is the default as the README prints it, where it depends on the machine."""
    extra: dict[str, Any] = {
        "env": env,
        "flag": flag or "--" + env.removeprefix("PINCITE_").lower().replace("_", "-"),
        "shown": shown,
    }
    if callable(default):
        return Field(default_factory=default, description=text, json_schema_extra=extra, **limits)
    return Field(default=default, description=text, json_schema_extra=extra, **limits)


_REPEATED = {"roots": "DIR", "allowed_hosts": "HOST", "group_roots": "GROUP=DIR", "watch": "DIR"}


def _cache_dir() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pincite", appauthor=False)


def _export_dir() -> Path:
    from platformdirs import user_downloads_path

    return user_downloads_path()


def _workers() -> int:
    return max(1, min(4, os.cpu_count() or 1))


def this_machine() -> Machine:
    """The machine that this process runs on."""
    try:
        home = Path.home()
    except RuntimeError:  # a user without one, as in some containers
        home = Path("/")
    return Machine(sys.platform, home, os.environ)


class Settings(BaseModel):
    """What a server or a command runs with. Raises nothing by itself; ``from_env`` maps bad values to
    ``RequestError``."""

    model_config = ConfigDict(frozen=True)

    roots: tuple[Path, ...] = _setting(
        (),
        "PINCITE_ROOTS",
        "Directories whose documents may be opened, separated as PATH is. Empty: whatever its user may read.",
        flag="--root",
        shown="(none)",
    )
    cache_dir: Path = _setting(
        _cache_dir,
        "PINCITE_CACHE_DIR",
        "Where parsed documents and the search index are kept.",
        shown="the user's cache directory",
    )
    export_dir: Path = _setting(
        _export_dir,
        "PINCITE_EXPORT_DIR",
        "Where `export_document` writes files that no other place is named for.",
        shown="the user's downloads",
    )
    cache_max_mb: int = _setting(
        2048, "PINCITE_CACHE_MAX_MB", "Size of the cache in MB; the least recently used documents leave first.", ge=1
    )
    cache_decrypted: bool = _setting(
        False,
        "PINCITE_CACHE_DECRYPTED",
        "Whether documents that a password opened are kept in cache and index like others, open and without asking "
        "again; else they stay in memory and are gone when the server ends.",
    )
    database_url: str = _setting(
        "",
        "PINCITE_DATABASE_URL",
        "A PostgreSQL database that replicas share, `postgresql://user:password@host/database`: documents, search and "
        "uploads are kept there instead of in the cache directory.",
        shown="(none)",
    )
    object_store: str = _setting(
        "",
        "PINCITE_OBJECT_STORE",
        "An S3-compatible object storage, `s3://bucket/prefix`, for uploaded files and, beside a database, for parsed "
        "documents.",
        shown="(none)",
        pattern=r"^(s3://[^/].*)?$",
    )
    max_read_tokens: int = _setting(
        4000,
        "PINCITE_MAX_READ_TOKENS",
        "Ceiling of one result in tokens; a client may only ask for less.",
        ge=300,
        le=100_000,
    )
    full_text_tokens: int = _setting(
        6000,
        "PINCITE_FULL_TEXT_TOKENS",
        "Documents up to this size come whole when they are opened, if the ceiling lets them.",
        ge=0,
    )
    workers: int = _setting(_workers, "PINCITE_WORKERS", "Parser processes.", shown="cores, at most 4", ge=1, le=64)
    max_pages: int = _setting(
        5000, "PINCITE_MAX_PAGES", "Pages of one document that are parsed; a longer one says so.", ge=1
    )
    parse_timeout: float = _setting(
        600.0, "PINCITE_PARSE_TIMEOUT", "Seconds that one document may take to parse.", gt=0
    )
    worker_memory_mb: int = _setting(4096, "PINCITE_WORKER_MEMORY_MB", "Memory of one parser process in MB.", ge=256)
    max_file_mb: int = _setting(512, "PINCITE_MAX_FILE_MB", "Size in MB above which a file is refused.", ge=1)
    allow_chat_dir: bool = _setting(
        True,
        "PINCITE_ALLOW_CHAT_DIR",
        "Whether files that were attached to a chat of Claude Desktop are opened, whatever the roots are; only where a "
        "client started the server on its own machine.",
    )
    allow_urls: bool = _setting(
        True, "PINCITE_ALLOW_URLS", "Whether documents are opened by http and https URLs, whatever the roots are."
    )
    allow_private_urls: bool = _setting(
        False,
        "PINCITE_ALLOW_PRIVATE_URLS",
        "Whether URLs may lead to this machine and its private network (never to the metadata of a cloud).",
    )
    fetch_timeout: float = _setting(
        120.0, "PINCITE_FETCH_TIMEOUT", "Seconds that one download may take, redirects and retries included.", gt=0
    )
    user_agent: str = _setting(
        "pincite",
        "PINCITE_USER_AGENT",
        "What web servers are told of who asks; filing sites refuse it without a name and a mail address.",
        min_length=1,
        max_length=200,
        pattern=r"^[\x20-\x7e]+$",
    )
    proxy: str = _setting(
        "",
        "PINCITE_PROXY",
        "The HTTP proxy that URLs are fetched through, `http://user:password@host:port`; it connects by itself and "
        "must keep inner addresses shut.",
        shown="(none)",
    )
    render: Literal["auto", "always", "never"] = _setting(
        "auto",
        "PINCITE_RENDER",
        "Whether a web page is shown in a browser first: `auto` where it needs one, `always` or `never`.",
    )
    browser: str = _setting(
        "auto",
        "PINCITE_BROWSER",
        "The browser for that: `auto` finds Chrome, Chromium or Edge, `off` uses none, a path names its program.",
        min_length=1,
    )
    ocr: Literal["auto", "always", "never"] = _setting(
        "auto",
        "PINCITE_OCR",
        "Which pages are read by OCR (Tesseract): those without usable text (`auto`), `always` all, or `never` any.",
    )
    ocr_languages: str = _setting(
        "auto",
        "PINCITE_OCR_LANGUAGES",
        "Languages of OCR as Tesseract names them (`eng+deu`); `auto` chooses among those that are installed.",
        pattern=r"^[A-Za-z_]+([+,][A-Za-z_]+)*$",
    )
    notes: bool = _setting(True, "PINCITE_NOTES", "Whether the speaker notes of slides are read.")
    comments: bool = _setting(False, "PINCITE_COMMENTS", "Whether the comments of reviewers are read.")
    changes: Literal["accepted", "original", "marked"] = _setting(
        "accepted",
        "PINCITE_CHANGES",
        "How tracked changes are read: as if `accepted`, as the `original` without them, or `marked` in the text.",
    )
    libreoffice: bool = _setting(
        False,
        "PINCITE_LIBREOFFICE",
        "Whether old Office files (.doc, .ppt, .xls) are converted with LibreOffice, where it is installed.",
    )
    max_rounds: int = _setting(
        5, "PINCITE_MAX_ROUNDS", "Rounds of reading that the prompt answer_with_citations allows.", ge=1, le=50
    )
    show_citation: bool = _setting(
        False,
        "PINCITE_SHOW_CITATION",
        "Whether there is the tool show_citation, which shows a reader one passage on its page.",
    )
    viewer: bool = _setting(
        False,
        "PINCITE_VIEWER",
        "Whether a stdio server shows its documents to people as well, in a browser on this machine, and links there.",
    )

    host: str = _setting(
        "127.0.0.1",
        "PINCITE_HOST",
        "Address that `serve --transport http` listens on; any but this machine's own needs tokens.",
        min_length=1,
    )
    port: int = _setting(8000, "PINCITE_PORT", "Port that it listens on.", ge=0, le=65_535)
    http_workers: int = _setting(1, "PINCITE_HTTP_WORKERS", "Processes that answer on it.", ge=1, le=64)
    public_url: str = _setting(
        "",
        "PINCITE_PUBLIC_URL",
        "Where people reach the server, `https://docs.example`: in links, and a host that it answers to.",
        shown="(none)",
        pattern=r"^(https?://[^/?#@\s]+(/[^?#\s]*)?)?$",
    )
    allowed_hosts: tuple[str, ...] = _setting(
        (),
        "PINCITE_ALLOWED_HOSTS",
        "Other hosts that requests and web pages may name, separated by commas: `docs.example`, `docs.example:8443`.",
        flag="--allowed-host",
        shown="(none)",
    )
    tokens_file: Path | None = _setting(
        None, "PINCITE_TOKENS_FILE", "File of the users' tokens, as `pincite token` writes it.", shown="(none)"
    )
    tokens: str = _setting(
        "", "PINCITE_TOKENS", "The same lines, separated by `;`, where there is no file.", shown="(none)"
    )
    jwt_issuer: str = _setting(
        "", "PINCITE_JWT_ISSUER", "Issuer whose signed tokens (JWT) are taken as well, by its URL.", shown="(none)"
    )
    jwt_audience: str = _setting(
        "",
        "PINCITE_JWT_AUDIENCE",
        "Audience that they must name.",
        shown="`PINCITE_PUBLIC_URL` and `/mcp`",
    )
    jwt_keys: str = _setting(
        "", "PINCITE_JWT_KEYS", "URL of the issuer's keys (JWKS).", shown="as the issuer's discovery document says"
    )
    group_roots: tuple[tuple[str, Path], ...] = _setting(
        (),
        "PINCITE_GROUP_ROOTS",
        "Directories for users of one group only, `GROUP=DIR`, separated as PATH is.",
        flag="--group-root",
        shown="(none)",
    )
    uploads: bool = _setting(False, "PINCITE_UPLOADS", "Whether an HTTP server takes documents that users send.")
    watch: tuple[Path, ...] = _setting(
        (),
        "PINCITE_WATCH",
        "Directories, roots as well, whose documents an HTTP server reads ahead and forgets when they go.",
        shown="(none)",
    )
    token: str = _setting(
        "", "PINCITE_TOKEN", "Your own token at a server that `pincite push` sends to.", shown="(none)"
    )
    rate_limit: int = _setting(
        1200, "PINCITE_RATE_LIMIT", "Requests a minute that a token may make of each process; 0: any number.", ge=0
    )
    upload_mb_per_hour: int = _setting(
        4096, "PINCITE_UPLOAD_MB_PER_HOUR", "Megabytes an hour that a token may send; 0: any number.", ge=0
    )
    secret: str = _setting(
        "",
        "PINCITE_SECRET",
        "Key of 32 or more characters that several machines share, for what clients hand from one to the other.",
        shown="made once, in the cache directory",
        pattern=r"^(.{32,})?$",
    )

    @field_validator("roots", "watch", mode="before")
    @classmethod
    def _split_roots(cls, value: object) -> object:
        if isinstance(value, str):
            value = [part for part in value.split(os.pathsep) if part]
        return tuple(Path(str(part)).expanduser() for part in value) if isinstance(value, (list, tuple)) else value

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _split_hosts(cls, value: object) -> object:
        parts = [value] if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)):
            return value
        return tuple(host.strip().lower() for part in parts for host in str(part).split(",") if host.strip())

    @field_validator("group_roots", mode="before")
    @classmethod
    def _split_group_roots(cls, value: object) -> object:
        parts = [p for p in value.split(os.pathsep) if p] if isinstance(value, str) else value
        if not isinstance(parts, (list, tuple)):
            return value
        return tuple(_group_root(part) for part in parts)

    @field_validator("public_url", mode="after")
    @classmethod
    def _without_slash(cls, value: str) -> str:
        return value.rstrip("/")

    @field_validator("cache_dir", "export_dir", mode="after")
    @classmethod
    def _expand(cls, value: Path) -> Path:
        return value.expanduser()

    def chat_folders(self) -> tuple[Path, ...]:
        """Below which attached files are opened; none where that is switched off."""
        return tuple(map(Path, chat_folders(this_machine()))) if self.allow_chat_dir else ()

    @classmethod
    def from_env(cls, environ: Mapping[str, str] | None = None, **flags: Any) -> Settings:
        """Settings from the environment, overridden by ``flags`` (field names; ``None`` means not given).

        Raises ``RequestError`` (bad_argument) that names the variable of a value that does not fit.
        """
        env = os.environ if environ is None else environ
        values: dict[str, Any] = {d.name: env[d.env] for d in definitions() if env.get(d.env, "") != ""}
        values.update({k: v for k, v in flags.items() if v is not None})
        try:
            return cls(**values)
        except ValidationError as error:
            first = error.errors()[0]
            bad = next(d for d in definitions() if d.name == first["loc"][0])
            raise RequestError(
                f"{bad.env} (or {bad.flag}): {first['msg']}, got {first['input']!r}.", hint=bad.text
            ) from None


def _group_root(part: object) -> object:
    """``GROUP=DIR`` as a pair. Raises ``ValueError``."""
    if not isinstance(part, str):
        return part
    group, equals, directory = part.partition("=")
    if not (group and equals and directory):
        raise ValueError("should be GROUP=DIR")
    return group, Path(directory).expanduser()


class Definition(NamedTuple):
    """A setting as people see it."""

    name: str
    env: str
    flag: str
    default: str
    text: str
    repeats: str | None = None
    """What each value of a flag is called that may be given several times."""


def definitions() -> list[Definition]:
    """All settings in the order in which they are shown."""
    out = []
    for name, field in Settings.model_fields.items():
        extra = field.json_schema_extra
        assert isinstance(extra, dict)
        shown = extra["shown"] or str(field.default)
        repeats = _REPEATED.get(name)
        out.append(
            Definition(name, str(extra["env"]), str(extra["flag"]), str(shown), field.description or "", repeats)
        )
    return out


def readme_table() -> str:
    """The table of settings that the README holds, as Markdown."""
    rows = [f"| `{d.env}` | `{d.flag}` | {d.default} | {d.text} |" for d in definitions()]
    return "\n".join(["| variable | flag | default | what it does |", "| --- | --- | --- | --- |", *rows])


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Adds a flag for each setting. Values stay strings (or lists): ``Settings.from_env`` checks them."""
    for d in definitions():
        repeatable = {"action": "append", "metavar": d.repeats} if d.repeats else {"metavar": "VALUE"}
        help_text = f"{d.text} ({d.env}; default: {d.default})".replace("%", "%%")
        parser.add_argument(d.flag, dest=d.name, default=None, help=help_text, **repeatable)  # type: ignore[arg-type]
