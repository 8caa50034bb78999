"""A folder to Parquet parts; run again, it goes on where it was. Usage: python examples/batch.py DIR"""

import sys
from pathlib import Path

import pincite

if __name__ == "__main__":
    documents = Path(sys.argv[1])
    some = [documents / "deck.pptx", documents / "filing.html", documents / "none.pdf"]
    for source, outcome in pincite.parse_all(some, workers=2, ordered=False):
        if isinstance(outcome, pincite.PinciteError):
            print(f"{source}: {outcome.message} [{outcome.code}]")
        else:
            print(f"{Path(source).name}: {outcome.metadata.title}, {outcome.metadata.tokens} tokens")

    # executor=client.get_executor() runs the same on a Dask cluster
    summary = pincite.write_all(documents, documents.with_name("parts"), collections=["chunks", "tables"], workers=2)
    print(f"{summary.written} written, {summary.skipped} were there, {len(summary.failed)} failed")
