"""Tables beyond their text: by row and column, in the forms that programs read, with the values of their numbers."""

from pincite.tables.grid import Grid

__all__ = ["Grid"]
