"""Damage to web pages: tags, attributes, styles, charsets, the parts of web archives."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from benchmarks.fuzzing.havoc import BAIT_FILE, BAIT_URL, DEPTHS, cut, havoc, odd, spliced

_PIECE = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+|<", re.S)
_TAGS = re.findall(
    r"\S+",
    """
    div p span b i h1 h2 h6 ul ol li dl dt dd table tr td th thead tbody tfoot caption colgroup col pre code br hr a
    img font center sup sub blockquote section article nav header footer form input select option textarea button
    iframe object embed svg math template noscript script style title base meta link frameset frame plaintext xmp
    ruby rt rp details summary ix:nonfraction ix:header ix:continuation
    """,
)
_ATTRIBUTES = re.findall(
    r"\S+",
    """
    colspan rowspan width height style class id href src name align hidden dir lang start value type
    """,
)
_STYLES = (
    "display:none", "display:table-cell", "display:grid", "visibility:hidden", "position:absolute;left:-9999px",
    "font-size:{}px", "font-size:{}em", "font-size:{}%", "font:italic bold {}/{} serif", "width:{}%", "margin-left:{}pt",
    "page-break-before:always", "text-indent:{}in", "color:#fff;background:#fff", "line-height:{}", "content:'{}'",
    "width:calc({} + (((1px))))", "columns:{}", "transform:scale({})", "--x:var(--x);font-size:var(--x)", "{}", "a:b;;;{",
    "background:url(" + BAIT_URL + ")",
)  # fmt: skip
_RULES = (
    "*{{{}}}", "td,th,p{{{}}}", "div div div div span{{{}}}", "p:nth-child({}){{color:red}}", ":is(:not(p)) > *{{{}}}",
    "@import url('" + BAIT_URL + "');", "@media print{{p{{{}}}}}", "p{{{}", "@charset \"{}\";", "p::before{{content:'{}'}}",
    ":has(:has(p)) a{{{}}}",
)  # fmt: skip
_HEADS = (
    f'<base href="{BAIT_URL}">', f'<link rel="stylesheet" href="{BAIT_URL}">', f'<meta http-equiv="refresh" content="0;url={BAIT_URL}">',
    f'<iframe src="file://{BAIT_FILE}"></iframe>', f'<img src="{BAIT_URL}"><script src="{BAIT_URL}"></script>',
    f'<!DOCTYPE html [<!ENTITY e SYSTEM "file://{BAIT_FILE}">]><p>&e;</p>', f'<xi:include href="{BAIT_FILE}" parse="text"/>',
)  # fmt: skip
_TEXTS = (
    "&#0;", "&#xD800;", "&#x110000;", "&#99999999999;", "&nosuch;", "\u0000", "\u202e\u2066", "\u200b" * 40, "\ufeff", "é" * 2000,
    "&lt;" * 500, "<![CDATA[ x ]]>", "<!--", "<!-->", "]]>", "</", "<a <b <c", "\u2028\u2029\x85\x0b\x0c", "-----", "1,234.5",
)  # fmt: skip
_CHARSETS = ("utf-16", "utf-8-sig", "utf-16-be", "utf-32", "shift_jis", "big5", "koi8-r", "cp1252", "utf-7", "gb18030")


def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """The page with a few of its tags, attributes, styles or bytes damaged."""
    pieces = _PIECE.findall(data.decode("utf-8", "replace")) or [""]
    for _ in range(chance.choice((1, 1, 2, 4, 10))):
        chance.choice(_CHANGES)(pieces, chance)
    return _encoded("".join(pieces), others, chance)


def _encoded(text: str, others: Sequence[bytes], chance: Random) -> bytes:
    how = chance.random()
    if how < 0.06:
        return text.encode(chance.choice(_CHARSETS), "replace")
    if how < 0.1:
        charset = chance.choice((*_CHARSETS, "nonsense", "", "base64", "rot13", "idna", "undefined", "x" * 999))
        return f'<meta charset="{charset}">'.encode() + text.encode("utf-8", "replace")
    out = text.encode("utf-8", "replace")
    if how < 0.16:
        return havoc(out, chance)
    if how < 0.19:
        return cut(out, chance)
    if how < 0.22:
        return spliced(out, others, chance)
    return out


def _tag_places(pieces: Sequence[str]) -> list[int]:
    return [i for i, piece in enumerate(pieces) if piece.startswith("<") and piece[1:2].isalpha()]


def _change_attribute(pieces: list[str], chance: Random) -> None:
    places = _tag_places(pieces)
    if not places:
        return
    at = chance.choice(places)
    found = list(re.finditer(r'=\s*"([^"]*)"', pieces[at]))
    value = odd(chance).replace('"', "&quot;")
    if found and chance.random() < 0.5:
        one = chance.choice(found)
        pieces[at] = f'{pieces[at][: one.start()]}="{value}"{pieces[at][one.end() :]}'
    else:
        _put_into(pieces, at, f'{chance.choice(_ATTRIBUTES)}="{value}"' * chance.choice((1, 1, 1, 200)))


def _change_style(pieces: list[str], chance: Random) -> None:
    places = _tag_places(pieces)
    style = ";".join(_style(chance) for _ in range(chance.choice((1, 2, 6))))
    if places and chance.random() < 0.7:
        _put_into(pieces, chance.choice(places), f'style="{style}"')
    else:
        rules = "".join(chance.choice(_RULES).format(style.replace("{", "")) for _ in range(chance.choice((1, 3, 60))))
        pieces.insert(chance.randrange(len(pieces) + 1), f"<style>{rules}</style>")


def _style(chance: Random) -> str:
    return chance.choice(_STYLES).replace("{}", odd(chance).replace('"', ""))


def _put_into(pieces: list[str], at: int, attribute: str) -> None:
    """Before the tag's other attributes: where one comes twice the first counts."""
    pieces[at] = re.sub(r"^<([^\s/>]+)", lambda m: f"<{m[1]} {attribute}", pieces[at], count=1)


def _change_tag(pieces: list[str], chance: Random) -> None:
    at = chance.randrange(len(pieces))
    how = chance.randrange(7)
    tag = chance.choice(_TAGS)
    if how == 0:
        del pieces[at : at + chance.choice((1, 2, 10))]
    elif how == 1:
        part = pieces[at : at + chance.choice((1, 3, 12))]
        pieces[at:at] = part * chance.choice((1, 3, min(300, 40_000 // (1 + sum(map(len, part))) + 1)))
    elif how == 2:
        pieces[at] = re.sub(r"^<(/?)[\w:]+", lambda m: f"<{m[1]}{tag}", pieces[at])
    elif how == 3:
        pieces.insert(at, chance.choice((f"<{tag}>", f"</{tag}>", f"<{tag}/>")))
    elif how == 4:
        other = chance.randrange(len(pieces))
        pieces[at], pieces[other] = pieces[other], pieces[at]
    elif how == 5:
        deep = min(chance.choice(DEPTHS), 60_000 // len(tag))
        pieces.insert(at, f"<{tag}>" * deep + "deep" + f"</{tag}>" * (deep if chance.random() < 0.7 else 0))
    else:
        pieces.insert(at, chance.choice(_HEADS))
    if not pieces:
        pieces.append("")


def _change_text(pieces: list[str], chance: Random) -> None:
    at = chance.randrange(len(pieces))
    text = chance.choice(_TEXTS) * chance.choice((1, 1, 30))
    middle = chance.randrange(len(pieces[at]) + 1)
    pieces[at] = pieces[at][:middle] + text + pieces[at][middle:]


def _make_table(pieces: list[str], chance: Random) -> None:
    """A table whose spans overlap, reach outside or never end."""
    rows = []
    for _ in range(chance.choice((1, 3, 40))):
        cells = "".join(
            f'<td rowspan="{chance.choice((1, 1, 0, 3, 65534, -1))}" colspan="{chance.choice((1, 1, 0, 2, 1000, 99999999))}">'
            f"{chance.choice(('', 'a', '7', '$', '(1)', '<table><tr><td>in'))}</td>"
            for _ in range(chance.choice((0, 1, 3, 30)))
        )
        rows.append(f"<tr>{cells}</tr>")
    pieces.insert(chance.randrange(len(pieces) + 1), f"<table>{''.join(rows)}</table>")


_CHANGES: tuple[Callable[[list[str], Random], None], ...] = (
    _change_attribute, _change_style, _change_tag, _change_tag, _change_tag, _change_text, _make_table,
)  # fmt: skip
