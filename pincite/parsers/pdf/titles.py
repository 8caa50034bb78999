"""What the words of a title say by themselves, whatever they look like."""

from __future__ import annotations

import re
import unicodedata

_CONTENTS = frozenset(
    {"tableofcontents", "contents", "contentspage", "tableofcontentspage", "detailedcontents", "summaryofcontents", "index", "tocs",
     "listoffigures", "listoftables", "listoffiguresandtables", "listoftablesandfigures", "listofillustrations", "listofexhibits",
     "listofappendices", "listofcharts", "listofboxes", "figures", "tables", "figuresandtables", "tableofauthorities",
     "tableofcontentscontinued", "indextofinancialstatements", "indextoconsolidatedfinancialstatements", "form10ktableofcontents",
     "inhalt", "inhaltsverzeichnis", "inhaltsübersicht", "abbildungsverzeichnis", "tabellenverzeichnis", "sommaire",
     "tabledesmatières", "tabledesmatieres", "índice", "indice", "tabladecontenido", "tabladecontenidos", "contenido", "sumário",
     "sumario", "índicegeneral", "contenuti", "sommario", "inhoud", "inhoudsopgave", "spistreści", "содержание", "оглавление",
     "indhold", "indholdsfortegnelse", "innehåll", "innehållsförteckning", "innhold", "sisällys", "obsah", "içindekiler", "目录", "目錄",
     "目次", "차례", "목차", "المحتويات", "فهرس", "תוכןעניינים", "תוכןהעניינים", "daftarisi", "mụclục"}
)  # fmt: skip

# Titles that documents of a kind share: they are headings wherever they stand alone in their line and look the part.
_STANDARD = frozenset(
    {"abstract", "introduction", "background", "methods", "method", "methodology", "results", "discussion", "conclusion", "conclusions",
     "references", "bibliography", "acknowledgments", "acknowledgements", "acknowledgment", "acknowledgement", "relatedwork",
     "relatedworks", "limitations", "appendix", "appendices", "appendixes", "summary", "executivesummary", "foreword", "preface", "preamble",
     "prologue", "glossary", "abbreviations", "acronyms", "definitions", "scope", "overview", "purpose", "disclaimer", "notes", "annex",
     "signatures", "signature", "exhibitindex", "indextoexhibits", "materialsandmethods", "conflictofinterest", "conflictsofinterest",
     "ethicsstatement", "dataavailability", "supplementarymaterial", "fundingstatement", "recitals", "revisionhistory",
     "changehistory", "partifinancialinformation", "partiiotherinformation", "consolidatedbalancesheets", "consolidatedbalancesheet",
     "consolidatedstatementsofoperations", "consolidatedstatementsofincome", "consolidatedstatementsofcashflows",
     "consolidatedstatementsofcomprehensiveincome", "consolidatedstatementsofequity", "consolidatedstatementsofearnings",
     "consolidatedstatementsofshareholdersequity", "consolidatedstatementsofstockholdersequity",
     "notestoconsolidatedfinancialstatements", "notestocondensedconsolidatedfinancialstatements", "notestofinancialstatements",
     "reportofindependentregisteredpublicaccountingfirm", "forwardlookingstatements",
     "zusammenfassung", "einleitung", "literatur", "literaturverzeichnis", "anhang", "fazit", "vorwort", "impressum", "résumé",
     "conclusión", "conclusiones", "introducción", "referencias", "bibliografía", "resumen", "введение", "заключение", "литература",
     "приложение", "аннотация", "摘要", "引言", "结论", "参考文献", "附录", "はじめに", "まとめ", "서론", "결론", "참고문헌", "초록"}
)  # fmt: skip

_CONTINUED = re.compile(
    r"[\s.,;:–—-]*(?:[(\[]\s*(?:cont(?:inued|['’]?d|\.)?|continuation|forts(?:etzung|\.)|suite|continuación|продолжение)\s*[)\]]"
    r"|[–—-]\s*(?:continued|cont['’.]d?))\s*$",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<![.\s(][A-Z])(?<!\bInc)(?<!\bCo)(?<!\bCorp)(?<!\bLtd)(?<!\bNo)(?<!\bSt)(?<!\betc)(?<!\bJr)[.;]$")
_FUNCTION_END = re.compile(
    r"\b(?:the|a|an|of|and|or|to|in|for|with|by|on|at|from|as|that|which|is|are|was|were|be|its|their|our|this|der|die|das|und|von|de|la|et|y)$",
    re.IGNORECASE,
)
_VERBS = re.compile(
    r"\b(?:is|are|was|were|has|have|had|shall|will|would|may|must|should|can|could|does|did|we|our|you|it|they|this|these|which|that)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"^(?:(?:as (?:of|at)|for the|dated?|effective|last updated|updated|published)\b.{0,40})?\s*(?:[^\W\d_]{3,12}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}"
    r"|\d{1,2}\.?\s+[^\W\d_]{3,12}\.?,?\s+\d{4}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|[^\W\d_]{3,9}\.?,?\s+\d{4})\.?$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"https?://|www\.|@\w|\b[A-Z]{2}\s+\d{5}\b|\(\d{3}\)\s*\d{3}|\bP\.?O\.? Box\b|\btel(?:ephone)?[.:]|\+\d[\d ]{7,}", re.IGNORECASE)
_CAPTION = re.compile(
    r"^(?:figure|fig\.|table|exhibit|chart|box|listing|algorithm|abbildung|abb\.|tabelle|tableau|рис\.|рисунок|таблица|tabla|figura|图|表|図|그림|표)"
    r"\s*[\dA-Z]{1,3}(?:[.\-‐–]\d{1,3})*\s*(?:[.:–—|]|\s|$)",
    re.IGNORECASE,
)


def key(text: str) -> str:
    """Letters and digits only, compatibility forms and case folded: equal for the same title however it is set."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(filter(str.isalnum, text.casefold()))


def without_continued(text: str) -> str:
    """The title without a closing "(continued)"."""
    return _CONTINUED.sub("", text)


def names_contents(text: str) -> bool:
    """Whether this is the title of a contents page, a list of figures or the like."""
    return len(text) < 60 and key(text) in _CONTENTS


def is_standard(text: str) -> bool:
    """Whether documents of some kind customarily have a section of this title."""
    return len(text) < 90 and key(text) in _STANDARD


def ends_sentence(text: str) -> bool:
    """Whether it closes as a sentence does (an abbreviation or an initial at the end does not count)."""
    return bool(_SENTENCE_END.search(text))


def is_cut_short(text: str) -> bool:
    """Whether it breaks off: a comma, an opening bracket or a function word at its end."""
    return text.endswith((",", "(", "[", "“", "&", "/")) or bool(_FUNCTION_END.search(text))


def verb_count(text: str) -> int:
    """How many words in it belong in sentences rather than titles."""
    return len(_VERBS.findall(text))


def is_date(text: str) -> bool:
    """Whether it is nothing but a date, or a period."""
    return len(text) < 70 and bool(_DATE.match(text))


def is_address(text: str) -> bool:
    """Whether a web, mail, postal or telephone address stands in it."""
    return bool(_ADDRESS.search(text))


def is_caption(text: str) -> bool:
    """Whether it begins as the caption of a figure or table does."""
    return bool(_CAPTION.match(text))


def is_capitals(text: str) -> bool:
    """Whether it is set in capitals: three letters at least, nearly all upper case."""
    letters = [c for c in text if c.isalpha()]
    return len(letters) >= 3 and sum(c.isupper() for c in letters) >= 0.9 * len(letters)


def capitalised_share(text: str) -> float:
    """Share of its longer words that begin with a capital; 0.0 where it has none."""
    words = [w for w in re.findall(r"[^\W\d_]{4,}", text)]
    return sum(w[0].isupper() for w in words) / len(words) if words else 0.0


def has_letters(text: str) -> bool:
    """Whether at least two letters (or one ideograph) stand in it."""
    n = 0
    for c in text:
        if c.isalpha():
            if c >= "\u2e80":
                return True
            n += 1
            if n == 2:
                return True
    return False
