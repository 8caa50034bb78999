"""Charts of DrawingML, read from the values that Office keeps inside them: as ``DraftChart`` and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.limits import CHART_POINTS
from pincite.model import Kind
from pincite.parsers.assemble import DraftBlock, DraftCell, DraftChart, DraftTable, Piece
from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.chartlabels import printed_categories, printed_values
from pincite.parsers.ooxml.names import CX, A, C, Element, local

_WITH_X = ("scatterChart", "bubbleChart")


@dataclass(slots=True)
class _Series:
    name: str
    kind: str
    categories: dict[int, str] = field(default_factory=dict)
    values: dict[int, float] = field(default_factory=dict)
    printed: dict[int, str] = field(default_factory=dict)  # as labels at the points show them


def chart_blocks(root: Element | None, page: int | None, alt: str = "") -> list[DraftBlock]:
    """The blocks of a chart part (``c:chartSpace``, or ``cx:chartSpace`` of the newer kinds): its title as a caption,
    then a table of its categories and series that carries the ``DraftChart``. Empty where it holds no values. ``alt``
    stands in for a title that is missing."""
    if root is None:
        return []
    newer = root.tag.startswith(CX)
    series = list(_new_series(root) if newer else _series(root))
    title = " ".join(_title(root, CX if newer else C).split()) or alt.strip()
    if not any(s.values for s in series):
        return [DraftBlock(Kind.CAPTION, [Piece(title, page)])] if title else []
    axes = _axes(root)
    _keep_apart(series)
    categories = _categories(series)
    kind = " + ".join(dict.fromkeys(s.kind for s in series))
    rows = tuple((s.name, tuple((text, s.values.get(i)) for i, text in categories.items())) for s in series)
    chart = DraftBlock(
        Kind.CHART,
        table=_table(series, categories, axes, title, page),
        chart=DraftChart(kind, title or None, axes, rows),
    )
    return [DraftBlock(Kind.CAPTION, [Piece(title, page)]), chart] if title else [chart]


def _series(root: Element) -> Iterator[_Series]:
    """The series of all plots of a chart; a combination has several plots."""
    for plot in root.iterfind(f"{C}chart/{C}plotArea/*"):
        name = local(plot.tag)
        if not name.endswith("Chart"):
            continue
        for node in plot.iterfind(C + "ser"):
            label = _joined(_points(node.find(C + "tx")).values()) or _plain(node.find(f"{C}tx/{C}v"))
            series = _Series(label, _kind(plot, name))
            over = "xVal" if name in _WITH_X else "cat"
            series.categories = printed_categories(node.find(C + over), _points(node.find(C + over)))
            source = node.find(C + ("yVal" if name in _WITH_X else "val"))
            series.values = _numbers(_points(source))
            series.printed = printed_values(node, plot, source, series.values)
            yield series
            sizes = _numbers(_points(node.find(C + "bubbleSize")))
            if sizes:
                yield _Series(f"{label} (size)".strip(), "bubble", series.categories, sizes)


def _kind(plot: Element, name: str) -> str:
    """``bar`` or ``column`` (its direction says which), ``line``, ``pie`` …"""
    kind = name.removesuffix("Chart").removesuffix("3D")
    if kind == "bar":
        direction = plot.find(C + "barDir")
        return "bar" if direction is not None and direction.get("val") == "bar" else "column"
    return kind


def _points(source: Element | None) -> dict[int, str]:
    """The cached points of a source by their index; the levels of a category are joined, the outermost first."""
    if source is None:
        return {}
    levels = source.findall(f".//{C}lvl")
    if not levels:
        return dict(_cached(source))
    leaves = dict(_cached(levels[0]))
    outer = [sorted(_cached(level)) for level in levels[:0:-1]]
    return {i: " – ".join([*(_last_before(level, i) for level in outer), text]) for i, text in leaves.items()}


def _last_before(level: list[tuple[int, str]], index: int) -> str:
    """The label of an outer level goes on until the next one."""
    return next((text for i, text in reversed(level) if i <= index), "")


def _cached(source: Element) -> Iterator[tuple[int, str]]:
    for point in source.iter(C + "pt"):
        index = point.get("idx", "")
        if is_count(index) and int(index) < CHART_POINTS:
            yield int(index), _plain(point.find(C + "v"))


def _numbers(points: dict[int, str]) -> dict[int, float]:
    out = {}
    for index, text in points.items():
        try:
            out[index] = float(text)
        except ValueError:
            continue
    return out


def _keep_apart(series: list[_Series]) -> None:
    """Points whose series have places of their own (scattered points) get rows of their own."""
    with_x = [s for s in series if s.kind in ("scatter", "bubble")]
    if all(s.categories == with_x[0].categories for s in with_x):
        return
    start = 0
    for one in with_x:
        one.categories = {i + start: text for i, text in one.categories.items()}
        one.values = {i + start: value for i, value in one.values.items()}
        one.printed = {i + start: text for i, text in one.printed.items()}
        start = max([start, *one.categories, *one.values]) + 1


def _categories(series: list[_Series]) -> dict[int, str]:
    """Index and text of each category; a point without one goes by its place, counted from 1."""
    named: dict[int, str] = {}
    for one in series:
        for index, text in one.categories.items():
            named.setdefault(index, text)
    places = sorted(set(named) | {i for one in series for i in one.values})
    return {i: named.get(i) or str(i + 1) for i in places}


def _table(
    series: list[_Series], categories: dict[int, str], axes: tuple[str, ...], title: str, page: int | None
) -> DraftTable:
    names = [s.name or f"Series {n}" for n, s in enumerate(series, 1)]
    rows = [[axes[0] if axes else "", *names]]
    for index, text in categories.items():
        rows.append([text, *(s.printed.get(index) or _shown(s.values.get(index)) for s in series)])
    cells = [
        DraftCell(r, c, is_header=r == 0, pieces=[Piece(text, page)] if text else [])
        for r, row in enumerate(rows)
        for c, text in enumerate(row)
    ]
    return DraftTable(len(rows), len(rows[0]), cells, title or None)


def _shown(value: float | None) -> str:
    return "" if value is None else f"{value:.15g}"


def _axes(root: Element) -> tuple[str, ...]:
    """The titles of the axes, that of the categories first; empty where there is none."""
    titles: dict[str, str] = {}
    for axis in root.iterfind(f"{C}chart/{C}plotArea/*"):
        if local(axis.tag) in ("catAx", "dateAx", "valAx", "serAx"):
            text = " ".join(_rich(axis.find(C + "title")).split())
            titles.setdefault("val" if local(axis.tag) == "valAx" else "cat", text)
    found = (titles.get("cat", ""), titles.get("val", ""))
    return found if any(found) else ()


def _title(root: Element, space: str) -> str:
    return _rich(root.find(f"{space}chart/{space}title"))


def _rich(title: Element | None) -> str:
    """The text of a title, written in it or taken from a cell."""
    if title is None:
        return ""
    lines = ["".join(t.text or "" for t in p.iter(A + "t")) for p in title.iter(A + "p")]
    return " ".join(lines) if lines else _joined(_points(title).values())


def _new_series(root: Element) -> Iterator[_Series]:
    """The series of a chart of the newer kinds (waterfall, funnel, treemap, …)."""
    data = {node.get("id"): node for node in root.iterfind(f"{CX}chartData/{CX}data")}
    for node in root.iter(CX + "series"):
        reference = node.find(CX + "dataId")
        source = data.get(reference.get("val")) if reference is not None else None
        series = _Series(_plain(node.find(f"{CX}tx/{CX}txData/{CX}v")), node.get("layoutId") or "chart")
        for dimension in source if source is not None else ():
            rows = [(p.get("idx", "0"), p.text or "") for level in dimension[-1:] for p in level.iter(CX + "pt")]
            points = [(int(index), text) for index, text in rows if is_count(index)]
            if local(dimension.tag) == "numDim":
                series.values = _numbers(dict(points))
            elif local(dimension.tag) == "strDim":
                series.categories = dict(points)
        yield series


def _plain(node: Element | None) -> str:
    return (node.text or "").strip() if node is not None else ""


def _joined(texts: object) -> str:
    return " ".join(t for t in texts if t)  # type: ignore[attr-defined]
