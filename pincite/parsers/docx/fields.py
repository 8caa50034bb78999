"""Fields: instructions of which only the result is printed. They may nest, and may run over paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pincite.parsers.counts import is_count
from pincite.parsers.ooxml.names import Element, W

_LINK = re.compile(r'HYPERLINK\s+(?:"(?P<uri>[^"]*)")?', re.I)
_PLACE = re.compile(r'\\l\s+"(?P<anchor>[^"]*)"', re.I)
_REFERENCE = re.compile(r"\s*(?:REF|PAGEREF|NOTEREF)\s+(?P<anchor>[^\s\\]+)", re.I)


@dataclass(slots=True)
class _Field:
    instruction: str = ""
    in_result: bool = False


@dataclass(slots=True)
class Fields:
    """The fields that are open at the present place."""

    stack: list[_Field] = field(default_factory=list)

    @property
    def printing(self) -> bool:
        """Whether what is read now is printed: no field is in its instruction."""
        return all(f.in_result for f in self.stack)

    @property
    def in_contents(self) -> bool:
        """Whether a table of contents is open."""
        return any(f.instruction.lstrip()[:4].upper() in ("TOC", "TOC ", "TOC\\") for f in self.stack)

    def holds(self, *names: str) -> bool:
        """Whether a field of one of these names is open."""
        return any(f.instruction.split(None, 1)[0].upper() in names for f in self.stack if f.instruction.strip())

    def mark(self, char: Element) -> str:
        """A ``w:fldChar``. Returns what a form field shows, which has no result."""
        kind = char.get(W + "fldCharType")
        if kind == "begin":
            self.stack.append(_Field())
            return _form_value(char)
        if kind == "separate" and self.stack:
            self.stack[-1].in_result = True
        elif kind == "end" and self.stack:
            self.stack.pop()
        return ""

    def instruct(self, text: str) -> None:
        if self.stack and not self.stack[-1].in_result:
            self.stack[-1].instruction += text

    def link(self) -> tuple[str | None, str | None]:
        """(Address, bookmark) that the innermost open link leads to."""
        for one in reversed(self.stack):
            found = link_of(one.instruction)
            if any(found):
                return found
        return None, None


def link_of(instruction: str) -> tuple[str | None, str | None]:
    """(Address, bookmark) that a field's instruction links to."""
    found = _LINK.search(instruction)
    if found:
        place = _PLACE.search(instruction)
        return found["uri"] or None, place["anchor"] if place else None
    reference = _REFERENCE.match(instruction)
    return (None, reference["anchor"]) if reference else (None, None)


def _form_value(char: Element) -> str:
    """The box of a check box, the chosen entry of a list; empty for fields that have a result."""
    box = char.find(f"{W}ffData/{W}checkBox")
    if box is not None:
        state = box.find(W + "checked")
        state = box.find(W + "default") if state is None else state
        return "☒" if state is not None and state.get(W + "val") not in ("0", "false", "off") else "☐"
    choices = char.find(f"{W}ffData/{W}ddList")
    if choices is not None:
        entries = [entry.get(W + "val") or "" for entry in choices.iterchildren(W + "listEntry")]
        chosen = choices.find(W + "result")
        index = chosen.get(W + "val") or "0" if chosen is not None else "0"
        return entries[int(index)] if is_count(index) and int(index) < len(entries) else ""
    return ""
