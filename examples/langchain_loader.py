"""Documents for LangChain. Usage: python examples/langchain_loader.py DIR"""

import sys
from pathlib import Path

from pincite.integrations.langchain import PinciteLoader

if __name__ == "__main__":
    contract = Path(sys.argv[1]) / "contract.docx"
    for document in PinciteLoader(contract, by="chunk", workers=1, merge_small_chunks=False).lazy_load():
        print(document.metadata["section"], document.metadata["anchor"])
        print("   ", document.page_content[:80].replace("\n", " "))
