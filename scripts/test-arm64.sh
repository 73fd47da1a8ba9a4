#!/bin/sh
# Runs code on arm64, emulated on other machines: the known-answer tests of what simulates, whose
# bits are the same on every machine, and the figures of profile smoke, two figures on a part of
# their grids (FULL=1: on whole grids). Their tables must agree with the tables of this machine and
# their tasks must have the same keys; where tables have the same bytes, so must pictures.
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
	simulate Test(Known|Statistic|Noise|)Keys
END

# tables
mkdir "$tmp/arm64" "$tmp/here"
arm build -o "$tmp/arm64/" ./experiments/...
go build -o "$tmp/here/" ./experiments/... ./scripts/verify
table() { # folder, emulator, figure, arguments
	d=$1 q=$2 f=$3
	shift 3
	out=$tmp/$d/$f.out
	$q "$tmp/$d/$f" -profile smoke -q -out "$out" -cache "$out/cache" "$@" &&
		mv "$out/$f".* "$tmp/$d/"
}
same() { # figure
	"$tmp/here/verify" same "$tmp/here" "$tmp/arm64" "$1" || return 1
	cmp -s "$tmp/here/$1.csv" "$tmp/arm64/$1.csv" || return 0
	for ending in png pdf; do
		cmp "$tmp/here/$1.$ending" "$tmp/arm64/$1.$ending" || return 1
	done
}
figure() { # figure, arguments
	f=$1
	shift
	if ! table here '' "$f" "$@" || ! table arm64 "$run" "$f" "$@"; then
		fail "$f $*"
	elif ! same "$f"; then
		fail "$f $*: not the same"
	else
		echo "ok   $f${*:+ $*}, $(wc -l < "$tmp/arm64/$f.csv") lines"
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
echo "test-arm64: the same numbers"
