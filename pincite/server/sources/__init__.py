"""Where an answer came from: ``show_sources`` puts rounds, quotes and the map of each document into one record.

``asked`` is what a caller may pass, ``gathering`` looks it up, ``reach`` tells what of a document that covers, ``tree``
and ``record`` put it into text and into structure, both within a budget. ``citation`` shows one passage alone.
"""
