"""Links that open a document at the cited place."""

from __future__ import annotations

from urllib.parse import quote


def deep_link(public_url: str | None, doc_id: str, ref: str) -> str | None:
    """The address at which the viewer shows the place ``ref`` (``b12:40-95``, ``t3/r4c2``) of a document; ``None``
    where there is no viewer."""
    if not public_url:
        return None
    return f"{public_url.rstrip('/')}/d/{quote(doc_id, safe='')}?a={quote(ref, safe=':/-')}"
