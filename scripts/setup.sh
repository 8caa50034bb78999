#!/bin/sh
# Sets up a checkout: a virtual environment with the package and its development tools.
# Usage: scripts/setup.sh [VENV]   (default: .venv). Says what it could not do, and why.
set -eu
cd "$(dirname "$0")/.."
venv=${1:-.venv}
stamp="$venv/.pincite-setup"
[ -f "$stamp" ] && [ "$stamp" -nt pyproject.toml ] && exit 0

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; elif command -v sudo >/dev/null 2>&1; then sudo -n "$@"; else return 1; fi
}
find_python() {
    for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
        [ -n "$candidate" ] || continue
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$candidate"; return 0; }
    done
    return 1
}
debian() { # packages: installed where apt-get and rights exist, else named
    if ! command -v apt-get >/dev/null 2>&1; then echo "setup: no apt-get here; please install: $*" >&2; return 1; fi
    as_root apt-get update -qq && as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null && return 0
    echo "setup: could not install these Debian packages: $*" >&2
    return 1
}
python=$(find_python) || { debian python3 python3-venv && python=$(find_python); } || {
    echo "setup: Python 3.11 or newer is needed and was not found (set PYTHON=/path/to/python)." >&2
    exit 1
}
if [ ! -x "$venv/bin/python" ]; then
    "$python" -m venv "$venv" 2>/dev/null || { rm -rf "$venv"; debian python3-venv && "$python" -m venv "$venv"; } || {
        echo "setup: could not make the virtual environment $venv (is the module venv missing?)." >&2
        exit 1
    }
fi
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -e '.[dev,browser]' || {
    echo "setup: pip could not install the package with its dependencies (is a package index reachable?)." >&2
    exit 1
}
"$venv/bin/python" -m compileall -q pincite || true # the first import takes half the time, where Python is told to write no bytecode
for browser in chromium chromium-browser google-chrome microsoft-edge; do # pages that need one; their tests skip without
    command -v "$browser" >/dev/null 2>&1 && break
done || true
command -v "$browser" >/dev/null 2>&1 || debian chromium || echo "setup: no browser; pages that programs make stay closed." >&2
if ! command -v tesseract >/dev/null 2>&1 || ! tesseract --list-langs 2>/dev/null | grep -qx rus; then # its tests skip without
    debian tesseract-ocr tesseract-ocr-deu tesseract-ocr-rus || echo "setup: no Tesseract; scans are not read." >&2
fi
if ! command -v initdb >/dev/null 2>&1 && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then # its tests skip without
    debian postgresql || echo "setup: no PostgreSQL; what replicas share is not tested." >&2
fi
touch "$stamp"
echo "setup: ready in $venv"
