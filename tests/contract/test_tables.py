"""``get_table``: forms, windows, and tables too large for one result."""

from __future__ import annotations

import csv
import json
import re

import pytest
from mcp import Client

from pincite.registry import OpenDocument
from tests.contract.conftest import serve
from tests.contract.fakes import Draft
from tests.contract.requirements import covers
from tests.contract.talk import content, error, text, text_of, tokens

pytestmark = pytest.mark.anyio

ROWS = [
    ["", "2024", "2023", "Change"],
    ["Shoes", "51,362", "48,763", "5 %"],
    ["Boots | Co", "1,214", "", "n/a"],
    ["Total, all", "52,576", "49,750", "6 %"],
]


@pytest.fixture(scope="module")
def accounts() -> OpenDocument:
    draft = Draft("Accounts").page("1").heading("Revenue").table(ROWS, "Revenue by segment")
    draft.page("2").table([["Row", "Value"], *[[f"Line {i}", str(i * i)] for i in range(400)]], "Long list", head=1)
    return draft.page("3").table([["a", "b"], ["c", "d"]], "No header", head=0).open("accounts.pdf")


async def table(client: Client, opened: OpenDocument, name: str = "t0", **arguments: str) -> str:
    return await text(client, "get_table", doc_id=opened.document.doc_id, table=name, **arguments)


@covers("table.forms")
async def test_the_four_forms(accounts: OpenDocument) -> None:
    async with Client(serve(accounts)) as client:
        markdown = content(await table(client, accounts))
        rows = list(csv.reader(content(await table(client, accounts, format="csv")).splitlines()))
        record = json.loads(content(await table(client, accounts, format="json")))
        melted = list(csv.reader(content(await table(client, accounts, format="melted")).splitlines()))
    assert markdown.splitlines() == [
        "|  | 2024 | 2023 | Change |",
        "| --- | --- | --- | --- |",
        "| Shoes | 51,362 | 48,763 | 5 % |",
        "| Boots \\| Co | 1,214 |  | n/a |",
        "| Total, all | 52,576 | 49,750 | 6 % |",
    ]
    assert rows == ROWS
    assert record == {"columns": ROWS[0], "rows": ROWS[1:]}
    assert melted[0] == ["cell", "row", "column", "value"]
    assert melted[1:3] == [["r1c1", "Shoes", "2024", "51,362"], ["r1c2", "Shoes", "2023", "48,763"]]
    assert ["r2c2", "Boots | Co", "2023", ""] not in melted


@covers("table.forms")
async def test_facts_name_caption_page_and_size(accounts: OpenDocument) -> None:
    async with Client(serve(accounts)) as client:
        head = (await table(client, accounts)).splitlines()[0]
        bare = content(await table(client, accounts, "t2"))
    assert head == "Accounts | t0 Revenue by segment | page 1 | rows 1-3 of 4 (1 header), 4 columns"
    assert bare.splitlines() == ["|  |  |", "| --- | --- |", "| a | b |", "| c | d |"]


@covers("table.forms")
async def test_a_table_is_found_by_anchor_cell_and_caption(accounts: OpenDocument) -> None:
    doc = accounts.document
    async with Client(serve(accounts)) as client:
        whole = await table(client, accounts)
        for name in ("t0/r1c1", f"pincite://doc/{doc.doc_id}@{doc.rev}/t0/r1c1", "revenue by", " t0 "):
            assert await table(client, accounts, name) == whole


@covers("table.window")
@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    [
        ("1", "0-1", [["", "2024"], ["Shoes", "51,362"]]),
        ("2-", "1", [["2024"], ["1,214"], ["52,576"]]),
        ("1,3", "2024", [["2024"], ["51,362"], ["52,576"]]),
        ("Shoes", "2023", [["2023"], ["48,763"]]),
        ("total, all", "Chan", [["Change"], ["6 %"]]),
        ("boots", "2023,2024", [["2024", "2023"], ["1,214", ""]]),
        ("0-20", "3", [["Change"], ["5 %"], ["n/a"], ["6 %"]]),
        ("co", "0", [[""], ["Boots | Co"]]),
    ],
)
async def test_windows_by_number_and_name(
    accounts: OpenDocument, rows: str, columns: str, expected: list[list[str]]
) -> None:
    async with Client(serve(accounts)) as client:
        result = content(await table(client, accounts, rows=rows, columns=columns, format="json"))
    record = json.loads(result)
    assert [record["columns"], *record["rows"]] == expected


@covers("table.window")
async def test_a_cut_table_goes_on_with_the_rows_it_names(accounts: OpenDocument) -> None:
    values: list[str] = []
    rows: str | None = None
    async with Client(serve(accounts)) as client:
        for _ in range(40):
            arguments = {"rows": rows} if rows else {}
            result = await table(client, accounts, "t1", **arguments)
            assert content(result).startswith("| Row | Value |\n| --- | --- |\n")
            values += re.findall(r"^\| Line \d+ \| (\d+) \|$", content(result), re.MULTILINE)
            more = re.search(r'^(\d+) more rows: get_table\(".*", "t1", rows="([^"]+)"\)$', result, re.MULTILINE)
            if more is None:
                break
            rows = more[2]
            assert int(more[1]) == 400 - len(values)
    assert values == [str(i * i) for i in range(400)]


@covers("table.window")
async def test_the_next_rows_keep_columns_and_form(accounts: OpenDocument) -> None:
    async with Client(serve(accounts, max_read_tokens=300)) as client:
        result = await table(client, accounts, "t1", columns="Value", format="csv")
    assert tokens(result) <= 300
    last = result.splitlines()[-1]
    assert re.search(r'rows="\d+-400", columns="1", format="csv"\)$', last)


@covers("table.window", "errors.typed")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"table": "t9"}, 'No table "t9" here. [unknown_table] Its tables are t0 to t2: t0 Revenue by segment (p. 1);'),
        ({"table": "nothing"}, 'No table "nothing" here. [unknown_table]'),
        ({"table": "e"}, '2 tables match "e". [ambiguous_table] Name one of them: t0 Revenue by segment (p. 1); t2'),
        ({"rows": "Hats"}, 'No rows "Hats" in this table. [bad_argument] It has rows 0-3: Shoes, Boots | Co,'),
        ({"rows": "9"}, 'No rows "9" in this table.'),
        (
            {"columns": "2022"},
            'No columns "2022" in this table. [bad_argument] It has columns 0-3: 2024, 2023, Change.',
        ),
        ({"columns": "3-1"}, 'No columns "3-1" in this table.'),
        ({"format": "xml"}, "format: input should be 'markdown', 'csv', 'json' or 'melted'. [bad_argument]"),
    ],
)
async def test_what_does_not_exist_says_what_does(accounts: OpenDocument, arguments: dict[str, str], said: str) -> None:
    arguments = {"doc_id": accounts.document.doc_id, "table": "t0", **arguments}
    async with Client(serve(accounts)) as client:
        assert said in await error(client, "get_table", **arguments)


@covers("table.window")
async def test_a_document_without_tables_says_so() -> None:
    opened = Draft("Prose").page("1").text("Words.").open()
    async with Client(serve(opened)) as client:
        said = await error(client, "get_table", doc_id=opened.document.doc_id, table="t0")
    assert said.startswith("This document has no tables. [unknown_table]")


@covers("table.window", "bounds.giants")
async def test_a_table_too_wide_for_a_row_asks_for_columns() -> None:
    rows = [[f"Header {c} {r}" for c in range(900)] for r in range(3)]
    opened = Draft("Wide").page("1").table(rows).open()
    async with Client(serve(opened)) as client:
        for form in ("markdown", "csv", "json", "melted"):
            arguments = {"doc_id": opened.document.doc_id, "table": "t0", "format": form}
            result = await client.call_tool("get_table", arguments)
            assert tokens(text_of(result)) <= 4000
            if form != "melted":
                assert text_of(result) == (
                    "Not even one row of 900 columns fits into a result. [bad_budget] "
                    'Name fewer columns, as columns="0-5".'
                )
            assert "| Header 2 1 |" in await table(client, opened, columns="0-5")


@covers("table.named")
async def test_a_table_without_a_caption_has_its_title_and_unit_from_above() -> None:
    draft = Draft("Report").page("1").text(" ".join(["What stood there before."] * 20))
    draft.heading("Balance sheets").text("(in millions of dollars)").table([["", "2024"], ["Cash", "5"]])
    draft.text("A paragraph of the usual length that has nothing to do with the table below it. " * 3)
    opened = draft.table([["", "2024"], ["Debt", "7"]]).open()
    async with Client(serve(opened)) as client:
        named, bare = [(await table(client, opened, name)).splitlines()[0] for name in ("t0", "t1")]
    assert named == "Report | t0 Balance sheets (in millions of dollars) | page 1 | rows 1 of 2 (1 header), 2 columns"
    assert bare == "Report | t1 | page 1 | rows 1 of 2 (1 header), 2 columns"


@covers("table.forms")
async def test_a_melted_row_of_a_name_alone_is_not_lost() -> None:
    opened = Draft("Report").page("1").table([["", "2024"], ["Assets", ""], ["Cash", "5"]]).open()
    async with Client(serve(opened)) as client:
        lines = content(await table(client, opened, format="melted")).splitlines()
    assert lines == ["cell,row,column,value", "r1c0,Assets,,Assets", "r2c1,Cash,2024,5"]


@covers("table.named")
async def test_the_clause_that_announces_a_table_tells_its_unit() -> None:
    long = (
        "The Company grew. " * 10 + "The following table shows the net sales by segment for both years (in millions):"
    )
    cut = "The " + "following " * 30 + "shows the net sales (dollars in millions):"
    draft = Draft("Accounts").page("1").text(long).table(ROWS).text(cut).table(ROWS)
    opened = draft.text(cut.replace(":", ".")).table(ROWS).open("clauses.pdf")
    async with Client(serve(opened)) as client:
        heads = [(await table(client, opened, f"t{i}")).splitlines()[0] for i in range(3)]
    assert "t0 The following table shows the net sales by segment for both years (in millions):" in heads[0]
    assert "t1 …" in heads[1]
    assert "shows the net sales (dollars in millions): |" in heads[1]
    assert "t2 | page" in heads[2]
