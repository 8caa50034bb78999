"""Facts about drawings that DOCX and PPTX write alike."""

from __future__ import annotations

import re

from pincite.parsers.ooxml.names import Element

_NO_WORDS = re.compile(
    r"(?:picture|image|grafik|bild|imagen|immagine|рисунок|图片|图表|図|object|chart|diagram|shape|[\d\s_.-])+", re.I
)
_FILE = re.compile(r"[\w\s()\[\]{}~%&',+:/\\.-]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)", re.I)
_MADE_UP = re.compile(
    r"\s*(?:Description automatically generated|A(?:I|utomatically)[- ]generated (?:content )?may be incorrect\.?"
    r"|AI 生成的内容可能不正确。?)\s*",
    re.I,
)


def alt_text(properties: Element | None) -> str:
    """What ``wp:docPr`` or ``p:cNvPr`` says in words about a drawing: its description, else its title; empty where that
    is a file name, a number or nothing."""
    if properties is None:
        return ""
    for text in (properties.get("descr"), properties.get("title")):
        words = " ".join(_MADE_UP.sub(" ", text or "").split())
        if words and not _NO_WORDS.fullmatch(words) and not _FILE.fullmatch(words):
            return words
    return ""
