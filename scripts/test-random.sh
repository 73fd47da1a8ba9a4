#!/bin/sh
# Puts the raw words of package vec's streams, interleaved over neighbouring keys (scripts/rawbits),
# before dieharder: a battery of some minutes, or with FULL=1 all of dieharder, which takes an hour
# or more. Every test of the battery reads streams of its own. A verdict FAILED (a probability
# within 1e-6 of 0 or 1) fails; one WEAK (within 0.005, as one in a hundred is) is repeated on two
# fresh sets of streams. SEED=n chooses other streams, KEYS=n how many are interleaved (1: a stream
# as it is). The streams are fixed, and so are the verdicts.
set -eu
cd "$(dirname "$0")/.."
seed=${SEED:-1}
keys=${KEYS:-8}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
command -v dieharder > /dev/null || scripts/install.sh test-random dieharder dieharder
go build -o "$tmp/rawbits" ./scripts/rawbits

# verdicts prints the lines of dieharder that hold one. Generator 200 is raw 32-bit words on
# standard input.
verdicts() { # step, seed, arguments of dieharder
	step=$1 s=$2
	shift 2
	"$tmp/rawbits" -seed "$s" -keys "$keys" -step "$step" | dieharder -g 200 "$@" 2>&1 |
		grep -E 'PASSED|WEAK|FAILED'
}

# a battery that cannot fail is worth nothing: here all interleaved streams are the same
if [ "$keys" -gt 1 ] && ! verdicts 0 "$seed" -d 8 | grep -q FAILED; then
	echo 'test-random: dieharder does not see that a stream is interleaved with itself' >&2
	exit 1
fi

count=0
: > "$tmp/all"
try() { # arguments of dieharder; the verdicts are in $tmp/one
	count=$((count + 1))
	verdicts 1 $((1000 * seed + count)) "$@" > "$tmp/one" || {
		echo "test-random: dieharder $* gives no verdict" >&2
		exit 1
	}
	cat "$tmp/one"
	cat "$tmp/one" >> "$tmp/all"
}

if [ "${FULL:-}" = 1 ]; then
	"$tmp/rawbits" -seed "$seed" -keys "$keys" | dieharder -a -g 200 | tee "$tmp/log"
	grep -E 'PASSED|WEAK|FAILED' "$tmp/log" > "$tmp/all"
else
	# All tests that dieharder calls good but the longest: GCD with a tenth of its samples, and of the
	# lagged sums lag 16, which stays with the words of one key.
	while read -r args; do
		# shellcheck disable=SC2086
		try $args
		for _ in 1 2; do
			! grep -q WEAK "$tmp/one" || { echo "again: $args"; try $args; }
		done
	done <<-END
		-d 0
		-d 1
		-d 2
		-d 3
		-d 4
		-d 8
		-d 9
		-d 10
		-d 11
		-d 12
		-d 13
		-d 15
		-d 16
		-d 17 -t 1000000
		-d 100
		-d 101
		-d 102 -n 16
		-d 200 -n 2
		-d 200 -n 8
		-d 201 -n 2
		-d 201 -n 4
		-d 202 -n 3
		-d 202 -n 5
		-d 203 -n 0
		-d 203 -n 15
		-d 204
		-d 205
		-d 206
		-d 207
		-d 208
		-d 209
	END
fi
n() { grep -c "$1" "$tmp/all" || true; }
echo "test-random: $(n .) verdicts, $(n WEAK) weak, $(n FAILED) failed"
[ "$(n .)" -gt 0 ] && [ "$(n FAILED)" = 0 ]
