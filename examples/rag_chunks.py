"""Chunks of a report and of a contract, as a vector store wants them. Usage: python examples/rag_chunks.py DIR"""

import json
import sys
from pathlib import Path

import pincite

documents = Path(sys.argv[1])
for name in ("annual-report.pdf", "contract.docx"):
    result = pincite.parse_document(documents / name, max_chunk_tokens=400)
    records = [
        {
            "id": f"{result.document.doc_id}-{chunk.id}",
            "text": chunk.text,
            "section": " > ".join(chunk.path),
            "page": chunk.page_label,  # as printed: what to cite
            "anchor": chunk.anchor,
        }
        for chunk in result.chunks
    ]
    print(f"{name}: {len(records)} chunks, the largest of {max(chunk.tokens for chunk in result.chunks)} tokens")
    print(json.dumps(records[-1], indent=2))
