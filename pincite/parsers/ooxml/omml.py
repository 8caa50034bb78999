"""Equations of Office (OMML) as LaTeX.

Each element of OMML has a small function of its own; an unknown one gives what its children say, so that no letter of
an equation is lost.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from pincite.parsers.ooxml.names import Element, M, is_on, local
from pincite.parsers.ooxml.symbols import ACCENTS, FUNCTIONS, NARY, SYMBOLS

_OPEN = {"{": r"\{", "⟨": r"\langle ", "⌊": r"\lfloor ", "⌈": r"\lceil ", "‖": r"\|", "": "."}
_CLOSE = {"}": r"\}", "⟩": r"\rangle ", "⌋": r"\rfloor ", "⌉": r"\rceil ", "‖": r"\|", "": "."}
_ESCAPED = {"#": r"\#", "%": r"\%", "&": r"\&", "_": r"\_", "$": r"\$", "{": r"\{", "}": r"\}", "\\": r"\backslash "}
_PROPERTIES = "Pr"
_SCRIPTS = {"fraktur": r"\mathfrak", "double-struck": r"\mathbb", "script": r"\mathcal", "sans-serif": r"\mathsf"}
_EQUATION_NUMBER = re.compile(r"\s*\\#\s*\(?([\w.-]+)\)?$")


def latex(node: Element) -> str:
    """The LaTeX of an ``m:oMath`` (or of an ``m:oMathPara``, whose equations are divided by ``\\\\``), without dollar
    signs."""
    if node.tag == M + "oMathPara":
        return r" \\ ".join(filter(None, (latex(child) for child in node.iterfind(M + "oMath"))))
    return _tidy(_children(node))


def _tidy(text: str) -> str:
    return " ".join(text.replace(" }", "}").replace("{ ", "{").split())


def _children(node: Element | None) -> str:
    return "".join(_one(child) for child in node) if node is not None else ""


def _one(node: Element) -> str:
    name = local(node.tag)
    if not name or name.endswith(_PROPERTIES):
        return ""
    read = _READ.get(name) if node.tag.startswith(M) else None
    if read is not None:
        return read(node)
    return node.text or "" if name == "t" else _children(node)


def _part(node: Element, name: str) -> str:
    return _tidy(_children(node.find(M + name)))


def _group(text: str) -> str:
    return "{" + text + "}"


def _property(node: Element, name: str, default: str = "") -> str:
    """A value of the element's properties: ``default`` where it is not given."""
    found = node.find(f"{M}{local(node.tag)}Pr/{M}{name}")
    return default if found is None else str(found.get(M + "val", ""))


def _has(node: Element, name: str) -> bool:
    found = node.find(f"{M}{local(node.tag)}Pr/{M}{name}")
    return found is not None and is_on(found.get(M + "val"))


def _run(node: Element) -> str:
    text = "".join(t.text or "" for t in node if local(t.tag) == "t")
    if not text:
        return ""
    if node.find(f"{M}rPr/{M}nor") is not None:  # normal text inside an equation
        return r"\text" + _group(text) if text.strip() else text
    style = node.find(f"{M}rPr/{M}sty")
    upright = style is not None and style.get(M + "val") == "p" and len(text.strip()) > 1 and text.strip().isalpha()
    if upright:
        return FUNCTIONS.get(text.strip(), r"\mathrm" + _group(text.strip())) + " "
    letters = "".join(_letter(c) for c in text)
    script = node.find(f"{M}rPr/{M}scr")
    command = _SCRIPTS.get(script.get(M + "val") or "") if script is not None else None
    return f"{command}{_group(letters.strip())}" if command else letters


def _letter(char: str) -> str:
    known = SYMBOLS.get(char)
    if known is not None:
        return known + (" " if known[-1:].isalpha() else "")
    if char in _ESCAPED:
        return _ESCAPED[char]
    plain = unicodedata.normalize("NFKC", char)  # mathematical letters
    return SYMBOLS.get(plain, plain) + " " if plain in SYMBOLS else plain


def _fraction(node: Element) -> str:
    top, bottom = _part(node, "num"), _part(node, "den")
    kind = _property(node, "type", "bar")
    if kind == "lin":
        return f"{{{top}}}/{{{bottom}}}"
    if kind == "noBar":
        return rf"\genfrac{{}}{{}}{{0pt}}{{}}{{{top}}}{{{bottom}}}"
    return rf"\frac{{{top}}}{{{bottom}}}"


def _script(node: Element) -> str:
    sub, sup = _part(node, "sub"), _part(node, "sup")
    lower = "_" + _group(sub) if sub else ""
    upper = "^" + _group(sup) if sup else ""
    return _part(node, "e") + lower + upper


def _scripts_before(node: Element) -> str:
    return "{}_" + _group(_part(node, "sub")) + "^" + _group(_part(node, "sup")) + _part(node, "e")


def _root(node: Element) -> str:
    degree = _part(node, "deg")
    return rf"\sqrt[{degree}]{{{_part(node, 'e')}}}" if degree else rf"\sqrt{{{_part(node, 'e')}}}"


def _nary(node: Element) -> str:
    sign = _property(node, "chr", "∫")
    sub, sup = _part(node, "sub"), _part(node, "sup")
    limits = ("_" + _group(sub) if sub else "") + ("^" + _group(sup) if sup else "")
    return NARY.get(sign, SYMBOLS.get(sign, sign)) + limits + " " + _part(node, "e")


def _delimited(node: Element) -> str:
    first, last = _property(node, "begChr", "("), _property(node, "endChr", ")")
    between = _property(node, "sepChr", "|")
    inner = between.join(_tidy(_children(e)) for e in node.iterfind(M + "e"))
    cases = first == "{" and not last and inner.startswith(r"\begin{array}")
    if cases:
        return inner.replace(r"\begin{array}{l}", r"\begin{cases}").replace(r"\end{array}", r"\end{cases}")
    return rf"\left{_OPEN.get(first, first)}{inner}\right{_CLOSE.get(last, last)}"


def _function(node: Element) -> str:
    name = _part(node, "fName")
    return FUNCTIONS.get(name, name) + _group(_part(node, "e"))


def _lower_limit(node: Element) -> str:
    base, limit = _part(node, "e"), _part(node, "lim")
    if base in FUNCTIONS or base in FUNCTIONS.values():
        return FUNCTIONS.get(base, base) + "_" + _group(limit) + " "
    return rf"\underset{{{limit}}}{{{base}}}"


def _upper_limit(node: Element) -> str:
    return rf"\overset{{{_part(node, 'lim')}}}{{{_part(node, 'e')}}}"


def _accent(node: Element) -> str:
    sign = _property(node, "chr", "\u0302")
    return ACCENTS.get(sign, r"\hat") + _group(_part(node, "e"))


def _bar(node: Element) -> str:
    over = _property(node, "pos", "bot") == "top"
    return (r"\overline" if over else r"\underline") + _group(_part(node, "e"))


def _brace(node: Element) -> str:
    sign, over = _property(node, "chr", "⏟"), _property(node, "pos", "bot") == "top"
    command = {"⏞": r"\overbrace", "⏟": r"\underbrace"}.get(sign, r"\overline" if over else r"\underline")
    return command + _group(_part(node, "e"))


def _matrix(node: Element) -> str:
    rows = (" & ".join(_tidy(_children(e)) for e in row.iterfind(M + "e")) for row in node.iterfind(M + "mr"))
    return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"


def _lines(node: Element) -> str:
    rows = [_numbered(_tidy(_children(e)).replace(r"\&", "&")) for e in node.iterfind(M + "e")]
    if len(rows) == 1:
        return rows[0]
    return r"\begin{array}{l}" + r" \\ ".join(rows) + r"\end{array}"


def _numbered(row: str) -> str:
    """A row with its number, which Office writes behind a ``#``."""
    return _EQUATION_NUMBER.sub(lambda found: rf"\tag{{{found[1]}}}", row)


def _phantom(node: Element) -> str:
    shown = node.find(f"{M}phantPr/{M}show")
    visible = shown is None or is_on(shown.get(M + "val"))
    return _part(node, "e") if visible else r"\phantom" + _group(_part(node, "e"))


def _box(node: Element) -> str:
    return r"\boxed" + _group(_part(node, "e"))


_READ: dict[str, Callable[[Element], str]] = {
    "r": _run,
    "f": _fraction,
    "sSup": _script,
    "sSub": _script,
    "sSubSup": _script,
    "sPre": _scripts_before,
    "rad": _root,
    "nary": _nary,
    "d": _delimited,
    "func": _function,
    "limLow": _lower_limit,
    "limUpp": _upper_limit,
    "acc": _accent,
    "bar": _bar,
    "groupChr": _brace,
    "m": _matrix,
    "eqArr": _lines,
    "phant": _phantom,
    "borderBox": _box,
}
