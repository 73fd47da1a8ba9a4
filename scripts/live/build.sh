#!/bin/sh
# build.sh FILE writes live.js of the page: command live as WebAssembly, what starts it in a worker,
# and the golden tables. The standard library's package math has the FMA of math/fma.go. Functions
# of packages other than ours are not inlined: it is as fast, and 6 % smaller.
set -eu
case $1 in /*) out=$1 ;; *) out=$PWD/$1 ;; esac
cd "$(dirname "$0")"
std=$(go env GOROOT)
tmp=$(mktemp -d)
trap 'rm -r "$tmp"' EXIT
sed 's/^func FMA(/func exactFMA(/' "$std/src/math/fma.go" >"$tmp/exact.go"
cat >"$tmp/overlay.json" <<EOF
{"Replace": {"$std/src/math/fma.go": "$tmp/exact.go", "$std/src/math/fma_live.go": "$PWD/math/fma.go"}}
EOF
GOOS=js GOARCH=wasm GOEXPERIMENT='' GOFLAGS=-buildvcs=false go build -trimpath -ldflags='-s -w' \
	-overlay "$tmp/overlay.json" -gcflags=all=-l -gcflags=adl/...= -gcflags=math/...= -gcflags=math= \
	-o "$tmp/live.wasm" .
{
	printf 'live({wasm: "'
	gzip -9n <"$tmp/live.wasm" | base64 | tr -d '\n'
	printf '",\nworker: "'
	cat "$std/lib/wasm/wasm_exec.js" worker.js | base64 | tr -d '\n'
	for f in 03 04 05 07 14; do
		printf '",\nfig%s: "' $f
		base64 <../../results/golden/smoke/fig$f.csv | tr -d '\n'
	done
	echo '"})'
} >"$out"
