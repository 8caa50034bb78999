"""The card that shows sources in clients with MCP Apps: one HTML page that loads nothing, and the tool that gives it
pictures of pages.

``page`` puts the page together from the files beside it: ``words.js`` has every string that a reader sees,
``bridge.js`` speaks to the client, ``drawing.js`` makes elements, ``card.js`` fills the card. ``apps`` announces it.
"""
