"""What form fields and pictures show."""

from __future__ import annotations

from typing import Any

from pincite.parsers.counts import is_count

_ICON = 24  # pixels
_SILENT = frozenset({"hidden", "submit", "button", "image", "reset", "password", "file"})


def shown_value(node: Any, tag: str) -> str | None:
    """The text that an element shows besides what is inside it; ``None`` for elements that show just that."""
    match tag:
        case "img":
            return "" if _is_icon(node) else " ".join((node.get("alt") or "").split())
        case "input":
            return _input(node)
        case "select":
            chosen = node.find(".//option[@selected]")
            first = node.find(".//option")
            shown = chosen if chosen is not None else first
            return " ".join("".join(shown.itertext()).split()) if shown is not None else ""
        case "wbr":
            return ""
    return None


def _input(node: Any) -> str:
    kind = (node.get("type") or "text").lower()
    if kind in ("checkbox", "radio"):
        return "\u2612 " if node.get("checked") is not None else "\u2610 "
    return "" if kind in _SILENT else " ".join((node.get("value") or "").split())


def _is_icon(node: Any) -> bool:
    """Whether a picture is so small that it stands for an ornament."""
    sides = [node.get(side, "").removesuffix("px") for side in ("width", "height")]
    return any(is_count(side) and int(side) <= _ICON for side in sides)
