#!/bin/sh
# Lists the multiply-adds that the compiler would fuse by itself on arm64 in the packages whose numbers must be the same bits everywhere. There must
# be none: a rounding is written where it is meant (math.FMA, or float64(x*y) + z). Fails if there are any, or if the check itself does not work.
set -eu
cd "$(dirname "$0")/.."
packages='vec dataset model minibatch dynamics exact estimate simulate'
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# the check sees a fused multiply-add where there is one
mkdir "$tmp/probe"
printf 'module probe\n\ngo 1.26\n' > "$tmp/probe/go.mod"
printf 'package probe\n\nfunc F(x, y, z float64) float64 { return x*y + z }\n' > "$tmp/probe/f.go"
(cd "$tmp/probe" && GOARCH=arm64 GOCACHE="$tmp/cache" go build -gcflags='probe=-d=fmahash=vy' . 2>&1 || true) | grep -q 'f.go:3' || {
	echo 'nofma: this compiler does not report fused multiply-adds' >&2
	exit 1
}

for p in $packages; do
	[ -d "pkg/$p" ] || continue
	GOARCH=arm64 GOCACHE="$tmp/cache" go build -gcflags='adl/...=-d=fmahash=vy' "./pkg/$p" 2>&1 || true
done > "$tmp/all"
found=$(grep 'pkg/' "$tmp/all" | grep -E "pkg/($(echo $packages | tr ' ' '|'))/" | sort -u || true)
if [ -n "$found" ]; then
	echo "$found"
	echo 'nofma: write math.FMA or float64(x*y) + z' >&2
	exit 1
fi
echo 'nofma: none'
