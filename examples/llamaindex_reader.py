"""Documents for LlamaIndex. Usage: python examples/llamaindex_reader.py DIR"""

import sys
from pathlib import Path

from pincite.integrations.llamaindex import PinciteReader

if __name__ == "__main__":
    deck = Path(sys.argv[1]) / "deck.pptx"
    for document in PinciteReader(by="page", workers=1).load_data(deck):
        print(document.metadata["page"], document.metadata["title"])
        print("   ", document.text[:80].replace("\n", " "))
