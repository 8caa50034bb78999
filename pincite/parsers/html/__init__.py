"""HTML -> a Document: styles, flow, tables, pages, headings."""
