"""How much of the structure of a document comes back: headings, tables and text beside the truth of their source.

    python -m benchmarks.quality [PAGE.html ...] [--peers PYTHON] [--peer NAME=PYTHON ...] [--each]

The headings, tables and words of a web page are the truth for what is read from the page itself (``html``) and from the
PDF that a browser prints from it, with its tags (``pdf-tagged``) and without (``pdf``). Without files, pages are made
in several styles: numbered and not, one column and two, tables with and without rules, with a running head and page
numbers. Every parser is judged by the Markdown that it gives, and by the same reader of Markdown.

- ``recall``, ``precision``: the words of the source, as often as they stand there; ``order``: the longest common
  subsequence of words, as a share of the source.
- ``headings``: F1 of the headings by their words; ``tree``: F1 of those that also hang below the right heading.
- ``tables``: F1 of the relations of neighbouring cells (Göbel, Hassan, Oro, Orsi: A Methodology for Evaluating
  Algorithms for Table Understanding in PDF Documents, 2012).

Needs playwright and Chromium or Chrome, for printing.
"""
