"""What is said about a slide: speaker notes, and the comments of reviewers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock, Piece
from pincite.parsers.ooxml.names import Element, P, local
from pincite.parsers.pptx.deck import Deck, SlideRef
from pincite.parsers.pptx.paragraphs import Body, plain_text, read_paragraphs
from pincite.parsers.pptx.styles import TextStyle

_P188 = "{http://schemas.microsoft.com/office/powerpoint/2018/8/main}"
_NO_STYLE = TextStyle(())


class Comment(NamedTuple):
    """``created`` is as in the file (ISO 8601); ``reply`` says that it answers the one before."""

    author: str
    created: str
    text: str
    reply: bool = False


def note_blocks(deck: Deck, ref: SlideRef) -> list[DraftBlock]:
    """The speaker notes of a slide, a block a paragraph."""
    out: list[DraftBlock] = []
    for relation in deck.package.related(ref.part or "", "notesSlide"):
        root = deck.package.xml(relation.target)
        about = Body(ref.number, ref.label, None, _NO_STYLE, partial(deck.link_target, relation.target))
        for body in _note_bodies(root):
            for paragraph in read_paragraphs(body, about):
                out.append(DraftBlock(Kind.SPEAKER_NOTE, paragraph.labelled()))
    return out


def _note_bodies(root: Element | None) -> Iterator[Element]:
    for shape in root.iter(P + "sp") if root is not None else ():
        mark = shape.find(f"{P}nvSpPr/{P}nvPr/{P}ph")
        body = shape.find(P + "txBody")
        if body is not None and (mark is None or mark.get("type", "obj") in ("body", "obj")):
            yield body


def comment_blocks(comments: list[Comment], ref: SlideRef) -> list[DraftBlock]:
    """A block for each comment: ``Author (date): text``."""
    return [DraftBlock(Kind.COMMENT, [Piece(_shown(comment), ref.number)]) for comment in comments]


def read_comments(deck: Deck, ref: SlideRef, authors: dict[str, str]) -> list[Comment]:
    """The comments on a slide, of the older and the newer kind."""
    out: list[Comment] = []
    for relation in deck.package.related(ref.part or "", "comments"):
        root = deck.package.xml(relation.target)
        for node in root if root is not None else ():
            if local(node.tag) == "cm":
                out += _thread(node, authors)
    return [comment for comment in out if comment.text]


def read_authors(deck: Deck) -> dict[str, str]:
    """The names of those who comment, by their ids."""
    out: dict[str, str] = {}
    for relation in deck.package.related(deck.package.main, "commentAuthors", "authors"):
        root = deck.package.xml(relation.target)
        for node in root if root is not None else ():
            out[node.get("id") or ""] = node.get("name") or ""
    return out


def _thread(node: Element, authors: dict[str, str]) -> Iterator[Comment]:
    yield _comment(node, authors)
    for reply in node.iterfind(f"{_P188}replyLst/{_P188}reply"):
        yield _comment(reply, authors)._replace(reply=True)


def _comment(node: Element, authors: dict[str, str]) -> Comment:
    text = node.find(P + "text")
    words = (text.text or "") if text is not None else plain_text(node.find(_P188 + "txBody"))
    author = authors.get(node.get("authorId") or "", "")
    created = node.get("dt") or node.get("created") or ""
    return Comment(author, created.partition("T")[0], " ".join(words.split()))


def _shown(comment: Comment) -> str:
    who = comment.author or "Unknown author"
    when = f" ({comment.created})" if comment.created else ""
    return f"{'Reply by ' if comment.reply else 'Comment by '}{who}{when}: {comment.text}"
