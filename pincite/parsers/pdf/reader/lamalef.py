"""The Arabic ligature of lam and alef: one glyph with two characters, which pdfium turns round with the line."""

from __future__ import annotations

import re

import numpy as np

from pincite.parsers.pdf.reader.glyphs import Glyphs

_TURNED = re.compile("[\u0627\u0623\u0625\u0622]\u0644")  # an alef and then the lam
_SAME = 0.01  # points


def mend_lam_alef(glyphs: Glyphs) -> None:
    """Puts the lam before the alef where both are one glyph; two glyphs in that order are the article."""
    found = [] if glyphs.text.isascii() else [match.start() for match in _TURNED.finditer(glyphs.text)]
    if not found:
        return
    indices = [i for at in found for i in (at, at + 1)]
    origins, owners = np.array(glyphs.origins(indices)), glyphs.owners(indices)
    alike: list[bool] = (np.abs(origins[0::2] - origins[1::2]).max(axis=1) < _SAME).tolist()
    text = list(glyphs.text)
    for at, same_place, one, two in zip(found, alike, owners[0::2], owners[1::2], strict=True):
        if same_place and one == two:  # each has the box of the glyph, or a part of it
            text[at], text[at + 1] = text[at + 1], text[at]
    glyphs.text = "".join(text)
