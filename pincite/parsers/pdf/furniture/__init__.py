"""What belongs to the page and not to the text: running heads and feet, page numbers, line numbers; page labels."""
