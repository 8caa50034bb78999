"""Headings of pages with and without heading tags; page breaks, labels and running heads."""

from __future__ import annotations

from pincite.model import Kind
from tests.pages import headings, html, html_bytes, texts

PROSE = "The company makes and sells machines in many countries and expects to go on doing so for years. " * 4
BREAK = '<hr style="page-break-after:always">'


class TestHeadings:
    def test_tags(self) -> None:
        doc = html(
            f"<h1>Guide</h1><p>{PROSE}</p><h2>Use</h2><p>{PROSE}</p><h3>Daily</h3><p>{PROSE}</p><h2>Care</h2><p>x</p>"
        )
        assert headings(doc) == [(1, "Guide"), (2, "Use"), (3, "Daily"), (2, "Care")]

    def test_aria_headings(self) -> None:
        doc = html(f'<h1>Guide</h1><p>{PROSE}</p><div role="heading" aria-level="2">Use</div><p>{PROSE}</p>')
        assert headings(doc) == [(1, "Guide"), (2, "Use")]

    def test_a_filing_without_tags_has_parts_and_items(self) -> None:
        def bold(text: str) -> str:
            return f'<div><span style="font-weight:700">{text}</span></div>'

        doc = html(
            '<div style="text-align:center"><b>PART I</b></div>'
            + bold("Item 1. Business") + f"<div>{PROSE}</div>"
            + bold("Item 1A. Risk Factors") + f"<div>{PROSE}</div>"
            + '<div style="text-align:center"><b>PART II</b></div>'
            + bold("Item 5. Market") + f"<div>{PROSE} (see \u201cItem 1A. Risk Factors\u201d)</div>"
        )  # fmt: skip
        assert headings(doc) == [
            (1, "PART I"), (2, "Item 1. Business"), (2, "Item 1A. Risk Factors"), (1, "PART II"), (2, "Item 5. Market")
        ]  # fmt: skip

    def test_titles_at_the_beginning_of_paragraphs(self) -> None:
        clauses = "".join(
            f"<p><b>{i}. {name}.</b> {PROSE}</p>" for i, name in enumerate(("Term", "Fees", "Law", "Notices"), 1)
        )
        doc = html(clauses)
        assert [text for _, text in headings(doc)] == ["1. Term.", "2. Fees.", "3. Law.", "4. Notices."]
        assert texts(doc, Kind.PARAGRAPH) == [PROSE.strip()] * 4

    def test_links_survive_the_search_for_headings(self) -> None:
        doc = html(f'<h1>Guide</h1><p>{PROSE}<a href="https://a.org/">the site</a> {PROSE}</p>')
        assert [(doc.text[k.start : k.end], k.uri) for b in doc.blocks for k in b.links] == [
            ("the site", "https://a.org/")
        ]

    def test_classes_name_titles_where_the_style_sheet_is_elsewhere(self) -> None:
        articles = "".join(
            f'<p class="oj-ti-art">Artikel {i}</p><p class="oj-sti-art">Om emne {i} i loven</p><p>{PROSE}</p>'
            for i in range(1, 6)
        )
        doc = html(articles, head='<link rel="stylesheet" href="law.css">')
        assert [text for _, text in headings(doc)] == [f"Artikel {i} Om emne {i} i loven" for i in range(1, 6)]


class TestPages:
    def test_numbers_at_the_foot_are_labels(self) -> None:
        doc = html("<p>Cover</p>" + BREAK + "".join(f"<p>{PROSE}</p><p>F-{n}</p>{BREAK}" for n in range(1, 5)))
        assert [p.label for p in doc.pages] == [None, "F-1", "F-2", "F-3", "F-4"]
        assert "F-1" not in " ".join(texts(doc, Kind.PARAGRAPH))

    def test_a_running_foot_with_a_number(self) -> None:
        doc = html("".join(f"<p>{PROSE}</p><p>Acme Inc. | Form 10-K | {n}</p>{BREAK}" for n in range(1, 6)))
        assert [p.label for p in doc.pages] == ["1", "2", "3", "4", "5"]
        assert len(texts(doc, Kind.FOOTER)) == 5

    def test_a_link_back_at_the_top_of_each_page(self) -> None:
        doc = html(
            "".join(f'<p><a href="#toc">Table of Contents</a></p><p>{PROSE}</p><p>{n}</p>{BREAK}' for n in range(1, 6))
        )
        assert texts(doc, Kind.HEADING) == []
        assert len(texts(doc, Kind.HEADER)) == 5

    def test_rules_are_pages_where_numbers_stand_over_them(self) -> None:
        doc = html("".join(f"<p>{PROSE}</p><center>{n}</center><hr>" for n in range(1, 5)))
        assert [p.label for p in doc.pages] == ["1", "2", "3", "4"]

    def test_rules_between_sections_are_no_pages(self) -> None:
        assert html("".join(f"<p>{PROSE}</p><hr>" for _ in range(6))).pages == ()

    def test_each_word_knows_its_page(self) -> None:
        table = "<table border=1><tr><td>a<td>b<tr><td>c<td>third</table>"
        doc = html(f"<p>{PROSE}</p>{BREAK}<p>on the second</p>{BREAK}{table}")
        at = {doc.text[r.start : r.end]: r.page for b in doc.blocks for r in b.regions}
        assert at["on the second"] == 2
        assert at["third"] == 3

    def test_a_footnote_number_is_no_label(self) -> None:
        doc = html(f"<p>{PROSE}</p><p>7</p>{BREAK}<p>{PROSE}</p><p>3</p>{BREAK}<p>{PROSE}</p>")
        assert [p.label for p in doc.pages] == [None, None, None]

    def test_breaks_before_chapters_make_no_pages(self) -> None:
        chapters = "".join(f"<h1>Chapter {n}</h1><p>{PROSE * 40}</p>{BREAK}" for n in range(1, 5))
        assert html(chapters).pages == ()

    def test_short_pages_without_numbers_are_pages(self) -> None:
        assert len(html("".join(f"<p>Slide {n}</p>{BREAK}" for n in range(1, 5))).pages) == 4


def test_numbered_titles_at_the_top_of_pages_are_no_running_heads() -> None:
    doc = html("".join(f"<p><b>Chapter {n}</b></p><p>{PROSE}</p><p>{n + 6}</p>{BREAK}" for n in range(1, 6)))
    assert texts(doc, Kind.HEADING) == [f"Chapter {n}" for n in range(1, 6)]


class TestRules:
    def test_rules_between_pages_are_told_from_others_by_their_look(self) -> None:
        note = "<hr size=1 width='20%'><p>(1) A note.</p><hr size=1 width='20%'>"
        page = f"<p>{{}}</p>{note}<center>{{}}</center><hr noshade>"
        doc = html("".join(page.format(PROSE, n) for n in range(2, 7)) + "<p>The end.</p>")
        assert [page.label for page in doc.pages] == ["2", "3", "4", "5", "6", None]

    def test_rules_in_tables_end_no_page(self) -> None:
        table = "<table border=1><tr><td>a</td><td>1</td></tr><tr><td><hr></td><td><hr></td></tr></table>"
        doc = html("".join(f"<p>{PROSE}</p>{table}<center>{n}</center><hr>" for n in range(1, 6)))
        assert [page.label for page in doc.pages] == ["1", "2", "3", "4", "5"]


class TestWhatStandsOverATitle:
    SECTIONS = "".join(f"<p><b>Article {n} Scope {n}</b></p><p>{PROSE}</p>" for n in range(1, 5))

    def test_the_head_of_a_journal_is_no_title(self) -> None:
        row = "<table><tr><td>4.5.2016</td><td>EN</td><td><b>Official Journal</b></td><td>L 119</td></tr></table>"
        doc = html(f"{row}<p><b>REGULATION (EU) 2016/679</b></p><p>{PROSE}</p>{self.SECTIONS}")
        assert texts(doc, Kind.HEADER) == ["4.5.2016 EN Official Journal L 119"]
        assert doc.metadata.title == "REGULATION (EU) 2016/679"
        assert [text for _, text in headings(doc)][:2] == ["REGULATION (EU) 2016/679", "Article 1 Scope 1"]

    def test_rows_further_down_stay(self) -> None:
        row = "<table width='100%'><tr><td>12 May</td><td>Brussels</td><td>The clerk</td></tr></table>"
        assert "12 May Brussels The clerk" in texts(html(f"<p>{PROSE}</p>{row}"), Kind.PARAGRAPH)

    def test_what_an_archive_of_filings_wraps_around_them_is_no_content(self) -> None:
        wrapped = b"<DOCUMENT>\n<TYPE>EX-99\n<SEQUENCE>2\n<FILENAME>a.htm\n<DESCRIPTION>EX-99\n<TEXT>\n"
        doc = html_bytes(
            wrapped + b"<html><head><title>a - none - 5.62s</title></head><body><p>Words.</p></body></html>"
        )
        assert texts(doc, Kind.PARAGRAPH) == ["Words."]
        assert texts(doc, Kind.HEADER) == ["EX-99 2 a.htm EX-99"]
        assert doc.metadata.title is None
        assert doc.warnings == ()

    def test_the_link_to_the_contents_over_each_page_and_the_title_of_the_contents(self) -> None:
        link = '<p><a href="#toc">TABLE OF CONTENTS</a></p>'
        titles = ["Scope", "Duties of Members", "Meetings", "Dissolution"]
        pages = [f"<p><b>{title}</b></p><p>{PROSE}</p>" for title in titles]
        first = "<p id=toc><b>TABLE OF CONTENTS</b></p><p>All that is here.</p>"
        doc = html("".join(f"{link}{body}<p>{n}</p>{BREAK}" for n, body in enumerate([first, *pages], 1)))
        assert len(texts(doc, Kind.HEADER)) == 5
        assert texts(doc, Kind.HEADING) == ["TABLE OF CONTENTS", *titles]

    def test_the_authority_and_the_numbers_of_a_file_are_no_headings(self) -> None:
        lines = ["UNITED STATES", "SECURITIES AND EXCHANGE COMMISSION", "FORM 10-Q", "Commission File Number 1-6075"]
        lines.append("ACME CORPORATION")
        cover = "".join(f"<p align=center><b>{line}</b></p>" for line in lines)
        parts = "".join(f"<p><b>Item {n}. Things {n}</b></p><p>{PROSE}</p>" for n in range(1, 4))
        doc = html(f"{cover}<p>{PROSE}</p>{BREAK}<p><b>PART I</b></p>{parts}")
        assert [text for _, text in headings(doc)][:3] == ["FORM 10-Q", "ACME CORPORATION", "PART I"]

    def test_the_back_cover_says_again_what_the_front_says(self) -> None:
        line = "<p align=center><b><font size=5>{}</font></b></p>"
        cover = line.format("Shares") + line.format("Common Stock")
        name = "<p align=center><b>PROSPECTUS</b></p>"
        pages = BREAK.join(f"<p><b>TITLE {n} OF IT</b></p><p>{PROSE}</p><p>{n + 2}</p>" for n in range(1, 6))
        doc = html(f"{cover}{name}<p>{PROSE}</p>{BREAK}{pages}{BREAK}{cover}{name}")
        assert [text for _, text in headings(doc)][-1] == "TITLE 5 OF IT"
        assert doc.metadata.title == "PROSPECTUS"
