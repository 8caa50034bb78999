"""Which quotes of an answer stand in the contract? Usage: python examples/verify_citations.py DIR"""

import sys
from pathlib import Path

import pincite

contract = pincite.parse_document(Path(sys.argv[1]) / "contract.docx")
answer = [
    "Prices are fixed until 31 December 2026.",
    "Liability is limited to EUR 2,500,000 for each calendar year.",
    "Liability is limited to EUR 25,000,000 for each calendar year.",  # a digit that a model made up
]
for quote in answer:
    found = contract.verify(quote)
    print(f"{found.status:9} {quote}")
    for anchor in found.anchors:
        print(f"          {' > '.join(anchor.section)}  {anchor.uri}")
    if found.nearest:
        print(f"          the document says: {found.nearest}")
