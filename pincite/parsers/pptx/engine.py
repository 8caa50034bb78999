"""A PowerPoint file -> a Document: slides are pages, titles and sections make the outline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.errors import ParseError
from pincite.limits import SLIDES
from pincite.model import Document, DocumentWarning, Kind, LabelSource, Metadata, Page
from pincite.parsers.assemble import DraftBlock, Piece, assemble
from pincite.parsers.ooxml.package import Package, open_as
from pincite.parsers.ooxml.properties import read_metadata
from pincite.parsers.options import ParseTask
from pincite.parsers.pptx.deck import Deck, SlideRef
from pincite.parsers.pptx.remarks import comment_blocks, note_blocks, read_authors, read_comments
from pincite.parsers.pptx.slides import Slide, read_slide

PARSER = "pincite-pptx/2"
_SHOWN = 20  # numbers in a message
_WORD = re.compile(r"\w+")
_MADE_UP = re.compile(
    r"(?:microsoft )?power ?point.*|.*power ?point|presentation ?\d*|(?:slide|folie|diapositive?) ?\d*|untitled|"
    r"no slide title|title of (?:the )?presentation|презентация.*|幻灯片 ?\d*|演示文稿.*",
    re.IGNORECASE,
)


def parse_pptx(task: ParseTask) -> Document:
    """Parses a presentation. Raises ``ParseError`` (corrupt, password_required, wrong_password, unsafe, too_large) and
    ``SourceError`` wrong_type."""
    return parse_deck(open_as("pptx", task.source, task.name, task.password), task)


def parse_deck(package: Package, task: ParseTask) -> Document:
    """Parses an opened presentation."""
    deck = Deck(package)
    if not deck.slides:
        raise ParseError(f"{task.name} holds no slides.", code="corrupt", hint="Open another file.")
    refs = deck.slides[: min(task.options.max_pages or SLIDES, SLIDES)]
    authors = read_authors(deck)
    slides: list[Slide] = []
    blocks: list[DraftBlock] = []
    remarks = 0
    for ref in refs:
        slide = read_slide(deck, ref)
        comments = read_comments(deck, ref, authors)
        remarks += len(comments)
        notes = note_blocks(deck, ref) if task.options.notes else []
        blocks += _slide_blocks(
            deck, slide, [*notes, *(comment_blocks(comments, ref) if task.options.comments else [])]
        )
        slides.append(slide)
        if task.progress:
            task.progress(len(slides), len(refs))
    return assemble(
        doc_id=task.doc_id,
        source=task.name,
        format="pptx",
        parser=PARSER,
        pages=[_page(ref, deck) for ref in refs],
        blocks=blocks,
        metadata=_metadata(package, slides[0]),
        warnings=[*_warnings(slides, deck, 0 if task.options.comments else remarks), *package.warnings],
        hidden=[text for slide in slides for text in slide.unseen],
    )


def _slide_blocks(deck: Deck, slide: Slide, remarks: Sequence[DraftBlock]) -> list[DraftBlock]:
    """A slide always begins with a heading, so that what it says does not count as part of the one before."""
    level = 2 if deck.has_sections else 1
    number, section = slide.ref.number, slide.ref.section
    blocks = [*slide.blocks(level), *remarks]
    if slide.title is None and any(not block.kind.is_furniture for block in blocks):
        name = Piece(f"Slide {slide.ref.label}", number)
        blocks.insert(0, DraftBlock(Kind.HEADING, [name], level, evidence=["slide without words for a title"]))
    if section:
        blocks.insert(0, DraftBlock(Kind.HEADING, [Piece(section, number)], 1, evidence=["section of slides"]))
    return blocks


def _page(ref: SlideRef, deck: Deck) -> Page:
    width, height = deck.size
    return Page(ref.number, ref.label, width, height, label_source=LabelSource.DECLARED)


def _metadata(package: Package, first: Slide) -> Metadata:
    """What the file says of itself; a title that PowerPoint made up, or that the first slide does not say (that of the
    show it was made from, often), gives way to that of the first slide."""
    metadata = read_metadata(package)
    given = metadata.title if metadata.title and not _MADE_UP.fullmatch(metadata.title) else None
    if first.title is None or (given and _says(first, given)):
        return replace(metadata, title=given)
    shown = " ".join(" ".join(p.text for p in first.title.paragraphs).split())
    return replace(metadata, title=shown or given)


def _says(slide: Slide, title: str) -> bool:
    """Whether most words of the title stand on the slide."""
    shown = " ".join(piece.text for block in slide.blocks(1) for piece in block.pieces)
    there, words = (set(_WORD.findall(text.casefold())) for text in (shown, title))
    return 2 * len(words & there) > len(words)


def _warnings(slides: Sequence[Slide], deck: Deck, comments: int) -> Iterator[DocumentWarning]:
    if len(slides) < len(deck.slides):
        yield DocumentWarning("partial", f"Only the first {len(slides)} of {len(deck.slides)} slides were read.")
    for slide in slides:
        number = slide.ref.number
        if slide.lost:
            yield DocumentWarning("partial", "The file has lost this slide, or it cannot be read.", number)
        if slide.hidden:
            yield DocumentWarning("hidden_slide", "This slide is hidden: a show of the slides leaves it out.", number)
        if slide.pictured:
            yield DocumentWarning("picture_only", "The slide shows pictures and no text.", number)
        if slide.unseen:
            yield DocumentWarning("hidden_text", "Text that nobody sees on this slide was left out.", number)
    untitled = [slide.ref.label for slide in slides if slide.title is not None and not slide.title.own]
    if untitled:
        yield DocumentWarning("untitled_slides", _untitled(untitled))
    if comments:
        yield DocumentWarning("comments", f"{comments} comments of reviewers were left out.")


def _untitled(labels: Sequence[str]) -> str:
    shown = ", ".join(labels[:_SHOWN]) + (", …" if len(labels) > _SHOWN else "")
    return f"Slides without a title go by their largest text: {shown}."
