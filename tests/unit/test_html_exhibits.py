"""The list of exhibits of a web page: an entry is a block of its own, with its link."""

from __future__ import annotations

import pincite
from pincite.model import Kind, Role

PAGE = b"""<!doctype html><title>t</title><base href="https://example.org/filings/"><h1>Annual report</h1>
<p>Words of a paragraph that says what the company does, where it does so and since when.</p>
<h2>Exhibit Index</h2><table>
<tr><td>3.1</td><td><a href="ex3-1.htm">Articles of Association, as amended</a></td></tr>
<tr><td>10.2*</td><td><a href="ex10-2.htm">Lease of the premises at the harbour</a></td></tr>
<tr><td>31.1</td><td>Certification of the chief executive</td></tr></table>"""


def test_entries_are_blocks_with_their_links() -> None:
    doc = pincite.parse_html(PAGE).document
    entries = [block for block in doc.blocks if block.kind is Kind.EXHIBIT]
    assert [(" ".join(doc.text[b.start : b.end].split()), [link.uri for link in b.links]) for b in entries] == [
        ("3.1 Articles of Association, as amended", ["https://example.org/filings/ex3-1.htm"]),
        ("10.2* Lease of the premises at the harbour", ["https://example.org/filings/ex10-2.htm"]),
        ("31.1 Certification of the chief executive", []),
    ]
    assert {block.role for block in entries} == {Role.EXHIBIT}
