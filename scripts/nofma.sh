#!/bin/sh
# Lists the multiply-adds that the compiler would fuse by itself on arm64, in code whose numbers must
# have the same bits everywhere: the packages that simulate. There must be none: the code shows every
# rounding (math.FMA, or float64(x*y) + z). Fails if there are any, or if the check itself does not
# work.
set -eu
cd "$(dirname "$0")/.."
packages='vec linalg dataset model minibatch dynamics simulate'
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# without linking, on the system of lint.sh; the go command repeats what a cached compilation said
compile() { GOOS=darwin GOARCH=arm64 go list -export -f '' "$@"; }

# the check sees a fused multiply-add where there is one
mkdir "$tmp/probe"
printf 'module probe\n\ngo 1.26\n' > "$tmp/probe/go.mod"
printf 'package probe\n\nfunc F(x, y, z float64) float64 { return x*y + z }\n' > "$tmp/probe/f.go"
(cd "$tmp/probe" && compile -gcflags='probe=-d=fmahash=vy' . 2>&1 || true) | grep -q 'f.go:3' || {
	echo 'nofma: this compiler does not report fused multiply-adds' >&2
	exit 1
}
for p in $packages; do
	[ -d "pkg/$p" ] || { echo "nofma: there is no package pkg/$p" >&2; exit 1; }
done

compile -gcflags='adl/...=-d=fmahash=vy' ./pkg/... > "$tmp/all" 2>&1 || {
	grep -v -e bisect-match -e '^fmahash triggered' "$tmp/all" >&2 || true
	echo 'nofma: the compiler failed' >&2
	exit 1
}
# A line is "where; where it was inlined from; … [bisect-match …]". The last place counts.
wanted="^pkg/($(echo $packages | tr ' ' '|'))/"
found=$(sed -n 's/ \[bisect-match.*//p' "$tmp/all" | sed 's/.*; //; s|^\./||' |
	grep -E "$wanted" | sort -u || true)
if [ -n "$found" ]; then
	echo "$found"
	echo 'nofma: write math.FMA or float64(x*y) + z' >&2
	exit 1
fi
echo 'nofma: none'
