#!/bin/sh
# Runs code on arm64, emulated on other machines, that must give the same bits on every machine: the
# known-answer tests and the figures of profile smoke, two figures on a part of their grids (FULL=1:
# on whole grids). It compares tables and pictures byte for byte with the files of this machine, and
# tables of whole figures also with the golden tables.
set -eu
cd "$(dirname "$0")/.."
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

emulator() {
	for q in qemu-aarch64 qemu-aarch64-static; do
		command -v $q && return
	done
	return 1
}
run=
if [ "$(uname -m)" != aarch64 ]; then
	emulator > /dev/null || scripts/install.sh test-arm64 qemu-user qemu-aarch64
	run=$(emulator)
fi
run="env -u VEC $run" # VEC would name a form of this machine
arm() { CGO_ENABLED=0 GOEXPERIMENT= GOARCH=arm64 go "$@"; }
failed=0
fail() { echo "FAIL $*"; failed=1; }
root=$PWD

# known answers
while read -r pkg tests; do
	arm test -c -o "$tmp/$pkg.test" "./pkg/$pkg"
	if (cd "pkg/$pkg" && $run "$tmp/$pkg.test" -test.v -test.run "^($tests)\$") > "$tmp/log" 2>&1 &&
		grep -q '^--- PASS' "$tmp/log"; then
		echo "ok   pkg/$pkg, $(grep -c '^--- PASS' "$tmp/log") tests"
	else
		grep -v -e '^=== ' -e '^ *--- PASS' "$tmp/log" || true
		fail "pkg/$pkg"
	fi
done <<-END
	vec TestReferenceGenerators|TestStreamIsXoshiro|TestPinned|TestSubsetPinned|TestOULarge|TestBlocks
	vec TestNormals(Accuracy|Extremes)|TestTables|TestScalarFunctions|Test(|Fused)Loops|TestEigenSym
	dataset TestDigest|TestPinned|TestLabelled.*|TestSeeds
	dynamics TestBits|TestEqualForms|TestKeys
	exact Test(|Laplace|ProjectBasis)Bits
	simulate Test(Known|Statistic|Noise|)Keys
	estimate TestBits
END

# tables
mkdir "$tmp/arm64" "$tmp/here"
arm build -o "$tmp/arm64/" ./experiments/...
go build -o "$tmp/here/" ./experiments/...
table() { # folder, emulator, figure, arguments
	d=$1 q=$2 f=$3
	shift 3
	out=$tmp/$d/$f.out
	$q "$tmp/$d/$f" -profile smoke -q -out "$out" -cache "$out/cache" "$@" &&
		mv "$out/$f".* "$tmp/$d/"
}
same() { # figure
	for ending in csv png pdf; do
		cmp "$tmp/here/$1.$ending" "$tmp/arm64/$1.$ending" || return 1
	done
}
figure() { # figure, arguments
	f=$1
	shift
	if ! table here '' "$f" "$@" || ! table arm64 "$run" "$f" "$@"; then
		fail "$f $*"
	elif [ $# = 0 ] && ! cmp "$root/results/golden/smoke/$f.csv" "$tmp/arm64/$f.csv"; then
		fail "$f: the table is not the golden one"
	elif ! same "$f"; then
		fail "$f $*: the bytes differ"
	else
		golden=$([ $# != 0 ] || echo ', as golden')
		echo "ok   $f${*:+ $*}, $(wc -l < "$tmp/arm64/$f.csv") lines$golden"
	fi
}
for f in experiments/fig*/spec.toml experiments/study-*/spec.toml; do
	f=$(basename "$(dirname "$f")")
	set --
	[ "${FULL:-}" = 1 ] || case $f in
	fig04) set -- -set T=5 -set 'dt=[1e-3]' ;;
	fig06) set -- -set nodes=5 ;;
	esac
	figure "$f" "$@"
done
[ $failed = 0 ] || { echo 'test-arm64: failed' >&2; exit 1; }
echo "test-arm64: the same bytes"
