"""What a caller names -> a file that may be opened, its type and its id."""

from pincite.sources.locate import Source, SourcePolicy, checked, content_id, locate

__all__ = ["Source", "SourcePolicy", "checked", "content_id", "locate"]
