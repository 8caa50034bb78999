"""What inline XBRL says of the numbers in a page (Inline XBRL 1.1): concept, period, unit, scaled value."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import Any

from pincite.limits import SCALE
from pincite.model import Fact

_ZERO = ("zero", "nocontent", "zerodash", "fixed-zero")
_DIGITS = re.compile(r"[^\d.,\s\u00a0'\u2019]")


class Facts:
    """The contexts and units of a page, to read its facts with. ``names`` are the texts of facts that tell of the
    document itself, by concept."""

    def __init__(self, root: Any) -> None:
        self._periods: dict[str, str | None] = {}
        self._dimensions: dict[str, str | None] = {}
        self._units: dict[str, str] = {}
        self.names: dict[str, str] = {}
        for node in root.iter("{*}*"):
            tag = node.tag.rpartition(":")[2] if isinstance(node.tag, str) else ""
            if tag == "context" and node.get("id"):
                self._read_context(node)
            elif tag == "unit" and node.get("id"):
                self._units[node.get("id")] = _unit(node)
            elif tag == "nonnumeric" and (node.get("name") or "").startswith("dei:"):
                self.names.setdefault(node.get("name"), " ".join("".join(node.itertext()).split()))

    def of(self, node: Any) -> Fact | None:
        """The fact that an ``ix:nonFraction`` element holds; ``None`` where its value cannot be read."""
        value = _value(node)
        concept, context = node.get("name"), node.get("contextref") or ""
        if value is None or not concept:
            return None
        unit = self._units.get(node.get("unitref") or "")
        return Fact(concept, self._periods.get(context), self._dimensions.get(context), unit, value)

    def _read_context(self, node: Any) -> None:
        days: dict[str, str] = {}
        members: list[str] = []
        for part in node.iter():
            tag = part.tag.rpartition(":")[2] if isinstance(part.tag, str) else ""
            text = (part.text or "").strip()
            if tag in ("instant", "startdate", "enddate"):
                days[tag] = text
            elif tag in ("explicitmember", "typedmember") and (text := "".join(part.itertext()).strip()):
                members.append(text)
        period = days.get("instant") or "/".join(days[end] for end in ("startdate", "enddate") if end in days)
        self._periods[node.get("id")] = period or None
        self._dimensions[node.get("id")] = ", ".join(members) or None


def _unit(node: Any) -> str:
    """``USD``, or ``USD/shares`` for a fraction."""
    parts = [
        (part.text or "").strip().rpartition(":")[2]
        for part in node.iter()
        if isinstance(part.tag, str) and part.tag.rpartition(":")[2] == "measure"
    ]
    return "/".join(parts)


def _value(node: Any) -> str | None:
    text = "".join(node.itertext()).strip()
    form = (node.get("format") or "").rpartition(":")[2].lower()
    if (node.get("xsi:nil") or "").lower() == "true":
        return None
    if any(form.endswith(zero) for zero in _ZERO):
        return "0"
    if not any(map(str.isdigit, text)) or _DIGITS.search(text):
        return None
    comma = form.replace("-", "") in ("numcommadecimal", "numdotcomma", "numcomma", "numspacecomma")
    digits = re.sub(r"[\s\u00a0'\u2019]", "", text)
    digits = digits.replace(".", "").replace(",", ".") if comma else digits.replace(",", "")
    scale = node.get("scale") or "0"
    try:
        value = Decimal(digits)
        shift = int(scale)
    except (InvalidOperation, ValueError):
        return None
    if abs(shift) > SCALE:
        return None
    if node.get("sign") == "-":
        value = -value
    return f"{value.scaleb(shift):f}"
