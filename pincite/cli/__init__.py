"""The command line: ``pincite FILE``, ``pincite convert``, ``search``, ``verify``, ``table``, ``inspect``, ``cache``,
``doctor``, ``completion``, ``serve``.

Documents and answers are shown on stdout (``--json``: as JSON); progress and errors go to stderr. Exit status: 0 done,
found, verified; 1 the document or the arguments were refused, or some of several documents; 2 the command line could
not be read; 3 the answer is no: nothing was found, the quote is not verified, the self-test failed; 130 stopped by the
user.
"""

from pincite.cli.inspect import page_numbers
from pincite.cli.main import main

__all__ = ["main", "page_numbers"]
