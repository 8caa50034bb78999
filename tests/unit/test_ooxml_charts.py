"""Charts, diagrams and equations that Word and PowerPoint files share."""

from __future__ import annotations

import pytest
from lxml import etree

from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock
from pincite.parsers.ooxml.charts import chart_blocks
from pincite.parsers.ooxml.diagrams import diagram_items
from pincite.parsers.ooxml.drawings import alt_text
from pincite.parsers.ooxml.omml import latex
from tests.docxs import NAMESPACES, docx, p, parsed, texts


def cache(*values: str) -> str:
    return "".join(f'<c:pt idx="{i}"><c:v>{v}</c:v></c:pt>' for i, v in enumerate(values) if v)


def series(name: str, categories: tuple[str, ...], values: tuple[str, ...], x: str = "cat", y: str = "val") -> str:
    return (
        f"<c:ser><c:tx><c:strRef><c:strCache>{cache(name)}</c:strCache></c:strRef></c:tx>"
        f"<c:{x}><c:strRef><c:strCache>{cache(*categories)}</c:strCache></c:strRef></c:{x}>"
        f"<c:{y}><c:numRef><c:numCache>{cache(*values)}</c:numCache></c:numRef></c:{y}></c:ser>"
    )


def chart(*plots: str, title: str = "", axes: str = "") -> str:
    area = f"<c:plotArea>{''.join(plots)}{axes}</c:plotArea>"
    return f"<c:chartSpace {NAMESPACES}><c:chart>{named(title)}{area}</c:chart></c:chartSpace>"


def named(title: str) -> str:
    rich = f"<c:rich><a:p><a:r><a:t>{title}</a:t></a:r></a:p></c:rich>"
    return f"<c:title><c:tx>{rich}</c:tx></c:title>" if title else ""


def blocks(xml: str) -> list[DraftBlock]:
    return chart_blocks(etree.fromstring(xml), 1)


def rows(block: DraftBlock) -> list[list[str]]:
    assert block.table is not None
    out = [[""] * block.table.n_cols for _ in range(block.table.n_rows)]
    for cell in block.table.cells:
        out[cell.row][cell.col] = "".join(piece.text for piece in cell.pieces)
    return out


YEARS = ("2023", "2024")
BOTH = series("Solar", YEARS, ("12.5", "19.5")) + series("Wind", YEARS, ("7", ""))
COLUMNS = f'<c:barChart><c:barDir val="col"/>{BOTH}</c:barChart>'


def test_a_chart_is_a_caption_a_table_and_its_series() -> None:
    title, made = blocks(chart(COLUMNS, title="GWh by source"))
    assert (title.kind, title.pieces[0].text) == (Kind.CAPTION, "GWh by source")
    assert rows(made) == [["", "Solar", "Wind"], ["2023", "12.5", "7"], ["2024", "19.5", ""]]
    assert made.chart is not None
    assert (made.chart.kind, made.chart.title) == ("column", "GWh by source")
    assert made.chart.series[1] == ("Wind", (("2023", 7.0), ("2024", None)))


def test_a_combination_has_all_its_plots() -> None:
    line = f"<c:lineChart>{series('Price', YEARS, ('3', '4'))}</c:lineChart>"
    axes = f"<c:catAx>{named('Year')}</c:catAx><c:valAx/>"
    (made,) = blocks(chart(COLUMNS, line, axes=axes))
    assert made.chart is not None
    assert (made.chart.kind, made.chart.axes) == ("column + line", ("Year", ""))
    assert rows(made)[0] == ["Year", "Solar", "Wind", "Price"]


def test_scatter_bubbles_and_levels_of_categories() -> None:
    scatter = f"<c:scatterChart>{series('A', ('1.5', '2'), ('10', '20'), 'xVal', 'yVal')}</c:scatterChart>"
    assert rows(blocks(chart(scatter))[0]) == [["", "A"], ["1.5", "10"], ["2", "20"]]
    levels = (
        f"<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>{cache('Q1', 'Q2', 'Q1')}</c:lvl><c:lvl>"
        '<c:pt idx="0"><c:v>2023</c:v></c:pt><c:pt idx="2"><c:v>2024</c:v></c:pt></c:lvl></c:multiLvlStrCache>'
        "</c:multiLvlStrRef></c:cat>"
        f"<c:val><c:numRef><c:numCache>{cache('1', '2', '3')}</c:numCache></c:numRef></c:val>"
    )
    pie = f"<c:pieChart><c:ser>{levels}</c:ser></c:pieChart>"
    assert [row[0] for row in rows(blocks(chart(pie))[0])[1:]] == ["2023 – Q1", "2023 – Q2", "2024 – Q1"]


def test_a_chart_without_values_is_its_title_alone() -> None:
    assert [b.kind for b in blocks(chart(title="Only words"))] == [Kind.CAPTION]
    assert blocks(chart()) == []
    assert chart_blocks(None, 1) == []


def test_the_newer_kinds_of_charts() -> None:
    cx = "http://schemas.microsoft.com/office/drawing/2014/chartex"
    levels = "<cx:lvl><cx:pt idx='0'>{}</cx:pt><cx:pt idx='1'>{}</cx:pt></cx:lvl>"
    data = (
        f"<cx:data id='0'><cx:strDim type='cat'>{levels.format('In', 'Out')}</cx:strDim>"
        f"<cx:numDim type='val'>{levels.format('5', '-2')}</cx:numDim></cx:data>"
    )
    one = (
        "<cx:series layoutId='waterfall'><cx:tx><cx:txData><cx:v>Cash</cx:v></cx:txData></cx:tx><cx:dataId val='0'/>"
        "</cx:series>"
    )
    xml = (
        f"<cx:chartSpace xmlns:cx='{cx}'><cx:chartData>{data}</cx:chartData><cx:chart><cx:plotArea>"
        f"<cx:plotAreaRegion>{one}</cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>"
    )
    assert rows(blocks(xml)[0]) == [["", "Cash"], ["In", "5"], ["Out", "-2"]]


def diagram(points: dict[str, str], *links: tuple[str, str]) -> str:
    """The data of a diagram; the point 0 is its root."""
    listed = "".join(
        f"<dgm:pt modelId='{i}'><dgm:t><a:p><a:r><a:t>{text}</a:t></a:r></a:p></dgm:t></dgm:pt>"
        for i, text in points.items()
    )
    joined = "".join(f"<dgm:cxn srcId='{a}' destId='{b}' srcOrd='{n}'/>" for n, (a, b) in enumerate(links))
    points_part = f"<dgm:ptLst><dgm:pt modelId='0' type='doc'/>{listed}</dgm:ptLst>"
    return f"<dgm:dataModel {NAMESPACES}>{points_part}<dgm:cxnLst>{joined}</dgm:cxnLst></dgm:dataModel>"


def test_a_chart_and_a_diagram_in_a_word_file() -> None:
    plan = diagram({"1": "Plan", "2": "Build"}, ("0", "1"), ("1", "2"))
    assert diagram_items(etree.fromstring(plan)) == [(1, "Plan"), (2, "Build")]
    graphic = "<a:graphic><a:graphicData>{}</a:graphicData></a:graphic>"
    drawing = f"<w:r><w:drawing><wp:inline><wp:docPr id='1' name='x'/>{graphic}</wp:inline></w:drawing></w:r>"
    body = p(drawing.format('<c:chart r:id="c"/>')) + p(drawing.format('<dgm:relIds r:dm="d"/>'))
    parts: dict[str, str | bytes] = {
        "word/charts/chart1.xml": chart(COLUMNS, title="GWh"), "word/diagrams/data1.xml": plan,
    }  # fmt: skip
    links = (("c", "chart", "charts/chart1.xml"), ("d", "diagramData", "diagrams/data1.xml"))
    document = parsed(docx(body, parts=parts, links=links))
    assert (texts(document)[0], texts(document)[-2:]) == ("GWh", ["Plan", "Build"])
    assert (len(document.charts), document.tables[0].caption) == (1, "GWh")


def test_a_diagram_that_runs_in_a_circle_ends() -> None:
    assert diagram_items(etree.fromstring(diagram({"1": "Again"}, ("0", "1"), ("1", "1")))) == [(1, "Again")]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("A gate with two wings", "A gate with two wings"),
        ("Picture 3", ""),
        ("img_0042.PNG", ""),
        ("A cat Description automatically generated", "A cat"),
        ("", ""),
    ],
)
def test_words_for_pictures(said: str, words: str) -> None:
    assert alt_text(etree.fromstring("<x/>") if not said else etree.fromstring(f'<x descr="{said}"/>')) == words
    assert alt_text(None) == ""


def e(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


VECTOR = "chr=\u20d7"


def pr(name: str, *values: str) -> str:
    return f"<m:{name}Pr>" + "".join("<m:{} m:val='{}'/>".format(*v.split("=", 1)) for v in values) + f"</m:{name}Pr>"


@pytest.mark.parametrize(
    ("omml", "tex"),
    [
        (f"<m:f><m:num>{e('a')}</m:num><m:den>{e('b')}</m:den></m:f>", r"\frac{a}{b}"),
        (f"<m:f>{pr('f', 'type=lin')}<m:num>{e('a')}</m:num><m:den>{e('b')}</m:den></m:f>", "{a}/{b}"),
        (f"<m:sSup><m:e>{e('x')}</m:e><m:sup>{e('2')}</m:sup></m:sSup>", "x^{2}"),
        (f"<m:sSubSup><m:e>{e('x')}</m:e><m:sub>{e('i')}</m:sub><m:sup>{e('2')}</m:sup></m:sSubSup>", "x_{i}^{2}"),
        (f"<m:rad>{pr('rad', 'degHide=1')}<m:deg/><m:e>{e('y')}</m:e></m:rad>", r"\sqrt{y}"),
        (f"<m:rad><m:deg>{e('3')}</m:deg><m:e>{e('y')}</m:e></m:rad>", r"\sqrt[3]{y}"),
        (
            f"<m:nary>{pr('nary', 'chr=∑')}<m:sub>{e('i=1')}</m:sub><m:sup>{e('n')}</m:sup><m:e>{e('i')}</m:e>"
            "</m:nary>",
            r"\sum_{i=1}^{n} i",
        ),
        (f"<m:nary><m:sub/><m:sup/><m:e>{e('f')}</m:e></m:nary>", r"\int f"),
        (f"<m:d><m:e>{e('a')}</m:e><m:e>{e('b')}</m:e></m:d>", r"\left(a|b\right)"),
        (f"<m:d>{pr('d', 'begChr=[', 'endChr=')}<m:e>{e('a')}</m:e></m:d>", r"\left[a\right."),
        (f"<m:func><m:fName>{e('sin')}</m:fName><m:e>{e('x')}</m:e></m:func>", r"\sin{x}"),
        (f"<m:acc>{pr('acc', VECTOR)}<m:e>{e('v')}</m:e></m:acc>", r"\vec{v}"),
        (f"<m:bar>{pr('bar', 'pos=top')}<m:e>{e('z')}</m:e></m:bar>", r"\overline{z}"),
        (f"<m:m><m:mr><m:e>{e('1')}</m:e><m:e>{e('0')}</m:e></m:mr></m:m>", r"\begin{matrix}1 & 0\end{matrix}"),
        (f"<m:eqArr><m:e>{e('a')}</m:e><m:e>{e('b')}</m:e></m:eqArr>", r"\begin{array}{l}a \\ b\end{array}"),
        (f"<m:limLow><m:e>{e('lim')}</m:e><m:lim>{e('n→∞')}</m:lim></m:limLow>", r"\lim_{n\rightarrow \infty}"),
        (f"<m:groupChr><m:e>{e('a')}</m:e></m:groupChr>", r"\underbrace{a}"),
        (f"<m:unheardOf><m:e>{e('kept')}</m:e></m:unheardOf>", "kept"),
        (f"<m:eqArr><m:e>{e('a=b#(3)')}</m:e></m:eqArr>", r"a=b\tag{3}"),
        ("<m:r><m:rPr><m:scr m:val='double-struck'/></m:rPr><m:t>R</m:t></m:r>", r"\mathbb{R}"),
        (f"<m:sPre><m:sub>{e('a')}</m:sub><m:sup>{e('b')}</m:sup><m:e>{e('C')}</m:e></m:sPre>", "{}_{a}^{b}C"),
        (f"<m:borderBox><m:e>{e('x')}</m:e></m:borderBox>", r"\boxed{x}"),
        (f"<m:phant>{pr('phant', 'show=0')}<m:e>{e('x')}</m:e></m:phant>", r"\phantom{x}"),
        (f"<m:limUpp><m:e>{e('=')}</m:e><m:lim>{e('d')}</m:lim></m:limUpp>", r"\overset{d}{=}"),
        (
            f"<m:d>{pr('d', 'begChr={', 'endChr=')}<m:e><m:eqArr><m:e>{e('a')}</m:e><m:e>{e('b')}</m:e></m:eqArr></m:e>"
            "</m:d>",
            r"\begin{cases}a \\ b\end{cases}",
        ),
        (e("α≤5%"), r"\alpha \leq 5\%"),
        ("<m:r><m:rPr><m:nor/></m:rPr><m:t>if </m:t></m:r>", r"\text{if}"),
    ],
)
def test_equations_as_latex(omml: str, tex: str) -> None:
    assert latex(etree.fromstring(f"<m:oMath {NAMESPACES}>{omml}</m:oMath>")) == tex


def test_several_equations_of_one_paragraph() -> None:
    both = "".join(f"<m:oMath>{e(text)}</m:oMath>" for text in ("a=b", "c=d"))
    assert latex(etree.fromstring(f"<m:oMathPara {NAMESPACES}>{both}</m:oMathPara>")) == r"a=b \\ c=d"
