"""Pages of Word files: from the breaks that Word saved, with the numbers that it prints."""

from __future__ import annotations

from pincite.model import LabelSource
from pincite.parsers.options import ParseOptions
from tests.docxs import HEADINGS, NAMESPACES, docx, p, parsed, r, tbl, tc, texts, tr
from tests.packages import relations

SAVED = "<w:r><w:lastRenderedPageBreak/></w:r>"
HARD = '<w:r><w:br w:type="page"/></w:r>'


def section(inner: str = "", *, paragraph: bool = True) -> str:
    made = f"<w:sectPr>{inner}</w:sectPr>"
    return f"<w:p><w:pPr>{made}</w:pPr></w:p>" if paragraph else made


def pages_of(data: bytes) -> list[tuple[str, list[int]]]:
    """The text of each block with the pages that it stands on."""
    document = parsed(data)
    return [
        (text, sorted({region.page for region in block.regions}))
        for text, block in zip(texts(document), document.blocks, strict=True)
    ]


def test_a_paragraph_that_runs_over_a_page_break() -> None:
    data = docx(p("One.") + p(r("Begins here ") + SAVED + r("and ends there.")) + p("Two."))
    assert pages_of(data) == [("One.", [1]), ("Begins here and ends there.", [1, 2]), ("Two.", [2])]
    block = parsed(data).blocks[1]
    assert [region.end - region.start for region in block.regions] == [len("Begins here"), len("and ends there.")]


def test_a_break_of_the_author_and_the_mark_behind_it_are_one() -> None:
    data = docx(
        p("One.") + p(HARD) + p(SAVED + r("Two.")) + p(SAVED + r("Three.")) + p("Four.", "<w:pageBreakBefore/>")
        + p(r("Five.") + SAVED + r(" Six."))
    )  # fmt: skip
    assert [page for _, pages in pages_of(data) for page in pages] == [1, 2, 3, 4, 4, 5]


def test_without_saved_breaks_there_are_no_pages() -> None:
    document = parsed(docx(p("One.") + p(HARD) + p("Two.")))
    assert document.pages == ()
    assert all(not block.regions for block in document.blocks)


def app(pages: int, words: int) -> dict[str, str | bytes]:
    """What Word says of the document's size."""
    properties = f"<Properties><Pages>{pages}</Pages><Words>{words}</Words></Properties>"
    rels = relations(("r1", "officeDocument", "word/document.xml"), ("r2", "extended-properties", "docProps/app.xml"))
    return {"docProps/app.xml": properties, "_rels/.rels": rels}


def test_pages_count_only_where_word_counted_as_many() -> None:
    body = p("one two three four") + p(SAVED + r("five six seven eight"))
    assert len(parsed(docx(body, parts=app(2, 8))).pages) == 2
    assert len(parsed(docx(p("one two three"), parts=app(1, 3))).pages) == 1
    assert parsed(docx(p("one two three"), parts=app(1, 500))).pages == ()  # a count that was copied from elsewhere
    few = parsed(docx(body, parts=app(9, 8)))
    assert (few.pages, [w.code for w in few.warnings]) == ((), ["no_page_numbers"])


def test_cells_of_a_row_break_over_the_same_page_end() -> None:
    cut = p(r("a") + SAVED + r("b"))
    data = docx(tbl(tr(tc(cut), tc(cut)), tr(tc(p(SAVED + r("x"))), "y")) + p("After."))
    document = parsed(data)
    cells = document.tables[0].cells
    pages = [[g.page for g in document.blocks[0].regions if c.start <= g.start < c.end] for c in cells]
    assert pages == [[1, 2], [1, 2], [3], [3]]
    assert pages_of(data)[1] == ("After.", [3])


def test_roman_front_matter_and_a_restart() -> None:
    body = (
        p("Preface.") + p(SAVED + r("More.")) + section('<w:pgNumType w:fmt="lowerRoman"/>')
        + p(SAVED + r("One.")) + p(SAVED + r("Two.")) + section('<w:pgNumType w:start="1"/>', paragraph=False)
    )  # fmt: skip
    pages = parsed(docx(body)).pages
    assert [page.label for page in pages] == ["i", "ii", "1", "2"]
    assert {page.label_source for page in pages} == {LabelSource.DECLARED}


def test_labels_as_the_foot_prints_them() -> None:
    foot = f'<w:ftr {NAMESPACES}><w:p>{r("F-")}<w:fldSimple w:instr=" PAGE ">{r("1")}</w:fldSimple></w:p></w:ftr>'
    reference = (
        '<w:footerReference w:type="default" r:id="f"/><w:pgNumType w:start="7"/><w:pgSz w:w="12240" w:h="15840"/>'
    )
    body = p("One.") + p(SAVED + r("Two.")) + section(reference, paragraph=False)
    data = docx(body, parts={"word/footer1.xml": foot}, links=(("f", "footer", "footer1.xml"),))
    pages = parsed(data).pages
    assert [(page.label, page.label_source) for page in pages] == [
        ("F-7", LabelSource.PRINTED),
        ("F-8", LabelSource.PRINTED),
    ]
    assert (pages[0].width, pages[0].height) == (612, 792)


def test_a_section_may_begin_on_the_same_page_or_on_an_odd_one() -> None:
    flowing = p("a") + section() + p("b") + section('<w:type w:val="continuous"/>', paragraph=False) + p(SAVED + r("c"))
    assert [pages for _, pages in pages_of(docx(flowing))] == [[1], [1], [2]]
    numbered = '<w:pgNumType w:start="1"/>'
    odd = p("a") + section(numbered) + p(SAVED + r("b")) + p(SAVED + r("c"))
    odd += section('<w:type w:val="oddPage"/><w:pgNumType w:fmt="upperRoman"/>', paragraph=False)
    assert [page.label for page in parsed(docx(odd)).pages] == ["1", "III", "IV"]


def entry(text: str, anchor: str) -> str:
    return p(f'<w:hyperlink w:anchor="{anchor}">{r(text)}</w:hyperlink>', style="toc1")


def head(text: str, anchor: str, before: str = "") -> str:
    return p(f'<w:bookmarkStart w:id="1" w:name="{anchor}"/>' + before + r(text), style="heading1")


def test_the_table_of_contents_makes_up_for_breaks_that_are_missing() -> None:
    contents = entry("A\t1", "a") + entry("B\t4", "b") + entry("C\t5", "c")
    numbered = section('<w:pgNumType w:start="1"/>', paragraph=False)
    body = contents + head("A", "a") + p("Text.") + head("B", "b") + head("C", "c", SAVED) + p("End.") + numbered
    styles = HEADINGS + '<w:style w:type="paragraph" w:styleId="toc1"><w:name w:val="toc 1"/></w:style>'
    found = dict(pages_of(docx(body, styles=styles)))
    assert (found["A"], found["B"], found["C"], found["End."]) == ([1], [4], [5], [5])


def test_links_inside_lead_to_pages() -> None:
    link = f'<w:hyperlink w:anchor="there">{r("see below")}</w:hyperlink>'
    body = p(link) + p(SAVED + '<w:bookmarkStart w:id="1" w:name="there"/>' + r("Here."))
    assert [(k.uri, k.page) for k in parsed(docx(body)).blocks[0].links] == [(None, 2)]


def test_the_first_pages_of_a_document() -> None:
    body = p("One.") + p(r("Two ") + SAVED + r("three.")) + p("Four.")
    document = parsed(docx(body), ParseOptions(max_pages=1))
    assert texts(document) == ["One.", "Two"]
    assert (len(document.pages), [w.code for w in document.warnings]) == (1, ["partial"])
