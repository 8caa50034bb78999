"""What of a document is shown: which kinds of blocks go into text, chunks and exports. Nothing here changes a parse."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.model import Block, Kind

_HEADERS = frozenset({Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL})


@dataclass(frozen=True, slots=True)
class Selection:
    """By default what a reader reads: the text with its footnotes and speaker notes, without running heads, page
    numbers and the comments of reviewers."""

    headers_footers: bool = False
    footnotes: bool = True
    comments: bool = False
    speaker_notes: bool = True

    def takes(self, block: Block) -> bool:
        """Whether the block is shown."""
        kind = block.kind
        if kind in _HEADERS:
            return self.headers_footers
        if kind is Kind.COMMENT:
            return self.comments
        if kind is Kind.FOOTNOTE:
            return self.footnotes
        return self.speaker_notes or kind is not Kind.SPEAKER_NOTE


READ = Selection()
