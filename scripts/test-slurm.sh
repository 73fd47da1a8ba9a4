#!/usr/bin/env bash
# Computes figures by scripts/slurm.sh on a real Slurm of this machine, which it starts and stops: an
# array, an array with a cancelled job, a requeued job and a job whose node goes down, and an array
# that is cancelled as a whole. Tables must have the bytes of golden tables or of a local run. If
# Slurm cannot be installed, it says that nothing was tested.
set -euo pipefail
cd "$(dirname "$0")/.."
project=$PWD
tmp=$(mktemp -d)
chmod 755 "$tmp"
trap 'scripts/local-slurm.sh stop "$tmp/slurm"; rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
code=0
SLURM_CONF=$(scripts/local-slurm.sh start "$tmp/slurm") || code=$?
if [ $code = 3 ]; then
	echo 'test-slurm: SKIPPED: NOTHING WAS TESTED, since Slurm cannot be installed here' >&2
	exit 0
fi
[ $code = 0 ] || exit $code
export SLURM_CONF
fig05=$tmp/fig05
go build -o "$fig05" ./experiments/fig05
work=$tmp/work
mkdir "$work"
slurm() { (cd "$work" && "$project/scripts/slurm.sh" "$fig05" "$@"); }
say() { echo "test-slurm: $*"; }
fail() { { tail -n 20 "$work"/results/cache/slurm/*.txt; squeue; say "$*"; } >&2; exit 1; }
within() { # within COMMAND…: waits until it succeeds
	local i
	for ((i = 0; i < 1200; i++)); do ! "$@" || return 0; sleep 0.1; done
	fail "waited in vain for: $*"
}
there() { compgen -G "$1" > /dev/null; }
runs() { [ "$(squeue -h -t R -j "$1" -o %i 2> /dev/null)" = "$1" ]; }
gone() { [ -z "$(squeue -h 2> /dev/null)" ]; }

WAIT=1 slurm 3 -profile smoke -out out
cmp "$work/out/fig05.csv" results/golden/smoke/fig05.csv
say 'the table of an array is the golden one'

long=(-profile smoke -set T=2e6 -set 'n=[1, 2, 5, 10]' -set 'dt=[1e-2]')
(cd "$work" && "$fig05" -q "${long[@]}" -out here -cache local)
begin=$SECONDS
said=$(slurm 4 "${long[@]}" -out there)
array=$(sed 's/.*: jobs \([0-9]*\),.*/\1/' <<< "$said")
for i in 1 2 3 4; do within runs "${array}_$i"; done
within there "$work/results/cache/*/*.lease"
scancel "${array}_1"
scontrol requeue "${array}_2"
node=$(squeue -h -j "${array}_3" -o %N)
scontrol update nodename="$node" state=down reason=test
sleep 2
scontrol update nodename="$node" state=resume 2> /dev/null || true # it may be up again
within there "$work/results/cache/slurm/fig05-$array.ended"
grep -qx 0 "$work/results/cache/slurm/fig05-$array.ended" || fail 'the figure was not drawn'
cmp "$work/here/fig05.csv" "$work/there/fig05.csv"
# Leases of silent programs are taken over after three minutes: no job waited for that.
[ $((SECONDS - begin)) -lt 170 ] || fail 'a job waited for the lease of the one before it'
say 'cancelled, requeued, without its node: the table is that of a local run'

said=$(slurm 2 -profile smoke -set T=1e9 -out never)
ids=$(sed 's/.*scancel //' <<< "$said")
array=${ids%% *}
within runs "${array}_1"
# shellcheck disable=SC2086
scancel $ids
within gone
if there "$work/results/cache/*/*.lease"; then fail 'cancelled jobs left leases'; fi
say 'cancelled as a whole: nothing is left'
