from __future__ import annotations

from pincite.model import Kind
from pincite.parsers.pdf.headings.headings import mark_headings
from pincite.parsers.pdf.layout import Style
from tests.layouts import PROSE, Sheets, outline

LEADS = ("Revenue recognition.", "Income taxes.", "Leases.")


def test_bold_leads_become_headings_with_their_own_geometry() -> None:
    doc = Sheets().page().title("Note 1 – Policies", size=12, bold=True)
    for lead in LEADS:
        doc.text(f"**{lead}** {PROSE} {PROSE}")
    mark_headings(doc.layout)
    assert outline(doc.layout) == [(1, "Note 1 – Policies"), *((2, lead) for lead in LEADS)]
    head, rest = doc.layout.pages[0].blocks[1:3]
    assert rest.kind is Kind.PARAGRAPH
    assert " ".join(n.text for n in rest.lines) == f"{PROSE} {PROSE}"
    assert head.lines[0].x0 == 72
    assert head.lines[0].x1 < rest.lines[0].x0
    assert (head.box.y0, head.lines[0].bold) == (rest.lines[0].y0, True)


def test_numbered_clauses_with_plain_titles() -> None:
    doc = Sheets().page().title("ARTICLE 1", bold=True, centred=True)
    for clause in ("1.1 Definitions.", "1.2 License Grant.", "1.3 No Other Rights."):
        doc.text(f"{clause} In this Agreement {PROSE}")
    mark_headings(doc.layout)
    assert outline(doc.layout) == [
        (1, "ARTICLE 1"), (2, "1.1 Definitions."), (2, "1.2 License Grant."), (2, "1.3 No Other Rights."),
    ]  # fmt: skip


def test_titles_in_italics_behind_the_numbers_of_sections() -> None:
    doc = Sheets().page()
    leads = ("1.1. Rings and fields.", "1.2. “Poor” groups.", "1.3. Modules over rings.")
    italic = doc.style(Style("Times", 10, False, True, False, 0))
    for lead in leads:
        line = doc.text(f"{lead} In what follows {PROSE}").sheet.blocks[-1].lines[0]
        count = len(lead.split())
        line.words[1:count] = [w._replace(style=italic) for w in line.words[1:count]]
    mark_headings(doc.layout)
    assert outline(doc.layout) == [(1, lead) for lead in leads]


def test_numbered_sentences_are_not_split() -> None:
    doc = Sheets().page()
    for i in range(1, 5):
        doc.text(f"1.{i} The Licensee shall pay. {PROSE}")
    mark_headings(doc.layout)
    assert outline(doc.layout) == []
    assert len(doc.layout.pages[0].blocks) == 4


def test_one_bold_lead_is_no_habit() -> None:
    doc = Sheets().page().text(f"**Leases.** {PROSE} {PROSE}").text().text()
    mark_headings(doc.layout)
    assert len(doc.layout.pages[0].blocks) == 3


def test_bold_terms_of_a_list_stay_in_it() -> None:
    doc = Sheets().page()
    for word in ("Speed", "Price", "Weight"):
        doc.text(f"• **{word}.** {PROSE} {PROSE}", kind=Kind.LIST_ITEM)
    for word in ("Goal:", "Risk:", "Cost:"):
        doc.text(f"**{word}** {PROSE} {PROSE}")
    for _ in range(3):
        doc.text(f"**Goal.** {PROSE} {PROSE}")
    mark_headings(doc.layout)
    assert outline(doc.layout) == []


def test_a_bold_word_in_a_sentence_is_no_lead() -> None:
    doc = Sheets().page()
    for word in ("Speed", "Price", "Weight", "Size"):
        doc.text(f"**{word}** is what matters most. {PROSE} {PROSE}")
    mark_headings(doc.layout)
    assert outline(doc.layout) == []


def test_glossary_entries_are_too_short_for_sections() -> None:
    doc = Sheets().page()
    for word in ("Anode.", "Cathode.", "Diode."):
        doc.text(f"**{word}** A part through which the current runs when it is switched on by the user.")
    mark_headings(doc.layout)
    assert outline(doc.layout) == []


def test_leads_that_go_on_in_the_second_line() -> None:
    leads = [
        f"2.{i} {name}"
        for i, name in enumerate(
            ("TESTING.", "INTERNAL USE LICENSE FOR PRODUCTION, TESTING AND THE TRAINING OF PEOPLE.", "DISTRIBUTION:"), 1
        )
    ]
    doc = Sheets().page()
    for lead in leads:
        doc.text(f"{lead} Subject to the terms of this Agreement {PROSE}", chars=60)
    mark_headings(doc.layout)
    assert [title for _, title in outline(doc.layout)] == leads
    assert all("Subject" in doc.layout.pages[0].blocks[i].lines[0].text for i in (1, 3, 5))


def test_bold_leads_that_go_on_in_the_second_line() -> None:
    doc = Sheets().page().title("Note 1 – Policies", size=12, bold=True)
    for lead in ("Leases.", "Taxes."):
        doc.text(f"**{lead}** {PROSE} {PROSE}")
    lines = ["**Goodwill and the other assets**", f"**of that kind.** {PROSE}", PROSE, PROSE]
    doc.block(lines)
    mark_headings(doc.layout)
    titles = [title for _, title in outline(doc.layout)]
    assert titles[1:] == ["Leases.", "Taxes.", "Goodwill and the other assets of that kind."]
    assert doc.layout.pages[0].blocks[-1].lines[0].text == PROSE


def test_bold_leads_set_off_by_a_wide_blank_need_no_full_stop() -> None:
    doc = Sheets().page().title("3 Methods", size=12, bold=True)
    for lead in ("Model architecture", "Training data", "Loss function"):
        doc.text(f"**{lead}** {PROSE} {PROSE}")
        line = doc.sheet.blocks[-1].lines[0]
        at = len(lead.split())
        line.words[at:] = [w._replace(x0=w.x0 + 5, x1=w.x1 + 5) for w in line.words[at:]]
    mark_headings(doc.layout)
    titles = ["3 Methods", "Model architecture", "Training data", "Loss function"]
    assert [title for _, title in outline(doc.layout)] == titles


def test_bold_words_at_the_beginning_of_sentences_are_no_leads() -> None:
    doc = Sheets().page().title("3 Methods", size=12, bold=True)
    for name in ("Acme Corporation", "Northern Bank", "Southern Rail"):
        doc.text(f"**{name}** {PROSE} {PROSE}")
    mark_headings(doc.layout)
    assert [title for _, title in outline(doc.layout)] == ["3 Methods"]


def test_a_title_with_a_full_stop_over_its_paragraph_is_as_those_before_theirs() -> None:
    doc = Sheets().page().title("3 Results", size=12, bold=True)
    for lead in ("Costs fell.", "Sales rose.", "Debt is paid."):
        doc.text(f"**{lead}** {PROSE} {PROSE}")
    for title in ("Staff is well.", "Plants run."):
        doc.title(title, bold=True, after=2).text(f"{PROSE} {PROSE}")
    mark_headings(doc.layout)
    found = outline(doc.layout)
    assert [title for level, title in found if level == 2] == [
        "Costs fell.", "Sales rose.", "Debt is paid.", "Staff is well.", "Plants run.",
    ]  # fmt: skip
