"""Where a page sends its readers at once, by an element of its head in the place of a redirect."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

_HEAD = 16_384  # bytes
_SOON = 1.0  # seconds: a page that waits longer is meant to be read
_UNSEEN = re.compile(r"<!--.*?-->|<(noscript|script|style|template|textarea)\b.*?</\1\s*>", re.S | re.I)
_META = re.compile(r"<meta\b[^>]*\bhttp-equiv\s*=\s*[\"']?\s*refresh\b[^>]*>", re.I)
_CONTENT = re.compile(r"\bcontent\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s>]+))", re.I)
_TARGET = re.compile(
    r"\s*(?P<seconds>\d+(?:\.\d*)?|\.\d+)\s*[;,]\s*(?:url\s*=\s*)?(?P<quote>[\"']?)(?P<url>.*)", re.I | re.S
)


def refresh_target(path: Path) -> str | None:
    """The address, as the page writes it, that a page of HTML leads to at once; ``None`` where it is to be read."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    text = head.decode("utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1", "replace")
    found = _META.search(_UNSEEN.sub("", text))
    content = found and _CONTENT.search(found[0])
    if not content:
        return None
    value = unescape(next(text for text in content.groups() if text is not None))
    target = _TARGET.fullmatch(value)
    if target is None or float(target["seconds"]) > _SOON:
        return None
    url = target["url"].strip()
    return (url.partition(target["quote"])[0] if target["quote"] else url) or None
