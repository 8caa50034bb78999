"""Words that stand before numbers ("Item 1A", "Kapitel 2", "第三章"), and what they say of the order of parts."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Kind words in several languages by the singular form that they are known under.
_FORMS = {
    "part": "part parts teil partie parte часть deel część část časť del osa rész partea kısım phần "
    "bagian بخش الجزء חלק",
    "book": "book buch livre libro libro boek",
    "volume": "volume",
    "title": "title titel titre título titolo dział titlul",
    "subtitle": "subtitle",
    "division": "division",
    "subpart": "subpart",
    "chapter": "chapter kapitel kapittel chapitre capítulo capítol capitolo capo глава розділ hoofdstuk rozdział luku "
    "hlava kapitola poglavlje poglavje fejezet capitolul bölüm hauptstück κεφάλαιο chương bab فصل الفصل "
    "פרק",
    "subchapter": "subchapter",
    "article": "article artikel artikkel artikla artículo articolo artigo artykuł articolul статья článek článok madde "
    "art. điều pasal ماده المادة",
    "item": "item items",
    "section": "section sections sec. abschnitt sección sezione seção secção secțiunea раздел afdeling avdelning "
    "avdeling avsnitt afsnit sektion seksjon jakso oddział oddíl szakasz",
    "§": "§ §§ paragraf paragrafo",
    "subsection": "subsection unterabschnitt",
    "clause": "clause klausel cláusula clausola",
    "note": "note notes",
    "appendix": "appendix appendices appendice apéndice apêndice apèndix",
    "annex": "annex annexe annexure anhang anlage anexo allegato приложение додаток bilag bilaga bijlage vedlegg liite "
    "příloha príloha załącznik függelék anexa παράρτημα lampiran پیوست ملحق الملحق נספח",
    "exhibit": "exhibit",
    "schedule": "schedule",
    "attachment": "attachment",
    "addendum": "addendum",
    "enclosure": "enclosure",
}
LABELS = {word: label for label, words in _FORMS.items() for word in words.split()}

# The order in which kinds of parts contain each other; kinds that are not listed say nothing. The titles of financial
# statements and of the notes to them ("statement", "notes") are kinds without a number.
RANKS = {
    "volume": 0,
    "book": 1,
    "title": 2,
    "subtitle": 3,
    "part": 4,
    "division": 4,
    "appendix": 4,
    "annex": 4,
    "exhibit": 4,
    "subpart": 5,
    "schedule": 5,
    "chapter": 6,
    "subchapter": 7,
    "article": 7,
    "item": 8,
    "statement": 9,
    "notes": 9,
    "section": 9,
    "§": 10,
    "clause": 9,
    "note": 10,
    "subsection": 10,
}

# Words before a number that make no title of it.
NOT_TITLES = _words(
    """
    figure fig table tabelle abbildung abb tableau рис рисунок таблица tabla figura page box chart exh plate map
    equation eq footnote no vol form version release rev fiscal fy cy q january february march april may june july
    august september october november december jan feb mar apr jun jul aug sep sept oct nov dec since from in of the
    and
    """
)

_CARDINALS = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
    nineteen twenty
    """
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
SPELLED = {w: i for words in (_CARDINALS, _ORDINALS) for i, w in enumerate(words.split(), 1)}

CJK_LABELS = {
    "章": "chapter",
    "节": "section",
    "節": "section",
    "条": "article",
    "條": "article",
    "编": "part",
    "編": "part",
    "部": "part",
    "部分": "part",
    "장": "chapter",
    "절": "section",
    "조": "article",
    "편": "part",
    "관": "section",
    "회": "section",
}
