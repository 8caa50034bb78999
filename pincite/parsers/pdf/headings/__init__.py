"""Contents pages and headings: the evidence of bookmarks, tags, contents, numbers and looks, and the levels."""
