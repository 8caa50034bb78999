"""Pictures of pages with quotes marked on them to the letter.

``picture`` holds what comes out. ``drawing`` works in a process of its own, and ``studio`` asks it and remembers.
``marking`` finds the boxes of characters.
"""

from pincite.pictures.picture import Clip, PagePicture

__all__ = ["Clip", "PagePicture"]
