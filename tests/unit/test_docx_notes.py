"""Footnotes, endnotes, comments, running heads."""

from __future__ import annotations

from pincite.model import Kind, Role
from pincite.parsers.options import ParseOptions
from tests.docxs import NAMESPACES, docx, p, parsed, r, result, tbl, tc, texts, tr


def note(kind: str, identifier: int, content: str) -> str:
    return f'<w:{kind} w:id="{identifier}">{content}</w:{kind}>'


def reference(kind: str, identifier: int, extra: str = "") -> str:
    return f'<w:r><w:{kind}Reference w:id="{identifier}"{extra}/></w:r>'


def test_footnotes_follow_their_paragraph_and_endnotes_the_text() -> None:
    body = p(r("It holds 400 litres") + reference("footnote", 3) + r(" of water.") + reference("endnote", 2)) + p(
        "Next."
    )
    footnotes = '<w:footnote w:id="0" w:type="separator"/>' + note("footnote", 3, p(r(" By hand.")) + p("Twice."))
    document = parsed(docx(body, footnotes=footnotes, endnotes=note("endnote", 2, p("The end."))))
    assert texts(document) == [
        "It holds 400 litres[^1] of water.[^i]", "[^1]: By hand.", "Twice.", "Next.", "[^i]: The end.",
    ]  # fmt: skip
    assert [b.kind for b in document.blocks][1:3] == [Kind.FOOTNOTE, Kind.FOOTNOTE]


def test_notes_are_counted_in_the_order_of_their_marks_and_by_their_format() -> None:
    body = p(r("a") + reference("footnote", 9)) + p(r("b") + reference("footnote", 4) + reference("footnote", 77))
    settings = '<w:footnotePr><w:numFmt w:val="upperLetter"/><w:numStart w:val="2"/></w:footnotePr>'
    notes = note("footnote", 4, p("four")) + note("footnote", 9, p("nine"))
    document = parsed(docx(body, footnotes=notes, settings=settings))
    assert texts(document, Kind.FOOTNOTE) == ["[^B]: nine", "[^C]: four"]


def test_a_mark_of_the_author_s_own() -> None:
    body = p(r("Sum") + reference("footnote", 1, ' w:customMarkFollows="1"') + r("*"))
    document = parsed(docx(body, footnotes=note("footnote", 1, p("* Rounded."))))
    assert texts(document) == ["Sum*", "* Rounded."]


def test_notes_of_a_table_follow_it() -> None:
    body = tbl(tr("Place", "mg"), tr(tc(p(r("North") + reference("footnote", 1))), "12"))
    document = parsed(docx(body, footnotes=note("footnote", 1, p("At the gate."))))
    assert document.tables[0].cells[2].text == "North[^1]"
    assert texts(document)[-1] == "[^1]: At the gate."


COMMENTED = p(
    '<w:commentRangeStart w:id="0"/>' + r("The gate is new.") + '<w:commentRangeEnd w:id="0"/>'
    '<w:r><w:commentReference w:id="0"/></w:r>' + r(" It was built by hand.")
)  # fmt: skip
COMMENT = (
    '<w:comment w:id="0" w:author="Ann Lee" w:date="2024-05-09T10:00:00Z" w:initials="AL">' + p("Please check.")
    + "</w:comment>"
)  # fmt: skip


def test_comments_are_left_out_with_a_warning_or_read_on_demand() -> None:
    data = docx(COMMENTED, comments=COMMENT)
    assert texts(parsed(data)) == ["The gate is new. It was built by hand."]
    assert [w.code for w in parsed(data).warnings] == ["comments"]
    document = parsed(data, ParseOptions(comments=True))
    assert texts(document, Kind.COMMENT) == ["Comment by Ann Lee, 2024-05-09 on “The gate is new.”: Please check."]
    assert document.warnings == ()


def test_running_heads_are_furniture_and_read_once() -> None:
    head = f"<w:hdr {NAMESPACES}>{p('Annual Report')}</w:hdr>"
    number = f'<w:fldSimple w:instr=" PAGE ">{r("7")}</w:fldSimple>'
    foot = f"<w:ftr {NAMESPACES}>{p(r('Page ') + number)}</w:ftr>"
    references = "".join(f'<w:{kind}Reference w:type="default" r:id="{kind[0]}"/>' for kind in ("header", "footer"))
    section = f"<w:sectPr>{references}</w:sectPr>"
    body = p("One.") + p("Two.", section) + p("Three.") + "<w:sectPr/>"
    links = (("h", "header", "header1.xml"), ("f", "footer", "footer1.xml"))
    data = docx(body, parts={"word/header1.xml": head, "word/footer1.xml": foot}, links=links)
    document = parsed(data)
    assert texts(document) == ["Annual Report", "One.", "Two.", "Three.", "Page"]
    assert [b.role for b in document.blocks if b.kind.is_furniture] == [Role.HEADER, Role.FOOTER]
    assert "Annual" not in result(data).export_to_text()
    assert texts(parsed(data, ParseOptions(headers=False))) == ["One.", "Two.", "Three."]


def test_a_quote_may_leave_out_the_marks_of_notes() -> None:
    body = p(r("It holds 400 litres") + reference("footnote", 1) + r(" of clean water."))
    found = result(docx(body, footnotes=note("footnote", 1, p("Measured by hand."))))
    for quote in ("400 litres of clean water", "400 litres[^1] of clean water", "Measured by hand."):
        assert found.verify(quote).status == "verified"
    for quote in ("400 litres1 of clean water", "4001 litres of clean water", "400 litres of 1 clean water"):
        assert found.verify(quote).status != "verified"
