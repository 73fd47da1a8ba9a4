#!/usr/bin/env bash
# Runs every fuzz target of the project for FUZZTIME, or those whose names contain FUZZ.
set -euo pipefail
cd "$(dirname "$0")/.."
time=${FUZZTIME:-10m}
failed=
list=$(mktemp)
trap 'rm -f "$list"' EXIT
grep -rno --include='*_test.go' '^func Fuzz\w*' pkg experiments scripts | sort |
	while IFS=: read -r file _ func; do
		echo "$(dirname "$file") ${func#func }"
	done >"$list"
while read -r dir target; do
	[[ $target == *"${FUZZ:-}"* ]] || continue
	# Go shrinks each interesting input for up to a minute, in which it tests nothing else: a few
	# tries are enough, since only what fails must be read.
	if out=$(go test -vet=off -run '^$' -fuzz "^$target\$" -fuzztime "$time" \
		-fuzzminimizetime 10x "./$dir" </dev/null 2>&1); then
		tests=$(sed -n 's/.*execs: \([0-9]*\).*/\1/p' <<<"$out" | tail -n 1)
		printf '%-16s %-20s %10s executions\n' "$dir" "$target" "${tests:-0}"
		((${tests:-0} >= 100)) || failed+=" $target (too few executions)"
	else
		printf '%s\n' "$out"
		failed+=" $target"
	fi
done <"$list"
if [ -n "$failed" ]; then
	echo "fuzz: failed:$failed" >&2
	exit 1
fi
