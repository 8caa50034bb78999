#!/bin/sh
# Builds the images of the Dockerfile and tries them, without a Docker engine: buildah takes the steps in a chroot, on a
# Debian base that debootstrap makes in the place of debian:trixie-slim; each image is then run as its user on a
# read-only root, its server asked for its health and over MCP, and ended by a signal.
# Usage: scripts/container.sh [base] [full]      (default: both). Needs root, debootstrap and buildah.
# KEEP=DIR keeps base and layers for another time.
set -eu
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "container: must be root, for chroot and mounts" >&2; exit 1; }
for program in debootstrap buildah unshare; do
    command -v $program >/dev/null 2>&1 || { echo "container: please install $program" >&2; exit 1; }
done
python=${VENV:-.venv}/bin/python
[ -x "$python" ] || { echo "container: run scripts/setup.sh first" >&2; exit 1; }
work=${KEEP:-$(mktemp -d)}
mkdir -p "$work"
build() { buildah --storage-driver overlay --root "$work/store" --runroot "$work/run" "$@"; }
finish() {
    build rm --all >/dev/null 2>&1 || true
    [ -n "${KEEP:-}" ] || rm -rf "$work"
}
trap finish EXIT

if ! build inspect --type image localhost/pincite-base >/dev/null 2>&1; then
    echo "container: making a Debian base" >&2
    rm -rf "$work/debian"
    debootstrap --variant=minbase trixie "$work/debian" >"$work/debootstrap.log"
    if [ -f /etc/ssl/certs/ca-certificates.crt ]; then # those of this machine: a proxy may have one of its own
        cp /etc/ssl/certs/ca-certificates.crt "$work/debian/etc/machine-ca.crt"
        printf '[global]\ncert = /etc/machine-ca.crt\n' >"$work/debian/etc/pip.conf"
    fi
    rm -rf "$work"/debian/var/cache/apt/archives/*.deb
    # as the official images: what was unpacked is not kept
    echo 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };' >"$work/debian/etc/apt/apt.conf.d/docker-clean"
    made=$(build from scratch)
    build add --quiet "$made" "$work/debian" / >/dev/null
    build commit --quiet "$made" localhost/pincite-base >/dev/null
    rm -rf "$work/debian"
fi
"$python" scripts/try_container.py make "$work/given"
[ $# -gt 0 ] || set -- base full
for one in "$@"; do
    echo "container: building $one" >&2
    build bud --isolation chroot --layers --format docker --target "$one" --build-arg BASE=localhost/pincite-base \
        --tag "localhost/pincite:$one" . >"$work/build-$one.log" 2>&1 || { tail -n 30 "$work/build-$one.log" >&2; exit 1; }
    made=$(build from "localhost/pincite:$one")
    build inspect "$made" >"$work/config.json"
    unshare --mount --pid --fork --kill-child "$python" scripts/try_container.py run "$(build mount "$made")" "$work/config.json" "$work/given" "$one"
    echo "container: $one, $(du -sxm "$(build mount "$made")" | cut -f 1) MB, works"
done
