"""``parse_document`` and its kin, and the parser that keeps a browser and processes between documents."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from os import PathLike, fspath
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, BinaryIO, Literal, NamedTuple, Self, Unpack

from pincite.errors import PinciteError, RequestError, SourceError
from pincite.library.config import Options, ParseConfig
from pincite.library.result import ParseResult
from pincite.parsers.options import OLD_FORMATS

if TYPE_CHECKING:
    from pincite.model import Document
    from pincite.parsers.options import ParseOptions
    from pincite.parsers.pool import WorkerPool
    from pincite.sources.locate import Source as LocalSource
    from pincite.sources.web.fetching import Download

Source = str | PathLike[str] | bytes | bytearray | memoryview | BinaryIO
Format = Literal["pdf", "docx", "pptx", "xlsx", "html", "markdown", "text", "image"]
_OFFICE = tuple(OLD_FORMATS.values())
_TIMEOUT_S, _MEMORY_MB = 600.0, 4096


class Stage(NamedTuple):
    """How far a parse is. ``name``: ``fetch`` (a URL is downloaded), ``render`` (a browser shows it), ``parse``;
    ``done`` of ``total`` pages, both 0 where they are not counted."""

    name: Literal["fetch", "render", "parse"]
    done: int
    total: int


OnStage = Callable[[Stage], None]


class Found(NamedTuple):
    """A document that was found: a file or bytes, what it is, and what it is called; ``shows`` is the id of the page
    that these bytes are as a browser shows it."""

    content: Path | bytes
    format: str
    name: str
    shows: str | None = None


class DocumentParser:
    """Parses documents under one configuration. As a context manager it ends its processes, and the browser that it
    shares with others of its kind, when it is left.

    ``workers`` processes do the parsing (0: this process does); then a file that crashes a parser, takes longer than
    ``timeout`` seconds or more than ``memory_mb`` costs one document (``ParseError`` worker_crashed, timeout), and
    several threads may call ``parse`` at once.
    """

    def __init__(
        self,
        config: ParseConfig | None = None,
        *,
        workers: int = 0,
        timeout: float = _TIMEOUT_S,
        memory_mb: int = _MEMORY_MB,
    ) -> None:
        if workers < 0:
            raise RequestError(f"workers must be 0 or more, not {workers}.", hint="0 parses in this process.")
        self.config = config or ParseConfig()
        self._pool: WorkerPool | None = None
        if workers:
            from pincite.parsers.pool import WorkerPool

            self._pool = WorkerPool(workers, memory_mb=memory_mb, timeout_s=timeout)

    @classmethod
    def on(cls, pool: WorkerPool, config: ParseConfig) -> Self:
        """A parser on processes that it shares with others."""
        parser = cls(config)
        parser._pool = pool
        return parser

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the processes and the browser. May be called twice."""
        if self._pool is not None:
            self._pool.close()
        if rendering := sys.modules.get("pincite.sources.browser.rendering"):
            rendering.close()

    def parse(
        self,
        source: Source,
        password: str | None = None,
        *,
        name: str | None = None,
        format: Format | None = None,
        on_stage: OnStage | None = None,
    ) -> ParseResult:
        """Parses one document; see ``parse_document``. ``format``: any other is refused (``SourceError``
        wrong_type)."""
        job = _Job(self.config, self._pool, password, format, on_stage)
        if isinstance(source, (str, PathLike)):
            path = fspath(source)
            return job.done(PurePath(path).name, lambda: job.named(path))
        data, called = _content(source, name)
        return job.done(called or "The document", lambda: job.held(data, called))


class _Job:
    """One document on its way."""

    def __init__(
        self,
        config: ParseConfig,
        pool: WorkerPool | None,
        password: str | None,
        format: Format | None,
        on_stage: OnStage | None,
    ) -> None:
        self._config = config
        self._pool = pool
        self._password = password
        self._format = format
        self._on_stage = on_stage
        self._of_caller: Exception | None = None

    def done(self, name: str, parse: Callable[[], ParseResult]) -> ParseResult:
        """What ``parse`` gives. Raises ``PinciteError`` alone, and what the caller's own ``on_stage`` raises."""
        try:
            return parse()
        except PinciteError:
            raise
        except Exception as error:
            if error is self._of_caller:
                raise
            from pincite.parsers.failures import failure_of

            raise failure_of(
                error,
                name,
                more_memory="Give max_pages to read only its beginning.",
                more_about_it="What it raised is the __cause__ of this error.",
            ) from error

    def named(self, source: str) -> ParseResult:
        """A path or a URL."""
        from pincite.sources import SourcePolicy, locate
        from pincite.sources.pathforms import is_url  # what fetches is loaded for URLs alone

        if is_url(source):
            return self._fetched(source)
        file = locate(source, SourcePolicy(legacy=self._config.libreoffice))
        if file.format == "html":
            return self._shown(file)
        return self._parse(Found(file.path, file.format, file.name), self._config.parse_options())

    def held(self, data: bytes, name: str | None) -> ParseResult:
        """Bytes in memory."""
        from pincite.sources import SourcePolicy
        from pincite.sources.compound import MAGIC
        from pincite.sources.memory import identify

        format, called = identify(data, SourcePolicy(legacy=self._config.libreoffice), name)
        if name is None and format in _OFFICE and data.startswith(MAGIC):
            return self._encrypted(data)
        return self._parse(Found(data, format, called), self._config.parse_options())

    def _encrypted(self, data: bytes) -> ParseResult:
        """An Office file with a password and no name: what it holds shows only when it is open."""
        wanted = self._format
        *others, last = (wanted,) if wanted is not None and wanted in _OFFICE else _OFFICE
        for format in others:
            try:
                return self._parse(Found(data, format, f"document.{format}"), self._config.parse_options())
            except SourceError as error:
                if error.code != "wrong_type":
                    raise
        return self._parse(Found(data, last, f"document.{last}"), self._config.parse_options())

    def _fetched(self, url: str) -> ParseResult:
        """The file that is downloaded is gone when the document is there."""
        from pincite.settings import Settings
        from pincite.sources.browser.choice import parse_page
        from pincite.sources.web import WebPolicy, fetch

        settings = Settings.from_env(render=self._config.render)
        policy = replace(WebPolicy.of(settings), libreoffice=self._config.libreoffice)
        with tempfile.TemporaryDirectory(prefix="pincite-") as directory:

            def show() -> Download:
                from pincite.sources.browser.rendering import render

                self._tell("render", 0, 0)
                return render(url, policy, Path(directory))

            self._tell("fetch", 0, 0)
            download = fetch(url, policy, Path(directory))
            assert download is not None  # without a known version there is always something new
            result, _ = parse_page(download, self._downloaded, show, policy)
            return result

    def _shown(self, source: LocalSource) -> ParseResult:
        """A page in a file, shown in a browser where it needs one."""
        from pincite.settings import Settings
        from pincite.sources.browser.choice import parse_page
        from pincite.sources.web import Download, Known, Origin, WebPolicy

        policy = WebPolicy.of(Settings.from_env(render=self._config.render))
        page = Download(source, Known("", "", ""), Origin(None, None))
        with tempfile.TemporaryDirectory(prefix="pincite-") as directory:

            def show() -> Download:
                from pincite.sources.browser.rendering import render_file

                self._tell("render", 0, 0)
                return render_file(source, policy, Path(directory))

            def parse(file: Download) -> ParseResult:
                return self._downloaded(file, None if file is page else _id(source.path))

            return parse_page(page, parse, show, policy)[0]

    def _downloaded(self, file: Download, shows: str | None = None) -> ParseResult:
        found = Found(file.source.path, file.source.format, file.source.name, shows)
        return self._parse(found, self._config.parse_options(**file.origin._asdict()))

    def _parse(self, found: Found, options: ParseOptions) -> ParseResult:
        if self._format is not None and OLD_FORMATS.get(found.format, found.format) != self._format:
            raise _another_format(found, self._format)
        self._tell("parse", 0, 0)
        document = self._here(found, options) if self._pool is None else self._in_worker(self._pool, found, options)
        result = ParseResult(document, self._config)
        if self._pool is None and found.format == "pdf" and found.shows is None:
            from pincite.pictures.fileletters import FileLetters

            result.letters_of = FileLetters(found.content, document.doc_id, self._password)
        return result

    def _here(self, found: Found, options: ParseOptions) -> Document:
        from pincite.parsers.cores import available_cores
        from pincite.parsers.formats import parse_file

        return parse_file(
            found.content,
            format=found.format,
            doc_id=found.shows or _id(found.content),
            name=found.name,
            password=self._password,
            options=options,
            processes=self._config.max_workers,
            pictures=max(self._config.max_workers, available_cores()),
            progress=lambda done, total: self._tell("parse", done, total),
        )

    def _in_worker(self, pool: WorkerPool, found: Found, options: ParseOptions) -> Document:
        from pincite.cache.codec import decode
        from pincite.parsers.jobs import ParseRequest

        with tempfile.TemporaryDirectory(prefix="pincite-") as directory:
            path = found.content
            if isinstance(path, bytes):
                path = Path(directory) / "document"
                path.write_bytes(found.content)  # type: ignore[arg-type]  # they are the bytes
            request = ParseRequest(path, found.format, _id(path), found.name, self._password, options, found.shows)
            job = pool.submit(request, lambda done, total: self._tell("parse", done, total))
            try:
                return decode(job.result())
            except BaseException:
                job.cancel()
                raise

    def _tell(self, name: Literal["fetch", "render", "parse"], done: int, total: int) -> None:
        if self._on_stage is None:
            return
        try:
            self._on_stage(Stage(name, done, total))
        except Exception as error:
            self._of_caller = error
            raise


def _id(content: Path | bytes) -> str:
    from pincite.identity import bytes_id
    from pincite.sources import content_id

    return bytes_id(content) if isinstance(content, bytes) else content_id(content)


def _content(source: bytes | bytearray | memoryview | BinaryIO, name: str | None) -> tuple[bytes, str | None]:
    """The bytes, and what they are called: ``name``, else the name of the file object."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source), name
    if not hasattr(source, "read"):
        raise RequestError(
            f"A {type(source).__name__} is no source.", hint="Give a path, a URL, bytes or a file opened with 'rb'."
        )
    data = source.read()
    if not isinstance(data, bytes):
        raise RequestError("The file was opened as text.", hint="Open it with 'rb'.")
    own = getattr(source, "name", None)
    if name is None and isinstance(own, str):
        with suppress(ValueError):
            name = PurePath(own).name or None
    return data, name


def _another_format(found: Found, wanted: Format) -> SourceError:
    from pincite.sources import filetypes

    return SourceError(
        f"{found.name} is {filetypes.describe(found.format)}, not {filetypes.describe(wanted)}.",
        code="wrong_type",
        hint="parse_document takes every format.",
    )


def parse_document(
    source: Source,
    password: str | None = None,
    *,
    name: str | None = None,
    on_stage: OnStage | None = None,
    **options: Unpack[Options],
) -> ParseResult:
    """Parses a document in this process. What it is is told by its content.

    ``source`` is a path, a ``file:`` URI, bytes, a file object opened with ``rb``, or an http(s) URL, which is fetched
    as the settings of the environment say (``PINCITE_USER_AGENT``, ``PINCITE_ALLOW_PRIVATE_URLS``, …). ``name`` is what
    bytes are called. ``on_stage`` is called with a ``Stage`` as the work goes on. ``options``: see ``ParseConfig``.

    Raises ``RequestError`` (bad_argument) for options that do not fit, ``SourceError`` (not_found, empty,
    unsupported_format, private_address, http_status, …) and ``ParseError`` (corrupt, password_required,
    wrong_password, too_large, unsafe; parser_error with what was raised as its ``__cause__``).
    """
    return DocumentParser(ParseConfig.of(options)).parse(source, password, name=name, on_stage=on_stage)


def _of(format: Format, source: Source, password: str | None, options: Options) -> ParseResult:
    return DocumentParser(ParseConfig.of(options)).parse(source, password, format=format)


def parse_pdf(source: Source, password: str | None = None, **options: Unpack[Options]) -> ParseResult:
    """``parse_document`` of a PDF. Raises ``SourceError`` (wrong_type) for any other format."""
    return _of("pdf", source, password, options)


def parse_docx(source: Source, password: str | None = None, **options: Unpack[Options]) -> ParseResult:
    """``parse_document`` of a Word document. Raises ``SourceError`` (wrong_type) for any other format."""
    return _of("docx", source, password, options)


def parse_pptx(source: Source, password: str | None = None, **options: Unpack[Options]) -> ParseResult:
    """``parse_document`` of a PowerPoint presentation. Raises ``SourceError`` (wrong_type) for any other format."""
    return _of("pptx", source, password, options)


def parse_xlsx(source: Source, password: str | None = None, **options: Unpack[Options]) -> ParseResult:
    """``parse_document`` of an Excel workbook. Raises ``SourceError`` (wrong_type) for any other format."""
    return _of("xlsx", source, password, options)


def parse_html(source: Source, password: str | None = None, **options: Unpack[Options]) -> ParseResult:
    """``parse_document`` of a web page. Raises ``SourceError`` (wrong_type) for any other format."""
    return _of("html", source, password, options)
