"""What the words of a title say by themselves, whatever they look like."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from pincite.parsers.pdf.headings.kindwords import LABELS
from pincite.parsers.pdf.headings.numbering import readings
from pincite.parsers.pdf.headings.titlewords import (
    CONTENTS,
    COVERS,
    EXHIBITS,
    INDEX,
    NOTICES,
    REFERENCES,
    REPORTS,
    STANDARD,
)

_NO_ALNUM = bytes(c for c in range(128) if not chr(c).isalnum())
_NO_ALPHA = bytes(c for c in range(128) if not chr(c).isalpha())
_NO_UPPER = bytes(c for c in range(128) if not chr(c).isupper())


_CONTINUED = re.compile(
    r"[\s.,;:–—-]*(?:"
    r"[(\[]\s*(?:cont(?:inued|['’]?d|\.)?|continuation|forts(?:etzung|\.)|suite|continuación|продолжение)\s*[)\]]"
    r"|[–—-]\s*(?:continued|cont['’.]d?))\s*$",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_].*?[^\W\d_]|[^\W\d_\x00-\u2e7f]", re.DOTALL)
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_SENTENCE_END = re.compile(
    r"(?<![.\s(][A-Z])(?<!\bInc)(?<!\bCo)(?<!\bCorp)(?<!\bLtd)(?<!\bNo)(?<!\bSt)(?<!\betc)(?<!\bJr)[.;]$"
)
_FUNCTION_END = re.compile(
    r"\b(?:the|a|an|of|and|or|to|in|for|with|by|on|at|from|as|that|which|is|are|was|were|be|its|their|our|this"
    r"|der|die|das|und|von|de|la|et|y)$",
    re.IGNORECASE,
)
_VERBS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|shall|will|would|may|must|should|can|could|does|did"
    r"|we|our|you|it|they|this|these|which|that)\b",
    re.IGNORECASE,
)
_MONTH = r"[^\W\d_]{3,12}\.?"
_DATE = re.compile(
    r"^(?:(?:as (?:of|at)|for the|dated?|effective|last updated|updated|published)\b.{0,40})?\s*"
    rf"(?:{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|\d{{1,2}}\.?\s+{_MONTH},?\s+\d{{4}}|{_MONTH},?\s+\d{{4}}"
    r"|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2})\.?$",
    re.IGNORECASE,
)
# months and numbers in a row: the labels along the axis of a chart
_MONTHS = re.compile(
    r"^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:[a-z]{1,6}\b)?\.?[\W\d_]*){2,}$", re.IGNORECASE
)
_ADDRESS = re.compile(
    r"https?://|www\.|@\w|\b[A-Z]{2}\s+\d{5}\b|\b[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2}\b"
    r"|^\d{1,5}\s(?:[A-Z][\w.’']*\s){1,4}(?:street|avenue|ave\.|road|rd\.|way|drive|boulevard|blvd|lane|plaza|parkway)\b"
    r"|\(\d{3}\)\s*\d{3}|\bP\.?O\.? Box\b|\btel(?:ephone)?[.:]|\+\d[\d ]{7,}",
    re.IGNORECASE,
)
_SUM = re.compile(r"(?:[$€£¥]\s?|:\s*)\d[\d,.]*\)?$")
_CAPTION = re.compile(
    r"^(?:(?i:figure|fig\.|table|chart|box|listing|algorithm|abbildung|abb\.|tabelle|tableau|рис\.|рисунок|таблица"
    r"|tabla|figura|tabela|tabella|tabell?|tabelul|tabulka|taulukko|táblázat|figuur|figur|obrázek|rysunek|rys\.|kuva|ábra)"
    r"\s*(?:\d{1,3}|[A-Z](?![\w’'])|[IVX]{1,5}\b)(?:[.\-‐–]\d{1,3})*[A-Za-z]?\s*(?:[.:–—|]|\s|$)"
    r"|[图表図]\s*\d|(?:그림|표)\s*\d|(?i:exhibit)\s+\d{1,2}\s*[:|–—])"
)
_EXAMPLE = re.compile(
    r"(?:example|beispiel|exemple|ejemplo|esempio|exempel|пример|例)\s*\d{1,3}(?:[.-]\d{1,3})*\s*[.:]", re.I
)
_POINTER = re.compile(
    r"(?:main (?:article|page)s?|see also|further information|hauptartikel|article détaillé|articles détaillés"
    r"|artículos? principal(?:es)?|voce principale|artigos? principa(?:l|is)|hoofdartikel|основная статья)\s*:\s*\S",
    re.I,
)
_AUTHORS = re.compile(r"^[^\W\d_][\w'’\-]+,\s(?:[A-Z]\.?[\s,&-]*){1,3}(?:and\b|[A-Z][\w'’\-]+,|[(\d])")
_NOUN = r"(?:Consolidated\s+)?(?:Balance\s+Sheets?|(?:Financial\s+)?Statements?(?:\s+of\s+[\w’'/(),\s-]{4,60})?)"
_STATEMENT = re.compile(
    rf"(?=[A-Z])(?:(?-i:[A-Z][A-Z&.,’'\- ]{{2,60}}\s))?(?:Notes\s+to\s+(?:the\s+)?|(?=(?:\w+\s+){{0,2}}consolidated))"
    rf"(?:(?:Unaudited|Condensed|Interim)\s+){{0,2}}{_NOUN}(?:\s*[(\[—–-].*)?$",
    re.IGNORECASE,
)
_BOUND = re.compile(r"(appendix|annex|annexe|anhang|anlage|schedule|attachment)(?:\s*[:–—]|$)", re.IGNORECASE)
_BOX = re.compile(r"(?:[☐☑☒□■◻◼▢❏❑❒¨þý]|\[[ xX]?\])\s")
_GROUP = r",? (?:and|&) (?:its )?(?:consolidated )?subsidiar(?:ies|y)(?: compan(?:ies|y))?"
_COMPANY = re.compile(
    r"(?:\b(?:inc|incorporated|corp|corporation|co|company|llc|l\.l\.c|ltd|limited|plc|l\.?p|n\.v|s\.a|ag|se|gmbh|s\.p\.a)"
    rf"\.?(?:{_GROUP})?|\w{_GROUP})$",
    re.IGNORECASE,
)
_DENSE = r"[^\W\d_\x00-\u058f\u0900-\u0dff\u0f00-\u2e7f]"  # letters of scripts that say much with one
_PAIR = re.compile(rf"[^\W\d_ªº]{{2}}|{_DENSE}")
_WORD = re.compile(rf"[^\W\d_ªº]{{3}}|{_DENSE}")
_BLANKS = re.compile(r"_{4,}")
_FILE_NAME = re.compile(r"\b[\w-]+\.(?:html?|docx?|pdf|xlsx?|pptx?|txt|dvi|indd|qxd)\b", re.IGNORECASE)
_FILED = re.compile(
    r"(?:commission|sec|registration)\s+(?:statement\s+)?(?:file\s+)?(?:no|nos|numbers?)\b"
    r"|filed (?:pursuant to|under) rule\b",
    re.IGNORECASE,
)
_SIGNING = re.compile(r"/s/|^(?:by|dated?|name|title|its):", re.IGNORECASE)
_MARK = re.compile(r"(?:[^\W\d_][\w.’'\-]*[^\W\d])?(?:\d(?:,\d)*|[*†‡§¶]+)(?:,[*†‡§¶\d]+)*,?")
_NAME = r"[A-Z][a-z’'\-]+(?:[A-Z][a-z]+)?"
_PERSON = re.compile(rf"^(?:{_NAME}\s(?:[A-Z]\.\s?){{1,2}}|(?:[A-Z]\.\s){{1,2}}{_NAME}\s)\s?{_NAME}\b")
_REFERENCES = re.compile(
    r"(?<=[\s,])(?:\d+(?:\.\d+){2,4}|\d+(?:[.\-–]\d+)*,\s*\d+(?:[.\-–]\d+)*)(?:,\s*[A-Z]?[\d.\-–]+)*$"
)


@lru_cache(maxsize=16384)  # the short lines of a long document, which several passes ask for
def key(text: str) -> str:
    """Letters and digits only, compatibility forms and case folded: equal for the same title however it is set."""
    if text.isascii():
        return text.lower().encode().translate(None, _NO_ALNUM).decode()
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


def without_continued(text: str) -> str:
    """The title without a closing "(continued)"."""
    return _CONTINUED.sub("", text)


def names_contents(text: str) -> bool:
    """Whether this is the title of a contents page, a list of figures or the like."""
    return len(text) < 60 and key(text) in CONTENTS


def names_index(text: str) -> bool:
    """Whether this is the title of an alphabetical index at the back."""
    return len(text) < 40 and key(without_number(text)) in INDEX


def names_references(text: str) -> bool:
    """Whether this is the title of a list of works cited."""
    return len(text) < 50 and key(without_number(text)) in REFERENCES


def without_number(text: str) -> str:
    """The title behind its number, where it has one."""
    numbers = readings(text)
    return text[numbers[0].end :] if numbers else text


def is_standard(text: str) -> bool:
    """Whether documents of some kind customarily have a section of this title."""
    return (len(text) < 90 and key(text) in STANDARD) or names_statement(text)


def names_statement(text: str) -> bool:
    """Whether it is the title of a financial statement or of its notes, with the company before it or the unit behind
    it or without ("ACME CORP. CONSOLIDATED BALANCE SHEETS (in millions)")."""
    return len(text) < 200 and bool(_STATEMENT.match(text))


def names_cover(text: str) -> bool:
    """Whether it stands on the cover of a filing over everything ("Form 10-K", the name of the authority)."""
    return len(text) < 90 and key(text) in COVERS


def names_form(text: str) -> bool:
    """Whether it names the form that a filing is made on ("Form 10-K")."""
    return key(text).startswith(("form", "schedule"))


def names_signatures(text: str) -> bool:
    """Whether it is the title of the page on which a document is signed."""
    return len(text) < 30 and key(text) in ("signatures", "signature")


def lists_exhibits(text: str) -> bool:
    """Whether it is the title of a list of the exhibits to a document."""
    return len(text) < 90 and key(without_number(text)) in EXHIBITS


def bound_kind(text: str) -> str:
    """The kind of part at the back that a title without a number names ("Appendix: Technical data"); empty: none."""
    found = _BOUND.match(text)
    return LABELS[found[1].lower()] if found else ""


def statement_kind(text: str) -> str:
    """The kind of part that a title of financial statements names: ``statement`` (also an auditor's report on them),
    ``notes``; empty: none."""
    if names_statement(text):
        return "notes" if re.search(r"\bnotes\s+to\b", text, re.IGNORECASE) else "statement"
    return "statement" if len(text) < 90 and key(text) in REPORTS else ""


def is_notice(text: str) -> bool:
    """Whether it is the word over a warning or the name of a field, which stands all over a document and begins no
    section."""
    return len(text) < 20 and key(text) in NOTICES


def ends_sentence(text: str) -> bool:
    """Whether it closes as a sentence does (an abbreviation or an initial at the end does not count)."""
    return text.rstrip("\n").endswith((".", ";")) and bool(_SENTENCE_END.search(text))


def is_cut_short(text: str) -> bool:
    """Whether it breaks off: a comma, an opening bracket or a function word at its end."""
    return text.endswith((",", "(", "[", "“", "&", "/")) or bool(_FUNCTION_END.search(text))


def verb_count(text: str) -> int:
    """How many words in it belong in sentences rather than titles."""
    return len(_VERBS.findall(text))


def is_date(text: str) -> bool:
    """Whether it is nothing but a date, a period, or months in a row."""
    return len(text) < 70 and bool(_DATE.match(text) or _MONTHS.match(text))


def is_address(text: str) -> bool:
    """Whether a web, mail, postal or telephone address stands in it."""
    return bool(_ADDRESS.search(text))


def is_cut_off(text: str) -> bool:
    """Whether it begins in the middle: with a colon or dash, or with a short name in brackets (``(“Buyer”) Ltd``)."""
    return text[:1] in ":;,–—" or text[:2] in ("(“", '("')


def ends_in_sum(text: str) -> bool:
    """Whether a sum of money, or a figure behind a colon, closes it: a line of a statement of account."""
    return text[-1:].isdigit() and bool(_SUM.search(text))


def is_index_entry(text: str) -> bool:
    """Whether it ends in references: section numbers (``10.2.1``) or several page numbers."""
    return text[-1:].isdigit() and bool(_REFERENCES.search(text))


def is_citation(text: str) -> bool:
    """Whether it begins as an entry of works cited does: ``Battiston, S, Gatti, D. D, ...``."""
    return bool(_AUTHORS.match(text))


def is_signing(text: str) -> bool:
    """Whether it is a line of a signature block."""
    return bool(_SIGNING.search(text))


def opens_signing(text: str) -> bool:
    """Whether it is the line on which a party signs: ``By: ____``, ``/s/ A. Smith``, a blank."""
    return bool(re.match(r"(?:by|per|signed|signature|name)\s*:|/s/", text, re.IGNORECASE) or _BLANKS.match(text))


def is_file_name(text: str) -> bool:
    """Whether the name of a file stands in it."""
    return bool(_FILE_NAME.search(text))


def is_file_mark(text: str) -> bool:
    """Whether it is the number under which a filing is kept, or the rule that it is filed under."""
    return len(text) < 90 and bool(_FILED.match(text))


def is_ticked(text: str) -> bool:
    """Whether it begins with a box to tick."""
    return bool(_BOX.match(text))


def names_company(text: str) -> bool:
    """Whether it is the name of a company, known by its legal form (``Acme Inc.``)."""
    return len(text) < 80 and bool(_COMPANY.search(text))


def has_words(text: str, letters: int = 3) -> bool:
    """Whether something in it reads as a word: so many letters together (three or two), or an ideograph."""
    return bool((_WORD if letters > 2 else _PAIR).search(text))


def is_unclosed(text: str) -> bool:
    """Whether it opens a quotation at its beginning that it does not close."""
    return text[:1] == "“" and "”" not in text


def is_person(text: str) -> bool:
    """Whether it begins with the name of a person, known by an initial (``John W. Schindler, Chair``)."""
    return len(text) < 60 and bool(_PERSON.match(text))


def names_people(text: str) -> bool:
    """Whether several names stand in it, each with the mark of its footnote (``Ann Lee1,2 Bo Chen 3 Cy Day*``)."""
    words = text.split()
    marks = sum(bool(_MARK.fullmatch(word)) for word in words)
    names = sum(word[:1].isupper() for word in words)
    return marks >= 3 and names >= 2 * marks and names + marks >= 0.8 * len(words)


def is_caption(text: str) -> bool:
    """Whether it begins as the caption of a figure or table does."""
    return bool(_CAPTION.match(text))


def is_pointer(text: str) -> bool:
    """Whether it only names where more is said ("Main article: History of bees")."""
    return bool(_POINTER.match(text))


def is_example(text: str) -> bool:
    """Whether it begins as the caption of an example or of a listing does ("Example 14.2. A file")."""
    return bool(_EXAMPLE.match(text))


def is_capitals(text: str) -> bool:
    """Whether it is set in capitals: three letters at least, nearly all upper case."""
    if text.isascii():  # long lines of running text are asked, too
        raw = text.encode()
        upper, letters = len(raw.translate(None, _NO_UPPER)), len(raw.translate(None, _NO_ALPHA))
    else:
        upper, letters = sum(map(str.isupper, text)), sum(map(str.isalpha, text))
    return upper >= 3 and upper >= 0.9 * letters


def capitalised_share(text: str) -> float:
    """Share of its longer words that begin with a capital; 0.0 where it has none."""
    words = _LONG_WORD.findall(text)
    return sum(w[0].isupper() for w in words) / len(words) if words else 0.0


def has_letters(text: str) -> bool:
    """Whether at least two letters (or one ideograph) stand in it."""
    return bool(_LETTERS.search(text))
