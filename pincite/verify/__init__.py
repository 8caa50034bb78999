"""Proving quotes.

A quote is read (``quotes``), its letters are searched for in the document's (``letters``, ``searcher``), what stands
between them is compared (``gaps``, ``edges``), the place is held against what the caller claims (``claims``) and
described (``matches``). Elided quotes (``elisions``), table cells (``cells``) and running heads in a copy (``heads``)
have rules of their own; what is not found is shown beside the passage that is most like it (``nearest``), and its
numbers as the document has them (``figures``); what was read off a picture says so (``recognised``).
``verifier`` puts it together.
"""

from pincite.verify.figures import Figure
from pincite.verify.matches import Match
from pincite.verify.recognised import Recognised
from pincite.verify.verifier import MAX_MATCHES, Status, Verdict, Verifier, verify

__all__ = ["MAX_MATCHES", "Figure", "Match", "Recognised", "Status", "Verdict", "Verifier", "verify"]
