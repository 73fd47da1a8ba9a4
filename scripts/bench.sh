#!/bin/sh
# Times a step in every form of package vec that this machine has, and in scalar C, in ROUNDS (6)
# rounds of one measurement each, and shows the medians side by side. OUT=FILE keeps the
# measurements, for benchstat.
set -eu
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
out=${OUT:-$dir/out}
go test -c -o "$dir/step" ./pkg/simulate
peer() { # its name, flags of gcc
	name=$1
	shift
	gcc -O3 -march=native "$@" -o "$dir/$name" scripts/c/scalar.c -lm ||
		echo "bench: $name is skipped" >&2
}
peer C
! grep -qsw avx512f /proc/cpuinfo || peer C-avx2 -mno-avx512f
: > "$out"
step() { GOMAXPROCS=1 "$dir/step" -test.run '^$' -test.bench 'Step$' -test.benchtime 1x >> "$out"; }
for round in $(seq "${ROUNDS:-6}"); do
	for form in avx512 avx2 portable; do
		VEC=$form step
	done
	for c in "$dir"/C*; do
		[ ! -x "$c" ] || PEER=$c step
	done
	echo "bench: round $round of ${ROUNDS:-6}" >&2
done
go tool benchstat -ignore .config -row /of,/n -col /form "$out"
