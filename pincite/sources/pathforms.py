"""How people and clients write the place of a file: pasted, quoted, as a URI, percent-encoded, with drive letters.

Pure functions on strings; nothing here touches the disk. ``windows`` says whose rules of paths hold, so that both are
tested everywhere.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

WEB_SCHEMES = ("http", "https")
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "‘": "’", "«": "»", "<": ">"}
_SCHEME = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+)://|(?P<bare>data|mailto|blob|about|javascript):", re.IGNORECASE
)
_DRIVE = re.compile(r"(?P<letter>[A-Za-z])[:|](?=[\\/]|$)")
_LONG_DRIVE = re.compile(r"[\\/]{2}[?.][\\/](?=[A-Za-z]:)")
_MOUNTED_DRIVE = re.compile(r"/(?:mnt/|cygdrive/)?(?P<letter>[A-Za-z])(?=/|$)")


def pasted(source: str) -> str:
    """The source without the white space and the pair of quotes that come along when a path is pasted."""
    text = source.strip()
    while len(text) >= 2 and _QUOTES.get(text[0]) == text[-1]:
        text = text[1:-1].strip()
    return text


def url_scheme(source: str) -> str | None:
    """The scheme in lower case where the source is a URL that does not name a local file, else ``None``."""
    match = _SCHEME.match(source)
    if match is None:
        return None
    scheme = (match["scheme"] or match["bare"]).lower()
    return None if scheme == "file" else scheme


def is_url(source: str) -> bool:
    """Whether the source is a URL that could be fetched."""
    return url_scheme(pasted(source)) in WEB_SCHEMES


def spellings(source: str, *, windows: bool) -> list[str]:
    """The paths that the source may mean, the most literal first, without repeats."""
    paths = _from_uri(source) if source[:5].lower() == "file:" else _from_plain(source, windows=windows)
    adapt = _for_windows if windows else _for_posix
    return list(dict.fromkeys(form for path in paths for form in adapt(path) if form))


def is_network_path(path: str) -> bool:
    """Whether the path names another machine (``\\\\host\\share``) or a device (``\\\\.\\pipe``). To Windows alone it
    does, and a mere look at such a path sends the user's credentials out."""
    return path[:2].replace("/", "\\") == "\\\\"


def is_drive_path(path: str) -> bool:
    """Whether the path begins with a drive letter: ``C:\\`` or ``C:/``."""
    return bool(_DRIVE.match(path))


def _from_uri(uri: str) -> list[str]:
    """``file:///a%20b``, ``file:/a``, ``file://localhost/a``, ``file://host/share``, and what careless clients
    build."""
    rest = uri[5:]
    forms = [re.split(r"[#?]", rest, maxsplit=1)[0], rest]
    out = [_uri_path(unquote(form)) for form in forms]
    return [*out, _uri_path(rest)]


def _uri_path(rest: str) -> str:
    rest = rest.replace("\\", "/") if _DRIVE.match(rest.lstrip("/\\")) else rest
    if rest.startswith("//"):
        host, _, path = rest[2:].partition("/")
        if _DRIVE.fullmatch(host):
            return f"{host[0]}:/{path}"
        if host.lower() in ("", "localhost", "127.0.0.1"):
            rest = "/" + path
    drive = _DRIVE.match(rest.lstrip("/"))
    return f"{drive['letter']}:{rest.lstrip('/')[drive.end() :]}" if drive else rest


def _from_plain(path: str, *, windows: bool) -> list[str]:
    """The path as it stands, then without a shell's backslashes, then percent-decoded."""
    forms = [path]
    if not windows and "\\" in path:
        forms.append(re.sub(r"\\(.)", r"\1", path))
    if "%" in path:
        forms.append(unquote(path))
    return forms


def _for_windows(path: str) -> list[str]:
    """Long-path prefixes are dropped, ``/c/x`` and ``/mnt/c/x`` are drives, and every separator is a backslash."""
    if prefix := _LONG_DRIVE.match(path):
        path = path[prefix.end() :]
    forms = [path]
    if mounted := _MOUNTED_DRIVE.match(path):
        forms.insert(0, f"{mounted['letter'].upper()}:{path[mounted.end() :] or '/'}")
    return [form.replace("/", "\\") for form in forms]


def _for_posix(path: str) -> list[str]:
    """The path, and where Windows drives are mounted (WSL) if it begins with one."""
    drive = _DRIVE.match(path)
    if drive is None:
        return [path]
    return [path, f"/mnt/{drive['letter'].lower()}" + path[drive.end() :].replace("\\", "/")]
