"""SmartArt: the texts of a diagram's data as a list with depths."""

from __future__ import annotations

from pincite.limits import DIAGRAM_LEVELS
from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.names import DGM, A, Element

_TEXT_TYPES = (None, "node", "asst", "doc")


def diagram_items(root: Element | None) -> list[tuple[int, str]]:
    """(Depth from 1, text) of the points of a ``dgm:dataModel``, each before those under it."""
    if root is None:
        return []
    texts = {}
    top: list[str] = []
    for point in root.iterfind(f"{DGM}ptLst/{DGM}pt"):
        if point.get("type") in _TEXT_TYPES:
            texts[point.get("modelId")] = _text(point.find(DGM + "t"))
            if point.get("type") == "doc":
                top.append(point.get("modelId"))
    children = _children(root)
    below = {child for under in children.values() for child in under}
    roots = top + [point for point in texts if point not in below and point not in top]
    out: list[tuple[int, str]] = []
    seen: set[str] = set()
    for start in roots:
        _walk(start, 0 if start in top else 1, texts, children, seen, out)
    return out


def _walk(
    point: str, depth: int, texts: dict[str, str], children: dict[str, list[str]], seen: set[str],
    out: list[tuple[int, str]],
) -> None:  # fmt: skip
    if point in seen or depth > DIAGRAM_LEVELS:
        return
    seen.add(point)
    if texts.get(point):
        out.append((max(depth, 1), texts[point]))
    for child in children.get(point, ()):
        _walk(child, depth + 1, texts, children, seen, out)


def _children(root: Element) -> dict[str, list[str]]:
    """The points under each point in their order."""
    found: dict[str, list[tuple[int, str]]] = {}
    for link in root.iterfind(f"{DGM}cxnLst/{DGM}cxn"):
        if link.get("type") in (None, "parOf"):
            order = link.get("srcOrd") or "0"
            found.setdefault(link.get("srcId"), []).append((int(order) if is_count(order) else 0, link.get("destId")))
    return {source: [child for _, child in sorted(links, key=lambda link: link[0])] for source, links in found.items()}


def _text(node: Element | None) -> str:
    if node is None:
        return ""
    lines = ["".join(t.text or "" for t in p.iter(A + "t")) for p in node.iter(A + "p")]
    return " ".join(" ".join(lines).split())
