"""The scales: what speaks for and against a block being a heading, each as a weight with its reason.

Weights are on a log-odds scale: 0 is undecided, 2 is "rather sure". They add up; no single sign decides except an
outline or tags that have proved right for the document as a whole.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pincite.model import Kind
from pincite.parsers.pdf.headings.backlists import weigh_directories, weigh_lists_at_the_back
from pincite.parsers.pdf.headings.candidates import Candidate
from pincite.parsers.pdf.headings.consistent import weigh_rows
from pincite.parsers.pdf.headings.kindwords import RANKS
from pincite.parsers.pdf.headings.numbering import is_bare, readings
from pincite.parsers.pdf.headings.recognised import weigh_recognised
from pincite.parsers.pdf.headings.sequences import find_chains
from pincite.parsers.pdf.headings.slides import weigh_slide_titles
from pincite.parsers.pdf.headings.standing import weigh_addresses, weigh_heaps, weigh_labels, weigh_names, weigh_stamps
from pincite.parsers.pdf.headings.terms import weigh_links, weigh_terms
from pincite.parsers.pdf.headings.titlelines import NAMED, TITLE_LINES
from pincite.parsers.pdf.headings.titles import (
    capitalised_share,
    ends_in_sum,
    ends_sentence,
    has_words,
    is_address,
    is_caption,
    is_citation,
    is_cut_off,
    is_cut_short,
    is_date,
    is_example,
    is_file_mark,
    is_file_name,
    is_index_entry,
    is_notice,
    is_person,
    is_pointer,
    is_signing,
    is_standard,
    is_ticked,
    is_unclosed,
    names_contents,
    names_people,
    names_signatures,
    opens_signing,
    verb_count,
)
from pincite.parsers.pdf.headings.typography import Look, Typography, is_coloured
from pincite.parsers.pdf.layout import LayoutBlock, PageLayout
from pincite.parsers.pdf.tables.captions import is_figure

THRESHOLD = 0.0
PRIOR = -2.6  # most short blocks are no headings
_FIRM = 3  # parts of a kind in sequence
_SCRAP = 50  # characters
_SMALL = 0.86  # than the body
_LEADS = 4  # bold blocks of one look that make a habit
_TITLE_WORDS = 10
_DISPLAY = 1.08  # than the body: letters of titles, in typewriter face too
_MARKED = 1.15  # than the body: titles, even with a mark in front or called an example
_BEST_PLACE = 1.5  # what a good place can add
_BEST_REST = 2.0  # what good words and a good place can add


@dataclass(slots=True)
class Habit:
    """How the document uses a look: ``count`` short blocks, of ``words`` words in the middle; ``share`` of the running
    text; ``leads`` says that they are bold sentences which stand over plain paragraphs as titles do (risk factors),
    ``set_off`` that they are a few words, in italics or underlined, which do so."""

    count: int
    words: float
    share: float
    leads: bool
    set_off: bool


def weigh(candidates: Sequence[Candidate], typography: Typography, *, tags: bool, pages: Sequence[PageLayout]) -> None:
    """Adds to the scores of all candidates: those at ``THRESHOLD`` and above are headings. ``tags`` says whether
    heading tags are believed; ``pages`` are those of the document."""
    short = [c for c in candidates if c.short]
    _count(candidates)
    habits = _habits(short, typography)
    repeated = Counter(c.key for c in short)
    over = _over_first(candidates)
    leads = Counter(c.number.family for c in short if c.run_in and c.number)
    stopped = Counter(c.look for c in short if c.run_in and ends_sentence(c.text))
    alone = Counter(c.kind_word for c in short if _stands_alone(c))
    for c in short:
        c.score += PRIOR
        _weigh_look(c, typography, habits[c.look], over=c.place in over)
        _weigh_number(c, typography, alone=_stands_alone(c) and alone[c.kind_word] >= _FIRM)
        if is_standard(c.text) or names_contents(c.text):
            c.weigh(1.8, "customary title")
        if c.place in over:
            c.weigh(2.5, "over the first of its numbered parts")
        if repeated[c.key] > 3 and c.counted is None:
            c.weigh(-0.4 * min(repeated[c.key], 6), "repeated")
        if tags and c.tag is not None:
            c.weigh(6.0 if c.tag else -3.0, f"tagged H{c.tag}")
        if c.run_in:
            c.weigh(6.0, "title at the beginning of a paragraph, a habit of the document")
        elif c.number and leads[c.number.family] >= _LEADS - 1 and _is_bare_lead(c):
            c.weigh(4.0, "numbered as the titles at the beginnings of paragraphs")
        if c.numeral:
            c.weigh(15.0, "numeral alone in the middle, in sequence")
        if c.bookmark is not None:
            c.weigh(7.0, f"bookmark level {c.bookmark}")
        if c.score > -_BEST_REST:
            _weigh_words(c, habits[c.look], typography, stopped=stopped[c.look] > 1)
        if c.score > -_BEST_PLACE:
            c.around.look(c)
            _weigh_place(c)
            if not (c.number or c.indent or c.bookmark or c.tag or c.run_in or is_standard(c.text)):
                _weigh_looks_alone(c, typography)
        if stopped[c.look] > 1 and c.score >= THRESHOLD and not c.number and ends_sentence(c.text):
            c.run_in = True  # its paragraph begins on the next line
    weigh_lists_at_the_back(short)
    weigh_directories(short, typography)
    weigh_terms(short, typography, pages)
    weigh_links(short)
    weigh_labels(short, repeated)
    weigh_stamps(short, pages, typography.body.size)
    weigh_names(short, THRESHOLD)
    weigh_addresses(short)
    weigh_heaps(short, typography.body.size)
    weigh_rows(candidates, THRESHOLD)
    weigh_slide_titles(short, pages, typography.body)
    weigh_recognised(short, pages)


def _count(candidates: Sequence[Candidate]) -> None:
    counted = find_chains([(c.numbers, c.look.face) for c in candidates])
    for c, found in zip(candidates, counted, strict=True):
        c.counted = found


def _habits(short: Sequence[Candidate], typography: Typography) -> dict[Look, Habit]:
    groups: dict[Look, list[Candidate]] = defaultdict(list)
    for c in short:
        groups[c.look].append(c)
    return {
        look: Habit(
            len(group),
            median(len(c.text.split()) for c in group),
            typography.share(look),
            look.bold and not typography.body.bold and _are_leads(look, group, typography),
            _are_set_off(look, group, typography),
        )
        for look, group in groups.items()
    }


def _are_leads(look: Look, group: Sequence[Candidate], typography: Typography) -> bool:
    """Whether blocks stand over plain paragraphs, each over its own, and do so often."""
    if len(group) < _LEADS or look.size < 0.97 * typography.body.size or typography.share(look) > 0.12:
        return False
    over = 0
    for c in group:
        after = c.around.flow[c.at + 1] if c.at + 1 < len(c.around.flow) else None
        if after is not None and after.kind is Kind.PARAGRAPH and len(after.lines) > 1:
            first = after.lines[0]
            over += not first.bold and not (look.italic and first.italic)
    return over >= 0.75 * len(group)


def _are_set_off(look: Look, group: Sequence[Candidate], typography: Typography) -> bool:
    """Whether italics or a line below are the look of titles here: of a few words, without a full stop, over plain
    paragraphs."""
    slanted = look.italic and not typography.body.italic
    if look.bold or not (slanted or look.underlined) or not _are_leads(look, group, typography):
        return False
    titles = sum(len(c.text.split()) <= _TITLE_WORDS and not ends_sentence(c.text) for c in group)
    return titles >= 0.75 * len(group)


def _is_bare_lead(c: Candidate) -> bool:
    """Whether a numbered title stands alone where others begin their paragraph ("2.6 Branding." over "(a) ...")."""
    assert c.number is not None
    title = c.text[c.number.end :]
    plain = capitalised_share(title) >= 0.99 and not verb_count(title)
    return len(c.block.lines) == 1 and plain and c.number.depth > 1


def _over_first(candidates: Sequence[Candidate]) -> set[int]:
    """Places of titles that stand directly over the first part of what they number ("3. Delivery" over "3.1 ...").
    Where the document numbers larger titles in this way, or few of their row have parts, they are items of a list."""
    largest: dict[tuple[str, int], float] = defaultdict(float)
    for c in candidates:
        if c.counted is not None and len(c.counted.chain.members) > 1:
            kind = c.counted.number.label, c.counted.number.depth
            largest[kind] = max(largest[kind], c.look.size)
    found: dict[int, list[Candidate]] = defaultdict(list)
    for c, after in pairwise(candidates):
        a, b = c.number, after.number
        if a is None or b is None or b.parts != (*a.parts, 1) or after.place > c.place + 2:
            continue
        if c.short and len(c.block.lines) < 3 and c.look.size >= 0.95 * largest[a.label, a.depth]:
            assert c.counted is not None
            found[id(c.counted.chain)].append(c)
    return {
        c.place
        for members in found.values()
        for c in members
        if c.counted is not None and 2 * len(members) >= len(c.counted.chain.members)
    }


def _weigh_look(c: Candidate, typography: Typography, habit: Habit, *, over: bool) -> None:
    look, body = c.look, typography.body
    ratio = look.size / (body.size or 10.0)
    if ratio >= 1.45:
        c.weigh(4.2, f"size {look.size:g} over body {body.size:g}")
    elif ratio >= 1.2:
        c.weigh(3.4, f"size {look.size:g} over body {body.size:g}")
    elif ratio >= _DISPLAY:
        c.weigh(2.2, f"size {look.size:g} over body {body.size:g}")
    elif ratio >= 1.03:
        c.weigh(1.0, f"size {look.size:g} over body {body.size:g}")
    elif ratio < _SMALL:
        c.weigh(-2.5, "small")
    elif ratio < 0.97:
        c.weigh(-1.0, "small")
    if look.bold and not body.bold:
        c.weigh(2.4 if typography.bold_share < 0.3 else 1.2, f"bold {look.size:g} over body {body.size:g}")
    if look.caps:
        c.weigh(1.2, "capitals")
    if look.italic and not body.italic:
        c.weigh(0.8, "italic")
    if look.color != body.color and is_coloured(look.color):
        c.weigh(0.9, "colour of its own")
    if look.underlined and not is_coloured(look.color):  # a colour: a link
        c.weigh(1.2, "underlined")
    if habit.set_off:
        c.weigh(1.6, "one of many set off over plain paragraphs")
    if look.family != body.family:
        c.weigh(0.4, "typeface of its own")
    if look.mono and not body.mono and ratio < _DISPLAY:
        c.weigh(-2.5, "typewriter")
    if habit.leads:
        c.weigh(0.8, "one of many over plain paragraphs")
    elif habit.words > 11 and not over:
        c.weigh(-1.2, "look of sentences")
    if habit.share > 0.25 and not over:
        c.weigh(-1.0, "look of running text")


def _weigh_place(c: Candidate) -> None:
    size = c.look.size or 10.0
    above, below = c.space_above, c.space_below
    if above is None or above > 0.9 * size:
        c.weigh(0.5, "space above")
    elif above < 0.35 * size and not _is_subtitle(c):
        c.weigh(-0.6, "tight above")
    if above is not None and below is not None and above > 1.3 * max(below, 0.0) + 1:
        c.weigh(0.4, "nearer to what follows")
    if c.linked:
        c.weigh(-1.5, "a link as a whole")
    if c.centred:
        c.weigh(0.5, "centred")
    if c.beside:
        c.weigh(-2.0, "text beside it")
    if below is not None and below > 3.5 * size and c.follower is not None and c.follower.kind is Kind.PARAGRAPH:
        c.weigh(-0.8, "far from what follows")
    if c.follower is not None and c.follower.kind is Kind.TOC_ENTRY and names_contents(c.text):
        c.weigh(3.0, "over a list of contents")
    if c.follower is None:
        c.weigh(-0.8, "nothing follows on the page")
    elif c.follower.kind is Kind.LIST_ITEM and c.block.kind is Kind.LIST_ITEM:
        c.weigh(-0.4, "list item after it")


def _counts_its_lines(c: Candidate) -> bool:
    """Whether its lines are numbered one by one: a list and no title."""
    assert c.number is not None
    rest = (readings(line.text) for line in c.block.lines[1:])
    return any(n.family == c.number.family and n.value == c.number.value + 1 for found in rest for n in found)


def _is_subtitle(c: Candidate) -> bool:
    """Whether a title above was split off the same block."""
    return c.at > 0 and TITLE_LINES in c.around.flow[c.at - 1].evidence


def _weigh_looks_alone(c: Candidate, typography: Typography) -> None:
    """What else must be asked of a title that nothing but its look speaks for."""
    before, after = c.around.flow[c.at - 1] if c.at else None, c.follower
    if after is not None and after.table is not None and c.centred and not c.first_on_page:
        c.weigh(-3.0, "title of a table")
    if c.text.endswith(":") and any(_is_field(b) for b in (before, after)):
        c.weigh(-3.5, "field of a form")
    if c.look.size < 0.97 * typography.body.size and after is not None and 0 < _chars(after) < _SCRAP:
        c.weigh(-1.5, "small, over a scrap")
    among_labels = _is_label(before, typography) and _is_label(after, typography)
    if among_labels and is_figure(c.block.box, [n for n in c.page.lines if n.furniture is None]):
        c.weigh(-3.0, "among the labels of a figure")
    if any(_is_signing_line(b) for b in c.around.flow[c.at + 1 : c.at + 3]):
        c.weigh(-4.0, "over a signature")
    if before is not None and after is not None and all(_is_scrap(b, typography) for b in (before, after)):
        c.weigh(-1.2, "between scraps of text")


def _is_signing_line(block: LayoutBlock) -> bool:
    """Whether a party signs here."""
    return block.table is None and 0 < len(block.lines) <= 4 and opens_signing(block.lines[0].text)


def _is_field(block: LayoutBlock | None) -> bool:
    """Whether a block is a short text that ends in a colon."""
    return block is not None and 0 < len(block.lines) <= 2 and block.lines[-1].text.endswith(":") and _chars(block) < 40


def _is_scrap(block: LayoutBlock, typography: Typography) -> bool:
    """Whether a block is a few words in the look of running text: the labels of a figure, the lines of an address."""
    if block.kind is not Kind.PARAGRAPH or not 0 < len(block.lines) <= 2 or _chars(block) > _SCRAP:
        return False
    look, body = typography.look_of(block.lines), typography.body
    plain = look.size <= 1.03 * body.size and look.bold <= body.bold and not look.italic and not look.caps
    return plain and not block.lines[-1].text.endswith((".", ":", ";", "?", "!"))


def _is_label(block: LayoutBlock | None, typography: Typography) -> bool:
    """Whether a block is a few words in small letters."""
    if block is None or not block.lines or _chars(block) > _SCRAP:
        return False
    return typography.look_of(block.lines).size < _SMALL * typography.body.size


def _chars(block: LayoutBlock) -> int:
    return sum(len(line.text) for line in block.lines)


def _weigh_words(c: Candidate, habit: Habit, typography: Typography, *, stopped: bool) -> None:
    """``stopped`` says that titles of its look at the beginnings of paragraphs end with a full stop."""
    text = c.text
    n = len(text.split())
    firm = _is_firm(c)
    if habit.leads:
        n = min(n, 9)  # whole sentences are welcome
    if firm:
        n = min(n, 14)
    if n > 24:
        c.weigh(-3.0, "long")
    elif n > 14:
        c.weigh(-1.2, "long")
    elif n > 9:
        c.weigh(-0.3, "long")
    exhibit = c.number is not None and c.number.label in RANKS  # one bound in, as far as its words tell
    if ((c.block.kind is Kind.CAPTION and not exhibit) or is_caption(text)) and c.bookmark is None:
        c.weigh(-12.0, "caption")
    elif is_example(text) and c.look.size < _MARKED * typography.body.size and not (c.bookmark or c.indent or c.tag):
        c.weigh(-4.0, "caption of an example")
    if text[:1].islower() and not c.numbers:
        c.weigh(-1.8, "begins small")
    if ends_sentence(text) and not firm and not (habit.leads and (stopped or habit.words > 7)):
        c.weigh(-1.8, "ends as a sentence")
    elif text.endswith(":"):
        c.weigh(-0.7, "colon")
    elif is_cut_short(text):
        c.weigh(-2.0, "breaks off")
    verbs = verb_count(text)
    if verbs and n > 6 and not habit.leads:
        c.weigh(-0.8 * min(verbs, 3), "verbs")
    if capitalised_share(text) >= 0.6:
        c.weigh(0.5, "title case")
    if is_notice(text) and not (c.indent or c.tag) and not (c.first_on_page and names_signatures(text)):
        c.weigh(-6.0, "notice word")
    if (c.number is None or not c.number.label) and is_bare(text):
        c.weigh(-5.0, "a number alone")
    if is_index_entry(text) and not (c.counted and not c.counted.number.label and len(c.counted.chain.members) > 1):
        c.weigh(-3.5, "index entry")
    if (ends_in_sum(text) or is_cut_off(text)) and c.number is None:
        c.weigh(-4.0, "part of a line")
    if is_pointer(text):
        c.weigh(-5.0, "points to another text")
    if _has_several_marks(c, typography):
        c.weigh(-4.0, "parts with marks of notes")
    if is_citation(text):
        c.weigh(-3.0, "names of authors")
    if text[0] in "([" and text[-1] in ")]" and c.number is None:
        c.weigh(-2.0 if text[0] == "(" else -3.0, "in brackets")
    elif is_unclosed(text):
        c.weigh(-3.0, "breaks off")
    if is_signing(text) or (text.count(":") > 1 and text.endswith(":")):
        c.weigh(-4.0, "fields of a form")
    if len(text.split()) > 1 and not has_words(text):
        signs = not has_words(text, 2) and (c.counted is None or len(c.counted.chain.members) < 2)
        if signs or c.number is None:
            c.weigh(-8.0 if signs or "\ufffd" in text else -4.0, "no words")
    if is_file_mark(text):
        c.weigh(-6.0, "number of a filing")
    if is_ticked(text):
        c.weigh(-6.0, "box to tick")
    if is_file_name(text):
        c.weigh(-4.0, "name of a file")
    if is_person(text) and c.number is None:
        c.weigh(-2.5, "name of a person")
    elif names_people(text):
        c.weigh(-4.0, "names with marks")
    if is_date(text) or is_address(text):
        c.weigh(-3.5, "date or address")


def _has_several_marks(c: Candidate, typography: Typography) -> bool:
    """Whether small raised numbers stand before several parts of it: where the authors of a paper work."""
    words = c.block.lines[0].words
    if not words[0].text.isdecimal():
        return False
    sizes = [typography.face_of(w.style)[0] for w in words]
    pairs = zip(pairwise(words), pairwise(sizes), strict=True)
    return sum(a.text.isdecimal() and one < 0.85 * two for (a, _), (one, two) in pairs) > 1


def _is_firm(c: Candidate) -> bool:
    """Whether it is one of several parts of a kind in sequence ("Item 5."): long or not, and with a full stop."""
    counted = c.counted
    return counted is not None and counted.number.label in RANKS and len(counted.chain.members) >= _FIRM and c.look.bold


def _stands_alone(c: Candidate) -> bool:
    """Whether the number of a part has the line for itself, over its title or not."""
    number = c.number
    return number is not None and number.label in RANKS and (is_bare(c.text) or NAMED in c.block.evidence)


def _weigh_number(c: Candidate, typography: Typography, *, alone: bool) -> None:
    """``alone`` says that it is one of several of its kind that have the line for themselves."""
    counted = c.counted
    if counted is None:
        if c.block.kind is Kind.LIST_ITEM:
            c.weigh(-6.0 if c.look.size < _MARKED * typography.body.size else -1.0, "bullet")
        return
    number, chain = counted.number, counted.chain
    length = len(chain.members)
    label = number.label
    if alone:
        c.weigh(6.5, f"{label} with its number alone on the line, as others")
        return
    if length < 2 and not (chain.rooted and number.depth > 1):
        if label in RANKS and c.look != typography.body:
            c.weigh(1.0, f"numbered {label}")
        return
    if _counts_its_lines(c):
        c.weigh(-4.0, "several numbered lines")
        return
    shown = ".".join(map(str, number.parts))
    if label in RANKS:
        c.weigh(2.5, f"numbered {label} {shown}")
    elif number.depth > 1:
        c.weigh(2.4 if number.depth == 2 else 2.8, f"numbered {shown} in sequence")
    elif number.form.startswith("(") or number.form.endswith(")"):
        if c.look.size < 1.08 * typography.body.size:
            c.weigh(-1.2, "numbered as an item")
    else:
        c.weigh(0.9, f"numbered {shown} in sequence")
