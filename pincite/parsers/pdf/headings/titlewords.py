"""Titles that mean something by themselves, as ``titles.key`` folds them."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Titles of contents pages and of lists of figures.
CONTENTS = _words(
    """
    tableofcontents contents contentspage tableofcontentspage detailedcontents summaryofcontents index tocs
    listoffigures listoftables listoffiguresandtables listoftablesandfigures listofillustrations listofexhibits
    listofappendices listofcharts listofboxes figures tables figuresandtables tableofauthorities
    tableofcontentscontinued indextofinancialstatements indextoconsolidatedfinancialstatements
    form10ktableofcontents inhalt inhaltsverzeichnis inhaltsübersicht abbildungsverzeichnis tabellenverzeichnis
    sommaire tabledesmatières tabledesmatieres índice indice tabladecontenido tabladecontenidos contenido sumário
    sumario índicegeneral contenuti sommario inhoud inhoudsopgave spistreści содержание оглавление indhold
    indholdsfortegnelse innehåll innehållsförteckning innhold sisällys obsah içindekiler 目录 目錄 目次 차례 목차
    插图清单 附表清单 插图目录 表格目录 图目录 表目录 図目次 表目次 그림목차 표목차
    listedesfigures tabledesfigures listedestableaux listedesillustrations índicedefiguras índicedetablas
    índicedecuadros listadefiguras listadetablas listadeilustrações listadetabelas listadequadros elencodellefigure
    elencodelletabelle indicedellefigure indicedelletabelle lijstvanfiguren lijstvantabellen spisrysunków spistabel
    seznamobrázků seznamtabulek figurförteckning tabellförteckning списокиллюстраций списокрисунков списоктаблиц
    tartalomjegyzék ábrajegyzék cuprins sadržaj sisällysluettelo зміст şekillerlistesi tablolistesi índex περιεχόμενα
    المحتويات
    فهرس תוכןעניינים תוכןהעניינים daftarisi mụclục
    """
)

# Titles that documents of a kind share: headings wherever they stand alone in their line and look the part.
STANDARD = _words(
    """
    abstract introduction background methods method methodology results discussion conclusion conclusions references
    bibliography acknowledgments acknowledgements acknowledgment acknowledgement relatedwork relatedworks
    limitations appendix appendices appendixes summary executivesummary foreword preface preamble prologue glossary
    abbreviations acronyms definitions scope overview purpose disclaimer notes annex signatures signature
    exhibitindex indextoexhibits materialsandmethods conflictofinterest conflictsofinterest ethicsstatement
    dataavailability supplementarymaterial fundingstatement recitals revisionhistory changehistory
    partifinancialinformation partiiotherinformation consolidatedbalancesheets consolidatedbalancesheet
    consolidatedstatementsofoperations consolidatedstatementsofincome consolidatedstatementsofcashflows
    consolidatedstatementsofcomprehensiveincome consolidatedstatementsofequity consolidatedstatementsofearnings
    consolidatedstatementsofshareholdersequity consolidatedstatementsofstockholdersequity
    notestoconsolidatedfinancialstatements notestocondensedconsolidatedfinancialstatements
    notestofinancialstatements reportofindependentregisteredpublicaccountingfirm forwardlookingstatements
    zusammenfassung einleitung literatur literaturverzeichnis anhang fazit vorwort impressum résumé conclusión
    conclusiones introducción referencias bibliografía resumen введение заключение литература приложение аннотация
    danksagung abkürzungsverzeichnis kurzfassung remerciements listedesabréviations annexes agradecimientos
    agradecimentos ringraziamenti resumo introdução introduzione conclusão conclusioni referências bibliografia
    bibliographie dankwoord samenvatting streszczenie podziękowania abstrakt tack sammanfattning özet teşekkür
    declaration dedication nomenclature listofabbreviations listofacronyms listofsymbols
    致谢 致謝 謝辞 前言 结束语
    摘要 引言 结论 参考文献 附录 はじめに まとめ 서론 결론 참고문헌 초록
    """
)

# Titles of the auditor's report on financial statements.
REPORTS = _words(
    """
    reportofindependentregisteredpublicaccountingfirm reportsofindependentregisteredpublicaccountingfirm
    independentauditorsreport reportofindependentauditors auditorsreport
    """
)

# What stands on the cover of a filing over everything, and contains nothing.
COVERS = _words(
    """
    unitedstatessecuritiesandexchangecommission securitiesandexchangecommission unitedstates
    unitedstatessecuritiesandexchangecommissionwashingtondc20549 securitiesandexchangecommissionwashingtondc20549
    form10k form10q form8k form20f form40f form6k forms1 forms3 forms4 form11k form10ka form10qa form8ka formdef14a
    schedule14a schedule14ainformation
    """
)

# Words over warnings, and names of fields: they stand all over a document and begin no section.
NOTICES = _words(
    """
    caution warning danger note tip tips important notice attention remark hint example info achtung hinweis warnung
    vorsicht gefahr avertissement remarque attenzione advertencia nota внимание примечание 注意 警告 危険
    wichtig tipp astuce important conseil importante consejo sugerencia aviso atención atenção dica suggerimento avviso
    uwaga wskazówka ティップ 重要項目 重要 注記 備考 提示
    continued contd executionversion executioncopy conformedcopy draft confidential
    page source total subtotal date yes no na and or to from by name signature title address phone email fax
    """
)

# The links of a web page to the one before it.
BACKWARDS = _words("prev previous zurück précédent anterior precedente vorige föregående forrige назад 上一页 前へ")

# Titles of an alphabetical index at the back.
INDEX = _words(
    """
    index subjectindex generalindex alphabeticalindex indexofterms authorindex nameindex register
    stichwortverzeichnis sachregister indexalphabétique índicealfabético 索引
    """
)

# Titles of a list of works cited.
REFERENCES = _words(
    """
    references bibliography referencesandnotes literaturecited workscited citedliterature selectedbibliography
    referencescited literatur literaturverzeichnis quellenverzeichnis bibliographie références referencias bibliografía
    bibliografia referências литература списоклитературы 参考文献 참고문헌
    """
)

# Titles of a list of exhibits.
EXHIBITS = _words(
    """
    exhibits exhibitindex indextoexhibits listofexhibits exhibitlist indexofexhibits
    exhibitsandfinancialstatementschedules exhibitsfinancialstatementschedules exhibitandfinancialstatementschedules
    exhibitsandfinancialstatementsschedules
    exhibitsandfinancialstatementschedule financialstatementsandexhibits
    exhibitsfinancialstatementschedulesandreportsonform8k
    """
)
