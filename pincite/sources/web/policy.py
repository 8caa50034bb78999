"""What may be asked of the web, and how."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Self

from pincite.errors import SourceError
from pincite.sources.locate import SourcePolicy


@dataclass(frozen=True, slots=True)
class WebPolicy:
    """``allow_urls``: whether URLs are opened at all; ``allow_private_urls``: those of this machine and its network,
    too; ``max_file_mb``: larger documents are refused (``None``: no limit); ``fetch_timeout``: seconds for all of a
    download, its redirects and retries included; ``user_agent`` is what servers are told of us; ``proxy`` is the HTTP
    proxy that requests go through (empty: none); ``libreoffice``: old Office files are taken, to be converted;
    ``render`` says when a page is shown in a browser: where it needs one (``auto``), ``always`` or ``never``;
    ``browser`` which one: ``auto``, ``off`` or its program."""

    allow_urls: bool = True
    allow_private_urls: bool = False
    max_file_mb: int | None = None
    fetch_timeout: float = 120.0
    user_agent: str = "pincite"
    libreoffice: bool = False
    proxy: str = ""
    render: str = "auto"
    browser: str = "auto"

    def check(self) -> None:
        """Raises ``SourceError`` url_not_allowed where URLs are switched off."""
        if not self.allow_urls:
            raise SourceError(
                "URLs are not opened by this server.",
                code="url_not_allowed",
                hint="Save the document to a file and open its path; PINCITE_ALLOW_URLS=1 would allow it.",
            )

    def files(self) -> SourcePolicy:
        """What is taken of the files that come."""
        return SourcePolicy(max_file_mb=self.max_file_mb, legacy=self.libreoffice)

    @classmethod
    def of(cls, settings: object) -> Self:
        """The policy that settings describe: they call these things by the same names."""
        return cls(**{field.name: getattr(settings, field.name) for field in fields(cls)})
