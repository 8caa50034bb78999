"""A whole document, or a part of it, for programs and files. Pure: nothing is written."""

from pincite.exports.text import front_matter, page_texts, table_text, to_markdown, to_text

__all__ = ["front_matter", "page_texts", "table_text", "to_markdown", "to_text"]
