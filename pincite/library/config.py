"""The options of a parse, and of what is shown of its result."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypedDict, get_args, get_origin, get_type_hints

from pincite.chunks.sizes import DEFAULT_SIZES, ChunkSizes
from pincite.errors import RequestError
from pincite.library.extras import EXTRA_FIELDS
from pincite.parsers.options import ParseOptions
from pincite.selection import Selection

Render = Literal["auto", "always", "never"]
Ocr = Literal["auto", "always", "never"]
TrackedChanges = Literal["accepted", "original", "marked"]
Representation = Literal["markdown", "jsonl", "melted"]
# what the document itself depends on; all other options can be changed without parsing again
PARSE_OPTIONS = (
    "max_pages",
    "max_workers",
    "include_comments",
    "tracked_changes",
    "include_hidden",
    "render",
    "libreoffice",
    "ocr",
    "ocr_languages",
)


class Options(TypedDict, total=False):
    """The options as keyword arguments; ``ParseConfig`` says what they do."""

    max_pages: int | None
    max_workers: int
    include_comments: bool
    tracked_changes: TrackedChanges
    include_hidden: bool
    render: Render | None
    libreoffice: bool
    ocr: Ocr
    ocr_languages: str
    include_headers_footers: bool
    include_footnotes: bool
    include_speaker_notes: bool
    chunking: bool
    min_chunk_tokens: int
    optimal_chunk_tokens: int
    max_chunk_tokens: int
    merge_small_chunks: bool
    table_representation: Representation
    exact_tokens: bool
    extra_fields: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseConfig:
    """All options, the same for every format; one that a format has no use for changes nothing there.

    These change the parse:

    - ``max_pages``: later pages are left out, with the warning ``partial`` (``None``: all are read).
    - ``max_workers``: processes that read the pages of one long PDF side by side.
    - ``include_comments``: the comments of reviewers are read and shown.
    - ``tracked_changes``: Word's tracked changes as if ``accepted``, as the ``original``, or ``marked`` in the text.
    - ``include_hidden``: ``ParseResult.hidden`` holds the text that no reader sees, apart from all else: no block,
      chunk, search or export shows it and no quote is verified by it. What lies under something drawn, as under a
      redaction, stays out.
    - ``render``: whether a web page is shown in a browser first: ``auto`` where it needs one, ``always``, ``never``
      (``None``: as ``PINCITE_RENDER`` says).
    - ``libreoffice``: old Office files (.doc, .ppt, .xls) are converted with LibreOffice.
    - ``ocr``: which pages are read by OCR (Tesseract), those without usable text (``auto``), ``always`` all or
      ``never`` any; ``ocr_languages``: in which languages, as Tesseract names them (``eng+deu``; ``auto``: found out).

    These change what is shown, and cost no second parse (``ParseResult.with_options``):

    - ``include_headers_footers``, ``include_footnotes``, ``include_speaker_notes``: what goes into blocks, chunks and
      exports.
    - ``chunking``: without it ``chunks`` is empty.
    - ``min_chunk_tokens``, ``optimal_chunk_tokens``, ``max_chunk_tokens``, ``merge_small_chunks``, ``exact_tokens``:
      see ``pincite.chunks.ChunkSizes``.
    - ``table_representation``: tables in chunks as ``markdown``, one JSON object a row (``jsonl``), or one line a value
      (``melted``).
    - ``extra_fields``: names of further facts for ``extra`` of chunks and blocks; see ``pincite.library.extras``.

    Raises ``RequestError`` (bad_argument) for an unknown name, with the nearest known ones, and for a value that does
    not fit.
    """

    max_pages: int | None = None
    max_workers: int = 1
    include_comments: bool = False
    tracked_changes: TrackedChanges = "accepted"
    include_hidden: bool = False
    render: Render | None = None
    libreoffice: bool = False
    ocr: Ocr = "auto"
    ocr_languages: str = "auto"
    include_headers_footers: bool = False
    include_footnotes: bool = True
    include_speaker_notes: bool = True
    chunking: bool = True
    min_chunk_tokens: int = DEFAULT_SIZES.minimum
    optimal_chunk_tokens: int = DEFAULT_SIZES.optimal
    max_chunk_tokens: int = DEFAULT_SIZES.maximum
    merge_small_chunks: bool = True
    table_representation: Representation = "markdown"
    exact_tokens: bool = True
    extra_fields: tuple[str, ...] = ()

    def __new__(cls, **options: Any) -> ParseConfig:
        _refuse_unknown(options)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        if isinstance(self.extra_fields, list):
            object.__setattr__(self, "extra_fields", tuple(self.extra_fields))
        for name, hint in _hints().items():
            _check(name, getattr(self, name), hint)
        for name in ("max_pages", "max_workers"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise RequestError(
                    f"{name} must be at least 1, not {value}.", hint=f"Leave {name} out for the default."
                )
        if unknown := [name for name in self.extra_fields if name not in EXTRA_FIELDS]:
            raise RequestError(
                f"There is no extra field {unknown[0]!r}.", hint=f"Say any of: {', '.join(EXTRA_FIELDS)}."
            )
        self.parse_options()
        self.chunk_sizes  # noqa: B018 - raises where the sizes do not fit together

    @property
    def selection(self) -> Selection:
        """What of a document is shown."""
        return Selection(
            headers_footers=self.include_headers_footers,
            footnotes=self.include_footnotes,
            comments=self.include_comments,
            speaker_notes=self.include_speaker_notes,
        )

    @property
    def chunk_sizes(self) -> ChunkSizes:
        """How chunks are cut."""
        return ChunkSizes(
            self.min_chunk_tokens,
            self.optimal_chunk_tokens,
            self.max_chunk_tokens,
            merge=self.merge_small_chunks,
            exact=self.exact_tokens,
        )

    def parse_options(self, base: str | None = None, charset: str | None = None) -> ParseOptions:
        """What the parsers are asked for. ``base`` and ``charset``: what is known of a page that was fetched."""
        return ParseOptions(
            max_pages=self.max_pages,
            comments=self.include_comments,
            changes=self.tracked_changes,
            hidden=self.include_hidden,
            base=base,
            charset=charset,
            ocr=self.ocr,
            ocr_languages=self.ocr_languages,
        )

    @classmethod
    def of(cls, options: Options) -> ParseConfig:
        """The configuration with these options, names as ``Options`` has them."""
        values: dict[str, Any] = dict(options)
        return cls(**values)

    def as_dict(self) -> dict[str, Any]:
        """The options by name, as JSON can hold them."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def changed(self, options: Mapping[str, Any]) -> ParseConfig:
        """The same with some options changed. Raises as the class does, and for an option that needs a new parse."""
        _refuse_unknown(options)
        for name in PARSE_OPTIONS:
            if name in options and options[name] != getattr(self, name):
                raise RequestError(f"{name} changes how a document is parsed.", hint=f"Parse it again with {name}.")
        return replace(self, **options)


def _refuse_unknown(options: Mapping[str, Any]) -> None:
    known = [field.name for field in fields(ParseConfig)]
    for name in options:
        if name in known:
            continue
        from difflib import get_close_matches

        near = get_close_matches(name, known, n=3, cutoff=0.5)
        hint = f"Did you mean {' or '.join(near)}?" if near else f"Options are: {', '.join(known)}."
        if name.endswith("_size"):
            hint += " Sizes of chunks are in tokens."
        raise RequestError(f"There is no option {name!r}.", hint=hint)


@functools.cache
def _hints() -> dict[str, Any]:
    return get_type_hints(ParseConfig)


def _check(name: str, value: object, hint: Any) -> None:
    if not _fits(value, hint):
        raise RequestError(f"{name} cannot be {value!r}.", hint=f"{name} takes {_words(hint)}.")


def _fits(value: object, hint: Any) -> bool:
    kinds = get_args(hint)
    if get_origin(hint) is Literal:
        return value in kinds
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits(item, kinds[0]) for item in value)
    if kinds:
        return any(_fits(value, kind) for kind in kinds)
    return isinstance(value, hint) and (hint is bool or not isinstance(value, bool))


def _words(hint: Any) -> str:
    kinds = get_args(hint)
    if get_origin(hint) is Literal:
        return " or ".join(repr(kind) for kind in kinds)
    if get_origin(hint) is tuple:
        return "a tuple of names"
    if kinds:
        return " or ".join(_words(kind) for kind in kinds)
    return {bool: "True or False", int: "a whole number", str: "a text"}.get(hint, "None")
