"""Citations as people write them: a place of a document in a plain line, in APA, MLA, Bluebook or BibTeX, and the link
that opens it.

Nothing is guessed: what the file does not say of itself (author, date, title) is left out, or named as missing where
the style has a way to say so.
"""

from pincite.citations.formatting import STYLES, Style, format_citation
from pincite.citations.links import MAX_REFS, deep_link, exact_refs, link_ref, place_path
from pincite.citations.places import Cited, cited, missing

__all__ = [
    "MAX_REFS",
    "STYLES",
    "Cited",
    "Style",
    "cited",
    "deep_link",
    "exact_refs",
    "format_citation",
    "link_ref",
    "missing",
    "place_path",
]
