"""Tables and charts as data frames. Usage: python examples/tables.py DIR"""

import sys
from pathlib import Path

import pincite

documents = Path(sys.argv[1])
filing = pincite.parse_document(documents / "filing.html")
print(filing.tables[0].to_dataframe("pandas"))
print(filing.tables[0].values_df("pandas"))  # a row for each number: value, unit, currency, scale

deck = pincite.parse_document(documents / "deck.pptx")
print(deck.charts[0].to_dataframe("pandas"))
