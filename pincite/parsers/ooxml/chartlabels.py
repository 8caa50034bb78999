"""How a chart prints its numbers: dates under an axis, the labels at its points."""

from __future__ import annotations

from pincite.parsers.ooxml.names import C, Element, is_on
from pincite.parsers.ooxml.numberformats import GENERAL, is_date_format, shown


def printed_categories(source: Element | None, points: dict[int, str]) -> dict[int, str]:
    """The categories as the axis prints them: numbers that are dates in the format of their source."""
    code = _source_format(source)
    if not is_date_format(code):
        return points
    return {index: _in_format(text, code) for index, text in points.items()}


def printed_values(series: Element, plot: Element, source: Element | None, values: dict[int, float]) -> dict[int, str]:
    """The values as the labels at the points print them; empty for a series without such labels."""
    code = _label_format(series, plot)
    if code is None:
        return {}
    code = code or _source_format(source)
    return {} if code == GENERAL else {index: shown(value, code) for index, value in values.items()}


def _label_format(series: Element, plot: Element) -> str | None:
    """The format of the labels, empty where it is that of the numbers; ``None`` where no values are printed."""
    for holder in (series, plot):
        labels = holder.find(C + "dLbls")
        if labels is None:
            continue
        if _is_set(labels, "delete") or not _is_set(labels, "showVal"):
            return None
        form = labels.find(C + "numFmt")
        return "" if form is None or is_on(form.get("sourceLinked", "0")) else form.get("formatCode") or ""
    return None


def _source_format(source: Element | None) -> str:
    node = source.find(f".//{C}formatCode") if source is not None else None
    return (node.text if node is not None else None) or GENERAL


def _in_format(text: str, code: str) -> str:
    try:
        return shown(float(text), code)
    except (ValueError, OverflowError):
        return text


def _is_set(node: Element, name: str) -> bool:
    found = node.find(C + name)
    return found is not None and is_on(found.get("val"))
