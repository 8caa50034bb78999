"""What a reader of a Word file sees comes out in order, once, and nothing else."""

from __future__ import annotations

import pytest

from pincite.model import Kind
from pincite.parsers.options import ParseOptions
from tests.docxs import docx, p, parsed, r, tbl, tc, texts, tr

BOX = "<w:txbxContent>" + p("In the box.") + "</w:txbxContent>"
DRAWING = (
    '<w:drawing><wp:inline><wp:docPr id="1" name="Box 1"/><a:graphic><a:graphicData><wps:wsp><wps:txbx>{}</wps:txbx>'
    "</wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>"
)


def sdt(content: str) -> str:
    return f'<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>'


def test_paragraphs_and_tables_in_order() -> None:
    document = parsed(docx(p("One.") + tbl(tr("a", "b"), tr("1", "2")) + p("Two.")))
    assert [b.kind for b in document.blocks] == [Kind.PARAGRAPH, Kind.TABLE, Kind.PARAGRAPH]
    assert texts(document, Kind.PARAGRAPH) == ["One.", "Two."]


def test_content_controls_at_every_level() -> None:
    body = (
        sdt(p("A block.")) + p(r("A ") + sdt(r("filled")) + r(" line."))
        + sdt(tbl(tr("k", sdt(tc("v"))), sdt(tr("1", "2"))))
        + "<w:customXml>" + p("<w:smartTag>" + r("Tagged.") + "</w:smartTag>") + "</w:customXml>"
    )  # fmt: skip
    document = parsed(docx(body))
    assert texts(document, Kind.PARAGRAPH) == ["A block.", "A filled line.", "Tagged."]
    assert [[c.text for c in t.cells] for t in document.tables] == [["k", "v", "1", "2"]]


@pytest.mark.parametrize(
    "box",
    [
        DRAWING.format(BOX),
        f"<w:pict><v:shape><v:textbox>{BOX}</v:textbox></v:shape></w:pict>",
        f"<mc:AlternateContent><mc:Choice Requires='wps'>{DRAWING.format(BOX)}</mc:Choice><mc:Fallback><w:pict>"
        f"<v:shape><v:textbox>{BOX}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>",
    ],
)
def test_a_text_box_is_read_once_after_its_paragraph(box: str) -> None:
    document = parsed(docx(p("Before.") + p(r("Anchor.") + f"<w:r>{box}</w:r>") + p("After.")))
    assert texts(document) == ["Before.", "Anchor.", "In the box.", "After."]


def test_characters_that_are_elements() -> None:
    body = p(
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:noBreakHyphen/><w:t>c</w:t><w:softHyphen/><w:t>d</w:t><w:br/><w:t>e</w:t>"
        '<w:sym w:font="Wingdings" w:char="F0FE"/><w:sym w:font="Symbol" w:char="F061"/></w:r>'
    )
    assert texts(parsed(docx(body))) == ["a\tb\u2011cd\ne☑α"]


def field(instruction: str, shown: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        f'<w:r><w:instrText>{instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        f'{shown}<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def test_only_the_result_of_a_field_is_read() -> None:
    nested = field("IF " + "x", r("yes") + field("REF a", r(" and more")))
    body = p(r("See ") + field("REF sec \\h", r("Section 2")) + r(".")) + p(nested)
    body += p('<w:fldSimple w:instr="DATE">' + r("9 May") + "</w:fldSimple>")
    body += p(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
        + r("index entry")
        + '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    assert texts(parsed(docx(body))) == ["See Section 2.", "yes and more", "9 May"]


def test_form_fields_show_their_state() -> None:
    state = "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>"
    box = f"<w:r><w:fldChar w:fldCharType='begin'>{state}</w:fldChar></w:r>"
    choice = (
        "<w:r><w:fldChar w:fldCharType='begin'><w:ffData><w:ddList><w:result w:val='1'/><w:listEntry w:val='red'/>"
        "<w:listEntry w:val='blue'/></w:ddList></w:ffData></w:fldChar></w:r>"
    )
    end = "<w:r><w:fldChar w:fldCharType='end'/></w:r>"
    assert texts(parsed(docx(p(box + end + r(" agreed, ") + choice + end)))) == ["☒ agreed, blue"]


def test_links_outside_and_inside() -> None:
    body = p(
        '<w:hyperlink r:id="l1">' + r("our site") + "</w:hyperlink>" + field('HYPERLINK "http://b.example/"', r(" b"))
    )
    document = parsed(docx(body, links=(("l1", "hyperlink", "http://a.example/"),), external=("l1",)))
    assert texts(document) == ["our site b"]
    assert [link.uri for link in document.blocks[0].links] == ["http://a.example/", "http://b.example/"]


CHANGED = (
    p(r("Pay ") + "<w:del><w:r><w:delText>90</w:delText></w:r></w:del><w:ins>" + r("105") + "</w:ins>" + r(" EUR."))
    + f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{r('First ')}</w:p>"
    + p("half.")
    + f"<w:p><w:pPr><w:rPr><w:ins/></w:rPr></w:pPr><w:ins>{r('New line.')}</w:ins></w:p>"
    + p("<w:moveFrom>" + r("Moved.") + "</w:moveFrom>" + r("Stays."))
    + p("<w:moveTo>" + r("Moved.") + "</w:moveTo>")
    + tbl(tr("a", "b"), tr("old", "row", properties="<w:del/>"), tr("new", "row", properties="<w:ins/>"))
)  # fmt: skip


def test_tracked_changes_as_accepted() -> None:
    document = parsed(docx(CHANGED))
    assert texts(document, Kind.PARAGRAPH) == ["Pay 105 EUR.", "First half.", "New line.", "Stays.", "Moved."]
    assert [c.text for c in document.tables[0].cells] == ["a", "b", "new", "row"]
    assert [w.code for w in document.warnings] == ["tracked_changes"]


def test_tracked_changes_as_rejected() -> None:
    document = parsed(docx(CHANGED), ParseOptions(changes="original"))
    assert texts(document, Kind.PARAGRAPH) == ["Pay 90 EUR.", "First", "half.", "Moved.Stays."]
    assert [c.text for c in document.tables[0].cells] == ["a", "b", "old", "row"]


def test_tracked_changes_marked() -> None:
    document = parsed(docx(CHANGED), ParseOptions(changes="marked"))
    assert texts(document)[0] == "Pay {--90--}{++105++} EUR."


def test_hidden_and_white_text_is_kept_apart() -> None:
    body = (
        p(r("Seen. ") + r("Hidden.", "<w:vanish/>"))
        + p(r("White words.", '<w:color w:val="FFFFFF"/>'))
        + p(r("Tiny.", '<w:sz w:val="2"/>'))
        + p(r("On black.", '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="000000"/>'))
        + tbl(tr(tc(p(r("Head", '<w:color w:val="FFFFFF"/>')), '<w:shd w:fill="000000"/>'), "x"), tr("1", "2"))
    )
    document = parsed(docx(body))
    assert texts(document, Kind.PARAGRAPH) == ["Seen.", "On black."]
    assert document.tables[0].cells[0].text == "Head"
    assert [(w.code, "4 words" in w.message) for w in document.warnings] == [("hidden_text", True)]


def test_equations() -> None:
    fraction = (
        "<m:oMath><m:f><m:num><m:r><m:t>s</m:t></m:r></m:num><m:den><m:r><m:t>t</m:t></m:r></m:den></m:f></m:oMath>"
    )
    document = parsed(docx(p(r("Speed is ") + fraction + r(" here.")) + p(f"<m:oMathPara>{fraction}</m:oMathPara>")))
    assert texts(document) == [r"Speed is $\frac{s}{t}$ here.", r"$$\frac{s}{t}$$"]
    assert document.blocks[1].kind is Kind.EQUATION


def test_ruby_keeps_word_and_reading() -> None:
    ruby = f"<w:ruby><w:rubyPr/><w:rt>{r('かん')}</w:rt><w:rubyBase>{r('漢')}</w:rubyBase></w:ruby>"
    assert texts(parsed(docx(p(f"<w:r>{ruby}</w:r>" + r("字"))))) == ["漢(かん)字"]


def test_pictures_give_their_words() -> None:
    picture = '<w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="{}"/><a:graphic/></wp:inline></w:drawing>'
    body = p("<w:r>" + picture.format("A gate with two wings") + "</w:r>") + p(
        "<w:r>" + picture.format("img_01.png") + "</w:r>"
    )
    document = parsed(docx(body))
    assert [(b.kind, t) for b, t in zip(document.blocks, texts(document), strict=True)] == [
        (Kind.FIGURE, "A gate with two wings")
    ]


def test_inserted_files_stand_in_their_place() -> None:
    table = "<table><tr><th>k</th></tr><tr><td>1</td></tr></table>"
    page = f"<html><body><h1>Terms</h1><p>Paid <b>monthly</b>.</p>{table}</body></html>"
    parts: dict[str, str | bytes] = {
        "word/a.html": page,
        "word/b.docx": docx(p("From another file.")),
        "word/c.txt": b"Plain\nlines",
    }
    links = (("h", "aFChunk", "a.html"), ("d", "aFChunk", "b.docx"), ("t", "aFChunk", "c.txt"))
    body = p("Before.") + "".join(f'<w:altChunk r:id="{i}"/>' for i in "hdt") + p("After.")
    document = parsed(docx(body, parts=parts, links=links))
    assert texts(document, Kind.PARAGRAPH) == [
        "Before.", "Paid monthly.", "From another file.", "Plain", "lines", "After."
    ]  # fmt: skip
    assert texts(document, Kind.HEADING) == ["Terms"]
    assert [c.text for c in document.tables[0].cells] == ["k", "1"]


def test_files_inserted_into_each_other_without_end_are_read_so_far_and_told() -> None:
    data = docx(p("Level 9."))
    for level in range(8, 0, -1):
        inner: dict[str, str | bytes] = {"word/b.docx": data}
        data = docx(p(f"Level {level}.") + '<w:altChunk r:id="d"/>', parts=inner, links=(("d", "aFChunk", "b.docx"),))
    document = parsed(data)
    assert texts(document) == [f"Level {level}." for level in range(1, 5)]
    assert [(w.code, "deeper" in w.message) for w in document.warnings] == [("partial", True)]


def test_an_inserted_file_from_outside_is_not_read() -> None:
    document = parsed(
        docx(p("a") + '<w:altChunk r:id="x"/>', links=(("x", "aFChunk", "file:///etc/passwd"),), external=("x",))
    )
    assert texts(document) == ["a"]
    assert [w.code for w in document.warnings] == ["partial"]


def test_embedded_files_are_listed() -> None:
    data = docx(p("a"), parts={"word/embeddings/sheet.xlsx": b"PK"}, links=(("e", "package", "embeddings/sheet.xlsx"),))
    warning = parsed(data).warnings[0]
    assert (warning.code, "sheet.xlsx" in warning.message) == ("embedded_files", True)
