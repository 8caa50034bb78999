"""Text files and Markdown."""
