"""A text file -> a Document: form feeds are pages, blank lines divide paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.errors import ParseError
from pincite.limits import TEXT_LINES, TEXT_PAGES
from pincite.model import Document, DocumentWarning, Kind, LabelSource, Page
from pincite.parsers.assemble import DraftBlock, Piece, assemble
from pincite.parsers.options import ParseTask
from pincite.parsers.plain.decoding import Decoded, decode
from pincite.parsers.plain.lines import TextLine, chunks, split_pages
from pincite.parsers.plain.running import Sheet, take_apart
from pincite.parsers.plain.titles import Title, is_rule, standing_titles, underlined

PARSER = "pincite-text/1"

_ITEM = re.compile(r"\s*(?:[-*+•‣◦▪●○–]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S")
_BREAKS = re.compile(r"\f+")
_A_PARAGRAPH = 120  # a line this long is no line of a wrapped paragraph, but one of its own
_ENDS = re.compile(r"[.!?:;][\"'”’)\]]*$")


def parse_text(task: ParseTask) -> Document:
    """Parses a text file. Raises ``ParseError`` (corrupt) where it holds no text."""
    decoded = decode(task.read(), task.name, task.options.charset)
    if not decoded.text.strip():
        raise ParseError(f"{task.name} holds no text.", code="corrupt", hint="Open another file.")
    warnings = encoding_warnings(decoded)
    sheets = take_apart(split_pages(_within_limit(decoded.text, warnings)))
    limit = task.options.max_pages
    if limit is not None and len(sheets) > limit:
        warnings.append(DocumentWarning("partial", f"Only the first {limit} of {len(sheets)} pages were read."))
        sheets = sheets[:limit]
    document = assemble(
        doc_id=task.doc_id,
        source=task.name,
        format="text",
        parser=PARSER,
        pages=_pages(sheets),
        blocks=_blocks(sheets),
        warnings=warnings,
    )
    if task.progress:
        task.progress(len(sheets), len(sheets))
    return document


def _within_limit(text: str, warnings: list[DocumentWarning]) -> str:
    """The text without the page breaks and the lines that are too many, with a warning of them."""
    if text.count("\f") >= TEXT_PAGES and (breaks := text.rstrip().count("\f")) >= TEXT_PAGES:
        message = f"It has {breaks:,} page breaks, more than are read; its pages are not told apart."
        warnings.append(DocumentWarning("partial", message))
        text = _BREAKS.sub("\n\n", text)
    if text.count("\n") < TEXT_LINES:
        return text
    lines = text.split("\n")
    message = f"Only the first {TEXT_LINES:,} of {len(lines):,} lines were read."
    warnings.append(DocumentWarning("partial", message))
    return "\n".join(lines[:TEXT_LINES])


def encoding_warnings(decoded: Decoded) -> list[DocumentWarning]:
    if not decoded.guessed:
        return []
    message = f"The file does not say which encoding it is in; it was read as {decoded.encoding}."
    return [DocumentWarning("encoding_guessed", message)]


def _pages(sheets: Sequence[Sheet]) -> list[Page]:
    if len(sheets) == 1:
        return []
    return [
        Page(number, sheet.label, label_source=LabelSource.PRINTED if sheet.label else LabelSource.NONE)
        for number, sheet in enumerate(sheets, 1)
    ]


def _blocks(sheets: Sequence[Sheet]) -> list[DraftBlock]:
    body = _joined([list(chunks(sheet.body)) for sheet in sheets])
    titles = standing_titles([chunk for page in body for chunk in page])
    rules: list[str] = []  # characters of underlines, the highest level first
    out: list[DraftBlock] = []
    index = 0
    for sheet, page in zip(sheets, body, strict=True):
        if sheet.head:
            out.append(DraftBlock(Kind.HEADER, [_piece(sheet.head)]))
        for chunk in page:
            out += _drafts(chunk, titles.get(index), rules)
            index += 1
        if sheet.foot:
            out.append(DraftBlock(Kind.FOOTER, [_piece(sheet.foot)]))
    return out


def _joined(pages: list[list[list[TextLine]]]) -> list[list[list[TextLine]]]:
    """A paragraph that a page break cuts becomes one, on the page where it begins."""
    last: list[TextLine] | None = None
    for page in pages:
        if last and page and _goes_on(last, page[0]):
            last += page.pop(0)
        last = page[-1] if page else last
    return pages


def _goes_on(last: list[TextLine], first: list[TextLine]) -> bool:
    return (
        not _ENDS.search(last[-1].text)
        and first[0].text.lstrip()[:1].islower()
        and first[0].indent == last[-1].indent
        and not _ITEM.match(first[0].text)
    )


def _drafts(chunk: list[TextLine], title: Title | None, rules: list[str]) -> Iterator[DraftBlock]:
    if title:
        yield DraftBlock(Kind.HEADING, [_piece(chunk[0])], title.level, evidence=[title.evidence])
        return
    rest: list[TextLine] = []
    at = 0
    while at < len(chunk):
        rule = underlined(chunk, at)
        if rule is None:
            rest.append(chunk[at])
            at += 1
            continue
        if rest and is_rule(rest[-1]):
            rest.pop()
        yield from _prose(rest)
        rest = []
        if rule not in rules:
            rules.append(rule)
        yield DraftBlock(Kind.HEADING, [_piece(chunk[at])], rules.index(rule) + 1, evidence=["underlined"])
        at += 2
    yield from _prose(rest)


def _prose(lines: list[TextLine]) -> Iterator[DraftBlock]:
    """Paragraphs and list items; lines that are drawn as a rule say nothing."""
    run: list[TextLine] = []
    wrapped = all(len(line.text) <= _A_PARAGRAPH for line in lines)
    for line in lines:
        if run and (not wrapped or _ITEM.match(line.text)):
            yield _paragraph(run)
            run = []
        run.append(line)
    if run and not (len(run) == 1 and is_rule(run[0])):
        yield _paragraph(run)


def _paragraph(lines: list[TextLine]) -> DraftBlock:
    """The lines as they stand, without the indentation that all of them share."""
    margin = min(line.indent for line in lines)
    kind = Kind.LIST_ITEM if _ITEM.match(lines[0].text) else Kind.PARAGRAPH
    texts = [line.text[margin:] for line in lines]
    pieces = [Piece(text + "\n", line.page) for text, line in zip(texts, lines, strict=True)]
    return DraftBlock(kind, pieces)


def _piece(line: TextLine) -> Piece:
    return Piece(line.text.strip(), line.page)
