"""Headings by their looks, for documents whose author used no styles: larger, bold, in capitals, centred, numbered."""

from __future__ import annotations

from collections import Counter

from pincite.model import Kind
from pincite.parsers.docx.content import Look, Node, Paragraph, Run
from pincite.parsers.docx.runins import number_end, set_off_end, split
from pincite.parsers.pdf.headings.numbering import Number, readings

_LONGEST = 150
_LARGER = 1.1
_THRESHOLD = 1.5
_CROWDED = 0.5  # of the paragraphs: so many cannot all be headings
_STRICTER = 2.5
_FEW = 12  # declared headings that may be an accident
_TIMES = 2
_HABIT = 3  # run-in titles, from which on they are one
_RUN_IN_LENGTH = 80  # characters of a paragraph with one
Rank = tuple[bool, int, bool, bool, bool]


def mark_by_looks(nodes: list[Node]) -> list[Node]:
    """The nodes with headings marked among the paragraphs that have no level yet."""
    nodes = _run_ins(nodes)
    paragraphs = [n for n in nodes if isinstance(n, Paragraph) and n.text.strip()]
    plain = [p for p in paragraphs if p.kind is Kind.PARAGRAPH]
    size, bold = body_look(plain)
    after = _following(nodes)
    scored = [(p, _score(p, after.get(id(p)), size, bold)) for p in plain]
    threshold = _THRESHOLD
    if sum(score >= threshold for _, score in scored) > _CROWDED * len(paragraphs):
        threshold = _STRICTER
    heads = [p for p, score in scored if score >= threshold]
    _assign_levels(heads, floor=max((n.level or 0 for n in paragraphs if n.kind is Kind.HEADING), default=0))
    return nodes


def is_patchy(nodes: list[Node], declared: int) -> bool:
    """Whether the declared headings are few beside numbered paragraphs that look like headings and were not declared:
    then the author's styles say nothing about the outline."""
    if declared > _FEW:
        return False
    paragraphs = [n for n in nodes if isinstance(n, Paragraph) and n.text.strip()]
    plain = [p for p in paragraphs if p.kind is Kind.PARAGRAPH]
    size, bold = body_look(plain)
    after = _following(nodes)
    found = sum(_read_number(p) is not None and _score(p, after.get(id(p)), size, bold) > _THRESHOLD for p in plain)
    return found > _TIMES * declared


def mark_by_series(nodes: list[Node]) -> list[Node]:
    """The nodes with more headings: paragraphs that go on with the numbers of declared ones and look like them, or
    begin with a title as they do. Authors set a style for some of their headings and forget others."""
    paragraphs = [n for n in nodes if isinstance(n, Paragraph) and n.text.strip()]
    size, bold = body_look([p for p in paragraphs if p.kind is not Kind.HEADING])
    after = _following(nodes)
    last: dict[tuple[object, ...], tuple[Number, Paragraph]] = {}
    out: list[Node] = []
    for node in nodes:
        number = _read_number(node) if isinstance(node, Paragraph) and node.text.strip() else None
        if number is None or not isinstance(node, Paragraph):
            out.append(node)
            continue
        key = (number.family, _look_of(node))
        if node.kind is Kind.PARAGRAPH and key in last:
            before, model = last[key]
            goes_on = number.value in (before.value + 1, 1) and number.parts != before.parts
            score = _score(node, after.get(id(node)), size, bold, longest=2 * _LONGEST)
            cut = set_off_end(node) if goes_on and model.run_in else None
            if cut is not None:
                node, rest = split(node, cut)
                node.run_in = True
                out += [_like(node, model), rest]
            else:
                out.append(_like(node, model) if goes_on and score >= _THRESHOLD else node)
        else:
            out.append(node)
        if node.kind is Kind.HEADING:
            last[key] = (number, node)
    return out


def _like(paragraph: Paragraph, model: Paragraph) -> Paragraph:
    paragraph.kind, paragraph.level = Kind.HEADING, model.level
    paragraph.evidence.append("goes on with the numbers of headings, and looks like them")
    return paragraph


def _look_of(paragraph: Paragraph) -> Look:
    return title_runs(paragraph)[0].look


def _run_ins(nodes: list[Node]) -> list[Node]:
    """Numbered paragraphs that begin with a title in a look of its own, cut in two, where that is a habit."""
    cuts = {id(n): cut for n in nodes if isinstance(n, Paragraph) and (cut := _numbered_lead(n))}
    if len(cuts) < _HABIT:
        return nodes
    out: list[Node] = []
    for node in nodes:
        if isinstance(node, Paragraph) and id(node) in cuts:
            head, body = split(node, cuts[id(node)])
            head.outline = None
            head.run_in = True
            out += [head, body]
        else:
            out.append(node)
    return out


def _numbered_lead(node: Paragraph) -> int | None:
    if node.kind is not Kind.PARAGRAPH or node.bullet or len(node.text) < _RUN_IN_LENGTH:
        return None
    return set_off_end(node) if node.label or number_end(node) else None


def body_look(paragraphs: list[Paragraph]) -> tuple[int, bool]:
    """The size of the text, in half points, and whether it is bold: as most characters are."""
    sizes: Counter[int] = Counter()
    bold = total = 0
    for paragraph in paragraphs:
        for run in paragraph.runs:
            sizes[run.look.size] += len(run.text)
            total += len(run.text)
            bold += len(run.text) * run.look.bold
    return (sizes.most_common(1)[0][0] if sizes else 0), bold > total / 2


def is_set_off(paragraph: Paragraph, size: int) -> bool:
    """Whether all words are bold, in capitals, or larger than the text."""
    runs = [run for run in paragraph.runs if run.text.strip()]
    if not runs:
        return False
    larger = min(run.look.size for run in runs) >= _LARGER * size > 0
    return larger or all(run.look.bold for run in runs) or all(run.look.caps for run in runs)


def _following(nodes: list[Node]) -> dict[int, Node | None]:
    """The next node with words, by the identity of each node."""
    out: dict[int, Node | None] = {}
    after: Node | None = None
    for node in reversed(nodes):
        out[id(node)] = after
        if not isinstance(node, Paragraph) or node.text.strip():
            after = node
    return out


def _score(paragraph: Paragraph, after: Node | None, size: int, bold_body: bool, longest: int = _LONGEST) -> float:
    """How much speaks for a heading; negative where it cannot be one."""
    if paragraph.run_in:
        return _STRICTER
    text = " ".join(paragraph.text.split())
    runs = title_runs(paragraph)
    if len(text) > longest or not _may_be_title(paragraph, text):
        return -1.0
    larger = min(run.look.size for run in runs) >= _LARGER * size > 0
    bold = all(run.look.bold for run in runs) and not bold_body
    caps = all(run.look.caps for run in runs) or (text.isupper() and sum(c.isalpha() for c in text) > 3)
    set_off = larger or bold or caps or all(run.look.underlined for run in runs)
    if not set_off or min(run.look.size for run in runs) < size:
        return -1.0
    score = 1.5 * larger + 1.0 * bold + 1.0 * caps + 0.5 * all(run.look.underlined for run in runs)
    score += 0.5 * paragraph.centred + 0.5 * paragraph.kept_with_next
    number = _read_number(paragraph)
    score += 0.5 * (number is not None) + 2.0 * (paragraph.outline is not None)
    score += 0.5 * (after is not None and not (isinstance(after, Paragraph) and _is_alike(paragraph, after)))
    numbered = number is not None and (number.depth > 1 or bool(number.label))
    return score - 1.0 * text.endswith((".", ":", ",", ";", "。", "；", "：", "，")) * (
        not larger and not (numbered and text[-1] == ".")
    )


def _may_be_title(paragraph: Paragraph, text: str) -> bool:
    title = paragraph.text[number_end(paragraph) :].strip()
    if paragraph.bullet or "\t" in title or "\n" in title:
        return False
    return any(c.isalpha() for c in text) and "@" not in text and "____" not in text


def _is_alike(one: Paragraph, other: Paragraph) -> bool:
    looks = [next((run.look for run in p.runs if run.text.strip()), None) for p in (one, other)]
    return looks[0] == looks[1]


def _number(paragraph: Paragraph) -> tuple[int, ...]:
    """The parts of the number that a paragraph begins with."""
    found = _read_number(paragraph)
    return found.parts if found else ()


def _read_number(paragraph: Paragraph) -> Number | None:
    found = readings(paragraph.printed.replace("\t", " "))
    return found[0] if found else None


def title_runs(paragraph: Paragraph) -> list[Run]:
    """The runs with words, without a number that was typed before them."""
    start, at, out = number_end(paragraph), 0, []
    for run in paragraph.runs:
        at += len(run.text)
        if at > start and run.text.strip():
            out.append(run)
    return out or [run for run in paragraph.runs if run.text.strip()]


def _rank(paragraph: Paragraph) -> Rank:
    runs = title_runs(paragraph)
    caps = paragraph.text.isupper() or all(run.look.caps for run in runs)
    look = runs[0].look
    return paragraph.run_in, -max(run.look.size for run in runs), not caps, not look.bold, not look.underlined


def _assign_levels(heads: list[Paragraph], floor: int) -> None:
    """Levels in the order of looks; a number with more parts stands under one with fewer."""
    ranks = {rank: i for i, rank in enumerate(sorted({_rank(head) for head in heads}), floor + 1)}
    last: dict[tuple[int, ...], int] = {}
    for head in heads:
        level = min(ranks[_rank(head)], 9)
        parts = _number(head)
        if len(parts) > 1 and parts[:-1] in last:
            level = last[parts[:-1]] + 1
        if parts:
            last[parts] = level
        head.kind, head.level = Kind.HEADING, level
        head.evidence.append("set off by its look")
