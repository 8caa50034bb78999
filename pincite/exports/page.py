"""A document as one web page for a person: the outline at the side, nothing loaded from anywhere."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from pincite.exports.tables import to_html as table_html
from pincite.markup import page_cites, page_runs, shown_label
from pincite.model import Block, Document, Kind, Link
from pincite.outline import Outline
from pincite.selection import READ, Selection

_MAX_LEVEL = 6
_TAGS = {
    Kind.LIST_ITEM: "p class=item", Kind.CAPTION: "p class=caption", Kind.FOOTNOTE: "p class=note",
    Kind.SPEAKER_NOTE: "p class=note", Kind.COMMENT: "p class=note", Kind.CODE: "pre", Kind.CHART: "pre",
    Kind.QUOTE: "blockquote", Kind.TOC_ENTRY: "p class=entry",
    **dict.fromkeys((Kind.HEADER, Kind.FOOTER, Kind.PAGE_LABEL), "p class=running"),
}  # fmt: skip
_SAFE_LINK = re.compile(r"(?:https?|mailto):", re.IGNORECASE)
_STYLE = """
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff; }
nav { position: fixed; inset: 0 auto 0 0; width: 20rem; overflow: auto; padding: 1rem; box-sizing: border-box;
  background: #f5f5f3; font-size: .85rem; }
nav a { display: block; color: inherit; text-decoration: none; padding: .1rem 0; }
nav a:hover { text-decoration: underline; }
nav span { color: #777; }
main { margin-left: 20rem; padding: 1rem 3rem 6rem; max-width: 50rem; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.5em 0 .5em; }
table { border-collapse: collapse; margin: 1rem 0; font-size: .85rem; display: block; overflow-x: auto; }
td, th { border: 1px solid #ccc; padding: .2rem .5rem; text-align: left; vertical-align: top; }
th { background: #f0f0ee; }
caption, .caption { text-align: left; font-weight: 600; }
pre { white-space: pre-wrap; background: #f5f5f3; padding: .75rem; }
.page { display: block; border-top: 1px solid #bbb; margin: 1.5rem 0 .5rem; color: #777; font-size: .75rem; }
.item { margin: .2rem 0 .2rem 1.5rem; }
.note, .running, .entry { font-size: .85rem; color: #444; margin: .2rem 0; }
p { white-space: pre-line; }
@media (max-width: 60rem) { nav { position: static; width: auto; } main { margin: 0; padding: 1rem; } }
@media print { nav { display: none; } main { margin: 0; max-width: none; } }
"""


def to_html(doc: Document, outline: Outline, selection: Selection = READ) -> str:
    """The page as UTF-8 text. All that comes from the document is escaped; of its links those to the web and to mail
    addresses can be followed."""
    title = html.escape(doc.title)
    language = f' lang="{html.escape(doc.metadata.language)}"' if doc.metadata.language else ""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return "\n".join(
        [
            f"<!doctype html>\n<html{language}>\n<head>\n<meta charset=utf-8>",
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">',
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>",
            f"<nav>\n<strong>{title}</strong>",
            *_outline(doc, outline),
            "</nav>\n<main>",
            *_body(doc, selection),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _outline(doc: Document, outline: Outline) -> Iterator[str]:
    cites = page_cites(doc)
    for section in outline.sections:
        block = doc.blocks[section.start] if section.start < len(doc.blocks) else None
        page = cites.get(block.regions[0].page) if block and block.regions else None
        shown = f" <span>{html.escape(page)}</span>" if page else ""
        indent = f' style="margin-left:{section.level - 1}rem"' if section.level > 1 else ""
        yield f'<a href="#b{section.start}"{indent}>{html.escape(section.title)}{shown}</a>'


def _body(doc: Document, selection: Selection) -> Iterator[str]:
    labels = {page.number: shown_label(page) for page in doc.pages}
    page = None
    for block in doc.blocks:
        if not selection.takes(block):
            yield f"<a id=b{block.id}></a>"
            continue
        runs = page_runs(doc.text, block) if block.regions else ()
        if runs and runs[0].page != page:
            yield _page_mark(labels, runs[0].page)
        yield _block(doc, block)
        for run in runs[1:]:
            yield _page_mark(labels, run.page)
        page = runs[-1].last if runs else page


def _page_mark(labels: dict[int, str], number: int) -> str:
    return f"<span class=page id=p{number}>Page {html.escape(labels.get(number, str(number)))}</span>"


def _block(doc: Document, block: Block) -> str:
    if block.table is not None:
        return table_html(doc.tables[block.table]).replace("<table>", f"<table id=b{block.id}>", 1)
    tag = f"h{min(block.level or 1, _MAX_LEVEL)}" if block.kind.is_heading else _TAGS.get(block.kind, "p")
    text = "".join(_linked(doc, block))
    return f"<{tag} id=b{block.id}>{text}</{tag.split()[0]}>"


def _linked(doc: Document, block: Block) -> Iterator[str]:
    at = block.start
    for link in block.links:
        if link.start < at or link.end > block.end:
            continue
        yield html.escape(doc.text[at : link.start])
        yield _link(link, html.escape(doc.text[link.start : link.end]))
        at = link.end
    yield html.escape(doc.text[at : block.end])


def _link(link: Link, text: str) -> str:
    target = f"#p{link.page}" if link.page is not None else link.uri or ""
    if target.startswith("#") or _SAFE_LINK.match(target):
        return f'<a href="{html.escape(target)}">{text}</a>'
    return text
