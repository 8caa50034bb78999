"""Shows a person how a PDF was understood: ``report`` in words, ``picture`` on the pages themselves."""
